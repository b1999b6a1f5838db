"""``tamis reproduce``: the experiments of the papers, beside the papers' own figures."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from tamis.cli.options import positive
from tamis.cli.parser import Commands, Parser


def add_parser(commands: Commands) -> Parser:
    """Describe the command."""
    parser = commands.add_parser("reproduce", help="run a paper's experiments on our page sets, beside its own figures")
    parser.add_argument("paper", metavar="PAPER", help="debnath, lbda, pab, key-patterns or svm")
    parser.add_argument("--data", metavar="FOLDER", type=Path, help="the page sets; default: $TAMIS_DATA")
    parser.add_argument(
        "--pages",
        metavar="FOLDER",
        type=Path,
        default=Path("tests/pages"),
        help="pages cut by hand; default: tests/pages",
    )
    parser.add_argument("--limit", metavar="N", type=positive, help="at most N pages of each set or site")
    parser.add_argument("--markdown", action="store_true", help="print the tables as Markdown")
    return parser


def run(args: argparse.Namespace) -> int:
    """Print each table as soon as it is made."""
    from tamis.lab.experiments import Setting
    from tamis.lab.reproduce import PAPERS, reproduce

    data = args.data or (Path(os.environ["TAMIS_DATA"]) if os.environ.get("TAMIS_DATA") else None)
    made = reproduce(args.paper, Setting(data, args.pages, args.limit))
    print(PAPERS[args.paper], end="\n\n", flush=True)
    for table in made:
        print(table.markdown() if args.markdown else table.text(), end="\n\n", flush=True)
    return 0
