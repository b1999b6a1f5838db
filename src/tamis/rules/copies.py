"""A passage that a page has twice is kept once.

Pages hold copies: of a section for narrow screens, of a slider's slides, of a post that is quoted in the next one. What
a reader calls the text has one of them. But not all that is repeated is a copy: the items of a list, the rows of a
table and the examples of a manual may say the same, each for itself. So a copy is a passage of some words in another
template than the first, or a long one, and no code.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.model.features import NUMBERS, Features
from tamis.native.decide import find_repeated
from tamis.rules.opinion import DROPPED, LOWEST, Adjustment, Floats, Mask, Opinion

_LEAST: Final = 10
"""words in another template; from 4 to 20 the F1 on unseen pages of wcxb-dev differs by 0.0004"""
_LONG: Final = 80
"""words in the same template: 20 has 0.0003 more F1 on wcxb-dev and 0.0015 less on its documentation"""
_BETA: Final = 2.0
"""how much recall counts for callers who favor it"""
_SAME_TEXT: Final = NUMBERS.index("same text")
_IN_CODE: Final = NUMBERS.index("in pre")
_TWICE: Final = 0.9
"""between log1p(1) and log1p(2)"""


def copies(page: Page, features: Features, opinion: Opinion) -> Iterator[Adjustment]:
    """Drop copies among the likely blocks, and copies of these among what is likely only where recall counts more."""
    probability = opinion.probability
    maybe = repeated(features, probability > LOWEST)
    if opinion.words[maybe].sum() < 2 * _LEAST or len({page.texts[block] for block in maybe}) == len(maybe):
        return
    likely = opinion.likely
    found = copies_of(features, page.texts, likely, probability)
    wanted = probability >= opinion.threshold_for(_BETA)
    wanted[found] = False
    found += [block for block in copies_of(features, page.texts, wanted, probability) if not likely[block]]
    if found:
        yield Adjustment(np.array(found), DROPPED, "the page has it twice, and the other one is kept")


def repeated(features: Features, blocks: Mask) -> list[int]:
    """Those of the blocks whose text stands on the page more than once, but for code."""
    return find_repeated(features.numbers, _SAME_TEXT, _TWICE, _IN_CODE, blocks.view(np.uint8))


def copies_of(features: Features, texts: Sequence[str], likely: Mask, probability: Floats) -> list[int]:
    """The likely blocks that say what other likely ones say; of two copies those with the lower probability.

    What stands in one container twice, as a refrain does, is no copy.

    >>> from tamis.html.tree import read
    >>> from tamis.model.compute import compute_features
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> line = "<p>Mix flour, water and salt, and wait until it has risen."
    >>> page = text_flow(read(f"<div>{line}<p>Bake it.</div><blockquote>{line}<p>How?</blockquote>", None, Limits()))
    >>> copies_of(compute_features(page), page.texts, np.ones(4, bool), np.array([0.9, 0.9, 0.8, 0.9]))
    [2]
    """
    blocks = repeated(features, likely)
    copied = [texts[place] for place in blocks]
    if len(set(copied)) == len(copied):  # there are none, or the others are not likely
        return []
    places = np.array(blocks)
    words = features.word_counts[places].tolist()
    if sum(words) < 2 * _LEAST:
        return []
    wanted = (probability[places] * features.word_counts[places]).tolist()
    found = [False] * len(copied)
    for second, first, size in _passages(features, copied, places, words, np.cumsum(likely)):
        one, other = slice(first, first + size), slice(second, second + size)
        better = sum(wanted[one]) >= sum(wanted[other]) or any(found[one])
        found[other if better else one] = [True] * size
    return [place for place, is_copy in zip(blocks, found, strict=True) if is_copy]


def _passages(
    features: Features,
    copied: Sequence[str],
    places: NDArray[np.int64],
    words: Sequence[float],
    order: NDArray[np.int64],
) -> list[tuple[int, int, int]]:
    """Runs of blocks that are copies of a run before them in another container: where each begins, where the one before
    begins, and of how many blocks it is.

    ``copied`` are those of the ``places``, of so many ``words``, by which all this is numbered; ``order`` numbers
    the likely blocks: a run has no other likely block in it.
    """
    numbers, kinds = order[places].tolist(), features.templates[places].tolist()
    # the first of the blocks that is in the container around each
    inside = np.searchsorted(places, features.start[places, 1]).tolist()
    known: dict[str, int] = {}
    found: list[tuple[int, int, int]] = []
    begin = other = size = 0
    total = elsewhere = 0.0
    for n, text in enumerate(copied):
        if size and n == begin + size and numbers[n] == numbers[n - 1] + 1 and copied[other + size] == text:
            first, follows = other + size, True
            known.setdefault(text, n)
        else:
            first, follows = known.setdefault(text, n), False
        if inside[n] <= first:  # so it is for the first of them, too
            continue
        if not follows:
            if _is_copy(total, elsewhere):
                found.append((begin, other, size))
            begin, other, size, total, elsewhere = n, first, 0, 0.0, 0.0
        size += 1
        total += words[n]
        elsewhere += words[n] if kinds[n] != kinds[first] else 0.0
    if _is_copy(total, elsewhere):
        found.append((begin, other, size))
    return found


def _is_copy(words: float, elsewhere: float) -> bool:
    """Whether a passage is long enough, of whose words so many stand in another template than the first time."""
    return words >= (_LEAST if 2 * elsewhere >= words else _LONG)
