"""A batch of pages on its way into a store."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tamis.store.base import Added
from tamis.store.near import link_near
from tamis.store.records import PageRecord, Recipe
from tamis.store.stemming import index_stems
from tamis.text.fingerprint import exact
from tamis.text.stems import language_of_page
from tamis.text.terms import terms

if TYPE_CHECKING:
    from tamis.store.sql import SqlStore


@dataclass(frozen=True, slots=True)
class Batch:
    """Pages with the fingerprints of their blocks and the languages they are stemmed in."""

    pages: tuple[PageRecord, ...]
    fingerprints: tuple[tuple[bytes, ...], ...]
    languages: tuple[str, ...]

    @classmethod
    def of(cls, pages: Iterable[PageRecord]) -> Batch:
        """Fingerprint the blocks of some pages, and detect their languages."""
        listed = tuple(pages)
        return cls(
            listed,
            tuple(tuple(exact(block.text) for block in page.blocks) for page in listed),
            tuple(language_of_page(block.text for block in page.blocks) for page in listed),
        )

    def write(self, store: SqlStore) -> Added:
        """Write the batch, inside a transaction of the caller's."""
        stored = store.known(page.url for page in self.pages)
        fresh = [
            i for i, page in enumerate(self.pages)
            if (known := stored.get(page.url)) is None or (known.source, known.recipe) != (page.source, page.recipe)
        ]  # fmt: skip
        if not fresh:
            return Added(unchanged=len(self.pages))
        ids, orphans = self._page_rows(store, fresh)
        blocks, made = self._block_rows(store, fresh)
        self._occurrences(store, fresh, ids, blocks)
        store.drop_blocks(orphans)
        changed = sum(self.pages[i].url in stored for i in fresh)
        if changed:
            store.run("DELETE FROM runs WHERE id NOT IN (SELECT run FROM pages)")
        kept = sum(len(self.pages[i].blocks) for i in fresh)
        return Added(len(fresh) - changed, changed, len(self.pages) - len(fresh), kept, made)

    def _page_rows(self, store: SqlStore, fresh: list[int]) -> tuple[dict[int, int], set[int]]:
        """Write the pages' rows; their ids, and the blocks that changed pages no longer hold."""
        pages = [self.pages[i] for i in fresh]
        old = dict(store.rows_with("SELECT url, id FROM pages WHERE url IN ?", [page.url for page in pages]))
        orphans = store.detach(sorted(old.values()))
        runs = _runs(store, {page.recipe for page in pages})
        following = _next_id(store, "pages")
        ids, rows = {}, []
        for i, page in zip(fresh, pages, strict=True):
            number = old.get(page.url)
            if number is None:
                number, following = following, following + 1
            ids[i] = number
            kept = sum(len(block.text.encode()) for block in page.blocks)
            rows.append((
                number, page.url, page.site, runs[page.recipe], page.source, page.status,
                page.raw_bytes, page.text_bytes, kept, page.ledger, len(page.blocks),
            ))  # fmt: skip
        store.run_many(
            """INSERT INTO pages
            (id, url, site, run, source, status, raw_bytes, text_bytes, kept_bytes, ledger, kept)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET site = excluded.site, run = excluded.run, source = excluded.source,
            status = excluded.status, raw_bytes = excluded.raw_bytes, text_bytes = excluded.text_bytes,
            kept_bytes = excluded.kept_bytes, ledger = excluded.ledger, kept = excluded.kept""",
            rows,
        )
        return ids, orphans

    def _block_rows(self, store: SqlStore, fresh: list[int]) -> tuple[dict[bytes, int], int]:
        """Write the texts that are new; the ids of all, and how many were new."""
        texts = {
            print_: (block.text, self.languages[i])
            for i in fresh
            for print_, block in zip(self.fingerprints[i], self.pages[i].blocks, strict=True)
        }
        found = store.rows_with("SELECT fingerprint, id FROM blocks WHERE fingerprint IN ?", texts)
        ids = {bytes(fingerprint): block for fingerprint, block in found}
        following = _next_id(store, "blocks")
        rows, said = [], []
        for fingerprint, (text, language) in texts.items():
            if fingerprint not in ids:
                words = terms(text)
                ids[fingerprint] = following
                rows.append((following, fingerprint, len(words), len(text.encode()), text, language))
                said.append((following, words, language))
                following += 1
        sql = "INSERT INTO blocks (id, fingerprint, words, bytes, text, language) VALUES (?, ?, ?, ?, ?, ?)"
        store.run_many(sql, rows)
        index_stems(store, said)
        link_near(store, [(block, words, text) for block, _, words, _, text, _ in rows])
        return ids, len(rows)

    def _occurrences(self, store: SqlStore, fresh: list[int], pages: dict[int, int], blocks: dict[bytes, int]) -> None:
        rows, above = [], []
        for i in fresh:
            numbers: dict[str, int] = {}
            for fingerprint, block in zip(self.fingerprints[i], self.pages[i].blocks, strict=True):
                path, _, step = block.xpath.rpartition("/")
                start, end = block.span or (None, None)
                rows.append((
                    pages[i], block.index, blocks[fingerprint], numbers.setdefault(path, len(numbers)), step,
                    start, end, block.score, block.priority,
                ))  # fmt: skip
            above += [(pages[i], number, path) for path, number in numbers.items()]
        store.run_many("INSERT INTO paths (page, number, path) VALUES (?, ?, ?)", above)
        store.run_many(
            """INSERT INTO occurrences (page, place, block, path, step, span_start, span_end, score, priority)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""",
            rows,
        )


def _next_id(store: SqlStore, table: str) -> int:
    number: int = store.run(f"SELECT coalesce(max(id), 0) + 1 FROM {table}")[0][0]  # noqa: S608 - our own table names
    return number


def _runs(store: SqlStore, recipes: set[Recipe]) -> dict[Recipe, int]:
    """The ids of the runs, made where there are none."""
    known = {Recipe(*row[1:]): row[0] for row in store.run("SELECT id, version, strategy, settings, model FROM runs")}
    new = list(enumerate(sorted(recipes - set(known)), start=_next_id(store, "runs")))
    sql = "INSERT INTO runs (id, version, strategy, settings, model) VALUES (?, ?, ?, ?, ?)"
    store.run_many(sql, [(number, *recipe) for number, recipe in new])
    return known | {recipe: number for number, recipe in new}
