"""``tamis inspect``: the inspector of one page, as one file that needs no server."""

from __future__ import annotations

import argparse
from pathlib import Path

from tamis.cli.inputs import analyzed, sources
from tamis.cli.options import add_page_options, selection
from tamis.cli.output import write_file
from tamis.cli.parser import Commands, Parser
from tamis.errors import UsageError


def add_parser(commands: Commands) -> Parser:
    """Describe the command."""
    parser = commands.add_parser("inspect", help="write a page to look at what was kept of another, and why")
    add_page_options(parser)
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, required=True, help="the HTML file to write")
    parser.add_argument("--against", metavar="NAME", help="a second strategy, to compare with")
    return parser


def run(args: argparse.Namespace) -> int:
    """Analyse the page and write the inspector around it."""
    from tamis.inspect.bundle import bundle
    from tamis.inspect.view import view

    if len(args.inputs) > 1 or any(Path(name).is_dir() for name in args.inputs):
        raise UsageError("one page at a time: several are what `tamis serve` is for")
    (source,) = sources(args.inputs)
    chosen = selection(args)
    page = source.read()
    documents = [analyzed(page, args.url, **chosen)]
    if args.against and args.against != args.strategy:
        documents.append(analyzed(page, args.url, **{**chosen, "strategy": args.against, "params": {}}))
    shown = {**view(documents, with_source=True), "name": source.name if source.name != "-" else None}
    write_file(args.output, bundle(shown))
    print(f"written: {args.output}")
    return 0
