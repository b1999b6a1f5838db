"""Is a page found again, and are the right pages found? Known-item and topical queries, and the rankings they measure.

A *known-item* query is four words of a page's gold text, drawn from 40 of its different words of four letters or more,
without those of its title; the page itself is what is to be found (MRR@10: the mean of one over its place). A *topical*
query comes from a file of queries that a person has judged: grades 1 and 2 by page (nDCG@10: gain 2^grade - 1). A page
that nobody judged has grade 0, for every ranking alike.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from tamis.errors import InputError
from tamis.text.terms import terms

DEPTH: Final = 10
_FROM: Final = 40
_WORDS: Final = 4
_SHORTEST: Final = 4
"""letters; shorter words are function words"""
_SEED: Final = 7
_DRAWS: Final = 1000

Ranking = Callable[[str], Sequence[str]]
"""the ids of the best pages for a query, best first"""


class Query(NamedTuple):
    """What is typed, and the grade of each page that answers it."""

    text: str
    grades: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Score:
    """A ranking's figures over some queries."""

    mrr: float
    ndcg: float
    error: float
    """half of the 95 % confidence interval of the figure that is shown"""
    missed: int
    """queries without any page of a grade among the first ten"""


def known_items(pages: Iterable[tuple[str, str, str]], count: int, seed: int = _SEED) -> list[Query]:
    """Queries of four words, given pages as id, gold text and title.

    >>> text = " ".join(f"word{chr(97 + i)}{chr(97 + j)}" for i in range(7) for j in range(7))
    >>> [(len(query.text.split()), query.grades) for query in known_items([("a", text, "")], 10)]
    [(4, {'a': 1})]
    """
    rng = np.random.default_rng(seed)
    listed = list(pages)
    queries: list[Query] = []
    for number in rng.permutation(len(listed)).tolist():
        page, gold, title = listed[number]
        found = {word for word in terms(gold) if len(word) >= _SHORTEST and word.isalpha()}
        words = sorted(found - set(terms(title)))
        if len(words) >= _FROM:
            some = rng.choice(words, _FROM, replace=False)
            queries.append(Query(" ".join(rng.choice(some, _WORDS, replace=False).tolist()), {page: 1}))
    return queries[:count]


def read_topics(path: Path) -> list[Query]:
    """The queries of a file: JSON lines with ``query`` and ``grades`` by page id."""
    try:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
        queries = [
            Query(row["query"], {str(page): int(grade) for page, grade in row["grades"].items()}) for row in rows
        ]
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise InputError(f"cannot read the queries of {path}: {error}") from error
    if any(min(query.grades.values(), default=0) < 1 for query in queries):
        raise InputError(f"{path}: every query needs pages, with grades of 1 or more")
    return queries


def measure(ranking: Ranking, queries: Sequence[Query], *, topical: bool) -> Score:
    """MRR@10 and nDCG@10 of a ranking.

    >>> score = measure(lambda query: ["b", "a"], [Query("rye", {"a": 1})], topical=False)
    >>> score.mrr, round(score.ndcg, 2), score.missed
    (0.5, 0.63, 0)
    """
    found = [list(ranking(query.text))[:DEPTH] for query in queries]
    grades = [[query.grades.get(page, 0) for page in pages] for query, pages in zip(queries, found, strict=True)]
    first = [next((1 / (place + 1) for place, grade in enumerate(row) if grade), 0.0) for row in grades]
    best = [_gain(sorted(query.grades.values(), reverse=True)[:DEPTH]) for query in queries]
    gains = [_gain(row) / most for row, most in zip(grades, best, strict=True)]
    return Score(_mean(first), _mean(gains), _half_interval(gains if topical else first), first.count(0.0))


def _gain(grades: Sequence[int]) -> float:
    return sum((2.0**grade - 1) / math.log2(place + 2) for place, grade in enumerate(grades))


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if values else float("nan")


def _half_interval(values: Sequence[float]) -> float:
    """Half of the 95 % confidence interval of the mean, by resampling."""
    if not values:
        return float("nan")
    means = np.random.default_rng(_SEED).choice(np.array(values), (_DRAWS, len(values))).mean(1)
    low, high = np.percentile(means, [2.5, 97.5])
    return float(high - low) / 2
