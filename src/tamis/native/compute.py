"""Computes the arrays of :class:`tamis.model.features.Features`, by the loops of :mod:`tamis.native.features` and
:mod:`tamis.native.hashing`. What each of them means stands in few words in ``tests/model/definition.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

from tamis.html.syntax import NAMES
from tamis.native.features import (
    between_numbers,
    chains,
    container_numbers,
    container_ranges,
    main_numbers,
    near_numbers,
    number_chain_elements,
    number_templates,
    position_numbers,
    prose_words,
    repetition_numbers,
    runs_of,
    section_numbers,
    surround,
    tag_columns,
    text_numbers,
)
from tamis.native.hashing import first_words, names, title_numbers
from tamis.text.characters import CLASS_OF, CLASSES

if TYPE_CHECKING:
    from tamis.native.arrays import Column, Float32s, Int64s, UInt8s

_MOST_TITLE_WORDS = 64
"""words of a short block at most, and some more"""


class Tables:
    """What the loops look up, the same for all pages. In C the arrays are views of a type, so they are checked once."""

    def __init__(
        self, numbers: Sequence[str], tags: Mapping[str, int], between: Mapping[str, int], near: Sequence[str],
        main_shares: Sequence[float], marks: str, chain: int, levels: int, name_buckets: int, word_buckets: int,
    ) -> None:  # fmt: skip
        """``numbers`` are the features' names, by which their columns are found; the rest is as
        :mod:`tamis.model.features` has it.
        """
        self.numbers, self.chain, self.levels = len(numbers), chain, levels
        self.name_buckets, self.word_buckets = name_buckets, word_buckets
        self.above_body, self.h1, self.h6, self.between = len(tags) + 1, tags["h1"], tags["h6"], max(between.values())
        self.tag_codes = np.array([tags.get(tag, 0) | between.get(tag, 0) << 8 for tag in NAMES], np.int64)
        columns = {tags[tag]: column for column, tag in enumerate(near)}
        self.near_columns = np.array([columns.get(tag, -1) for tag in range(len(tags) + 2)], np.int64)
        self.main_shares = np.array(main_shares)
        # Of the first 256 characters, and of the 256 among which the other marks are.
        marked = {ord(mark) if ord(mark) < 256 else ord(mark) - 0x1F00 for mark in marks}
        self.marks = np.array([place in marked for place in range(512)], np.uint8)
        self.characters = CLASS_OF
        self.logs = np.log1p(np.arange(4096.0))
        # The table of CRC-32: what a byte alone gives, less the ones that a CRC begins and ends with.
        self.crc = np.array([crc32(bytes([i ^ 0xFF])) ^ 0xFF000000 for i in range(256)], np.uint32)
        self.at_words, self.at_place, self.at_section = map(numbers.index, ("words", "place", "openable"))
        self.at_repeated, self.at_title, self.at_between = map(
            numbers.index, ("same text", "title overlap", "img before")
        )
        self.at_near, self.at_main = numbers.index(f"in {near[0]}"), numbers.index(f"main {main_shares[0]} inside")
        self.at_containers = numbers.index("container 0 words")


class Computation:
    """The features of one page while they are computed, step by step in the order of the methods."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.maybe_comments: list[int] = []
        """elements whose names may say that readers' comments stand in them"""
        self.maybe_outside: list[int] = []
        """elements whose names may say that they are outside the main content"""

    def place_blocks(
        self, elements: Column, first_run: Column, numbers: Column, parents: Column, run_parents: Column,
        run_seen: Column,
    ) -> None:  # fmt: skip
        """Find what stands around each block: its chain of elements, their tags, and its containers."""
        tables, blocks, total = self.tables, len(elements), len(parents)
        self.elements, self.first_run = elements, first_run
        of_blocks, of_elements = np.empty((2, blocks), np.int64), np.empty((9, total), np.int64)
        innermost, self.elements_before = of_blocks[0], of_blocks[1]
        self.ids, self.between, self.above, self.ends = of_elements[0], of_elements[1], of_elements[2], of_elements[3]
        self.start, self.stop, self.wanted = of_elements[4], of_elements[5], of_elements[6]
        count, larger = of_elements[7], of_elements[8]
        runs_of(first_run, run_parents, run_seen, innermost, self.elements_before)
        tag_columns(numbers, tables.tag_codes, self.ids, self.between)
        surround(elements, self.elements_before, parents, self.above, self.ends, count, larger, self.start, self.stop)
        self.chain, self.tags = np.empty((blocks, 1 + tables.chain), np.int64), np.empty((blocks, 4), np.int64)
        chain, self.levels = self.chain, np.empty((blocks, tables.levels), np.int64)
        chains(elements, innermost, self.above, larger, self.ids, tables.above_body, chain, self.levels, self.tags)
        self.around = number_chain_elements(chain, count, self.wanted)
        self.starts, self.stops = (
            np.empty((blocks, tables.levels), np.int64),
            np.empty((blocks, tables.levels), np.int64),
        )
        container_ranges(self.levels, self.start, self.stop, self.starts, self.stops)

    def read_names(
        self, markup: str, begins: Column, ends: Column, unescape: Callable[[str], str]
    ) -> tuple[Int64s, Int64s]:
        """The tokens of what the elements around blocks are called, and the number of the element of each.

        Names stand in the markup from ``begins`` to ``ends``; ``unescape`` reads character references.
        """
        tables, total = self.tables, len(self.ids)
        room = 8 * self.around + 128  # an element has two names or three; some have hundreds
        while True:
            self.hashed = np.zeros(total, np.uint64)
            owners, tokens = np.empty(room, np.int64), np.empty(room, np.int64)
            found = names(
                markup, begins, ends, self.wanted[: self.around], unescape, tables.crc, tables.name_buckets, owners,
                tokens, self.hashed, self.maybe_comments, self.maybe_outside, np.full((1024, 4), -1, np.int64),
            )  # fmt: skip
            if found >= 0:
                return owners[:found], tokens[:found]
            room *= 4
            self.maybe_comments.clear()
            self.maybe_outside.clear()

    def compute_numbers(
        self, texts: list[str], words: Column, link_words: Column, last_run: Column, hidden: UInt8s,
        never_shown: UInt8s, comment: UInt8s, title: set[str], least_prose: int, most_links: float,
    ) -> Float32s:  # fmt: skip
        """The numbers of each block; also numbers the templates and finds the heading over each block.

        ``title`` are the words of the page's title. ``least_prose`` words or more, of which no larger share than
        ``most_links`` stands in links, are prose.
        """
        tables, elements, blocks, total = self.tables, self.elements, len(texts), len(self.ids)
        of_blocks = np.empty((3, blocks), np.int64)
        prose, sizes, marks = of_blocks[0], of_blocks[1], of_blocks[2]
        prose_words(words, link_words, never_shown, least_prose, most_links, prose)
        self.templates, self.heading = np.empty(blocks, np.int64), np.empty(blocks, np.int64)
        templates, slots = self.templates, np.full(1 << (2 * blocks).bit_length(), -1, np.int64)
        different = number_templates(
            elements, self.above, self.ids, self.hashed, tables.above_body, np.empty(blocks, np.uint64), slots,
            templates, sizes,
        )  # fmt: skip
        numbers = np.zeros((blocks, tables.numbers), np.float32)
        out, counts = numbers, np.empty(len(CLASSES) + 1, np.int64)
        logs = tables.logs
        text_numbers(
            texts, words, link_words, self.first_run, last_run, tables.characters, logs, counts, marks, out,
            tables.at_words,
        )  # fmt: skip
        position_numbers(
            elements, self.ids, words, link_words, hidden, never_shown, prose, self.above, tables.h1, tables.chain,
            logs, out, tables.at_place,
        )  # fmt: skip
        section_numbers(
            words, link_words, elements, self.ids, tables.h1, tables.h6, hidden, never_shown, comment, self.heading,
            out, tables.at_section,
        )  # fmt: skip
        repetition_numbers(
            texts, words, link_words, templates, sizes, np.zeros((different, 2)), logs, out, tables.at_repeated
        )
        title_numbers(
            texts, words, title, np.empty(len(title), np.uint64), np.empty(_MOST_TITLE_WORDS, np.uint64), out,
            tables.at_title,
        )  # fmt: skip
        between_numbers(self.elements_before, self.between, tables.between, counts, logs, out, tables.at_between)
        near_numbers(elements, self.above, self.ids, tables.near_columns, tables.chain, out, tables.at_near)
        main_numbers(elements, prose, self.above, self.ends, np.empty(total), tables.main_shares, out, tables.at_main)
        container_numbers(
            words, link_words, marks, prose, self.levels, self.start, self.stop, np.zeros((blocks + 1, 4)),
            np.empty(total, np.uint8), np.empty((total, 6)), out, tables.at_containers,
        )  # fmt: skip
        return numbers

    def read_first_words(self, texts: list[str], slowly: Callable[[str], list[int]]) -> tuple[Int64s, Int64s]:
        """The tokens of each block's first words and the blocks that they are of; ``slowly`` knows all scripts."""
        tables, blocks = self.tables, len(texts)
        owners, tokens = np.empty(4 * blocks, np.int64), np.empty(4 * blocks, np.int64)
        found = first_words(texts, tables.crc, tables.word_buckets, tables.marks, slowly, owners, tokens)
        return owners[:found], tokens[:found]
