"""What each column is, in NumPy and few words: the loops of :mod:`tamis.native.compute` are held to it.

Everything is computed for all blocks of a page at once; the number of NumPy calls does not depend on the page.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.collapsible import collapsible
from tamis.blocks.comments import in_comments
from tamis.blocks.page import Page
from tamis.html.tree import Tree
from tamis.model import outside as parts
from tamis.model.features import (
    ABOVE,
    BETWEEN,
    BETWEEN_ID,
    CHAIN,
    LEVELS,
    MAIN_SHARES,
    NEAR,
    TAG,
    TAG_IDS,
    Features,
)
from tamis.model.head import read_head
from tamis.model.names import NAME_BUCKETS, word_tokens
from tamis.model.title import title_overlap
from tamis.native.attributes import NAMING
from tamis.native.tree import outermost
from tamis.text.characters import CLASS_OF, CLASSES

Numbers = NDArray[np.float64]

_NEAR_IDS: Final = np.array([TAG[tag] for tag in NEAR])
_MIX: Final = np.uint64(0x9E3779B97F4A7C15)
_PART: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_MOST_TOKENS: Final = 12
"""tokens of one attribute; generated class lists run to hundreds"""
_MAYBE_COMMENTS: Final = ("omment", "isqus", "omentario", "alkback")


def columns(page: Page) -> Features:
    """Compute them all.

    >>> from tamis.html.tree import read
    >>> from tamis.model.features import NUMBERS
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> found = columns(text_flow(read("<nav><a href=/>Home</a></nav><h1>Bread</h1><p>Mix, and wait.", None, Limits())))
    >>> found.numbers.shape == (3, len(NUMBERS)), round(float(found.numbers[0, NUMBERS.index("link share")]), 2)
    (True, 1.0)
    """
    tree = page.tree
    title, head = read_head(tree, page.url)
    opens = collapsible(page)
    never_shown = page.hidden & ~opens
    around = containers(page)
    tags = np.array([TAG.get(tag, 0) for tag in tree.tags] + [ABOVE], np.int64)
    innermost = np.asarray(tree.run_parents, np.int64)[page.first_run] if len(page) else np.zeros(0, np.int64)
    chain = np.column_stack((np.where(innermost == page.elements, -1, innermost), around.chain))
    elements, places = np.unique(chain, return_inverse=True)
    places = places.reshape(chain.shape)
    if len(elements) and elements[0] == -1:  # none comes last
        places = np.where(places == 0, len(elements), places) - 1
        elements = elements[1:]
    *names, maybe_comments = element_names(tree, elements.tolist())
    comment = in_comments(page, maybe_comments)
    hashed = np.zeros(len(tags), np.uint64)
    hashed[elements] = np.bincount(names[0], names[1] + 7919.0, len(elements)).astype(np.uint64) << np.uint64(8)
    kinds, sizes = same_place(around.chain, tags, hashed)
    prose = page.prose & ~never_shown
    position, heading = _position(page, tags, around, prose, opens)
    words = np.where(never_shown, 0, page.words)
    commented = np.full(len(page), words[comment].sum() / max(int(words.sum()), 1))
    numbers = np.concatenate(
        (*_text(page), *position, np.column_stack((comment, commented)), *_repetition(page, kinds, sizes, title),
         *_between(page), _near(tags[around.chain]), *_main_parts(page, prose), *_held(page, around, prose)),
        axis=1,
    )  # fmt: skip
    start, stop = around.start[around.levels], around.stop[around.levels]
    own_tags = np.column_stack((tags[innermost], tags[around.chain[:, :3]]))
    return Features(
        np.ascontiguousarray(numbers, np.float32),
        own_tags,
        places, (names[0], names[1]), len(elements), first_words(page.texts), start, stop, kinds,
        page.words.astype(np.float64), never_shown, comment, outside(page, elements.tolist(), own_tags, never_shown),
        heading, head,
    )  # fmt: skip


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
    level = np.where((own >= TAG["h1"]) & (own <= TAG["h6"]), own - TAG["h1"] + 1, 0)
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
    kinds = np.array([BETWEEN_ID.get(tag, 0) for tag in tree.tags], np.int64)
    seen = np.asarray(tree.run_seen, np.int64)[page.first_run] if len(page) else np.zeros(0, np.int64)
    block = np.searchsorted(seen, np.arange(len(kinds)), side="right")  # the first block whose run comes after
    width = len(BETWEEN) + 1
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
    found = np.zeros((len(page), 2 * len(MAIN_SHARES)))
    if not total:
        return [found]
    ends = np.asarray(tree.ends, np.int64)
    before = np.concatenate(([0], np.cumsum(np.bincount(page.elements, weight, len(ends)))))
    held = before[ends] - before[:-1]
    for i, share in enumerate(MAIN_SHARES):
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
    return [np.stack(parts, axis=2).reshape(len(page), LEVELS * len(parts))]


def character_counts(texts: list[str]) -> tuple[NDArray[np.float64], NDArray[np.uint8], NDArray[np.uint8]]:
    """How many characters of each class each text has, and the classes of its first and last character.

    One buffer, one look-up, one count: no loop over blocks.

    >>> counts, first, last = character_counts(["Hi, you.", "3 €"])
    >>> {name: int(n) for name, n in zip(CLASSES, counts[0]) if n}
    {'lower': 4, 'upper': 1, 'space': 1, 'stop': 1, 'comma': 1}
    >>> [CLASSES[c] for c in last]
    ['stop', 'currency']
    """
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    width = len(CLASSES) + 1
    if not len(texts):
        return np.zeros((0, width)), np.zeros(0, np.uint8), np.zeros(0, np.uint8)
    codes = np.frombuffer("".join(texts).encode("utf-32-le"), np.uint32)
    classes = CLASS_OF[np.minimum(codes, len(CLASS_OF) - 1)]
    owner = np.repeat(np.arange(len(texts)) * width, lengths)
    counts = np.bincount(owner + classes, minlength=len(texts) * width).reshape(-1, width).astype(np.float64)
    ends = np.cumsum(lengths)
    safe = np.maximum(ends - 1, 0)
    return counts, classes[np.minimum(ends - lengths, len(classes) - 1)], classes[safe]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Containers:
    """For each block its ancestors, and for each element the stretch of blocks in it.

    The blocks of a subtree are a contiguous stretch of the page's blocks, so whatever an element holds is the
    difference of two prefix sums. Elements that hold the very blocks their parent holds (wrappers) are passed over:
    what they hold says nothing new.
    """

    chain: NDArray[np.int64]
    """a row a block: its element, that one's parent …; -1 above the body"""
    levels: NDArray[np.int64]
    """a row a block: the elements around it that hold ever more blocks; the body repeats when it is reached"""
    start: NDArray[np.int64]
    stop: NDArray[np.int64]
    """for each element, the blocks ``start`` to ``stop - 1`` are in it"""


