"""What goes with the text beside it: headings, code and formulas, the title."""

from __future__ import annotations

import numpy as np
import pytest

import tamis
from tamis.blocks.page import Page
from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.model.compute import compute_features
from tamis.rules import RULES
from tamis.rules.opinion import NEVER, Opinion
from tests.rules.test_rules import opinion

LONG = "The baker mixes flour, water and salt, and waits until the dough has risen well."
# rule, page, the probabilities of its blocks, what is likely then
CASES = [
    ("headings", f"<h2>Rye</h2><h3>Bread</h3><p>{LONG}", [0.4, 0.4, 0.9], [1, 1, 1]),
    ("headings", f"<h2>Rye</h2><p>{LONG}<h2>More</h2><p>Links.", [0.4, 0.9, 0.4, 0.1], [1, 1, 0, 0]),
    ("headings", "<h2>Advertisement</h2><p>Mix it.", [0.01, 0.9], [0, 1]),
    ("code", "<p>So:<pre>mix</pre><p>Do<pre>eat</pre><p>A<pre>x", [0.9, 0.1, 0.9, 0.1, 0, 0.1], [1, 1, 1, 1, 0, 0]),
    ("code", "<pre>menu</pre><p>Say:<pre>bake()</pre><p>Done.", [0.1, 0.9, 0.01, 0.9], [0, 1, 0, 1]),
    ("title", "<h1>Rye</h1><p>Mix it.", [0.01, 0.9], [1, 1]),
]  # fmt: skip


def cut(html: str) -> Page:
    return text_flow(read(html, None, Limits()))


def after(rule: str, page: Page, before: Opinion) -> Opinion:
    return before.after(rule, tuple(RULES[rule](page, compute_features(page), before)))


@pytest.mark.parametrize(("rule", "html", "probabilities", "wanted"), CASES)
def test_rules(rule: str, html: str, probabilities: list[float], wanted: list[int]) -> None:
    page = cut(html)
    before = opinion(page, probabilities)
    assert after(rule, page, before).likely.astype(int).tolist() == wanted
    assert before.probability == pytest.approx(probabilities, abs=1e-6)


@pytest.mark.parametrize("rule", ["headings", "code", "title", "floor"])
@pytest.mark.parametrize("seed", range(10))
def test_these_only_raise(rule: str, seed: int) -> None:
    page = cut("<h1>School</h1><h2>One</h2><p>So:<pre>mix</pre><p>You need:<ul><li>one<li>two</ul>" * 3)
    before = opinion(page, np.random.default_rng(seed).random(len(page)) * 0.7)
    assert (after(rule, page, before).log_odds >= before.log_odds).all()


def test_what_is_never_shown_is_not_brought_back() -> None:
    page = cut("<h2>Rye</h2><h2 hidden>Secret</h2><p>It is a grass.<p>Ad")
    before = after("hidden", page, opinion(page, [0.3, 0.9, 0.9, 0.1]))
    assert before.log_odds[1] == NEVER
    found = after("title", page, after("headings", page, before))
    assert found.likely.tolist() == [True, False, True, False]
    assert [reason for reason, _ in found.reasons[1]] == ["hidden: the attribute hidden"]
    assert [reason for reason, _ in found.reasons[0]] == ["the page's title goes with its text"]


def test_a_formula_stays_with_the_text_around_it() -> None:
    formula = "<span><span><math><mi>x</mi><mo>=</mo><mn>1</mn></math></span></span>"
    page = cut(f"<p>So<dl><dd>{formula},</dl><p>{formula} it is<p>End<p>{formula}<p>Ad")
    before = opinion(page, [0.9, 0.2, 0.1, 0.9, 0.01, 0.1])
    assert after("code", page, before).likely.tolist() == [True, True, False, True, False, False]


def test_a_title_that_is_a_copy_is_dropped_all_the_same() -> None:
    line = "How the baker of the old town mixes flour, water and salt all day"
    page = cut(f"<title>{line}</title><div><h1>{line}</h1></div><section><p>{line}</p><p>And so on.</p></section>")
    before = after("copies", page, opinion(page, [0.8, 0.9, 0.9]))
    assert before.likely.tolist() == [False, True, True]
    assert after("title", page, before).likely.tolist() == [False, True, True]


# An article as one cell of a layout table, beside cells of other things: timetables of a good many places.
ARTICLE = [
    "The ferry left the quay at seven in the morning, with forty passengers and a van of bread on board, and the "
    "skipper did not expect to see the island before noon because of the fog.",
    "Nobody on the island had been told that the school would close, said Marta Olsen, who has taught there for "
    "nineteen years and knows each of the eleven children by the name of their boat.",
    "The council voted in March, by five to four, to move the lessons to the mainland, where a new building has stood "
    "half empty since the cannery was shut and the families went north.",
    "Parents answered with a petition that carries more names than the island has inhabitants, since summer guests "
    "signed it too, and some of them have offered to pay for the heating.",
    "In winter the crossing takes three hours when it can be made at all, and last year the boat stayed in the harbour "
    "for twenty-two days, so the children would board with strangers.",
    "The mayor says that she will listen, but that the sum is what it is: a pupil on the island costs the town four "
    "times as much as one in the new building by the station.",
]
PLACES = (
    "Aldermoor Brackwater Cinderhaugh Dunmouth Eastness Fallowgate Greyport Holmsea Inverby Kelness Lamberwick "
    "Marhaven Northquay Oxwater Pinmouth Quaystone Ravenby Saltholm Thornsea Ulverby Vanemouth Wickhaven Yarnby"
).split()
TIMES = "<br>".join(f"<a href=/at/{i}>{place}</a> {i % 12}:15 {9 + i}&deg;" for i, place in enumerate(PLACES))
SPACER = f"<tr>{'<td></td>' * 5}</tr>"


def layout(article: str) -> str:
    top = "<tr><td>Skerry News</td><td></td><td></td><td></td><td>Search</td></tr>"
    row = f"<tr><td>{TIMES}</td><td></td><td>{article}</td><td></td><td>{TIMES}</td></tr>"
    return f"<title>The island school</title><table>{top}{SPACER}{row}{SPACER}</table>"


@pytest.mark.parametrize("header", ["", "<caption>Skerry News</caption>"])
def test_an_article_in_a_row_with_much_else_is_not_lost(header: str) -> None:
    page = layout("".join(f"<p>{text}</p>" for text in ARTICLE)).replace("<table>", f"<table>{header}")
    kept = [block.text for block in tamis.analyze(page).blocks if block.kept]
    assert [text for text in kept if text in ARTICLE] == ARTICLE


def test_the_ledger_is_consistent_after_the_rules() -> None:
    table = "<table><tr><th>Flour</th><th>Water</th></tr><tr><td>Rye</td><td>80 %</td></tr></table>"
    line = "<p>The baker mixes flour, water and salt, and waits until the dough has risen.</p>"
    for block in tamis.analyze(f"<h1>Bread</h1>{line * 5}{table}").blocks:
        assert (block.score >= 0.5) == block.kept
