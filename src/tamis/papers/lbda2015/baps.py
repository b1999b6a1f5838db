"""BAPS, block acquiring page segmentation: what lays out a page cuts it (LBDA 2015).

A *gathering* node (also called "acquiring") lays out others. The four rules, which we follow where the printed listing
contradicts them:

1. no child: the node is removed;
2. one child, no gathering child: archived as a block, degree c;
3. several children, no gathering child: archived as a block, degree b;
4. gathering children: not archived, degree a; its visible children that do not gather become a block each.

Gathering are the elements of :data:`GATHERING`, and whatever holds one of them. Children are elements and texts, except
code, what is hidden or removed before, and nodes that rule 1 removes. Neighbouring texts and inline children of a node
of degree a are one child. What is removed or hidden has rows of its own, of no degree, and a block that it interrupts
has several rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.blocks.regions import unite
from tamis.html.columns import depth, running, shown, subtree_sums, tagged
from tamis.html.tags import BLOCK_LEVEL, INVISIBLE
from tamis.html.tree import Tree

_Ints = NDArray[np.int64]

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
    """a, b or c; empty for what is hidden or removed"""
    removed: list[str]
    """why the row was removed before the page was cut; empty if it was not"""


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
    home = layout.homes[tree.run_parents]
    # Two texts of one node of degree a are two blocks if an element with a line of its own begins between them.
    lines = layout.lines_before[tree.run_seen]
    in_line, count = home < 0, len(tree.tags)
    numbers = np.where(in_line, (home + count) * (count + 1) + lines, count * (count + 1) + home)
    page = unite(tree, url, numbers, np.where(in_line, ~home, home))
    outside = layout.outside[np.asarray(tree.run_parents)[page.first_run]].tolist()
    degrees = [layout.degrees[element] or "a" for element in page.elements.tolist()]
    return LayoutPage(
        **vars(page),
        blocks=np.unique(numbers[page.first_run], return_inverse=True)[1],
        degrees=["" if out >= 0 else degree for degree, out in zip(degrees, outside, strict=True)],
        removed=[removed.get(out, "") for out in outside],
    )


class Layout(NamedTuple):
    """The structure analysis of a page: one row an element."""

    degrees: list[str]
    """a, b or c for a gathering node, empty for the others"""
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
    parents, count = np.asarray(tree.parents), len(tree.tags)
    chosen = np.zeros(count, np.bool_)
    chosen[list(removed)] = True
    gone = (depth(tree, chosen) > 0) | ~shown(tree)
    visible = ~gone & ~tagged(tree, _CODE)
    texts = _texts(tree) * visible

    gathering = tagged(tree, GATHERING)
    listed = gathering & visible
    listed &= subtree_sums(tree, texts + (visible & ~listed)) > 0  # rule 1
    gathers = visible & (subtree_sums(tree, listed) > 0)
    empty = gathering & ~listed
    children = texts + np.bincount(parents[1:], weights=(visible & ~empty)[1:], minlength=count)
    has_gathering_child = np.bincount(parents[1:], weights=gathers[1:], minlength=count) > 0
    degrees = np.where(~gathers, "", np.where(has_gathering_child, "a", np.where(children > 1, "b", "c"))).tolist()

    own_line = tagged(tree, _OWN_LINE)
    begins = (gathers & ~has_gathering_child) | (~gathers & (subtree_sums(tree, own_line) > 0))
    homes, outside = _homes(tree.parents, begins.tolist(), gathers.tolist(), gone.tolist())
    return Layout(degrees, homes, outside, running(own_line))


def _homes(parents: Sequence[int], begins: list[bool], gathers: list[bool], gone: list[bool]) -> tuple[_Ints, _Ints]:
    """For each element the block it is in, and the hidden or removed element, both handed down from its parent."""
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


def _texts(tree: Tree) -> _Ints:
    """How many texts that are not white space each element has as children."""
    visible = np.array([not run.isspace() for run in tree.runs], np.bool_)
    return np.bincount(np.asarray(tree.run_parents)[visible], minlength=len(tree.tags))
