"""What each part of the learned default brings, and what the papers' own signals would: train without the part, or with
the signal, and measure on pages that were not learned from.

One fold: a quarter of wcxb-dev's hosts and the whole of canola are left out. Figures are means of two trainings with
seeds of their own, each of one network, not of the mean of several, which takes three times as long; word F1 is of the
blocks that are kept by the threshold alone.

    python benchmarks/ablation.py $TAMIS_DATA [--only NAME…]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
import torch

from tamis.blocks.page import Page
from tamis.lab.corpora import folds_by_host, load
from tamis.lab.metrics import word_counts
from tamis.lab.training.auto import PAGE_TYPES, Recipe, train
from tamis.lab.training.calibrate import fit_probabilities
from tamis.lab.training.examples import Example, examples
from tamis.lab.training.fit import blend
from tamis.lab.training.network import exported
from tamis.model.features import NUMBERS, Features
from tamis.native.network import predict
from tamis.papers.key_patterns2013.segmenter import key_pattern_blocks
from tamis.papers.lbda2015.lbda import layout_blocks, lbda
from tamis.papers.pab2015.tag_priority import priorities
from tamis.rules import apply_rules_by_features
from tamis.rules.opinion import opinion_of

CORPORA = ("wcxb-dev", "andy", "fundus", "google-trends-2017", "immortal-zh", "canola")
LEFT_OUT = ("wcxb-dev", "canola")
BODY = ("andy", "fundus", "immortal-zh")
MOST_BLOCKS = 1500
Signals = dict[tuple[str, str], np.ndarray]
"""numbers of each block, by corpus and page"""
NONE = np.zeros(0, np.int64)


def _without_numbers(*prefixes: str) -> Callable[[Features], Features]:
    places = [i for i, name in enumerate(NUMBERS) if name.startswith(prefixes)]

    def without(columns: Features) -> Features:
        numbers = columns.numbers.copy()
        numbers[:, places] = 0
        return replace(columns, numbers=numbers)

    return without


def _without_context(columns: Features) -> Features:
    """Containers of one block each, no kinds of places, no headings: what is left are neighbours and the page."""
    rows = np.arange(len(columns))
    alone = np.repeat(rows[:, None], columns.start.shape[1], axis=1)
    return replace(columns, start=alone, stop=alone + 1, templates=rows, heading=rows)


def with_signals(columns: Features, signals: np.ndarray) -> Features:
    """The columns with more numbers."""
    return replace(columns, numbers=np.hstack((columns.numbers, signals.astype(columns.numbers.dtype))))


def priority(page: Page) -> np.ndarray:
    """PAB's priority of each block."""
    return np.log1p(priorities(page))[:, None]


def degree(page: Page) -> np.ndarray:
    """BAPS's degree of the block that each of ours stands in, and what LBDA makes of that."""
    cut = layout_blocks(page.tree, page.url)
    score = lbda(cut).score
    table = np.array([[*(degree == which for which in "abc"), score[i]] for i, degree in enumerate(cut.degrees)], float)
    return _of_cut(table.reshape(-1, 4), cut, page)


def key_pattern(page: Page) -> np.ndarray:
    """Of the key-pattern block that each of ours stands in: its important tags, its texts, and which of them it is."""
    cut = key_pattern_blocks(page.tree, page.url)
    rows = _rows(cut, page)
    sizes = np.bincount(rows[rows >= 0], minlength=len(cut))
    table = np.column_stack((np.log1p(cut.importance), np.log1p(sizes)))
    first = np.concatenate(([True], rows[1:] != rows[:-1]))
    return np.column_stack((_of_cut(table, cut, page), first & (rows >= 0)))


def _rows(cut: Page, page: Page) -> np.ndarray:
    """For each block the row of another cut of the same page that its first word stands in; -1 for none."""
    rows = np.searchsorted(cut.first_run, page.first_run, "right") - 1
    inside = (page.first_run >= 0) & (rows >= 0)
    inside[inside] = page.first_run[inside] <= cut.last_run[rows[inside]]
    return np.where(inside, rows, -1)


def _of_cut(table: np.ndarray, cut: Page, page: Page) -> np.ndarray:
    return np.vstack((table, np.zeros((1, table.shape[1]))))[_rows(cut, page)]


SIGNALS: dict[str, Callable[[Page], np.ndarray]] = {
    "PAB's priority": priority,
    "BAPS's degree and LBDA's weight": degree,
    "key patterns": key_pattern,
}

PARTS: dict[str, Callable[[Features], Features]] = {
    "names of elements": lambda c: replace(c, names=(NONE, NONE)),
    "first words": lambda c: replace(c, words=(NONE, NONE)),
    "what the page says of itself": lambda c: replace(c, head=NONE),
    "numbers of containers": _without_numbers("container", "main"),
    "repetition and kinds of places": _without_numbers("same", "place "),
    "sections, comments, what opens": _without_numbers("section", "comment", "page comments", "openable"),
    "containers and headings in the network": _without_context,
}


