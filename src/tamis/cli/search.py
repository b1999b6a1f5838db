"""``tamis search``: blocks of a store by their words."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace

from tamis.cli.options import add_store_option, count_from_zero, positive
from tamis.cli.parser import Commands, Parser
from tamis.cli.terminal import colored, printable
from tamis.store.results import RANKS


def add_parser(commands: Commands) -> Parser:
    """Describe the command."""
    parser = commands.add_parser(
        "search",
        help="find blocks in a store",
        description="Pages whose kept blocks hold all words, in whatever form, come before those that hold some. "
        'Understood are "a phrase", begin*, -without, one OR another, and site:example.org, host:, lang:de, '
        "type:article, role:title and date:2024-05..2025, each also with a dash; "
        "put -- before a query that begins with a dash.",
    )
    parser.add_argument("query", nargs="+", metavar="WORDS", help="what to look for")
    add_store_option(parser)
    parser.add_argument(
        "--rank", choices=RANKS, default="blend",
        help="order by tag priority times keyword density (PAB 2015), by density alone, by BM25, or by what was fitted "
        "and measured; default: blend",
    )  # fmt: skip
    parser.add_argument("--site", metavar="DOMAIN", help="pages of this site alone")
    parser.add_argument("--limit", type=positive, default=10, metavar="N", help="default: 10")
    parser.add_argument(
        "--offset", type=count_from_zero, default=0, metavar="N", help="hits to leave out first; default: 0"
    )
    parser.add_argument("--pages", action="store_true", help="the best block of each page, pages by their best blocks")
    parser.add_argument("--json", action="store_true", help="one JSON object a hit")
    return parser


def run(args: argparse.Namespace) -> int:
    """Search; no hits is no failure."""
    from tamis.store import open_store

    color = colored()
    with open_store(args.store, create=False) as store:
        hits = store.search(
            " ".join(args.query), rank=args.rank, site=args.site, limit=args.limit, offset=args.offset,
            by_page=args.pages,
        )  # fmt: skip
    if args.json:
        for hit in hits:
            print(json.dumps(hit.to_dict(), ensure_ascii=False))
        return 0
    if not hits:
        print("nothing found", file=sys.stderr)
    for number, hit in enumerate(hits, start=1 + args.offset):
        place = f"{hit.xpath or '(deep in the page)'}{f' {hit.span[0]}–{hit.span[1]}' if hit.span else ''}"
        again = f", on {hit.pages} pages" if hit.pages > 1 else ""
        clean = replace(hit, snippet=printable(hit.snippet))
        marked = clean.marked("\x1b[1m", "\x1b[0m") if color else clean.marked()
        print(f"{number}. {printable(hit.url)}\n   {printable(place)}\n   {marked}")
        figures = f"rank {hit.rank:.4g}, priority {hit.priority:g}, density {hit.density:.3f}, score {hit.score:.2f}"
        print(f"   {figures}{again}")
    return 0
