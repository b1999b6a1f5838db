"""The eighteen features in one table."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings

from tamis.blocks.page import Page
from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.papers.svm2013.features import NUMBERS, TEXT, TOKENS, feature_names, features, numbers, tokens_in
from tests.html_pages import pages

TEN = tuple("menu module nav widget sidebar footer right dropdown cat navigation".split())
"""the paper's sample list, footnote 3"""


def cut(html: str) -> Page:
    return text_flow(read(html, None, Limits()))


def test_there_are_eighteen() -> None:
    assert TEXT + 1 + TOKENS == len(feature_names(TEN)) == len(set(feature_names(TEN))) == 18
    assert tokens_in(feature_names(TEN)) == TEN


def test_a_small_page_by_hand() -> None:
    page = cut("<div class=site-nav><a href=/>Home</a></div><p>It rains today. We all stay <a href=/in>in</a> now.")
    table = features(page, TEN)
    names = feature_names(TEN)
    home, text = (dict(zip(names, row, strict=True)) for row in table.tolist())
    assert [home[n] for n in NUMBERS] == [1, 1, 1, 1, 1, 1, 1, 0]
    assert [text[n] for n in NUMBERS] == [8, 4, 8, 8, 4, 8, 0.125, 5]
    assert [n for n in names if n.startswith("token") and home[n]] == ["token nav"]
    assert not any(text[n] for n in names if n.startswith("token"))


@settings(max_examples=100, deadline=None)
@given(html=pages)
def test_every_page_has_finite_numbers(html: str) -> None:
    page = cut(html)
    table = numbers(page)
    assert table.shape == (len(page), len(NUMBERS))
    assert np.isfinite(table).all() and (table >= 0).all()
    assert (table[:, :6] > 0).all()  # no block is without words
