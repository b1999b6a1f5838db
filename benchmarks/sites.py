"""What the pages of a site tell: quality on real sites, how many pages it takes, and what it costs.

    TAMIS_DATA=… python benchmarks/sites.py quality            # dragnet's hosts with ten pages or more
    TAMIS_DATA=… python benchmarks/sites.py gain               # how sure it is that a template helps auto
    TAMIS_DATA=… python benchmarks/sites.py hosts              # the same by host
    TAMIS_DATA=… python benchmarks/sites.py curve              # with 2 to 10 pages there, 2 to 50 on generated sites
    python benchmarks/sites.py scale                           # learning 10,000 generated pages; all pairs and filtered
    TAMIS_DATA=… python benchmarks/sites.py overhead           # what a template adds to analyze()

Each prints Markdown. Times are the processor's, which other programs disturb less than the clock's.
"""

from __future__ import annotations

import argparse
import os
from math import comb
from pathlib import Path

import numpy as np
from site_cost import measure, overhead, scale
from site_curve import curve
from site_figures import Bench, Figures, Way, sites_of, table


def ways(bench: Bench) -> dict[str, Way]:
    """What is compared: strategies alone, with a template of all the site's pages, and of all the other pages."""

    def others(name: str) -> Way:
        return lambda pages: [
            bench.templated(name, [p for p in pages if p is not page], [page])[0] for page in pages
        ]  # fmt: skip

    found: dict[str, Way] = {}
    for name in ("auto", "shallow", "lbda", "pab"):
        found[f"`{name}`"] = lambda pages, name=name: bench.together(name, pages)
        found[f"`{name}` with a template"] = lambda pages, name=name: bench.templated(name, pages, pages)
        if name == "auto":
            found["`auto` with a template of the other pages"] = others(name)
    for name in ("content-extractor", "entropy", "style-tree", "lbda-site"):
        found[f"`{name}`"] = lambda pages, name=name: bench.together(name, pages)
    return found


def quality(args: argparse.Namespace) -> None:
    bench = Bench(sites_of(args.corpus, args.least))
    pages = sum(map(len, bench.sites.values()))
    print(
        f"{args.corpus.name.split('.')[0]}: {len(bench.sites)} hosts with {args.least} pages or more, {pages} pages\n"
    )
    rows = []
    for label, decide in ways(bench).items():
        figures = Figures.empty()
        for host, golds in bench.sites.items():
            for page, decided in zip(golds, decide(golds), strict=True):
                figures.add(host, page, decided)
        rows.append([label, *figures.row()])
    head = ["", "P", "R", "word F1", "complete", "own blocks: P", "R", "F1", "text blocks: P", "R", "F1"]
    table(head, rows)


def gain(args: argparse.Namespace) -> None:
    """Over hosts with ``--least`` to ``--most`` pages, a bootstrap over hosts of what a template adds to ``auto``."""
    sites = sites_of(args.corpus, args.least, args.most)
    bench = Bench({host: golds for host, golds in sites.items() if host not in args.without})
    by_host = []
    before = []
    for golds in bench.sites.values():
        alone, corrected = Figures.empty(), Figures.empty()
        for page, decided in zip(golds, bench.templated("auto", golds, golds), strict=True):
            alone.add_words(page, bench.alone("auto", page))
            corrected.add_words(page, decided)
        before += alone.words
        by_host.append(np.array(corrected.words) - np.array(alone.words))
    rng = np.random.default_rng(0)
    draws = [np.concatenate([by_host[i] for i in rng.integers(0, len(by_host), len(by_host))]) for _ in range(2000)]
    low, high = np.percentile([drawn.mean(axis=0) for drawn in draws], (2.5, 97.5), axis=0)
    added, alone_is = np.concatenate(by_host).mean(axis=0), np.mean(before, axis=0)
    name = args.corpus.name.split(".")[0]
    print(f"{name}: {len(by_host)} hosts, {len(before)} pages\n")
    parts = ("word F1", "P", "R", "complete")
    table(
        ["", "alone", "with a template", "added (95 % of draws of hosts)"],
        [
            [part, f"{a:.3f}", f"{a + d:.3f}", f"{d:+.3f} ({lo:+.3f} to {hi:+.3f})"]
            for part, a, d, lo, hi in zip(parts, alone_is, added, low, high, strict=True)
        ],
    )
    better, means = np.concatenate(by_host)[:, 0], np.array([rows[:, 0].mean() for rows in by_host])
    more, fewer = int((means > 0).sum()), int((means < 0).sum())
    chance = sum(comb(more + fewer, k) for k in range(max(more, fewer), more + fewer + 1)) / 2 ** (more + fewer - 1)
    print(f"{(better > 0.01).sum()} pages gain more than 0.01 of F1, {(better < -0.01).sum()} lose as much")
    print(f"{more} hosts gain, {fewer} lose, the others stay as they are (sign test: p = {min(chance, 1):.2g})\n")


def hosts(args: argparse.Namespace) -> None:
    bench = Bench(sites_of(args.corpus, args.least))
    chosen = {
        "LH": lambda pages: bench.together("entropy", pages),
        "ContentExtractor": lambda pages: bench.together("content-extractor", pages),
        "`auto`": lambda pages: bench.together("auto", pages),
        "with a template": lambda pages: bench.templated("auto", pages, pages),
    }
    rows = []
    for host, golds in sorted(bench.sites.items()):
        row = [f"{host} ({len(golds)})"]
        for decide in chosen.values():
            figures = Figures.empty()
            for page, decided in zip(golds, decide(golds), strict=True):
                figures.add(host, page, decided)
            rates = figures.own[host].rates
            row += [f"{rates.precision:.2f}", f"{rates.recall:.2f}", f"{np.mean([w[0] for w in figures.words]):.3f}"]
        rows.append(row)
    parts = ("P", "R", "word F1")
    table(["host (pages)", *(f"{label}: {part}" if part == "P" else part for label in chosen for part in parts)], rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    actions = parser.add_subparsers(required=True)
    for action in (quality, gain, hosts, curve, overhead):
        sub = actions.add_parser(action.__name__)
        sub.set_defaults(run=action)
        sub.add_argument("--corpus", type=Path, default=Path(os.environ.get("TAMIS_DATA", ".")) / "dragnet.jsonl.xz")
        sub.add_argument("--least", type=int, default=10, help="pages that a host must have")
        sub.add_argument("--most", type=int, help="pages that a host may have (gain)")
        sub.add_argument("--without", nargs="*", default=[], help="hosts to leave out (gain)")
        sub.add_argument("--svg", type=Path, default=Path("docs/pictures/site-pages.svg"))
        sub.add_argument("--every", type=int, default=1, help="of the pages of a curve take every Nth")
        sub.add_argument("--sites", type=int, default=3, help="generated sites of a curve")
        sub.add_argument("--turns", type=int, default=15)
    actions.add_parser("scale").set_defaults(run=scale)
    one = actions.add_parser("measure")
    one.add_argument("what", choices=("learn", "memory", "pairs", "filtered", "strategy"))
    one.add_argument("count", type=int)
    one.set_defaults(run=measure)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
