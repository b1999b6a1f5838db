"""Each of the eight numbers of SVM 2013, section III.B."""

from __future__ import annotations

import numpy as np
import pytest

from tamis.blocks.page import Page
from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.papers.svm2013.features import NUMBERS, numbers, quotient, relative_position, sentence_length, text_density


def cut(html: str) -> Page:
    return text_flow(read(html, None, Limits()))


def test_sentence_length() -> None:
    assert sentence_length(cut("<p>It rains. We stay here today.<p>Home")).tolist() == [3.0, 1.0]


@pytest.mark.parametrize(("characters", "lines"), [(80, 1), (81, 2), (160, 2), (161, 3)])
def test_a_line_has_eighty_characters(characters: int, lines: int) -> None:
    text = ("a " * 80)[: characters - 1] + "b"
    words = len(text.split())
    assert text_density(cut(f"<pre>{text}")).tolist() == [words / lines]


def test_quotients_to_the_block_before() -> None:
    assert quotient(np.array([])).tolist() == []
    assert quotient(np.array([3.0])).tolist() == [1.0]
    assert quotient(np.array([3.0, 6.0, 0.0, 5.0])).tolist() == [
        1.0,
        2.0,
        0.0,
        1.0,
    ]  # nothing to compare with: its like


def test_link_density() -> None:
    page = cut("<p><a href=/a>All of it</a><p>One <a href=/b>of four</a> words<p>None<p><a>No address</a>")
    assert numbers(page)[:, NUMBERS.index("link density")].tolist() == [1.0, 0.5, 0.0, 0.0]


@pytest.mark.parametrize(("blocks", "expected"), [(0, []), (1, [0]), (3, [0, 3, 6]), (20, [i // 2 for i in range(20)])])
def test_relative_position(blocks: int, expected: list[int]) -> None:
    assert relative_position(cut("<p>x" * blocks)).tolist() == expected
