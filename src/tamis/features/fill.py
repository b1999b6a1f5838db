"""Fills :class:`tamis.features.columns.Columns` by the loops of :mod:`tamis.features.kernel`."""

from __future__ import annotations

from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from tamis.comments import NEVER_AREA, names_comments
from tamis.dom import Written
from tamis.features import kernel
from tamis.features.characters import CLASS_OF, CLASSES
from tamis.features.columns import (
    _ABOVE,
    _BETWEEN,
    _BETWEEN_ID,
    _MAIN_SHARES,
    _NEAR,
    _TAG,
    NUMBERS,
    TAG_IDS,
    Columns,
    among_comments,
)  # fmt: skip
from tamis.features.containers import CHAIN, LEVELS
from tamis.features.head import read_head
from tamis.features.names import MARKS, NAME_BUCKETS, WORD_BUCKETS, word_tokens
from tamis.features.openable import openable
from tamis.features.repetition import title_words
from tamis.page import Page
from tamis.references import quickest
from tamis.syntax import NAMES

_CODES: Final = np.array([_TAG.get(tag, 0) | _BETWEEN_ID.get(tag, 0) << 8 for tag in NAMES], np.int64)
_LOGS: Final = np.log1p(np.arange(4096.0))
_SHARES: Final = np.array(_MAIN_SHARES)
_NEAR_COLUMNS: Final = np.full(TAG_IDS, -1, np.int64)
_NEAR_COLUMNS[[_TAG[tag] for tag in _NEAR]] = np.arange(len(_NEAR))
_STRIPPED: Final = np.zeros(512, np.uint8)
_STRIPPED[[ord(mark) if ord(mark) < 256 else ord(mark) - 0x1F00 for mark in MARKS]] = 1
"""of the first 256 letters, and of the 256 among which the others of the marks are"""
_DIFFERENT: Final = 64
"""words of a short block at most, and some more"""
_AT: Final = {
    name: NUMBERS.index(name)
    for name in ("words", "place", "hidden", "openable", "same text", "title overlap", "img before", f"in {_NEAR[0]}",
                 "main 0.5 inside", "container 0 words")
}  # fmt: skip


_CRC: Final = np.array([crc32(bytes([i ^ 0xFF])) ^ 0xFF000000 for i in range(256)], np.uint32)
"""the table of CRC-32: what a byte alone gives, less the ones that a CRC begins and ends with"""


def fill(page: Page) -> Columns:
    """All that the learned default looks at."""
    tree, blocks, total = page.tree, len(page), len(page.tree.tags)
    elements, words, link_words = page.elements, page.words, page.link_words
    written, hidden = tree.written, page.hidden.view(np.uint8)
    innermost, seen, kinds, sizes, dots, own, heading = np.empty((7, blocks), np.int64)
    kernel.runs_of(page.first_run, tree.run_parents, tree.run_seen, innermost, seen)
    title, head = read_head(tree, page.url)
    opens = openable(page)
    shut = page.hidden & ~opens
    ids, between, above, ends, count, larger, start, stop, marks = np.empty((9, total), np.int64)
    kernel.tag_columns(tree.numbers, _CODES, ids, between)
    kernel.surround(elements, seen, tree.parents, above, ends, count, larger, start, stop)
    chain, levels, tags = (np.empty((blocks, width), np.int64) for width in (1 + CHAIN, LEVELS, 4))
    kernel.chains(elements, innermost, above, larger, ids, _ABOVE, chain, levels, tags)
    wanted = np.empty(total, np.int64)
    places = kernel.number_chains(chain, marks, wanted)
    names, hashed, areas = _names(written, wanted[:places], total)
    slots = np.full(1 << (2 * blocks).bit_length(), -1, np.int64)
    held = kernel.kinds_of(elements, above, ids, hashed, _ABOVE, np.empty(blocks, np.uint64), slots, kinds, sizes)
    prose = np.where(page.prose & ~shut, words, 0)
    out = np.zeros((blocks, len(NUMBERS)), np.float32)
    counts = np.empty(len(CLASSES) + 1, np.int64)
    kernel.text_numbers(
        page.texts, words, link_words, page.first_run, page.last_run, CLASS_OF, _LOGS, counts, dots, out, _AT["words"]
    )
    kernel.position_numbers(
        elements, ids, words, link_words, shut.view(np.uint8), prose, above, _TAG["h1"], CHAIN, _LOGS, out, _AT["place"]
    )
    out[:, _AT["hidden"]] = hidden
    comment = among_comments(page, [area for area in areas if tree.tags[area] not in NEVER_AREA])
    np.take(ids, elements, out=own)
    kernel.section_numbers(
        words, link_words, own, _TAG["h1"], _TAG["h6"], opens.view(np.uint8), shut.view(np.uint8),
        comment.view(np.uint8), heading, out, _AT["openable"],
    )  # fmt: skip
    kernel.repetition_numbers(
        page.texts, words, link_words, kinds, sizes, np.zeros((held, 2)), _LOGS, out, _AT["same text"]
    )
    wished = title_words(title)
    sought, different = np.empty(len(wished), np.uint64), np.empty(_DIFFERENT, np.uint64)
    kernel.title_numbers(page.texts, words, wished, sought, different, out, _AT["title overlap"])
    kernel.between_numbers(seen, between, len(_BETWEEN), counts, _LOGS, out, _AT["img before"])
    kernel.near_numbers(elements, above, ids, _NEAR_COLUMNS, CHAIN, out, _AT[f"in {_NEAR[0]}"])
    kernel.main_numbers(elements, prose, above, ends, np.empty(total), _SHARES, out, _AT["main 0.5 inside"])
    kernel.held_numbers(
        words, link_words, dots, prose, levels, start, stop, np.zeros((blocks + 1, 4)), np.empty(total, np.uint8),
        np.empty((total, 6)), out, _AT["container 0 words"],
    )  # fmt: skip
    said_by, said = np.empty((2, 4 * blocks), np.int64)
    some = kernel.first_words(page.texts, _CRC, WORD_BUCKETS, _STRIPPED, word_tokens, said_by, said)
    return Columns(
        out, tags, chain, names, places, (said_by[:some], said[:some]),
        start[levels], stop[levels], kinds, words.astype(np.float64), shut, comment, heading, head,
    )  # fmt: skip


def _names(
    written: Written, wanted: NDArray[np.int64], total: int
) -> tuple[tuple[NDArray[np.int64], NDArray[np.int64]], NDArray[np.uint64], list[int]]:
    """The tokens of what elements are called with their owners, a number for each element's names, comments' areas."""
    room = 8 * len(wanted) + 128  # an element has two names or three; some have hundreds
    while True:
        owners, tokens = np.empty((2, room), np.int64)
        hashed = np.zeros(total, np.uint64)
        areas: list[int] = []
        found = kernel.names(
            written.markup, written.names_begin, written.names_end, wanted, quickest(), _CRC, NAME_BUCKETS,
            owners, tokens, hashed, names_comments, areas, np.full((1024, 4), -1, np.int64),
        )  # fmt: skip
        if found >= 0:
            return (owners[:found], tokens[:found]), hashed, areas
        room *= 4
