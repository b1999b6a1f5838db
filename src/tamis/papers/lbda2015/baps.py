"""BAPS, block acquiring page segmentation: what lays out a page cuts it.

LBDA 2015, "Block Acquiring Page Segmentation". A *gathering* node (also called "acquiring") lays out others. The four
rules, which we follow where the printed listing contradicts them:

1. no child: the node is removed;
2. one child, no gathering child: archived as a block, degree c;
3. several children, no gathering child: archived as a block, degree b;
4. gathering children: not archived, degree a; its visible children that do not gather become a block each.

Where the paper is silent:

* Gathering are the elements of :data:`GATHERING`, and whatever holds one of them (a link around a ``div``, an unknown
  element around the page), since it lays it out.
* Children are elements and texts, less code (``script``, ``style`` …) and less what is hidden or handed in as removed.
  A node that rule 1 removes is no child of its parent's.
* Neighbouring texts and inline children of a node of degree a are one child: a sentence is not cut at its bold word.
* What is removed before (advertisements) and what is hidden stays in the ledger as rows of its own, of no degree. A
  block that such text interrupts has several rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.blocks.regions import depth, unite
from tamis.html.tags import BLOCK_LEVEL, HIDDEN, INVISIBLE
from tamis.html.tree import Tree

_Ints = NDArray[np.int64]
_Bools = NDArray[np.bool_]

GATHERING: Final = frozenset((
    "body", "frameset", "div", "section", "article", "main", "aside", "nav", "header", "footer", "form", "fieldset",
    "center", "table", "caption", "colgroup", "col", "thead", "tbody", "tfoot", "tr", "th", "td", "ul", "ol", "dl",
    "menu", "dir",
))  # fmt: skip
"""Elements that lay out others. Lists gather, their entries do not: a plain list is one block."""
_OWN_LINE: Final = BLOCK_LEVEL - {"br"}
"""elements that are not part of a line of text"""
_CODE: Final = (INVISIBLE - {"iframe", "object", "svg", "select", "textarea"}) | {"link", "meta", "title"}
"""code that no one sees"""
_NOTHING: Final[Mapping[int, str]] = MappingProxyType({})


@dataclass(frozen=True)
class LayoutPage(Page):
    """A page cut by BAPS."""

    blocks: _Ints
    """the number of the block that a row belongs to"""
    degrees: list[str]
    """a, b or c; nothing for what is hidden or removed"""
    removed: list[str]
    """why the row was removed before the page was cut; nothing if it was not"""


def baps(tree: Tree, url: str | None = None, removed: Mapping[int, str] = _NOTHING) -> LayoutPage:
    r"""Cut a tree by the four rules, leaving out the elements ``removed``, each given with the reason why.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> page = "<div>Menu</div><div><h1>Bread</h1>Mix <b>flour</b>.<ul><li>Water<li>Salt</ul></div><div></div>"
    >>> cut = baps(read(page, None, Limits()))
    >>> list(zip(cut.degrees, cut.texts))
    [('c', 'Menu'), ('a', 'Bread'), ('a', 'Mix flour.'), ('b', 'Water\nSalt')]
    """
    layout = analyse(tree, removed)
    homes, run_parents = layout.homes, np.asarray(tree.run_parents, np.int64)
    home = homes[run_parents]
    # Between two texts of one node of degree a, whatever has a line of its own parts them.
    lines = layout.lines_before[np.asarray(tree.run_seen, np.int64)]
    flowing = home < 0
    count = len(homes)
    numbers = np.where(flowing, (home + count) * (count + 1) + lines, count * (count + 1) + home)
    elements = np.where(flowing, ~home, home)
    page = unite(tree, url, numbers, elements)
    rows = page.elements.tolist()
    outside = layout.outside[run_parents[page.first_run]].tolist()
    return LayoutPage(
        **vars(page),
        blocks=np.unique(numbers[page.first_run], return_inverse=True)[1],
        degrees=["" if out >= 0 else layout.degrees[row] or "a" for row, out in zip(rows, outside, strict=True)],
        removed=[removed.get(out, "") for out in outside],
    )


@dataclass(frozen=True)
class Layout:
    """The structure analysis of a page: one row an element."""

    degrees: list[str]
    """a, b or c for a gathering node, nothing for the others"""
    homes: _Ints
    """the element whose block the texts of an element belong to; where they flow in a node of degree a, ~node"""
    outside: _Ints
    """the outermost hidden or removed element around each element; -1 if there is none"""
    lines_before: _Ints
    """how many elements with lines of their own begin before each element"""


def analyse(tree: Tree, removed: Mapping[int, str] = _NOTHING) -> Layout:
    """Apply the four rules to all elements of a tree.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> tree = read("<div><div>One</div><div>Two <b>three</b></div><div></div>", None, Limits())
    >>> list(zip(tree.tags, analyse(tree).degrees))
    [('body', 'a'), ('div', 'a'), ('div', 'c'), ('div', 'b'), ('b', ''), ('div', '')]
    """
    tags, parents = tree.tags, np.asarray(tree.parents, np.int64)
    ends, count = np.asarray(tree.ends, np.int64), len(tags)
    chosen = np.zeros(count, np.bool_)
    chosen[list(removed)] = True
    gone = (depth(tree, chosen) > 0) | (np.asarray(tree.flags, np.int64) & HIDDEN != 0)
    shown = ~gone & ~_among(tags, _CODE)
    texts = _texts(tree, count) * shown

    listed = _among(tags, GATHERING) & shown
    listed &= _inside(texts + (shown & ~listed), ends) > 0  # rule 1
    gathers = shown & (_inside(listed, ends) > 0)
    empty = _among(tags, GATHERING) & ~listed
    children = texts + np.bincount(parents[1:], weights=(shown & ~empty)[1:], minlength=count)
    has_gathering_child = np.bincount(parents[1:], weights=gathers[1:], minlength=count) > 0
    degrees = np.where(~gathers, "", np.where(has_gathering_child, "a", np.where(children > 1, "b", "c"))).tolist()

    own_line = _among(tags, _OWN_LINE)
    begins = (gathers & ~has_gathering_child) | (~gathers & (_inside(own_line, ends) > 0))
    homes, outside = _homes(tree.parents, begins.tolist(), gathers.tolist(), gone.tolist())
    return Layout(degrees, homes, outside, np.concatenate(([0], np.cumsum(own_line, dtype=np.int64))))


def _homes(parents: Sequence[int], begins: list[bool], gathers: list[bool], gone: list[bool]) -> tuple[_Ints, _Ints]:
    """Hand down from parent to child which block, and which hidden or removed element, an element is in."""
    homes: list[int] = []
    outside: list[int] = []
    for i, (parent, begin, gather, out) in enumerate(zip(parents, begins, gathers, gone, strict=True)):
        out_of = -1 if not out else outside[parent] if i and outside[parent] >= 0 else i
        outside.append(out_of)
        if out_of >= 0:
            homes.append(out_of)
        elif i and homes[parent] >= 0:
            homes.append(homes[parent])
        elif begin:
            homes.append(i)
        else:
            homes.append(~i if gather or not i else homes[parent])
    return np.array(homes, np.int64), np.array(outside, np.int64)


def _texts(tree: Tree, count: int) -> _Ints:
    """How many texts that are not white space stand directly in each element."""
    there = np.array([not run.isspace() for run in tree.runs], np.bool_)
    return np.bincount(np.asarray(tree.run_parents, np.int64)[there], minlength=count)


def _inside(column: _Ints | _Bools, ends: _Ints) -> _Ints:
    """The sum of a column over each element and all that is in it."""
    total = np.concatenate(([0], np.cumsum(column, dtype=np.int64)))
    inside: _Ints = total[ends] - total[:-1]
    return inside


def _among(tags: list[str], names: frozenset[str]) -> _Bools:
    return np.array([tag in names for tag in tags], np.bool_)
