"""How many pages a template takes: word F1 with 2 to 10 pages of real sites, to 50 of generated ones; and a drawing."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np
from generated_site import Site
from site_figures import Bench, Figures, sites_of, table

from tamis.lab.corpora import GoldPage


def curve(args: argparse.Namespace) -> None:
    bench = Bench(sites_of(args.corpus, args.least))
    lines: dict[str, list[tuple[int, float]]] = {}
    rows = []
    for count in (1, 2, 3, 4, 5, 6, 8, 10):
        row = [str(count)]
        for name, label in (("auto", "auto with a template"), ("content-extractor", "content-extractor")):
            figures = Figures.empty()
            for golds in bench.sites.values():
                for i, page in enumerate(golds):
                    if i % args.every:
                        continue
                    window = [golds[(i + k) % len(golds)] for k in range(count)]
                    if count == 1:
                        if name != "auto":
                            continue
                        decided = bench.alone(name, page)
                    elif name == "auto":
                        decided = bench.templated(name, window, [page])[0]
                    else:
                        decided = bench.together(name, window)[0]
                    figures.add_words(page, decided)
            row += _curve_cells(figures)
            if figures.words:
                lines.setdefault(f"{label}, dragnet", []).append((count, float(np.mean([w[0] for w in figures.words]))))
        rows.append(row)
    which = "each page" if args.every == 1 else f"one page of {args.every}"
    print(f"dragnet: {which} with the pages that follow it on its host\n")
    table(["pages", "auto + template: P", "word F1", "complete", "content-extractor: P", "word F1", "complete"], rows)
    generated_curve(lines, range(1, args.sites + 1))
    args.svg.write_text(drawn(lines), encoding="utf-8")
    print(f"the curves are drawn in {args.svg}")


def _curve_cells(figures: Figures) -> list[str]:
    if not figures.words:
        return ["", "", ""]
    f1, precision, _, complete = np.mean(figures.words, axis=0)
    return [f"{precision:.3f}", f"{f1:.3f}", f"{complete:.1%}"]


def generated_curve(lines: dict[str, list[tuple[int, float]]], seeds: Sequence[int]) -> None:
    counts = (1, 2, 3, 4, 5, 6, 8, 10, 20, 30, 50)
    bench = Bench({})
    rows = []
    for count in counts:
        row = [str(count)]
        for name in ("auto", "shallow"):
            figures = Figures.empty()
            for seed in seeds:
                site = Site(seed)
                made = [(i, site.page(i)) for i in (*range(count if count > 1 else 0), *range(1000, 1020))]
                golds = [GoldPage(f"{seed} {i}", m.html, m.content, url=m.url) for i, m in made]
                learned, targets = golds[:-20], golds[-20:]
                decided = (
                    bench.templated(name, learned, targets) if learned else [bench.alone(name, p) for p in targets]
                )
                for page, one in zip(targets, decided, strict=True):
                    figures.add_words(page, one)
            row += _curve_cells(figures)
            lines.setdefault(f"{name} with a template, generated", []).append(
                (count, float(np.mean([w[0] for w in figures.words])))
            )
        rows.append(row)
    print(f"{len(seeds)} generated sites, 20 further pages of each; 1 is the strategy alone\n")
    table(["pages", "auto + template: P", "word F1", "complete", "shallow + template: P", "word F1", "complete"], rows)


def drawn(lines: dict[str, list[tuple[int, float]]]) -> str:
    """The curves as a small SVG: word F1 over the number of pages, which grows by logarithm."""
    width, height, left, bottom = 640, 380, 50, 330
    colors = ("#1b6ca8", "#c0392b", "#27813b", "#8e5ea2")
    low = int(min(f1 for line in lines.values() for _, f1 in line) * 20) / 20

    def at(count: int, f1: float) -> tuple[float, float]:
        return left + (width - left - 20) * np.log(count) / np.log(50), bottom - (bottom - 20) * (f1 - low) / (1 - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="12">'
    ]
    parts.append(f'<rect width="{width}" height="{height}" fill="#fff"/>')
    for tick in np.arange(low, 1.001, 0.05):
        y = at(1, float(tick))[1]
        parts.append(
            f'<path d="M{left} {y:.1f}H{width - 20}" stroke="#ddd"/><text x="10" y="{y + 4:.1f}">{tick:.2f}</text>'
        )
    for count in (1, 2, 3, 5, 10, 20, 50):
        x = at(count, low)[0]
        parts.append(f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{count}</text>')
    parts.append(f'<text x="{width / 2}" y="{bottom + 32}" text-anchor="middle">pages learned from (1: alone)</text>')
    parts.append(f'<text x="10" y="{bottom + 32}">word F1</text>')
    for (label, line), color in zip(lines.items(), colors, strict=False):
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*point) for point in line))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>')
        x, y = at(*line[-1])
        where = (
            f'x="{x + 6:.1f}" y="{y + 4:.1f}"' if x < width / 1.5 else f'x="{x:.1f}" y="{y + 18:.1f}" text-anchor="end"'
        )
        parts.append(f'<text {where} fill="{color}">{label}</text>')
    return "".join([*parts, "</svg>\n"])
