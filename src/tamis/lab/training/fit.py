"""From corpora to a model folder: folds, training, calibration, card and report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from tamis.errors import TamisError, UsageError
from tamis.lab.corpora import Corpus, GoldPage, folds_by_host
from tamis.lab.training.auto import PAGE_TYPES, Recipe, train
from tamis.lab.training.calibrate import calibration_error, fit_confidence, fit_probabilities, fit_shared, fit_surrogate
from tamis.lab.training.examples import Example, examples, kept_f1
from tamis.lab.training.licences import licence
from tamis.lab.training.network import exported
from tamis.lab.training.report import write_report
from tamis.lab.training.unseen import page_figures, summary
from tamis.lab.training.variants import with_variants
from tamis.model.confidence import confidence_signals
from tamis.model.folder import write_model
from tamis.model.load import FORMAT, KIND, Model, features
from tamis.model.unseen import count_sites, write_unseen
from tamis.native.network import Prediction, predict
from tamis.rules import apply_rules_by_features
from tamis.rules.opinion import opinion_of
from tamis.version import __version__
from tamis.workers.child import unprepared
from tamis.workers.pool import Pool
from tamis.workers.worker import Lost

Weights = dict[str, NDArray[np.float32]]
GENERAL, ARTICLE = "general", "article"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is trained on what; the defaults suit a corpus or two of your own."""

    recipe: Recipe = Recipe()  # noqa: RUF009 - frozen
    folds: int = 4
    body: Sequence[str] = ()
    """corpora whose gold texts are the bodies of articles alone; see :func:`blend`"""
    whole: Sequence[str] = ()
    """corpora that are left out as a whole, one after the other a fold, instead of being cut by host"""
    articles: Sequence[str] = ()
    """corpora of nothing but articles: pages of theirs that have no type are taken for what they are"""
    jobs: int = 1
    """processes; each fold is trained by one"""


@dataclass(frozen=True, slots=True)
class Run:
    """One training: its weights, the mean loss of each epoch, and its predictions for pages it did not learn from."""

    weights: Weights
    losses: list[float]
    unseen: list[tuple[Example, Prediction]]


@dataclass(frozen=True, slots=True)
class _Set:
    """A corpus in memory, with the fold of each page."""

    corpus: Corpus
    pages: list[GoldPage]
    folds: list[int]

    @classmethod
    def read(cls, corpus: Corpus, plan: Plan) -> _Set:
        """All pages of a corpus, with their types as far as these are known.

        What is known of whole corpora is worth a lot: with the types of a single corpus alone, articles in other
        languages, of other years or with many comments may be taken for threads of forums.
        """
        known = "article" if corpus.name in plan.articles else None
        pages = [replace(page, page_type=page.page_type or known) for page in corpus]
        return cls(corpus, pages, _folds(corpus.name, pages, plan))

    @property
    def name(self) -> str:
        """The name of the corpus."""
        return self.corpus.name

    def fold_by_id(self) -> dict[str, int]:
        """The folds of pages by their ids, without ids that several pages have."""
        times = Counter(page.id for page in self.pages)
        return {page.id: fold for page, fold in zip(self.pages, self.folds, strict=True) if times[page.id] == 1}

    def figures(self, models: Sequence[Model]) -> dict[str, Any]:
        """The figures of the pages, each by the network that did not learn from its fold."""
        pages = zip(self.pages, self.folds, strict=True)
        return summary([page_figures(page, models[fold]) for page, fold in pages])


