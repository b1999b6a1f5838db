"""Columns: shapes, values that can be counted by hand, and pages at the edges."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from tamis.blocks.page import Page
from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.model.compute import compute_features
from tamis.model.features import LEVELS, NUMBERS, Features
from tamis.text.characters import CLASSES
from tests.html_pages import pages
from tests.model.definition import character_counts, containers, element_names, name_tokens

PAGE = """<title>Rye bread</title><nav class="top-nav"><ul><li><a href=/>Home</a><li><a href=/b>Breads</a></ul></nav>
<div id=wrap><div class=content><h1>Rye bread</h1><p>Mix flour, water and salt, and wait until it has risen well.
<p>Bake it for an hour, no less.</div></div><footer>© Baker</footer>"""


def cut(html: str) -> Page:
    return text_flow(read(html, None, Limits()))


def number(found: Features, name: str) -> list[float]:
    return [round(float(value), 3) for value in found.numbers[:, NUMBERS.index(name)]]


def test_numbers_that_can_be_counted_by_hand() -> None:
    found = compute_features(cut(PAGE))
    assert found.numbers.shape == (6, len(NUMBERS)) and len(set(NUMBERS)) == len(NUMBERS)
    assert number(found, "link share") == [1, 1, 0, 0, 0, 0]
    assert number(found, "after h1") == [0, 0, 0, 1, 1, 1]
    assert number(found, "has mark") == [0, 0, 0, 0, 0, 1]
    assert number(found, "title overlap")[2] == 1
    assert [value > 0 for value in number(found, "in nav")] == [True, True, False, False, False, False]
    assert number(found, "main 0.9 inside") == [0, 0, 0, 1, 0, 0]  # the one block of eight words or more
    assert number(found, "main 0.9 side") == [-1, -1, -1, 0, 1, 1]


def test_wrappers_are_passed_over() -> None:
    page = cut(PAGE)
    around = containers(page)
    inside = [int(around.stop[i] - around.start[i]) for i in around.levels[3]]
    assert inside == [1, 3, 6, 6, 6, 6][:LEVELS]  # the paragraph, the content, the page; not the wrapper


def test_items_of_a_list_are_of_one_kind() -> None:
    kinds = compute_features(cut(PAGE)).templates
    assert kinds[0] == kinds[1] != kinds[2]


def test_names_become_tokens_of_their_element() -> None:
    tree = read(PAGE, None, Limits())
    owners, tokens, _ = element_names(tree, [tree.tags.index("nav")])
    assert owners.tolist() == [0, 0] and tuple(tokens) == name_tokens("topNav")


def test_characters_of_any_plane_are_counted() -> None:
    counts, first, last = character_counts(["日本", "\U00020000", "", "é!"])
    assert counts[:, CLASSES.index("wide")].tolist() == [2, 1, 0, 0]
    assert counts.sum(axis=1).tolist() == [2, 1, 0, 2]
    assert first[0] == CLASSES.index("wide") and last[3] == CLASSES.index("stop")


@pytest.mark.parametrize("html", ["", "word", "<p hidden>x", "<div>" * 3000 + "deep"])
def test_pages_at_the_edges(html: str) -> None:
    page = cut(html)
    found = compute_features(page)
    assert len(found) == len(page) and np.isfinite(found.numbers).all()


@settings(max_examples=40, deadline=None)
@given(html=pages)
def test_any_page(html: str) -> None:
    page = cut(html)
    found = compute_features(page)
    assert np.isfinite(found.numbers).all()
    assert np.all((found.start >= 0) & (found.start <= found.stop) & (found.stop <= len(page)))
    assert np.all(found.chain <= found.elements) and np.all(found.names[0] < max(found.elements, 1))


def test_hidden_prose_is_judged_where_there_is_more_of_its_kind() -> None:
    answer = "<div {} hidden>The oven is hot enough when a pinch of flour on its floor turns brown in a minute.</div>"
    snippet = "<div class=a hidden>No.</div>"

    def shut(*parts: str) -> list[bool]:
        return [bool(block) for block in compute_features(cut("<p>How hot?" + "<p>Why?".join(parts))).never_shown]

    assert shut(answer.format("class=a"), answer.format("class=a")) == [False] * 4
    assert shut(answer.format("class=a"), snippet, snippet) == [False, True] * 3
    assert shut(answer.format(""), answer.format("")) == [False, True] * 2
    assert shut(*[answer.format("class=a role=dialog")] * 2) == [False, True] * 2


def test_the_title_does_not_stand_among_comments() -> None:
    around = '<{} class="item comments"><{}>Rye bread</{}><p>Mix flour, water and salt, and wait.</{}>'
    assert not compute_features(cut(around.format("div", "h1", "h1", "div"))).comment.any()
    assert compute_features(cut(around.format("div", "h2", "h2", "div"))).comment.all()
    after_another = compute_features(cut("<h1>Bread</h1>" + around.format("div", "h1", "h1", "div")))
    assert after_another.comment.tolist() == [False, True, True]
