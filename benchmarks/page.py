"""Bytes to Page against resiliparse's whole extraction, page by page in one run.

    TAMIS_DATA=… python benchmarks/page.py [--pages 400]

What is timed on our side: decoding, parsing, texts, words, link words, and the spans and tag paths of all blocks. A
page goes through all competitors in turn before the next one does, so that the machine's moods hit all alike; the
figure to look at is the ratio. Prints a Markdown table.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import statistics
import sys
from pathlib import Path
from time import perf_counter

import turbohtml
from resiliparse.extract.html2text import extract_plain_text

import tamis
from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read

LIMITS = tamis.Limits()


def page_with_everything(data: bytes) -> None:
    page = text_flow(read(data, None, LIMITS))
    _ = page.spans, page.paths


COMPETITORS = {
    "resiliparse `extract_plain_text(main_content=True)`": lambda data: extract_plain_text(
        data.decode(), main_content=True
    ),
    "tamis: bytes → Page with spans and tag paths": page_with_everything,
    "tamis: bytes → Page, spans not read": lambda data: text_flow(read(data, None, LIMITS)),
    "turbohtml: parse alone": turbohtml.parse,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=400)
    folder = os.environ.get("TAMIS_DATA")
    if not folder:
        sys.exit("set TAMIS_DATA to the folder with wcxb-dev.jsonl.xz")
    wanted = parser.parse_args().pages
    pages = []
    with lzma.open(Path(folder) / "wcxb-dev.jsonl.xz", "rt", encoding="utf-8") as lines:
        for line in lines:
            pages.append(json.loads(line)["html"].encode())
            if len(pages) == wanted:
                break
    times: dict[str, list[float]] = {name: [] for name in COMPETITORS}
    for data in pages[:20]:  # warm up
        for run in COMPETITORS.values():
            run(data)
    for data in pages:
        for name, run in COMPETITORS.items():
            start = perf_counter()
            run(data)
            times[name].append(perf_counter() - start)
    base = statistics.mean(next(iter(times.values())))
    print(f"{len(pages)} pages of wcxb-dev\n")
    print("| | mean ms | median ms | p99 ms | ratio of means |\n| --- | --- | --- | --- | --- |")
    for name, taken in times.items():
        cut = sorted(taken)
        row = (statistics.mean(taken), cut[len(cut) // 2], cut[int(len(cut) * 0.99)])
        print(f"| {name} | " + " | ".join(f"{1000 * t:.2f}" for t in row) + f" | {row[0] / base:.2f} |")


if __name__ == "__main__":
    main()
