"""Gold text on blocks: exact alignments, but for texts of a size that no page has."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.lab import labels
from tamis.lab.labels import label_blocks
from tamis.lab.metrics import lcs_counts
from tamis.text.words import words

NUMBERS = st.lists(st.integers(0, 4), max_size=25)


def test_words_are_words_and_single_characters_where_there_are_no_spaces() -> None:
    assert words("Tokyo 東京 タワー, 2024年") == ["tokyo", "東", "京", "タ", "ワ", "ー", "2024", "年"]
    assert words("서울 시") == ["서울", "시"]  # Korean has spaces
    assert words("Straße don't x_1") == ["straße", "don", "t", "x_1"]


def test_prose_is_told_from_boilerplate() -> None:
    texts = ["Home | News | Sport", "A Headline", "The fox jumps over the dog.", "© 2024 All rights reserved"]
    gold = "A headline\n\nThe fox jumps over the dog."
    assert label_blocks(texts, gold).tolist() == [0.0, 1.0, 1.0, 0.0]


def test_the_share_is_of_the_blocks_own_words() -> None:
    # Gold has three of the second block's four words: "Updated" is the page's.
    shares = label_blocks(["Menu", "Updated on 3 May", "Text here"], "on 3 May: text here")
    assert shares.tolist() == [0.0, 0.75, 1.0]
    assert shares.dtype == np.float32


def test_chinese_counts_by_character() -> None:
    # Gold lacks the last two of the second block's six characters.
    shares = label_blocks(["首页 新闻", "今天天气很好"], "今天天气")
    assert shares.tolist() == [0.0, pytest.approx(4 / 6)]


def test_repeated_text_is_counted_once() -> None:
    shares = label_blocks(
        ["Rain ahead", "Home", "Rain ahead", "It will rain tomorrow"], "Rain ahead it will rain tomorrow"
    )
    assert shares[3] == 1.0
    assert shares[0] + shares[2] == 1.0  # either copy, not both


def test_a_short_block_may_catch_a_stray_word() -> None:
    # Documented, not wished for: gold's second "more" has no better place on the page.
    shares = label_blocks(["We want more rain", "Read more"], "We want more rain, more and more.")
    assert shares.tolist() == [1.0, 0.5]


def test_nothing_to_align() -> None:
    assert label_blocks([], "gold").shape == (0,)
    assert label_blocks(["", "—", "text"], "").tolist() == [0.0, 0.0, 0.0]
    assert label_blocks(["a b"], "c d").tolist() == [0.0]


@given(NUMBERS, NUMBERS)
def test_alignment_is_exact(page: list[int], gold: list[int]) -> None:
    places = labels.aligned(page, gold)
    want = lcs_counts(" ".join(map(str, page)), " ".join(map(str, gold))).found
    assert len(places) == want
    rest = iter(gold)
    assert all(page[i] in rest for i in places)  # in gold's order: each found after the one before


def test_what_is_too_large_is_aligned_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    prose = list(range(100))
    monkeypatch.setattr(labels, "MAX_CELLS", 400)
    assert labels.aligned(prose, prose).tolist() == prose
    assert labels.aligned([7] * 100, [7] * 90).size == 90
    assert labels.aligned([-1, *prose, *prose], prose).tolist() == [place + 1 for place in prose]


def test_a_page_of_50000_words() -> None:
    rng = np.random.default_rng(0)
    prose = [f"w{i}" for i in rng.zipf(1.3, size=50_000) % 5000]
    blocks = ["home news sport contact"] * 50 + [" ".join(prose[i : i + 50]) for i in range(0, 50_000, 50)]
    shares = label_blocks(blocks, " ".join(prose))
    assert shares[:50].sum() == 0
    assert shares[50:].min() == 1
