"""Why pages go wrong: each page below 0.8 is counted under what most of its wrong words are.

One fold, as in ``ablation.py``: a quarter of wcxb-dev's hosts and the whole of canola are left out of training and
counted. It trains one network, a few minutes.

    python benchmarks/causes.py $TAMIS_DATA
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
import torch
from ablation import BODY, CORPORA, read_fold

from tamis.lab.labels import units
from tamis.lab.metrics import word_counts
from tamis.lab.training.auto import PAGE_TYPES, Recipe, train
from tamis.lab.training.examples import Example
from tamis.lab.training.fit import blend
from tamis.lab.training.network import exported
from tamis.model.features import NUMBERS
from tamis.native.network import Prediction, predict
from tamis.rules import apply_rules_by_features
from tamis.rules.opinion import opinion_of

WELL = 0.8
PROSE = 12
CAUSES = (
    "gold empty", "gold not in the page", "same kind as gold kept", "comments kept", "other prose kept",
    "other short blocks kept", "hidden gold missed", "short gold missed", "gold prose missed",
)  # fmt: skip


def cause(e: Example, kept: np.ndarray) -> str:
    """What most of the wrong words of a page are."""
    if not e.gold.strip():
        return CAUSES[0]
    c, words = e.columns, e.columns.word_counts
    gold = e.share >= 0.5
    too_much, missed = words * (1 - e.share) * kept, words * e.share * ~kept
    # stands where gold stands: what the gold text leaves out
    same = np.isin(c.templates, np.unique(c.templates[gold & kept]))
    rest, prose = ~same & ~c.comment, words >= PROSE
    hidden = c.numbers[:, NUMBERS.index("hidden")] > 0
    amounts = (
        max(len(units(e.gold)) - (words * e.share).sum(), 0.0), (too_much * same).sum(),
        (too_much * (~same & c.comment)).sum(), (too_much * (rest & prose)).sum(), (too_much * (rest & ~prose)).sum(),
        (missed * hidden).sum(), (missed * (~hidden & ~prose)).sum(), (missed * (~hidden & prose)).sum(),
    )  # fmt: skip
    return CAUSES[1 + int(np.argmax(amounts))]


def kept_of(e: Example, outcome: Prediction) -> np.ndarray:
    """The blocks that are kept by the threshold alone."""
    card = {"decision": {"slope": 0.5, "shift": 0.0}, "page_types": PAGE_TYPES}
    return apply_rules_by_features(e.columns, opinion_of(outcome, e.columns, card)).likely


def main() -> None:
    """Print a row for each page type and set."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("data", type=Path)
    torch.set_num_threads(1)
    made = read_fold(parser.parse_args().data)
    learned = [e for e in made if e.fold]
    names = [corpus for corpus in CORPORA if any(e.corpus == corpus for e in learned)]
    weights = dict(exported(train(learned, names, Recipe(networks=1))))
    last = len(blend(weights, names, BODY))
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for e in (e for e in made if not e.fold):
        kept = kept_of(e, predict(weights, e.columns, (last - 2, last - 1)))
        text = "\n".join(e.texts[i] for i in np.flatnonzero(kept))
        row = counts[e.page_type or e.corpus]
        row["pages"] += 1
        if word_counts(text, e.gold).rates.f1 < WELL:
            row["below"] += 1
            row[cause(e, kept)] += 1
    print(f"| | pages | below {WELL} | {' | '.join(CAUSES)} |\n|{' --- |' * (3 + len(CAUSES))}")
    for name, row in sorted(counts.items()):
        print(f"| {name} | {' | '.join(str(row[key]) for key in ('pages', 'below', *CAUSES))} |")


if __name__ == "__main__":
    main()
