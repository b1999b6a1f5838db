"""``tamis inspect``: the inspector of one page, as one file that needs no server."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from tamis.cli.inputs import sources
from tamis.cli.options import add_page_options, selection
from tamis.errors import InputError, UsageError


def add_parser(commands: Any) -> argparse.ArgumentParser:
    """Describe the command."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "inspect", help="write a page to look at what was kept of another, and why"
    )
    add_page_options(parser)
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, required=True, help="the HTML file to write")
    parser.add_argument("--against", metavar="NAME", help="a second strategy, to compare with")
    return parser


def run(args: argparse.Namespace) -> int:
    """Analyse the page and write the inspector around it."""
    from tamis.api import analyze
    from tamis.inspect.bundle import bundle
    from tamis.inspect.view import view

    if len(args.inputs) > 1 or any(Path(name).is_dir() for name in args.inputs):
        raise UsageError("one page at a time: several are what `tamis serve` is for")
    (source,) = sources(args.inputs)
    data, url, charset = source.read()
    chosen = selection(args)
    documents = [analyze(data, args.url or url, charset=charset, **chosen)]
    if documents[0].status.startswith("not html"):
        raise InputError(f"{source.name}: {documents[0].status}")
    if args.against and args.against != args.strategy:
        other = {**chosen, "strategy": args.against, "params": {}}
        documents.append(analyze(data, args.url or url, charset=charset, **other))
    shown = {**view(documents, with_source=True), "name": source.name if source.name != "-" else None}
    try:
        args.output.write_text(bundle(shown), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {args.output}: {error.strerror or error}") from None
    print(f"written: {args.output}")
    return 0
