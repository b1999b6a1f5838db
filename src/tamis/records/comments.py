"""Readers' comments one by one, each with its author and its date."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.comments import comments, in_areas, outermost_areas
from tamis.blocks.page import Page
from tamis.names.markup import Meaning, meanings
from tamis.text.dates import read_day
from tamis.text.people import byline

_AUTHORS: Final = ('[itemprop~="author"]', ".fn", ".comment-author", '[class*="author"]', '[class*="user"]', "cite")
_DATES: Final = 'time, [itemprop~="datePublished"], [class*="date"], [class*="time"], .comment-metadata'


@dataclass(frozen=True, slots=True)
class Comment:
    """One reader's words."""

    text: str
    author: str | None
    date: str | None
    blocks: tuple[int, ...]
    """the indices of its blocks in the ledger"""

    def to_dict(self) -> dict[str, Any]:
        """The comment as plain data."""
        return {"text": self.text, "author": self.author, "date": self.date, "blocks": list(self.blocks)}


def read_comments(page: Page, detected: NDArray[np.bool_] | None) -> tuple[Comment, ...]:
    """The comments of a page one by one, whether they are kept or not.

    ``detected`` are the blocks that the strategy takes for comments. Elements that hold one comment each separate them;
    without such elements, all of them are one comment.
    """
    blocks = np.flatnonzero(comments(page, detected)).tolist()
    if not blocks:
        return ()
    single = _singles(page)
    grouped: dict[int, list[int]] = {}
    for block in blocks:
        holder = single[int(page.elements[block])]
        if holder >= 0:
            grouped.setdefault(holder, []).append(block)
    if not grouped:
        return (Comment("\n".join(page.texts[i] for i in blocks), None, None, tuple(blocks)),)
    return tuple(_comment(page, holder, indices) for holder, indices in grouped.items())


def _singles(page: Page) -> list[int]:
    """For each element the comment it is part of, the innermost one; -1 if none."""
    tree = page.tree
    areas = in_areas(tree, outermost_areas(tree)).tolist()
    found: list[int] = []
    for element, parent in enumerate(tree.parents):
        own = False
        if areas[element] and tree.tags[element] in ("li", "div", "article", "tr", "dd", "section"):
            node = tree.nodes[element]
            names = f"{node.attr('id') or ''} {node.attr('class') or ''}"
            outermost = parent < 0 or found[parent] < 0
            may_be = outermost or tree.tags[element] in ("li", "article") or "depth" in names
            own = may_be and bool(meanings(names) & Meaning.COMMENT)
        found.append(element if own else found[parent] if parent >= 0 else -1)
    return found


def _comment(page: Page, holder: int, blocks: list[int]) -> Comment:
    node = page.tree.nodes[holder]
    author = date = None
    for selector in _AUTHORS:
        author = next((name for found in node.select(selector)[:2] if (name := byline(found.text[:200]))), None)
        if author:
            break
    for found in node.select(_DATES)[:4]:
        date = read_day(found.attr("datetime") or found.attr("title") or "") or read_day(found.text[:120])
        if date:
            break
    return Comment("\n".join(page.texts[i] for i in blocks), author, date, tuple(blocks))
