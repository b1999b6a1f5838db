"""Sentences of texts."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.text.sentences import sentences


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
