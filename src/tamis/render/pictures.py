"""Which images are two forms of one: a preview or a placeholder beside the whole image."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import islice
from typing import Final

from tamis.html.nodes import Element
from tamis.html.tree import Tree
from tamis.render.nodes import Node

IMAGES: Final = ("img", "amp-img", "noscript")
_NAME: Final = re.compile(r"([^/?#]{1,200}?)(?:\.\w{2,5})?(?:[?#]|$)")
_SIZE: Final = re.compile(
    r"(?:[-_@.](?:\d{1,4}x\d{1,4}|\d{2,4}w?|small|thumb(?:nail)?|preview|lqip|blur|tiny|scaled|large)){1,4}$",
    re.IGNORECASE,
)
_DIGITS: Final = re.compile(r"(?<![0-9])[0-9]{2,4}(?![0-9])")
_FEW: Final = 10
"""elements from one form of an image to the other"""


def image_element(element: Element) -> Element | None:
    """The image itself; a ``noscript`` holds one for those without scripts."""
    if element.tag != "noscript":
        return element
    found = element.select_one("img")
    if found is None and "<img" in element.text:
        from tamis.html.parser import parse

        found = parse(element.text[:20_000]).select_one("img")
    return found


def without_previews(tree: Tree, found: list[tuple[int, Node]]) -> list[tuple[int, Node]]:
    """The images and what else is found, of two forms of one image the larger."""
    kept: list[tuple[int, Node]] = []
    for element, node in found:
        last = kept[-1] if kept else None
        if last is None or node.name != "img" or last[1].name != "img" or not _is_same(tree, last, (element, node)):
            kept.append((element, node))
        elif _size(tree, element, node) > _size(tree, *last):
            kept[-1] = element, node
    return kept


def _is_same(tree: Tree, first: tuple[int, Node], second: tuple[int, Node]) -> bool:
    (one, a), (other, b) = first, second
    if other - one > _FEW or a.attributes["alt"] != b.attributes["alt"]:
        return False
    around = set(islice(tree.around(one), 1, 4))
    if not any(above in around for above in islice(tree.around(other), 1, 4)):
        return False
    between = range(bisect_left(tree.run_seen, one + 1), bisect_left(tree.run_seen, other + 1))
    if any(not tree.runs[run].isspace() for run in between):
        return False
    if a.attributes["src"] == b.attributes["src"]:  # a page may show an image twice, as the stars of a rating
        return "noscript" in (tree.tags[one], tree.tags[other])
    return _stem(a) == _stem(b)


def _stem(image: Node) -> str:
    """The name of an image's file without what says its size."""
    name = _NAME.search(image.attributes["src"].rpartition("/")[2])
    return _SIZE.sub("", name[1]) if name else image.attributes["src"]


def _size(tree: Tree, element: int, image: Node) -> int:
    """How wide an image is, as far as it or its address says; the largest where neither does."""
    width = tree.attr(element, "width") or ""
    if width.isascii() and width.isdigit():
        return int(width[:6])
    numbers = [int(number) for number in _DIGITS.findall(image.attributes["src"][-200:])]
    return max(numbers, default=10_000)
