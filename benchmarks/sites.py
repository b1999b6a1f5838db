"""What the pages of a site tell: quality on real sites, how many pages it takes, and what it costs.

    TAMIS_DATA=… python benchmarks/sites.py quality            # dragnet's hosts with ten pages or more
    TAMIS_DATA=… python benchmarks/sites.py hosts              # the same by host
    TAMIS_DATA=… python benchmarks/sites.py curve              # with 2 to 10 pages there, 2 to 50 on generated sites
    python benchmarks/sites.py scale                           # learning 10,000 generated pages; all pairs and filtered
    TAMIS_DATA=… python benchmarks/sites.py overhead           # what a template adds to analyze()

Each prints Markdown. Times are the processor's, which other programs disturb less than the clock's.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time

import numpy as np
from generated_site import Site

import tamis
from tamis.document import Decisions, Document
from tamis.dom import read
from tamis.evaluate.corpora import GoldPage, load
from tamis.evaluate.labels import label_blocks
from tamis.evaluate.metrics import Counts, block_counts, is_complete, word_counts
from tamis.page import Page
from tamis.segment.text_flow import text_flow
from tamis.site.project import project
from tamis.site.similar import Blocks, cosine, pages_with_similar, scaled
from tamis.strategies.base import get_strategy

Decided = tuple[Page, Decisions]


def sites_of(path: Path, least: int = 10) -> dict[str, list[GoldPage]]:
    """The hosts of a corpus with that many pages or more."""
    hosts: dict[str, list[GoldPage]] = {}
    for page in load(path):
        if page.host:
            hosts.setdefault(page.host, []).append(page)
    return {host: pages for host, pages in hosts.items() if len(pages) >= least}


class Bench:
    """Pages cut and decided once by each strategy, however often they are measured."""

    def __init__(self, sites: dict[str, list[GoldPage]]) -> None:
        self.sites = sites
        self.done: dict[tuple[str, str], Decided] = {}
        self.cuts: dict[tuple[str, str], Page] = {}

    def alone(self, name: str, page: GoldPage) -> Decided:
        if (name, page.id) not in self.done:
            strategy = get_strategy(name)
            cut = strategy.cut(read(page.html, page.encoding, tamis.Limits()), page.url, {})
            self.done[name, page.id] = cut, strategy.decide_page(cut, {})
        return self.done[name, page.id]

    def templated(self, name: str, pages: Sequence[GoldPage], targets: Sequence[GoldPage]) -> list[Decided]:
        template = tamis.SiteTemplate(name)
        for page in pages:
            template.observe(*self.alone(name, page))
        return [(self.alone(name, page)[0], template.correct(*self.alone(name, page))) for page in targets]

    def together(self, name: str, pages: Sequence[GoldPage]) -> list[Decided]:
        strategy = get_strategy(name)
        if strategy.scope == "page":
            return [self.alone(name, page) for page in pages]
        cut = [self.cut(name, page) for page in pages]
        return list(zip(cut, strategy.decide_site(cut, {}), strict=True))

    def cut(self, name: str, page: GoldPage) -> Page:
        if (name, page.id) not in self.cuts:
            tree = read(page.html, page.encoding, tamis.Limits())
            self.cuts[name, page.id] = get_strategy(name).cut(tree, page.url, {})
        return self.cuts[name, page.id]


@dataclass
class Figures:
    """Means over pages of the words' measures; blocks pooled by site, as in the paper's table 2, then meaned."""

    words: list[tuple[float, float, float, float]]
    own: dict[str, Counts]
    flow: dict[str, Counts]

    @classmethod
    def empty(cls) -> Figures:
        return cls([], {}, {})

    def add(self, host: str, page: GoldPage, decided: Decided) -> None:
        self.add_words(page, decided)
        self.add_blocks(host, page, decided)

    def add_words(self, page: GoldPage, decided: Decided) -> None:
        cut, decisions = decided
        text = Document(cut, decisions, "").text
        rates = word_counts(text, page.gold).rates
        self.words.append((rates.f1, rates.precision, rates.recall, is_complete(text, page.gold)))

    def add_blocks(self, host: str, page: GoldPage, decided: Decided) -> None:
        cut, decisions = decided
        none = Counts(0, 0, 0)
        self.own[host] = self.own.get(host, none) + blocks_right(cut, decisions.kept, page.gold)
        flow = text_flow(cut.tree, cut.url)
        kept = project(decisions.kept.astype(float), cut, flow) > 0.5
        self.flow[host] = self.flow.get(host, none) + blocks_right(flow, kept, page.gold)

    def row(self) -> list[str]:
        f1, precision, recall, complete = np.mean(self.words, axis=0)
        cells = [f"{precision:.3f}", f"{recall:.3f}", f"{f1:.3f}", f"{complete:.1%}"]
        for sites in (self.own, self.flow):
            rates = [counts.rates for counts in sites.values()]
            cells += [f"{np.mean([getattr(r, part) for r in rates]):.3f}" for part in ("precision", "recall", "f1")]
        return cells


def blocks_right(page: Page, kept: np.ndarray, gold: str) -> Counts:
    wanted = label_blocks(page.texts, gold) > 0.5 if len(page) else np.zeros(0, bool)
    return block_counts(kept.tolist(), wanted.tolist())


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    print(f"| {' | '.join(head)} |\n| {' | '.join(['---'] + ['---:'] * (len(head) - 1))} |")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    print(flush=True)


def ways(bench: Bench) -> dict[str, Callable[[list[GoldPage]], list[Decided]]]:
    """What is compared: strategies alone, with a template of all the site's pages, and of all the other pages."""

    def others(name: str) -> Callable[[list[GoldPage]], list[Decided]]:
        return lambda pages: [
            bench.templated(name, [p for p in pages if p is not page], [page])[0] for page in pages
        ]  # fmt: skip

    found: dict[str, Callable[[list[GoldPage]], list[Decided]]] = {}
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
    table(
        [
            "host (pages)",
            *(f"{label}: {part}" if part == "P" else part for label in chosen for part in ("P", "R", "word F1")),
        ],
        rows,
    )


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
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
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
    for row, ((label, line), color) in enumerate(zip(lines.items(), colors, strict=False)):
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*point) for point in line))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>')
        y = bottom - 70 + 16 * row
        parts.append(f'<text x="{width - 280}" y="{y}" fill="{color}">{label}</text>')
    return "".join([*parts, "</svg>\n"])


