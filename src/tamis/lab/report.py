"""A run as one HTML page that needs nothing but itself: figures, plots, and the worst pages."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from tamis.lab.evaluation import Evaluation, Result
from tamis.lab.metrics import surest_first
from tamis.lab.runner import Scored
from tamis.lab.tables import tables
from tamis.lab.texts import compared, side_by_side, tidy
from tamis.report.page import page, safe
from tamis.report.svg import OURS, PEERS, Mark, dots, histogram, lines, scatter, shares
from tamis.version import __version__

_PERCENTS = range(10, 101, 10)


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
    colors = _colors(evaluation.results)
    main, *rest = tables(evaluation)
    parts = [f"<h2>{safe(main.title)}</h2>", main.html(leads=True)]
    parts += ["<h3>Quality against speed</h3>", _quality_against_speed(evaluation.results, colors)]
    if any(result.by_type for result in evaluation.results):
        parts += ["<h3>F1 by page type</h3>", _key(colors), _by_type(evaluation.results, colors)]
    parts += [table.html(leads=True) for table in rest]
    parts += _by_confidence(evaluation.results, colors)
    parts += ["<h3>How F1 is distributed over the pages</h3>", _distributions(evaluation.results, colors)]
    parts.append(_worst(evaluation))
    return "\n".join(parts)


def _colors(results: Sequence[Result]) -> dict[str, str]:
    colors, ours, peers = {}, 0, 0
    for result in results:
        if result.competitor.ours:
            colors[result.competitor.name] = OURS[ours % len(OURS)]
            ours += 1
        else:
            colors[result.competitor.name] = PEERS[peers % len(PEERS)]
            peers += 1
    return colors


def _quality_against_speed(results: Sequence[Result], colors: Mapping[str, str]) -> str:
    marks = []
    for result in results:
        f1, time = result.summary.metrics.get("word_f1"), result.summary.ms_per_page
        if f1 is not None and time:
            name = result.competitor.name
            marks.append(Mark(name, time, f1.value, f1.low, f1.high, colors[name]))
    return scatter(
        marks, x_label="milliseconds of processor time a page (logarithmic; further left is faster)", y_label="word F1"
    )


def _by_type(results: Sequence[Result], colors: Mapping[str, str]) -> str:
    rows = {
        f"{name} ({summary.pages})": {
            r.competitor.name: r.by_type[name].metrics["word_f1"].value for r in results if name in r.by_type
        }
        for name, summary in results[0].by_type.items()
    }
    return dots(rows, colors, x_label="word F1")


def _by_confidence(results: Sequence[Result], colors: Mapping[str, str]) -> list[str]:
    """Mean F1 of the pages with the highest confidence, by their share."""
    curves: dict[str, list[tuple[float, float]]] = {}
    for result in results:
        scores = list(result.scores.values())
        f1s = [scores[place].word.f1 for place in surest_first(scores)]
        if f1s:
            counts = [math.ceil(len(f1s) * percent / 100) for percent in _PERCENTS]
            curves[result.competitor.name] = [
                (float(percent), sum(f1s[:count]) / count) for percent, count in zip(_PERCENTS, counts, strict=True)
            ]
    plot = lines(curves, colors, x_label="percent of the pages, the surest", y_label="mean word F1")
    return ["<h3>F1 of the pages it is surest of</h3>", plot] if curves else []


def _key(colors: Mapping[str, str]) -> str:
    items = (f'<li><i style="background:{color}"></i>{safe(name)}</li>' for name, color in colors.items())
    return f'<ul class="key">{"".join(items)}</ul>'


def _distributions(results: Sequence[Result], colors: Mapping[str, str]) -> str:
    values = {r.competitor.name: [score.word.f1 for score in r.scores.values()] for r in results if r.scores}
    top = max(map(shares, values.values()), default=1.0)
    figures = []
    for name, f1s in values.items():
        middle = sorted(f1s)[len(f1s) // 2]
        title = f"<figcaption>{safe(name)} <span>median {middle:.3f}</span></figcaption>"
        figures.append(f"<figure>{title}{histogram(f1s, colors[name], top=top)}</figure>")
    caption = "<p>Share of pages in twenty bins of F1, all at one scale; the dashed line is the median page.</p>"
    return f'{caption}<div class="grid">{"".join(figures)}</div>'


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
