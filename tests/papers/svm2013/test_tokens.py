"""Tokens of id and class: which blocks have them, and the Naive Bayes score of SVM 2013, section III.B."""

from __future__ import annotations

from collections import Counter
from math import log

import numpy as np
import pytest
from hypothesis import given, settings

from tamis.blocks.page import Page
from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.papers.svm2013.tokens import TokenCounts, token_columns, token_spans, tokens_of
from tests.html_pages import pages
from tests.work import steps

MENU = "<body class=home><div class='nav top'><p id=nav>a<p>b</div><p class=Text>c <span class=x>d</span>"


def cut(html: str) -> Page:
    return text_flow(read(html, None, Limits()))


def by_block(page: Page) -> list[set[str]]:
    spans = token_spans(page)
    found: list[set[str]] = [set() for _ in page.texts]
    for token, start, stop in zip(spans.tokens, spans.starts, spans.stops, strict=True):
        for block in range(start, stop):
            found[block].add(token)
    return found


def test_names_are_taken_apart() -> None:
    assert tokens_of("mainNav nav_left col-md-3 SIDEBAR") == ("main", "nav", "left", "col", "md", "sidebar")
    assert tokens_of("") == ()


def test_a_block_has_the_tokens_of_all_elements_around_it_but_the_body() -> None:
    assert by_block(cut(MENU)) == [{"nav", "top"}, {"nav", "top"}, {"text"}]


@settings(max_examples=200, deadline=None)
@given(html=pages)
def test_spans_are_what_climbing_the_tree_gives(html: str) -> None:
    page = cut(html)
    tree = page.tree
    expected = []
    for run in page.first_run.tolist():
        names, element = set(), tree.run_parents[run]
        while element > 0:
            names |= {t for a in ("class", "id") for t in tokens_of(tree.attr(element, a) or "")}
            element = tree.parents[element]
        expected.append(names)
    assert by_block(page) == expected
    columns = token_columns(token_spans(page, frozenset("bx")), len(page), ["x", "b"])
    assert columns.tolist() == [["x" in names, "b" in names] for names in expected]


def test_columns_of_tokens_that_are_not_there() -> None:
    page = cut(MENU)
    assert token_columns(token_spans(page), 3, ["nav", "footer"]).tolist() == [[1, 0], [1, 0], [0, 0]]
    assert token_columns(token_spans(cut("")), 0, ["nav"]).shape == (0, 1)


def test_counts_are_of_events_and_of_blocks() -> None:
    counts = TokenCounts()
    content, known = np.array([False, False, True]), np.array([True, True, True])
    counts.add(token_spans(cut(MENU)), content, known)
    assert counts.other == Counter(nav=3, top=2) and counts.content["text"] == 1
    assert counts.blocks == Counter(nav=2, top=2, text=1)  # twice over the first block, but one block


def test_blocks_whose_label_is_not_known_do_not_count() -> None:
    counts = TokenCounts()
    counts.add(token_spans(cut(MENU)), np.array([False, False, True]), np.array([True, False, False]))
    assert +counts.blocks == Counter(nav=1, top=1) and not +counts.content


def test_the_score_of_the_paper() -> None:
    """Two pages of three tokens: φ(k|y) = (events + 1) / (all events of y + |V|), times the blocks with k."""
    first = TokenCounts(Counter(post=4), Counter(nav=6), Counter(nav=6, post=4))
    second = TokenCounts(Counter(post=1, nav=1), Counter(nav=2, side=3), Counter(nav=3, post=1, side=3))
    counts = TokenCounts().update([first, second])
    scores = counts.scores()
    assert scores["nav"] == pytest.approx(log((9 / 14) / (2 / 9)) * 9)
    assert scores["side"] == pytest.approx(log((4 / 14) / (1 / 9)) * 3)
    assert scores["post"] == pytest.approx(log((1 / 14) / (6 / 9)) * 5)
    assert counts.best(2) == ("nav", "side")
    assert first.blocks == Counter(nav=6, post=4)  # what was added up is not changed


def test_equal_scores_go_by_the_alphabet() -> None:
    counts = TokenCounts(Counter(), Counter(b=1, a=1, c=1), Counter(b=1, a=1, c=1))
    assert counts.best(2) == ("a", "b")


def test_deep_pages_take_no_longer() -> None:
    small, large = (cut("<div class=nav>x" * depth) for depth in (200, 2000))
    work = [steps(lambda page=page: token_columns(token_spans(page), len(page), ["nav"])) for page in (small, large)]
    assert work[1] < 12 * work[0]
