"""Block acquiring page segmentation (LBDA 2015): the four rules, and what they leave open."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamis.html.tree import Tree, read
from tamis.limits import Limits
from tamis.papers.lbda2015.baps import GATHERING, LayoutPage, analyse, baps
from tests.papers.forests import check_that_no_text_is_lost, forests
from tests.work import steps

ROOMY = Limits(max_bytes=100_000_000, max_nodes=10_000_000, seconds=600)


def cut(html: str, removed: dict[int, str] | None = None) -> LayoutPage:
    return baps(read(html, None, ROOMY), removed=removed or {})


def blocks(html: str) -> list[tuple[str, str]]:
    page = cut(html)
    return list(zip(page.degrees, page.texts, strict=True))


def degrees(html: str) -> dict[str, str]:
    """The degree of each element with an id."""
    tree = read(html, None, ROOMY)
    found = zip(tree.nodes, analyse(tree).degrees, strict=True)
    return {name: degree for node, degree in found if (name := node.attr("id"))}


def test_rule_1_a_gathering_node_without_child_is_removed():
    html = "<div id=outer><div id=empty></div><div id=spaces> \n </div><div id=code><script>x</script></div>text</div>"
    assert degrees(html) == {"outer": "c", "empty": "", "spaces": "", "code": ""}
    assert blocks(html) == [("c", "text")]


def test_rule_1_what_holds_nothing_but_removed_nodes_is_removed():
    assert degrees("<div id=a><div id=b><div id=c></div></div></div><p>x") == {"a": "", "b": "", "c": ""}


def test_rule_2_one_child_none_gathering_degree_c():
    assert blocks("<div>text</div>x") == [("c", "text"), ("a", "x")]
    assert blocks("<div><p>text <b>and</b> more</div>x")[0] == ("c", "text and more")
    assert degrees("<td id=cell>x") == {}  # a cell outside a table is none
    assert degrees("<table><tr><td id=cell>x</table>") == {"cell": "c"}


def test_rule_3_several_children_none_gathering_degree_b():
    assert blocks("<div><h2>A</h2><p>b</div>x")[0] == ("b", "A\nb")
    assert blocks("<div>a <b>b</b></div>x")[0] == ("b", "a b")
    assert blocks("<ul><li>a<li>b</ul>x")[0] == ("b", "a\nb")


def test_rule_4_gathering_children_degree_a_and_the_other_children_each_a_block():
    html = "<div id=d><h1>A</h1><p>b<p>c<div>d</div><blockquote>e<p>f</blockquote></div>"
    assert degrees(html) == {"d": "a"}
    assert blocks(html) == [("a", "A"), ("a", "b"), ("a", "c"), ("c", "d"), ("a", "e\nf")]


def test_rule_4_only_visible_children_become_blocks():
    page = cut("<div><p>a<p hidden>b<div>c</div></div>")
    assert list(zip(page.degrees, page.texts, page.hidden.tolist(), strict=True)) == [
        ("a", "a", False),
        ("", "b", True),
        ("c", "c", False),
    ]


def test_the_rules_win_over_the_listing():
    # By the listing, lines 9 to 12, a node of several children with a gathering one would be archived whole.
    assert len(blocks("<div><div>a</div><div>b</div></div>")) == 2
    # By lines 5 to 8, a single child gives degree b.
    assert degrees("<div id=x>text</div>y") == {"x": "c"}


def test_neighbouring_texts_and_inline_children_are_one_child():
    page = cut("<div>One <b>bold</b> word<br>and <i>more</i><hr>two<div>x</div>three</div>")
    assert page.texts == ["One bold word\nand more", "two", "x", "three"]


def test_an_inline_child_with_blocks_in_it_is_a_child_of_its_own():
    assert cut("<div>a<span><p>b</p><p>c</p></span>d<div>x</div></div>").texts == ["a", "b\nc", "d", "x"]


def test_whatever_holds_a_gathering_node_gathers():
    html = "<my-app id=app><a id=link href=/><div>a</div><div>b</div></a></my-app>"
    assert degrees(html) == {"app": "a", "link": "a"}
    assert cut(html).texts == ["a", "b"]


def test_lists_gather_and_their_entries_do_not():
    assert blocks("<ul><li>a<li>b<ul><li>c</ul><li>d</ul>x")[:4] == [("a", "a"), ("a", "b"), ("c", "c"), ("a", "d")]


_ROWS = "<table><tr><td>one two</table>"
_IN_TABLES = dict.fromkeys(["table", "tbody", "tr", "td"], _ROWS) | {
    "th": "<table><tr><th>one two</table>",
    "thead": "<table><thead><tr><td>one two</table>",
    "tfoot": "<table><tfoot><tr><td>one two</table>",
    "caption": "<table><caption>one two</table>",
}


@pytest.mark.parametrize("tag", sorted(GATHERING - {"body", "frameset", "col", "colgroup"}))
def test_every_gathering_tag_opens_a_block(tag: str):
    inside = _IN_TABLES.get(tag, f"<{tag}>one two</{tag}>")
    assert blocks(f"<p>before</p>{inside}<p>after</p>") == [("a", "before"), ("c", "one two"), ("a", "after")]


def test_a_page_that_nothing_lays_out_is_one_block():
    assert blocks("one <b>two</b><p>three") == [("b", "one two\nthree")]
    assert blocks("word") == [("c", "word")]
    assert blocks("") == []


def test_removed_elements_are_rows_of_their_own_with_the_reason():
    html = "<div>before <a id=ad>buy</a> after</div><div>x</div>"
    page = cut(html, removed={2: "advertisement: of the test"})
    assert page.texts == ["before", "buy", "after", "x"]
    assert page.removed == ["", "advertisement: of the test", "", ""]
    assert page.degrees == ["b", "", "b", "c"]
    assert page.blocks[0] == page.blocks[2] != page.blocks[1]  # what the advertisement parts is still one block


def test_removed_elements_are_no_children():
    assert cut("<div><p>a</p><div>ad</div></div><p>x").degrees == ["a", "c", "a"]
    assert cut("<div><p>a</p><div>ad</div></div><p>x", removed={3: "ad"}).degrees == ["c", "", "a"]


def test_what_is_hidden_in_a_removed_element_is_hidden():
    page = cut("<div>x<p>ad<span hidden>hint</span></div>", removed={2: "ad"})
    assert list(zip(page.texts, page.removed, page.hidden.tolist(), strict=True)) == [
        ("x", "", False),
        ("ad", "ad", False),
        ("hint", "ad", True),
    ]


def test_elements_of_blocks():
    page = cut("<main><h1>A</h1>b<div>c</div></main>")
    assert page.tags == ["h1", "main", "div"]


PAGES = forests("div,p,h2,ul,li,a,b,span,br,img,table,div hidden,b hidden,nav,script,x-y".split(","))


def by_the_rules(tree: Tree) -> dict[int, str]:
    """The degrees of what is shown, by the four rules, read off the tree from the leaves up."""
    texts = {p for p, run in zip(tree.run_parents, tree.runs, strict=True) if not run.isspace()}
    counts = [
        sum(p == e and not r.isspace() for p, r in zip(tree.run_parents, tree.runs, strict=True))
        for e in range(len(tree.tags))
    ]
    hidden = [any(tree.attr(above, "hidden") is not None for above in line(tree, e)) for e in range(len(tree.tags))]
    kept: dict[int, str] = {}
    alive: set[int] = set()
    for e in range(len(tree.tags) - 1, -1, -1):
        if hidden[e] or tree.tags[e] == "script":
            continue
        children = [c for c in alive if tree.parents[c] == e]
        gathering = [c for c in children if c in kept]
        if tree.tags[e] in GATHERING and not children and e not in texts:
            continue  # rule 1
        alive.add(e)
        if gathering:
            kept[e] = "a"
        elif tree.tags[e] in GATHERING:
            kept[e] = "c" if len(children) + counts[e] == 1 else "b"
    return kept


def line(tree: Tree, element: int) -> list[int]:
    found = []
    while element >= 0:
        found.append(element)
        element = tree.parents[element]
    return found


@settings(deadline=None)
@given(PAGES)
def test_degrees_are_those_of_the_four_rules(html: str):
    tree = read(html, None, Limits())
    found = {e: degree for e, degree in enumerate(analyse(tree).degrees) if degree}
    assert found == by_the_rules(tree)


@settings(deadline=None)
@given(PAGES, st.sets(st.integers(1, 40)))
def test_no_text_is_lost_and_order_is_kept(html: str, removed: set[int]):
    tree = read(html, None, Limits())
    page = baps(tree, removed={e: "removed" for e in removed if e < len(tree.tags)})
    check_that_no_text_is_lost(page)
    assert len(page.degrees) == len(page.removed) == len(page.blocks) == len(page)
    for degree, reason, hidden in zip(page.degrees, page.removed, page.hidden.tolist(), strict=True):
        assert (degree == "") == (bool(reason) or hidden)


@pytest.mark.parametrize("piece", ["<div>", "<p>x", "<div>x<p>y</p>", "<table><tr><td>x", "<b>x<div>y</div></b>z"])
def test_work_grows_with_the_page(piece: str):
    trees = [read(piece * times, None, ROOMY) for times in (300, 3000)]
    small, large = (steps(lambda tree=tree: baps(tree)) for tree in trees)
    assert large < 12 * small
