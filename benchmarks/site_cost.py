"""What templates cost: learning thousands of pages, comparing all pairs of blocks or not, and what applying adds."""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from pathlib import Path
from time import process_time, thread_time
from typing import Any

import numpy as np
from generated_site import Site
from site_figures import sites_of, table

import tamis
from tamis.html.tree import read
from tamis.lab.corpora import GoldPage
from tamis.papers.debnath2005.similar import Blocks, pages_with_similar, scaled

LEARNED = (625, 1250, 2500, 5000, 10000)


def scale(_: argparse.Namespace) -> None:
    print("Learning a generated site; all numbers of pages at once, a page of the small one, two of the next …\n")
    seconds = _measured("learn", LEARNED[-1])["seconds"]
    rows = []
    for at, number in enumerate(LEARNED):
        grown = f"{seconds[at] / seconds[at - 1]:.2f}" if at else ""
        each = f"{seconds[at] / number * 1000:.2f}"
        rows.append([f"{number:,}", f"{seconds[at]:.1f}", grown, each])
    table(["pages", "seconds", "× the half", "ms a page"], rows)
    alone = _measured("memory", LEARNED[-1])
    print(f"{LEARNED[-1]:,} pages alone: peak {alone['mb']:.0f} MB, a file of {alone['kb']:.0f} kB\n")
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
                f"{_measured('strategy', count)['seconds'] / count * 1000:.2f}",
            ]
        )
    table(["pages", "blocks", "all pairs, s", "filtered, s", "ms a page", "the strategy, ms a page"], rows)


def _measured(what: str, count: int) -> dict[str, Any]:
    command = [sys.executable, str(Path(__file__).with_name("sites.py")), "measure", what, str(count)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found: dict[str, Any] = json.loads(printed)
    return found


def measure(args: argparse.Namespace) -> None:
    """One measurement, in a process of its own."""
    site = Site()
    if args.what in ("learn", "memory"):
        print(json.dumps(_learn(site) if args.what == "learn" else _memory(site, args.count)))
        return
    if args.what == "strategy":  # counts up to 64 pages only, as it needs no more
        pages = [site.page(i).html for i in range(args.count)]
        start = process_time()
        tamis.analyze_site(pages)
        print(json.dumps({"seconds": process_time() - start}))
        return
    from tamis.papers.debnath2005.content_extractor import blocks_of
    from tamis.papers.debnath2005.tag_set import tag_set

    cut = [tag_set(read(site.page(i).html, None, tamis.Limits())) for i in range(args.count)]
    blocks, _ = blocks_of(cut)
    start = process_time()
    found = pages_with_similar(blocks, enough=args.count + 1) if args.what == "filtered" else all_pairs(blocks)
    print(json.dumps({"seconds": process_time() - start, "blocks": len(found), "sum": int(found.sum())}))


def _learn(site: Site) -> dict[str, list[float]]:
    """Seconds for each number of pages, learned side by side so that the machine's moods are the same for all."""
    templates = [tamis.SiteTemplate() for _ in LEARNED]
    seconds = [0.0] * len(LEARNED)
    for turn in range(LEARNED[0]):
        for at, (number, template) in enumerate(zip(LEARNED, templates, strict=True)):
            share = number // LEARNED[0]
            made = [site.page(i) for i in range(turn * share, (turn + 1) * share)]
            start = thread_time()
            for page in made:
                template.update((page.url, page.html))
            seconds[at] += thread_time() - start
    return {"seconds": seconds}


def _memory(site: Site, count: int) -> dict[str, float]:
    template = tamis.SiteTemplate()
    for made in map(site.page, range(count)):
        template.update((made.url, made.html))
    size = len(template.to_json().encode()) / 1000
    return {"mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "kb": size}


def cosine(shared: np.ndarray, counts: np.ndarray, norm: float, others: np.ndarray, norms: np.ndarray) -> np.ndarray:
    """Of one vector with others: ``shared`` terms and the dot product of the counts, over the norms."""
    lengths = norm * norms
    dots = shared + (others * counts).sum(axis=1)
    return np.divide(dots, lengths, out=np.zeros(len(dots)), where=lengths > 0)


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
