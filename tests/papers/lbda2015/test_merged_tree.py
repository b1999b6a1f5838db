"""The merged tree against the definitions, by hand and literally on random pages."""

import math
from collections import Counter, defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.papers.lbda2015.merged_tree import merge
from tamis.text.words import words_or_text
from tests.html_pages import pages as any_page


def merged(*htmls):
    pages = [text_flow(read(html, None, Limits())) for html in htmls]
    return pages, merge(pages)


def leaf_of(pages, tree, page, text):
    return int(tree.leaves[page][pages[page].texts.index(text)])


def test_pages_meet_in_the_same_leaves():
    pages, tree = merged("<div><p>a<p>b</div><div>c</div>", "<div><p>d</div><div>c</div>")
    assert leaf_of(pages, tree, 0, "a") == leaf_of(pages, tree, 0, "b") == leaf_of(pages, tree, 1, "d")
    assert leaf_of(pages, tree, 0, "c") == leaf_of(pages, tree, 1, "c")
    assert tree.pages.tolist() == [2, 2]


def test_other_children_are_another_style_with_leaves_of_its_own():
    pages, tree = merged("<div><p>a</div>", "<div><h2>x</h2><p>a</div>", "<div><p>b</div>")
    assert leaf_of(pages, tree, 0, "a") != leaf_of(pages, tree, 1, "a")
    assert leaf_of(pages, tree, 0, "a") == leaf_of(pages, tree, 2, "b")


def test_elements_without_text_do_not_count():
    pages, tree = merged("<div></div><p>a<img src=x>", "<script>1</script><p>b", "<hr><p>c")
    assert len({leaf_of(pages, tree, i, text) for i, text in enumerate("abc")}) == 1


def test_text_between_elements_is_a_child_of_its_own():
    pages, tree = merged("<div>lead<ul><li>x</ul>tail</div>")
    assert leaf_of(pages, tree, 0, "lead") != leaf_of(pages, tree, 0, "tail")


def test_content_is_one_less_the_entropy_of_the_words():
    pages, tree = merged("<p>same own", "<p>same mine", "<p>same same yours")
    leaf = leaf_of(pages, tree, 0, "same own")
    shares = (1 / 4, 1 / 4, 2 / 4)
    same = -sum(p * math.log(p) for p in shares) / math.log(3)
    assert tree.content[leaf] == pytest.approx(1 - same / 4)


def test_equal_content_has_none_and_a_page_alone_has_all():
    pages, tree = merged("<p>a b", "<p>a b", "<p>a b<ul><li>only here</ul>")
    assert tree.content[leaf_of(pages, tree, 0, "a b")] == 0
    assert tree.content[leaf_of(pages, tree, 2, "only here")] == 1


def test_presentation_is_the_entropy_of_the_inner_styles():
    pages, tree = merged("<p>a<p>b <b>c</b>", "<p>d<p>e <i>f</i>")
    leaf = leaf_of(pages, tree, 0, "a")
    shares = (2 / 4, 1 / 4, 1 / 4)
    assert tree.styles[leaf] == 3
    assert tree.presentation[leaf] == pytest.approx(-sum(p * math.log(p) for p in shares) / math.log(4))


def test_a_million_paragraphs_deep_is_no_deeper():
    pages, tree = merged("<div>" * 50_000 + "deep", "<div>" * 50_000 + "down")
    assert tree.pages.tolist() == [2]
    assert leaf_of(pages, tree, 0, "deep") == leaf_of(pages, tree, 1, "down")


@settings(max_examples=60, deadline=None)
@given(st.lists(any_page, min_size=1, max_size=4))
def test_columns_are_what_the_definitions_say(htmls):
    pages, tree = merged(*htmls)
    words = defaultdict(lambda: defaultdict(Counter))
    for i, (page, leaves) in enumerate(zip(pages, tree.leaves, strict=True)):
        assert len(leaves) == len(page)
        for text, leaf in zip(page.texts, leaves.tolist(), strict=True):
            for word in words_or_text(text):
                words[leaf][word][i] += 1
    assert sorted(words) == list(range(len(tree.pages)))
    for leaf, terms in words.items():
        on = {page for counts in terms.values() for page in counts}
        assert tree.pages[leaf] == len(on)
        entropies = []
        for counts in terms.values():
            shares = [count / counts.total() for count in counts.values()]
            entropies.append(-sum(p * math.log(p) for p in shares) / math.log(len(on)) if len(on) > 1 else 0)
        assert tree.content[leaf] == pytest.approx(1 - sum(entropies) / len(entropies), abs=1e-6)
        assert 0 <= tree.presentation[leaf] <= 1


def test_no_pages_and_empty_pages():
    assert merge([]).leaves == []
    assert [leaves.tolist() for leaves in merged("", "<br>")[1].leaves] == [[], []]
