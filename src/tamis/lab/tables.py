"""The figures of an evaluation as tables."""

from __future__ import annotations

from collections.abc import Sequence

from tamis.lab.evaluation import Evaluation, Result
from tamis.lab.metrics import SUREST_PERCENTS, Estimate, Summary, surest_f1
from tamis.report.table import Table


def tables(evaluation: Evaluation) -> list[Table]:
    """The figures of a run: all pages, then F1 by page type, by confidence and by fold, where there are such."""
    found = [_overall(evaluation)]
    results = evaluation.results
    if results and results[0].by_type:
        found.append(_by_type(results))
    if any(surest_f1(SUREST_PERCENTS[0]) in result.summary.metrics for result in results):
        found.append(_by_confidence(results))
    if results and results[0].by_fold:
        folds = range(len(results[0].by_fold))
        header = ["F1 by fold", *(f"fold {k} ({results[0].by_fold[k].pages})" for k in folds)]
        rows = [[r.competitor.name, *(_figure(s, "word_f1") for s in r.by_fold)] for r in results]
        found.append(Table("Folds keep the pages of a host together.", header, rows))
    return found


def _overall(evaluation: Evaluation) -> Table:
    results = evaluation.results
    first = results[0] if results else None
    header = ["", "P", "R", "F1", "±", "complete", "LCS F1", "char F1", "ms/page"]
    header += [f"× {first.competitor.name}" if first else "×", "errors"]
    rows = [
        [
            f"{r.competitor.name} {r.competitor.version}" if not r.competitor.ours else r.competitor.name,
            _figure(r.summary, "precision"),
            _figure(r.summary, "recall"),
            _figure(r.summary, "word_f1"),
            _margin(r.summary.metrics["word_f1"]) if r.summary.pages else "–",
            _percent(r.summary, "completeness"),
            _figure(r.summary, "lcs_f1"),
            _figure(r.summary, "character_f1"),
            "–" if r.summary.ms_per_page is None else f"{r.summary.ms_per_page:.1f}",
            _ratio(r.summary, first.summary if first else r.summary),
            str(r.summary.errors),
        ]
        for r in results
    ]
    part = "" if evaluation.whole else " (a part of the set)"
    lost = f", {len(evaluation.unreadable)} unreadable" if evaluation.unreadable else ""
    return Table(f"{evaluation.corpus}: {evaluation.pages:,} pages{part}{lost}", header, rows, _notes(results))


def _by_type(results: Sequence[Result]) -> Table:
    types = list(results[0].by_type)
    header = ["F1 by page type", *(f"{t} ({results[0].by_type[t].pages})" for t in types)]
    rows = [
        [r.competitor.name, *(_figure(r.by_type[t], "word_f1") if t in r.by_type else "–" for t in types)]
        for r in results
    ]
    return Table("", header, rows)


def _by_confidence(results: Sequence[Result]) -> Table:
    """F1 without the pages with the lowest confidence, for competitors that give one."""
    header = ["F1 of the surest", "100 %", *(f"{percent} %" for percent in SUREST_PERCENTS)]
    names = ["word_f1", *map(surest_f1, SUREST_PERCENTS)]
    sure = [r for r in results if names[-1] in r.summary.metrics]
    return Table("", header, [[r.competitor.name, *(_figure(r.summary, name) for name in names)] for r in sure])


def _notes(results: Sequence[Result]) -> list[str]:
    """Notes on competitors that did not take all pages, gave no answer, or had errors."""
    notes = []
    most = max((result.summary.pages for result in results), default=0)
    for result in results:
        if result.summary.pages < most:
            some = f"the {result.summary.pages:,} pages of hosts with two pages or more"
            notes.append(f"{result.competitor.name}: on {some if result.summary.pages else 'no page: no host has two'}")
        if result.errors:
            (kind, count), *_ = result.errors.most_common(1)
            notes.append(f"{result.competitor.name}: {count} × {' '.join(kind.split())[:100]}")
    silent = [f"{result.competitor.name} {result.summary.empty}" for result in results if result.summary.empty]
    if silent:
        notes.append(f"pages with a gold text and no answer: {', '.join(silent)}")
    return notes


def _figure(summary: Summary, name: str) -> str:
    return f"{summary.metrics[name].value:.3f}" if name in summary.metrics else "–"


def _percent(summary: Summary, name: str) -> str:
    return f"{100 * summary.metrics[name].value:.1f} %" if name in summary.metrics else "–"


def _margin(estimate: Estimate) -> str:
    """Half the width of the 95 % interval."""
    return f"{(estimate.high - estimate.low) / 2:.3f}"


def _ratio(summary: Summary, first: Summary) -> str:
    if not summary.ms_per_page or not first.ms_per_page:
        return "–"
    ratio = summary.ms_per_page / first.ms_per_page
    return f"{ratio:.1f}" if ratio < 10 else f"{ratio:.0f}"
