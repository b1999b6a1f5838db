"""Fills :class:`tamis.model.features.Features` by the loops of :mod:`tamis.native.features` and
:mod:`tamis.native.hashing`. What each column is stands in few words in ``tests/model/definition.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

import numpy as np

from tamis.blocks.collapsible import openable
from tamis.blocks.page import PROSE_LINKS, PROSE_WORDS, Page
from tamis.html.references import quickest
from tamis.html.syntax import NAMES
from tamis.html.tree import Written
from tamis.model.features import (
    ABOVE,
    BETWEEN,
    BETWEEN_ID,
    CHAIN,
    LEVELS,
    MAIN_SHARES,
    NEAR,
    NUMBERS,
    TAG,
    TAG_IDS,
    Features,
    in_comments,
)
from tamis.model.head import read_head
from tamis.model.names import MARKS, NAME_BUCKETS, WORD_BUCKETS, word_tokens
from tamis.model.title import title_words
from tamis.native.features import (
    between_numbers,
    chains,
    held_numbers,
    kinds_of,
    main_numbers,
    near_numbers,
    number_chains,
    position_numbers,
    prose_words,
    repetition_numbers,
    runs_of,
    section_numbers,
    stretches,
    surround,
    tag_columns,
    text_numbers,
)
from tamis.native.hashing import first_words, names, title_numbers
from tamis.rules.apart import find_apart
from tamis.text.characters import CLASS_OF, CLASSES

if TYPE_CHECKING:
    from tamis.native.arrays import Column, UInt64s

# Arrays without a Final: where this is compiled they are handed over once and for all, as compute.pxd says.
_CODES = np.array([TAG.get(tag, 0) | BETWEEN_ID.get(tag, 0) << 8 for tag in NAMES], np.int64)
_LOGS = np.log1p(np.arange(4096.0))
_SHARES = np.array(MAIN_SHARES)
_PLACES: Final = {TAG[tag]: place for place, tag in enumerate(NEAR)}
_NEAR_COLUMNS = np.array([_PLACES.get(tag, -1) for tag in range(TAG_IDS)], np.int64)
_MARKED: Final = {ord(mark) if ord(mark) < 256 else ord(mark) - 0x1F00 for mark in MARKS}
_STRIPPED = np.array([place in _MARKED for place in range(512)], np.uint8)
"""of the first 256 letters, and of the 256 among which the others of the marks are"""
_DIFFERENT: Final = 64
"""words of a short block at most, and some more"""
_CHARACTERS = CLASS_OF
_NEAREST: Final = f"in {NEAR[0]}"
(
    _AT_WORDS, _AT_PLACE, _AT_OPENABLE, _AT_SAME_TEXT, _AT_TITLE, _AT_BETWEEN, _AT_NEAR, _AT_MAIN, _AT_CONTAINERS
) = (
    NUMBERS.index(name)
    for name in ("words", "place", "openable", "same text", "title overlap", "img before", _NEAREST,
                 "main 0.5 inside", "container 0 words")
)  # fmt: skip
_FIRST_HEADING, _LAST_HEADING = TAG["h1"], TAG["h6"]

_CRC = np.array([crc32(bytes([i ^ 0xFF])) ^ 0xFF000000 for i in range(256)], np.uint32)
"""the table of CRC-32: what a byte alone gives, less the ones that a CRC begins and ends with"""


def compute_features(page: Page) -> Features:
    """All that the learned default looks at."""
    tree, texts = page.tree, page.texts
    blocks, total = len(texts), len(tree.tags)
    elements, words, link_words, first_run = page.elements, page.words, page.link_words, page.first_run
    title, head = read_head(tree, page.url)
    can_open = openable(page)
    is_shut = page.hidden & ~can_open
    hidden, opens, shut = page.hidden.view(np.uint8), can_open.view(np.uint8), is_shut.view(np.uint8)

    of_blocks = np.empty((5, blocks), np.int64)
    innermost, seen, sizes, dots, prose = of_blocks[0], of_blocks[1], of_blocks[2], of_blocks[3], of_blocks[4]
    runs_of(first_run, tree.run_parents, tree.run_seen, innermost, seen)
    prose_words(words, link_words, shut, PROSE_WORDS, PROSE_LINKS, prose)
    of_elements = np.empty((10, total), np.int64)
    ids, between, above, ends, count = of_elements[0], of_elements[1], of_elements[2], of_elements[3], of_elements[4]
    larger, start, stop, marks, wanted = of_elements[5], of_elements[6], of_elements[7], of_elements[8], of_elements[9]
    tag_columns(tree.numbers, _CODES, ids, between)
    surround(elements, seen, tree.parents, above, ends, count, larger, start, stop)
    chain_of, tags_of = np.empty((blocks, 1 + CHAIN), np.int64), np.empty((blocks, 4), np.int64)
    chain, levels = chain_of, np.empty((blocks, LEVELS), np.int64)
    chains(elements, innermost, above, larger, ids, ABOVE, chain, levels, tags_of)
    places = number_chains(chain, marks, wanted)
    hashed = np.zeros(total, np.uint64)
    maybe_comments: list[int] = []
    maybe_apart: list[int] = []
    named = _names(tree.written, wanted[:places], hashed, maybe_comments, maybe_apart)
    is_comment = in_comments(page, maybe_comments, tags_of[:, 1])
    comment = is_comment.view(np.uint8)
    of_kind, of_heading = np.empty(blocks, np.int64), np.empty(blocks, np.int64)
    kinds, slots = of_kind, np.full(1 << (2 * blocks).bit_length(), -1, np.int64)
    held = kinds_of(elements, above, ids, hashed, ABOVE, np.empty(blocks, np.uint64), slots, kinds, sizes)

    numbers = np.zeros((blocks, len(NUMBERS)), np.float32)
    out, counts = numbers, np.empty(len(CLASSES) + 1, np.int64)
    text_numbers(texts, words, link_words, first_run, page.last_run, _CHARACTERS, _LOGS, counts, dots, out, _AT_WORDS)
    position_numbers(
        elements, ids, words, link_words, hidden, shut, prose, above, _FIRST_HEADING, CHAIN, _LOGS, out, _AT_PLACE
    )
    section_numbers(
        words, link_words, elements, ids, _FIRST_HEADING, _LAST_HEADING, opens, shut, comment, of_heading, out,
        _AT_OPENABLE,
    )  # fmt: skip
    repetition_numbers(texts, words, link_words, kinds, sizes, np.zeros((held, 2)), _LOGS, out, _AT_SAME_TEXT)
    wished = title_words(title)
    sought, different = np.empty(len(wished), np.uint64), np.empty(_DIFFERENT, np.uint64)
    title_numbers(texts, words, wished, sought, different, out, _AT_TITLE)
    between_numbers(seen, between, len(BETWEEN), counts, _LOGS, out, _AT_BETWEEN)
    near_numbers(elements, above, ids, _NEAR_COLUMNS, CHAIN, out, _AT_NEAR)
    main_numbers(elements, prose, above, ends, np.empty(total), _SHARES, out, _AT_MAIN)
    held_numbers(
        words, link_words, dots, prose, levels, start, stop, np.zeros((blocks + 1, 4)), np.empty(total, np.uint8),
        np.empty((total, 6)), out, _AT_CONTAINERS,
    )  # fmt: skip
    starts, stops = np.empty((blocks, LEVELS), np.int64), np.empty((blocks, LEVELS), np.int64)
    stretches(levels, start, stop, starts, stops)
    said_by, said = np.empty(4 * blocks, np.int64), np.empty(4 * blocks, np.int64)
    some = first_words(texts, _CRC, WORD_BUCKETS, _STRIPPED, word_tokens, said_by, said)
    return Features(
        numbers, tags_of, chain_of, named, places, (said_by[:some], said[:some]),
        starts, stops, of_kind, page.words.astype(np.float64), is_shut, is_comment,
        find_apart(page, maybe_apart, tags_of, is_shut), of_heading, head,
    )  # fmt: skip


def _names(
    written: Written, wanted: Column, hashed: UInt64s, maybe_comments: list[int], maybe_apart: list[int]
) -> tuple[Any, Any]:
    """The tokens of what elements are called with their owners; ``hashed`` gets a number for each element's names,
    ``maybe_comments`` those that may hold comments, ``maybe_apart`` those that may be no part of the text.
    """
    room = 8 * len(wanted) + 128  # an element has two names or three; some have hundreds
    while True:
        owners, tokens = np.empty(room, np.int64), np.empty(room, np.int64)
        found = names(
            written.markup, written.names_begin, written.names_end, wanted, quickest(), _CRC, NAME_BUCKETS,
            owners, tokens, hashed, maybe_comments, maybe_apart, np.full((1024, 4), -1, np.int64),
        )  # fmt: skip
        if found >= 0:
            return owners[:found], tokens[:found]
        room *= 4
        maybe_comments.clear()
        maybe_apart.clear()
        hashed[:] = 0
