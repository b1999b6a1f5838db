"""Quality and speed of tamis and its peers, page by page in one run, and where tamis spends its time.

Every page goes through every extractor before the next page does, so that the machine's moods hit all of them alike;
times are the process's own. On a set that tamis was trained on its F1 is not told. Writes the tables on standard output
and with ``--plot`` a picture of the first set, F1 against time::

    TAMIS_DATA=... python benchmarks/speed.py --pages 300 --plot docs/pictures/speed.svg
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
from pathlib import Path
from time import process_time
from typing import Any

import tamis
from tamis.dom import read
from tamis.evaluate.metrics import word_counts
from tamis.evaluate.peers import PEERS, installed_version
from tamis.evaluate.report.svg import Mark, scatter
from tamis.kernel import COMPILED
from tamis.models.load import SHIPPED, load

FIRST = "resiliparse"
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
    """So many pages of a set, spread over all of it: neighbours are of one kind."""
    with lzma.open(folder / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
        pages = list(lines)
    some = pages[:: max(len(pages) // wanted, 1)][:wanted]
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


def profile(pages: list[tuple[str, str]]) -> None:
    """The stages of tamis, as shares of resiliparse's time."""
    base = PEERS[FIRST].prepare()
    spent: dict[str, float] = {}
    of_base = whole = 0.0
    with stages(spent):
        for html, _ in pages:
            start = process_time()
            base(html)
            of_base += process_time() - start
            start = process_time()
            tamis.extract(html)
            whole += process_time() - start
    print("\n| stage | share of resiliparse's time |\n| --- | --- |")
    for name, label in NAMES.items():
        print(f"| {label} | {spent.get(name, 0.0) / of_base:.2f} |")
    print(f"| the rest | {(whole - sum(spent.values())) / of_base:.2f} |")


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
    parser.add_argument("--pages", type=int, default=300, help="of each set (default: 300)")
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
        print(f"\n{len(pages)} pages of {name}, kernel {'compiled' if COMPILED else 'in plain Python'}\n")
        if options.reader:
            compare_reading(pages)
            continue
        rows = measure(pages)
        table(rows, name in {part["corpus"] for part in load(str(SHIPPED)).card["training"]})
        profile(pages)
        if not number and options.plot:
            plot(rows, options.plot)


if __name__ == "__main__":
    main()
