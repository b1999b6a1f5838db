"""The default: a small network that has learned from several corpora what content looks like.

What it looks at is told in :mod:`tamis.features.columns`, how it is run in :mod:`tamis.models.network`, how well it
does and on what it was trained in ``docs/model.md`` and in the model's card. This file turns its opinions into
decisions:

* the shallow rule has a vote, worth a little of the network's;
* the fence is relative to the page: where the best blocks are doubtful, a block needs less to stay;
* a page that has prose never goes empty-handed: when the network finds nothing, the shallow rule decides;
* what belongs together stays together (:mod:`tamis.strategies.coherence`): a heading goes with what is under it;
* a page that shows nothing without its scripts is read from what it holds elsewhere (:mod:`tamis.segment.embedded`),
  and the reasons say so.

>>> import tamis
>>> page = "<nav><a href=/>Home</a></nav><h1>Bread</h1><p>Mix flour, water and salt, and wait until it has risen."
>>> [block.kept for block in tamis.analyze(page).blocks]
[False, True, True]
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tamis.document import Decisions
from tamis.features.fill import fill
from tamis.models.confidence import confidence, page_signs
from tamis.models.load import SHIPPED, Model, load
from tamis.models.network import run_twice
from tamis.models.words import reason_words
from tamis.page import Page
from tamis.segment.embedded import source_of, text_or_offered
from tamis.strategies.base import Strategy, strategy
from tamis.strategies.coherence import coherent
from tamis.strategies.shallow import shallow

_PROSE_WORDS: Final = 8
_HIDDEN: Final = "hidden by the page"
_VOTE: Final = 0.5
"""What the shallow rule's opinion adds to a logit: of 0 to 2 the best on unseen hosts of wcxb-dev and on andy, and
better than none on canola, both left out of training. The rule stays calm where a page looks like nothing seen."""


@strategy("auto", segment=text_or_offered)
def auto(page: Page) -> Decisions:
    """The default: a learned model of what content looks like, with the shallow rule to fall back on."""
    return decide(page, load(str(SHIPPED)))


def from_folder(path: str) -> Strategy:
    """The strategy ``model:path``: the same, with a model of the user's own."""
    model = load(path)
    return Strategy(f"model:{path}", "page", "A model of your own.", text_or_offered, partial(_decide_with, model), {})


def _decide_with(model: Model, page: Page) -> Decisions:
    return decide(page, model)


def decide(page: Page, model: Model) -> Decisions:
    """What a model decides on a page."""
    if not len(page) or page.hidden.all():
        return shallow(page)
    seen = fill(page)
    settings = model.card["decision"]
    logits, article, outcome = run_twice(model.weights, seen, model.card["conventions"])
    rule = shallow(page)
    raw = sigmoid(logits + np.where(rule.kept, _VOTE, -_VOTE))
    raw[page.hidden] = 0.0
    fence = fence_of(raw, seen.weights, settings, article)
    kept, changed = coherent(page, raw >= fence, raw, fence)
    if not kept.any() or (raw.max() < settings["least"] and _has_prose(page)):
        return replace(
            rule, why=lambda i: f"{_from(page, i)}the model finds no content; by the shallow rule: {rule.why(i)}"
        )
    score = _moved(raw, fence)
    score = np.where(kept, np.maximum(score, 0.5), np.minimum(score, 0.4999))
    score[page.hidden] = 0.0

    chance = calibrated(logits, settings)

    def why(i: int) -> str:
        if page.hidden[i]:
            return _HIDDEN
        words = reason_words(page, seen, model, i, bool(kept[i]), float(chance[i]))
        return _from(page, i) + words + (f"; {changed[i]}" if i in changed else "")

    own = np.where(page.hidden, 0.0, sigmoid(logits))  # the estimate was fitted to the network alone
    signs = page_signs(own, seen.weights, fence_of(own, seen.weights, settings, article))
    estimate = confidence(signs, settings["confidence"])
    page_type = model.card["page_types"][int(np.argmax(outcome.types))]
    return Decisions(kept, score, why, estimate, page_type)


def _from(page: Page, block: int) -> str:
    source = source_of(page, block)
    return f"from {source}; " if source else ""


def sigmoid(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """The network's own scale, 0 to 1, on which fences are set."""
    return 1 / (1 + np.exp(-np.clip(logits, -30, 30)))


def calibrated(logits: NDArray[np.float64], settings: dict[str, Any]) -> NDArray[np.float64]:
    """The chances that blocks are content, as fitted on pages that the network had not seen."""
    return sigmoid(settings["slope"] * logits + settings["shift"])


def fence_of(chance: NDArray[np.float64], words: NDArray[np.float64], settings: dict[str, Any], article: bool) -> float:
    """The chance that a block needs to stay: a part of that of the page's best words, at most ``fence``.

    >>> settings = {"fence": 0.5, "relative": 0.5, "best_words": 10}
    >>> fence_of(np.array([0.4, 0.1]), np.array([20.0, 80.0]), settings, article=False)
    0.2
    """
    prefix = "article_" if article else ""
    order = np.argsort(-chance, kind="stable")
    best = np.searchsorted(np.cumsum(words[order]), min(settings["best_words"], 0.5 * words.sum()))
    top = float(chance[order[min(int(best), len(order) - 1)]])
    return max(min(float(settings[f"{prefix}fence"]), float(settings[f"{prefix}relative"]) * top), 1e-6)


def _moved(chance: NDArray[np.float64], fence: float) -> NDArray[np.float64]:
    """The chances with the fence moved to a half: odds over the fence's odds."""
    odds = chance / np.maximum(1 - chance, 1e-9) * ((1 - fence) / fence)
    return odds / (1 + odds)


def _has_prose(page: Page) -> bool:
    return bool(np.any((page.words >= _PROSE_WORDS) & (page.link_words * 2 < page.words) & ~page.hidden))
