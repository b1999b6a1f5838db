r"""How good an extracted text, or a choice of blocks, is: each measure with its source.

Three conventions hold throughout, those of the figures that we compare with:

* A *word* is a lower-cased run of ``\w``; unless a measure says otherwise, texts are compared as **multisets**.
* Both texts empty: precision, recall and F are 1. Only one of them empty: all three are 0.
* A corpus's figure is the **mean over its pages**, so that a long page weighs no more than a short one.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tamis.errors import MissingExtraError

if TYPE_CHECKING:
    from types import ModuleType

    from tamis.lab.corpora import GoldPage

_WORD = re.compile(r"\w+")

SHINGLE_WORDS = 4  # the article-extraction benchmark's n
SUREST_PERCENTS = (90, 80, 50)  # of a corpus's pages: what is left when the ones with the lowest confidence are dropped
COMPLETE_PERCENT = 99  # "all text in gold standard" less what tokenisation and entities cost


@dataclass(frozen=True, slots=True)
class Rates:
    """Precision, recall and their harmonic mean, each in 0-1."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class Counts:
    """What was rightly found, wrongly found and missed; counts of several pages add up to those of their site."""

    found: int
    wrong: int
    missed: int

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.found + other.found, self.wrong + other.wrong, self.missed + other.missed)

    @property
    def rates(self) -> Rates:
        """The rates of these counts.

        >>> Counts(found=3, wrong=1, missed=3).rates
        Rates(precision=0.75, recall=0.5, f1=0.6)
        """
        if not (self.found or self.wrong or self.missed):
            return Rates(1.0, 1.0, 1.0)
        if not self.found:
            return Rates(0.0, 0.0, 0.0)
        return Rates(
            self.found / (self.found + self.wrong),
            self.found / (self.found + self.missed),
            2 * self.found / (2 * self.found + self.wrong + self.missed),
        )


def words(text: str) -> list[str]:
    """The text's words, lower-cased, in order.

    >>> words("Don't panic, Zoë!")
    ['don', 't', 'panic', 'zoë']
    """
    return _WORD.findall(text.lower())


def word_counts(answer: str, gold: str) -> Counts:
    """Multisets of words compared: the measure of WCXB's ``evaluate.py`` and of our own targets.

    >>> word_counts("the cat the dog", "the cat the the end")
    Counts(found=3, wrong=1, missed=2)
    """
    return overlap(words(answer), words(gold))


def token_set_counts(answer: str, gold: str) -> Counts:
    """*Sets* of words compared (SVM 2013, section IV-B, P1 and R1): each word counts once.

    >>> token_set_counts("the cat the dog", "the cat the the end")
    Counts(found=2, wrong=1, missed=1)
    """
    return overlap(set(words(answer)), set(words(gold)))


def lcs_counts(answer: str, gold: str) -> Counts:
    """The longest common subsequence of words (SVM 2013, section IV-B, P2 and R2): order matters.

    >>> lcs_counts("b a c", "a b c")
    Counts(found=2, wrong=1, missed=1)
    """
    return _lcs(words(answer), words(gold))


def character_counts(answer: str, gold: str) -> Counts:
    r"""Multisets of non-space characters: for Chinese, Japanese, Thai, where a ``\w+`` may be a whole sentence.

    >>> character_counts("今天 天气", "今天天气好")
    Counts(found=4, wrong=0, missed=1)
    """
    return overlap("".join(answer.lower().split()), "".join(gold.lower().split()))


def shingle_counts(answer: str, gold: str) -> Counts:
    """Multisets of four-word shingles, by the rules of scrapinghub's article-extraction-benchmark.

    Words keep their case, and a text of fewer than four words is one short shingle.
    """
    return overlap(_shingles(answer), _shingles(gold))


def block_counts(kept: Sequence[bool], wanted: Sequence[bool]) -> Counts:
    """Blocks kept against blocks that are content (Debnath 2005, section 4.1): r, t - r and m of its formulas.

    Add the counts of a site's pages before taking the rates: the paper's table 2 has one figure a site.

    >>> block_counts([True, True, False, False], [True, False, True, False])
    Counts(found=1, wrong=1, missed=1)
    """
    pairs = Counter(zip(map(bool, kept), map(bool, wanted), strict=True))
    return Counts(pairs[True, True], pairs[True, False], pairs[False, True])


def segment_counts(blocks: Iterable[str], ideal: Iterable[str]) -> Counts:
    """Cut blocks against hand-cut ones (Key patterns 2013, eq. 3-5): the same text, spacing aside, is right.

    >>> segment_counts(["News", "Sport and  weather"], ["News", "Sport", "weather"])
    Counts(found=1, wrong=1, missed=2)
    """
    return overlap(map(_squeezed, blocks), map(_squeezed, ideal))


