"""``tamis extract``: the main content of pages."""

from __future__ import annotations

import argparse

from tamis.cli.inputs import analyzed, sources
from tamis.cli.options import add_output_options, add_page_options, rendering, selection
from tamis.cli.output import Failures, writer
from tamis.cli.parser import Commands, Parser
from tamis.cli.progress import progress
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
    chosen = selection(args)
    inputs = list(sources(args.inputs, args.output))
    write = writer(args, len(inputs))
    failures = Failures("extract")
    for source in progress(inputs, len(inputs), "extract"):
        with failures.reported():
            document = analyzed(source, args.url, **chosen)
            if document.status != "ok":
                say(f"tamis extract: {source.name}: {document.status}")
            elif len(inputs) == 1 and not document.decisions.kept.any():
                empty = "the page has no text, or only its scripts do"
                why = "`tamis blocks` says why" if len(document.page) else empty
                say(f"tamis extract: {source.name}: nothing was kept: {why}")
            write(source, render(document, args.format, **rendering(args)))
    return failures.code