def scale(_: argparse.Namespace) -> None:
    print("Learning a generated site, each number of pages in a process of its own\n")
    rows = []
    before = 0.0
    for count in (1250, 2500, 5000, 10000):
        found = _measured("learn", count)
        grown = f"{found['seconds'] / before:.2f}" if before else ""
        before = found["seconds"]
        rows.append(
            [
                f"{count:,}",
                f"{before:.1f}",
                grown,
                f"{found['seconds'] / count * 1000:.2f}",
                f"{found['mb']:.0f}",
                f"{found['kb']:.0f}",
            ]
        )
    table(["pages", "seconds", "× the half", "ms a page", "peak MB", "file kB"], rows)
    print("content-extractor on a generated site: comparing all pairs, and by exact filtering\n")
    rows = []
    for count in (75, 150, 300, 600, 1200, 2400):
        slow = _measured("pairs", count) if count <= 300 else None
        fast = _measured("filtered", count)
        assert slow is None or slow["sum"] == fast["sum"], "the two disagree"
        rows.append(
            [
                f"{count:,}",
                f"{fast['blocks']:,}",
                f"{slow['seconds']:.1f}" if slow else "",
                f"{fast['seconds']:.2f}",
                f"{fast['seconds'] / count * 1000:.2f}",
            ]
        )
    table(["pages", "blocks", "all pairs, s", "filtered, s", "ms a page"], rows)


