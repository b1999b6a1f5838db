"""Plots as inline SVG: a few marks on a scale are all that the report needs, so there is no plotting library."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tamis.report.page import safe

INK, SOFT, PAPER = "var(--ink, #222)", "var(--soft, #5a5a5a)", "var(--paper, #fff)"
LINE, FAINT, AXIS = "var(--line, #e4e4e0)", "var(--faint, #f0f0ec)", "var(--axis, #999)"
# The page's style sheet has the colours, for light and for dark screens; a plot without a page is a light one.
OURS = tuple(f"var(--ours-{number})" for number in range(1, 15))
PEERS = tuple(f"var(--peers-{number})" for number in range(1, 9))
BLUE, GREEN, GREY = OURS[0], OURS[1], PEERS[4]

WIDTH = 1000
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 24, 16, 44
_CHAR = 7.4
"""the width of a character of bold 12 px text, on average"""


@dataclass(frozen=True, slots=True)
class Mark:
    """A point with its name and colour; ``low`` and ``high`` are the ends of its interval on the y axis."""

    name: str
    x: float
    y: float
    low: float
    high: float
    color: str


@dataclass(frozen=True, slots=True)
class Scale:
    """Values to pixels, and the values to write on the axis."""

    place: Callable[[float], float]
    ticks: Sequence[float]


def linear(low: float, high: float, start: float, end: float, *, steps: int = 5) -> Scale:
    """A linear scale with round ticks.

    >>> [round(t, 2) for t in linear(0.53, 0.97, 0, 100).ticks]
    [0.6, 0.7, 0.8, 0.9]
    """
    span = max(high - low, 1e-9)
    rough = span / steps
    power = 10.0 ** math.floor(math.log10(rough))
    step = min((s * power for s in (1, 2, 5, 10)), key=lambda s: abs(s - rough))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return Scale(lambda v: start + (v - low) / span * (end - start), [i * step for i in range(first, last + 1)])


def logarithmic(low: float, high: float, start: float, end: float) -> Scale:
    """A logarithmic scale with ticks at 1, 2, 5, 10, 20 …

    >>> logarithmic(0.9, 30, 0, 100).ticks
    [1.0, 2.0, 5.0, 10.0, 20.0]
    """
    a, b = math.log10(low), math.log10(high)
    powers = range(math.floor(a), math.ceil(b) + 1)
    ticks = [s * 10.0**p for p in powers for s in (1, 2, 5) if low <= s * 10.0**p <= high]
    return Scale(lambda v: start + (math.log10(v) - a) / max(b - a, 1e-9) * (end - start), ticks)


def scatter(marks: Sequence[Mark], *, x_label: str, y_label: str, height: int = 420) -> str:
    """Points with intervals, named beside them: x logarithmic, y linear."""
    if not marks:
        return ""
    x = logarithmic(min(m.x for m in marks) / 1.6, max(m.x for m in marks) * 2.6, _LEFT, WIDTH - _RIGHT)
    low, high = min(m.low for m in marks), max(m.high for m in marks)
    pad = max(0.02, 0.06 * (high - low))
    y = linear(max(0.0, low - pad), min(1.0, high + pad), height - _BOTTOM, _TOP)
    parts = _axes(x, y, height, x_label, y_label)
    taken: list[tuple[float, float, float, float]] = []
    for mark in marks:
        cx, cy = x.place(mark.x), y.place(mark.y)
        taken += [(cx - 6, cy - 6, cx + 6, cy + 6), (cx - 1, y.place(mark.high), cx + 1, y.place(mark.low))]
        parts.append(line(cx, y.place(mark.low), cx, y.place(mark.high), stroke=mark.color, width=1.5))
        tip = f"{mark.name}: F1 {mark.y:.3f} ({mark.low:.3f} to {mark.high:.3f}), {mark.x:.1f} ms"
        parts.append(circle(cx, cy, 6, mark.color, tip))
    for mark in marks:
        parts.append(_beside(mark, x.place(mark.x), y.place(mark.y), taken))
    return svg(parts, height)


def _beside(mark: Mark, cx: float, cy: float, taken: list[tuple[float, float, float, float]]) -> str:
    """The mark's name where it covers no other: right, left, or ever further above and below."""
    width = _CHAR * len(mark.name)
    places = [(cx + 10, cy + 4), (cx - 10 - width, cy + 4)]
    places += [(cx + 8, cy + 4 + sign * step) for step in (13, 26, 39) for sign in (-1, 1)]
    for left, base in places:
        box = (left, base - 11, left + width, base + 3)
        inside = left >= _LEFT and left + width <= WIDTH
        if inside and not any(a < box[2] and box[0] < c and b < box[3] and box[1] < d for a, b, c, d in taken):
            break
    taken.append(box)
    return text(left, base, mark.name, fill=mark.color, weight=600)


