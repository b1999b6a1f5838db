"""From corpora to a model folder: folds, training, calibration, card and report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from tamis.evaluate.corpora import Corpus, folds_by_host
from tamis.evaluate.metrics import word_counts
from tamis.features.columns import NUMBERS
from tamis.models.confidence import page_signs
from tamis.models.folder import write_model
from tamis.models.load import FORMAT, KIND, features
from tamis.models.network import run_twice
from tamis.strategies.auto import calibrated, fence_of, sigmoid
from tamis.train.auto import PAGE_TYPES, Recipe, train
from tamis.train.calibrate import calibration_error, fit_chances, fit_confidence, fit_surrogate
from tamis.train.examples import Example, examples
from tamis.train.licences import licence
from tamis.train.network import exported
from tamis.version import __version__

Weights = dict[str, NDArray[np.float32]]
DECISION: Mapping[str, Any] = {
    "fence": 0.3, "relative": 0.4, "article_fence": 0.5, "article_relative": 0.6, "best_words": 50, "least": 0.02
}  # fmt: skip
"""How chances become decisions, on pages at large and on articles. Chosen by word F1 on pages of unseen hosts of
wcxb-dev and on andy and canola, each left out of training; neighbouring values cost a few thousandths."""
GENERAL, ARTICLE = "general", "article"


def fit(
    corpora: Sequence[Corpus],
    folder: Path,
    recipe: Recipe = Recipe(),  # noqa: B008 - frozen
    folds: int = 4,
    say: Callable[[str], None] = print,
    body: Sequence[str] = (),
) -> dict[str, Any]:
    """Train on all pages, after cross-validation by host for the figures and the calibration; write the model.

    ``body`` names the corpora whose gold texts are the bodies of articles alone; see :func:`blend`.
    """
    torch.set_num_threads(1)  # so that sums are added up in one order, and the same seed gives the same weights
    made: list[Example] = []
    for corpus in corpora:
        pages = list(corpus)
        made += examples(pages, corpus.name, folds_by_host(pages, folds).tolist())
        say(f"{corpus.name}: {len(pages)} pages read")
    conventions = [corpus.name for corpus in corpora]
    unseen: list[tuple[Example, NDArray[np.float64], bool]] = []
    for fold in range(folds):
        weights = _trained([e for e in made if e.fold != fold], conventions, recipe, say, f"fold {fold + 1}/{folds}")
        blended = blend(weights, conventions, body)
        unseen += opinions(weights, [e for e in made if e.fold == fold], blended)
    weights = _trained(made, conventions, recipe, say, "all pages")
    card = describe(weights, unseen, blend(weights, conventions, body), recipe)
    card["training"] = [
        {"corpus": c.name, "pages": sum(e.corpus == c.name for e in made), "sha256": c.sha256, **licence(c.name)}
        for c in corpora
    ]
    write_model(folder, weights, card)
    return card


def _trained(
    chosen: Sequence[Example], conventions: Sequence[str], recipe: Recipe, say: Callable[[str], None], what: str
) -> Weights:
    def progress(epoch: int, loss: float) -> None:
        say(f"{what}: epoch {epoch + 1}/{recipe.epochs}, loss {loss:.4f}")

    return exported(train(chosen, conventions, recipe, progress))


def blend(weights: Weights, conventions: Sequence[str], body: Sequence[str]) -> list[str]:
    """Add two conventions to the weights that no corpus has: ``general`` and ``article``; gives all names.

    Corpora disagree on what counts: some keep titles, bylines and comments, others the body of an article alone.
    ``general`` is the mean of the former; ``article``, which decides on what looks like an article, lies half-way from
    there to the mean of the latter.
    """
    of_body = [i for i, name in enumerate(conventions) if name in body]
    of_all = [i for i, name in enumerate(conventions) if name not in body] or of_body
    for name in ("convention.weight", "convention_late.weight"):
        rows = weights[name][: len(conventions)]
        general = rows[of_all].mean(axis=0)
        article = (general + rows[of_body or of_all].mean(axis=0)) / 2
        weights[name] = np.vstack((rows, general, article)).astype(np.float32)
    return [*conventions, GENERAL, ARTICLE]


def opinions(
    weights: Weights, chosen: Sequence[Example], conventions: Sequence[str]
) -> list[tuple[Example, NDArray[np.float64], bool]]:
    """The logits of each page, and whether it was taken for an article."""
    return [(e, *run_twice(weights, e.columns, conventions)[:2]) for e in chosen]


def describe(
    weights: Weights,
    unseen: Sequence[tuple[Example, NDArray[np.float64], bool]],
    conventions: Sequence[str],
    recipe: Recipe,
) -> dict[str, Any]:
    """The card; adds the surrogate to the weights. ``unseen`` are pages with the logits of networks that did not
    learn from them.
    """
    pages, logits = [row[0] for row in unseen], [row[1] for row in unseen]
    slope, shift = fit_chances(logits, pages)
    decision = {**DECISION, "slope": round(slope, 5), "shift": round(shift, 5)}
    weights["surrogate"] = fit_surrogate(logits, pages, weights["mean"], weights["scale"])
    chances = [calibrated(logit, decision) for logit in logits]
    signs, f1 = [], []
    for e, logit, article in unseen:
        raw = np.where(e.columns.numbers[:, NUMBERS.index("hidden")] > 0, 0.0, sigmoid(logit))
        fence = fence_of(raw, e.columns.weights, decision, article)
        kept = "\n".join(e.texts[i] for i in np.flatnonzero(raw >= fence))
        signs.append(page_signs(raw, e.columns.weights, fence))
        f1.append(word_counts(kept, e.gold).rates.f1)
    decision["confidence"] = fit_confidence(np.array(signs), np.array(f1))
    names = sorted({e.corpus for e in pages})
    scores = {n: round(float(np.mean([f for f, e in zip(f1, pages, strict=True) if e.corpus == n])), 4) for n in names}
    return {
        "kind": KIND, "format": FORMAT, "tamis": __version__, "conventions": list(conventions),
        "page_types": list(PAGE_TYPES), "decision": decision, "recipe": asdict(recipe),
        "calibration_error": round(calibration_error(chances, pages), 4), "unseen_word_f1": scores, **features(),
    }  # fmt: skip
