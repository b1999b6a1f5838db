"""What the rules beside the network bring: parts apart, on a product's page its description and cards of others, on an
article's other stories and what announces them.

    python benchmarks/rules.py $TAMIS_DATA/dragnet.jsonl.xz [--every N] [--model DIR]

One line without them, one with all, one without each. "Better" and "worse" count pages against the first line. With a
model that has learned from the pages the figures flatter the line without rules.
"""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import numpy as np

import tamis
from tamis.blocks.page import Page
from tamis.lab.corpora import GoldPage, load
from tamis.lab.metrics import is_complete, word_counts
from tamis.model.compute import compute_features
from tamis.model.features import Features
from tamis.rules.apart import APART

BY_TYPE = {
    "tamis.rules.described.described": "in the description that the page gives as data",
    "tamis.rules.by_type.cards": "one of many with a price",
    "tamis.rules.by_type.other_stories": "part of another story on the page",
    "tamis.rules.by_type.teasers": "an announcement of another story",
}
RULES = tuple(APART[1:]) + tuple(BY_TYPE.values())
SETS = {"none of them": (), "all of them": RULES} | {
    f"all but what is {said}": tuple(rule for rule in RULES if rule != said) for said in RULES
}


def measure(page: GoldPage, strategy: str) -> list[tuple[float, float]]:
    """Word F1 and completeness of one page with each set of rules."""
    found = []
    for rules in SETS.values():
        kinds = [kind for kind, said in enumerate(APART) if said in rules]

        def only_these(cut: Page, kinds: list[int] = kinds) -> Features:
            seen = compute_features(cut)
            return replace(
                seen, outside_main=np.where(np.isin(seen.outside_main, kinds), seen.outside_main, 0).astype(np.uint8)
            )

        with ExitStack() as patched:
            patched.enter_context(patch("tamis.strategies.auto.compute_features", only_these))
            for name, said in BY_TYPE.items():
                if said not in rules:
                    patched.enter_context(patch(name, _none))
            text = tamis.analyze(page.html, page.url, strategy, charset=page.encoding).text
        found.append((word_counts(text, page.gold).rates.f1, float(is_complete(text, page.gold))))
    return found


def _none(blocks: Page | Features, *_: object) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return np.zeros(len(blocks), np.bool_)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", type=Path)
    parser.add_argument("--every", type=int, default=1, help="measure every nth page")
    parser.add_argument("--model", type=Path, help="a model of your own")
    args = parser.parse_args()
    strategy = f"model:{args.model}" if args.model else "auto"
    for path in args.corpora:
        pages = [page for number, page in enumerate(load(path)) if number % args.every == 0]
        found = np.array([measure(page, strategy) for page in pages])
        without = found[:, 0, 0]
        print(f"| {path.name.partition('.')[0]}, {len(pages)} pages | F1 | complete | better | worse |")
        print("| --- | ---: | ---: | ---: | ---: |")
        for number, name in enumerate(SETS):
            f1, complete = found[:, number].mean(axis=0)
            better, worse = (found[:, number, 0] > without).sum(), (found[:, number, 0] < without).sum()
            print(f"| {name} | {f1:.4f} | {complete:.1%} | {better} | {worse} |", flush=True)


if __name__ == "__main__":
    main()
