"""Pages into and out of a store."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.errors import UsageError
from tamis.roles import Role
from tamis.store.data import drop_data, write_data
from tamis.store.database import Database
from tamis.store.forms import add_forms, count_languages
from tamis.store.records import PageRecord, Recipe, storable
from tamis.store.results import Added, Known
from tamis.store.segments import TITLE, IndexedBlocks, Mask, drop_pages, merge_segments, write_segment
from tamis.store.similar import Known as KnownSketches
from tamis.store.similar import Sketches, short_keys
from tamis.store.stored import pack_places
from tamis.store.texts import SHORT, NewTexts, drop_texts, write_texts
from tamis.store.tokens import Tokens, sketches, tokenize
from tamis.store.varints import Ints
from tamis.text.stems import stemmed_as

_NOTED: Final = 5_000_000
"""words that a writer remembers of a language, in 40 MB"""


class Memory:
    """What a writer remembers from one transaction to the next."""

    def __init__(self) -> None:
        self._noted: dict[str, NDArray[np.uint64]] = {}
        self.sketches = KnownSketches()

    def forget(self) -> None:
        """Begin anew: a transaction failed."""
        self._noted.clear()
        self.sketches.forget()

    def fresh(self, language: str, hashes: NDArray[np.uint64]) -> Mask:
        """Which words, given by different hashes, are met for the first time in a language; they are noted.

        No row leaves the forms of words but when all are made anew.
        """
        before = self._noted.get(language, hashes[:0])
        at = np.searchsorted(before, hashes)
        new: Mask = (np.append(before, np.uint64(0))[at] != hashes) | (at == len(before))
        if len(before) < _NOTED:
            self._noted[language] = np.sort(np.concatenate((before, hashes[new])), kind="stable")
        return new


class _Prepared(NamedTuple):
    """Pages with the terms of their titles and blocks, one page after the other, and the sketches of these texts."""

    pages: list[PageRecord]
    tokens: Tokens
    keys: Ints
    firsts: list[int]
    """where each page begins among the texts; one more, for the end"""

    def only(self, chosen: Sequence[int]) -> _Prepared:
        """Some of the pages."""
        if len(chosen) == len(self.pages):
            return self
        return _prepare([self.pages[i] for i in chosen])


def add_pages(database: Database, pages: Iterable[PageRecord], memory: Memory) -> Added:
    """Store pages in one transaction; of an address that comes twice, the last page."""
    latest = {page.url: page for page in pages}
    if "" in latest:
        raise UsageError("a page without an address needs a name to be stored under: record(…, url=…)")
    prepared = _prepare(list(latest.values()))  # all that takes time, before the transaction
    try:
        with database.writing():
            return _write(database, prepared, memory)
    except BaseException:
        memory.forget()
        raise


def add_pages_within(database: Database, pages: list[PageRecord]) -> Added:
    """Store pages of different addresses inside a transaction of the caller's."""
    return _write(database, _prepare(pages), Memory())


def known_pages(database: Database, urls: Iterable[str]) -> dict[str, Known]:
    """What is known of those of the pages that are stored."""
    sql = """SELECT p.url, p.source, r.version, r.strategy, r.settings, r.model
        FROM pages p JOIN runs r ON r.id = p.run WHERE p.url IN ?"""
    rows = database.rows_with(sql, set(map(storable, urls)))
    return {url: Known(bytes(source), tuple(recipe)) for url, source, *recipe in rows}


def forget_pages(database: Database, urls: Iterable[str], site: str | None) -> int:
    """Remove pages, with the texts that no other page has; how many there were."""
    with database.writing():
        found = database.rows_with("SELECT id FROM pages WHERE url IN ?", set(map(storable, urls)))
        ids = {row[0] for row in found}
        if site is not None:
            ids |= {row[0] for row in database.run("SELECT id FROM pages WHERE site = ?", (storable(site),))}
            database.run("DELETE FROM templates WHERE site = ?", (storable(site),))
        _detach(database, ids)
        database.run_many("DELETE FROM pages WHERE id = ?", [(page,) for page in sorted(ids)])
        _drop_runs(database)
    return len(ids)


def _prepare(pages: list[PageRecord]) -> _Prepared:
    texts = [text for page in pages for text in (page.title if page.blocks else "", *(b.text for b in page.blocks))]
    tokens = tokenize(texts)
    firsts = np.cumsum([0, *(1 + len(page.blocks) for page in pages)]).tolist()
    return _Prepared(pages, tokens, short_keys(sketches(tokens)), firsts)


def _write(database: Database, prepared: _Prepared, memory: Memory) -> Added:
    """Write what is new or has changed, inside a transaction of the caller's."""
    urls = [page.url for page in prepared.pages]
    stored = known_pages(database, urls)
    chosen = [i for i, page in enumerate(prepared.pages) if stored.get(page.url) != Known(page.source, page.recipe)]
    if not chosen:
        return Added(unchanged=len(urls))
    fresh = prepared.only(chosen)
    ids = _ids(database, fresh.pages)
    changed = [ids[page.url] for page in fresh.pages if page.url in stored]
    _detach(database, changed)
    of_long = np.unique(fresh.keys[fresh.tokens.sizes >= SHORT])
    texts = write_texts(database, _new_texts(fresh, ids), memory.sketches.look_up(database, of_long))
    numbers = [ids[page.url] for page in fresh.pages]
    write_segment(database, numbers, _indexed(fresh), fresh.tokens, Sketches.of(texts.sketches))
    _write_pages(database, fresh.pages, ids, texts.addresses)
    write_data(database, fresh.pages, ids)
    _write_forms(database, fresh, memory)
    merge_segments(database)
    if changed:
        _drop_runs(database)
    kept = sum(len(page.blocks) for page in fresh.pages)
    return Added(len(fresh.pages) - len(changed), len(changed), len(urls) - len(fresh.pages), kept, texts.new)


