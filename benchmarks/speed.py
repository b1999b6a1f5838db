"""What extraction costs: tamis in each form, its peers and bare parsers, page by page in one run.

    python benchmarks/speed.py wcxb-dev dragnet [--pages 150] [--rounds 3] [--peers resiliparse,trafilatura]

A page set is a path that `tamis evaluate` reads, or the name of one in the folder TAMIS_DATA. Of each, that many
pages, spread over it, make one table (--pages 0: all). Every page goes through all of them in turns, and the least of
an extractor's rounds counts, so that what disturbs a busy machine for a moment hits all alike, or is not in it. Times
are the process's own. All get the page as text, decoded, without its address. A set that is named twice shows how well
the figures repeat.

--stages prints where tamis spends its time instead.
Quality is what `tamis evaluate` measures.
"""

from __future__ import annotations

import argparse
import importlib
import os
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from math import inf
from pathlib import Path
from time import process_time
from typing import Any

from turbohtml import parse

import tamis
from tamis.html.decode import decode
from tamis.lab.corpora import Corpus, load
from tamis.lab.evaluation import plan
from tamis.lab.peers import PEERS, installed_version

Run = Callable[[str], Any]
"""what is timed: a page, as text"""

ROUNDS = 3
WARM_UP = 20
"""pages before the first that counts, for imports and caches"""
TEXT = "tamis, text"
FORMS: Mapping[str, Run] = {
    TEXT: tamis.extract,
    "tamis, text, `include_title=False`": partial(tamis.extract, include_title=False),
    "tamis, Markdown": partial(tamis.extract, output_format="markdown"),
    "tamis, HTML": partial(tamis.extract, output_format="html"),
    "tamis, JSON": partial(tamis.extract, output_format="json"),
    "tamis, JSON with metadata": partial(tamis.extract, output_format="json", with_metadata=True),
}
STAGES = (
    "tamis.api:read", "tamis.blocks.embedded:text_flow", "tamis.strategies.auto:compute_features",
    "tamis.model.load:predict", "tamis.strategies.auto:apply_rules", "tamis.strategies.auto:decide",
    "tamis.render.text:_body",
)  # fmt: skip
NAMES = {
    "read": "read the page, or parse it", "text_flow": "cut it into blocks", "compute_features": "features",
    "predict": "network", "apply_rules": "rules", "decide": "decisions", "_body": "text",
}  # fmt: skip


def page_set(name: str) -> Corpus:
    """The set at a path, or of that name in TAMIS_DATA."""
    named = Path(os.environ.get("TAMIS_DATA", ".")) / f"{name}.jsonl.xz"
    if not (Path(name).exists() or named.exists()):
        sys.exit(f"no page set at {name} or {named}: give a path, or set TAMIS_DATA to the folder with the sets")
    return load(name if Path(name).exists() else named)


def pages_of(corpus: Corpus, wanted: int) -> list[str]:
    """So many pages of a set, or all (0), as text, evenly spread over it: neighbours are of one kind."""
    chosen = plan(corpus, limit=wanted or None).only
    pages = [page for number, page in enumerate(corpus) if chosen is None or number in chosen]
    return [page.html if isinstance(page.html, str) else decode(page.html, page.encoding)[0] for page in pages]


def peer_runs(names: Sequence[str]) -> dict[str, Run]:
    """The peers by name and version, as their adapters call them; resiliparse in its second form too."""
    found: dict[str, Run] = {}
    for name in names:
        installed = installed_version(PEERS[name])
        if installed is None:
            sys.exit(f"{name} is not installed: leave it out of --peers, or install the extra `peers`")
        found[f"{name} {installed}"] = PEERS[name].prepare()
        if name == "resiliparse":
            from resiliparse.extract.html2text import extract_plain_text

            found[f"{name} {installed}, minimal HTML"] = partial(
                extract_plain_text, main_content=True, preserve_formatting="minimal_html"
            )
    return found


def parser_runs() -> dict[str, Run]:
    """Parsers that do nothing else: ours, and selectolax where it is installed."""
    found: dict[str, Run] = {f"turbohtml {version('turbohtml')}, parse alone": parse}
    if find_spec("selectolax"):
        from selectolax.lexbor import LexborHTMLParser

        found[f"selectolax {version('selectolax')}, parse alone"] = LexborHTMLParser
    return found


