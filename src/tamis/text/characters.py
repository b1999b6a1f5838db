"""The kinds of characters that are counted in blocks."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.text.sentences import ENDERS, WIDE_ENDERS
from tamis.text.words import SCRIPTS_WITHOUT_SPACES

CLASSES: Final = (
    "lower", "upper", "digit", "space", "stop", "comma", "quote", "bar", "currency", "mark", "colon", "at", "slash",
    "wide",
)  # fmt: skip
"""the classes counted, in the order of the columns; every other character counts in none"""
_MEMBERS: Final = {
    "lower": "abcdefghijklmnopqrstuvwxyz",
    "upper": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "digit": "0123456789",
    "space": " \n\t\u00a0",
    "stop": ENDERS + WIDE_ENDERS,
    "comma": ",;，、；",
    "quote": "\"'“”‘’«»「」",
    "bar": "|•·›»>←→",
    "currency": "$€£¥₹",
    "mark": "©®™",
    "colon": ":：",
    "at": "@#",
    "slash": "/\\_",
}
_HANGUL: Final = ("Korean syllables", "\uac00", "\ud7a3")
_TABLE_SIZE: Final = 1 << 16
"""the basic plane; what lies beyond counts as wide, which most of it is"""


def _table() -> NDArray[np.uint8]:
    other = len(CLASSES)
    table = np.full(_TABLE_SIZE + 1, other, np.uint8)
    letters = map(chr, range(0xAA, 0x2000))  # those of other alphabets: read once, when the file is imported
    table[0xAA:0x2000] = [int(c.isupper()) if c.isalpha() else other for c in letters]
    for name, members in _MEMBERS.items():
        table[[ord(c) for c in members]] = CLASSES.index(name)
    for _, low, high in (*SCRIPTS_WITHOUT_SPACES, _HANGUL):
        table[ord(low) : min(ord(high) + 1, _TABLE_SIZE)] = CLASSES.index("wide")
    table[_TABLE_SIZE] = CLASSES.index("wide")
    return table


CLASS_OF: Final = _table()
"""the place in :data:`CLASSES` of each character of the basic plane, and last of all beyond; one past them for none"""
