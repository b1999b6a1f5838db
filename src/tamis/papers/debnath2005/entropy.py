"""LH: a block whose terms are spread evenly over a site's pages says nothing about any of them.

S.-H. Lin and J.-M. Ho, "Discovering informative content blocks from web documents", 2002 (LH, InfoDiscoverer), as
Debnath 2005 (its baseline) and the survey in Key patterns 2013 describe it. Blocks are innermost tables
(:mod:`tamis.papers.debnath2005.innermost_tables`). The entropy of a term over the class's pages, with p_j the share of
its occurrences that page j has, is

    H(term) = - Σ p_j log p_j / log(number of pages),

0 for a term of one page and 1 for one that all pages have equally often. A block's entropy is the mean over its terms:
low is informative, high is redundant.

Where this departs from the descriptions, or says what they leave open:

* the terms are all words, not keywords alone: the paper's keyword extraction is for Chinese and not described;
* the threshold is given, or found greedily for each class: 0.1, 0.2 … until a step adds less than 1 %. The paper counts
  blocks (``greedy="blocks"``); by default we count their words, and from the first step on that adds any. A block of
  prose has "the" and "of", which all pages have, and so an entropy of 0.3 to 0.6; counting blocks, the search ends at
  the gap between the one-word blocks at 0 and the prose, and keeps no prose at all (word F1 0.05 instead of 0.64 on
  dragnet's hosts of ten pages);
* a block without a word (a line of dots) has its text for a term.

>>> import tamis
>>> pages = ["<table><td>Home News</table><table><td>Rye is a grass</table>",
...          "<table><td>Home News</table><table><td>Oats make porridge</table>"]
>>> for block in tamis.analyze_site(pages, strategy="entropy")[0].blocks:
...     print(block.kept, block.reason)
False entropy 1.00, at or above the threshold 0.2: its words are on most of the 2 pages
True entropy 0.00, below the threshold 0.2: its words are on few of the 2 pages
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page
from tamis.errors import UsageError
from tamis.papers.debnath2005.innermost_tables import tables
from tamis.strategies.base import strategy
from tamis.text.words import words_or_text

_Ints = NDArray[np.int64]
_Floats = NDArray[np.float64]
STEPS: Final = tuple(step / 10 for step in range(1, 11))
GREEDY_SHARE: Final = 0.01
"""a step that adds a smaller share is the last"""


@strategy("entropy", scope="site", segment=tables)
def entropy(pages: Sequence[Page], *, threshold: float = -1.0, greedy: str = "words") -> list[Decisions]:
    """Blocks whose terms are of few pages of the site (LH); a threshold below 0 is found greedily.

    ``greedy`` is what is counted then: ``words``, or ``blocks`` as in the paper.
    """
    if threshold > 1:
        raise UsageError("entropy: threshold is from 0 to 1, or below 0 to have it found")
    if greedy not in ("words", "blocks"):
        raise UsageError(f"entropy: greedy counts words or blocks, not {greedy!r}")
    terms = _terms(pages)
    of_term = term_entropy(terms.page, terms.term, len(pages))
    of_block = _means(of_term, terms)
    words = np.bincount(terms.block, minlength=terms.blocks)
    if threshold >= 0:
        fence = threshold
    elif greedy == "words":
        fence = greedy_threshold(of_block, words)
    else:
        fence = greedy_threshold(of_block, np.minimum(words, 1), patient=False)
    bounds = np.cumsum([0, *(len(page) for page in pages)])
    return [
        _decide(page, of_block[begin:end], fence, len(pages))
        for page, begin, end in zip(pages, bounds[:-1], bounds[1:], strict=True)
    ]


class _Terms(NamedTuple):
    """Every word of every block, in columns."""

    term: _Ints
    page: _Ints
    block: _Ints
    blocks: int


def _terms(pages: Sequence[Page]) -> _Terms:
    """All words as numbers; what a page hides is no part of its text."""
    numbers: dict[str, int] = {}
    term: list[int] = []
    sizes: list[int] = []
    of_page: list[int] = []
    for page in pages:
        before = len(term)
        for text, hidden in zip(page.texts, page.hidden.tolist(), strict=True):
            words = () if hidden else words_or_text(text)
            term.extend(numbers.setdefault(word, len(numbers)) for word in words)
            sizes.append(len(words))
        of_page.append(len(term) - before)
    return _Terms(
        np.array(term, np.int64),
        np.repeat(np.arange(len(pages)), of_page),
        np.repeat(np.arange(len(sizes)), sizes),
        len(sizes),
    )


def term_entropy(page: _Ints, term: _Ints, pages: int) -> _Floats:
    """The entropy of each term over the pages, 0 to 1; ``page`` and ``term`` have a row an occurrence.

    >>> term_entropy(np.array([0, 1, 0, 0, 1]), np.array([0, 0, 1, 2, 2]), 2).tolist()
    [1.0, 0.0, 1.0]
    """
    pairs, counts = np.unique(term * pages + page, return_counts=True)
    terms = pairs // pages
    totals = np.bincount(terms, counts)
    shares = counts / totals[terms]
    sums = np.bincount(terms, -shares * np.log(shares))
    spread: _Floats = np.clip(np.round(sums / np.log(pages), 9), 0.0, 1.0)  # an even spread is 1, not 0.9999999999
    return spread


def greedy_threshold(entropies: _Floats, weights: _Ints, *, patient: bool = True) -> float:
    """The threshold at which raising it by 0.1 brings in less than 1 % of the weight: what is left is redundant.

    A ``patient`` search is not ended by steps before the first that brings in as much.

    >>> entropies = np.array([0.02, 0.35, 0.45, 0.95, 0.96])
    >>> greedy_threshold(entropies, np.array([1, 200, 100, 30, 30]))
    0.6
    >>> greedy_threshold(entropies, np.ones(5, np.int64), patient=False)
    0.2
    """
    total = max(int(weights.sum()), 1)
    enough = [weights[(entropies >= step - 0.1) & (entropies < step)].sum() >= GREEDY_SHARE * total for step in STEPS]
    begin = [*enough, True].index(True) + 1 if patient else 1
    return next((step for step, more in zip(STEPS[begin:], enough[begin:], strict=True) if not more), STEPS[-1])


def _means(of_term: _Floats, terms: _Terms) -> _Floats:
    """The mean over each block's different terms; 0 for a block without any, which only hidden ones are."""
    pairs = np.unique(terms.block * max(len(of_term), 1) + terms.term)
    block, term = pairs // max(len(of_term), 1), pairs % max(len(of_term), 1)
    counts = np.bincount(block, minlength=terms.blocks)
    sums = np.bincount(block, of_term[term], terms.blocks)
    means: _Floats = sums / np.maximum(counts, 1)
    return means


def _decide(page: Page, entropies: _Floats, fence: float, pages: int) -> Decisions:
    kept = (entropies < fence) & ~page.hidden
    below = 0.5 + 0.5 * (fence - entropies) / max(fence, 1e-9)
    above = 0.49 * (1 - entropies) / max(1 - fence, 1e-9)
    score = np.where(page.hidden, 0.0, np.where(kept, below, np.minimum(above, 0.49)))

    def why(i: int) -> str:
        if page.hidden[i]:
            return "hidden: the page does not show it"
        side, many = ("below", "few") if kept[i] else ("at or above", "most")
        return (
            f"entropy {entropies[i]:.2f}, {side} the threshold {fence:g}: its words are on {many} of the {pages} pages"
        )

    return Decisions(kept, score, why)