def turns(runs: Mapping[str, Run], pages: Sequence[str], rounds: int) -> Iterator[tuple[int, str, float]]:
    """The one timing loop: the page's number, whose turn it was and the processor seconds it took.

    On every page the runs take turns, so many rounds over, every other round backwards: after one that fills the
    processor's caches with its own, the next is slower, and nobody is to be the next each time. A run that fails on a
    page took the time until it failed.
    """
    forwards = list(runs.items())
    for html in pages[:WARM_UP]:
        for run in runs.values():
            with suppress(Exception):
                run(html)
    for number, html in enumerate(pages):
        for turn in range(rounds):
            for name, run in reversed(forwards) if turn % 2 else forwards:
                start = process_time()
                with suppress(Exception):
                    run(html)
                yield number, name, process_time() - start


def least_times(runs: Mapping[str, Run], pages: Sequence[str], rounds: int) -> dict[str, list[float]]:
    """Of each run the least seconds that each page took."""
    least = {name: [inf] * len(pages) for name in runs}
    for number, name, taken in turns(runs, pages, rounds):
        least[name][number] = min(least[name][number], taken)
    return least


def table(least: Mapping[str, Sequence[float]], base: str) -> list[str]:
    """A row each: mean, median and p99 in milliseconds, the mean against tamis's text, all three against ``base``.

    >>> for row in table({"a 1.0": [0.001, 0.003], TEXT: [0.002, 0.002]}, "a 1.0"):
    ...     print(row)
    | | mean ms | median ms | p99 ms | mean × text | mean × a 1.0 | median | p99 |
    | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    | a 1.0 | 2.00 | 3.00 | 3.00 | 1.00 | 1.00 | 1.00 | 1.00 |
    | tamis, text | 2.00 | 2.00 | 2.00 | 1.00 | 1.00 | 0.67 | 0.67 |
    """

    def figures(times: Sequence[float]) -> tuple[float, float, float]:
        cut = sorted(times)
        return statistics.mean(cut), cut[len(cut) // 2], cut[int(len(cut) * 0.99)]

    of_text, of_base = figures(least[TEXT]), figures(least[base])
    rows = [f"| | mean ms | median ms | p99 ms | mean × text | mean × {base} | median | p99 |"]
    rows.append("| --- |" + " ---: |" * 7)
    for name, times in least.items():
        mine = figures(times)
        ratios = [mine[0] / of_text[0], *(a / b for a, b in zip(mine, of_base, strict=True))]
        cells = [f"{1000 * seconds:.2f}" for seconds in mine] + [f"{ratio:.2f}" for ratio in ratios]
        rows.append(f"| {name} | {' | '.join(cells)} |")
    return rows


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


def profile(pages: Sequence[str], rounds: int) -> list[str]:
    """The stages of tamis's text, as shares of its time; of each page the quickest round counts."""
    quickest: list[dict[str, float]] = [{"rest": inf} for _ in pages]
    spent: dict[str, float] = {}

    def run(html: str) -> None:
        spent.clear()
        tamis.extract(html)

    with stages(spent):
        for number, _, taken in turns({TEXT: run}, pages, rounds):
            if taken < sum(quickest[number].values()):
                quickest[number] = {**spent, "rest": taken - sum(spent.values())}
    whole = sum(sum(found.values()) for found in quickest)
    rows = ["| stage | share of the time |", "| --- | ---: |"]
    for name, label in {**NAMES, "rest": "the rest"}.items():
        rows.append(f"| {label} | {sum(found.get(name, 0.0) for found in quickest) / whole:.0%} |")
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+", metavar="SET", help="a page set: a path, or a name in TAMIS_DATA")
    parser.add_argument("--pages", type=int, default=150, help="of each set; 0 for all (default: 150)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"on each page (default: {ROUNDS})")
    some = "resiliparse,trafilatura"
    parser.add_argument("--peers", default=some, help=f"all or NAME,…; ratios are to the first (default: {some})")
    parser.add_argument("--stages", action="store_true", help="the time of each stage of tamis instead")
    options = parser.parse_args()
    names = list(PEERS) if options.peers == "all" else options.peers.split(",")
    if unknown := [name for name in names if name not in PEERS]:
        parser.error(f"no peer is called {unknown[0]!r}: choose among {', '.join(PEERS)}")
    peers = peer_runs(names)
    base = next(iter(peers))
    for corpus in map(page_set, options.sets):
        pages = pages_of(corpus, options.pages)
        print(f"\n{corpus.name}: {len(pages)} pages\n", flush=True)
        if options.stages:
            lines = profile(pages, options.rounds)
        else:
            lines = table(least_times({**FORMS, **peers, **parser_runs()}, pages, options.rounds), base)
        print("\n".join(lines), flush=True)


if __name__ == "__main__":
    main()
