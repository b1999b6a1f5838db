"""How time grows with the page: ten times the size, at most eleven times the time.

    python benchmarks/growth.py [--sizes 10000,100000,1000000,10000000] [--shapes WORD,…] [--gc-off]
    python benchmarks/growth.py --stages | --memory | --render | --control | --instructions

Generated pages of five shapes through `analyze()` and `.text`, one after the other in one process. What counts is the
process's own time, user and system, which a busy machine disturbs less than the clock: the least of 150 rounds for a
page of 10 KB, 30 of 100 KB, 6 of larger ones, in three turns, each after a round that is not counted. Python's garbage
collector is on, as users have it, and is run between rounds, not in them, so that no page pays for the one before; with
--gc-off it is off.

What the system took is told apart. It is for handing out memory: a large page needs more than what the process has from
the page before, and how long the system takes to find it depends on the machine, not on tamis. --memory says how long
it takes here, in rounds of asking for memory, touching it and giving it back.

--control has the same pages cut at their tags, by four calls of Python that are linear by what they are, and parsed by
turbohtml, which tells what of the growth is the machine's; and extracted by resiliparse, up to 1 MB. --instructions
counts what the processor does, which does not depend on how far its memory is: needs valgrind, and half an hour.

--stages tells the growth of each stage instead, --render that of writing 50,000 and 500,000 short paragraphs as text,
Markdown and HTML. All print Markdown tables.
"""

from __future__ import annotations

import argparse
import gc
import os
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import process_time

import numpy as np
from speed import NAMES, stages

import tamis
from tamis.render.text import to_text

PROSE = "The dough is folded, and rested, and folded again until it holds its shape; nobody should hurry it."
SIZES = (10_000, 100_000, 1_000_000, 10_000_000)
TURNS = 3
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


def spent() -> tuple[float, float]:
    """The processor time of this process so far, and how much of it was the system's."""
    used = getrusage(RUSAGE_SELF)
    return used.ru_utime + used.ru_stime, used.ru_stime


def seconds(html: str) -> tuple[float, float]:
    """The processor time that a page takes, and how much of it is the system's."""
    gc.collect()
    before = spent()
    _ = tamis.analyze(html, limits=LIMITS).text
    after = spent()
    return after[0] - before[0], after[1] - before[1]


