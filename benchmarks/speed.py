"""Quality and speed of tamis and its peers, page by page in one run, and where tamis spends its time.

    TAMIS_DATA=... python benchmarks/speed.py [--pages 150] [--plot docs/pictures/speed.svg]

Three tables for each set. The first is of the fast ones, tamis, resiliparse and the bare parser, on all its pages:
each page goes through all of them, five times over, and the least of an extractor's five times counts, so that what
disturbs a busy machine for a moment is not in it; --repeats says how well that works. The second is of all peers with
their quality, once each on some of the pages: there a disturbance hits all alike, and only the ratios mean much. The
third is tamis stage by stage. Times are the process's own. On a set that tamis was trained on its F1 is not told.
"""

from __future__ import annotations

import argparse
import importlib
import json
import lzma
import os
import statistics
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from time import process_time
from typing import Any

from turbohtml import parse

import tamis
from tamis.dom import read
from tamis.evaluate.metrics import word_counts
from tamis.evaluate.peers import PEERS, installed_version
from tamis.evaluate.report.svg import Mark, scatter
from tamis.kernel import COMPILED
from tamis.models.load import SHIPPED, load

FIRST = "resiliparse"
BARE = "turbohtml, parse alone"
ROUNDS = 5
STAGES = (
    "tamis.api:read", "tamis.segment.embedded:text_flow", "tamis.strategies.auto:fill", "tamis.strategies.auto:run",
    "tamis.strategies.auto:coherent", "tamis.strategies.auto:decide", "tamis.render.text:to_text",
)  # fmt: skip
COLUMNS = ("tags", "parents", "traits", "flags", "runs", "run_parents", "run_cuts", "run_seen")
NAMES = {
    "read": "read the page, or parse it", "text_flow": "cut it into blocks", "fill": "columns", "run": "network",
    "coherent": "coherence", "decide": "decisions", "to_text": "text",
}  # fmt: skip


