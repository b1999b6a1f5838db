"""Pages of sites, decided once by each strategy, and the figures of them: what the commands of sites.py share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import tamis
from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page
from tamis.blocks.project import project
from tamis.blocks.text_flow import text_flow
from tamis.document import Document
from tamis.html.tree import read
from tamis.lab.corpora import GoldPage, load
from tamis.lab.labels import label_blocks
from tamis.lab.metrics import Counts, block_counts, is_complete, word_counts
from tamis.strategies.base import get_strategy

Decided = tuple[Page, Decisions]
Way = Callable[[list[GoldPage]], list[Decided]]


def sites_of(path: Path, least: int = 10, most: int | None = None) -> dict[str, list[GoldPage]]:
    """The hosts of a corpus with that many pages or more, up to ``most``."""
    hosts: dict[str, list[GoldPage]] = {}
    for page in load(path):
        if page.host:
            hosts.setdefault(page.host, []).append(page)
    return {host: pages for host, pages in hosts.items() if least <= len(pages) <= (most or len(pages))}


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
