"""What belongs together stays together."""

from __future__ import annotations

import numpy as np
import pytest

import tamis
from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.rules.coherence import RULES, Mask, Seen, coherent

FENCE = 0.5
TABLE = (
    "<table><tr><th>Flour</th><th>Water</th></tr><tr><td>Rye</td><td>80 %</td></tr>"
    "<tr><td>Oat</td><td>70 %</td></tr></table>"
)
# rule, page, the chances of its blocks, what stays
CASES = [
    ("headings", "<h2>Rye</h2><h3>Bread</h3><p>Mix it.", [0.3, 0.3, 0.9], [1, 1, 1]),
    ("headings", "<h2>Rye</h2><p>Mix it.<h2>More</h2><p>Links.", [0.3, 0.9, 0.4, 0.1], [1, 1, 0, 0]),
    ("headings", "<h2>Advertisement</h2><p>Mix it.", [0.1, 0.9], [0, 1]),
    ("listings", "<p>So:<pre>mix</pre><p>Do<pre>eat</pre><p>A<pre>x", [0.9, 0.1, 0.9, 0.1, 0, 0.1], [1, 1, 1, 1, 0, 0]),
    ("listings", "<pre>menu</pre><p>Say:<pre>bake()</pre><p>Done.", [0.1, 0.9, 0.01, 0.9], [0, 1, 0, 1]),
    ("lead_ins", "<p>You need:</p><ul><li>flour</li></ul><p>Also:</p><p>Buy.", [0.3, 0.9, 0.3, 0.9], [1, 1, 0, 1]),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "html", "chances", "stays"), CASES)
def test_rules(rule: str, html: str, chances: list[float], stays: list[int]) -> None:
    page = text_flow(read(html, None, Limits()))
    chance = np.array(chances)
    kept = chance >= FENCE
    before = kept.copy()
    assert RULES[rule](Seen(page, chance, FENCE), kept).astype(int).tolist() == stays
    assert (kept == before).all()


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("html", ["<p>one", "<p>one<p>two", TABLE, "<p>a</p>" * 500, "<ul><li>" * 3000 + "deep"])
def test_any_page_can_be_looked_at(rule: str, html: str) -> None:
    page = text_flow(read(html, None, Limits()))
    for kept in (np.zeros(len(page), np.bool_), np.ones(len(page), np.bool_), np.arange(len(page)) % 2 == 0):
        result: Mask = RULES[rule](Seen(page, np.where(kept, 0.8, 0.3), FENCE), kept)
        assert result.shape == kept.shape and result.dtype == np.bool_


def test_what_changed_is_told_and_hidden_blocks_stay_out() -> None:
    page = text_flow(read("<h2>Rye</h2><h2 hidden>Secret</h2><p>It is a grass.<p>Ad", None, Limits()))
    found = coherent(page, np.array([False, False, True, False]), np.array([0.3, 0.3, 0.9, 0.1]), FENCE)
    assert found.kept.tolist() == [True, False, True, False]
    assert found.changed == {0: "a heading goes with what stands under it"}
    nothing = coherent(page, np.zeros(4, np.bool_), np.full(4, 0.4), FENCE)
    assert not nothing.kept.any() and not nothing.changed


def test_what_hidden_text_interrupts_stays_together() -> None:
    page = text_flow(read("<p>One two three four <i hidden>x</i>five <i hidden>y</i><b>six</b><p>Ad", None, Limits()))
    found = coherent(
        page, np.array([True, False, False, False, False, False]), np.array([0.8, 0, 0.1, 0, 0.4, 0.2]), FENCE
    )
    assert found.kept.tolist() == [True, False, True, False, True, False]
    assert found.changed[2] == "what hidden text interrupts stays together"


def test_a_formula_stays_with_the_text_around_it() -> None:
    formula = "<span><span><math><mi>x</mi><mo>=</mo><mn>1</mn></math></span></span>"
    page = text_flow(read(f"<p>So<dl><dd>{formula},</dl><p>{formula} it is<p>End<p>{formula}<p>Ad", None, Limits()))
    chance = np.array([0.9, 0.2, 0.2, 0.9, 0.01, 0.1])
    assert coherent(page, chance >= FENCE, chance, FENCE).kept.tolist() == [True, True, False, True, False, False]


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


@pytest.mark.parametrize("rule", RULES)
def test_rules_only_add(rule: str) -> None:
    text = "<h2>School</h2><p>So:<pre>mix</pre><p>You need:<ul><li>one<li>two</ul>"
    html = f"{layout(text)}<dl><dt>a<dd>b</dl>{TABLE}"
    page = text_flow(read(html, None, Limits()))
    for seed in range(20):
        chance = np.random.default_rng(seed).random(len(page))
        kept = chance >= FENCE
        assert not (kept & ~RULES[rule](Seen(page, chance, FENCE), kept)).any()


def test_the_ledger_is_consistent_after_the_rules() -> None:
    page = (
        "<h1>Bread</h1>"
        + "<p>The baker mixes flour, water and salt, and waits until the dough has risen.</p>" * 5
        + TABLE
    )
    for block in tamis.analyze(page).blocks:
        assert (block.score >= 0.5) == block.kept
