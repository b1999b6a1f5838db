"""The elements around a block, and what each of them holds.

The blocks of a subtree are a contiguous stretch of the page's blocks, so whatever an element holds is the difference
of two prefix sums. Elements that hold the very blocks their parent holds (wrappers) are passed over: what they hold
says nothing new.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.page import Page

CHAIN: Final = 12
"""ancestors looked at for names and tags, the block's own element included"""
LEVELS: Final = 6
"""containers looked at, each larger than the one before"""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Containers:
    """For each block its ancestors, and for each element the stretch of blocks in it."""

    chain: NDArray[np.int64]
    """a row a block: its element, that one's parent …; -1 above the body"""
    levels: NDArray[np.int64]
    """a row a block: the elements around it that hold ever more blocks; the body repeats when it is reached"""
    start: NDArray[np.int64]
    stop: NDArray[np.int64]
    """for each element, the blocks ``start`` to ``stop - 1`` are in it"""


def containers(page: Page) -> Containers:
    """Find them.

    >>> from tamis.dom import read
    >>> from tamis.limits import Limits
    >>> from tamis.segment.text_flow import text_flow
    >>> found = containers(text_flow(read("<div><section><p>a<p>b</section></div><p>c", None, Limits())))
    >>> found.levels[0, :3].tolist(), found.stop[found.levels[0, :3]].tolist()
    ([3, 2, 0], [1, 2, 3])
    """
    tree = page.tree
    parents = np.asarray(tree.parents, np.int64)
    ends = np.asarray(tree.ends, np.int64)
    seen = np.asarray(tree.run_seen, np.int64)[page.first_run] if len(page) else np.zeros(0, np.int64)
    before = np.concatenate(([0], np.cumsum(np.bincount(page.elements, minlength=len(parents)))))
    count = before[ends] - before[:-1]
    start = np.minimum(np.searchsorted(seen, np.arange(len(parents)) + 1), len(page))
    stop = np.minimum(start + count, len(page))
    stop[0], start[0] = len(page), 0
    with_top = np.append(parents, -1)  # so that the parent of -1 is -1
    chain = np.empty((len(page), CHAIN), np.int64)
    chain[:, 0] = page.elements
    for level in range(1, CHAIN):
        chain[:, level] = with_top[chain[:, level - 1]]
    larger = _next_larger(parents, count)
    levels = np.empty((len(page), LEVELS), np.int64)
    levels[:, 0] = page.elements
    for level in range(1, LEVELS):
        levels[:, level] = larger[levels[:, level - 1]]
    return Containers(chain, levels, start, stop)


def _next_larger(parents: NDArray[np.int64], count: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each element the nearest ancestor that holds more blocks; the body for what has none.

    Pointer doubling: each round skips twice as many wrappers, so a page of any depth takes a few rounds.
    """
    above = np.maximum(parents, 0)
    while True:
        same = (count[above] == count) & (above > 0)
        onward = np.where(same, above[above], above)
        if np.array_equal(onward, above):
            return above
        above = onward
