"""The result of a run over a corpus: figures for each competitor, by page type and by fold, and the worst pages."""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tamis.lab.competitors import Competitor
from tamis.lab.corpora import Corpus, Unreadable, folds_by_host
from tamis.lab.metrics import PageScore, Summary, summarise
from tamis.lab.runner import Scored, measure
from tamis.lab.worker import TIMEOUT

WORST = 20


@dataclass(frozen=True, slots=True)
class Result:
    """One competitor's figures on one corpus."""

    corpus: str
    competitor: Competitor
    scores: Mapping[int, PageScore]
    """by the page's position in the corpus, in its order"""
    summary: Summary
    by_type: Mapping[str, Summary]
    by_fold: Sequence[Summary]

    @property
    def errors(self) -> Counter[str]:
        """The kinds of errors, each with its count."""
        return Counter(score.error for score in self.scores.values() if score.error)

    def to_dict(self) -> dict[str, Any]:
        """The form that ``--json`` writes."""
        form: dict[str, Any] = {
            "corpus": self.corpus,
            "competitor": self.competitor.name,
            "version": self.competitor.version,
            **_figures(self.summary),
        }
        if self.by_type:
            form["by_type"] = {name: _figures(summary) for name, summary in self.by_type.items()}
        if self.by_fold:
            form["by_fold"] = [_figures(summary) for summary in self.by_fold]
        return form


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A run over one corpus. ``worst`` are the pages on which the first competitor did worst, the worst first."""

    corpus: str
    sha256: str
    whole: bool
    """whether all pages took part, and the figures are the corpus's"""
    pages: int
    unreadable: Sequence[Unreadable]
    results: Sequence[Result]
    worst: Sequence[Scored]


@dataclass(frozen=True, slots=True)
class Plan:
    """Which pages take part (all, if ``only`` is ``None``), and the fold of each page, where folds are asked for."""

    only: frozenset[int] | None = None
    fold_of: Sequence[int] = ()


def plan(
    corpus: Corpus,
    *,
    limit: int | None = None,
    folds: int | None = None,
    fold: int | None = None,
    hosts: int | None = None,
) -> Plan:
    """Choose pages: ``limit`` many, spread evenly over the corpus, since sets are often sorted; those of one ``fold``.

    ``folds`` cuts the corpus into that many folds, each with all pages of its hosts, and asks for figures by fold.
    ``hosts`` takes only hosts with at least so many pages.
    """
    if limit is None and folds is None and hosts is None:
        return Plan()
    outline = [replace(page, html="", gold="", comments=None, undecided=None) for page in corpus]
    fold_of: Sequence[int] = folds_by_host(outline, folds).tolist() if folds is not None else ()
    sizes = Counter(page.host for page in outline if page.host)
    chosen = [
        i
        for i, page in enumerate(outline)
        if (fold is None or fold_of[i] == fold) and (hosts is None or sizes[page.host or ""] >= hosts)
    ]
    if limit is not None:
        chosen = _spread(chosen, limit)
    return Plan(frozenset(chosen) if len(chosen) < len(outline) else None, fold_of if fold is None else ())


def evaluate(
    corpus: Corpus,
    competitors: Sequence[Competitor],
    plan: Plan = Plan(),
    *,
    timeout: float = TIMEOUT,
    comments: bool = False,
    watch: Callable[[Iterable[Scored]], Iterable[Scored]] = iter,
) -> Evaluation:
    """Measure the competitors on a corpus. ``watch`` hands on every score as it comes, and may show how far it is."""
    scores: defaultdict[str, dict[int, PageScore]] = defaultdict(dict)
    worst: list[tuple[float, int, Scored]] = []
    for scored in watch(measure(corpus, competitors, only=plan.only, timeout=timeout, comments=comments)):
        scores[scored.competitor.name][scored.position] = scored.score
        if scored.competitor is competitors[0]:
            heapq.heappush(worst, (-scored.score.word.f1, scored.position, scored))
            if len(worst) > WORST:
                heapq.heappop(worst)
    results = [_result(corpus.name, c, scores[c.name], plan.fold_of) for c in competitors]
    return Evaluation(
        corpus=corpus.name,
        sha256=corpus.sha256,
        whole=plan.only is None,
        pages=max((len(result.scores) for result in results), default=0),
        unreadable=corpus.unreadable,
        results=results,
        worst=[scored for *_, scored in sorted(worst, key=lambda item: item[:2], reverse=True)],
    )


def _result(corpus: str, competitor: Competitor, unsorted: Mapping[int, PageScore], fold_of: Sequence[int]) -> Result:
    scores = dict(sorted(unsorted.items()))  # in the same order for all, so that resamples draw the same pages
    types = Counter(score.page_type for score in scores.values() if score.page_type)
    by_type = {t: summarise([s for s in scores.values() if s.page_type == t]) for t, _ in types.most_common()}
    folds = sorted(set(fold_of))
    by_fold = [summarise([s for i, s in scores.items() if fold_of[i] == k]) for k in folds]
    return Result(corpus, competitor, scores, summarise(list(scores.values())), by_type, by_fold)


def _spread(positions: Sequence[int], limit: int) -> list[int]:
    """At most ``limit`` of the positions, evenly spread.

    >>> _spread(range(100), 4)
    [0, 33, 66, 99]
    """
    if limit >= len(positions):
        return list(positions)
    return [positions[i] for i in np.linspace(0, len(positions) - 1, limit).astype(int).tolist()]


def _figures(summary: Summary) -> dict[str, Any]:
    return {
        "pages": summary.pages,
        "errors": summary.errors,
        "empty": summary.empty,
        "ms_per_page": _rounded(summary.ms_per_page, 3),
        "metrics": {name: _rounded(e.value) for name, e in summary.metrics.items()},
        "intervals": {name: [_rounded(e.low), _rounded(e.high)] for name, e in summary.metrics.items()},
    }


def _rounded(value: float | None, digits: int = 5) -> float | None:
    return None if value is None else round(value, digits)
