"""LH: a block whose terms are spread evenly over a site's pages says nothing about any of them.

S.-H. Lin and J.-M. Ho, "Discovering informative content blocks from web documents", 2002 (LH, InfoDiscoverer), the
baseline of Debnath 2005. The entropy of a term over the pages, p_j being the share of its occurrences on page j, is

    H(term) = - Σ p_j log p_j / log(number of pages),

0 for a term of one page and 1 for one that all pages have equally often. A block's entropy is the mean over its terms:
low is informative, high is redundant. Blocks are innermost tables; the README tells how we read the descriptions.

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
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page
from tamis.errors import UsageError
from tamis.papers.debnath2005.innermost_tables import tables
from tamis.papers.decide import decide_visible, graded
from tamis.papers.shared_words import different_pairs, spread, words_of_site
from tamis.strategies.base import strategy

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
    words = words_of_site(pages, hidden=False)
    bounds = np.cumsum([0, *(len(page) for page in pages)])
    of_term = term_entropy(words.page, words.word, len(pages))
    block, term, _ = different_pairs(words.row, words.word)
    sums, terms = np.bincount(block, of_term[term], bounds[-1]), np.bincount(block, minlength=bounds[-1])
    of_block = sums / np.maximum(terms, 1)
    if threshold < 0:
        sizes = np.bincount(words.row, minlength=bounds[-1])
        by_words = greedy == "words"
        threshold = greedy_threshold(of_block, sizes if by_words else np.minimum(sizes, 1), patient=by_words)
    parts = np.split(of_block, bounds[1:-1])
    return [_decide(page, part, threshold, len(pages)) for page, part in zip(pages, parts, strict=True)]


def term_entropy(page: _Ints, term: _Ints, pages: int) -> _Floats:
    """The entropy of each term over the pages, 0 to 1; ``page`` and ``term`` have a row an occurrence.

    >>> term_entropy(np.array([0, 1, 0, 0, 1]), np.array([0, 0, 1, 2, 2]), 2).tolist()
    [1.0, 0.0, 1.0]
    """
    terms, _, times = different_pairs(term, page)
    found = spread(terms, times, np.full(int(term.max(initial=-1)) + 1, pages))
    return np.round(found, 9)  # an even spread is 1, not 0.9999999999


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


def _decide(page: Page, entropies: _Floats, threshold: float, pages: int) -> Decisions:
    kept = entropies < threshold

    def why(i: int) -> str:
        side, many = ("below", "few") if kept[i] else ("at or above", "most")
        return (
            f"entropy {entropies[i]:.2f}, {side} the threshold {threshold:g}: "
            f"its words are on {many} of the {pages} pages"
        )

    return decide_visible(page, kept, graded(1 - entropies, kept, 1 - threshold), why)
