"""A store's counts for people: as a table and as a plot."""

from __future__ import annotations

from typing import Final

from tamis.report.svg import rect, svg, text
from tamis.report.table import Table, size
from tamis.store.results import SiteStats, Stats

_WIDTH, _LEFT, _ROW, _BAR = 900, 220, 44, 10
_BARS: Final = (
    ("raw", "raw_bytes", "#b8b8b8"),
    ("kept", "kept_bytes", "#4a90d9"),
    ("stored", "stored_bytes", "#1f5f3f"),
)


def table(stats: Stats, limit: int = 20) -> str:
    """The counts in columns: all pages first, then the sites with the most bytes.

    >>> counts = SiteStats(2, 10, 9, 4000, 1500, 1000, 900)
    >>> print(table(Stats(2, 10, 9, 4000, 1500, 1000, 900, (("example.org", counts),))))
    site         pages  blocks  unique     raw    kept  stored  dropped    once
    all              2      10       9  4.0 kB  1.0 kB   900 B   75.0 %  10.0 %
    example.org      2      10       9  4.0 kB  1.0 kB   900 B   75.0 %  10.0 %
    """
    header = ["site", "pages", "blocks", "unique", "raw", "kept", "stored", "dropped", "once"]
    rows = [
        [
            name, f"{counts.pages:,}", f"{counts.blocks:,}", f"{counts.unique_blocks:,}", size(counts.raw_bytes),
            size(counts.kept_bytes), size(counts.stored_bytes), f"{100 * counts.saved_by_dropping:.1f} %",
            f"{100 * counts.saved_by_storing_once:.1f} %",
        ]
        for name, counts in _largest(stats, limit)
    ]  # fmt: skip
    more = len(stats.sites) - max(0, limit)
    return Table("", header, rows, [f"and {more} more sites"] if more > 0 else []).text()


def plot(stats: Stats, limit: int = 20) -> str:
    """Raw, kept and stored bytes of each site as bars, in an SVG for a file of its own."""
    parts = []
    for i, (name, _, color) in enumerate(_BARS):
        parts += [rect(_LEFT + 90 * i, 10, 10, 10, color, name), text(_LEFT + 90 * i + 15, 19, name)]
    shown = _largest(stats, limit)
    for i, (name, counts) in enumerate(shown):
        top = 36 + _ROW * i
        parts.append(text(_LEFT - 10, top + 20, name[:32], anchor="end"))
        # Each site fills its own row: sites differ a thousandfold, and the shares are what is to be seen.
        largest = max(1, counts.raw_bytes)
        for k, (kind, field, color) in enumerate(_BARS):
            value: int = getattr(counts, field)
            width = max(1.0, (_WIDTH - _LEFT - 90) * value / largest)
            y = top + (_BAR + 2) * k
            parts.append(rect(_LEFT, y, width, _BAR, color, f"{name}: {kind} {size(value)}"))
            parts.append(text(_LEFT + width + 5, y + 9, size(value)))
    return svg(parts, 40 + _ROW * len(shown), _WIDTH) + "\n"


def _largest(stats: Stats, limit: int) -> list[tuple[str, SiteStats]]:
    """The whole store, and the sites with the most bytes."""
    return [("all", stats), *((site or "(unknown)", counts) for site, counts in stats.sites[: max(0, limit)])]
