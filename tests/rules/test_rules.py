"""The one mechanism above the network: order, leaving rules out, groups, and one threshold for any preference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

import tamis
from tamis.blocks.page import Page
from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.model.compute import compute_features
from tamis.model.load import SHIPPED, load
from tamis.rules import RULES, apply_rules
from tamis.rules.opinion import Adjustment, Floats, Opinion, best_threshold
from tamis.strategies.auto import decide

SENTENCE = "The baker of the old town mixes flour, water and salt, and waits until the dough has risen well. "
TYPES = ("article", "collection", "documentation", "forum", "listing", "product", "service")
PAGE = (
    f"<title>Bread</title><header><h1>Bread</h1></header><main><p>{SENTENCE * 2}<h2>Dough</h2><p hidden>{SENTENCE}"
    f"<p>{SENTENCE}!<p>So: <i hidden>x</i>wait<pre>mix()</pre><ul><li>Flour<li>Water<li>Salt</ul>"
    f"<blockquote><p>{SENTENCE * 2}</blockquote></main><div id=comments><p>I did. {SENTENCE}</div>"
    f"<footer><p>{SENTENCE}</footer>"
)


def cut(html: str) -> Page:
    return text_flow(read(html, None, Limits()))


def opinion(page: Page, probability: Sequence[float] | Floats, article: float = 0.9) -> Opinion:
    """An opinion of the blocks of a page, which looks like an article."""
    p = np.clip(np.array(probability, float), 1e-9, 1 - 1e-9)
    types = {name: article if name == "article" else (1 - article) / 6 for name in TYPES}
    return Opinion(np.log(p / (1 - p)), page.words.astype(float), max(types, key=types.__getitem__), types)


def test_rules_see_what_those_before_them_made(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def spy(name: str, rule: object) -> object:
        def watched(page: Page, features: object, before: Opinion) -> object:
            seen.append((name, tuple(before.changes)))
            return rule(page, features, before)  # type: ignore[operator]

        return watched

    rules = {name: spy(name, rule) for name, rule in RULES.items()}
    monkeypatch.setattr("tamis.rules.RULES", rules)
    page = cut(PAGE)
    apply_rules(page, compute_features(page), opinion(page, np.full(len(page), 0.5)))
    assert [name for name, _ in seen] == list(RULES)
    assert next(iter(RULES)) == "hidden" and list(RULES)[-1] == "title"
    assert all(list(before) == [name for name in RULES if name in before] for _, before in seen)
    assert {"hidden", "comments", "outside"} <= set(seen[-1][1])


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_that_is_left_out_changes_nothing(rule: str) -> None:
    page = cut(PAGE)
    features = compute_features(page)
    for seed in range(5):
        before = opinion(page, np.random.default_rng(seed).random(len(page)))
        after = apply_rules(page, features, before, without={rule})
        assert rule not in after.changes and not after.changed_by(rule).any()
    nothing = apply_rules(page, features, before, without=set(RULES))
    assert nothing is before


def test_a_strategy_can_be_asked_without_a_rule() -> None:
    page, model = cut(PAGE), load(str(SHIPPED))
    footer = len(page) - 1
    assert decide(page, model).why(footer).startswith("in the page's footer; ")
    assert decide(page, model, without={"outside"}).why(footer).startswith("probability ")


def test_adjustments_add_up_and_leave_the_opinion_before_as_it_was() -> None:
    page = cut("<p>One two<p>Three four<p>Five six")
    before = opinion(page, [0.5, 0.5, 0.5])
    after = before.after("some", [Adjustment(np.array([0, 1]), 1.0, "one"), Adjustment(np.array([1]), -3.0, "two")])
    assert after.log_odds.tolist() == pytest.approx([1.0, -2.0, 0.0]) and before.log_odds.tolist() == [0.0] * 3
    assert after.reasons == {0: [("one", 1.0)], 1: [("one", 1.0), ("two", -3.0)]}
    assert after.changed_by("some").tolist() == [True, True, False]


@pytest.mark.parametrize("html", ["<p>one", "<p hidden>one", PAGE, "<p>a</p>" * 500, "<ul><li>" * 3000 + "deep"])
def test_any_page_can_be_looked_at(html: str) -> None:
    page = cut(html)
    features = compute_features(page)
    for probability in (0.0, 0.01, 0.3, 0.99, 1.0):
        after = apply_rules(page, features, opinion(page, np.full(len(page), probability)))
        assert after.probability.shape == (len(page),) and not np.isnan(after.probability).any()
        assert (after.probability[features.never_shown] == 0).all()


@pytest.mark.parametrize("shared", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("article", [0.1, 0.9])
def test_favoring_precision_only_removes_and_favoring_recall_only_adds(article: float, shared: float) -> None:
    page = cut(PAGE)
    features = compute_features(page)
    for seed in range(100):
        before = opinion(page, np.random.default_rng(seed).random(len(page)), article)
        after = apply_rules(page, features, replace(before, shared=shared))
        kept = [after.probability >= after.threshold_for(beta) for beta in (0.25, 0.5, 1, 2, 4)]
        for less, more in pairwise(kept):
            assert not (less & ~more).any()
        assert (kept[2] == after.likely).all()


def test_the_best_threshold_makes_the_expected_f1_highest() -> None:
    rng = np.random.default_rng(0)
    for _ in range(50):
        probability, words = rng.random(12), rng.integers(1, 80, 12).astype(np.float64)
        wanted = (probability * words).sum()
        expected = [
            2 * (probability * words)[probability >= other].sum() / (words[probability >= other].sum() + wanted)
            for other in (best_threshold(probability, words), *probability)
        ]
        assert expected[0] == max(expected)


def test_a_shared_fate_is_reckoned_with() -> None:
    """The threshold has the highest expected F where what should be kept is all above a number drawn at random."""
    rng = np.random.default_rng(1)
    draws = np.linspace(0, 1, 4001)[1:]
    for shared in (0.3, 1.0):
        for _ in range(20):
            probability, words = rng.random(9), rng.integers(1, 80, 9).astype(np.float64)

            def expected(threshold: float, p: Floats = probability, w: Floats = words, share: float = shared) -> float:
                kept, wanted = p >= threshold, p[:, None] > draws
                right = w[kept] @ wanted[kept]
                together = (2 * right / (w[kept].sum() + w @ wanted)).mean()
                alone = 2 * (p * w)[kept].sum() / (w[kept].sum() + p @ w)
                return float(share * together + (1 - share) * alone)

            found = best_threshold(probability, words, shared=shared)
            assert expected(found) >= max(expected(float(other)) for other in probability) - 1e-3


def test_a_short_text_above_a_list_is_kept_alone_if_the_list_has_one_fate() -> None:
    probability, words = np.array([0.95, *[0.35] * 30]), np.array([120.0, *[25.0] * 30])
    assert best_threshold(probability, words) == 0.35 and best_threshold(probability, words, shared=1.0) == 0.95


def test_pages_without_words_have_a_threshold() -> None:
    for probability in (np.zeros(3), np.ones(3)):
        for words in (np.zeros(3), np.ones(3)):
            assert 0 < best_threshold(probability, words, shared=0.5) <= 1


def test_the_ledger_shows_the_rules_reasons() -> None:
    story = f"<article><h1>Bread</h1>{f'<p>{SENTENCE * 3}</p>' * 4}</article>"
    said = f"<div class=comments><p>I did as it says. {SENTENCE}</div><p hidden>{SENTENCE}<footer>{SENTENCE}</footer>"
    comment, never, footer = tamis.analyze(f"<title>Bread</title>{story}{said}").blocks[-3:]
    assert comment.reason.startswith("a reader's comment on an article; probability ")
    assert never.reason == "hidden: the attribute hidden"
    assert footer.reason.startswith("in the page's footer; probability ")
