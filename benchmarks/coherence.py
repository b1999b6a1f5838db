"""What each rule of coherence brings: word F1 and completeness of `auto` without it, with it, and with all.

    python benchmarks/coherence.py $TAMIS_DATA/andy.jsonl.xz [--every 5]

One line a set of rules: none, the first of them, that one with each of the others, and all that `auto` uses. The
network is run once a page; the rules are applied to its opinions alone, without title and fallback. "Better" and
"worse" count pages against the first rule alone.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from tamis.dom import read
from tamis.evaluate.corpora import GoldPage, load
from tamis.evaluate.metrics import is_complete, word_counts
from tamis.features.fill import fill
from tamis.limits import Limits
from tamis.models.load import SHIPPED
from tamis.models.load import load as load_model
from tamis.models.network import run
from tamis.segment.embedded import text_or_offered
from tamis.strategies.auto import chances, fence_of
from tamis.strategies.coherence import ALL, RULES, Seen


def sets_of_rules(first: str) -> dict[str, tuple[str, ...]]:
    """The sets that are compared, by name."""
    found: dict[str, tuple[str, ...]] = {"none": (), first: (first,)}
    found |= {f"{first} + {name}": (first, name) for name in ALL if name != first}
    return found | {"all that auto uses": RULES, "these and gaps": (*RULES, "gaps")}


def measure(page: GoldPage, sets: dict[str, tuple[str, ...]]) -> list[tuple[float, float]]:
    """Word F1 and completeness of one page under each of the sets of rules."""
    model = load_model(str(SHIPPED))
    cut = text_or_offered(read(page.html, page.encoding, Limits()), page.url)
    if not len(cut):
        return [(word_counts("", page.gold).rates.f1, float(is_complete("", page.gold)))] * len(sets)
    columns = fill(cut)
    last = len(model.card["conventions"])
    chance = chances(run(model.weights, columns, (last - 2, last - 1)), columns, model.card["decision"])
    seen = Seen(cut, chance, fence_of(chance, columns.weights))
    found: list[tuple[float, float]] = []
    known: dict[bytes, tuple[float, float]] = {}
    for rules in sets.values():
        mask = chance >= seen.fence
        for name in rules if mask.any() else ():
            mask = ALL[name](seen, mask) & ~columns.shut & (columns.apart == 0)
        key = mask.tobytes()
        if key not in known:
            text = "\n".join(cut.texts[i] for i in np.flatnonzero(mask))
            known[key] = (word_counts(text, page.gold).rates.f1, float(is_complete(text, page.gold)))
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
    for path in given.corpora:
        pages = [page for number, page in enumerate(load(path)) if number % given.every == 0]
        found = np.array([measure(page, sets) for page in pages])
        base = found[:, 1, 0]
        print(f"| {path.name.partition('.')[0]}, {len(pages)} pages | F1 | complete | better | worse |")
        print("| --- | ---: | ---: | ---: | ---: |")
        for number, name in enumerate(sets):
            f1, complete = found[:, number].mean(axis=0)
            better, worse = (found[:, number, 0] > base).sum(), (found[:, number, 0] < base).sum()
            print(f"| {name} | {f1:.4f} | {complete:.1%} | {better} | {worse} |", flush=True)


if __name__ == "__main__":
    main()