def pages_of(folder: Path, name: str, wanted: int) -> list[tuple[str, str]]:
    """So many pages of a set, or all (0), spread over it: neighbours are of one kind."""
    with lzma.open(folder / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
        pages = list(lines)
    some = pages[:: max(len(pages) // wanted, 1)][:wanted] if wanted else pages
    return [(page["html"], page["gold"]) for page in map(json.loads, some)]


def extractors() -> dict[str, Callable[[str], str | None]]:
    found: dict[str, Callable[[str], str | None]] = {"tamis": tamis.extract}
    for name, peer in PEERS.items():
        if installed_version(peer):
            found[name] = peer.prepare()
    return {FIRST: found.pop(FIRST), **found}


@contextmanager
def stages(spent: dict[str, float]) -> Iterator[None]:
    """Add up the time that each stage of tamis takes for itself."""
    inside: list[float] = []
    restored = []
    for place in STAGES:
        module_name, name = place.split(":")
        module = importlib.import_module(module_name)
        run = getattr(module, name)
        restored.append((module, name, run))

        def timed(*args: Any, _run: Any = run, _name: str = name, **options: Any) -> Any:
            start = process_time()
            inside.append(0.0)
            try:
                return _run(*args, **options)
            finally:
                taken = process_time() - start
                spent[_name] = spent.get(_name, 0.0) + taken - inside.pop()
                if inside:
                    inside[-1] += taken

        setattr(module, name, timed)
    try:
        yield
    finally:
        for module, name, run in restored:
            setattr(module, name, run)


def measure_fast(pages: list[tuple[str, str]], rounds: int) -> dict[str, list[float]]:
    """Of each of the fast ones the least seconds that each page took."""
    runs: dict[str, Callable[[str], Any]] = {FIRST: PEERS[FIRST].prepare(), "tamis": tamis.extract, BARE: parse}
    least: dict[str, list[float]] = {name: [] for name in runs}
    for html, _ in pages[:20]:
        for run in runs.values():
            run(html)
    for html, _ in pages:
        taken: dict[str, list[float]] = {name: [] for name in runs}
        for _ in range(rounds):
            for name, run in runs.items():
                start = process_time()
                run(html)
                taken[name].append(process_time() - start)
        for name, times in taken.items():
            least[name].append(min(times))
    return least


def fast_table(least: dict[str, list[float]]) -> list[float]:
    """Mean, median and p99, each with its ratio to resiliparse's; gives those of tamis."""

    def figures(times: list[float]) -> tuple[float, float, float]:
        cut = sorted(times)
        return statistics.mean(cut), cut[len(cut) // 2], cut[int(len(cut) * 0.99)]

    base = figures(least[FIRST])
    print("\n| | mean ms | ratio | median ms | ratio | p99 ms | ratio |\n| --- | --- | --- | --- | --- | --- | --- |")
    for name, times in least.items():
        cells = [f"{1000 * mine:.2f} | {mine / other:.2f}" for mine, other in zip(figures(times), base, strict=True)]
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)
    return [mine / other for mine, other in zip(figures(least["tamis"]), base, strict=True)]


def measure(pages: list[tuple[str, str]]) -> list[tuple[str, float, list[float]]]:
    """Name, mean word F1 and seconds a page of each extractor."""
    chosen = extractors()
    seconds: dict[str, list[float]] = {name: [] for name in chosen}
    scores: dict[str, list[float]] = {name: [] for name in chosen}
    for number, (html, gold) in enumerate([*pages[:1] * 10, *pages]):
        for name, extract in chosen.items():
            start = process_time()
            try:
                answer = extract(html) or ""
            except Exception:  # a peer that fails on a page has nothing to say on it
                answer = ""
            taken = process_time() - start
            if number >= 10:  # the first ones warm up
                seconds[name].append(taken)
                scores[name].append(word_counts(answer, gold).rates.f1)
    return [(name, statistics.mean(scores[name]), seconds[name]) for name in chosen]


def table(rows: list[tuple[str, float, list[float]]], trained: bool) -> None:
    base = statistics.mean(rows[0][2])
    print("| | word F1 | mean ms | median ms | p99 ms | ratio of means |\n| --- | --- | --- | --- | --- | --- |")
    for name, score, taken in sorted(rows, key=lambda row: statistics.mean(row[2])):
        cut = sorted(taken)
        times = (statistics.mean(taken), cut[len(cut) // 2], cut[int(len(cut) * 0.99)])
        told = "trained on it" if trained and name == "tamis" else f"{score:.3f}"
        print(f"| {name} | {told} | " + " | ".join(f"{1000 * t:.2f}" for t in times) + f" | {times[0] / base:.2f} |")


def profile(pages: list[tuple[str, str]], rounds: int) -> None:
    """The stages of tamis, as shares of resiliparse's time; of each page the quickest round counts."""
    base = PEERS[FIRST].prepare()
    whole: dict[str, float] = {}
    of_base = 0.0
    spent: dict[str, float] = {}
    with stages(spent):
        for html, _ in pages:
            of_page, quickest = [], {"rest": inf}
            for _ in range(rounds):
                start = process_time()
                base(html)
                of_page.append(process_time() - start)
                spent.clear()
                start = process_time()
                tamis.extract(html)
                rest = process_time() - start - sum(spent.values())
                quickest = min(quickest, {**spent, "rest": rest}, key=lambda found: sum(found.values()))
            of_base += min(of_page)
            for name, taken in quickest.items():
                whole[name] = whole.get(name, 0.0) + taken
    print("\n| stage | share of resiliparse's time |\n| --- | --- |")
    for name, label in {**NAMES, "rest": "the rest"}.items():
        print(f"| {label} | {whole.get(name, 0.0) / of_base:.2f} |")


def compare_reading(pages: list[tuple[str, str]]) -> None:
    """How many pages are read without the parser, and of how many its columns are not the parser's."""
    read_so = wrong = 0
    for html, _ in pages:
        tree = read(html, None, tamis.Limits())
        if tree.kept_markup is not None:
            parsed = read(html, None, tamis.Limits(), document=True)
            read_so += 1
            wrong += any(getattr(tree, column) != getattr(parsed, column) for column in COLUMNS)
    print(f"{read_so} of {len(pages)} are read without a parser, {wrong} of them not as the parser would")


def plot(rows: list[tuple[str, float, list[float]]], path: Path) -> None:
    marks = [
        Mark(name, 1000 * statistics.mean(taken), score, score, score, "#c2410c" if name == "tamis" else "#475569")
        for name, score, taken in rows
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    drawn = scatter(marks, x_label="ms a page, mean (logarithmic)", y_label="word F1")
    whole = drawn.replace(
        "<svg ", '<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" font-size="13" ', 1
    )
    path.write_text(whole, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=150, help="of each set for all peers (default: 150)")
    parser.add_argument("--fast-pages", type=int, default=0, help="of each set for the fast ones (default: all)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"of the fast ones (default: {ROUNDS})")
    parser.add_argument(
        "--repeats", type=int, default=1, help="measure the fast ones so often, and say how well it agrees"
    )
    parser.add_argument("--fast", action="store_true", help="only the table of the fast ones")
    parser.add_argument("--sets", default="dragnet,wcxb-dev", help="the first is drawn (default: dragnet,wcxb-dev)")
    parser.add_argument("--plot", type=Path, help="a picture of the first set, as SVG")
    parser.add_argument(
        "--reader", action="store_true", help="only count the pages that need no parser, and check them"
    )
    options = parser.parse_args()
    folder = os.environ.get("TAMIS_DATA")
    if not folder:
        sys.exit("set TAMIS_DATA to the folder with the page sets")
    for number, name in enumerate(options.sets.split(",")):
        pages = pages_of(Path(folder), name, options.pages)
        print(f"\n{name}, kernel {'compiled' if COMPILED else 'in plain Python'}\n", flush=True)
        if options.reader:
            compare_reading(pages)
            continue
        many = pages_of(Path(folder), name, options.fast_pages)
        print(f"{len(many)} pages, the least of {options.rounds} rounds")
        ratios = [fast_table(measure_fast(many, options.rounds)) for _ in range(options.repeats)]
        if options.repeats > 1:
            apart = [f"{100 * (max(column) / min(column) - 1):.1f} %" for column in zip(*ratios, strict=True)]
            print(f"\nthe ratios of {options.repeats} runs are apart by (mean, median, p99): {', '.join(apart)}")
        if options.fast:
            continue
        print(f"\n{len(pages)} pages, one round\n")
        rows = measure(pages)
        table(rows, name in {part["corpus"] for part in load(str(SHIPPED)).card["training"]})
        profile(pages, options.rounds)
        if not number and options.plot:
            plot(rows, options.plot)


if __name__ == "__main__":
    main()
