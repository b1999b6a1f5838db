"""All that the learned default looks at, as columns: numbers, tags, names, and which blocks belong together.

Everything is computed for all blocks of a page at once; the number of NumPy calls does not depend on the page. The
order and the names of the numbers are :data:`NUMBERS`; a model's card lists them and is checked against them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.comments import outermost_areas
from tamis.features.characters import CLASSES, character_counts
from tamis.features.containers import CHAIN, LEVELS, Containers, containers
from tamis.features.head import read_head
from tamis.features.names import element_names, first_words
from tamis.features.openable import openable
from tamis.features.repetition import same_place, same_text, title_overlap
from tamis.kernel import outermost
from tamis.page import Page

Numbers = NDArray[np.float64]

TAGS: Final = tuple(
    "body div p span a li ul ol h1 h2 h3 h4 h5 h6 td th tr table tbody thead article section main header footer nav"
    " aside form button label figure figcaption blockquote pre code dl dt dd strong b em i font center small time"
    " details summary fieldset address br cite".split()
)
"""tags told apart; 0 is any other, and one past the last is "above the body" """
_TAG: Final = {tag: i + 1 for i, tag in enumerate(TAGS)}
TAG_IDS: Final = len(TAGS) + 2
_ABOVE: Final = TAG_IDS - 1
_NEAR: Final = tuple(
    "a li ul ol table td tr article section main header footer nav aside form button figure figcaption blockquote pre"
    " dl p h1 h2 h3 h4 font center details fieldset address".split()
)
_NEAR_IDS: Final = np.array([_TAG[tag] for tag in _NEAR])
_BETWEEN: Final = {
    "img": "img picture", "field": "input select textarea button",
    "media": "iframe video audio object svg canvas embed", "rule": "hr", "link": "a", "time": "time",
}  # fmt: skip
_BETWEEN_ID: Final = {tag: i + 1 for i, tags in enumerate(_BETWEEN.values()) for tag in tags.split()}
_MAIN_SHARES: Final = (0.5, 0.7, 0.9)
_KIND: Final = ("words", "links", "blocks", "length", "stops", "prose")

NUMBERS: Final = (
    "words", "characters", "link share", "link words", "word length", "stops", "commas", "pieces",
    *(f"{name} share" for name in CLASSES),
    *(f"{name} per word" for name in ("stop", "comma", "quote", "bar", "upper")),
    "has currency", "has mark", "has at", "ends in stop", "ends in colon", "begins upper", "begins digit",
    "place", "words before", "blocks before", "blocks after", "page blocks", "page words", "page links", "page prose",
    "depth", "has h1", "after h1", "from h1", "from heading", "heading level", "hidden", "openable",
    "section words", "section links", "section length",
    "comment", "page comments",
    "same text", "same place", "place share", "place words", "place links", "title overlap",
    *(f"{name} before" for name in _BETWEEN),
    *(f"in {tag}" for tag in _NEAR),
    *(f"main {share} {what}" for share in _MAIN_SHARES for what in ("inside", "side")),
    *(f"container {level} {what}" for level in range(LEVELS) for what in _KIND),
)  # fmt: skip
"""the names of the numbers, in the order of the columns"""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Columns:
    """What a model sees of a page; ``n`` blocks, ``u`` elements around them."""

    numbers: NDArray[np.float32]
    """n × len(NUMBERS)"""
    tags: NDArray[np.int64]
    """n × 4: of the innermost element around the first words, the block's own, its parent, its grandparent"""
    chain: NDArray[np.int64]
    """n × (1 + CHAIN) places among the u elements; u stands for none"""
    names: tuple[NDArray[np.int64], NDArray[np.int64]]
    """place among the u elements, token"""
    elements: int
    """u"""
    words: tuple[NDArray[np.int64], NDArray[np.int64]]
    """block, token of its first words"""
    start: NDArray[np.int64]
    stop: NDArray[np.int64]
    """n × LEVELS: the stretch of blocks that each container holds"""
    kinds: NDArray[np.int64]
    """n: blocks in the same kind of place share a number"""
    weights: NDArray[np.float64]
    """n: words"""
    shut: NDArray[np.bool_]
    """n: hidden for good"""
    comment: NDArray[np.bool_]
    """n: stands where readers' comments do"""
    heading: NDArray[np.int64]
    """n: the last heading before the block or the block itself, which it is too where there is none"""
    head: NDArray[np.int64]
    """tokens of what the page says of itself"""

    def __len__(self) -> int:
        return len(self.numbers)