def is_complete(answer: str, gold: str) -> bool:
    """Whether at least 99 % of gold's words are in the answer, in any order (SVM 2013 asks for it in section IV-D)."""
    return _complete(word_counts(answer, gold))


def snippet_rate(answer: str, snippets: Sequence[str]) -> float | None:
    r"""The share of snippets that are in the answer, case and spacing aside; None if there are no snippets.

    WCXB's ``with`` and ``without`` check, which gives a page without snippets a full rate.

    >>> snippet_rate("All  rights\nreserved", ["all rights", "Subscribe"])
    0.5
    """
    if not snippets:
        return None
    text = _squeezed(answer).lower()
    return sum(_squeezed(snippet).lower() in text for snippet in snippets) / len(snippets)


@dataclass(frozen=True, slots=True)
class PageScore:
    """One competitor's answer to one page, measured in every way we have."""

    id: str
    page_type: str | None
    word: Rates
    token_set: Rates
    lcs: Rates
    character: Rates
    shingles: Counts
    complete: bool
    empty: bool = False
    """nothing was answered, without an error, and there is a gold text"""
    must_have: float | None = None
    must_not_have: float | None = None
    blocks: Rates | None = None
    confidence: float | None = None
    milliseconds: float | None = None
    error: str | None = None


def score_page(
    page: GoldPage,
    answer: str,
    *,
    blocks: Rates | None = None,
    confidence: float | None = None,
    milliseconds: float | None = None,
    error: str | None = None,
) -> PageScore:
    """Measure an answer against a page's gold text; a competitor that failed answers ``""`` and names its error."""
    found, gold = words(answer), words(page.gold)
    counts = overlap(found, gold)
    return PageScore(
        id=page.id,
        page_type=page.page_type,
        word=counts.rates,
        token_set=overlap(set(found), set(gold)).rates,
        lcs=_lcs(found, gold).rates,
        character=character_counts(answer, page.gold).rates,
        shingles=shingle_counts(answer, page.gold),
        complete=_complete(counts),
        empty=bool(gold) and not answer.strip() and error is None,
        must_have=snippet_rate(answer, page.must_have),
        must_not_have=snippet_rate(answer, page.must_not_have),
        blocks=blocks,
        confidence=confidence,
        milliseconds=milliseconds,
        error=error,
    )


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure over pages with its 95 % confidence interval and standard error, both by bootstrap over pages."""

    value: float
    low: float
    high: float
    error: float


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of a corpus. A measure that no page has (say ``must_have``) is not in ``metrics``."""

    pages: int
    errors: int
    empty: int
    """pages with a gold text and no answer"""
    ms_per_page: float | None
    metrics: Mapping[str, Estimate]


_PER_PAGE: Mapping[str, Callable[[PageScore], float | None]] = {
    "word_f1": lambda s: s.word.f1,
    "precision": lambda s: s.word.precision,
    "recall": lambda s: s.word.recall,
    "completeness": lambda s: float(s.complete),
    "token_f1": lambda s: s.token_set.f1,
    "lcs_f1": lambda s: s.lcs.f1,
    "lcs_precision": lambda s: s.lcs.precision,
    "lcs_recall": lambda s: s.lcs.recall,
    "character_f1": lambda s: s.character.f1,
    "must_have": lambda s: s.must_have,
    "must_not_have": lambda s: s.must_not_have,
    "block_precision": lambda s: s.blocks.precision if s.blocks else None,
    "block_recall": lambda s: s.blocks.recall if s.blocks else None,
    "block_f1": lambda s: s.blocks.f1 if s.blocks else None,
    # The benchmark leaves a page without an answer out of precision and one without gold out of recall.
    "shingle_precision": lambda s: _share(s.shingles.found, s.shingles.wrong),
    "shingle_recall": lambda s: _share(s.shingles.found, s.shingles.missed),
}


def surest_f1(percent: int) -> str:
    """The name of the figure: word F1 of so many percent of the pages, the surest."""
    return f"word_f1_surest_{percent}"


def summarise(scores: Sequence[PageScore], *, resamples: int = 1000, seed: int = 0) -> Summary:
    """Means over pages with 95 % confidence intervals (percentile bootstrap, resampling pages).

    ``shingle_f1`` alone is no mean over pages: as in the article-extraction benchmark it is the harmonic mean of the
    corpus's precision and recall. The same seed gives the same pages to every competitor, so their intervals can be
    compared. ``word_f1_surest_80`` is ``word_f1`` of the first 80 % of the pages by :func:`surest_first`.
    """
    names = list(_PER_PAGE)
    table = np.array([[_PER_PAGE[name](score) for name in names] for score in scores], dtype=np.float64).reshape(
        len(scores), len(names)
    )
    table = np.hstack((table, _among_surest(scores, table[:, names.index("word_f1")])))
    names += [surest_f1(percent) for percent in SUREST_PERCENTS]
    means = _weighted_means(table, np.ones((1, len(scores))))
    rows = np.vstack([means, *(_weighted_means(table, w) for w in _resamples(len(scores), resamples, seed))])
    columns = dict(zip(names, rows.T, strict=True))
    columns["shingle_f1"] = _harmonic(columns["shingle_precision"], columns["shingle_recall"])
    times = [score.milliseconds for score in scores if score.milliseconds is not None]
    return Summary(
        pages=len(scores),
        errors=sum(score.error is not None for score in scores),
        empty=sum(score.empty for score in scores),
        ms_per_page=sum(times) / len(times) if times else None,
        metrics={name: _estimate(column) for name, column in columns.items() if not np.isnan(column[0])},
    )


