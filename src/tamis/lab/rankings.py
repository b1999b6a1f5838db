"""The rankings of ``tamis evaluate --search``: ours, plain full-text tables, and the papers' own, over the same pages.

The plain tables are SQLite's FTS5 with its own words and its own BM25, a row a page. ``all words`` joins the words of a
query by AND, as FTS5 does by itself; ``any word`` by OR. The papers' rankings are their own: ENIW's blocks by keyword
density, PAB's by priority times density, a page by the sum of its best blocks.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from time import process_time
from typing import Final

import numpy as np

from tamis.lab.competitors import PageInput, page_analyzer
from tamis.lab.corpora import Corpus, GoldPage
from tamis.lab.evaluation import Plan
from tamis.lab.search import DEPTH, Query, Ranking, Score, known_items, measure
from tamis.report.table import Table
from tamis.store import RANKS, PageRecord, Store, open_store, record
from tamis.store.records import storable
from tamis.text.terms import terms

_BATCH: Final = 100
_PAPERS: Final[Mapping[str, tuple[str, str]]] = {
    "ENIW: density": ("eniw", "density"),
    "PAB: priority × density": ("pab", "priority"),
}
"""strategy and rank"""


@dataclass(frozen=True, slots=True)
class SearchRun:
    """The figures of each ranking, over the known-item queries and, if there are any, the topical ones."""

    corpus: str
    pages: int
    queries: tuple[int, int]
    scores: Mapping[str, tuple[Score, Score, float]]
    """known-item, topical, milliseconds of processor time a query"""

    def table(self) -> Table:
        """A row a ranking."""
        known, topical = self.queries
        rows = [
            [name, *_cells(item, topical=False), *(_cells(topic, topical=True) if topical else ()), f"{cost:.1f}"]
            for name, (item, topic, cost) in self.scores.items()
        ]
        header = ["ranking", "MRR@10", "±", "missed", *(["nDCG@10", "±", "missed"] if topical else ()), "ms/query"]
        title = f"{self.corpus}: {self.pages:,} pages, {known} known-item queries, {topical} topical"
        return Table(title, header, rows)


def _cells(score: Score, *, topical: bool) -> list[str]:
    return [f"{score.ndcg if topical else score.mrr:.3f}", f"{score.error:.3f}", str(score.missed)]


@dataclass
class _Texts:
    """What the rankings are made of: the pages as they are stored, and their visible and kept texts."""

    ids: dict[str, str] = field(default_factory=dict)
    """by the name that a page is stored under"""
    stored: dict[str, list[PageRecord]] = field(default_factory=dict)
    visible: list[tuple[str, str]] = field(default_factory=list)
    kept: list[tuple[str, str]] = field(default_factory=list)
    gold: list[tuple[str, str, str]] = field(default_factory=list)


def evaluate_search(
    corpus: Corpus,
    spec: str,
    topics: Sequence[Query],
    plan: Plan,
    count: int,
    watch: Callable[[Iterable[GoldPage]], Iterable[GoldPage]] = iter,
) -> SearchRun:
    """Store a corpus's pages in each way, and put the same queries to each ranking."""
    pages = (page for number, page in enumerate(corpus) if plan.only is None or number in plan.only)
    texts = _read(corpus.name, spec, watch(pages))
    known = known_items(texts.gold, count)
    there = {page for page, _, _ in texts.gold}
    judged = [Query(text, {page: grades[page] for page in grades if page in there}) for text, grades in topics]
    topical = [query for query in judged if query.grades]
    with ExitStack() as stack:
        scores = {}
        for name, ranking in _rankings(texts, spec, stack):
            start = process_time()
            item, topic = measure(ranking, known, topical=False), measure(ranking, topical, topical=True)
            cost = 1000 * (process_time() - start) / max(1, len(known) + len(topical))
            scores[name] = item, topic, cost
    return SearchRun(corpus.name, len(texts.gold), (len(known), len(topical)), scores)


def _read(corpus: str, spec: str, pages: Iterable[GoldPage]) -> _Texts:
    analyzers = {name: page_analyzer(name)[1] for name in (spec, *(strategy for strategy, _ in _PAPERS.values()))}
    texts = _Texts(stored={name: [] for name in analyzers})
    for page in pages:
        name = f"{corpus}#{page.id}"
        texts.ids[name] = page.id
        given = PageInput(page.id, page.html, page.url, page.encoding, corpus, page.host)
        for strategy, analyze in analyzers.items():
            document = analyze(given)
            texts.stored[strategy].append(replace(record(document, page.html, host=page.host, url=name), url=name))
            if strategy == spec:
                texts.kept.append((page.id, storable(document.text)))
                shown = np.flatnonzero(~document.page.hidden).tolist()
                texts.visible.append((page.id, storable("\n".join(document.page.texts[i] for i in shown))))
                texts.gold.append((page.id, page.gold, page.title or document.metadata.title or ""))
    return texts


def _rankings(texts: _Texts, spec: str, stack: ExitStack) -> Iterator[tuple[str, Ranking]]:
    ours = stack.enter_context(open_store(":memory:"))
    _fill(ours, texts.stored[spec])
    yield f"tamis ({spec.partition(':')[0]})", _stored(ours, texts.ids, RANKS[0])
    for name, pages in (("visible text", texts.visible), ("kept text", texts.kept)):
        table = stack.enter_context(sqlite3.connect(":memory:"))
        table.execute("CREATE VIRTUAL TABLE pages USING fts5 (page UNINDEXED, text)")
        table.executemany("INSERT INTO pages VALUES (?, ?)", pages)
        yield f"FTS5, {name}, all words", _plain(table, " ")
        yield f"FTS5, {name}, any word", _plain(table, " OR ")
    for name, (strategy, rank) in _PAPERS.items():
        store = stack.enter_context(open_store(":memory:"))
        _fill(store, texts.stored[strategy])
        yield name, _stored(store, texts.ids, rank)


def _fill(store: Store, pages: Sequence[PageRecord]) -> None:
    for start in range(0, len(pages), _BATCH):
        store.add(pages[start : start + _BATCH])


def _stored(store: Store, ids: Mapping[str, str], rank: str) -> Ranking:
    return lambda query: [ids[hit.url] for hit in store.search(query, rank=rank, limit=DEPTH, by_page=True)]


def _plain(table: sqlite3.Connection, joined: str) -> Ranking:
    sql = "SELECT page FROM pages WHERE pages MATCH ? ORDER BY bm25(pages) LIMIT ?"

    def ranking(query: str) -> list[str]:
        return [row[0] for row in table.execute(sql, (joined.join(f'"{word}"' for word in terms(query)), DEPTH))]

    return ranking
