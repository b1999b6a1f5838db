"""``tamis blocks``: the ledger, readable."""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from tamis.cli.inputs import ReadPage, analyzed, sources
from tamis.cli.options import add_limit_options, add_page_options, limits, selection
from tamis.cli.output import Failures
from tamis.cli.parser import Commands, Parser
from tamis.cli.results import results
from tamis.cli.terminal import clear, colored, in_a_line
from tamis.document import Document

_OTHER_COLUMNS: Final = 32
"""characters of a line that are neither text nor reason"""


def add_parser(commands: Commands) -> Parser:
    """Describe the command."""
    parser = commands.add_parser("blocks", help="show every block, kept or dropped, and why")
    add_page_options(parser)
    add_limit_options(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a page")
    parser.add_argument("--color", choices=("auto", "always", "never"), default="auto", help="default: auto")
    return parser


def run(args: argparse.Namespace) -> int:
    """Show the ledger of each input."""
    color = args.color == "always" or (args.color == "auto" and colored())
    inputs = list(sources(args.inputs))
    failures = Failures("blocks")
    show = _as_json if args.json else partial(ledger, color=color, width=shutil.get_terminal_size((100, 24)).columns)
    chosen = {**selection(args), "limits": limits(args)}
    for _, shown in results("blocks", inputs, partial(_shown, args.url, chosen, show), failures, args.max_bytes):
        clear()
        print(shown, flush=True)
    return failures.code


def _shown(url: str | None, chosen: dict[str, Any], show: Callable[[Document, str], str], page: ReadPage) -> str:
    return show(analyzed(page, url, **chosen), page.name)


def _as_json(document: Document, name: str) -> str:
    return json.dumps({"source": name, **document.to_dict()}, ensure_ascii=False)


def ledger(document: Document, name: str, *, color: bool = False, width: int = 100) -> str:
    """The blocks as a table, kept ones marked with ``+``.

    >>> import tamis
    >>> print(ledger(tamis.analyze("<p>Kept: a sentence with enough words in it to be worth the while."), "page"))
    ... # doctest: +ELLIPSIS
    page: 1 of 1 blocks kept by auto, ok
    + 0... p          body          Kept: ...
    """
    width = max(60, min(width, 160))
    for_text = (width - _OTHER_COLUMNS) * 3 // 5
    for_reason = width - _OTHER_COLUMNS - for_text
    kept = sum(block.kept for block in document.blocks)
    lines = [f"{name}: {kept} of {len(document.blocks)} blocks kept by {document.strategy}, {document.status}"]
    for block in document.blocks:
        line = (
            f"{'+' if block.kept else '-'} {block.score:.2f} {block.tag[:10]:<10} {block.role:<13} "
            f"{in_a_line(block.text, for_text):<{for_text}} {in_a_line(block.reason, for_reason)}"
        ).rstrip()
        lines.append(f"\x1b[{'32' if block.kept else '2'}m{line}\x1b[0m" if color else line)
    return "\n".join(lines)
