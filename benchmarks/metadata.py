"""Titles, authors and dates against the gold of wcxb-dev, beside another extractor, in one run.

    python benchmarks/metadata.py "$TAMIS_DATA/wcxb-dev.jsonl.xz"

Title: exact, after white space is collapsed and typographic quotes and dashes are made plain. Author: the same names in
any order, letters' case aside. Date: the same day. "Where gold" counts the pages that have the field in the gold;
"all" counts every page, and saying nothing is right where the gold says nothing.
"""

from __future__ import annotations

import argparse
import json
import lzma
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import tamis

PLAIN = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " ", "‑": "-"})
Fields = dict[str, str | None]


def pages(path: str, limit: int | None) -> Iterator[dict[str, Any]]:
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if limit and number >= limit:
                return
            yield json.loads(line)


def by_tamis(page: dict[str, Any]) -> Fields:
    found = tamis.analyze(page["html"], page["url"], "shallow").metadata
    return {"title": found.title, "author": found.author, "date": found.date}


def by_trafilatura(page: dict[str, Any]) -> Fields:
    from trafilatura import extract_metadata

    found = extract_metadata(page["html"], default_url=page["url"])
    if found is None:
        return {"title": None, "author": None, "date": None}
    return {"title": found.title, "author": found.author, "date": found.date}


def plain(field: str, value: str | None) -> str:
    text = " ".join((value or "").translate(PLAIN).split())
    if field == "author":
        names = re.split(r"\s*(?:,|;|&|\band\b)\s*", text.casefold())
        return ", ".join(sorted(name for name in names if name))
    return text[:10] if field == "date" else text


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--show", choices=("title", "author", "date"), help="print what tamis gets wrong")
    args = parser.parse_args()
    tools: dict[str, Callable[[dict[str, Any]], Fields]] = {"tamis": by_tamis, "trafilatura": by_trafilatura}
    right: dict[str, Counter[str]] = {name: Counter() for name in tools}
    seconds: Counter[str] = Counter()
    gold: Counter[str] = Counter()
    total = 0
    for page in pages(args.corpus, args.limit):
        total += 1
        wanted = {field: plain(field, page.get(field)) for field in ("title", "author", "date")}
        gold.update(field for field, value in wanted.items() if value)
        for name, tool in tools.items():
            begin = time.perf_counter()
            found = tool(page)
            seconds[name] += time.perf_counter() - begin
            for field, value in wanted.items():
                same = plain(field, found[field]) == value
                right[name][field, bool(value)] += same
                if not same and name == "tamis" and args.show == field:
                    print(page["id"], page["page_type"], repr(value), "|", repr(found[field]), file=sys.stderr)
    print(f"| field | gold on | {' | '.join(f'{name}, where gold | {name}, all' for name in tools)} |")
    print(f"| --- | --- |{' --- | --- |' * len(tools)}")
    for field in ("title", "author", "date"):
        cells = [
            f"{right[name][field, True] / max(1, gold[field]):.3f} | "
            f"{(right[name][field, True] + right[name][field, False]) / total:.3f}"
            for name in tools
        ]
        print(f"| {field} | {gold[field]} of {total} | {' | '.join(cells)} |")
    print(f"\nSeconds: {', '.join(f'{name} {seconds[name]:.1f}' for name in tools)}.")


if __name__ == "__main__":
    main()
