"""Find the values of a strategy's parameters that give the best text on a page set.

    python benchmarks/calibrate.py $TAMIS_DATA/wcxb-dev.jsonl.xz key-patterns threshold=1,2,3,4,5

tries all combinations and prints them with the mean over pages of word precision, recall and F1, best F1 first. A page
is read once and cut once for each setting of the segmenter.
"""

from __future__ import annotations

import argparse
import inspect
from itertools import product

import numpy as np

import tamis
from tamis.blocks.page import Page
from tamis.html.tree import read
from tamis.lab.corpora import load
from tamis.lab.metrics import Counts, words
from tamis.strategies.base import get_strategy


class Words:
    """A page's words by block, numbered, so that the words of any choice of blocks are compared fast."""

    def __init__(self, texts: list[str], gold: str) -> None:
        numbers: dict[str, int] = {}
        for word in words(gold):
            numbers.setdefault(word, len(numbers))
        self.gold = np.bincount([numbers[word] for word in words(gold)], minlength=len(numbers) + 1)
        blocks = [words(text) for text in texts]
        self.block_of = np.repeat(np.arange(len(blocks)), np.array([len(block) for block in blocks], np.int64))
        self.numbers = np.array([numbers.get(word, len(numbers)) for block in blocks for word in block], np.int64)

    def counts(self, kept: np.ndarray) -> Counts:
        """What the kept blocks have of the gold text, what they have besides, and what they lack."""
        have = np.bincount(self.numbers[kept[self.block_of]], minlength=len(self.gold))
        found = int(np.minimum(have, self.gold).sum())
        return Counts(found, int(have.sum()) - found, int(self.gold.sum()) - found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("corpus")
    parser.add_argument("strategy")
    parser.add_argument("grid", nargs="+", metavar="NAME=VALUE,VALUE…")
    args = parser.parse_args()
    strategy = get_strategy(args.strategy)
    grid = {name: values.split(",") for name, _, values in (entry.partition("=") for entry in args.grid)}
    settings = [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]
    of_segmenter = [name for name in grid if name in inspect.signature(strategy.segment).parameters]
    rows = []
    for gold_page in load(args.corpus):
        tree = read(gold_page.html, gold_page.encoding, tamis.Limits())
        cuts: dict[tuple[str, ...], tuple[Page, Words]] = {}
        rows.append([])
        for params in settings:
            key = tuple(params[name] for name in of_segmenter)
            if key not in cuts:
                page = strategy.cut(tree, gold_page.url, params)
                cuts[key] = page, Words(page.texts, gold_page.gold)
            page, page_words = cuts[key]
            rates = page_words.counts(strategy.decide_page(page, params).kept).rates
            rows[-1].append((rates.precision, rates.recall, rates.f1))
    means = np.array(rows).mean(axis=0)
    print(f"{len(rows)} pages, {len(settings)} settings\nprecision  recall      f1")
    for i in np.argsort(-means[:, 2], kind="stable"):
        figures = "  ".join(f"{value:.4f}" for value in means[i])
        print(f"   {figures}  {' '.join(f'{name}={value}' for name, value in settings[i].items())}")


if __name__ == "__main__":
    main()