def columns(page: Page) -> Columns:
    """Compute them all.

    >>> from tamis.dom import read
    >>> from tamis.limits import Limits
    >>> from tamis.segment.text_flow import text_flow
    >>> found = columns(text_flow(read("<nav><a href=/>Home</a></nav><h1>Bread</h1><p>Mix, and wait.", None, Limits())))
    >>> found.numbers.shape == (3, len(NUMBERS)), round(float(found.numbers[0, NUMBERS.index("link share")]), 2)
    (True, 1.0)
    """
    tree = page.tree
    title, head = read_head(tree, page.url)
    opens = openable(page)
    shut = page.hidden & ~opens
    around = containers(page)
    tags = np.array([_TAG.get(tag, 0) for tag in tree.tags] + [_ABOVE], np.int64)
    innermost = np.asarray(tree.run_parents, np.int64)[page.first_run] if len(page) else np.zeros(0, np.int64)
    chain = np.column_stack((np.where(innermost == page.elements, -1, innermost), around.chain))
    elements, places = np.unique(chain, return_inverse=True)
    places = places.reshape(chain.shape)
    if len(elements) and elements[0] == -1:  # none comes last
        places = np.where(places == 0, len(elements), places) - 1
        elements = elements[1:]
    *names, maybe_comments = element_names(tree, elements.tolist())
    comment = among_comments(page, maybe_comments)
    hashed = np.zeros(len(tags), np.uint64)
    hashed[elements] = np.bincount(names[0], names[1] + 7919.0, len(elements)).astype(np.uint64) << np.uint64(8)
    kinds, sizes = same_place(around.chain, tags, hashed)
    prose = page.prose & ~shut
    position, heading = _position(page, tags, around, prose, opens)
    words = np.where(shut, 0, page.words)
    commented = np.full(len(page), words[comment].sum() / max(int(words.sum()), 1))
    numbers = np.concatenate(
        (*_text(page), *position, np.column_stack((comment, commented)), *_repetition(page, kinds, sizes, title),
         *_between(page), _near(tags[around.chain]), *_main_parts(page, prose), *_held(page, around, prose)),
        axis=1,
    )  # fmt: skip
    start, stop = around.start[around.levels], around.stop[around.levels]
    return Columns(
        np.ascontiguousarray(numbers, np.float32),
        np.column_stack((tags[innermost], tags[around.chain[:, :3]])),
        places, (names[0], names[1]), len(elements), first_words(page.texts), start, stop, kinds,
        page.words.astype(np.float64), shut, comment, heading, head,
    )  # fmt: skip


def among_comments(page: Page, maybe: list[int]) -> NDArray[np.bool_]:
    """Which blocks stand in those of these elements that are areas of comments."""
    tree = page.tree
    areas = outermost_areas(tree, maybe)
    if not areas:
        return np.zeros(len(page), np.bool_)
    around = np.empty(len(tree.tags), np.int64)
    outermost(areas, tree.parents, around)
    found: NDArray[np.bool_] = around[page.elements] >= 0
    return found


def _text(page: Page) -> list[Numbers]:
    counts, first, last = character_counts(page.texts)
    words = np.maximum(page.words, 1).astype(np.float64)
    characters = counts.sum(axis=1)
    of = {name: counts[:, i] for i, name in enumerate(CLASSES)}
    pieces = np.asarray(page.last_run - page.first_run)
    plain = [
        np.log1p(page.words), np.log1p(characters), page.link_words / words, np.log1p(page.link_words),
        np.minimum(characters / words, 30) / 10, np.log1p(of["stop"]), np.log1p(of["comma"]), np.log1p(pieces),
    ]  # fmt: skip
    shares = counts[:, :-1] / np.maximum(characters, 1)[:, None]
    rates = np.column_stack([np.minimum(of[name] / words, 4) for name in ("stop", "comma", "quote", "bar", "upper")])
    flags = [
        of["currency"] > 0, of["mark"] > 0, of["at"] > 0,
        last == CLASSES.index("stop"), last == CLASSES.index("colon"),
        first == CLASSES.index("upper"), first == CLASSES.index("digit"),
    ]  # fmt: skip
    return [np.column_stack(plain), shares, rates, np.column_stack(flags).astype(np.float64)]