def measure(weights: dict[str, np.ndarray], names: Sequence[str], chosen: Sequence[Example]) -> tuple[float, float]:
    """Mean word F1, and the mean loss: cross-entropy as in training, of the calibrated probabilities."""
    last = len(blend(weights, names, BODY))
    outcomes = [predict(weights, e.columns, (last - 2, last - 1)) for e in chosen]
    slope, shift = fit_probabilities([outcome.logits for outcome in outcomes], chosen)
    found, losses = [], []
    for e, outcome in zip(chosen, outcomes, strict=True):
        card = {"decision": {"slope": slope, "shift": shift}, "page_types": PAGE_TYPES}
        opinion = opinion_of(outcome, e.columns, card)
        kept = np.flatnonzero(apply_rules_by_features(e.columns, opinion).likely)
        found.append(word_counts("\n".join(e.texts[i] for i in kept), e.gold).rates.f1)
        own = opinion.probability.clip(1e-6, 1 - 1e-6)
        weight = np.maximum(e.columns.word_counts, 0.5) ** 0.6 * e.known
        entropy = -(e.share * np.log(own) + (1 - e.share) * np.log(1 - own))
        losses.append(float((weight * entropy).sum() / max(weight.sum(), 1.0)))
    return float(np.mean(found)), float(np.mean(losses))


@dataclass(frozen=True, slots=True)
class Variant:
    """What is learned from, and how every page is changed before."""

    learned: Sequence[Example]
    changed: Callable[[Example], Features] = lambda e: e.columns


def variants(made: Sequence[Example], signals: Mapping[str, Signals]) -> dict[str, Variant]:
    """All of them by name."""
    learned = [e for e in made if e.fold]
    found = {"as it is": Variant(learned)}
    found |= {f"without {name}": Variant(learned, partial(_without, part)) for name, part in PARTS.items()}
    found["without page types"] = Variant([replace(e, page_type=None) for e in learned])
    found["without all sets but wcxb-dev"] = Variant([e for e in learned if e.corpus == "wcxb-dev"])
    order = np.random.default_rng(0).permutation(len(learned)).tolist()
    for share in (0.5, 0.25):
        some = [learned[i] for i in order[: int(share * len(learned))]]
        found[f"without {1 - share:.0%} of the pages"] = Variant(some)
    found |= {f"with {name}": Variant(learned, partial(_with, of_page)) for name, of_page in signals.items()}
    return found


def _without(part: Callable[[Features], Features], e: Example) -> Features:
    return part(e.columns)


def _with(of_page: Signals, e: Example) -> Features:
    return with_signals(e.columns, of_page[e.corpus, e.id])


def read_fold(data: Path) -> list[Example]:
    """All pages that are not too long to learn from; those of fold 0 are to be left out."""
    made: list[Example] = []
    for name in CORPORA:
        pages = list(load(data / f"{name}.jsonl.xz"))
        folds = folds_by_host(pages, 4).tolist() if name == "wcxb-dev" else [int(name != "canola")] * len(pages)
        made += [e for e in examples(pages, name, folds) if len(e.columns) <= MOST_BLOCKS]
    return made


def read_signals(data: Path, made: Sequence[Example]) -> dict[str, Signals]:
    """The papers' signals of these pages, by name."""
    known = {(e.corpus, e.id) for e in made}
    found: dict[str, Signals] = {name: {} for name in SIGNALS}
    for name in CORPORA:
        for page in load(data / f"{name}.jsonl.xz"):
            if (name, page.id) in known:
                cut = page.cut()
                for signal, of_page in SIGNALS.items():
                    found[signal][name, page.id] = of_page(cut)
    return found


def main() -> None:
    """Print a row for each part."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("data", type=Path)
    parser.add_argument(
        "--only", nargs="*", default=[], metavar="NAME", help="rows that have one of these in their name"
    )
    parser.add_argument("--seeds", type=int, default=2, help="trainings that a row is the mean of")
    args = parser.parse_args()
    torch.set_num_threads(1)
    made = read_fold(args.data)
    signals = read_signals(args.data, made)
    print(
        "| | wcxb-dev: F1 | loss | canola: F1 | loss | pages learned |\n| --- | ---: | ---: | ---: | ---: | ---: |",
        flush=True,
    )
    for name, variant in variants(made, signals).items():
        if args.only and not any(part in name for part in args.only):
            continue
        chosen = [replace(e, columns=variant.changed(e)) for e in variant.learned]
        unseen = [replace(e, columns=variant.changed(e)) for e in made if not e.fold]
        names = [corpus for corpus in CORPORA if any(e.corpus == corpus for e in chosen)]
        figures = []
        for seed in range(args.seeds):
            weights = exported(train(chosen, names, Recipe(networks=1, seed=seed)))
            figures.append([measure(dict(weights), names, [e for e in unseen if e.corpus == of]) for of in LEFT_OUT])
        row = " | ".join(f"{figure:.4f}" for figure in np.mean(figures, axis=0).ravel())
        print(f"| {name} | {row} | {len(chosen)} |", flush=True)


if __name__ == "__main__":
    main()
