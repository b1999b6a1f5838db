"""Fingerprints: stable, and different for different texts."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tamis.text.fingerprint import exact, keys


def test_fingerprints_never_change():
    """They are stored: a change of any of these orphans every store and template."""
    assert exact("A tamis is a fine drum sieve.").hex() == "c0077a5f03be368862ed5e5db9705d04"
    assert keys(["A tamis is a fine drum sieve.", ""]).tolist() == [12209950962462951937, 1]


@given(st.lists(st.text()))
def test_columns_have_a_row_a_text_and_agree_with_single_calls(texts):
    column = keys(texts)
    assert column.dtype == np.uint64
    assert len(column) == len(texts)
    assert keys(texts).tolist() == [keys([text])[0] for text in texts]


@given(st.text(), st.text())
def test_keys_part_texts(a, b):
    one, other = keys([a, b]).tolist()
    assert (one == other) == (a == b)


def test_half_a_surrogate_pair_has_a_fingerprint():
    assert exact("\ud800") != exact("\udfff")
    assert len(keys(["\ud800"])) == 1


def test_exact_collapses_white_space_and_keeps_case():
    assert exact(" a\n b ") == exact("a b") != exact("A b")