def _position(
    page: Page, tags: NDArray[np.int64], around: Containers, prose: NDArray[np.bool_], opens: NDArray[np.bool_]
) -> tuple[list[Numbers], NDArray[np.int64]]:
    n = len(page)
    index = np.arange(n)
    total = max(int(page.words.sum()), 1)
    own = tags[page.elements]
    level = np.where((own >= _TAG["h1"]) & (own <= _TAG["h6"]), own - _TAG["h1"] + 1, 0)
    last = np.maximum.accumulate(np.where(level > 0, index, -1)) if n else index
    h1 = np.flatnonzero((level == 1) & ~(page.hidden & ~opens))
    from_h1 = index - h1[0] if len(h1) else np.zeros(n)
    ones = np.ones(n)
    depth = (around.chain >= 0).sum(axis=1)
    section = np.cumsum(level > 0)  # from one heading to the next
    sums = [np.bincount(section, column, minlength=1)[section] for column in (page.words, page.link_words, ones)]
    columns = [
        np.column_stack((
            index / max(n, 1), (np.cumsum(page.words) - page.words) / total, np.log1p(index), np.log1p(n - 1 - index),
            ones * np.log1p(n), ones * np.log1p(total), ones * page.link_words.sum() / total,
            ones * page.words[prose].sum() / total,
            depth / CHAIN, ones * float(len(h1) > 0), (from_h1 > 0).astype(np.float64),
            np.sign(from_h1) * np.log1p(np.abs(from_h1)),
            np.log1p(np.where(last >= 0, index - last, n)), np.where(last >= 0, level[last], 0) / 6,
            page.hidden.astype(np.float64), opens.astype(np.float64),
            sums[0] / total, sums[1] / np.maximum(sums[0], 1), np.log1p(sums[0] / np.maximum(sums[2], 1)),
        ))
    ]  # fmt: skip
    return columns, np.where(last >= 0, last, index)


def _repetition(page: Page, kinds: NDArray[np.int64], sizes: NDArray[np.int64], title: str | None) -> list[Numbers]:
    words = np.bincount(kinds, page.words, len(sizes))
    links = np.bincount(kinds, page.link_words, len(sizes))
    of = sizes[kinds]
    return [
        np.column_stack((
            np.log1p(same_text(page.texts)), np.log1p(of), of / max(len(page), 1),
            np.log1p(words[kinds] / of), links[kinds] / np.maximum(words[kinds], 1),
            title_overlap(page, title),
        ))
    ]  # fmt: skip


def _between(page: Page) -> list[Numbers]:
    """Elements of some kinds that began since the block before."""
    tree = page.tree
    kinds = np.array([_BETWEEN_ID.get(tag, 0) for tag in tree.tags], np.int64)
    seen = np.asarray(tree.run_seen, np.int64)[page.first_run] if len(page) else np.zeros(0, np.int64)
    block = np.searchsorted(seen, np.arange(len(kinds)), side="right")  # the first block whose run comes after
    width = len(_BETWEEN) + 1
    some = kinds > 0
    cells = block[some] * width + kinds[some]
    counts = np.bincount(cells, minlength=(len(page) + 1) * width)[: len(page) * width].reshape(-1, width)
    return [np.log1p(counts[:, 1:])]


def _near(tags: NDArray[np.int64]) -> Numbers:
    """For each of some tags how near the nearest element with it is: 1 for the block's own, less with each step."""
    found = np.zeros((len(tags), TAG_IDS))
    rows = np.arange(len(tags))
    for level in range(tags.shape[1] - 1, -1, -1):
        found[rows, tags[:, level]] = 1 - level / (CHAIN + 1)
    return found[:, _NEAR_IDS]


def _main_parts(page: Page, prose: NDArray[np.bool_]) -> list[Numbers]:
    """Whether the block is in the smallest element that holds so much of the page's prose, or on which side of it."""
    tree = page.tree
    weight = np.where(prose, page.words, 0).astype(np.float64)
    total = weight.sum()
    found = np.zeros((len(page), 2 * len(_MAIN_SHARES)))
    if not total:
        return [found]
    ends = np.asarray(tree.ends, np.int64)
    before = np.concatenate(([0], np.cumsum(np.bincount(page.elements, weight, len(ends)))))
    held = before[ends] - before[:-1]
    for i, share in enumerate(_MAIN_SHARES):
        main = int(np.flatnonzero(held >= share * total)[-1])
        found[:, 2 * i] = (page.elements >= main) & (page.elements < ends[main])
        found[:, 2 * i + 1] = np.where(page.elements < main, -1.0, np.where(page.elements >= ends[main], 1.0, 0.0))
    return [found]


def _held(page: Page, around: Containers, prose: NDArray[np.bool_]) -> list[Numbers]:
    """What each of the containers around a block holds, as shares of the page and per word."""
    good_words = np.where(prose, page.words, 0)
    stops = np.fromiter((text.count(".") + text.count(",") for text in page.texts), np.float64, len(page))
    sums = np.column_stack((page.words, page.link_words, np.ones(len(page)), stops, good_words)).astype(np.float64)
    before = np.concatenate((np.zeros((1, sums.shape[1])), np.cumsum(sums, axis=0)))
    held = before[around.stop[around.levels]] - before[around.start[around.levels]]  # n × LEVELS × 5
    total = np.maximum(before[-1], 1)
    words, links, blocks, marks, good = np.moveaxis(held, 2, 0)
    some = np.maximum(words, 1)
    parts = (
        words / total[0], links / some, blocks / total[2],
        np.log1p(words / np.maximum(blocks, 1)), np.minimum(marks / some, 2), good / total[4],
    )  # fmt: skip
    return [np.stack(parts, axis=2).reshape(len(page), LEVELS * len(_KIND))]
