"""``tamis extract``: the main content of pages."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from tamis.cli.inputs import ReadPage, analyzed, sources
from tamis.cli.options import (
    add_limit_options,
    add_output_options,
    add_page_options,
    limits,
    remedy,
    rendering,
    selection,
)
from tamis.cli.output import Failures, writer
from tamis.cli.parser import Commands, Parser
from tamis.cli.results import results
from tamis.cli.terminal import say
from tamis.document import Block
from tamis.errors import UsageError
from tamis.formats import FORMATS, render

_SHOWN: Final = 80
"""characters of a text in a warning"""
_FORMAT_NAMES: Final = {"xmltei": "tei"}
"""trafilatura's, where they are not ours"""


def add_parser(commands: Commands) -> Parser:
    """Describe the command."""
    parser = commands.add_parser("extract", help="write the main content of pages")
    add_page_options(parser)
    add_output_options(parser)
    add_limit_options(parser)
    warn = "warn of text that the page hides from its readers and that addresses language models"
    parser.add_argument("--warn-hidden", action="store_true", help=warn)
    _add_trafilatura(parser)
    return parser


def _add_trafilatura(parser: Parser) -> None:
    """The options of trafilatura's command line that have other names here."""
    add = parser.add_argument_group("as in trafilatura").add_argument
    add("-u", "--URL", action="append", dest="more", default=[], metavar="URL", help="an input, as without the flag")
    add("--input-dir", action="append", dest="more", metavar="FOLDER", help="an input, as without the flag")
    add("--output-dir", metavar="FOLDER", type=Path, help="-o, and always a folder")
    add("--keep-dirs", action="store_true", help="changes nothing: pages of a folder always keep their places below it")
    add("--output-format", choices=(*FORMATS, "xmltei"), dest="as_format", help="-f")
    for name in ("json", "markdown", "html", "xml", "xmltei"):
        add(f"--{name}", action="store_const", const=name, dest="as_format", help=f"-f {_FORMAT_NAMES.get(name, name)}")


def _settle(args: argparse.Namespace) -> None:
    """Say with our options what those of trafilatura mean."""
    args.inputs = [*args.inputs, *args.more]
    if args.as_format is not None:
        args.format = _FORMAT_NAMES.get(args.as_format, args.as_format)
    if args.output_dir is not None:
        if args.output is not None:
            raise UsageError("-o and --output-dir are the same: choose one")
        args.output = str(args.output_dir)
        try:
            args.output_dir.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot write {args.output}: {error.strerror or error}") from None


def run(args: argparse.Namespace) -> int:
    """Extract each input in turn; one that fails is reported, the others still go through."""
    _settle(args)
    inputs = list(sources(args.inputs, args.output))
    write = writer(args, len(inputs))
    failures = Failures("extract")
    chosen = {**selection(args), "limits": limits(args)}
    work = partial(_extracted, args.url, chosen, args.format, rendering(args), args.warn_hidden)
    for source, extracted in results("extract", inputs, work, failures, args.max_bytes):
        if extracted.status != "ok":
            say(f"tamis extract: {source.name}: {remedy(extracted.status)}")
        elif len(inputs) == 1 and not extracted.kept:
            empty = "the page has no text, or only its scripts do"
            why = "`tamis blocks` says why" if extracted.blocks else empty
            say(f"tamis extract: {source.name}: nothing was kept: {why}")
        for warning in extracted.suspicious:
            say(f"tamis extract: {source.name}: {warning}")
        write(source, extracted.text)
    return failures.code


class _Extracted(NamedTuple):
    text: str
    status: str
    blocks: int
    kept: int
    suspicious: list[str]


def _extracted(
    url: str | None, chosen: dict[str, Any], output_format: str, rendered: dict[str, Any], warn: bool, page: ReadPage
) -> _Extracted:
    document = analyzed(page, url, **chosen)
    text = render(document, output_format, **rendered)
    warnings = [_warning(block) for block in document.suspicious] if warn else []
    return _Extracted(text, document.status, len(document.page), int(document.decisions.kept.sum()), warnings)


def _warning(block: Block) -> str:
    why = f"hidden text ({block.hidden_by})" if block.hidden_by else "invisible characters"
    return f"{why} in block {block.index}: {block.text[:_SHOWN]!r}"
