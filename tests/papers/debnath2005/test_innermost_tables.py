"""Table blocks."""

import pytest
from hypothesis import given, settings

from tamis.html.tree import read
from tamis.limits import Limits
from tamis.papers.debnath2005.innermost_tables import tables
from tests.html_pages import pages
from tests.papers.forests import check_that_no_text_is_lost


def cut(html):
    return tables(read(html, None, Limits())).texts


def test_innermost_tables_are_blocks_and_the_rest_is_cut_at_their_borders():
    inner = "<table><tr><td>{}<tr><td>{}</table>"
    html = f"Before<table><tr><td>Left{inner.format('a', 'b')}mid{inner.format('c', 'd')}<td>Right</table>After<p>End"
    assert cut(html) == ["Before", "Left", "a\nb", "mid", "c\nd", "Right", "After\nEnd"]


def test_a_single_table_is_one_block():
    assert cut("<table><tr><td>a<td>b<tr><td>c</table>") == ["a\nb\nc"]


@pytest.mark.parametrize(
    ("html", "blocks"),
    [
        ("<div><div><div>Menu</div><div><p>One<p>Two</div></div></div>", ["Menu", "One\nTwo"]),
        ("<div>Menu</div>Loose <b>text</b><div>Story</div>", ["Menu", "Loose text", "Story"]),
        ("One <b>line</b><br>of text", ["One line\nof text"]),
        ("<div><p>Alone</p></div>", ["Alone"]),
        ("<div> </div>", []),
        ("", []),
    ],
)
def test_a_page_without_tables_is_a_block_a_top_level_container(html, blocks):
    assert cut(html) == blocks


def test_hidden_text_is_a_row_of_its_own():
    page = tables(read("<table><td>a<p hidden>b</p>c</table>", None, Limits()))
    assert list(zip(page.texts, page.hidden.tolist(), strict=True)) == [("a", False), ("b", True), ("c", False)]


@settings(max_examples=100, deadline=None)
@given(pages)
def test_no_text_is_lost(html):
    check_that_no_text_is_lost(tables(read(html, None, Limits())))