def bars(rows: Mapping[str, float], color: str, show: Callable[[float], str] = "{:,.0f}".format) -> str:
    """A bar for each name, with its value written behind it; the longest fills the width."""
    if not rows:
        return ""
    left = min(300, int(_CHAR * max(map(len, rows))) + 16)
    height = 26 * len(rows) + 8
    room = WIDTH - left - 110
    longest = max(*rows.values(), 1e-9)
    parts = []
    for number, (name, value) in enumerate(rows.items()):
        top = 26 * number + 4
        wide = max(1.0, room * value / longest)
        shown = name if len(name) * _CHAR <= left else f"{name[: int(left / _CHAR) - 1]}…"
        parts.append(text(left - 10, top + 14, shown, anchor="end"))
        parts.append(rect(left, top, wide, 18, color, f"{name}: {show(value)}"))
        parts.append(text(left + wide + 8, top + 14, show(value), fill=SOFT))
    return svg(parts, height)


def columns(values: Sequence[float], ticks: Mapping[int, str], color: str, *, x_label: str, y_label: str) -> str:
    """Columns side by side; ``ticks`` are what to write below some of them."""
    if not values:
        return ""
    height = 240
    y = linear(0, max(*values, 1e-9) * 1.05, height - _BOTTOM, _TOP)
    step = (WIDTH - _LEFT - _RIGHT) / len(values)
    places = [_LEFT + (number + 0.5) * step for number in range(len(values))]
    parts = _rows_of_grid(y, "{:,.4g}")
    for place, value in zip(places, values, strict=True):
        top = y.place(value)
        parts.append(
            rect(place - step / 2 + 0.5, top, max(step - 1, 0.5), height - _BOTTOM - top, color, f"{value:,.4g}")
        )
    for number, tick in ticks.items():
        parts.append(text(places[number], height - _BOTTOM + 18, tick, anchor="middle", fill=SOFT))
    parts.append(line(_LEFT, height - _BOTTOM, WIDTH - _RIGHT, height - _BOTTOM, stroke=AXIS))
    parts.append(text((_LEFT + WIDTH - _RIGHT) / 2, height - 8, x_label, anchor="middle", fill=SOFT))
    parts.append(text(_LEFT, 12, y_label, fill=SOFT))
    return svg(parts, height)


def _axes(x: Scale, y: Scale, height: int, x_label: str, y_label: str) -> list[str]:
    parts = _rows_of_grid(y, "{:.2f}") + _columns_of_grid(x, height, "{:g}", FAINT)
    parts.append(line(_LEFT, height - _BOTTOM, WIDTH - _RIGHT, height - _BOTTOM, stroke=AXIS))
    parts.append(text((_LEFT + WIDTH - _RIGHT) / 2, height - 8, x_label, anchor="middle", fill=SOFT))
    middle = (_TOP + height - _BOTTOM) / 2
    turned = f'text-anchor="middle" fill="{SOFT}" transform="rotate(-90 14 {middle:.1f})"'
    parts.append(f'<text x="14" y="{middle:.1f}" {turned}>{safe(y_label)}</text>')
    return parts


def _rows_of_grid(y: Scale, form: str) -> list[str]:
    parts = []
    for tick in y.ticks:
        parts.append(line(_LEFT, y.place(tick), WIDTH - _RIGHT, y.place(tick), stroke=LINE))
        parts.append(text(_LEFT - 8, y.place(tick) + 4, form.format(tick), anchor="end", fill=SOFT))
    return parts


def _columns_of_grid(x: Scale, height: int, form: str, stroke: str) -> list[str]:
    parts = []
    for tick in x.ticks:
        parts.append(line(x.place(tick), _TOP, x.place(tick), height - _BOTTOM, stroke=stroke))
        parts.append(text(x.place(tick), height - _BOTTOM + 18, form.format(tick), anchor="middle", fill=SOFT))
    return parts


def svg(parts: Sequence[str], height: float, width: float = WIDTH) -> str:
    """A whole plot; a page's style sheet has its own fonts, and the attributes here serve one without a page."""
    fonts = 'font-family="sans-serif" font-size="12"'
    box = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box} {fonts} role="img">{"".join(parts)}</svg>'


def line(x1: float, y1: float, x2: float, y2: float, *, stroke: str, width: float = 1, dash: bool = False) -> str:
    """A straight line."""
    dashes = ' stroke-dasharray="3 3"' if dash else ""
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="{stroke}" stroke-width="{width:g}"{dashes}/>'


def rect(x: float, y: float, width: float, height: float, color: str, tip: str) -> str:
    """A filled rectangle with a tooltip."""
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect {place} fill="{color}"><title>{safe(tip)}</title></rect>'


def circle(cx: float, cy: float, radius: float, color: str, tip: str) -> str:
    """A point with a tooltip."""
    place = f'cx="{cx:.1f}" cy="{cy:.1f}" r="{radius:g}"'
    return f'<circle {place} fill="{color}" stroke="{PAPER}" stroke-width="1.5"><title>{safe(tip)}</title></circle>'


def text(x: float, y: float, text: str, *, anchor: str = "start", fill: str = INK, weight: int = 400) -> str:
    """A text; ``y`` is its base line."""
    look = f'text-anchor="{anchor}" fill="{fill}" font-weight="{weight}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {look}>{safe(text)}</text>'
