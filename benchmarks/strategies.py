"""Every page strategy against resiliparse's extraction, page by page in one run.

    TAMIS_DATA=… python benchmarks/strategies.py [--pages 400] [--strategies NAME,…]

What is timed on our side is ``tamis.analyze(html, url, strategy=…).text``: decoding, parsing, cutting, deciding and
rendering. A page goes through all competitors in turn before the next one does, so that the machine's moods hit all
alike; the figures to look at are the ratios of the means. Beside the time by the clock stands the processor's, which
other programs disturb less. Strategies of scope ``site`` need several pages and are not in it. Prints a Markdown table
and fails if a strategy is above its bound.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

from resiliparse.extract.html2text import extract_plain_text

import tamis
from tamis.strategies.base import available_strategies

BASE = "resiliparse `extract_plain_text(main_content=True)`"
BOUND = 5.0
BOUNDS = {"svm": 8.0}
"""how many times resiliparse's time a strategy may take; the support vectors of ``svm`` cost more than rules do"""
Run = Callable[[bytes, str | None], object]


class Taken(NamedTuple):
    """Seconds."""

    clock: float
    processor: float


def strategy_run(name: str) -> Run:
    return lambda data, url: tamis.analyze(data, url, strategy=name).text


def read_pages(folder: str, wanted: int) -> list[tuple[bytes, str | None]]:
    pages: list[tuple[bytes, str | None]] = []
    with lzma.open(Path(folder) / "wcxb-dev.jsonl.xz", "rt", encoding="utf-8") as lines:
        for line in lines:
            page = json.loads(line)
            pages.append((page["html"].encode(), page["url"]))
            if len(pages) == wanted:
                break
    return pages


def measure(pages: list[tuple[bytes, str | None]], runs: dict[str, Run]) -> dict[str, list[Taken]]:
    times: dict[str, list[Taken]] = {name: [] for name in runs}
    for data, url in pages[:20]:  # warm up
        for run in runs.values():
            run(data, url)
    for data, url in pages:
        for name, run in runs.items():
            clock, processor = perf_counter(), process_time()
            run(data, url)
            times[name].append(Taken(perf_counter() - clock, process_time() - processor))
    return times


def print_table(times: dict[str, list[Taken]]) -> list[str]:
    """The table, and the strategies that are above their bound."""
    base = means(times[BASE])
    over = []
    print("| | mean ms | ratio | mean processor ms | ratio | bound |\n| --- | ---: | ---: | ---: | ---: | ---: |")
    for name, taken in times.items():
        mean = means(taken)
        ratio = Taken(mean.clock / base.clock, mean.processor / base.processor)
        bound = None if name == BASE else BOUNDS.get(name, BOUND)
        if bound and max(ratio) > bound:
            over.append(name)
        print(
            f"| {f'`{name}`' if bound else name} | {1000 * mean.clock:.2f} | {ratio.clock:.2f} "
            f"| {1000 * mean.processor:.2f} | {ratio.processor:.2f} | {f'{bound:.0f}' if bound else ''} |"
        )
    return over


def means(taken: list[Taken]) -> Taken:
    return Taken(statistics.mean(t.clock for t in taken), statistics.mean(t.processor for t in taken))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=400)
    parser.add_argument("--strategies", default=",".join(s.name for s in available_strategies() if s.scope == "page"))
    options = parser.parse_args()
    folder = os.environ.get("TAMIS_DATA")
    if not folder:
        sys.exit("set TAMIS_DATA to the folder with wcxb-dev.jsonl.xz")
    pages = read_pages(folder, options.pages)
    ours = options.strategies.split(",")
    runs: dict[str, Run] = {BASE: lambda data, _: extract_plain_text(data.decode(), main_content=True)}
    runs |= {name: strategy_run(name) for name in ours}
    times = measure(pages, runs)
    print(f"{len(pages)} pages of wcxb-dev\n")
    over = print_table(times)
    if over:
        sys.exit(f"above the bound: {', '.join(over)}")


if __name__ == "__main__":
    main()
