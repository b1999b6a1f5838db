"""A run as one HTML page that needs nothing but itself: figures, quality against speed, and the worst pages."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

from tamis.lab.evaluation import Evaluation, Result
from tamis.lab.runner import Scored
from tamis.lab.tables import tables
from tamis.lab.texts import compared, side_by_side, tidy
from tamis.report.page import page, safe
from tamis.report.svg import OURS, PEERS, Mark, scatter
from tamis.version import __version__


def report(evaluations: Sequence[Evaluation]) -> str:
    """The report on a run over one or more corpora."""
    names = ", ".join(evaluation.corpus for evaluation in evaluations)
    lead = (
        f"Made by tamis {__version__}. Figures are means over pages; intervals are 95 % by bootstrap over pages. "
        "Every page went through each competitor in turn in one process, so times can be compared with each other, "
        "not with those of another machine."
    )
    return page(f"Evaluation: {names}", lead, "".join(map(_section, evaluations)))


def _section(evaluation: Evaluation) -> str:
    main, *rest = tables(evaluation)
    parts = [f"<h2>{safe(main.title)}</h2>", main.html(leads=True)]
    parts += ["<h3>Quality against speed</h3>", _quality_against_speed(evaluation.results)]
    parts += [table.html(leads=True) for table in rest]
    return "\n".join([*parts, _worst(evaluation)])


def _colors(results: Sequence[Result]) -> dict[str, str]:
    """A colour for each competitor: ours from one palette, the peers from another."""
    palettes = {True: cycle(OURS), False: cycle(PEERS)}
    return {result.competitor.name: next(palettes[result.competitor.ours]) for result in results}


def _quality_against_speed(results: Sequence[Result]) -> str:
    marks = []
    colors = _colors(results)
    for result in results:
        f1, time = result.summary.metrics.get("word_f1"), result.summary.ms_per_page
        if f1 is not None and time:
            name = result.competitor.name
            marks.append(Mark(name, time, f1.value, f1.low, f1.high, colors[name]))
    return scatter(
        marks, x_label="milliseconds of processor time a page (logarithmic; further left is faster)", y_label="word F1"
    )


def _worst(evaluation: Evaluation) -> str:
    if not evaluation.worst:
        return ""
    name = evaluation.worst[0].competitor.name
    pages = "".join(_worst_page(scored, evaluation, number < 3) for number, scored in enumerate(evaluation.worst))
    intro = (
        f"<p>The {len(evaluation.worst)} pages with the lowest F1 of {safe(name)}. "
        'Words that only the gold text has are <mark class="missed">missed</mark>, '
        'words that only the answer has are <mark class="wrong">wrong</mark>.</p>'
    )
    return f"<h3>Where {safe(name)} does worst</h3>{intro}{pages}"


def _worst_page(scored: Scored, evaluation: Evaluation, is_open: bool) -> str:
    score = scored.score
    gold, kept = compared(tidy(scored.page.gold), tidy(scored.answer))
    about = " · ".join(filter(None, (scored.page.id, scored.page.page_type, scored.page.url)))
    others = ", ".join(
        f"{r.competitor.name} {r.scores[scored.position].word.f1:.2f}"
        for r in evaluation.results[1:]
        if scored.position in r.scores
    )
    notes = [f"F1 of others: {others}"] if others else []
    notes += [f"error: {score.error}"] if score.error else []
    columns = [
        (f"Gold ({gold.words:,} words)", gold.html("missed")),
        (f"Kept ({kept.words:,} words, {kept.alone:,} wrong)", kept.html("wrong")),
        (f"Missed ({gold.alone:,} words)", gold.runs_html()),
    ]
    rates = f"P {score.word.precision:.2f} R {score.word.recall:.2f}"
    return side_by_side(about, rates, columns, is_open=is_open, figure=f"{score.word.f1:.2f}", note=" — ".join(notes))
