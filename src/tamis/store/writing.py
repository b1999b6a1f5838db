"""Pages into and out of a store."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from tamis.errors import UsageError
from tamis.store.database import Database
from tamis.store.near import link_near, unlink_near
from tamis.store.records import PageRecord, Recipe, storable
from tamis.store.results import Added, Known
from tamis.store.stemming import count_languages, index_stems
from tamis.text.fingerprint import exact
from tamis.text.stems import language_of_page, stems
from tamis.text.terms import terms


class _Prepared(NamedTuple):
    """A page with the fingerprints of its blocks and the language they are stemmed in."""

    page: PageRecord
    fingerprints: list[bytes]
    language: str


def add_pages(database: Database, pages: Iterable[PageRecord]) -> Added:
    """Store pages in one transaction; of an address that comes twice, the last page."""
    latest = {page.url: page for page in pages}
    if "" in latest:
        raise UsageError("a page without an address needs a name to be stored under: record(…, url=…)")
    prepared = [  # all that takes time, before the transaction
        _Prepared(page, [exact(block.text) for block in page.blocks], language_of_page(b.text for b in page.blocks))
        for page in latest.values()
    ]
    with database.writing():
        return _write(database, prepared)


def known_pages(database: Database, urls: Iterable[str]) -> dict[str, Known]:
    """What is known of those of the pages that are stored."""
    sql = """SELECT p.url, p.source, r.version, r.strategy, r.settings, r.model
        FROM pages p JOIN runs r ON r.id = p.run WHERE p.url IN ?"""
    rows = database.rows_with(sql, set(map(storable, urls)))
    return {url: Known(bytes(source), tuple(recipe)) for url, source, *recipe in rows}


def forget_pages(database: Database, urls: Iterable[str], site: str | None) -> int:
    """Remove pages, with the blocks that no other page has; how many there were."""
    with database.writing():
        found = database.rows_with("SELECT id FROM pages WHERE url IN ?", set(map(storable, urls)))
        ids = {row[0] for row in found}
        if site is not None:
            ids |= {row[0] for row in database.run("SELECT id FROM pages WHERE site = ?", (storable(site),))}
            database.run("DELETE FROM templates WHERE site = ?", (storable(site),))
        orphans = _detach(database, ids)
        database.run_many("DELETE FROM pages WHERE id = ?", [(page,) for page in sorted(ids)])
        _drop_blocks(database, orphans)
        _drop_runs(database)
    return len(ids)


def _write(database: Database, prepared: Sequence[_Prepared]) -> Added:
    """Write what is new or has changed, inside a transaction of the caller's."""
    stored = known_pages(database, (entry.page.url for entry in prepared))
    fresh = [entry for entry in prepared if stored.get(entry.page.url) != Known(entry.page.source, entry.page.recipe)]
    if not fresh:
        return Added(unchanged=len(prepared))
    ids, orphans = _write_pages(database, [entry.page for entry in fresh])
    blocks, new_blocks = _write_blocks(database, fresh)
    _write_occurrences(database, fresh, ids, blocks)
    _drop_blocks(database, orphans)
    changed = sum(entry.page.url in stored for entry in fresh)
    if changed:
        _drop_runs(database)
    kept = sum(len(entry.page.blocks) for entry in fresh)
    return Added(len(fresh) - changed, changed, len(prepared) - len(fresh), kept, new_blocks)


def _write_pages(database: Database, pages: Sequence[PageRecord]) -> tuple[dict[str, int], set[int]]:
    """Write the pages' rows; their ids by address, and the blocks that changed pages no longer hold."""
    urls = [page.url for page in pages]
    ids: dict[str, int] = dict(database.rows_with("SELECT url, id FROM pages WHERE url IN ?", urls))
    orphans = _detach(database, ids.values())
    runs = _runs(database, {page.recipe for page in pages})
    new = [url for url in urls if url not in ids]
    ids |= {url: number for number, url in enumerate(new, start=_next_id(database, "pages"))}
    rows = [
        (
            ids[page.url], page.url, page.site, runs[page.recipe], page.source, page.status, page.raw_bytes,
            page.text_bytes, sum(len(block.text.encode()) for block in page.blocks), page.ledger, len(page.blocks),
        )
        for page in pages
    ]  # fmt: skip
    database.run_many(
        """INSERT INTO pages
        (id, url, site, run, source, status, raw_bytes, text_bytes, kept_bytes, ledger, kept)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET site = excluded.site, run = excluded.run, source = excluded.source,
        status = excluded.status, raw_bytes = excluded.raw_bytes, text_bytes = excluded.text_bytes,
        kept_bytes = excluded.kept_bytes, ledger = excluded.ledger, kept = excluded.kept""",
        rows,
    )
    return ids, orphans


