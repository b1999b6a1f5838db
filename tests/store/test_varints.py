"""Numbers as bytes and back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.store.varints import decode, encode, pack, unpack


@given(st.lists(st.integers(-(2**61), 2**61)))
def test_packed_numbers_come_back(numbers: list[int]) -> None:
    assert unpack(pack(np.array(numbers, np.int64))).tolist() == numbers


@given(st.lists(st.sets(st.integers(0, 2**40), min_size=1), max_size=20))
def test_lists_come_back(sets: list[set[int]]) -> None:
    lists = [sorted(numbers) for numbers in sets]
    starts = np.cumsum([0, *map(len, lists)])[:-1]
    data = encode(np.array([number for numbers in lists for number in numbers], np.int64), starts)
    assert len(data) == len(lists)
    numbers, sizes = decode(data)
    assert numbers.tolist() == [number for numbers in lists for number in numbers]
    assert sizes.tolist() == [len(numbers) for numbers in lists]


@pytest.mark.parametrize("number", [0, 127, 128, 16_383, 16_384, 2**35, 2**60])
def test_sizes(number: int) -> None:
    (data,) = encode(np.array([number]), np.array([0]))
    assert len(data) == max(1, -(-number.bit_length() // 7))
