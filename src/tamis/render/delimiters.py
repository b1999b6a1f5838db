"""Where a delimiter of emphasis opens and closes (CommonMark 0.31, section 6.2, and GFM's ``~~``).

The Markdown writer asks before it writes: a delimiter that would not pair as it is meant would show as an asterisk.
"""

from __future__ import annotations

import string
from typing import Final
from unicodedata import category

_ASCII_PUNCTUATION: Final = frozenset(string.punctuation)


def flanking(character: str, before: str, after: str) -> tuple[bool, bool, bool]:
    """Whether a run of a delimiter between two characters opens for sure, closes for sure, and may close.

    Empty characters stand for the ends of a line. Symbols beyond ASCII count as punctuation since CommonMark 0.31;
    what is sure holds for older parsers, too.

    >>> flanking("*", " ", "x"), flanking("*", "x", "y"), flanking("_", "x", "y")
    ((True, False, False), (True, True, True), (False, False, False))
    """
    found = [_flanking(character, before, after, symbols) for symbols in (True, False)]
    return all(opens for opens, _ in found), all(closes for _, closes in found), any(closes for _, closes in found)


def _flanking(character: str, before: str, after: str, symbols: bool) -> tuple[bool, bool]:
    space_before, space_after = is_space(before), is_space(after)
    mark_before, mark_after = is_punctuation(before, symbols), is_punctuation(after, symbols)
    left = not space_after and (not mark_after or space_before or mark_before)
    right = not space_before and (not mark_before or space_after or mark_after)
    if character == "_":
        return left and (not right or mark_before), right and (not left or mark_after)
    return left, right


def is_space(character: str) -> bool:
    """Whether a delimiter takes a character, or the end of a line, for white space."""
    return not character or character in " \t\n\f\r" or (character > "\x7f" and category(character) == "Zs")


def is_punctuation(character: str, symbols: bool = True) -> bool:
    """Whether a delimiter takes a character for punctuation."""
    if character <= "\x7f":
        return character in _ASCII_PUNCTUATION
    kind = category(character)[0]
    return kind == "P" or (symbols and kind == "S")
