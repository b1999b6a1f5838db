"""PAB's blocks (PAB 2015, section 3.1.1)."""

import pytest
from hypothesis import given

from tamis.blocks.page import Page
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.papers.pab2015.tag_tree import OPENS, tag_tree
from tests.papers.forests import check_that_no_text_is_lost, forests


def cut(html: str, **options: tuple[str, ...]) -> Page:
    return tag_tree(read(html, None, Limits()), **options)


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ("", []),
        ("word", ["word"]),
        *((f"a<{tag}>b <i>c</i></{tag}>d", ["a", "b c", "d"]) for tag in (*OPENS[:9], "em")),
        ("a<a href=x>b</a>c<i>d</i>", ["a", "b", "c", "d"]),
        ("<table><tr><td><p>a</p><td><ul><li>b</ul></table>", ["a\nb"]),
        ("<ul><li>a<li><a href=x>b</a></ul><ol><li>c</ol>", ["a\nb", "c"]),
    ],
)
def test_the_outermost_important_or_medium_tag_opens_a_block(html: str, texts: list[str]):
    assert cut(html).texts == texts


def test_containers_are_entered_and_tags_inside_a_block_are_inner_tags():
    page = cut("<main><section><div><h1>A <a href=x>b</a></h1></div><p>c <b>d</b> <em>e</em></section></main>")
    assert page.texts == ["A b", "c d e"]
    assert page.tags == ["h1", "p"]


def test_text_outside_any_tag_is_cut_as_text_flows():
    page = cut("<div>a <span>b</span></div><div>c<br>d</div><p>e</p>f")
    assert page.texts == ["a b", "c", "d", "e", "f"]
    assert page.tags == ["div", "div", "div", "p", "body"]


def test_without_any_tag_the_body_is_one_block():
    assert cut("<div>a</div><div>b<section>c</section></div>").texts == ["a\nb\nc"]
    # What stands in an irrelevant tag is gone before tags are looked for.
    assert cut("<div>a</div><div>b</div><form><p>x</p></form>").texts == ["a\nb", "x"]


def test_an_image_with_alternative_text_opens_a_block_without_text():
    assert cut("<b>x</b>a<img src=x alt=Rye>b").texts == ["x", "a", "b"]
    assert cut("<b>x</b>a<img src=x alt=' '>b<img src=y>c").texts == ["x", "abc"]
    assert cut("<img src=x alt=Rye>").texts == []


def test_the_title_is_a_block_made_from_elsewhere():
    page = cut("<title> Rye &amp;\n bread </title><p>x")
    assert page.texts == ["Rye & bread", "x"]
    assert page.first_run.tolist() == page.last_run.tolist() == [-1, 0]
    assert page.spans.start.tolist()[0] == -1
    assert page.spans.start.tolist()[1] > 0
    assert page.words.tolist() == [3, 1]
    assert page.hidden.tolist() == [False, False]
    assert cut("<title>Rye</title>").texts == ["Rye"]
    assert cut("<title> </title><p>x").texts == ["x"]


def test_a_form_is_cut_out_of_the_block_it_stands_in():
    html = "<table><tr><td>a<form><p>b<p>c</form>d</table>"
    page = cut(html)
    assert page.texts == ["a", "b\nc", "d"]
    assert page.tags == ["table"] * 3
    assert cut(html, drop=()).texts == ["a\nb\nc\nd"]


def test_hidden_text_is_a_row_of_its_own():
    page = cut("<p>a<span hidden>b</span>c</p>")
    assert page.texts == ["a", "b", "c"]
    assert page.hidden.tolist() == [False, True, False]


def test_any_tags_can_open_blocks():
    assert cut("<div>a<p>b</div>c", opens=("div", "body")).texts == ["a\nb", "c"]


NAMES = [name for name in (*OPENS, "div", "span", "form", "section", "li", "td") if name != "img"]


@given(forests([*NAMES, *(f"{name} hidden" for name in NAMES), "img alt=x", "img"], leaves=30))
def test_no_text_is_lost_and_rows_are_of_one_block(html: str):
    page = cut(html)
    tree = page.tree
    check_that_no_text_is_lost(page)
    for first, last, element in zip(page.first_run, page.last_run, page.elements, strict=True):
        for run in range(first, last + 1):
            above = tree.run_parents[run]
            chain = []
            while above >= 0:
                chain.append(above)
                above = tree.parents[above]
            opening = [e for e in chain if tree.tags[e] in OPENS and tree.tags[e] != "img"]
            # Its rows stand in the outermost tag that opens a block, if any.
            assert (opening[-1] == element) if opening else element in chain
