"""What each rule of coherence brings: word F1 and completeness of `auto` without it, with it, and with all.

    python benchmarks/coherence.py $TAMIS_DATA/andy.jsonl.xz [--every 5]

One line a set of rules: none, the first of them, that one with each of the others, and all that `auto` uses. The
network is run once a page; the rules are applied to the same opinions. "Better" and "worse" count pages against the
first rule alone.
"""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tamis.dom import read
from tamis.evaluate.corpora import GoldPage, load
from tamis.evaluate.metrics import word_counts
from tamis.limits import Limits
from tamis.models.load import SHIPPED
from tamis.models.load import load as load_model
from tamis.page import Page
from tamis.strategies.coherence import ALL, RULES, Coherent, Mask, Seen, coherent

COMPLETE = 0.99
"""of gold's words, as in tamis.evaluate.metrics"""
auto = importlib.import_module("tamis.strategies.auto")


class Opinion:
    """What the network thought of the last page, caught on its way to the rules."""

    kept: Mask | None = None
    chance: NDArray[np.float64]
    fence: float

    def catch(self, page: Page, kept: Mask, chance: NDArray[np.float64], fence: float) -> Coherent:
        """Stand in for the rules, and change nothing that they would not."""
        self.kept, self.chance, self.fence = kept, chance, fence
        return coherent(page, kept, chance, fence)


def sets_of_rules(first: str) -> dict[str, tuple[str, ...]]:
    """The sets that are compared, by name."""
    found: dict[str, tuple[str, ...]] = {"none": (), first: (first,)}
    found |= {f"{first} + {name}": (first, name) for name in ALL if name != first}
    return found | {"all that auto uses": RULES, "these and gaps": (*RULES, "gaps")}


def measure(page: GoldPage, opinion: Opinion, sets: dict[str, tuple[str, ...]]) -> list[tuple[float, float]]:
    """Word F1 and completeness of one page under each of the sets of rules."""
    model = load_model(str(SHIPPED))
    opinion.kept = None
    cut = auto.text_or_offered(read(page.html, page.encoding, Limits()), page.url)
    decided = auto.decide(cut, model)
    found: list[tuple[float, float]] = []
    known: dict[bytes, tuple[float, float]] = {}
    for rules in sets.values():
        mask = decided.kept
        if opinion.kept is not None and opinion.kept.any():  # else the shallow rule decided
            mask = opinion.kept & ~cut.hidden
            seen = Seen(cut, opinion.chance, opinion.fence)
            for name in rules:
                mask = ALL[name](seen, mask) & ~cut.hidden
        key = mask.tobytes()
        if key not in known:
            text = "\n".join(text for text, kept in zip(cut.texts, mask.tolist(), strict=True) if kept)
            rates = word_counts(text, page.gold).rates
            known[key] = (rates.f1, float(rates.recall >= COMPLETE))
        found.append(known[key])
    return found


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("corpora", nargs="+", type=Path)
    options.add_argument("--every", type=int, default=1, help="measure every nth page")
    options.add_argument("--first", default="headings", help="the rule that the others are added to")
    given = options.parse_args()
    sets = sets_of_rules(given.first)
    opinion = Opinion()
    setattr(auto, "coherent", opinion.catch)  # noqa: B010 - a module has no such type
    for path in given.corpora:
        pages = [page for number, page in enumerate(load(path)) if number % given.every == 0]
        found = np.array([measure(page, opinion, sets) for page in pages])
        base = found[:, 1, 0]
        print(f"| {path.name.partition('.')[0]}, {len(pages)} pages | F1 | complete | better | worse |")
        print("| --- | ---: | ---: | ---: | ---: |")
        for number, name in enumerate(sets):
            f1, complete = found[:, number].mean(axis=0)
            better, worse = (found[:, number, 0] > base).sum(), (found[:, number, 0] < base).sum()
            print(f"| {name} | {f1:.4f} | {complete:.1%} | {better} | {worse} |", flush=True)


if __name__ == "__main__":
    main()
