"""Sentences of texts, by their full stops; :data:`FULL_STOPS` are those of all scripts.

:func:`sentences` and the character class "stop" (:mod:`tamis.text.characters`) know fewer: models learned from what
these two count, so more there means to train anew.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

ENDERS: Final = ".!?…"
CLOSERS: Final = "\"')]”’»"
"""quotes and brackets that may come after a full stop"""
WIDE_ENDERS: Final = "。！？"
"""full stops that no white space has to follow"""
FULL_STOPS: Final = frozenset(ENDERS + WIDE_ENDERS + "؟۔।։።។")
"""all that may end a sentence, also in Arabic, Urdu, Hindi, Armenian, Amharic and Khmer"""


def sentences(texts: list[str]) -> NDArray[np.int64]:
    """How many sentences each text has: one more than it has full stops before its end.

    A full stop is one of ``.!?…`` before white space, a closing quote or bracket between them allowed, or one of
    ``。！？`` anywhere. Abbreviations ("Dr. No") count as ends, as only a language's word list could tell.

    >>> sentences(["Home", "Stop! “Why?” I asked.", "3.5 per cent", "我来。你走。"]).tolist()
    [1, 3, 1, 2]
    """
    codes = np.frombuffer("".join(f"{text}\n" for text in texts).encode("utf-32-le"), np.uint32)
    stops = np.cumsum([0, *(len(text) + 1 for text in texts)], dtype=np.int64)
    to_last = np.repeat(stops[1:] - 2, np.diff(stops)) - np.arange(len(codes))
    """how far it is to the text's last character"""
    space = _shifted(codes <= 32)
    closed = _shifted(_among(codes, CLOSERS)) & _shifted(space)
    ends = _among(codes, ENDERS) & (space | closed) & (to_last >= 2)
    ends |= _among(codes, WIDE_ENDERS) & (to_last >= 1)
    before = np.concatenate(([0], np.cumsum(ends)))
    return np.diff(before[stops]) + 1


def _among(codes: NDArray[np.uint32], characters: str) -> NDArray[np.bool_]:
    return np.isin(codes, [ord(character) for character in characters])


def _shifted(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """For each character the mask of the next one."""
    return np.append(mask[1:], False)[: len(mask)]
