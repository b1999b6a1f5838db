"""The audit by rule: how many words each rule turns, what share of them rightly, and F1 without it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

import numpy as np

from tamis.blocks.page import Page
from tamis.errors import InputError, TamisError, UsageError
from tamis.lab.competitors import parse_spec
from tamis.lab.corpora import Corpus, GoldPage
from tamis.lab.labels import label_blocks
from tamis.lab.metrics import word_counts
from tamis.model.compute import compute_features
from tamis.model.load import SHIPPED, Model, load
from tamis.model.unseen import read_unseen
from tamis.report.table import Table
from tamis.rules import RULES, apply_rules
from tamis.rules.opinion import LOWEST, Mask, opinion_of
from tamis.strategies.auto import decide


@dataclass(frozen=True, slots=True)
class RuleFigures:
    """What one rule does on a corpus."""

    pages: int
    """pages whose decisions it changes"""
    words: float
    """words of the blocks that it turns"""
    right: float
    """of these, those that it turns as the gold text has them"""
    f1: float
    """mean word F1 without it"""
    noise: float
    """the standard error of what it adds to F1"""


@dataclass(frozen=True, slots=True)
class Audit:
    """The figures of a corpus, with all rules and for each of them."""

    corpus: str
    pages: int
    f1: float
    rules: dict[str, RuleFigures]

    def table(self) -> Table:
        """A row for each rule that changes anything."""
        rows = [
            [
                name, f"{r.pages:,}", f"{r.words:,.0f}", f"{r.right / r.words:.2f}" if r.words else "–",
                f"{r.f1:.4f}", f"{r.f1 - self.f1:+.4f}", f"{r.noise:.4f}",
            ]
            for name, r in self.rules.items()
            if r.pages
        ]  # fmt: skip
        idle = [name for name, r in self.rules.items() if not r.pages]
        notes = [f"No page is decided otherwise without {', '.join(idle)}."] if idle else []
        title = f"{self.corpus}: {self.pages:,} pages, word F1 {self.f1:.4f} with all rules"
        return Table(title, ["rule", "pages", "words turned", "right", "F1 without", "change", "±"], rows, notes)


@dataclass(frozen=True, slots=True)
class _Turned:
    """What leaving out one rule does to a page."""

    f1: float
    words: float
    right: float


def audit(corpus: Corpus, spec: str, only: Collection[int] | None = None) -> Audit:
    """Decide every page with all rules, and without each that changed something there.

    ``spec`` is ``auto``, ``model:FOLDER``, or ``unseen:FOLDER``, which asks about each page the network that has not
    learned from it. Pages that cannot be read are left out.
    """
    network_for = model_of(spec)
    found = []
    for position, page in enumerate(corpus):
        if only is not None and position not in only:
            continue
        try:
            cut = page.cut()
        except TamisError:
            continue
        found.append(_audit_page(cut, page.gold, network_for(corpus.name, page)))
    if not found:
        raise InputError(f"none of the pages of {corpus.name} could be read")
    f1 = np.array([own for own, _ in found])
    return Audit(corpus.name, len(found), float(f1.mean()), {name: _figures(name, found) for name in RULES})


def model_of(spec: str) -> Callable[[str, GoldPage], Model]:
    """What gives the network that decides on a page of a corpus."""
    name, settings = parse_spec(spec)
    kind, _, folder = name.partition(":")
    if settings or kind not in ("auto", "model", "unseen") or (kind != "auto" and not folder):
        raise UsageError(
            f"--rules and --robustness ask auto, model:FOLDER or unseen:FOLDER, without settings, not {spec!r}"
        )
    if kind == "unseen":
        unseen = read_unseen(Path(folder))
        return lambda corpus, page: load(str(unseen.model_for(corpus, page.id, page.host)))
    return lambda _, __: load(folder or str(SHIPPED))


def _audit_page(page: Page, gold: str, model: Model) -> tuple[float, dict[str, _Turned]]:
    """The F1 of a page with all rules, and what each one turned."""

    def f1(kept: Mask) -> float:
        return word_counts("\n".join(page.texts[i] for i in np.flatnonzero(kept)), gold).rates.f1

    if not len(page):
        return f1(np.zeros(0, np.bool_)), {}
    features = compute_features(page)
    opinion = opinion_of(model.predict(features), features, model.card)
    adjusted = apply_rules(page, features, opinion)
    kept = decide(page, model).kept
    own, share, turned = f1(kept), None, {}
    for name in adjusted.changes:
        without = apply_rules(page, features, opinion, {name})
        found = without.probability.max() > LOWEST
        other = without.likely if found else decide(page, model, without={name}).kept
        blocks = np.flatnonzero(other != kept)
        if len(blocks):
            share = label_blocks(page.texts, gold) if share is None else share
            right = np.where(kept[blocks], share[blocks], 1 - share[blocks])
            words = page.words[blocks]
            turned[name] = _Turned(f1(other), float(words.sum()), float(words @ right))
    return own, turned


def _figures(name: str, pages: Sequence[tuple[float, dict[str, _Turned]]]) -> RuleFigures:
    turned = [found[name] for _, found in pages if name in found]
    f1 = np.array([found[name].f1 if name in found else own for own, found in pages])
    change = f1 - np.array([own for own, _ in pages])
    return RuleFigures(
        len(turned), sum(t.words for t in turned), sum(t.right for t in turned), float(f1.mean()),
        float(change.std() / sqrt(max(len(change), 1))),
    )  # fmt: skip
