"""Which delimiters of emphasis a CommonMark parser pairs (CommonMark 0.31, section 6.2, and GFM's ``~~``).

The Markdown writer asks before it writes: a delimiter that would not pair as it is meant would show as an asterisk.
"""

from __future__ import annotations

import string
from dataclasses import dataclass, field
from typing import Final
from unicodedata import category

_ASCII_PUNCTUATION: Final = frozenset(string.punctuation)


@dataclass(slots=True)
class Run:
    """Neighbouring delimiters of one character."""

    character: str
    length: int
    opens: bool
    closes: bool
    at: int
    """the place of its first character among all delimiters' characters"""
    left: int = field(init=False)
    """characters that are not paired yet"""
    first: int = field(init=False)
    """the place of the first of these"""

    def __post_init__(self) -> None:
        self.left, self.first = self.length, self.at


def make_run(character: str, length: int, at: int, before: str, after: str, symbols: bool) -> Run:
    """A run of delimiters between two characters; empty ones stand for the ends of a line.

    ``symbols`` says whether symbols beyond ASCII count as punctuation: they do since CommonMark 0.31.
    """
    space_before, space_after = is_space(before), is_space(after)
    mark_before, mark_after = is_punctuation(before, symbols), is_punctuation(after, symbols)
    left = not space_after and (not mark_after or space_before or mark_before)
    right = not space_before and (not mark_before or space_after or mark_after)
    if character == "_":
        return Run(character, length, left and (not right or mark_before), right and (not left or mark_after), at)
    return Run(character, length, left, right, at)


def pairs(runs: list[Run]) -> set[tuple[int, int]]:
    """The paired delimiters: the places of the first character of each, as a parser would find them.

    >>> a, b = make_run("*", 3, 0, "", "x", True), make_run("*", 1, 3, "x", " ", True)
    >>> sorted(pairs([a, b, make_run("*", 2, 4, "y", "", True)]))
    [(0, 4), (2, 3)]
    """
    found: set[tuple[int, int]] = set()
    stack: list[Run] = []
    for run in runs:
        while run.closes and run.left and (place := _opener(stack, run)) >= 0:
            opener = stack[place]
            del stack[place + 1 :]
            used = 2 if min(opener.left, run.left) >= 2 else 1
            opener.left -= used
            run.left -= used
            found.add((opener.first + opener.left, run.first))
            run.first += used
            if not opener.left:
                stack.pop()
        if run.opens and run.left:
            stack.append(run)
    return found


def _opener(stack: list[Run], closer: Run) -> int:
    """The place of the innermost run that a closing one pairs with; -1 if there is none."""
    for place in range(len(stack) - 1, -1, -1):
        opener = stack[place]
        if opener.character != closer.character:
            continue
        if closer.character == "~":
            if opener.left >= 2 <= closer.left:
                return place
        elif not _is_odd(opener, closer):
            return place
    return -1


def _is_odd(opener: Run, closer: Run) -> bool:
    """The rule of three: lengths that together are a multiple of three, where one of both could open and close."""
    if not (opener.closes or closer.opens) or (opener.length + closer.length) % 3:
        return False
    return bool(opener.length % 3 or closer.length % 3)


def is_space(character: str) -> bool:
    """Whether a delimiter takes a character, or the end of a line, for white space."""
    return not character or character in " \t\n\f\r" or (character > "\x7f" and category(character) == "Zs")


def is_punctuation(character: str, symbols: bool = True) -> bool:
    """Whether a delimiter takes a character for punctuation."""
    if character <= "\x7f":
        return character in _ASCII_PUNCTUATION
    kind = category(character)[0]
    return kind == "P" or (symbols and kind == "S")
