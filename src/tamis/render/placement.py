"""What stands between runs of text: images, formulas without text of their own, marks for media."""

from __future__ import annotations

from itertools import islice
from typing import Final

from tamis.blocks.page import Page
from tamis.html.nodes import Element, following
from tamis.html.tags import HIDDEN
from tamis.html.tree import Tree
from tamis.render.media import MEDIA_TAGS, VIDEO_TAGS, image_node, is_carried_nowhere, is_video, mark_node
from tamis.render.nodes import Node
from tamis.render.pictures import IMAGES, image_element, without_previews
from tamis.render.shape import Shape

_CAPTION: Final = 8
"""blocks of a figure that are passed over; one that has more is no picture with a caption"""
_WRAPPERS: Final = 4
"""elements around an embed that players and themes put there"""


def between_runs(
    page: Page, kept: list[bool], shape: Shape, base: str | None, images: bool, media: bool, videos: bool
) -> list[tuple[int, Node]]:
    """The elements without text that belong to kept text, each with what is to be written for it, in order."""
    tree = page.tree
    shown = [parent for parent in tree.run_parents if not tree.flags[parent] & HIDDEN] if shape.formulas else []
    with_text = {shape.formula[parent] for parent in shown}
    placed = placed_elements(tree, images, media, videos)
    placed += [element for element in shape.formulas if element not in with_text]
    wanted = sorted({element for element in placed if not tree.flags[element] & HIDDEN})
    if not wanted:
        return []
    beside = _beside_kept(page, kept, wanted)
    found = [(element, _node(page, shape, element, base, images)) for element in wanted if element in beside]
    return without_previews(tree, [(element, node) for element, node in found if node is not None])


def placed_elements(tree: Tree, images: bool, media: bool, videos: bool) -> list[int]:
    """The elements without text that are wanted: images, videos, and with ``media`` all that text cannot carry."""
    found = [element for tag in IMAGES for element in tree.rows(tag)] if images else []
    for tag in MEDIA_TAGS if media else VIDEO_TAGS if videos else ():
        for element in tree.rows(tag):
            node = tree.nodes[element]
            if is_carried_nowhere(node, tag, images) if media else is_video(node):
                found.append(element)
    return found


def space_behind(element: Element) -> bool:
    """Whether white space follows an element in its line.

    >>> from tamis.html.parser import parse
    >>> page = parse("<p><img src=a.png> <img src=b.png><img src=c.png>")
    >>> [space_behind(image) for image in page.select("img")]
    [True, False, False]
    """
    for node in islice(following(element), _WRAPPERS):
        if isinstance(node, str):
            return node[:1].isspace()
        if node.tag == "img":
            break
    return False


def _node(page: Page, shape: Shape, element: int, base: str | None, images: bool) -> Node | None:
    tree = page.tree
    node = tree.nodes[element]
    if element in shape.formulas:
        formula = shape.formulas[element]
        return formula.node() if formula.tex else None
    if shape.formula[element] >= 0:  # the picture of a formula that is written as such
        return None
    if images and tree.tags[element] in IMAGES:
        image = image_element(node)
        return image_node(image, base) if image is not None else None
    return mark_node(node, base)


def _beside_kept(page: Page, kept: list[bool], elements: list[int]) -> set[int]:
    """Those elements that stand in a kept block, in its element or figure, or between two kept blocks.

    What stands around a figure does so whether its caption is kept or not. What is no picture, as a film under the last
    paragraph, may also stand beside a single kept block in the same element.
    """
    tree = page.tree
    firsts, lasts = page.first_run.tolist(), page.last_run.tolist()
    begins = [tree.run_seen[i] if i >= 0 else 0 for i in firsts]
    around: set[int] = set()
    for block, is_kept in enumerate(kept):
        if is_kept and firsts[block] >= 0:
            around.add(tree.owners[tree.run_parents[firsts[block]]])
            around.add(_figure(page, tree.run_parents[firsts[block]]))
    around.discard(-1)
    found, block = set(), 0
    for element in elements:
        while block < len(begins) and begins[block] <= element:
            block += 1
        before = block > 0 and kept[block - 1]
        inside = before and lasts[block - 1] >= 0 and tree.run_seen[lasts[block - 1]] > element
        own = tree.owners[element] in around or _figure(page, element) in around
        if inside or own or _among_kept(page, kept, element, block):
            found.add(element)
    return found


def _among_kept(page: Page, kept: list[bool], element: int, block: int) -> bool:
    """Whether the blocks around an element are kept, captions passed over; ``block`` is the first behind it."""
    before, least, most = block - 1, block - _CAPTION, block + _CAPTION
    while before >= max(least, 0) and not kept[before] and _figure_of(page, before) >= 0:
        before -= 1
    while block < min(most, len(kept)) and not kept[block] and _figure_of(page, block) >= 0:
        block += 1
    sides = [side for side in (before, block) if 0 <= side < len(kept)]
    if len(sides) == 2 and all(kept[side] for side in sides):
        return True
    if page.tree.tags[element] in ("img", "svg"):
        return False
    others = [side for side in sides if not kept[side]]
    return any(kept[side] and _is_sibling(page, element, side, others) for side in sides)


def _is_sibling(page: Page, element: int, block: int, others: list[int]) -> bool:
    """Whether an element stands where a block's element does, alone or in wrappers that hold none of the others."""
    tree = page.tree
    wrappers: set[int] = set()
    home, above = tree.parents[int(page.elements[block])], tree.parents[element]
    while above not in (home, -1) and len(wrappers) < _WRAPPERS:
        wrappers.add(above)
        above = tree.parents[above]
    return above == home and not any(_is_in(page, other, wrappers) for other in others)


def _is_in(page: Page, block: int, elements: set[int]) -> bool:
    return any(around in elements for around in islice(page.tree.around(int(page.elements[block])), _WRAPPERS))


def _figure_of(page: Page, block: int) -> int:
    run = int(page.first_run[block])
    return _figure(page, page.tree.run_parents[run]) if run >= 0 else -1


def _figure(page: Page, element: int) -> int:
    """The figure that an element is in, a few elements up at most; -1 if it is in none."""
    tree = page.tree
    return next((around for around in islice(tree.around(element), 6) if tree.tags[around] == "figure"), -1)
