"""The numbers of an ordered list's items, as a browser counts them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Final

import numpy as np

from tamis.html.tags import HIDDEN
from tamis.html.tree import Tree
from tamis.native.tree import innermost
from tamis.render.nodes import Node

_LISTS: Final = ("ol", "ul", "menu", "dir")
_INTEGER: Final = re.compile(r"[ \t\n\f\r]{0,9}([+-]?[0-9]{1,8})(?![0-9])")
"""HTML's rules for integers: what stands behind one is passed over. Browsers have no numbers of more than 32 bits, and
Markdown none of more than nine digits, which a list that begins with eight cannot reach; larger ones are none here."""


def item_numbers(tree: Tree) -> dict[int, int]:
    """The number of each item of an ordered list, kept or not: by ``start``, ``reversed`` and the items' ``value``.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> item_numbers(read("<ol reversed><li>a<li>b</ol><ol start=7><li>c<li value=3>d<li>e</ol>", None, Limits()))
    {2: 2, 3: 1, 5: 7, 6: 3, 7: 4}
    """
    if not tree.rows("ol"):
        return {}
    around = np.empty(len(tree.tags), np.int64)
    innermost([row for tag in _LISTS for row in tree.rows(tag)], tree.parents, around)
    items: dict[int, list[int]] = {}
    for item in tree.rows("li"):
        owner = int(around[item])
        if owner >= 0 and tree.tags[owner] == "ol" and not tree.traits[item] & HIDDEN:
            items.setdefault(owner, []).append(item)
    numbers: dict[int, int] = {}
    for owner, own in items.items():
        step = 1 if tree.attr(owner, "reversed") is None else -1
        start = _integer(tree.attr(owner, "start"))
        number = start if start is not None else 1 if step > 0 else len(own)
        for item, value in zip(own, tree.attributes.attrs(own, "value"), strict=True):
            stated = _integer(value)
            numbers[item] = number = number if stated is None else stated
            number += step
    return numbers


def _integer(value: str | None) -> int | None:
    found = _INTEGER.match(value or "")
    return int(found[1]) if found else None


class Numbering:
    """Gives items the attributes ``start`` and ``value`` where their numbers do not follow from the item before."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.due: dict[int, int] = {}
        """of a list that is written, the number that its next item gets by itself"""

    @cached_property
    def numbers(self) -> dict[int, int]:
        """All of the page's, counted when the first is asked for."""
        return item_numbers(self.tree)

    def attributes(self, item: int, holder: Node | None) -> dict[str, str | None]:
        """The attributes of an item that is to be written in a list; of a list's first, the list gets it."""
        number = self.numbers.get(item) if holder is not None and holder.name == "ol" else None
        if holder is None or number is None:
            return {}
        due = self.due.get(id(holder))
        self.due[id(holder)] = number + 1
        if due is None and number != 1:
            holder.attributes["start"] = str(number)
        return {"value": str(number)} if due not in (None, number) else {}


def split_lists(root: Node, names: Collection[str]) -> None:
    """Cut ordered lists where their numbers jump, for a format that has the first number of a list and no other.

    Below zero it has none: there they are written as text, in a list without numbers. ``names`` are those of all
    elements.

    >>> root = Node("body", {}, [Node("ol", {}, [Node("li", {}, ["a"]), Node("li", {"value": "7"}, ["b"])])])
    >>> split_lists(root, {"body", "ol", "li"})
    >>> [child.attributes for child in root.children]
    [{}, {'start': '7'}]
    """
    for node in reversed([root, *root.elements()]) if "ol" in names else ():  # inner lists first: outer are made anew
        if any(isinstance(child, Node) and child.name == "ol" for child in node.children):
            node.children = [part for child in node.children for part in _parts(child)]


def _parts(child: Node | str) -> Sequence[Node | str]:
    if isinstance(child, str) or child.name != "ol":
        return [child]
    number = int(child.attributes.get("start", "1"))
    parts: list[Node] = []
    for item in child.children:
        numbered = item if isinstance(item, Node) and item.name == "li" else None
        value = numbered.attributes.pop("value", None) if numbered else None
        number = number if value is None else int(value)
        jumps = value is not None and number >= 0
        if jumps or not parts or (parts[-1].name == "ol") != (number >= 0):
            parts.append(Node("ul") if number < 0 else Node("ol", {"start": str(number)} if number != 1 else {}))
        parts[-1].children.append(item)
        if numbered:
            if number < 0:
                _say(numbered, number)
            number += 1
    return parts


def _say(item: Node, number: int) -> None:
    first = item.children[0] if item.children else None
    line = first if isinstance(first, Node) and first.name == "p" else item
    line.children.insert(0, f"{number}. ")