def _measured(what: str, count: int) -> dict[str, float]:
    command = [sys.executable, __file__, "measure", what, str(count)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found: dict[str, float] = json.loads(printed)
    return found


def measure(args: argparse.Namespace) -> None:
    """One measurement, in a process of its own."""
    site = Site()
    if args.what == "learn":
        print(json.dumps(_learn(site, args.count)))
        return
    from tamis.segment.tag_set import tag_set
    from tamis.strategies.content_extractor import blocks_of

    pages = [tag_set(read(site.page(i).html, None, tamis.Limits())) for i in range(args.count)]
    blocks, _ = blocks_of(pages)
    start = process_time()
    found = pages_with_similar(blocks, enough=args.count + 1) if args.what == "filtered" else all_pairs(blocks)
    print(json.dumps({"seconds": process_time() - start, "blocks": len(found), "sum": int(found.sum())}))


def _learn(site: Site, count: int) -> dict[str, float]:
    template = tamis.SiteTemplate()
    seconds = 0.0
    for i in range(count):
        made = site.page(i)
        start = process_time()
        template.update((made.url, made.html))
        seconds += process_time() - start
    path = Path(f"/tmp/tamis-sites-{os.getpid()}.json")
    template.save(path)
    size = path.stat().st_size / 1000
    path.unlink()
    return {"seconds": seconds, "mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "kb": size}


def all_pairs(blocks: Blocks) -> np.ndarray:
    """Algorithm 1 of Debnath 2005 as printed, in NumPy: every block against every other, a row at a time."""
    counts = scaled(blocks.counts)
    sizes = np.array([len(terms) for terms in blocks.terms])
    norms = np.sqrt(sizes + (counts * counts).sum(axis=1))
    numbers: dict[str, int] = {}
    flat = np.array([numbers.setdefault(term, len(numbers)) for terms in blocks.terms for term in terms], np.int64)
    owners = np.repeat(np.arange(len(sizes)), sizes)
    start = np.concatenate(([0], np.cumsum(sizes)))
    marked = np.zeros(len(numbers), bool)
    found = np.zeros(len(sizes), np.int64)
    for row in range(len(sizes)):
        mine = flat[start[row] : start[row + 1]]
        marked[mine] = True
        shared = np.bincount(owners, marked[flat], len(sizes)).astype(np.int64)
        marked[mine] = False
        similar = cosine(shared, counts[row], float(norms[row]), counts, norms) > 0.9 + 1e-12
        found[row] = len(np.union1d(blocks.pages[similar], blocks.pages[row : row + 1]))
    return found


def overhead(args: argparse.Namespace) -> None:
    """Pages that the template was not learned from, with and without it, in turn."""
    sets: dict[str, list[tuple[bytes, tamis.SiteTemplate]]] = {"generated": []}
    site = Site()
    template = tamis.SiteTemplate.learn([site.page(i).html for i in range(50)])
    sets["generated"] = [(site.page(i).html.encode(), template) for i in range(1000, 1100)]
    if args.corpus.exists():
        real = []
        for golds in sites_of(args.corpus, args.least).values():
            learned = tamis.SiteTemplate.learn([page.html for page in golds[:5]])
            real += [(as_bytes(page), learned) for page in golds[5:9]]
        sets[args.corpus.name.split(".")[0]] = real
    rows = []
    for name, pairs in sets.items():
        without, with_template = _least(pairs, args.turns)
        a, b = without / len(pairs) * 1000, with_template / len(pairs) * 1000
        rows.append([f"{name} ({len(pairs)} pages)", f"{a:.2f}", f"{b:.2f}", f"{b / a - 1:.1%}"])
    table(["", "analyze(), ms", "with a template, ms", "added"], rows)


def as_bytes(page: GoldPage) -> bytes:
    return page.html if isinstance(page.html, bytes) else page.html.encode("utf-8", "surrogatepass")


def _least(pairs: list[tuple[bytes, tamis.SiteTemplate]], turns: int) -> tuple[float, float]:
    """Seconds without and with a template: of each page the least of several turns, one after the other, summed up."""
    sums = [0.0, 0.0]
    for html, template in pairs:
        least = [float("inf")] * 2
        for _ in range(turns):
            for way, chosen in enumerate((None, template)):
                start = process_time()
                _ = tamis.analyze(html, template=chosen).text
                least[way] = min(least[way], process_time() - start)
        sums = [so_far + each for so_far, each in zip(sums, least, strict=True)]
    return sums[0], sums[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    actions = parser.add_subparsers(required=True)
    for action in (quality, hosts, curve, overhead):
        sub = actions.add_parser(action.__name__)
        sub.set_defaults(run=action)
        sub.add_argument("--corpus", type=Path, default=Path(os.environ.get("TAMIS_DATA", ".")) / "dragnet.jsonl.xz")
        sub.add_argument("--least", type=int, default=10, help="pages that a host must have")
        sub.add_argument("--svg", type=Path, default=Path("docs/pictures/site-pages.svg"))
        sub.add_argument("--every", type=int, default=1, help="of the pages of a curve take every Nth")
        sub.add_argument("--sites", type=int, default=3, help="generated sites of a curve")
        sub.add_argument("--turns", type=int, default=7)
    actions.add_parser("scale").set_defaults(run=scale)
    one = actions.add_parser("measure")
    one.add_argument("what", choices=("learn", "pairs", "filtered"))
    one.add_argument("count", type=int)
    one.set_defaults(run=measure)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
