"""Kept blocks as units that belong together, each in pieces between which it may be cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from tamis.blocks.data_tables import in_data_table
from tamis.blocks.page import Page
from tamis.native.tree import innermost
from tamis.text.patterns import late
from tamis.text.sentences import CLOSERS, FULL_STOPS, WIDE_ENDERS

if TYPE_CHECKING:
    from tamis.roles import Role

CountTokens = Callable[[str], int]
_TITLE_LEVEL: Final = 1
_UNMARKED_LEVEL: Final = 7
"""of headings in no ``h1`` to ``h6``: below all that are"""
_STOPS: Final = "".join(sorted(FULL_STOPS))
_CLOSERS: Final = CLOSERS.replace("]", r"\]")
_SENTENCE_END: Final = late(
    rf"\n|(?:(?<=[{_STOPS}])|(?<=[{_STOPS}][{_CLOSERS}]))\s+|(?<=[{WIDE_ENDERS}])(?![{_STOPS}{_CLOSERS}」』])"
)
_SPACE: Final = late(r"\s")


class Piece(NamedTuple):
    """A block or a part of it."""

    block: int
    text: str
    """with the white space that is between it and the next piece"""
    tokens: int
    level: int
    """of a heading, from 1; 0 of other text"""


def pieces(
    page: Page, kept: Sequence[int], roles: Sequence[Role], count: CountTokens, max_tokens: int
) -> list[list[Piece]]:
    """The units of the kept blocks: a block, or all blocks of a data table's row; none of the pieces is longer."""
    units = []
    for unit in _units(page, kept):
        level = _level(page.paths[unit[0]], roles[unit[0]]) if len(unit) == 1 else 0
        found = []
        for at, block in enumerate(unit):
            text = page.texts[block] + ("\t" if at + 1 < len(unit) else "\n")
            found += [Piece(block, part, tokens, level) for part, tokens in _sentences(text, count, max_tokens)]
        units.append(found)
    return units


def _units(page: Page, kept: Sequence[int]) -> Iterator[list[int]]:
    """Blocks of one row of a data table together, any other alone."""
    rows = np.full(len(page.tree.tags), -1, np.int64)
    if page.data_tables:
        innermost(page.tree.rows("tr"), page.tree.parents, rows)
    row_of = np.where(in_data_table(page), rows[page.elements], -1).tolist()
    for row, blocks in groupby(kept, row_of.__getitem__):
        if row < 0:
            yield from ([block] for block in blocks)
        else:
            yield list(blocks)


def _level(path: Sequence[str], role: Role) -> int:
    """The level of a heading, 0 of other blocks.

    >>> _level(("main", "h2"), "heading"), _level(("main", "h4"), "comment"), _level(("div", "b"), "heading")
    (2, 0, 7)
    """
    if role not in ("title", "heading"):
        return 0
    for tag in reversed(path):
        if len(tag) == 2 and tag[0] == "h" and tag[1] in "123456":
            return int(tag[1])
    return _TITLE_LEVEL if role == "title" else _UNMARKED_LEVEL


def _sentences(text: str, count: CountTokens, max_tokens: int) -> Iterator[tuple[str, int]]:
    """A text in sentences, and those in halves until none has more tokens than allowed.

    >>> list(_sentences("Rye is a grass. It grows on poor soil.", lambda text: len(text.split()), 3))
    [('Rye is a ', 3), ('grass. ', 1), ('It grows on ', 3), ('poor soil.', 2)]
    """
    cuts = [match.end() for match in _SENTENCE_END.finditer(text)]
    for begin, end in pairwise([0, *cuts, len(text)]):
        waiting = [text[begin:end]] if begin < end else []
        while waiting:
            part = waiting.pop()
            tokens = count(part)
            if tokens <= max_tokens or len(part) < 2:
                yield part, tokens
            else:
                middle = _middle(part)
                waiting += [part[middle:], part[:middle]]


def _middle(text: str) -> int:
    """Where to halve a text: behind the white space that is next to its middle, if there is any near it."""
    half = len(text) // 2
    behind = _SPACE.search(text, half, max(half, len(text) - 1))
    if behind is not None:
        return behind.end()
    before = max(text.rfind(" ", 0, half), text.rfind("\n", 0, half))
    return before + 1 if before >= 0 else half
