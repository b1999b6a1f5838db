"""What each character is in a term: the table by which :mod:`tamis.native.terms` cuts texts.

Its source is the definition in :mod:`tamis.text.terms`, character by character. Only those are in it that never
combine with their neighbours into another character: all of Latin, Greek, Cyrillic, Hebrew, Arabic, most symbols, and
Chinese.
"""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import Final, NamedTuple

import numpy as np

from tamis.native.arrays import Int32s
from tamis.native.terms import alone, dropped, first_several, slow
from tamis.text.terms import folded, is_spaceless, terms

_RANGES: Final = ((0, 0x900), (0x1E00, 0x2B00), (0x3000, 0x3040), (0xFE00, 0xFE10), (0xFF01, 0xFF5F))
_CHINESE: Final = (0x4E00, 0xA000)
_CODES: Final = 1 << 16


class Folds(NamedTuple):
    """The table, and what the characters that become several stand for."""

    codes: Int32s
    several: Int32s
    ends: Int32s
    """where each of them begins among ``several``; one more, for the end"""


@cache
def folds() -> Folds:
    """The table; made once, in some 20 ms."""
    codes = np.full(_CODES, slow, np.int32)
    first, last = _CHINESE
    codes[first:last] = np.arange(first, last) | alone
    several: list[list[int]] = []
    for code in chain.from_iterable(range(*ends) for ends in _RANGES):
        found = [_own(letter) for letter in folded(chr(code))]
        if not found:
            codes[code] = dropped
        elif len(found) == 1:
            codes[code] = found[0]
        elif any(letter & alone for letter in found):
            continue
        else:
            codes[code] = first_several - len(several)
            several.append(found)
    ends = np.cumsum([0, *map(len, several)])
    return Folds(codes, np.array(list(chain.from_iterable(several)), np.int32), ends.astype(np.int32))


def _own(letter: str) -> int:
    """What a folded character is in a term: itself, a term of its own, or nothing."""
    if not terms(letter):
        return 0
    return ord(letter) | alone if is_spaceless(letter) else ord(letter)
