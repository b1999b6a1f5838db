"""Who wrote each post of a thread, and when: the blocks that say it."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.records.places import outside
from tamis.records.repeated import repeated_items
from tamis.text.dates import read_day
from tamis.text.space import tidy

_LONGEST: Final = 16
"""words of a line that holds a name or a date, with a post's number and the like; longer ones are of the post itself"""
_DATED: Final = ("datetime", "title", "content")
"""attributes with the date of what is shown as "2 days ago"; on the text's own element or up to so many above"""
_LEVELS: Final = 3


def post_bylines(page: Page, kept: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which blocks name the author of a kept post, and which its date: one block of each a post.

    A post is kept if some prose of it is. Fewer than two kept posts are no thread.
    Old boards have a row of a table for each post.
    """
    names, dates = np.zeros((2, len(page)), np.bool_)
    prose = kept & page.prose
    if not _may_be_posts(page, prose):
        return names, dates
    for post in repeated_items(page, outside(page.tree)):
        blocks = list(post.blocks)
        in_rows = post.kind == "row" and post.author and post.date
        if not (post.kind == "post" or in_rows) or not prose[blocks].any():
            continue
        short = [block for block in blocks if page.words[block] <= _LONGEST]
        names[[block for block in short if post.author and post.author in page.texts[block]][:1]] = True
        dates[[block for block in short if post.date and post.date in _days(page, block)][:1]] = True
    return names, dates


def _may_be_posts(page: Page, prose: NDArray[np.bool_]) -> bool:
    """Whether kept prose stands in elements that are alike, each in another one: a quick look that spares articles."""
    tree = page.tree
    own = page.elements[prose].tolist()
    homes = {tree.parents[row] if tree.tags[row] == "p" else row for row in own if tree.tags[row] != "li"}
    holders = {tree.parents[row] for row in homes if row > 0} - {0}
    alike = Counter((tree.tags[row], tree.attr(row, "class")) for row in holders)
    return max(alike.values(), default=0) > 1


def _days(page: Page, block: int) -> set[str | None]:
    """The days that a block says, in its text or in the attributes around its runs."""
    tree = page.tree
    runs = islice(range(int(page.first_run[block]), int(page.last_run[block]) + 1), _LONGEST)
    around = {row for run in runs for row in islice(tree.around(tree.run_parents[run]), _LEVELS)}
    values = {page.texts[block], *(tree.attr(row, name) for row in around for name in _DATED)}
    return {read_day(tidy(value)) for value in values if value and len(value) < 100}