def _write_blocks(database: Database, fresh: Sequence[_Prepared]) -> tuple[dict[bytes, int], int]:
    """Write the texts that are new; the ids of all by fingerprint, and how many were new."""
    texts = {
        fingerprint: (block.text, language)
        for page, fingerprints, language in fresh
        for fingerprint, block in zip(fingerprints, page.blocks, strict=True)
    }
    found = database.rows_with("SELECT fingerprint, id FROM blocks WHERE fingerprint IN ?", texts)
    ids = {bytes(fingerprint): block for fingerprint, block in found}
    new = [fingerprint for fingerprint in texts if fingerprint not in ids]
    rows, stemmed, linked = [], [], []
    for block, fingerprint in enumerate(new, start=_next_id(database, "blocks")):
        text, language = texts[fingerprint]
        words = terms(text)
        ids[fingerprint] = block
        rows.append((block, fingerprint, len(words), len(text.encode()), text, language))
        stemmed.append((block, words, language))
        linked.append((block, len(words), text))
    sql = "INSERT INTO blocks (id, fingerprint, words, bytes, text, language) VALUES (?, ?, ?, ?, ?, ?)"
    database.run_many(sql, rows)
    index_stems(database, stemmed)
    link_near(database, linked)
    return ids, len(new)


def _write_occurrences(
    database: Database, fresh: Sequence[_Prepared], pages: dict[str, int], blocks: dict[bytes, int]
) -> None:
    rows, paths = [], []
    for page, fingerprints, _ in fresh:
        numbers: dict[str, int] = {}
        for fingerprint, block in zip(fingerprints, page.blocks, strict=True):
            path, _, step = block.xpath.rpartition("/")
            start, end = block.span or (None, None)
            rows.append((
                pages[page.url], block.index, blocks[fingerprint], numbers.setdefault(path, len(numbers)), step,
                start, end, block.score, block.priority,
            ))  # fmt: skip
        paths += [(pages[page.url], number, path) for path, number in numbers.items()]
    database.run_many("INSERT INTO paths (page, number, path) VALUES (?, ?, ?)", paths)
    database.run_many(
        """INSERT INTO occurrences (page, place, block, path, step, span_start, span_end, score, priority)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        rows,
    )


def _detach(database: Database, pages: Collection[int]) -> set[int]:
    """Remove all blocks from some pages; those that may now be on no page at all."""
    found = database.rows_with("SELECT DISTINCT block FROM occurrences WHERE page IN ?", sorted(pages))
    blocks = {row[0] for row in found}
    rows = [(page,) for page in sorted(pages)]
    database.run_many("DELETE FROM occurrences WHERE page = ?", rows)
    database.run_many("DELETE FROM paths WHERE page = ?", rows)
    return blocks


def _drop_blocks(database: Database, blocks: set[int]) -> None:
    """Delete those of the blocks that are on no page."""
    used = database.rows_with("SELECT DISTINCT block FROM occurrences WHERE block IN ?", blocks)
    orphans = sorted(blocks - {row[0] for row in used})
    rows = list(database.rows_with("SELECT id, words, text, language FROM blocks WHERE id IN ?", orphans))
    if rows:
        database.drop_terms([(block, stems(terms(text), language)) for block, _, text, language in rows])
        count_languages(database, [(language, -1, -words) for _, words, _, language in rows])
        unlink_near(database, [(block, words, text) for block, words, text, _ in rows])
        database.run_many("DELETE FROM blocks WHERE id = ?", [(block,) for block in orphans])


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
