"""``tamis site table``: a table out of the pages of a site."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tamis.cli.inputs import ReadPage, sources
from tamis.cli.output import Failures
from tamis.cli.parser import Commands, Parser
from tamis.cli.results import results
from tamis.cli.site.pages import SitePage, note, read_pages
from tamis.cli.terminal import counted
from tamis.errors import InputError, TamisError, UsageError

if TYPE_CHECKING:
    from tamis.site.tables.table import SiteTable


def add_parser(actions: Commands) -> Parser:
    """Describe the action."""
    parser = actions.add_parser(
        "table",
        help="write a table out of the pages of a site: a row a page, a column an attribute",
        description="Columns are learned from example values, found by their names, or else all that differ from page "
        "to page, under the labels that the pages show.",
    )
    parser.add_argument("inputs", nargs="+", metavar="FILE|FOLDER|URL|-", help="pages of the site")
    parser.add_argument("-o", "--output", metavar="PATH", help="the table: .csv, .jsonl, .sqlite, .db or .parquet")
    parser.add_argument(
        "--example", action="append", default=[], metavar="NAME=VALUE", help="a value that the first page shows"
    )
    parser.add_argument(
        "--examples", metavar="FILE", help='examples as JSON: [{"page": "a.html", "price": ["$ 20"]}, …]; "page" is '
        "the page's number or name",
    )  # fmt: skip
    parser.add_argument("--names", metavar="NAME,…", help="columns to find without examples")
    parser.add_argument("--table", metavar="TABLE", help="use a table that --save wrote, and learn nothing")
    parser.add_argument("--save", metavar="TABLE", help="keep what was learned, for new pages")
    parser.add_argument("--url", help=argparse.SUPPRESS)
    return parser


def run(args: argparse.Namespace) -> int:
    """Learn a table or load one, and write the rows of the pages; 1 if a page could not be read or was refused."""
    from tamis.site.tables.output import write_rows
    from tamis.site.tables.table import SiteTable

    if args.output is None and args.save is None:
        raise UsageError("name a file for the table with -o, or one for what was learned with --save")
    failures = Failures("site table")
    if args.table is not None:
        table = SiteTable.load(args.table)
    else:
        table = _learn(args, read_pages(args, args.url, failures))
        for remark in table.remarks:
            note(remark)
    if args.save is not None:
        table.save(args.save)
        note(f"{args.save}: {counted(len(table.columns), 'column')} learned from {counted(table.pages, 'page')}")
    if args.output is None:
        return failures.code
    rows = []
    inputs = list(sources(args.inputs, args.output))
    for source, (address, found, reason) in results("site table", inputs, partial(_rows, table), failures):
        if not found:
            failures(f"{source.name}: refused: {reason}")
        rows += [(address or source.name, row) for row in found]
    write_rows(args.output, table.columns, rows)
    _note_drift(table, [row for _, row in rows], len(inputs))
    note(f"{args.output}: {counted(len(rows), 'row')}, {counted(len(table.columns), 'column')}")
    return failures.code


def _learn(args: argparse.Namespace, pages: Sequence[SitePage]) -> SiteTable:
    from tamis.site.tables.table import SiteTable

    names = [name.strip() for name in args.names.split(",") if name.strip()] if args.names else None
    examples = _examples(args, [page.source.name for page in pages])
    return SiteTable.learn(((page.url, page.html()) for page in pages), examples or None, names)


def _rows(table: SiteTable, page: ReadPage) -> tuple[str | None, list[dict[str, list[str]]], str]:
    """A page's address, its rows, and the reason if it has no rows."""
    try:
        found = table.apply(page.html, page.url)
    except UsageError as error:
        return page.url, [], str(error)
    return page.url, found, "" if found else "; ".join(table.drift([page.html]).reasons) or "no column is filled"


def _note_drift(table: SiteTable, rows: Sequence[dict[str, list[str]]], pages: int) -> None:
    """Say which columns have stopped filling."""
    from tamis.site.tables.drift import drift_of

    filled = [[bool(row.get(name)) for name in table.columns] for row in rows]
    report = drift_of(table.filled, filled + [[False] * len(table.columns)] * (pages - len(rows)))
    for reason in report.reasons:
        note(f"drift: {reason}")


def _examples(args: argparse.Namespace, names: Sequence[str]) -> list[dict[str, Any]]:
    """The examples of the command line and of the file, pages by their numbers."""
    found: list[dict[str, Any]] = []
    first: dict[str, Any] = {"page": 0}
    for text in args.example:
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise UsageError(f"--example takes NAME=VALUE, not {text!r}")
        first.setdefault(name.strip(), []).append(value.strip())
    if len(first) > 1:
        found.append(first)
    if args.examples is None:
        return found
    try:
        data = json.loads(Path(args.examples).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{args.examples}: {getattr(error, 'strerror', None) or 'not JSON'}") from None
    if not isinstance(data, list) or not all(isinstance(example, dict) for example in data):
        raise InputError(f'{args.examples}: examples are a list such as [{{"page": "a.html", "price": ["$ 20"]}}]')
    return found + [{**example, "page": _number(example.get("page"), names, args.examples)} for example in data]


def _number(page: Any, names: Sequence[str], file: str) -> Any:
    """The number of a page that may be given by its name, or the end of it."""
    if not isinstance(page, str):
        return page
    matches = [number for number, name in enumerate(names) if name == page or Path(name).name == page]
    if len(matches) != 1:
        raise TamisError(f"{file}: {len(matches)} of the pages are called {page!r}")
    return matches[0]