def rounds(size: int) -> int:
    return min(max(1_000_000 // size, 2), 50)


def growth(sizes: list[int], shapes: list[str], most: float) -> None:
    """Whole pages."""
    print(
        "| page | " + " | ".join(f"{size:,} bytes, ms" for size in sizes)
        + " | growth of each step | without system |\n| --- |" + " --- |" * (len(sizes) + 2)
    )  # fmt: skip
    over = 0
    for name in shapes:
        least = {size: (float("inf"), 0.0) for size in sizes}
        for _ in range(TURNS):  # all sizes by turns: other work on the machine comes and goes within seconds
            for size in sizes:
                html = SHAPES[name](size)
                seconds(html)
                least[size] = min(least[size], *(seconds(html) for _ in range(rounds(size))))
        taken = list(least.values())
        steps = [after / before for (before, _), (after, _) in pairwise(taken)]
        over += sum(step > most * big / small / 10 for step, (small, big) in zip(steps, pairwise(sizes), strict=True))
        own = [(after[0] - after[1]) / (before[0] - before[1]) for before, after in pairwise(taken)]
        cells = [f"{1000 * t:.1f}" + (f" (system {1000 * system:.0f})" if system > 0.01 else "") for t, system in taken]
        cells += [", ".join(f"{step:.1f}" for step in ratios) for ratios in (steps, own)]
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)
    print(f"\n{over} steps are above {most:g} for ten times the size.")


def of_stages(sizes: list[int], shapes: list[str]) -> None:
    """Each stage of tamis by itself, of the quickest round."""
    print("| page | stage | " + " | ".join(f"{size:,} bytes, ms" for size in sizes) + " | growth of each step |")
    print("| --- |" + " --- |" * (len(sizes) + 2))
    found: dict[str, float] = {}
    with stages(found):
        for name in shapes:
            of_sizes = []
            for size in sizes:
                html, best = SHAPES[name](size), (float("inf"), dict[str, float]())
                for _ in range(rounds(size)):
                    found.clear()
                    whole, _ = seconds(html)
                    best = min(best, (whole, dict(found)), key=lambda of_round: of_round[0])
                of_sizes.append({**best[1], "rest": best[0] - sum(best[1].values()), "all": best[0]})
            for stage, label in {**NAMES, "rest": "the rest", "all": "all"}.items():
                times = [1000 * of_size.get(stage, 0.0) for of_size in of_sizes]
                steps = [f"{after / before:.1f}" if before > 0.05 else "–" for before, after in pairwise(times)]
                cells = " | ".join(f"{time:.2f}" for time in times)
                print(f"| {name} | {label} | {cells} | {', '.join(steps)} |", flush=True)


def memory() -> None:
    """What fresh memory costs: asked for by NumPy, touched once on each page of 4 KB, given back."""
    print("| MB | ms a MB, first round | least | most of 5 rounds |\n| --- | --- | --- | --- |")
    for size in (3, 30, 300, 1000):
        taken = []
        for _ in range(5):
            before = spent()[0]
            room = np.empty(size << 17)
            room[::512] = 1
            taken.append(1000 * (spent()[0] - before) / size)
            del room
        print(f"| {size:,} | {taken[0]:.2f} | {min(taken):.2f} | {max(taken):.2f} |")


def control(sizes: list[int], shapes: list[str]) -> None:
    """Other programs on the same pages."""
    from turbohtml import parse

    from tamis.lab.peers import PEERS

    peer = PEERS["resiliparse"].prepare()
    runs: dict[str, Callable[[str], object]] = {
        "cut at its tags": lambda html: "\n".join([part.partition(">")[2].strip() for part in html.split("<")]),
        "parsed by turbohtml": parse,
        "resiliparse": peer,
    }
    print("| page | | " + " | ".join(f"{size:,} bytes, ms" for size in sizes) + " | growth of each step |")
    print("| --- |" + " --- |" * (len(sizes) + 2))
    for name in shapes:
        for what, run in runs.items():
            some = [size for size in sizes if run is not peer or size <= 1_000_000]  # a larger one takes it a minute
            least = dict.fromkeys(some, float("inf"))
            for _ in range(TURNS):
                for size in some:
                    html = SHAPES[name](size)
                    for _ in range(rounds(size)):
                        gc.collect()
                        before = spent()[0]
                        made = run(html)
                        least[size] = min(least[size], spent()[0] - before)
                        del made
            cells = [f"{1000 * least[size]:.1f}" if size in least else "" for size in sizes]
            steps = ", ".join(f"{after / before:.1f}" for before, after in pairwise(least.values()))
            print(f"| {name} | {what} | {' | '.join(cells)} | {steps} |", flush=True)


COUNTED = """
import sys; sys.path[:0] = [{folder!r}]
import gc, growth, tamis
html = growth.SHAPES[{name!r}]({size})
gc.disable()
for _ in range(int(sys.argv[1])):
    tamis.analyze(html, limits=growth.LIMITS).text
"""


def instructions(sizes: list[int], shapes: list[str]) -> None:
    """Instructions of a page: what a process with two rounds takes more than one with one."""
    print("| page | " + " | ".join(f"{size:,} bytes, millions" for size in sizes) + " | growth of each step |")
    print("| --- |" + " --- |" * (len(sizes) + 1))
    for name in shapes:
        counts = [(_counted(name, size, 2) - _counted(name, size, 1)) / 1e6 for size in sizes]
        steps = ", ".join(f"{after / before:.2f}" for before, after in pairwise(counts))
        print(f"| {name} | " + " | ".join(f"{count:,.0f}" for count in counts) + f" | {steps} |", flush=True)


def _counted(name: str, size: int, turns: int) -> int:
    code = COUNTED.format(folder=str(Path(__file__).parent), name=name, size=size)
    valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    fixed = os.environ | {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
    command = [*valgrind, sys.executable, "-c", code, str(turns)]
    told = subprocess.run(command, capture_output=True, text=True, check=True, env=fixed).stderr
    found = re.search(r"I +refs: +([\d,]+)", told)
    assert found, told
    return int(found[1].replace(",", ""))


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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=lambda text: [int(size) for size in text.split(",")], default=list(SIZES))
    parser.add_argument("--shapes", type=lambda text: text.split(","), default=[""], help="words of their names")
    parser.add_argument("--most", type=float, default=11.0, help="what ten times the size is to take at most")
    parser.add_argument("--gc-off", action="store_true")
    parser.add_argument("--stages", action="store_true")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--render", action="store_true")
    parser.add_argument("--control", action="store_true")
    parser.add_argument("--instructions", action="store_true")
    args = parser.parse_args()
    if args.gc_off:
        gc.disable()
    shapes = [name for name in SHAPES if any(word in name for word in args.shapes)]
    if args.render:
        rendering()
    elif args.memory:
        memory()
    elif args.control:
        control(args.sizes, shapes)
    elif args.instructions:
        instructions(args.sizes, shapes)
    elif args.stages:
        of_stages(args.sizes, shapes)
    else:
        growth(args.sizes, shapes, args.most)


if __name__ == "__main__":
    main()