def containers(page: Page) -> Containers:
    """Find them.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
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


def same_text(texts: list[str]) -> NDArray[np.float64]:
    """How often each text stands on the page.

    >>> same_text(["Reply", "Yes", "Reply"]).tolist()
    [2.0, 1.0, 2.0]
    """
    times = Counter(texts)
    return np.array([times[text] for text in texts], np.float64)


def same_place(
    chain: NDArray[np.int64], tags: NDArray[np.int64], names: NDArray[np.uint64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Which blocks stand in the same kind of place: tag and names of three elements up, tags of three more.

    Gives for each block the number of its kind, and how many blocks each kind has. ``tags`` and ``names`` have a last
    row for what lies above the body.
    """
    key = np.zeros(len(chain), np.uint64)
    for level in range(min(6, chain.shape[1])):
        part = tags[chain[:, level]].astype(np.uint64)
        if level < 3:
            part = part + names[chain[:, level]]
        key = (key ^ part) * _MIX
        key ^= key >> np.uint64(29)
    _, kinds, sizes = np.unique(key, return_inverse=True, return_counts=True)
    return kinds.reshape(-1).astype(np.int64), sizes.astype(np.int64)


@lru_cache(maxsize=1 << 15)
def name_tokens(value: str) -> tuple[int, ...]:
    """The hashed tokens of an attribute's value.

    >>> name_tokens("navMain") == name_tokens("nav-main") == name_tokens("nav_main")
    True
    """
    parts = _PART.findall(value[:400])[:_MOST_TOKENS]
    return tuple(crc32(part.lower().encode()) % NAME_BUCKETS for part in parts if len(part) > 1)