def surest_first(scores: Sequence[PageScore]) -> list[int]:
    """The places of the scores, the most confident first; none if the competitor gives no confidence.

    A page on which it failed comes last; equals stay in their order.
    """
    sure = [-1.0 if score.confidence is None else score.confidence for score in scores]
    if all(score.confidence is None for score in scores):
        return []
    return sorted(range(len(scores)), key=sure.__getitem__, reverse=True)


def _among_surest(scores: Sequence[PageScore], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """A column for each of the percents: the values of the surest pages, NaN on the others."""
    order = surest_first(scores)
    columns = np.full((len(scores), len(SUREST_PERCENTS)), np.nan)
    for i, percent in enumerate(SUREST_PERCENTS):
        chosen = order[: math.ceil(len(order) * percent / 100)]
        columns[chosen, i] = values[chosen]
    return columns


def _estimate(column: NDArray[np.float64]) -> Estimate:
    """The first row is the figure itself, the others are its resamples."""
    drawn = column[1:][~np.isnan(column[1:])]
    if drawn.size < 2:
        return Estimate(float(column[0]), float(column[0]), float(column[0]), 0.0)
    low, high = np.quantile(drawn, (0.025, 0.975))
    return Estimate(float(column[0]), float(low), float(high), float(drawn.std(ddof=1)))


def _resamples(pages: int, resamples: int, seed: int) -> Iterable[NDArray[np.float64]]:
    """How often each page is drawn in each resample, a hundred resamples at a time: a small matrix."""
    rng = np.random.default_rng(seed)
    for start in range(0, resamples if pages else 0, 100):
        rows = min(100, resamples - start)
        yield rng.multinomial(pages, np.full(pages, 1 / pages), size=rows).astype(np.float64)


def _weighted_means(table: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Column means, one row for each row of weights; a page that lacks a figure does not count towards it."""
    known = ~np.isnan(table)
    totals = weights @ known
    sums: NDArray[np.float64] = weights @ np.where(known, table, 0.0)
    return np.divide(sums, totals, out=np.full_like(sums, np.nan), where=totals > 0)


def _harmonic(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    total = a + b
    return np.divide(2 * a * b, total, out=np.where(np.isnan(total), np.nan, 0.0), where=total > 0)


def _share(part: int, rest: int) -> float | None:
    return part / (part + rest) if part or rest else None


def _complete(overlap: Counts) -> bool:
    return 100 * overlap.found >= COMPLETE_PERCENT * (overlap.found + overlap.missed)


def overlap(found: Iterable[Hashable], gold: Iterable[Hashable]) -> Counts:
    """Two multisets compared."""
    have, want = Counter(found), Counter(gold)
    both = sum((have & want).values())
    return Counts(both, have.total() - both, want.total() - both)


def _lcs(found: Sequence[str], gold: Sequence[str]) -> Counts:
    both = lcs_module().similarity(*numbered(found, gold))
    return Counts(both, len(found) - both, len(gold) - both)


def _shingles(text: str) -> list[tuple[str, ...]]:
    tokens = _WORD.findall(text)
    if len(tokens) < SHINGLE_WORDS:
        return [tuple(tokens)] if tokens else []
    return list(zip(*(tokens[i:] for i in range(SHINGLE_WORDS)), strict=False))


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def numbered(*texts: Sequence[str]) -> list[list[int]]:
    """The texts with each word replaced by its number, which compares faster than a string.

    >>> numbered(["to", "be", "to"], ["or", "be"])
    [[0, 1, 0], [2, 1]]
    """
    numbers: dict[str, int] = {}
    return [[numbers.setdefault(word, len(numbers)) for word in text] for text in texts]


def lcs_module() -> ModuleType:
    """The bit-parallel LCS of rapidfuzz: 64 cells of the table a step, so 20,000 x 20,000 words take milliseconds."""
    try:
        from rapidfuzz.distance import LCSseq
    except ImportError:
        raise MissingExtraError("rapidfuzz", "evaluate") from None
    return LCSseq