def fit(
    corpora: Sequence[Corpus],
    folder: Path,
    plan: Plan = Plan(),
    say: Callable[[str], None] = print,
) -> dict[str, Any]:
    """Train on all pages, after cross-validation for the figures and the calibration; write the model."""
    sets = [_Set.read(corpus, plan) for corpus in corpora]
    made = _examples(sets, plan, say)
    names = [each.name for each in sets]
    runs = list(_runs(made, names, plan, say))
    unseen = [pair for fold in runs[:-1] for pair in fold.unseen]
    weights = runs[-1].weights
    card = describe(weights, unseen, blend(weights, names, plan.body), plan)
    card["training"] = [
        {"corpus": c.name, "pages": sum(e.corpus == c.name for e in made), "sha256": c.sha256, **licence(c.name)}
        for c in corpora
    ]
    of_folds = [{**fold.weights, "surrogate": weights["surrogate"]} for fold in runs[:-1]]
    models = _models_of_folds(sets, of_folds, card, plan)
    card["unseen"] = {each.name: each.figures(models) for each in sets}
    write_model(folder, weights, card)
    hosts = [(page.host, fold) for each in sets for page, fold in zip(each.pages, each.folds, strict=True)]
    left_out = {each.name: each.fold_by_id() for each in sets}
    write_unseen(folder, [(m.weights, m.card) for m in models], left_out, count_sites(hosts, plan.folds))
    write_report(folder / "report.html", card, [fold.losses for fold in runs], unseen)
    return card


def _folds(name: str, pages: Sequence[GoldPage], plan: Plan) -> list[int]:
    """The fold of each page of a corpus."""
    if name in plan.whole:
        return [list(plan.whole).index(name) % plan.folds] * len(pages)
    one_host = len({page.host for page in pages}) == 1
    # someone's own site: better figures that flatter than no model
    found: list[int] = folds_by_host([replace(p, host=None) for p in pages] if one_host else pages, plan.folds).tolist()
    return found


def _examples(sets: Sequence[_Set], plan: Plan, say: Callable[[str], None]) -> list[Example]:
    """All pages with text, each with its fold and its variants."""
    made: list[Example] = []
    for each in sets:
        made += examples(each.pages, each.name, each.folds)
        say(f"{each.name}: {len(each.pages)} pages read")
    if plan.recipe.vary:
        made = with_variants(made, {each.name: each.pages for each in sets}, plan.recipe.seed)
        say(f"{sum(len(e.variants) for e in made)} variants made")
    if len({e.fold for e in made}) < 2:
        raise UsageError(f"{len(made)} page(s) with text are too few to learn from: label more of them")
    return made


def _models_of_folds(
    sets: Sequence[_Set], weights: Sequence[Weights], card: Mapping[str, Any], plan: Plan
) -> list[Model]:
    """The folds' networks, with the conventions of those corpora that each learned from."""
    models = []
    for fold, found in enumerate(weights):
        learned = [each.name for each in sets if any(other != fold for other in each.folds)]
        blended = _blended(found, [each.name for each in sets], learned, plan.body)
        models.append(Model(blended, {**card, "conventions": [*learned, GENERAL, ARTICLE]}))
    return models


def _runs(made: list[Example], names: list[str], plan: Plan, say: Callable[[str], None]) -> Iterator[Run]:
    """A run for each fold, then one on all pages."""
    numbers = range(plan.folds + 1)
    if plan.jobs == 1:
        yield from map(partial(_trained, made, names, plan, say), numbers)
        return
    # Forked, as the examples are too large to be sent to each process.
    with Pool[int, Run](plan.jobs, unprepared(partial(_trained, made, names, plan, None)), fork=True) as pool:
        for batch in pool.in_order([number] for number in numbers):
            title = _title(batch.number, plan)
            (done,) = batch.results
            if isinstance(done, Lost):
                raise done.error or TamisError(f"{title}: {done.status}")
            say(f"{title}: trained, loss {done.answer.losses[-1]:.4f}")
            yield done.answer


def _title(number: int, plan: Plan) -> str:
    return f"fold {number + 1}/{plan.folds}" if number < plan.folds else "all pages"


