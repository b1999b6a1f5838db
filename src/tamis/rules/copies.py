"""A passage that a page has twice is kept once.

Pages hold copies: of a section for narrow screens, of a slider's slides, of a post that is quoted in the next one. What
a reader calls the text has one of them. But not all that is repeated is a copy: the items of a list, the rows of a
table and the examples of a manual may say the same, each for itself. So a copy is a passage of some words in another
kind of place than the first, or a long one, and no code.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.model.features import NUMBERS, Features
from tamis.native.decide import find_repeated

Mask = NDArray[np.bool_]

_LEAST: Final = 10
"""words in another kind of place; from 4 to 20 the F1 on unseen pages of wcxb-dev differs by 0.0004"""
_LONG: Final = 80
"""words in the same kind of place: 20 has 0.0003 more F1 on wcxb-dev and 0.0015 less on its documentation"""
_SAME_TEXT: Final = NUMBERS.index("same text")
_IN_CODE: Final = NUMBERS.index("in pre")
_TWICE: Final = 0.9
"""between log1p(1) and log1p(2)"""


def copies_of(seen: Features, texts: Sequence[str], kept: Mask, chance: NDArray[np.float64]) -> list[int]:
    """The kept blocks that say what others say that are kept, too; of two copies those with the lower chance.

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
    repeated = find_repeated(seen.numbers, _SAME_TEXT, _TWICE, _IN_CODE, kept.view(np.uint8))
    said = [texts[place] for place in repeated]
    if len(set(said)) == len(said):  # there are none, or the others are not kept
        return []
    places = np.array(repeated)
    words = seen.word_counts[places].tolist()
    if sum(words) < 2 * _LEAST:
        return []
    wanted = (chance[places] * seen.word_counts[places]).tolist()
    found = [False] * len(said)
    for second, first, size in _passages(seen, said, places, words, np.cumsum(kept)):
        one, other = slice(first, first + size), slice(second, second + size)
        better = sum(wanted[one]) >= sum(wanted[other]) or any(found[one])
        found[other if better else one] = [True] * size
    return [place for place, is_copy in zip(repeated, found, strict=True) if is_copy]


def _passages(
    seen: Features, said: Sequence[str], places: NDArray[np.int64], words: Sequence[float], order: NDArray[np.int64]
) -> list[tuple[int, int, int]]:
    """Runs of blocks that are copies of a run before them in another container: where each begins, where the one before
    begins, and of how many blocks it is.

    ``said`` are the texts of the ``places``, of so many ``words``, among which all this is numbered; ``order`` numbers
    the kept blocks: a run has no other kept block in it.
    """
    numbers, kinds = order[places].tolist(), seen.templates[places].tolist()
    # the first of the blocks that is in the container around each
    inside = np.searchsorted(places, seen.start[places, 1]).tolist()
    known: dict[str, int] = {}
    found: list[tuple[int, int, int]] = []
    begin = other = size = 0
    total = elsewhere = 0.0
    for n, text in enumerate(said):
        if size and n == begin + size and numbers[n] == numbers[n - 1] + 1 and said[other + size] == text:
            first, follows = other + size, True
            known.setdefault(text, n)
        else:
            first, follows = known.setdefault(text, n), False
        if inside[n] <= first:  # holds for what is said for the first time, too
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
    """Whether a passage is long enough, of whose words so many stand in another kind of place than the first time."""
    return words >= (_LEAST if 2 * elsewhere >= words else _LONG)
