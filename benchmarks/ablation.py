"""What each part of the learned default brings: train without it, and measure on pages that were not learned from.

One fold: a quarter of wcxb-dev's hosts and the whole of canola are left out. Figures are word F1 of the blocks that
are kept by the fence alone, and of one network, not of the mean of several, which takes three times as long. A second
seed of the same recipe moves them by about 0.004, so smaller differences say nothing.

    python benchmarks/ablation.py $TAMIS_DATA [--only NAME…]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from tamis.evaluate.corpora import folds_by_host, load
from tamis.evaluate.metrics import word_counts
from tamis.features.columns import NUMBERS, Columns
from tamis.models.network import run
from tamis.strategies.auto import chances, fence_of
from tamis.train.auto import Recipe, train
from tamis.train.examples import Example, examples
from tamis.train.fit import blend
from tamis.train.network import exported

CORPORA = ("wcxb-dev", "andy", "fundus", "google-trends-2017", "immortal-zh", "canola")
BODY = ("andy", "fundus", "immortal-zh")
NONE = np.zeros(0, np.int64)


def _without_numbers(*prefixes: str) -> Callable[[Columns], Columns]:
    places = [i for i, name in enumerate(NUMBERS) if name.startswith(prefixes)]

    def without(columns: Columns) -> Columns:
        numbers = columns.numbers.copy()
        numbers[:, places] = 0
        return replace(columns, numbers=numbers)

    return without


def _without_context(columns: Columns) -> Columns:
    """Containers of one block each, no kinds of places, no headings: what is left are neighbours and the page."""
    rows = np.arange(len(columns))
    alone = np.repeat(rows[:, None], columns.start.shape[1], axis=1)
    return replace(columns, start=alone, stop=alone + 1, kinds=rows, heading=rows)


PARTS: dict[str, Callable[[Columns], Columns]] = {
    "names of elements": lambda c: replace(c, names=(NONE, NONE)),
    "first words": lambda c: replace(c, words=(NONE, NONE)),
    "what the page says of itself": lambda c: replace(c, head=NONE),
    "numbers of containers": _without_numbers("container", "main"),
    "repetition and kinds of places": _without_numbers("same", "place "),
    "sections, comments, what opens": _without_numbers("section", "comment", "page comments", "openable"),
    "containers and headings in the network": _without_context,
}


def score(weights: dict[str, np.ndarray], names: Sequence[str], chosen: Sequence[Example]) -> float:
    """Mean word F1."""
    last = len(blend(weights, names, BODY))
    found = []
    for e in chosen:
        outcome = run(weights, e.columns, (last - 2, last - 1))
        chance = chances(outcome, e.columns, {"slope": 0.5, "shift": 0.0})
        kept = np.flatnonzero(chance >= fence_of(chance, e.columns.weights))
        found.append(word_counts("\n".join(e.texts[i] for i in kept), e.gold).rates.f1)
    return float(np.mean(found))


def variants(learned: list[Example]) -> dict[str, tuple[list[Example], Callable[[Columns], Columns]]]:
    """Name of what is missing -> what to learn from, and what is taken away from every page."""

    def same(columns: Columns) -> Columns:
        return columns

    found: dict[str, tuple[list[Example], Callable[[Columns], Columns]]] = {"nothing": (learned, same)}
    found |= {name: (learned, part) for name, part in PARTS.items()}
    found["page types"] = ([replace(e, page_type=None) for e in learned], same)
    found["all sets but wcxb-dev"] = ([e for e in learned if e.corpus == "wcxb-dev"], same)
    order = np.random.default_rng(0).permutation(len(learned)).tolist()
    for share in (0.5, 0.25):
        found[f"{1 - share:.0%} of the pages"] = ([learned[i] for i in order[: int(share * len(learned))]], same)
    return found


def read_fold(data: Path) -> list[Example]:
    """All pages that are not too long to learn from; those of fold 0 are to be left out."""
    made: list[Example] = []
    for name in CORPORA:
        pages = list(load(data / f"{name}.jsonl.xz"))
        folds = folds_by_host(pages, 4).tolist() if name == "wcxb-dev" else [int(name != "canola")] * len(pages)
        made += [e for e in examples(pages, name, folds) if len(e.columns) <= 1500]
    return made


def main() -> None:
    """Print a row for each part."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("data", type=Path)
    parser.add_argument("--only", nargs="*", default=[])
    args = parser.parse_args()
    torch.set_num_threads(1)
    made = read_fold(args.data)
    print("| without | wcxb-dev | canola | pages learned | minutes |\n| --- | ---: | ---: | ---: | ---: |", flush=True)
    for name, (learned, part) in variants([e for e in made if e.fold]).items():
        if args.only and name not in args.only:
            continue
        began = time.monotonic()
        chosen = [replace(e, columns=part(e.columns)) for e in learned]
        names = [corpus for corpus in CORPORA if any(e.corpus == corpus for e in chosen)]
        weights = exported(train(chosen, names, Recipe(networks=1)))
        unseen = [replace(e, columns=part(e.columns)) for e in made if not e.fold]
        figures = [
            score(dict(weights), names, [e for e in unseen if e.corpus == of]) for of in ("wcxb-dev", "canola")
        ]  # fmt: skip
        row = " | ".join(f"{figure:.4f}" for figure in figures)
        print(f"| {name} | {row} | {len(chosen)} | {(time.monotonic() - began) / 60:.1f} |", flush=True)


if __name__ == "__main__":
    main()
