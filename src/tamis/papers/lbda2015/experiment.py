"""LBDA 2015: tables 1 to 5, recall, precision, accuracy, time and memory against a heuristic approach.

Recall and precision are those of terms (its eq. 1 and 2), all pages of a set together; accuracy is the share of blocks
decided on rightly. The paper does not describe its heuristic approach; the one below is ours: tag rules.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import process_time
from typing import NamedTuple

import numpy as np

from tamis.api import analyze
from tamis.blocks.decisions import Decisions
from tamis.blocks.text_flow import text_flow
from tamis.document import Document
from tamis.html.columns import depth, tagged
from tamis.html.tree import read
from tamis.lab.corpora import GoldPage
from tamis.lab.experiments import Decided, Setting, outcome, shown
from tamis.lab.metrics import Counts, word_counts
from tamis.limits import Limits
from tamis.papers.lbda2015.ad_servers import advertisements
from tamis.report.table import Table

_STRATEGY = "lbda"
_SETS = ("wcxb-dev", "dragnet", "andy", "google-trends-2017", "canola")
_MOST_PAGES = 200
_MEMORY_PAGES = 50

_DROPPED = frozenset(("nav", "header", "footer", "aside", "form", "script", "style"))
_LEAST_WORDS = 10

# Tables 1 to 5: the heuristic approach and LBDA on its five datasets. Units are the paper's, which names none.
_PAPER: dict[str, tuple[tuple[int, int], ...]] = {
    "recall": ((73, 82), (75, 86), (79, 89), (83, 93), (84, 96)),
    "precision": ((80, 92), (76, 89), (72, 85), (69, 81), (67, 79)),
    "accuracy": ((25, 35), (32, 39), (30, 40), (39, 49), (40, 50)),
    "time": ((95, 89), (91, 85), (88, 79), (83, 72), (81, 71)),
    "memory": ((17, 12), (19, 12), (20, 13), (23, 15), (25, 16)),
}


class _Figures(NamedTuple):
    recall: float
    precision: float
    accuracy: float
    time: float
    memory: float


_MEASURES = {  # title, unit, digits
    "recall": ("table 1: recall of terms", "%", 1),
    "precision": ("table 2: precision of terms", "%", 1),
    "accuracy": ("table 3: blocks decided on rightly", "%", 1),
    "time": ("table 4: execution time", "ms a page", 1),
    "memory": ("table 5: memory", "KB a page", 0),
}


def experiments(setting: Setting) -> Iterator[Table]:
    """The five tables."""
    sets = {name: list(setting.some(name, _MOST_PAGES)) for name in _SETS}
    found = {name: (_figures(pages, heuristic), _figures(pages, _lbda)) for name, pages in sets.items()}
    notes = [
        f"Ours: pages spread over {', '.join(f'{name} ({len(pages)})' for name, pages in sets.items())}. The paper's "
        "five datasets are unnamed, its units too; its heuristic approach is not described, ours is tag rules.",
    ]
    for key, (title, unit, digits) in _MEASURES.items():
        rows = [
            [f"{number} {name}", *(shown(getattr(figures, key), digits) for figures in ours), *map(str, paper)]
            for number, ((name, ours), paper) in enumerate(zip(found.items(), _PAPER[key], strict=True), start=1)
        ]
        header = ["set", f"heuristic, {unit}", f"LBDA, {unit}", "paper: heuristic", "paper: LBDA"]
        extra = ["Memory is what Python allocated at the most, parsing included."] if key == "memory" else []
        yield Table(f"LBDA 2015, {title}", header, rows, [*notes, *extra])
    yield _advertisements(sets)


def _advertisements(sets: Mapping[str, Sequence[GoldPage]]) -> Table:
    """What the ad remover takes out, and how much of that is content after all."""
    rows = []
    for name, pages in sets.items():
        counts = [_removed(page) for page in pages]
        elements, words, right = (sum(column) for column in zip(*counts, strict=True)) if counts else (0, 0, 0)
        touched = sum(found > 0 for found, *_ in counts)
        share = shown(right / words) if words else "–"
        rows.append([name, str(len(pages)), str(touched), f"{elements:,}", f"{words:,}", share])
    header = ["set", "pages", "with any", "elements", "words in them", "of these in the gold text"]
    note = "By the lists that ship: servers of addresses, and containers by class or id; no EasyList."
    return Table("LBDA 2015: what the ad remover removes (not in the paper)", header, rows, [note])


def _removed(page: GoldPage) -> tuple[int, int, int]:
    """The elements that are removed, the words in them, and how many of those words the gold text has."""
    tree = read(page.html, page.encoding, Limits())
    found = np.array(sorted(advertisements(tree, page.url)), np.int64)
    chosen = np.zeros(len(tree.tags), np.bool_)
    chosen[found] = True
    cut = text_flow(tree, page.url)
    inside = (depth(tree, chosen) > 0)[cut.elements] & ~cut.hidden
    text = "\n".join(cut.texts[i] for i in np.flatnonzero(inside).tolist())
    counts = word_counts(text, page.gold)
    return len(found), counts.found + counts.wrong, counts.found


def heuristic(page: GoldPage) -> Document:
    """Tag rules: nothing from nav, header, footer, aside and form; ten words or more, under half of them in links.

    >>> page = GoldPage("1", "<nav><p>" + "word " * 20 + "</nav><p>" + "text " * 20 + "<p>short", "")
    >>> heuristic(page).text[:9]
    'text text'
    """
    tree = read(page.html, page.encoding, Limits())
    cut = text_flow(tree, page.url)
    dropped = depth(tree, tagged(tree, _DROPPED))[cut.elements] > 0
    kept = ~dropped & (cut.words >= _LEAST_WORDS) & (2 * cut.link_words < cut.words) & ~cut.hidden
    decisions = Decisions(kept, kept.astype(np.float64), lambda _: "tag rules")
    return Document(cut, decisions, "heuristic")


def _lbda(page: GoldPage) -> Document:
    return analyze(page.html, page.url, _STRATEGY, charset=page.encoding)


def _figures(pages: Sequence[GoldPage], method: Callable[[GoldPage], Document]) -> _Figures:
    start = process_time()
    outcomes = [outcome(method(page), page) for page in pages]
    result = Decided(outcomes, process_time() - start)
    terms = sum((word_counts(o.text, o.gold) for o in outcomes), Counts(0, 0, 0)).rates
    return _Figures(
        recall=100 * terms.recall,
        precision=100 * terms.precision,
        accuracy=100 * result.accuracy,
        time=1000 * result.seconds / max(1, len(pages)),
        memory=_memory(pages[:_MEMORY_PAGES], method),
    )


def _memory(pages: Sequence[GoldPage], method: Callable[[GoldPage], Document]) -> float:
    """The most that a page takes while it is worked on, in KB: the mean over pages."""
    peaks = []
    tracemalloc.start()
    try:
        for page in pages:
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
            method(page)
            peaks.append(tracemalloc.get_traced_memory()[1] - before)
    finally:
        tracemalloc.stop()
    return float(np.mean(peaks)) / 1024 if peaks else float("nan")
