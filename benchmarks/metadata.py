"""Metadata against what annotators and publishers' own parsers found, beside other extractors, in one run.

    python benchmarks/metadata.py wcxb-dev andy fundus dates-dev

Sets are looked for in the folder ``TAMIS_DATA``. tamis chooses by weights that have not seen the page's host: they are
fitted here, in four folds (``tamis.lab.training.metadata``). A field is right if it is

- title: the same text, after white space is collapsed, letters' case and typographic quotes and dashes are made plain,
- author: the same set of names, letters' case and white space aside, however many there are,
- date: the same day.

The first table counts pages whose gold has the field, the second pages whose gold lacks it, where to find nothing is
right. ``--show FIELD`` lists what tamis gets wrong.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import tamis
from tamis.lab.training.metadata import FIELDS as FITTED
from tamis.lab.training.metadata import SETS, comparable, crossed, gather

FIELDS = ("title", "author", "date")
FORMS = {"title": "title", "author": "authors", "date": "date"}
"""how a field is compared"""
Page = dict[str, Any]
Found = dict[str, Any]
"""of the fields that a tool knows: a text, or a list of them"""


def data() -> Path:
    return Path(os.environ.get("TAMIS_DATA", "../shared/data"))


def pages(name: str, limit: int | None) -> Iterator[Page]:
    with lzma.open(data() / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if limit and number >= limit:
                return
            yield json.loads(line)


def by_tamis(page: Page) -> Found:
    """What the shipped weights choose."""
    found = tamis.analyze(page["html"], page["url"], "shallow").metadata
    return {"title": found.title, "author": list(found.authors), "date": found.date}


def by_folds(sets: Sequence[str]) -> dict[tuple[str, str], Found]:
    """For each set and page what weights that have not seen its host choose."""
    found: dict[tuple[str, str], Found] = {}
    for field, examples in gather(data(), sets, list(FITTED)).items():
        for example, at in zip(examples, crossed(field, examples, 4), strict=True):
            value = (example.candidates[at].values or example.candidates[at].value) if at >= 0 else None
            found.setdefault((example.set, example.id), {})["author" if field == "authors" else field] = value
    return found


def by_trafilatura(page: Page) -> Found:
    from trafilatura import extract_metadata

    found = extract_metadata(page["html"], default_url=page["url"])
    return {field: getattr(found, field, None) for field in FIELDS}


def by_htmldate(page: Page) -> Found:
    from htmldate import find_date

    return {"date": find_date(page["html"], url=page["url"], original_date=True)}


def by_newspaper4k(page: Page) -> Found:
    from newspaper import Article

    article = Article(page["url"] or "https://example.org/", fetch_images=False)
    article.download(input_html=page["html"])
    article.parse()
    return {"title": article.title, "author": article.authors, "date": str(article.publish_date or "")}


TOOLS: dict[str, Callable[[Page], Found]] = {
    "tamis": by_tamis, "trafilatura": by_trafilatura, "htmldate": by_htmldate, "newspaper4k": by_newspaper4k,
}  # fmt: skip


def found_by(name: str, page: Page) -> Found:
    try:
        return TOOLS[name](page)
    except Exception as error:  # a peer that fails on a page has found nothing there
        print(f"{name} failed on {page['id']}: {error!r}"[:200], file=sys.stderr)
        return {}


def row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    parser = argparse.ArgumentParser(description="Metadata against annotations, beside other extractors.")
    parser.add_argument("sets", nargs="*", default=SETS, metavar="set")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--tools", default=",".join(TOOLS))
    parser.add_argument("--show", choices=FIELDS, help="print what tamis gets wrong")
    args = parser.parse_args()
    tools = args.tools.split(",")
    unseen = by_folds(args.sets) if "tamis" in tools else {}
    seconds: Counter[str] = Counter()
    rows: dict[bool, list[str]] = {True: [], False: []}
    for name in args.sets:
        right: Counter[tuple[str, str, bool]] = Counter()
        number: Counter[tuple[str, bool]] = Counter()
        known: set[str] = set()
        for page in pages(name, args.limit):
            answers = {}
            for tool in tools:
                begin = time.process_time()
                answers[tool] = found_by(tool, page)
                seconds[tool] += time.process_time() - begin
            if "tamis" in answers:
                answers["tamis"] |= unseen[name, page["id"]]
            known |= page.keys()
            for field in FIELDS:
                wanted = comparable(FORMS[field], page.get(field))
                number[field, bool(wanted)] += 1
                for tool, found in answers.items():
                    right[tool, field, bool(wanted)] += comparable(FORMS[field], found.get(field)) == wanted
                if args.show == field and comparable(FORMS[field], answers["tamis"].get(field)) != wanted:
                    print(
                        name, page["id"], repr(page.get(field)), "|", repr(answers["tamis"].get(field)), file=sys.stderr
                    )
        for field, given in sorted(number):
            if field in known and (given or number[field, True]):
                of = [
                    f"{right[tool, field, given] / number[field, given]:.3f}" if field in by_field(tool) else ""
                    for tool in tools
                ]
                rows[given].append(row([field, name, number[field, given], *of]))
    for given, heading in ((True, "pages with gold"), (False, "pages without")):
        print(row(["field", "set", heading, *tools]))
        print(row(["---", "---", *["---:"] * (1 + len(tools))]))
        print("\n".join(sorted(rows[given])), end="\n\n")
    print("Processor time: " + ", ".join(f"{tool} {seconds[tool]:.0f} s" for tool in tools) + ".")


def by_field(tool: str) -> tuple[str, ...]:
    """The fields that a tool knows."""
    return ("date",) if tool == "htmldate" else FIELDS


if __name__ == "__main__":
    main()