def _trained(made: list[Example], names: list[str], plan: Plan, say: Callable[[str], None] | None, number: int) -> Run:
    torch.set_num_threads(1)  # so that sums are added up in one order, and the same seed gives the same weights
    losses: dict[int, list[float]] = {}

    def progress(network: int, epoch: int, loss: float) -> None:
        losses.setdefault(epoch, []).append(loss)
        if say is not None:
            which = f", network {network + 1}" if network else ""
            say(f"{_title(number, plan)}{which}, epoch {epoch + 1}/{plan.recipe.epochs}: loss {loss:.4f}")

    chosen = [e for e in made if e.fold != number]
    weights = exported(train(chosen, names, plan.recipe, progress))
    learned = {e.corpus for e in chosen}
    blended = _blended(weights, names, [name for name in names if name in learned], plan.body)
    last = len(blended["convention.weight"])
    unseen = [
        (replace(e, variants=()), predict(blended, e.columns, (last - 2, last - 1))) for e in made if e.fold == number
    ]
    return Run(weights, [float(np.mean(of_epoch)) for of_epoch in losses.values()], unseen)


def _blended(weights: Weights, names: Sequence[str], learned: Sequence[str], body: Sequence[str]) -> Weights:
    """The weights with the conventions of those corpora alone that were learned from, and the two made of them."""
    rows = weights["convention.weight"][[names.index(name) for name in learned]]
    blended = {**weights, "convention.weight": rows}
    blend(blended, learned, body)
    return blended


def blend(weights: Weights, conventions: Sequence[str], body: Sequence[str]) -> list[str]:
    """Add two conventions to the weights that no corpus has: ``general`` and ``article``; gives all names.

    Corpora disagree on what counts: some keep titles, bylines and comments, others the body of an article alone.
    ``general`` is the mean of the former; ``article``, which decides on what looks like an article, is half-way from
    there to the mean of the latter.
    """
    of_body = [i for i, name in enumerate(conventions) if name in body]
    of_all = [i for i, name in enumerate(conventions) if name not in body] or of_body
    rows = weights["convention.weight"][: len(conventions)]
    general = rows[of_all].mean(axis=0)
    article = (general + rows[of_body or of_all].mean(axis=0)) / 2
    weights["convention.weight"] = np.vstack((rows, general, article)).astype(np.float32)
    return [*conventions, GENERAL, ARTICLE]


def describe(
    weights: Weights, unseen: Sequence[tuple[Example, Prediction]], conventions: Sequence[str], plan: Plan
) -> dict[str, Any]:
    """The card, from predictions of networks that did not learn the page; adds the surrogate to the weights."""
    pages, logits = [row[0] for row in unseen], [row[1].logits for row in unseen]
    slope, shift = fit_probabilities(logits, pages)
    decision: dict[str, Any] = {"slope": round(slope, 5), "shift": round(shift, 5)}
    weights["surrogate"] = fit_surrogate(logits, pages, weights["mean"], weights["scale"])
    calibrated, signals, f1 = [], [], []
    settings = {"decision": decision, "page_types": PAGE_TYPES}
    alone = [apply_rules_by_features(e.columns, opinion_of(outcome, e.columns, settings)) for e, outcome in unseen]
    decision["shared"] = fit_shared(alone, pages)
    for e, outcome in unseen:
        own = opinion_of(outcome, e.columns, settings)
        opinion = apply_rules_by_features(e.columns, own)
        calibrated.append(own.probability)
        signals.append(confidence_signals(opinion.probability, opinion.words, opinion.threshold))
        f1.append(kept_f1(e, opinion.likely))
    decision["confidence"] = fit_confidence(np.array(signals), np.array(f1))
    error = calibration_error(calibrated, pages)
    return {
        "kind": KIND, "format": FORMAT, "tamis": __version__, "conventions": list(conventions),
        "page_types": list(PAGE_TYPES), "decision": decision, "recipe": asdict(plan.recipe),
        "folds": plan.folds, "left_out_whole": list(plan.whole), "all_articles": list(plan.articles),
        "calibration_error": round(error, 4), **features(),
    }  # fmt: skip