def _ids(database: Database, pages: Sequence[PageRecord]) -> dict[str, int]:
    """The numbers of pages by address: those they have, or new ones."""
    urls = [page.url for page in pages]
    ids: dict[str, int] = dict(database.rows_with("SELECT url, id FROM pages WHERE url IN ?", urls))
    new = [url for url in urls if url not in ids]
    return ids | {url: number for number, url in enumerate(new, start=_next_id(database, "pages"))}


def _new_texts(fresh: _Prepared, ids: dict[str, int]) -> list[NewTexts]:
    long = (fresh.tokens.sizes >= SHORT).tolist()
    keys = [row if many else () for row, many in zip(fresh.keys.tolist(), long, strict=True)]
    return [
        NewTexts(ids[page.url], [block.text for block in page.blocks], keys[first + 1 : end])
        for page, first, end in zip(fresh.pages, fresh.firsts, fresh.firsts[1:], strict=False)
    ]


def _indexed(fresh: _Prepared) -> IndexedBlocks:
    places: list[int] = []
    scores: list[float] = []
    priorities: list[float] = []
    roles: list[Role] = []
    for page in fresh.pages:
        places += [TITLE, *(block.index for block in page.blocks)]
        scores += [1.0, *(block.score for block in page.blocks)]
        priorities += [1.0, *(block.priority for block in page.blocks)]
        roles += ["title", *(block.role for block in page.blocks)]
    return IndexedBlocks(fresh.firsts, places, scores, priorities, roles)


def _write_pages(
    database: Database, pages: Sequence[PageRecord], ids: dict[str, int], addresses: list[list[int]]
) -> None:
    runs = _runs(database, {page.recipe for page in pages})
    columns = (
        "url", "site", "host", "run", "source", "status", "raw_bytes", "text_bytes", "kept_bytes", "ledger", "kept",
        "title", "language", "date", "page_type", "places",
    )  # fmt: skip
    rows = [
        (
            ids[page.url], page.url, page.site, page.host, runs[page.recipe], page.source, page.status, page.raw_bytes,
            page.text_bytes, sum(len(block.text.encode()) for block in page.blocks), page.ledger, len(page.blocks),
            page.title, page.language, page.date, page.page_type, pack_places(page.blocks, texts),
        )
        for page, texts in zip(pages, addresses, strict=True)
    ]  # fmt: skip
    database.run_many(
        f"""INSERT INTO pages (id, {", ".join(columns)}) VALUES (?{", ?" * len(columns)})
        ON CONFLICT (id) DO UPDATE SET {", ".join(f"{name} = excluded.{name}" for name in columns)}""",  # noqa: S608
        rows,
    )


def _write_forms(database: Database, fresh: _Prepared, memory: Memory) -> None:
    """The forms of the pages' words, by the language of each page."""
    languages = [stemmed_as(page.language) for page in fresh.pages]
    count_languages(database, languages)
    words, hashes, terms, sizes = fresh.tokens
    ends = np.concatenate(([0], np.cumsum(sizes)))[fresh.firsts].tolist()
    for language in sorted(set(languages)):
        there = np.zeros(len(words), np.bool_)
        for own, first, end in zip(languages, ends, ends[1:], strict=False):
            if own == language:
                there[terms[first:end]] = True
        used = np.flatnonzero(there)
        new = used[memory.fresh(language, hashes[used])]
        add_forms(database, [words[i] for i in new.tolist()], language)


def _detach(database: Database, pages: Collection[int]) -> None:
    """Remove the texts of some pages, and take the pages out of the index."""
    if not pages:
        return
    rows = list(database.rows_with("SELECT language FROM pages WHERE id IN ?", sorted(pages)))
    drop_texts(database, pages)
    drop_data(database, pages)
    drop_pages(database, pages)
    count_languages(database, [stemmed_as(language) for (language,) in rows], -1)


def _runs(database: Database, recipes: set[Recipe]) -> dict[Recipe, int]:
    """The ids of the runs, made where there are none."""
    stored = database.run("SELECT id, version, strategy, settings, model FROM runs")
    known = {Recipe(*recipe): number for number, *recipe in stored}
    new = list(enumerate(sorted(recipes - set(known)), start=_next_id(database, "runs")))
    sql = "INSERT INTO runs (id, version, strategy, settings, model) VALUES (?, ?, ?, ?, ?)"
    database.run_many(sql, [(number, *recipe) for number, recipe in new])
    return known | {recipe: number for number, recipe in new}


def _drop_runs(database: Database) -> None:
    database.run("DELETE FROM runs WHERE id NOT IN (SELECT run FROM pages)")


def _next_id(database: Database, table: str) -> int:
    return int(database.run(f"SELECT coalesce(max(id), 0) + 1 FROM {table}")[0][0])  # noqa: S608 - our own table names
