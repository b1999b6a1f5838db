"""Fingerprints: stable, and true to what they promise about near-duplicates."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.text.fingerprint import BANDS, bands, exact, keys, near

VOCABULARY = [f"word{i}" for i in range(5000)]


def test_fingerprints_never_change():
    """They are stored: a change of any of these orphans every store and template."""
    assert exact("A tamis is a fine drum sieve.").hex() == "c0077a5f03be368862ed5e5db9705d04"
    assert keys(["A tamis is a fine drum sieve.", ""]).tolist() == [12209950962462951937, 1]
    assert near(["A tamis is a fine drum sieve.", "…"]).tolist() == [5116118992694844613, 1313863077757912049]


@given(st.lists(st.text()))
def test_columns_have_a_row_a_text_and_agree_with_single_calls(texts):
    for column in (keys(texts), near(texts)):
        assert column.dtype == np.uint64
        assert len(column) == len(texts)
    assert near(texts).tolist() == [near([text])[0] for text in texts]
    assert keys(texts).tolist() == [keys([text])[0] for text in texts]


@given(st.text(), st.text())
def test_keys_part_texts(a, b):
    one, other = keys([a, b]).tolist()
    assert (one == other) == (a == b)


def test_half_a_surrogate_pair_has_a_fingerprint():
    assert exact("\ud800") != exact("\udfff")
    assert len(keys(["\ud800"])) == len(near(["\ud800"])) == 1


def test_exact_collapses_white_space_and_keeps_case():
    assert exact(" a\n b ") == exact("a b") != exact("A b")


def overlapping(rng, share):
    """Two texts of which 60 words in all are used and ``share`` of them by both (Jaccard)."""
    words = rng.sample(VOCABULARY, 60)
    both = round(60 * share)
    single = (60 - both) // 2
    return " ".join(words[: both + single]), " ".join(words[:both] + words[both + single :])


@pytest.mark.parametrize(
    ("share", "low", "high"),
    [(0.9, 0.98, 1.0), (0.82, 0.95, 1.0), (0.5, 0.5, 0.85), (0.2, 0.04, 0.3), (0.0, 0.0, 0.02)],
)
def test_bands_agree_as_often_as_promised(share, low, high):
    rng = random.Random(7)
    pairs = [overlapping(rng, share) for _ in range(400)]
    agree = [np.equal(*bands(near(pair))).any() for pair in pairs]
    assert low <= np.mean(agree) <= high


def test_bands_are_the_sketch_in_pieces():
    sketches = near(["one two three", "vier fünf sechs"])
    rows = bands(sketches)
    assert rows.shape == (2, BANDS)
    for sketch, row in zip(sketches.tolist(), rows.tolist(), strict=True):
        assert sum(part << 16 * band for band, part in enumerate(row)) == sketch


def test_order_case_and_punctuation_do_not_matter_to_near():
    a, b = near(["To be, or not to be.", "be NOT to or"]).tolist()
    assert a == b


def test_characters_of_spaceless_scripts_count_as_words_to_near():
    a, b = near(["今天天气很好我们出去走走吧" * 2, "今天天气很好我们出去走走吧。"]).tolist()
    assert a == b
