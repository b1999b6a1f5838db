"""A store's counts for people: as a table and as a plot."""

from __future__ import annotations

from html import escape
from typing import Final

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
    rows = [_row("all", stats), *(_row(site or "(unknown)", counts) for site, counts in stats.sites[: max(0, limit)])]
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    lines = ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in (header, *rows)]
    more = len(stats.sites) - max(0, limit)
    return "\n".join([*lines, *([f"and {more} more sites"] if more > 0 else [])])


def _row(name: str, counts: SiteStats) -> list[str]:
    return [
        name, f"{counts.pages:,}", f"{counts.blocks:,}", f"{counts.unique_blocks:,}", size(counts.raw_bytes),
        size(counts.kept_bytes), size(counts.stored_bytes), f"{100 * counts.saved_by_dropping:.1f} %",
        f"{100 * counts.saved_by_storing_once:.1f} %",
    ]  # fmt: skip


def size(count: int) -> str:
    """Bytes with a unit.

    >>> size(900), size(4000), size(52_258_000)
    ('900 B', '4.0 kB', '52.3 MB')
    """
    if count < 1000:
        return f"{count} B"
    value = float(count)
    for unit in ("kB", "MB", "GB", "TB"):
        value /= 1000
        if value < 1000 or unit == "TB":
            break
    return f"{value:.1f} {unit}"


def plot(stats: Stats, limit: int = 20) -> str:
    """Raw, kept and stored bytes of each site as bars, in an SVG that stands by itself."""
    shown = [("all", stats), *((site or "(unknown)", counts) for site, counts in stats.sites[: max(0, limit)])]
    height = 40 + _ROW * len(shown)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" '
        'font-family="sans-serif" font-size="12" role="img"><title>Bytes by site: raw, kept and stored</title>'
    ]
    for i, (name, _, color) in enumerate(_BARS):
        parts.append(f'<rect x="{_LEFT + 90 * i}" y="10" width="10" height="10" fill="{color}"/>')
        parts.append(f'<text x="{_LEFT + 90 * i + 15}" y="19">{name}</text>')
    for i, (name, counts) in enumerate(shown):
        top = 36 + _ROW * i
        parts.append(f'<text x="{_LEFT - 10}" y="{top + 20}" text-anchor="end">{escape(name[:32])}</text>')
        # Each site fills its own row: sites differ a thousandfold, and the shares are what is to be seen.
        largest = max(1, counts.raw_bytes)
        for k, (_, field, color) in enumerate(_BARS):
            value: int = getattr(counts, field)
            width = max(1.0, (_WIDTH - _LEFT - 90) * value / largest)
            y = top + (_BAR + 2) * k
            parts.append(f'<rect x="{_LEFT}" y="{y}" width="{width:.1f}" height="{_BAR}" fill="{color}"/>')
            parts.append(f'<text x="{_LEFT + width + 5:.1f}" y="{y + 9}" font-size="10">{size(value)}</text>')
    return "\n".join([*parts, "</svg>\n"])
