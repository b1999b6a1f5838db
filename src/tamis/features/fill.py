"""Fills :class:`tamis.features.columns.Columns` by the loops of :mod:`tamis.features.kernel`."""

from __future__ import annotations

from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from tamis.comments import NEVER_AREA, names_comments
from tamis.dom import Tree
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
from tamis.features.names import ATTRIBUTES, NAME_BUCKETS, WORD_BUCKETS, word_tokens
from tamis.features.openable import openable
from tamis.features.repetition import title_words
from tamis.page import Page

_CODES: Final = {tag: _TAG.get(tag, 0) | _BETWEEN_ID.get(tag, 0) << 8 for tag in {*_TAG, *_BETWEEN_ID}}
_LOGS: Final = np.log1p(np.arange(4096.0))
_OTHER_NAMES: Final = ",".join(f"[{name}]" for name in sorted(ATTRIBUTES - {"class", "id"}))
_SHARES: Final = np.array(_MAIN_SHARES)
_NEAR_COLUMNS: Final = np.full(TAG_IDS, -1, np.int64)
_NEAR_COLUMNS[[_TAG[tag] for tag in _NEAR]] = np.arange(len(_NEAR))
_STRIPPED: Final = np.zeros(128, np.uint8)
_STRIPPED[[ord(mark) for mark in ".,:;!?()[]\"'|-"]] = 1
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
    innermost, seen, kinds, dots = np.empty((4, blocks), np.int64)
    kernel.runs_of(page.first_run, tree.run_parents, tree.run_seen, innermost, seen)
    title, head = read_head(tree, page.url)
    opens = openable(page)
    shut = page.hidden & ~opens
    ids, between, above, ends, count, larger, start, stop, marks = np.empty((9, total), np.int64)
    kernel.tag_columns(tree.tags, _CODES, ids, between)
    kernel.surround(elements, seen, tree.parents, above, ends, count, larger, start, stop)
    chain, levels, tags = (np.empty((blocks, width), np.int64) for width in (1 + CHAIN, LEVELS, 4))
    kernel.chains(elements, innermost, above, larger, ids, _ABOVE, chain, levels, tags)
    wanted: list[int] = []
    places = kernel.number_chains(chain, marks, wanted)
    owners: list[int] = []
    tokens: list[int] = []
    hashed = np.zeros(total, np.uint64)
    others = set(tree.document.select(_OTHER_NAMES) if type(tree) is Tree else tree.nodes)
    areas: list[int] = []
    kernel.names(
        tree.nodes, wanted, others, ATTRIBUTES, _CRC, NAME_BUCKETS, owners, tokens, hashed, names_comments, areas
    )
    sizes = kernel.kinds_of(elements, above, ids, hashed, _ABOVE, kinds)
    prose = np.where(page.prose & ~shut, words, 0)
    out = np.zeros((blocks, len(NUMBERS)), np.float32)
    counts = np.empty(len(CLASSES) + 1, np.int64)
    kernel.text_numbers(
        page.texts, words, link_words, page.first_run, page.last_run, CLASS_OF, _LOGS, counts, dots, out, _AT["words"]
    )
    kernel.position_numbers(
        elements, ids, words, link_words, shut.view(np.uint8), prose, above, _TAG["h1"], CHAIN, _LOGS, out, _AT["place"]
    )
    out[:, _AT["hidden"]] = page.hidden
    comment = among_comments(page, [area for area in areas if tree.tags[area] not in NEVER_AREA])
    heading = _of_page(page, ids, opens, shut, comment, out)
    sums = np.zeros((len(sizes), 2))
    kernel.repetition_numbers(page.texts, words, link_words, kinds, sizes, sums, _LOGS, out, _AT["same text"])
    kernel.title_numbers(page.texts, words, title_words(title), out, _AT["title overlap"])
    kernel.between_numbers(seen, between, len(_BETWEEN), counts, _LOGS, out, _AT["img before"])
    kernel.near_numbers(elements, above, ids, _NEAR_COLUMNS, CHAIN, out, _AT[f"in {_NEAR[0]}"])
    kernel.main_numbers(elements, prose, above, ends, np.empty(total), _SHARES, out, _AT["main 0.5 inside"])
    kernel.held_numbers(
        words, link_words, dots, prose, levels, start, stop, np.zeros((blocks + 1, 4)), np.empty(total, np.uint8),
        np.empty((total, 6)), out, _AT["container 0 words"],
    )  # fmt: skip
    said: list[int] = []
    said_by: list[int] = []
    kernel.first_words(page.texts, _CRC, WORD_BUCKETS, _STRIPPED, word_tokens, said_by, said)
    return Columns(
        out, tags, chain,
        (np.array(owners, np.int64), np.array(tokens, np.int64)), places,
        (np.array(said_by, np.int64), np.array(said, np.int64)),
        start[levels], stop[levels], kinds, words.astype(np.float64), shut, comment, heading, head,
    )  # fmt: skip


def _of_page(
    page: Page,
    ids: NDArray[np.int64],
    opens: NDArray[np.bool_],
    shut: NDArray[np.bool_],
    comment: NDArray[np.bool_],
    out: NDArray[np.float32],
) -> NDArray[np.int64]:
    """Fill the numbers of sections and comments; gives for each block the last heading."""
    words, link_words, own = page.words, page.link_words, ids[page.elements]
    at = (own >= _TAG["h1"]) & (own <= _TAG["h6"])
    section = np.cumsum(at)
    sums = [np.bincount(section, column, minlength=1)[section] for column in (words, link_words, np.ones(len(page)))]
    place = _AT["openable"]
    out[:, place] = opens
    out[:, place + 1] = sums[0] / max(int(words.sum()), 1)
    out[:, place + 2] = sums[1] / np.maximum(sums[0], 1)
    out[:, place + 3] = np.log1p(sums[0] / np.maximum(sums[2], 1))
    out[:, place + 4] = comment
    shown = np.where(shut, 0, words)
    out[:, place + 5] = shown[comment].sum() / max(int(shown.sum()), 1)
    index = np.arange(len(page))
    last = np.maximum.accumulate(np.where(at, index, -1)) if len(page) else index
    return np.where(last >= 0, last, index)
