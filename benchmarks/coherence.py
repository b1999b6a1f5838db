"""What each rule of coherence brings on pages that the network has not learned from.

    python benchmarks/coherence.py $TAMIS_DATA/*.jsonl.xz [--every 5] [--model src/tamis/model/auto]

Each page is decided by the network that `tamis evaluate --strategies unseen:FOLDER` asks: with all rules, without each
of them, and with none. "Words" are those of the blocks that a rule added, "right" the share of them that the gold text
has; "better" and "worse" count the pages that change when the rule is left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import numpy as np

from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page
from tamis.errors import TamisError
from tamis.lab.corpora import GoldPage, load
from tamis.lab.labels import label_blocks
from tamis.lab.metrics import is_complete, word_counts
from tamis.model.load import SHIPPED
from tamis.model.load import load as load_model
from tamis.model.unseen import Unseen, read_unseen
from tamis.rules import coherence
from tamis.strategies.auto import decide

ALL = "all rules"
NONE = "no rule"
SETS: Mapping[str, tuple[str, ...]] = {
    ALL: tuple(coherence.RULES),
    **{f"without {name}": tuple(rule for rule in coherence.RULES if rule != name) for name in coherence.RULES},
    NONE: (),
}


@contextmanager
def only(rules: tuple[str, ...]) -> Iterator[None]:
    """No other rules than these are applied."""
    with patch.object(coherence, "RULES", {name: coherence.RULES[name] for name in rules}):
        yield


def added(page: Page, decisions: Decisions, gold: str) -> dict[str, tuple[float, float]]:
    """For each rule that added blocks how many words these have, and how many of those are in the gold text."""
    blocks: dict[str, list[int]] = {}
    for block in np.flatnonzero(decisions.kept).tolist():
        why = decisions.why(block)
        for name, reason in coherence.REASONS.items():
            if why.endswith(reason):
                blocks.setdefault(name, []).append(block)
    if not blocks:
        return {}
    share = label_blocks(page.texts, gold)
    return {name: (float(page.words[of].sum()), float(page.words[of] @ share[of])) for name, of in blocks.items()}


def measure(
    page: GoldPage, corpus: str, unseen: Unseen
) -> tuple[list[tuple[float, float]], dict[str, tuple[float, float]]]:
    """Word F1 and completeness of one page under each of the sets of rules, and what each rule added."""
    model = load_model(str(unseen.model_for(corpus, page.id, page.host)))
    try:
        cut = page.cut()
    except TamisError:  # counts as an empty answer
        return [(word_counts("", page.gold).rates.f1, float(is_complete("", page.gold)))] * len(SETS), {}
    found: list[tuple[float, float]] = []
    known: dict[bytes, tuple[float, float]] = {}
    turned: dict[str, tuple[float, float]] = {}
    for name, rules in SETS.items():
        with only(rules):
            decisions = decide(cut, model)
        if name == ALL:
            turned = added(cut, decisions, page.gold)
        key = decisions.kept.tobytes()
        if key not in known:
            text = "\n".join(cut.texts[i] for i in np.flatnonzero(decisions.kept))
            known[key] = (word_counts(text, page.gold).rates.f1, float(is_complete(text, page.gold)))
        found.append(known[key])
    return found, turned


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("corpora", nargs="+", type=Path)
    options.add_argument("--every", type=int, default=1, help="measure every nth page")
    options.add_argument("--model", type=Path, default=SHIPPED, help="a model's folder with the networks of its folds")
    given = options.parse_args()
    unseen = read_unseen(given.model)
    for corpus in map(load, given.corpora):
        measured = [
            measure(page, corpus.name, unseen) for number, page in enumerate(corpus) if number % given.every == 0
        ]
        found = np.array([figures for figures, _ in measured])
        print(f"\n| {corpus.name}, {len(found)} pages | F1 | complete | better | worse | words | right |")
        print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
        base = found[:, 0, 0]
        for number, name in enumerate(SETS):
            f1, complete = found[:, number].mean(axis=0)
            better, worse = (found[:, number, 0] > base).sum(), (found[:, number, 0] < base).sum()
            of = [turned[rule] for _, turned in measured for rule in turned if name == f"without {rule}"]
            words, right = np.sum(of, axis=0) if of else (0.0, 0.0)
            told = f"{words:.0f} | {right / words:.2f}" if words else " | "
            print(f"| {name} | {f1:.4f} | {complete:.1%} | {better} | {worse} | {told} |", flush=True)


if __name__ == "__main__":
    main()
