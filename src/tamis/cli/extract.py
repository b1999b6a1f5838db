"""``tamis extract``: the main content of pages."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any, NamedTuple

from tamis.cli.inputs import ReadPage, analyzed, sources
from tamis.cli.options import add_output_options, add_page_options, rendering, selection
from tamis.cli.output import Failures, writer
from tamis.cli.parser import Commands, Parser
from tamis.cli.results import results
from tamis.cli.terminal import say
from tamis.formats import render


def add_parser(commands: Commands) -> Parser:
    """Describe the command."""
    parser = commands.add_parser("extract", help="write the main content of pages")
    add_page_options(parser)
    add_output_options(parser)
    return parser


def run(args: argparse.Namespace) -> int:
    """Extract each input in turn; one that fails is reported, the others still go through."""
    inputs = list(sources(args.inputs, args.output))
    write = writer(args, len(inputs))
    failures = Failures("extract")
    work = partial(_extracted, args.url, selection(args), args.format, rendering(args))
    for source, extracted in results("extract", inputs, work, failures):
        if extracted.status != "ok":
            say(f"tamis extract: {source.name}: {extracted.status}")
        elif len(inputs) == 1 and not extracted.kept:
            empty = "the page has no text, or only its scripts do"
            why = "`tamis blocks` says why" if extracted.blocks else empty
            say(f"tamis extract: {source.name}: nothing was kept: {why}")
        write(source, extracted.text)
    return failures.code


class _Extracted(NamedTuple):
    text: str
    status: str
    blocks: int
    kept: int


def _extracted(
    url: str | None, chosen: dict[str, Any], output_format: str, rendered: dict[str, Any], page: ReadPage
) -> _Extracted:
    document = analyzed(page, url, **chosen)
    text = render(document, output_format, **rendered)
    return _Extracted(text, document.status, len(document.page), int(document.decisions.kept.sum()))
