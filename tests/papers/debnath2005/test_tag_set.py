"""GetBlockSet (Debnath 2005, algorithm 1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.blocks.page import Page
from tamis.html.tree import Tree, read
from tamis.limits import Limits
from tamis.papers.debnath2005.tag_set import TAGS, tag_set
from tests.papers.forests import check_that_no_text_is_lost, forests, solid
from tests.work import steps

ROOMY = Limits(max_bytes=100_000_000, max_nodes=10_000_000, seconds=600)


def cut(html: str, **options: tuple[str, ...]) -> Page:
    return tag_set(read(html, None, ROOMY), **options)


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ("", []),
        ("   ", []),
        ("word", ["word"]),
        ("<h1>Title</h1>and <b>text</b><section>more</section>", ["Title\nand text\nmore"]),
        ("before<p>inside</p>after", ["before", "inside", "after"]),
        ("one<hr>two<hr>three", ["one", "two", "three"]),
        ("<ul><li>a<li>b</ul><ol><li>c</ol>", ["a\nb", "c"]),
        ("<ul><li>a<ul><li>b</ul>c</ul>", ["a", "b", "c"]),
        ("a<img src=x>b", ["ab"]),
    ],
)
def test_parts_inside_and_parts_between(html: str, texts: list[str]):
    assert cut(html).texts == texts


def test_nested_divs_are_split_until_a_block_holds_no_div_but_its_own_root():
    page = cut("<div id=a>1<div id=b>2<div id=c>3</div>4</div></div><div id=d><div id=e>5</div></div>")
    assert page.texts == ["1", "2", "3", "4", "5"]
    assert [page.tree.attr(e, "id") for e in page.elements.tolist()] == ["a", "b", "c", "b", "e"]


def test_an_innermost_table_is_one_whole_block():
    page = cut("<table><tr><td><p>a</p><hr><ul><li>b</ul><td><div>c</div></table>")
    assert page.texts == ["a\nb\nc"]
    assert page.tags == ["table"]


def test_a_table_of_tables_is_split_into_the_innermost_and_what_is_between():
    inner = "<table><tr><td>x<td>y</table>"
    page = cut(f"<table><tr><td><p>menu</p>{inner}<td>side<div>news</div>{inner}</table>")
    assert page.texts == ["menu", "x\ny", "side", "news", "x\ny"]


def test_the_order_of_the_set_decides_who_splits_a_table():
    html = "<table><tr><td><div>a</div><div>b</div></table>"
    assert cut(html, tags=("table", "div")).texts == ["a\nb"]
    assert cut(html, tags=("div", "table")).texts == ["a", "b"]


def test_any_ordered_set_of_tags():
    html = "<div><p>a<b>b</b></p><section>c</section></div>"
    assert cut(html, tags=()).texts == ["ab\nc"]
    assert cut(html, tags=("section",)).texts == ["ab", "c"]
    assert cut(html, tags=("b",)).texts == ["a", "b", "c"]  # inline, in the midst of a text block
    assert cut(html, tags=("body", "html")).texts == ["ab\nc"]


def test_hidden_text_is_a_row_of_its_own():
    page = cut("<table><tr><td>a<tr hidden><td>b<td>c<tr><td>d</table>")
    assert page.texts == ["a", "b\nc", "d"]
    assert page.hidden.tolist() == [False, True, False]


def test_counts_and_spans_reach_over_the_whole_block():
    html = "<div>x</div><table><tr><td>one two<td><a href=/>three</a></table>"
    page = cut(html)
    assert page.words.tolist() == [1, 3]
    assert page.link_words.tolist() == [0, 1]
    assert html[page.spans.start[1] : page.spans.end[1]] == "one two<td><a href=/>three"


PAGES = forests(["table", "p", "hr", "ul", "ol", "div", "b", "section", "br", "img", "h2"], leaves=40)


def events_of(tree: Tree) -> list[tuple[str, int]]:
    """The begins, texts and ends of a tree in document order."""
    order = sorted(
        [(e, 0, "begin", e) for e in range(1, len(tree.tags))]
        + [(seen, -1, "text", run) for run, seen in enumerate(tree.run_seen)]
    )
    events: list[tuple[str, int]] = []
    stack = [0]
    for at, kind, what, which in order:
        above = tree.parents[at] if kind == 0 else tree.run_parents[which]
        while stack[-1] != above:
            events.append(("end", stack.pop()))
        events.append((what, which))
        if what == "begin":
            stack.append(which)
    return events + [("end", e) for e in reversed(stack[1:])]


def in_innermost_table(tree: Tree, event: tuple[str, int]) -> bool:
    element = tree.run_parents[event[1]] if event[0] == "text" else event[1]
    while element >= 0 and tree.tags[element] != "table":
        element = tree.parents[element]
    return element >= 0 and "table" not in tree.tags[element + 1 : tree.ends[element]]


def by_the_letter(tree: Tree, tags: tuple[str, ...]) -> list[str]:
    """The paper's loop, literally: a list of blocks, each a list of begins, texts and ends, split tag by tag."""
    blocks = [events_of(tree)]
    tables_done = False
    for tag in tags:
        split: list[list[tuple[str, int]]] = []
        for block in blocks:
            if tables_done and block and in_innermost_table(tree, block[0]):
                split.append(block)
                continue
            part: list[tuple[str, int]] = []
            for what, which in block:
                edge = what != "text" and tree.tags[which] == tag
                if edge and what == "begin":
                    split.append(part)
                    part = []
                part.append((what, which))
                if edge and what == "end":
                    split.append(part)
                    part = []
            split.append(part)
        blocks = split
        tables_done = tables_done or tag == "table"
    texts = ["".join(tree.runs[i] for what, i in block if what == "text") for block in blocks]
    return [solid(text) for text in texts if solid(text)]


@given(PAGES, st.permutations(TAGS).flatmap(lambda t: st.sampled_from([TAGS, tuple(t)])))
def test_no_text_is_lost_and_the_blocks_are_those_of_the_printed_loop(html: str, tags: tuple[str, ...]):
    page = cut(html, tags=tags)
    check_that_no_text_is_lost(page)
    assert [solid(text) for text in page.texts] == by_the_letter(page.tree, tags)


@pytest.mark.parametrize("piece", ["<div>", "<p>x", "<div><p>x", "<table><tr><td>x"])
def test_work_grows_with_the_page(piece: str):
    trees = [read(piece * times, None, ROOMY) for times in (300, 3000)]
    small, large = (steps(lambda tree=tree: tag_set(tree)) for tree in trees)
    assert large < 12 * small
