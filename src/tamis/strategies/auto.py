"""The default: a small network that has learned from several corpora what content looks like, and rules above it.

The rules and their order are in :mod:`tamis.rules`; how well it does, and on what it was trained, in ``docs/model.md``.

Those blocks are kept that make the page's expected word F1 the highest; with ``beta`` the expected F-beta, in which
recall counts ``beta`` times as much as precision. As all rules are applied before, and the same for any ``beta``,
favoring precision only removes blocks, and favoring recall only adds some.

A page that has prose never goes empty-handed: where nothing looks like content, the shallow rule decides.

>>> import tamis
>>> page = "<nav><a href=/>Home</a></nav><h1>Bread</h1><p>Mix flour, water and salt, and wait until it has risen."
>>> [block.kept for block in tamis.analyze(page).blocks]
[False, True, True]
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cache, partial

import numpy as np

from tamis.blocks.decisions import Decisions
from tamis.blocks.embedded import OfferedPage, source_of, text_or_embedded
from tamis.blocks.page import Page
from tamis.errors import UsageError
from tamis.model.compute import compute_features
from tamis.model.confidence import confidence, confidence_signals
from tamis.model.features import Features
from tamis.model.load import SHIPPED, Model, load
from tamis.model.reasons import reason_words
from tamis.native.decide import score
from tamis.rules import apply_rules
from tamis.rules.amounts import has_prose
from tamis.rules.opinion import LOWEST, NEVER, Mask, Opinion, opinion_of
from tamis.strategies.base import Strategy, strategy, strategy_family
from tamis.strategies.shallow import shallow
from tamis.strategies.threshold import favor_side


@strategy("auto", segment=text_or_embedded)
def auto(page: Page, *, beta: float = 1.0) -> Decisions:
    """The default: a learned model of what content looks like, with the shallow rule to fall back on."""
    return decide(page, load(str(SHIPPED)), beta)


@strategy_family("model")
def from_folder(path: str) -> Strategy:
    """The strategy ``model:path``: the same, with a model of the user's own."""
    by_model = partial(_decide_with, load(path))
    return Strategy(f"model:{path}", "page", "A model of your own.", text_or_embedded, by_model, {"beta": 1.0})


def _decide_with(model: Model, page: Page, *, beta: float = 1.0) -> Decisions:
    return decide(page, model, beta)


def decide(page: Page, model: Model, beta: float = 1.0, without: Collection[str] = ()) -> Decisions:
    """The decisions of a model on a page; ``without`` names rules to leave out (:data:`tamis.rules.RULES`)."""
    if beta <= 0:
        raise UsageError(f"beta, how much recall counts against precision, is above 0, not {beta:g}")
    if not len(page):
        return shallow(page)
    features = compute_features(page)
    opinion = opinion_of(model.predict(features), features, model.card)
    adjusted = apply_rules(page, features, opinion, without)
    if adjusted.probability.max() <= LOWEST and (features.never_shown.all() or has_prose(features)):
        return _by_the_shallow_rule(page, beta)
    return _keep_best(page, features, opinion, adjusted, model, beta)


def _by_the_shallow_rule(page: Page, beta: float) -> Decisions:
    rule = favor_side(page, shallow(page), precision=beta < 1, recall=beta > 1)
    return replace(rule, why=lambda i: f"{_from(page, i)}the model finds nothing; by the shallow rule: {rule.why(i)}")


def _keep_best(
    page: Page, features: Features, opinion: Opinion, adjusted: Opinion, model: Model, beta: float
) -> Decisions:
    """Keep the blocks that make the expected F the highest."""
    probability = adjusted.probability
    threshold = adjusted.threshold_for(beta)
    kept: Mask = probability >= threshold
    scores = np.empty(len(page))
    score(probability, threshold, kept.view(np.uint8), (probability <= LOWEST).view(np.uint8), scores)

    @cache
    def reasons() -> list[str]:
        found = [*reason_words(page, features, model, kept, opinion.probability)]
        turned = (kept != (opinion.probability >= threshold)).tolist()
        for i in {*adjusted.reasons, *np.flatnonzero(page.hidden).tolist()}:
            found[i] = _reason(adjusted, i, found[i], turned[i], bool(page.hidden[i]), bool(kept[i]))
        return [_from(page, i) + why for i, why in enumerate(found)] if isinstance(page, OfferedPage) else found

    signals = confidence_signals(probability, adjusted.words, adjusted.threshold)
    return Decisions(
        kept, scores, lambda i: reasons()[i], confidence(signals, model.card["decision"]["confidence"]),
        adjusted.page_type, model.card.get("weights_sha256"), features.comment & ~adjusted.changed_by("outside"),
    )  # fmt: skip


def _reason(adjusted: Opinion, block: int, own: str, turned: bool, hidden: bool, kept: bool) -> str:
    """Why a block was kept or dropped: what rules have against it, what the model says, what rules say for it."""
    changes = adjusted.reasons.get(block, ())
    against = [reason for reason, added in changes if added < 0 and (turned or not kept)]
    if adjusted.log_odds[block] == NEVER:
        return "; ".join(against)
    if hidden:
        against.insert(0, "hidden, but can be opened")
    found = [reason for reason, added in changes if added >= 0 and (against or turned)]
    return "; ".join([*against, own, *found])


def _from(page: Page, block: int) -> str:
    return f"from {source}; " if (source := source_of(page, block)) else ""
