"""How time grows with the page: ten times the size, at most eleven times the time.

    python benchmarks/growth.py [--render]

Generated pages of five shapes, each at 100 KB, 1 MB and 10 MB, through `analyze()` and `.text`; the best of several
runs, in processor time, which a busy machine disturbs less. What the system takes of it, which is mostly for handing
out memory (up to 2.7 GB for the largest), is told apart: it depends on the machine. With --render, writing 50,000 and
500,000 short paragraphs as text, Markdown and HTML instead. Prints a Markdown table.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from itertools import pairwise
from resource import RUSAGE_SELF, getrusage
from time import process_time

import tamis
from tamis.render.text import to_text

PROSE = "The dough is folded, and rested, and folded again until it holds its shape; nobody should hurry it."
SIZES = (100_000, 1_000_000, 10_000_000)
LIMITS = tamis.Limits(max_bytes=50_000_000, max_nodes=10_000_000, seconds=600)


def repeat(part: Callable[[int], str], size: int) -> str:
    parts, length, number = [], 0, 0
    while length < size:
        parts.append(part(number))
        length += len(parts[-1])
        number += 1
    return "".join(parts)


SHAPES: dict[str, Callable[[int], str]] = {
    "paragraphs": lambda size: repeat(lambda i: f"<p>{PROSE} {i}</p>\n", size),
    "sibling `p` of one word": lambda size: "<p>hello" * (size // 8),
    "nested `div`": lambda size: "<div>" * (size // 5) + PROSE,
    "articles with navigation": lambda size: repeat(
        lambda i: (
            f'<div class="n{i}"><ul><li><a href=/{i}>Link {i}</a></ul><h2>Part {i}</h2><p>{PROSE} {PROSE}</p></div>'
        ),
        size,
    ),
    "table cells": lambda size: "<table>" + repeat(lambda i: f"<tr><td>{i}<td>{PROSE}", size),
}


def seconds(html: str) -> tuple[float, float]:
    """The processor time in all, and how much of it is the system's."""
    gc.collect()
    before = getrusage(RUSAGE_SELF)
    _ = tamis.analyze(html, limits=LIMITS).text
    after = getrusage(RUSAGE_SELF)
    system = after.ru_stime - before.ru_stime
    return after.ru_utime - before.ru_utime + system, system


def rendering() -> None:
    """Writing what was kept, the analysis not counted."""
    print("| format | 50,000 paragraphs, ms | 500,000 paragraphs, ms | growth |\n| --- | --- | --- | --- |")
    few, many = (
        tamis.analyze("<p>hello world</p>\n" * count, strategy="eniw", limits=LIMITS) for count in (50_000, 500_000)
    )
    few.html()  # what is imported late is there
    for name, write in (("text", to_text), ("Markdown", lambda d: d.markdown()), ("HTML", lambda d: d.html())):
        taken = []
        for document in (few, many):
            start = process_time()
            assert len(write(document)) > len(document.page)
            taken.append(1000 * (process_time() - start))
        print(f"| {name} | {taken[0]:.0f} | {taken[1]:.0f} | {taken[1] / taken[0]:.1f} |")


def main() -> None:
    if "--render" in sys.argv:
        rendering()
        return
    print("| page | " + " | ".join(f"{size:,} bytes, ms" for size in SIZES) + " | growth, 10 × each | without system |")
    print("| --- |" + " --- |" * (len(SIZES) + 2))
    for name, make in SHAPES.items():
        taken = []
        for size in SIZES:
            html = make(size)
            taken.append(min(seconds(html) for _ in range(20 if size < 1_000_000 else 5 if size < 5_000_000 else 3)))
        steps = [after / before for (before, _), (after, _) in pairwise(taken)]
        own = [(after[0] - after[1]) / (before[0] - before[1]) for before, after in pairwise(taken)]
        cells = [f"{1000 * t:.1f}" + (f" (system {1000 * system:.0f})" if system > 0.01 else "") for t, system in taken]
        cells += [", ".join(f"{step:.1f}" for step in ratios) for ratios in (steps, own)]
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