def element_names(tree: Tree, elements: list[int]) -> tuple[NDArray[np.int64], NDArray[np.int64], list[int]]:
    """The tokens of these elements, as two columns, the place in ``elements`` and the token; and the elements whose
    names may say that readers' comments stand in them.
    """
    owners: list[int] = []
    tokens: list[int] = []
    maybe_comments: list[int] = []
    nodes = tree.nodes
    for place, element in enumerate(elements):
        for name, value in nodes[element].attrs.items():
            if value and name in NAMING:
                text = value if isinstance(value, str) else " ".join(value)
                found = name_tokens(text)
                owners.extend([place] * len(found))
                tokens.extend(found)
                if name == "itemprop" and text.lower() == "comment":
                    maybe_comments.append(element)
        node = nodes[element]
        names = f"{node.attr('id') or ''} {node.attr('class') or ''}"
        if any(part in names for part in _MAYBE_COMMENTS):
            maybe_comments.append(element)
    return np.array(owners, np.int64), np.array(tokens, np.int64), maybe_comments


def first_words(texts: list[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first words of each text, hashed: two columns, the text and the token.

    >>> places, tokens = first_words(["Read more", "READ MORE"])
    >>> places.tolist(), bool(tokens[0] == tokens[2])
    ([0, 0, 1, 1], True)
    """
    owners: list[int] = []
    tokens: list[int] = []
    for place, text in enumerate(texts):
        found = word_tokens(text)
        owners.extend([place] * len(found))
        tokens.extend(found)
    return np.array(owners, np.int64), np.array(tokens, np.int64)


def outside(page: Page, named: list[int], tags: NDArray[np.int64], never_shown: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """What makes blocks no part of the text (:mod:`tamis.model.outside`)."""
    tree = page.tree
    rows, kinds = _by_tag(tree)
    called = parts._by_name(tree, named)
    words = np.where(never_shown, 0, page.words)
    total = words.sum()
    found = np.zeros(len(page), np.uint8)
    found[parts._controls(page, tags)] = parts._CONTROL
    if len(rows) or called:
        codes = np.zeros(len(tree.tags) + 1, np.uint8)
        codes[rows] = kinds
        codes[list(called)] = list(called.values())
        rows = np.flatnonzero(codes)
        before = np.concatenate(([0.0], np.cumsum(np.bincount(page.elements, words, len(tree.tags)))))
        held = before[tree.ends[rows]] - before[rows]
        codes[rows[held >= parts._MOST[codes[rows]] * total]] = 0
        around = np.empty(len(tree.tags), np.int64)
        outermost(np.flatnonzero(codes).tolist(), tree.parents, around)
        of_blocks = codes[around[page.elements]]  # of none the last, which is 0
        found = np.where(of_blocks > 0, of_blocks, found)
    if not found.any():
        return found
    few = np.bincount(found, words, len(parts.OUTSIDE)) < parts._MOST_OF_ALL * total
    return np.where(few[found], found, 0).astype(np.uint8)


def _by_tag(tree: Tree) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """The elements that are parts of their own by their tags, and what they are: neither parts of a text, nor around
    one, nor over its title.
    """
    found = [(row, kind) for tag, kind in parts._BY_TAG.items() for row in tree.rows(tag)]
    if not found:
        return np.zeros(0, np.int64), np.zeros(0, np.uint8)
    rows = np.array([row for row, _ in found])
    kinds = np.array([kind for _, kind in found], np.uint8)
    text = np.array(sorted(row for tag in ("main", "article") for row in tree.rows(tag)), np.int64)
    stands = ~_hold(tree, rows, text) & ~(
        (kinds == parts._HEADER) & _hold(tree, rows, np.array(tree.rows("h1"), np.int64))
    )
    stands &= ~(np.isin(kinds, (parts._FOOTER, parts._HEADER, parts._ASIDE)) & _stand_in(tree, rows, text))
    quotes, sections = (np.array(tree.rows(tag), np.int64) for tag in ("blockquote", "section"))
    stands &= ~(((kinds == parts._HEADER) | (kinds == parts._FOOTER)) & _stand_in(tree, rows, quotes))
    stands &= ~((kinds == parts._HEADER) & _stand_in(tree, rows, sections))
    return rows[stands], kinds[stands]


def _hold(tree: Tree, rows: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which elements have some of the others, in order, in them."""
    return np.searchsorted(others, tree.ends[rows]) > np.searchsorted(others, rows, "right")


def _stand_in(tree: Tree, rows: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which elements stand in one of the others, in order."""
    if not len(others):
        return np.zeros(len(rows), np.bool_)
    reach = np.maximum.accumulate(tree.ends[others])
    last = np.searchsorted(others, rows) - 1
    return (last >= 0) & (reach[last] > rows)
