"""What belongs together stays together."""

from __future__ import annotations

import numpy as np
import pytest

import tamis
from tamis.dom import read
from tamis.limits import Limits
from tamis.segment.text_flow import text_flow
from tamis.strategies.coherence import ALL, RULES, Mask, Seen, coherent

FENCE = 0.5
TABLE = (
    "<table><tr><th>Flour</th><th>Water</th></tr><tr><td>Rye</td><td>80 %</td></tr>"
    "<tr><td>Oat</td><td>70 %</td></tr></table>"
)
# rule, page, the chances of its blocks, what stays
CASES = [
    ("rows", TABLE, [0.6, 0.6, 0.9, 0.4, 0.2, 0.1], [1, 1, 1, 1, 0, 0]),
    ("rows", TABLE, [0.6, 0.6, 0.51, 0.1, 0.2, 0.1], [1, 1, 0, 0, 0, 0]),
    ("items", "<ul><li><p>one</p><p>two</p></li><li>three</li></ul>", [0.9, 0.4, 0.1], [1, 1, 0]),
    ("items", "<ul><li><a href=/>one</a><br><a href=/>two</a></ul>", [0.9, 0.4], [1, 0]),
    ("headings", "<h2>Rye</h2><h3>Bread</h3><p>Mix it.", [0.3, 0.3, 0.9], [1, 1, 1]),
    ("headings", "<h2>Rye</h2><p>Mix it.<h2>More</h2><p>Links.", [0.3, 0.9, 0.4, 0.1], [1, 1, 0, 0]),
    ("headings", "<h2>Advertisement</h2><p>Mix it.", [0.1, 0.9], [0, 1]),
    ("terms", "<dl><dt>Rye<dd>A grass.<dt>Ad<dd>Buy.", [0.1, 0.9, 0.1, 0.1], [1, 1, 0, 0]),
    ("listings", "<p>So:<pre>mix</pre><p>Do<pre>eat</pre><p>A<pre>x", [0.9, 0.1, 0.9, 0.1, 0, 0.1], [1, 1, 1, 1, 0, 0]),
    ("listings", "<pre>menu</pre><p>Say:<pre>bake()</pre><p>Done.", [0.1, 0.9, 0.01, 0.9], [0, 1, 0, 1]),
    ("lead_ins", "<p>You need:</p><ul><li>flour</li></ul><p>Also:</p><p>Buy.", [0.3, 0.9, 0.3, 0.9], [1, 1, 0, 1]),
    ("gaps", "<div><p>One.<p>Two.<p>Three.</div>", [0.9, 0.45, 0.9], [1, 1, 1]),
    ("gaps", "<div><p>One.<p>Two.<p>Three.</div>", [0.9, 0.2, 0.9], [1, 0, 1]),
    ("gaps", "<div><p>One.</p></div><p>Two.</p><div><p>Three.</div>", [0.9, 0.45, 0.9], [1, 0, 1]),
    ("lists", f"<ul>{'<li>a grain of rye' * 9}", [0.9] * 8 + [0.1], [1] * 9),
    ("lists", f"<ul>{'<li>a grain of rye' * 4}", [0.9, 0.1, 0.1, 0.1], [1, 0, 0, 0]),
    ("tables", TABLE, [0.9, 0.9, 0.9, 0.9, 0.1, 0.9], [1] * 6),
    ("orphans", "<h2>Rye</h2><h3>Bread</h3><p>Mix.<h2>More</h2><p>Ad", [0.9, 0.9, 0.9, 0.9, 0.1], [1, 1, 1, 0, 0]),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "html", "chances", "stays"), CASES)
def test_rules(rule: str, html: str, chances: list[float], stays: list[int]) -> None:
    page = text_flow(read(html, None, Limits()))
    chance = np.array(chances)
    kept = chance >= FENCE
    before = kept.copy()
    assert ALL[rule](Seen(page, chance, FENCE), kept).astype(int).tolist() == stays
    assert (kept == before).all()


@pytest.mark.parametrize("rule", ALL)
@pytest.mark.parametrize("html", ["<p>one", "<p>one<p>two", TABLE, "<p>a</p>" * 500, "<ul><li>" * 3000 + "deep"])
def test_any_page_can_be_looked_at(rule: str, html: str) -> None:
    page = text_flow(read(html, None, Limits()))
    for kept in (np.zeros(len(page), np.bool_), np.ones(len(page), np.bool_), np.arange(len(page)) % 2 == 0):
        result: Mask = ALL[rule](Seen(page, np.where(kept, 0.8, 0.3), FENCE), kept)
        assert result.shape == kept.shape and result.dtype == np.bool_


def test_what_changed_is_told_and_hidden_blocks_stay_out() -> None:
    page = text_flow(read("<h2>Rye</h2><h2 hidden>Secret</h2><p>It is a grass.<p>Ad", None, Limits()))
    found = coherent(page, np.array([False, False, True, False]), np.array([0.3, 0.3, 0.9, 0.1]), FENCE)
    assert found.kept.tolist() == [True, False, True, False]
    assert found.changed == {0: "a heading goes with what stands under it"}
    nothing = coherent(page, np.zeros(4, np.bool_), np.full(4, 0.4), FENCE)
    assert not nothing.kept.any() and not nothing.changed


def test_what_hidden_text_interrupts_goes_together() -> None:
    page = text_flow(read("<p>One two three four <i hidden>x</i>five <i hidden>y</i><b>six</b><p>Ad", None, Limits()))
    found = coherent(
        page, np.array([True, False, False, False, False, False]), np.array([0.8, 0, 0.1, 0, 0.4, 0.2]), FENCE
    )
    assert found.kept.tolist() == [True, False, True, False, True, False]
    assert found.changed[2] == "what hidden text interrupts goes together"


def test_a_formula_stays_with_the_text_around_it() -> None:
    formula = "<span><span><math><mi>x</mi><mo>=</mo><mn>1</mn></math></span></span>"
    page = text_flow(read(f"<p>So<dl><dd>{formula},</dl><p>{formula} it is<p>End<p>{formula}<p>Ad", None, Limits()))
    chance = np.array([0.9, 0.2, 0.2, 0.9, 0.01, 0.1])
    assert coherent(page, chance >= FENCE, chance, FENCE).kept.tolist() == [True, True, False, True, False, False]


def test_a_rule_may_leave_nothing() -> None:
    page = text_flow(read(f"{TABLE}<pre>x</pre>", None, Limits()))
    chance = np.array([0.9, 0.01, 0.1, 0.1, 0.1, 0.1, 0.3])
    assert not coherent(page, chance >= 0.8, chance, 0.8).kept.any()


def test_the_rules_in_use_are_known() -> None:
    assert set(RULES) <= set(ALL)


def test_the_ledger_is_consistent_after_the_rules() -> None:
    page = (
        "<h1>Bread</h1>"
        + "<p>The baker mixes flour, water and salt, and waits until the dough has risen.</p>" * 5
        + TABLE
    )
    for block in tamis.analyze(page).blocks:
        assert (block.score >= 0.5) == block.kept
