"""Which children of an element are of like shape: a letter for each child, equal letters for like subtrees.

A subtree's shape is the set of tag paths in its first elements. Class names play no part: ``odd`` and ``even`` rows are
alike. A child gets the letter of the first child before it whose shape shares at least half of the paths of both.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.html.tree import Tree

LIKE: Final = 0.5
"""of the paths of both; optional parts of a card (a badge, an old price) are a third of them at most"""
_LIKE_ITEMS: Final = 0.2
"""of items by their tag: some have a badge, an old price and an offer, others none of these"""
_ITEMS: Final = frozenset(("li", "article"))
_LOOKED_AT: Final = 24
"""elements of a subtree, which bounds the work on a page"""
_LETTERS: Final = 12
"""different shapes below one element; further ones are noise"""
NOISE: Final = -1
_FEW: Final = 6
_INLINE: Final = frozenset("b i em strong br font wbr u small big sup sub abbr mark cite s del strike".split())
_IGNORED: Final = frozenset("script style noscript template link meta input hr br wbr".split())


def children_of(tree: Tree) -> dict[int, list[int]]:
    """The children of each element that has two or more, those without anything to show left out."""
    found: dict[int, list[int]] = {}
    for element, (parent, tag) in enumerate(zip(tree.parents, tree.tags, strict=True)):
        if parent >= 0 and tag not in _IGNORED:
            found.setdefault(parent, []).append(element)
    return {parent: inside for parent, inside in found.items() if len(inside) > 1}


def letters(tree: Tree, children: list[int]) -> list[int]:
    """A number for each child; equal ones for like shapes."""
    known: list[tuple[str, frozenset[int]]] = []
    found = []
    for child in children:
        tag, shape = tree.tags[child], shape_of(tree, child)
        letter = next((n for n, (other, seen) in enumerate(known) if other == tag and _like(shape, seen, tag)), NOISE)
        if letter == NOISE and len(known) < _LETTERS:
            letter = len(known)
            known.append((tag, shape))
        found.append(letter)
    return found


def shape_of(tree: Tree, element: int) -> frozenset[int]:
    """The tag paths in the first elements of a subtree, as hashes."""
    paths = {element: 0}
    found: set[int] = set()
    cells = 0
    for inside in range(element + 1, min(int(tree.ends[element]), element + 1 + _LOOKED_AT)):
        above = paths[tree.parents[inside]]
        tag = tree.tags[inside]
        paths[inside] = above if tag in _INLINE else hash((above, tag))
        if tag not in _INLINE:
            found.add(paths[inside])
            cells += tag in ("td", "th") and tree.parents[inside] == element
    return frozenset(found | {-cells} if cells else found)  # rows of one cell are not like rows of three


def _like(one: frozenset[int], other: frozenset[int], tag: str) -> bool:
    least = _LIKE_ITEMS if tag in _ITEMS else LIKE
    if not one and not other:
        return True
    return len(one & other) >= least * len(one | other) if one and other else len(one | other) <= 1


def repeated(tree: Tree, children: list[int], words: NDArray[np.int64]) -> set[int]:
    """The children that say the same few words as two others: advertisements, rules, links back to the top."""
    said: dict[tuple[str, str], list[int]] = {}
    for child in children:
        run = bisect_left(tree.run_seen, child + 1)
        if words[child] <= _FEW and run < len(tree.runs) and tree.run_parents[run] < tree.ends[child]:
            text = tree.runs[run]
            if len(text.split()) == words[child]:
                said.setdefault((tree.tags[child], text.strip()), []).append(child)
    return {child for alike in said.values() if len(alike) > 2 for child in alike}
