"""What the experiments share: page sets, what a method makes of them, and block-level counts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time

import numpy as np
from numpy.typing import NDArray

from tamis.api import analyze
from tamis.document import Document
from tamis.errors import InputError
from tamis.lab.competitors import PageInput, decide_site, parse_spec
from tamis.lab.corpora import Corpus, GoldPage, load
from tamis.lab.evaluation import plan
from tamis.lab.labels import block_counts_of
from tamis.lab.metrics import Counts
from tamis.strategies.base import get_strategy


@dataclass(frozen=True, slots=True)
class Setting:
    """Where the page sets are, and how many pages to take of each at most."""

    data: Path | None
    pages: Path
    """our own sample pages with their hand-cut blocks"""
    limit: int | None = None

    def corpus(self, name: str) -> Corpus:
        """A page set by its name."""
        if self.data is None:
            raise InputError("where are the page sets? Set TAMIS_DATA, or name their folder with --data")
        for ending in (".jsonl.xz", ".jsonl.gz", ".jsonl", ""):
            if (self.data / f"{name}{ending}").exists():
                return load(self.data / f"{name}{ending}")
        raise InputError(f"there is no {name} in {self.data}")

    def some(self, name: str, most: int) -> Iterator[GoldPage]:
        """At most so many pages of a set, evenly spread over it; fewer by the setting."""
        corpus = self.corpus(name)
        chosen = plan(corpus, limit=min(most, self.limit or most)).only
        return (page for i, page in enumerate(corpus) if chosen is None or i in chosen)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a method made of a page, without the page's tree, so that a whole set fits in memory."""

    text: str
    texts: Sequence[str]
    kept: NDArray[np.bool_]
    score: NDArray[np.float64]
    gold: str

    @property
    def blocks(self) -> Counts:
        """Kept blocks against those with more than half of their words in the gold text."""
        return block_counts_of(self.texts, self.kept.tolist(), self.gold)


def outcome(document: Document, page: GoldPage) -> Outcome:
    """Keep what the experiments need."""
    return Outcome(document.text, document.page.texts, document.decisions.kept, document.decisions.score, page.gold)


@dataclass(frozen=True, slots=True)
class Decided:
    """What a method made of some pages, and the time it took."""

    outcomes: Sequence[Outcome]
    seconds: float

    @property
    def blocks(self) -> Counts:
        """The counts of all pages together."""
        return sum((outcome.blocks for outcome in self.outcomes), Counts(0, 0, 0))

    @property
    def accuracy(self) -> float:
        """The share of the blocks that were decided on rightly."""
        total = sum(len(outcome.texts) for outcome in self.outcomes)
        counts = self.blocks
        return (total - counts.wrong - counts.missed) / max(1, total)


def decided(strategy: str, pages: Sequence[GoldPage]) -> Decided:
    """Run a strategy, NAME:KEY=VALUE, on some pages, which to a site strategy are the pages of one site."""
    name, params = parse_spec(strategy)
    chosen = get_strategy(name)
    start = process_time()
    if chosen.scope == "site":
        documents = decide_site(chosen, [PageInput(p.id, p.html, p.url, p.encoding) for p in pages], params)
        outcomes = [outcome(document, page) for document, page in zip(documents, pages, strict=True)]
    else:
        outcomes = [outcome(analyze(p.html, p.url, name, params, charset=p.encoding), p) for p in pages]
    return Decided(outcomes, process_time() - start)


def mean(values: Iterable[float]) -> float:
    """The mean, or not a number if there are no values."""
    listed = list(values)
    return float(np.mean(listed)) if listed else float("nan")


def column_means(rows: Iterable[Sequence[float]]) -> list[float]:
    """The mean of each column."""
    return [mean(column) for column in zip(*rows, strict=True)]


def shown(value: float | None, digits: int = 3) -> str:
    """A figure for a table.

    >>> shown(0.5), shown(None), shown(float("nan"))
    ('0.500', '–', '–')
    """
    return "–" if value is None or math.isnan(value) else f"{value:.{digits}f}"
