"""Pages with gold texts, made into what a model trains on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamis.lab.corpora import GoldPage
from tamis.lab.labels import label_blocks
from tamis.lab.metrics import word_counts
from tamis.model.compute import compute_features
from tamis.model.features import Features

MOST_BLOCKS = 6000
"""a page of more blocks is left out of training: one such page would weigh as much memory as a hundred others"""


@dataclass(frozen=True, slots=True)
class Example:
    """A page as columns, with the share of each block's words that its gold text has."""

    corpus: str
    id: str
    columns: Features
    share: NDArray[np.float32]
    known: NDArray[np.bool_]
    """blocks whose share is sure: not those that annotators left undecided, or that are hidden or outside the main
    content"""
    page_type: str | None
    texts: list[str]
    gold: str
    fold: int = 0
    variants: Sequence[Example] = ()
    """the page as it might have been; see :mod:`tamis.lab.training.variants`"""


def kept_f1(example: Example, kept: NDArray[np.bool_]) -> float:
    """Word F1 of a choice of a page's blocks."""
    text = "\n".join(example.texts[i] for i in np.flatnonzero(kept))
    return word_counts(text, example.gold).rates.f1


def example(page: GoldPage, corpus: str, fold: int = 0) -> Example | None:
    """The page as an example; ``None`` if it has no text to learn from."""
    cut = page.cut()
    if not len(cut) or len(cut) > MOST_BLOCKS:
        return None
    share = label_blocks(cut.texts, page.gold)
    features = compute_features(cut)
    known = ~features.never_shown
    wanted = share * features.word_counts
    if 2 * wanted[features.outside_main > 0].sum() <= wanted.sum():  # else the page's markup is wrong
        known &= features.outside_main == 0
    if page.undecided:
        unsure = label_blocks(cut.texts, page.undecided)
        known &= ~((unsure > 0.5) & (share < 0.5))
    return Example(corpus, page.id, features, share, known, page.page_type, cut.texts, page.gold, fold)


def examples(pages: Iterable[GoldPage], corpus: str, folds: Iterable[int]) -> Iterator[Example]:
    """All pages of a corpus that have text, each with its fold."""
    for page, fold in zip(pages, folds, strict=True):
        made = example(page, corpus, int(fold))
        if made is not None:
            yield made
