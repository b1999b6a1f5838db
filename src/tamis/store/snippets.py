"""The part of a block that shows why it was found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tamis.store.matching import Words
from tamis.text.terms import places

_CHARACTERS: Final = 200
"""two lines on a terminal, as search engines show"""
_LONG: Final = 20_000
_LEAD: Final = 40
"""characters shown before the first word that was looked for"""


def snippet(text: str, words: Words) -> tuple[str, tuple[tuple[int, int], ...]]:
    """A stretch of the text with as many of the query's different words as possible, and where they are in it.

    >>> snippet("Rye is a grass.", Words(frozenset({"grass", "grasses"}), ()))
    ('Rye is a grass.', ((9, 14),))
    """
    flat = " ".join(_part(text, words).split())
    marks = list(_marks(flat, words))
    if len(flat) <= _CHARACTERS:
        return flat, tuple((start, end) for start, end, _ in marks)
    first = _best_start(marks)
    begin = max(0, min(first - _LEAD, len(flat) - _CHARACTERS))
    if begin:
        begin = flat.rfind(" ", max(0, begin - 20), begin + 1) + 1 or begin
    stop = begin + _CHARACTERS
    if stop < len(flat):
        cut = flat.rfind(" ", begin + _CHARACTERS // 2, stop + 1)
        stop = cut if cut > 0 else stop
    before, after = ("… " if begin else ""), (" …" if stop < len(flat) else "")
    shift = len(before) - begin
    inside = tuple((start + shift, end + shift) for start, end, _ in marks if start >= begin and end <= stop)
    return before + flat[begin:stop] + after, inside


def _part(text: str, words: Words) -> str:
    """The part of a very long text around the first of the query's words."""
    if len(text) <= _LONG:
        return text
    first, _, _ = next(_marks(text, words), (0, 0, ""))
    begin = max(0, first - _CHARACTERS)
    return text[begin : begin + _LONG]


def _marks(flat: str, words: Words) -> Iterator[tuple[int, int, str]]:
    """Where the query's words are, and their terms."""
    for start, end, word in places(flat):
        if (term := words.wanted(word)) is not None:
            yield start, end, term


def _best_start(marks: list[tuple[int, int, str]]) -> int:
    """Where to begin so that the window has the most different words."""
    best, most, last = 0, 0, 0
    inside: dict[str, int] = {}
    for start, _, term in marks:
        while last < len(marks) and marks[last][1] <= start + _CHARACTERS - _LEAD:
            inside[marks[last][2]] = inside.get(marks[last][2], 0) + 1
            last += 1
        if len(inside) > most:
            best, most = start, len(inside)
        inside[term] = inside.get(term, 0) - 1
        if inside[term] <= 0:
            del inside[term]
    return best
