"""``tamis stats``: what a store holds, and what dropping noise and storing once has saved."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from tamis.cli.options import add_store_option, positive
from tamis.cli.output import write_file
from tamis.cli.parser import Commands, Parser
from tamis.errors import StoreError


def add_parser(commands: Commands) -> Parser:
    """Describe the command."""
    parser = commands.add_parser("stats", help="pages, blocks and bytes of a store, by site")
    add_store_option(parser)
    parser.add_argument("--limit", type=positive, default=20, metavar="N", help="sites to show; default: 20")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write the bytes of each site as an SVG plot")
    parser.add_argument("--json", action="store_true", help="all sites, as one JSON object")
    parser.add_argument("--check", action="store_true", help="look for damage first; it is an error if there is any")
    return parser


def run(args: argparse.Namespace) -> int:
    """Show the counts."""
    from tamis.store import open_store
    from tamis.store.report import plot, table

    with open_store(args.store, create=False) as store:
        if args.check and (problems := store.check()):
            raise StoreError(f"{args.store} is damaged: {'; '.join(problems[:5])}")
        stats = store.stats()
    if args.plot:
        write_file(args.plot, plot(stats, args.limit))
    print(json.dumps(stats.to_dict(), ensure_ascii=False) if args.json else table(stats, args.limit))
    return 0
