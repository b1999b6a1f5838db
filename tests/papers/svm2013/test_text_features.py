"""Words, sentences and lines: the text features of SVM 2013, section III.B."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.blocks.page import Page
from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.papers.svm2013.links import link_density
from tamis.papers.svm2013.position import relative_position
from tamis.papers.svm2013.text_features import quotient, sentence_length, sentences, text_density


def cut(html: str) -> Page:
    return text_flow(read(html, None, Limits()))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 1),
        (".", 1),
        ("No end at all", 1),
        ("One. Two.", 2),
        ("One.  Two!\nThree? Four", 4),
        ("Wait... what?! Yes.", 3),
        ("“Go.” She went. (So it ends.)", 3),
        ("Version 3.11 of example.com", 1),
        ("我来。你走！他呢？", 3),
        ("我来。你走", 2),
    ],
)
def test_sentences(text: str, count: int) -> None:
    assert sentences([text]).tolist() == [count]


@given(st.lists(st.text(st.sampled_from("ab .!?…”)。！\n"), max_size=12), max_size=6))
def test_sentences_of_many_texts_are_those_of_each(texts: list[str]) -> None:
    ends = re.compile(r"[.!?…](?=[”)]?\s)(?=.{2})|[。！？](?=.)", re.DOTALL)
    assert sentences(texts).tolist() == [len(ends.findall(text)) + 1 for text in texts]


def test_sentences_in_linear_time_whatever_the_text() -> None:
    assert sentences(["!" * 1_000_000 + "a"]).tolist() == [1]


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
    assert link_density(page).tolist() == [1.0, 0.5, 0.0, 0.0]


@pytest.mark.parametrize(("blocks", "expected"), [(0, []), (1, [0]), (3, [0, 3, 6]), (20, [i // 2 for i in range(20)])])
def test_relative_position(blocks: int, expected: list[int]) -> None:
    assert relative_position(cut("<p>x" * blocks)).tolist() == expected
