"""``tamis search``: blocks of a store by their words."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from tamis.cli.options import add_store_option, count_from_zero, positive
from tamis.cli.parser import Commands, Parser
from tamis.cli.terminal import colored, counted, printable
from tamis.errors import UsageError
from tamis.store.results import RANKS

if TYPE_CHECKING:
    from tamis.store.data import StoredRecord

_SHOWN: Final = 10
_VALUE: Final = 80
"""hits, and characters of a record's value, that are shown"""


def add_parser(commands: Commands) -> Parser:
    """Describe the command."""
    parser = commands.add_parser(
        "search",
        help="find blocks or records in a store",
        description="Pages whose kept blocks hold all words, in whatever form, come before those that hold some. "
        'Understood are "a phrase", begin*, -without, one OR another, and site:example.org, host:, lang:de, '
        "type:article, role:title and date:2024-05..2025, each also with a dash; "
        "put -- before a query that begins with a dash. "
        "With --records or --where, records of pages that `tamis index --records` has stored are found instead, all "
        "words being in their values.",
    )
    parser.add_argument("query", nargs="*", metavar="WORDS", help="what to look for")
    add_store_option(parser)
    parser.add_argument("--records", action="store_true", help="find records: cards, rows, posts, products")
    parser.add_argument(
        "--where",
        metavar="CONDITION",
        help="records whose values fit: \"price < 100 AND (brand = Hestia OR name ~ 'tea pot')\"; numbers compare as "
        "numbers, ~ is a part of a text",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write the records found, all unless --limit is given: .parquet or .jsonl",
    )
    parser.add_argument(
        "--rank", choices=RANKS, default="blend",
        help="order by tag priority times keyword density (PAB 2015), by density alone, by BM25, or by what was fitted "
        "and measured; default: blend",
    )  # fmt: skip
    parser.add_argument("--site", metavar="DOMAIN", help="pages of this site alone")
    parser.add_argument("--limit", type=positive, metavar="N", help="default: 10")
    parser.add_argument(
        "--offset", type=count_from_zero, default=0, metavar="N", help="hits to leave out first; default: 0"
    )
    parser.add_argument("--pages", action="store_true", help="the best block of each page, pages by their best blocks")
    parser.add_argument("--json", action="store_true", help="one JSON object a hit")
    return parser


def run(args: argparse.Namespace) -> int:
    """Search; no hits is no failure."""
    from tamis.store import open_store

    if args.records or args.where is not None:
        return _run_records(args)
    if not args.query:
        raise UsageError("name words to look for, or a condition on records: --where 'price < 100'")
    if args.output:
        raise UsageError("-o writes records: give --records or --where, too")
    color = colored()
    with open_store(args.store, create=False) as store:
        hits = store.search(
            " ".join(args.query), rank=args.rank, site=args.site, limit=args.limit or _SHOWN, offset=args.offset,
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


def _run_records(args: argparse.Namespace) -> int:
    """Find records, and print or write them."""
    from tamis.store import open_store
    from tamis.store.export import write_records

    with open_store(args.store, create=False) as store:
        found = store.records(
            args.where or "", " ".join(args.query), site=args.site, limit=args.limit, offset=args.offset
        )
        if args.output:
            print(f"{counted(write_records(args.output, found), 'record')} in {args.output}")
            return 0
        return _print_records(islice(found, args.limit or _SHOWN), args.offset, as_json=args.json)


def _print_records(found: Iterable[StoredRecord], offset: int, *, as_json: bool) -> int:
    number = offset
    for number, stored in enumerate(found, start=1 + offset):
        if as_json:
            print(json.dumps(stored.to_dict(), ensure_ascii=False))
            continue
        kind = f" ({printable(stored.record.type)})" if stored.record.type else ""
        print(f"{number}. {printable(stored.url)}{kind}")
        for value in stored.record.values:
            text = value.normalized if len(value.normalized) <= _VALUE else f"{value.normalized[: _VALUE - 1]}…"
            print(f"   {printable(value.name)}: {printable(text)}")
    if number == offset:
        print("nothing found; records are stored by `tamis index --records`", file=sys.stderr)
    return 0
