"""Rules that move many blocks at once: templates, the floor, comments, and pages without content."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tamis.model.compute import compute_features
from tamis.model.features import Features
from tamis.rules import RULES
from tamis.rules.amounts import is_sure
from tamis.rules.opinion import Opinion
from tests.rules.test_rules import SENTENCE, cut, opinion

CARDS = "".join(f"<li class=card>Item number {i} of a list of ten" for i in range(10))


LONG = f"<p>{'The baker mixes flour, water and salt. ' * 10}"


def raised(html: str, probability: np.ndarray) -> list[int]:
    """Which blocks the rule of templates raises; only those with 0.9 are likely before."""
    page = cut(html)
    before = opinion(page, probability)
    assert before.threshold == pytest.approx(0.9)
    after = before.after("templates", tuple(RULES["templates"](page, compute_features(page), before)))
    return np.flatnonzero(after.changed_by("templates")).tolist()


def test_blocks_of_one_template_are_content_together() -> None:
    p = np.full(11, 0.4)
    p[[1, 3, 5, 6, 10]] = 0.9
    assert raised(f"<ul>{CARDS}</ul>{LONG}", p) == [2, 4, 7, 8, 9]  # not those before the first
    p = np.full(11, 0.4)
    p[[0, 2, 4, 6, 7]] = 0.9
    assert raised(f"{LONG}<ul>{CARDS}</ul>", p) == [1, 3, 5, 8, 9, 10]
    p[[5, 9]] = 0.01
    assert raised(f"{LONG}<ul>{CARDS}</ul>", p) == [1, 3, 8]  # nor behind a gap after the last
    p[[4, 6]] = 0.4
    assert raised(f"{LONG}<ul>{CARDS}</ul>", p) == []  # too few of them are likely


def test_likely_blocks_of_one_template_have_their_mean_probability() -> None:
    page = cut(f"{LONG}<ul>{CARDS}</ul>")
    before = opinion(page, [0.9, 0.7, 0.9, 0.7, 0.9, 0.7, 0.9, 0.7, 0.9, 0.7, 0.9])
    found = before.after("templates", tuple(RULES["templates"](page, compute_features(page), before)))
    assert found.probability[0] == pytest.approx(0.9)
    assert np.ptp(found.probability[1:]) < 1e-6
    assert found.probability @ found.words == pytest.approx(before.probability @ before.words)


def test_links_of_one_template_have_a_fate_of_their_own() -> None:
    items = "".join(f"<li class=card><a href=/{i}>Headline number {i} of a list of ten</a>" for i in range(10))
    p = np.where(np.arange(11) % 2 == 0, 0.9, 0.4)
    assert raised(f"{LONG}<ul>{items}</ul>", p) == []


def floor(features: Features, before: Opinion) -> Opinion:
    page = cut("")
    return before.after("floor", tuple(RULES["floor"](page, features, before)))


def test_all_are_raised_where_no_text_is_likely() -> None:
    page = cut(f"<p>{SENTENCE * 3}<p>{SENTENCE}<p>More<p>{SENTENCE * 3}")
    features, poor = compute_features(page), opinion(page, [0.2, 0.1, 0.02, 0.1])
    assert not is_sure(poor, features) and not floor(features, opinion(page, [0.6, 0.1, 0.02, 0])).changes["floor"]
    assert not is_sure(opinion(page, [0.2, 0.1, 0.9, 0.0]), features)  # a single word
    better = floor(features, poor)
    assert better.probability[0] == pytest.approx(0.6)
    assert np.ptp(better.log_odds - poor.log_odds) == pytest.approx(0)  # so their order is the same
    shop = replace(poor, types={**poor.types, "article": 0.1, "product": 0.8})
    assert not floor(features, shop).changes["floor"]


def test_comments_count_less_the_more_a_page_looks_like_an_article() -> None:
    page = cut(f"<h1>Bread</h1><p>{SENTENCE * 3}<div class=comments><p>Ann says: {SENTENCE}</div>")
    features = compute_features(page)
    for article, wanted in ((0.9, 0.08), (0.6, 0.32), (0.4, 0.8)):
        before = opinion(page, [0.5, 0.9, 0.8], article)
        after = before.after("comments", tuple(RULES["comments"](page, features, before)))
        assert after.probability.tolist() == pytest.approx([0.5, 0.9, wanted])


@pytest.mark.parametrize(("probability", "content"), [(0.2, False), (0.3, True)])
def test_a_page_where_nothing_looks_like_content_has_none(probability: float, content: bool) -> None:
    page = cut("<ul>" + "<li>Home<li>Shop" * 10 + "</ul>")
    before = opinion(page, np.full(len(page), probability))
    after = before.after("empty", tuple(RULES["empty"](page, compute_features(page), before)))
    assert bool(after.probability.max() > 0.1) is content


def test_few_words_are_content_whatever_they_are() -> None:
    page = cut("<p>Home<p>Donate")
    assert not tuple(RULES["empty"](page, compute_features(page), opinion(page, [0.01, 0.01])))
