"""The report on a run: as JSON, and as one HTML page that needs nothing but itself."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tamis.crawl.account import bin_start
from tamis.crawl.files import write_whole
from tamis.report.page import page, safe
from tamis.report.svg import BLUE, GREEN, GREY, bars, columns
from tamis.report.table import Table, size

if TYPE_CHECKING:
    from tamis.crawl.rows import Settings
    from tamis.crawl.run import Result
    from tamis.crawl.shards import Output

_MOST: Final = 25
"""names in a plot; the others are summed up"""
_POINTS: Final = 100
"""columns of the plot of the speed"""


def write_report(output: Output, result: Result, settings: Settings) -> None:
    """Write ``_report.json`` and ``_report.html``."""
    form = to_dict(result, settings)
    home = Path(output.home)
    write_whole(home / "_report.json", json.dumps(form, ensure_ascii=False, indent=1), "replace")
    write_whole(home / "_report.html", html(form), "replace")


def to_dict(result: Result, settings: Settings) -> dict[str, Any]:
    """The figures of a run; ``all`` is the account of the whole output."""
    account = result.account.to_dict()
    account["times"] = [[round(bin_start(number), 6), count] for number, count in _in_order(account["times"])]
    return {
        **settings.made_by,
        "settings": settings.to_dict(),
        "pages": result.pages,
        "seconds": round(result.seconds, 3),
        "pages_per_second": round(result.pages / result.seconds, 2) if result.seconds else None,
        "workers": result.workers,
        "workers_replaced": result.restarts,
        "slices": result.slices,
        "slices_done_before": result.skipped,
        "unread": result.failures,
        "speed": [[round(at, 2), round(rate, 2)] for at, rate in result.speed],
        "all": account,
    }


def _in_order(times: Mapping[str, int]) -> list[tuple[int, int]]:
    return sorted((int(number), count) for number, count in times.items())


def html(form: Mapping[str, Any]) -> str:
    """The page."""
    account = form["all"]
    lead = (
        f"Made by tamis {form['tamis']} with the strategy {form['strategy']}"
        f"{' (weights ' + form['model'][:12] + ')' if form['model'] else ''}. "
        "Figures are those of the whole output, what earlier runs did included; the speed is this run's."
    )
    parts = [_figures(form), _speed(form), _records(account), _pages(account), _bytes(account), _times(account)]
    parts += [_slowest(account), _failures(form)]
    return page("Report on a run", lead, "\n".join(filter(None, parts)))


def _figures(form: Mapping[str, Any]) -> str:
    account = form["all"]
    kept = account["bytes_kept"] / account["bytes_in"] if account["bytes_in"] else 0.0
    workers = f"{form['workers']} worker{'s' * (form['workers'] > 1)}"
    rows = [
        ["pages", f"{account['pages']:,}"],
        ["of them by this run", f"{form['pages']:,} in {form['seconds']:,.1f} s"],
        ["pages a second", f"{form['pages_per_second'] or 0:,.1f}, {workers}"],
        ["pages a second of a worker", f"{account['pages'] / account['seconds'] if account['seconds'] else 0:,.1f}"],
        ["pages that failed", f"{account['failed']:,}"],
        ["records, pages included", f"{sum(account['records'].values()):,}"],
        ["bytes of pages", size(account["bytes_in"])],
        ["bytes kept", f"{size(account['bytes_kept'])} ({kept:.1%})"],
        ["slices", f"{form['slices']:,}, {form['slices_done_before']:,} of them done before"],
        ["workers replaced", f"{form['workers_replaced']:,}"],
    ]
    return Table("", ["", ""], rows).html()


def _speed(form: Mapping[str, Any]) -> str:
    points = form["speed"]
    if len(points) < 3 or not any(rate for _, rate in points):  # over before there was anything to measure
        return ""
    step = -(-len(points) // _POINTS)
    rates = [sum(r for _, r in points[i : i + step]) / len(points[i : i + step]) for i in range(0, len(points), step)]
    every = max(1, len(rates) // 8)
    digits = 1 if points[-1][0] < 20 else 0  # or a short run would have the same second at several columns
    ticks = {i: f"{points[i * step][0]:,.{digits}f}" for i in range(0, len(rates), every)}
    plot = columns(rates, ticks, BLUE, x_label="seconds since this run began", y_label="pages a second")
    return f"<h2>Speed</h2>{plot}"


def _records(account: Mapping[str, Any]) -> str:
    parts = ["<h2>Records</h2><p>Each record of the inputs once, by kind.</p>", bars(_top(account["records"]), BLUE)]
    if account["remarks"]:
        parts.append("<h3>What was special about them</h3><p>A record may have several remarks, or none.</p>")
        parts.append(bars(_top(account["remarks"]), GREY))
    return "".join(parts)


def _pages(account: Mapping[str, Any]) -> str:
    named = (("Statuses", "statuses", GREY), ("Languages", "languages", BLUE), ("Page types", "page_types", GREEN))
    plots = [f"<h3>{title}</h3>{bars(_top(account[name]), color)}" for title, name, color in named if account[name]]
    return f"<h2>Pages</h2>{''.join(plots)}" if plots else ""


def _top(counts: Mapping[str, int]) -> dict[str, float]:
    named = list(counts.items())
    shown: dict[str, float] = dict(named[:_MOST])
    if len(named) > _MOST:
        shown[f"{len(named) - _MOST} others"] = sum(count for _, count in named[_MOST:])
    return shown


def _bytes(account: Mapping[str, Any]) -> str:
    names = {"pages as they came": "bytes_in", "their visible text": "bytes_text", "what was kept": "bytes_kept"}
    plot = bars({title: account[name] for title, name in names.items()}, GREEN, lambda v: size(round(v)))
    return f"<h2>Bytes</h2>{plot}" if account["bytes_in"] else ""


def _times(account: Mapping[str, Any]) -> str:
    times: Sequence[Sequence[float]] = account["times"]
    if not times:
        return ""
    ratio = bin_start(1)
    starts, bins = [times[0][0]], {round(start, 6): count for start, count in times}
    while starts[-1] < times[-1][0] * 0.999:
        starts.append(starts[-1] * ratio)
    counts = [next((c for s, c in bins.items() if abs(s / start - 1) < 0.02), 0) for start in starts]
    every = max(1, len(starts) // 10)
    ticks = {i: f"{1000 * starts[i]:.3g}" for i in range(0, len(starts), every)}
    plot = columns(counts, ticks, BLUE, x_label="milliseconds a page took (logarithmic)", y_label="pages")
    return f"<h2>Time a page</h2>{plot}"


def _slowest(account: Mapping[str, Any]) -> str:
    if not account["slowest"]:
        return ""
    rows = [[_short(url), f"{seconds:.3f}", size(length)] for seconds, length, url in account["slowest"]]
    return f"<h3>Slowest pages</h3>{Table('', ['page', 'seconds', 'bytes'], rows).html()}"


def _failures(form: Mapping[str, Any]) -> str:
    unread = "".join(f"<li>{safe(reason)}</li>" for reason in form["unread"])
    rows = [[_short(name), reason] for name, reason in form["all"]["failures"]]
    parts = [f"<h2>Inputs that could not be read</h2><ul>{unread}</ul>"] if unread else []
    if rows:
        parts.append(f"<h2>Failures</h2><p>The first of them.</p>{Table('', ['page', 'why'], rows).html()}")
    return "".join(parts)


def _short(name: str) -> str:
    return name if len(name) <= 90 else f"{name[:60]}…{name[-28:]}"
