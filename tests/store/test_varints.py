"""Numbers as bytes and back, and the leaves of an index: what was written is found, whatever is damaged is noticed."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.native import postings
from tamis.store.varints import Ints, decode, pack, unpack

WORDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=100)
INDEX = st.dictionaries(WORDS, st.sets(st.integers(0, 2**40), min_size=1), max_size=30)


@given(st.lists(st.integers(-(2**61), 2**61)))
def test_packed_numbers_come_back(numbers: list[int]) -> None:
    assert unpack(pack(numbers)).tolist() == numbers
    assert np.cumsum(unpack(postings.pack_steps(numbers))).tolist() == numbers


@pytest.mark.parametrize("number", [0, 63, 64, 8_191, 8_192, 2**35, 2**60])
def test_sizes(number: int) -> None:
    assert len(pack([number])) == max(1, -(-(number.bit_length() + 1) // 7))


def build(index: dict[str, set[int]], limit: int = 50) -> tuple[list[bytes], list[str]]:
    words = sorted(index)
    places = np.array([place for word in words for place in sorted(index[word])], np.int64)
    starts = np.cumsum([0, *(len(index[word]) for word in words)])
    return postings.build(words, starts, places, limit)


def read(leaves: list[bytes]) -> dict[str, list[int]]:
    found = {}
    for leaf in leaves:
        for word in postings.words_of(leaf):
            data = postings.find(leaf, word.encode())
            assert data is not None
            found[word] = decode([data], [0])[0].tolist()
    return found


@given(INDEX)
def test_what_is_in_leaves_is_found(index: dict[str, set[int]]) -> None:
    leaves, firsts = build(index)
    assert firsts == [postings.words_of(leaf)[0] for leaf in leaves]
    assert read(leaves) == {word: sorted(index[word]) for word in sorted(index)}
    assert all(postings.find(leaf, b"\x01\x01nowhere") is None for leaf in leaves)


@given(
    st.lists(st.dictionaries(st.sampled_from("rye oats wheat spelt".split()), st.sets(st.integers(0, 99))), max_size=5),
    st.data(),
)
def test_merged_leaves_are_those_of_all_pages_that_stay(parts: list[dict[str, set[int]]], data: st.DataObject) -> None:
    leaves, begins, shifts = [], [], []
    expected: dict[str, list[int]] = {}
    offset = 0
    for part in parts:
        there = {word: places for word, places in part.items() if places}
        leaves.append(build(there)[0])
        stays = data.draw(st.lists(st.booleans(), min_size=4, max_size=4))  # four pages of 25 words
        moved = []
        for page, kept in enumerate(stays):
            moved.append(offset - 25 * page if kept else postings.GONE)
            offset += 25 * kept
        begins.append(np.arange(0, 101, 25))
        shifts.append(np.array(moved))
        for word, places in sorted(there.items()):
            expected.setdefault(word, []).extend(p + moved[p // 25] for p in sorted(places) if stays[p // 25])
    found, _ = postings.merge(leaves, begins, shifts, 50)
    assert read(found) == {word: places for word, places in sorted(expected.items()) if places}


@given(st.binary(max_size=60))
def test_damaged_leaves_end_no_process(leaf: bytes) -> None:
    ends: Ints = np.array([0, 50])
    with suppress(ValueError):
        postings.words_of(leaf)
    with suppress(ValueError):
        postings.find(leaf, b"rye")
    with suppress(ValueError):
        unpack(leaf)
    with suppress(ValueError):
        postings.merge([[leaf], [leaf]], [ends, ends], [ends[:1], ends[:1]], 50)


def test_numbers_without_an_end_are_an_error() -> None:
    with pytest.raises(ValueError, match="damaged"):
        postings.words_of(b"\xff" * 20)
