"""The store's work in SQL that both back ends speak; what they say differently they fill in.

Writers take turns (SQLite by nature, PostgreSQL by an advisory lock), so a writer may number rows itself, and no block
can lose its last page while another writer is about to point to it. Readers never wait for them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Final, Self

from tamis.errors import StoreError, UsageError
from tamis.store.base import RANKS, Added, Duplicate, Hit, Known, SiteStats, Stats
from tamis.store.duplicates import group_pages
from tamis.store.matching import candidates
from tamis.store.near import link_near, unlink_near
from tamis.store.query import Phrase, Sought, parse_query, seek
from tamis.store.ranking import Candidate, best, best_pages
from tamis.store.records import PageRecord, storable
from tamis.store.schema import VERSION, statements
from tamis.store.snippets import snippet
from tamis.store.stemming import count_languages, detect_languages, index_anew
from tamis.store.writing import Batch
from tamis.text.stems import STEMMER, stems
from tamis.text.terms import terms

_CHUNK: Final = 500
"""values in one list of a statement"""
LAST: Final = "\U0010ffff"
"""comes after all that a term holds"""
_MOST_FORMS: Final = 200
"""stems that a beginning is looked up by; whoever types one letter finds enough without them"""
_SHOWN: Final = """WITH wanted (page, place) AS (VALUES {wanted})
    SELECT o.page, o.place, p.url, p.site, h.path, o.step, o.span_start, o.span_end, b.text, b.language,
        r.strategy,
        (SELECT count(DISTINCT page) FROM occurrences WHERE block = o.block)
    FROM wanted w CROSS JOIN occurrences o JOIN pages p ON p.id = o.page JOIN runs r ON r.id = p.run
        JOIN blocks b ON b.id = o.block JOIN paths h ON h.page = o.page AND h.number = o.path
    WHERE o.page = w.page AND o.place = w.place"""
"""what is shown of blocks at given places; ``CROSS`` has SQLite begin with these"""


class SqlStore(ABC):
    """A store over a connection; see :class:`tamis.store.base.Store` for what the methods promise."""

    path: str
    """how to call it"""
    words: Mapping[str, str]
    """what the back end calls what the schema's statements leave open"""

    @abstractmethod
    def version(self) -> int:
        """The version of the schema; 0 if there is none yet."""

    @abstractmethod
    def make_place(self) -> None:
        """Make what a schema needs before its first table, if it is not there; in the transaction that makes these."""

    @abstractmethod
    def run(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run a statement with ``?`` for each value, and give its rows."""

    @abstractmethod
    def run_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a statement for each of the rows of values."""

    @abstractmethod
    def writing(self) -> AbstractContextManager[None]:
        """A transaction in which no other writer is at work; rolled back on any exception."""

    @abstractmethod
    def reading(self) -> AbstractContextManager[None]:
        """A transaction in which all reads see one state."""

    @abstractmethod
    def index_terms(self, rows: Sequence[tuple[int, list[str]]]) -> None:
        """Make blocks findable by their terms."""

    @abstractmethod
    def empty_terms(self) -> None:
        """Make no block findable."""

    @abstractmethod
    def drop_terms(self, rows: Sequence[tuple[int, list[str]]]) -> None:
        """The opposite, for blocks that are about to go."""

    @abstractmethod
    def occurring(self, words: Sequence[str], beginnings: Sequence[str]) -> list[tuple[int, int]]:
        """The blocks with some of the terms or with terms that begin so, and how often they occur in each."""

    @abstractmethod
    def holding(self, phrase: Phrase) -> list[int]:
        """The blocks that hold a phrase of several terms."""

    @abstractmethod
    def check(self) -> list[str]:
        """What is wrong with the store."""

    @abstractmethod
    def close(self) -> None:
        """Close the connection."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def rows_with(
        self, sql: str, values: Iterable[Any], further: Sequence[Any] = (), *, size: int = _CHUNK
    ) -> Iterator[tuple[Any, ...]]:
        """The rows of a statement that has a list, written ``IN ?``, in pieces; ``further`` values come after it."""
        listed = list(values)
        for start in range(0, len(listed), size):
            some = listed[start : start + size]
            yield from self.run(sql.replace("IN ?", f"IN ({','.join('?' * len(some))})"), (*some, *further))

    # Writing

    def add(self, pages: Iterable[PageRecord]) -> Added:
        """Store pages, in one transaction."""
        latest = {page.url: page for page in pages}
        if "" in latest:
            raise UsageError("a page without an address needs a name to be stored under: record(…, url=…)")
        batch = Batch.of(latest.values())  # all that takes time, before the transaction
        with self.writing():
            return batch.write(self)

    def known(self, urls: Iterable[str]) -> dict[str, Known]:
        """What is known of those of the pages that are stored."""
        sql = """SELECT p.url, p.source, r.version, r.strategy, r.settings, r.model
            FROM pages p JOIN runs r ON r.id = p.run WHERE p.url IN ?"""
        return {
            url: Known(bytes(source), tuple(recipe))
            for url, source, *recipe in self.rows_with(sql, set(map(storable, urls)))
        }

    def forget(self, urls: Iterable[str] = (), *, site: str | None = None) -> int:
        """Take pages out, with the blocks that no other page has."""
        with self.writing():
            ids = [row[0] for row in self.rows_with("SELECT id FROM pages WHERE url IN ?", set(map(storable, urls)))]
            if site is not None:
                ids += [row[0] for row in self.run("SELECT id FROM pages WHERE site = ?", (storable(site),))]
                self.run("DELETE FROM templates WHERE site = ?", (storable(site),))
            ids = sorted(set(ids))
            orphans = self.detach(ids)
            self.run_many("DELETE FROM pages WHERE id = ?", [(page,) for page in ids])
            self.drop_blocks(orphans)
            self.run("DELETE FROM runs WHERE id NOT IN (SELECT run FROM pages)")
        return len(ids)

    def detach(self, pages: Sequence[int]) -> set[int]:
        """Take all blocks off some pages; those that may now stand on no page at all."""
        blocks = {row[0] for row in self.rows_with("SELECT DISTINCT block FROM occurrences WHERE page IN ?", pages)}
        self.run_many("DELETE FROM occurrences WHERE page = ?", [(page,) for page in pages])
        self.run_many("DELETE FROM paths WHERE page = ?", [(page,) for page in pages])
        return blocks

    def drop_blocks(self, blocks: Iterable[int]) -> None:
        """Delete those of the blocks that stand on no page."""
        used = {row[0] for row in self.rows_with("SELECT DISTINCT block FROM occurrences WHERE block IN ?", blocks)}
        orphans = [(block,) for block in sorted(set(blocks) - used)]
        if not orphans:
            return
        sql = "SELECT id, words, text, language FROM blocks WHERE id IN ?"
        rows = list(self.rows_with(sql, [block for (block,) in orphans]))
        self.drop_terms([(block, stems(terms(text), language)) for block, _, text, language in rows])
        count_languages(self, [(language, -1, -words) for _, words, _, language in rows])
        unlink_near(self, [(block, words, text) for block, words, text, _ in rows])
        self.run_many("DELETE FROM blocks WHERE id = ?", orphans)

    def save_template(self, site: str, template: str) -> None:
        """Store what was learnt of a site."""
        with self.writing():
            self.run("DELETE FROM templates WHERE site = ?", (storable(site),))
            self.run("INSERT INTO templates (site, template) VALUES (?, ?)", (storable(site), storable(template)))

    def template(self, site: str) -> str | None:
        """What was learnt of a site."""
        rows = self.run("SELECT template FROM templates WHERE site = ?", (storable(site),))
        return rows[0][0] if rows else None

    def templates(self) -> list[str]:
        """The sites of which something was learnt, in order."""
        return sorted(site for (site,) in self.run("SELECT site FROM templates"))

    # Reading

    def search(
        self, query: str, *, rank: str = "blend", site: str | None = None, limit: int = 10, by_page: bool = False
    ) -> list[Hit]:
        """The blocks that match, best first."""
        if rank not in RANKS:
            raise UsageError(f"rank is one of {', '.join(RANKS)}, not {rank!r}")
        parsed = parse_query(query)
        if not parsed.wanted or limit < 1:
            return []
        with self.reading():
            sought = seek(parsed, self.languages(), self._stems_of)
            found = candidates(self, sought, None if site is None else storable(site), by_page=by_page)
            chosen = best_pages(found, rank, limit) if by_page else best(found, rank, limit)
            return list(self._hits(chosen, sought))

    def languages(self) -> list[str]:
        """The languages that blocks are stemmed in, those of most blocks first."""
        return [row[0] for row in self.run("SELECT language FROM languages ORDER BY blocks DESC, language")]

    def size(self) -> tuple[int, int]:
        """The number of blocks and of their words."""
        blocks, words = self.run("SELECT coalesce(sum(blocks), 0), coalesce(sum(words), 0) FROM languages")[0]
        return int(blocks), int(words)

    def _stems_of(self, beginning: str) -> list[str]:
        """Stems of words that begin so, of those that do not begin so themselves."""
        bounds = (beginning, beginning + LAST)
        sql = """SELECT DISTINCT stem FROM forms WHERE word >= ? AND word < ? AND NOT (stem >= ? AND stem < ?)
            ORDER BY stem LIMIT ?"""
        return [row[0] for row in self.run(sql, (*bounds, *bounds, _MOST_FORMS))]

    def _hits(self, chosen: Sequence[tuple[Candidate, float]], query: Sought) -> Iterator[Hit]:
        """What is shown of the best candidates, fetched by one statement for all (by one for every 500 of them)."""
        for start in range(0, len(chosen), _CHUNK):
            some = chosen[start : start + _CHUNK]
            places = [value for candidate, _ in some for value in (candidate.page, candidate.place)]
            sql = _SHOWN.format(wanted=",".join(["(?, ?)"] * len(some)))
            shown = {(page, place): row for page, place, *row in self.run(sql, places)}
            for candidate, rank in some:
                yield _hit(candidate, rank, shown[candidate.page, candidate.place], query)

    def stats(self) -> Stats:
        """Counts and bytes, in all and by site."""
        by_page = """SELECT site, count(*), sum(kept), sum(raw_bytes), sum(text_bytes), sum(kept_bytes)
            FROM pages GROUP BY site"""
        by_block = """SELECT site, count(*), sum(bytes) FROM (
                SELECT DISTINCT p.site, o.block, b.bytes
                FROM occurrences o JOIN pages p ON p.id = o.page JOIN blocks b ON b.id = o.block) AS each_once
            GROUP BY site"""
        with self.reading():
            unique = {site: (int(count), int(size)) for site, count, size in self.run(by_block)}
            sites = []
            for site, pages, kept, raw, text, kept_bytes in self.run(by_page):
                once, stored = unique.get(site, (0, 0))
                counts = SiteStats(pages, int(kept), once, int(raw), int(text), int(kept_bytes), stored)
                sites.append((site, counts))
            count, size = self.run("SELECT count(*), coalesce(sum(bytes), 0) FROM blocks")[0]
        sites.sort(key=lambda item: (-item[1].raw_bytes, item[0]))
        each = [counts for _, counts in sites]
        return Stats(
            sum(c.pages for c in each), sum(c.blocks for c in each), int(count), sum(c.raw_bytes for c in each),
            sum(c.text_bytes for c in each), sum(c.kept_bytes for c in each), int(size), tuple(sites),
        )  # fmt: skip

    def duplicates(self, share: float = 0.5) -> list[Duplicate]:
        """Pages of different sites that share so much of their text, similar blocks being equal."""
        if not 0 < share <= 1:
            raise UsageError(f"share is above 0 and at most 1, not {share!r}")
        with self.reading():
            return group_pages(self, share)

    # Schema

    def bring_up_to_date(self, create: bool) -> None:
        """Make the schema, or make an older one the present one."""
        version = self.version()
        if version == VERSION:
            self._renew_stems()
            return
        if version > VERSION:
            raise StoreError(
                f"{self.path} was made by a newer tamis (its schema is version {version}, this one knows {VERSION}): "
                "upgrade tamis, or index into another store"
            )
        if not version and not create:
            raise StoreError(f"{self.path} holds no pages yet: `tamis index` makes a store")
        with self.writing():
            version = self.version()  # another process may have been faster
            self.make_place()
            for following in range(version + 1, VERSION + 1):
                for statement in statements(following, self.words):
                    self.run(statement)
                self.backfill(following)
            if not version:
                self.run("CREATE TABLE tamis (schema_version INTEGER NOT NULL)")
                self.run("INSERT INTO tamis VALUES (?)", (VERSION,))
            self.run("UPDATE tamis SET schema_version = ?", (VERSION,))

    def _renew_stems(self) -> None:
        """Make the index anew if another version of the stemmers made it: what it holds could not be taken out."""
        stale = "SELECT 1 FROM languages WHERE stemmer <> ?"
        if self.run(stale, (STEMMER,)):
            with self.writing():
                if self.run(stale, (STEMMER,)):  # another process may have been faster
                    index_anew(self)

    def backfill(self, version: int) -> None:
        """What a migration has to work out from what is stored, beyond its statements."""
        if version == 3:
            detect_languages(self)
            index_anew(self)
        if version == 2:
            rows = self.run("SELECT id, words, text FROM blocks ORDER BY id")
            link_near(self, [(block, words, text) for block, words, text in rows])


def _hit(candidate: Candidate, rank: float, row: Sequence[Any], query: Sought) -> Hit:
    url, site, path, step, start, end, text, language, strategy, pages = row
    shown, marks = snippet(text, query, language)
    return Hit(
        url=url, site=site, index=candidate.place, xpath=f"{path}/{step}" if step else "",
        span=None if start is None else (start, end), text=text, snippet=shown, marks=marks, rank=rank,
        score=candidate.score, priority=candidate.priority, density=candidate.density, strategy=strategy,
        pages=pages,
    )  # fmt: skip


def broken_pages(store: SqlStore) -> list[str]:
    """Pages without all of their blocks, and blocks without a page: neither is ever committed."""
    halves = store.run(
        """SELECT p.url, p.kept, count(o.place) FROM pages p LEFT JOIN occurrences o ON o.page = p.id
        GROUP BY p.id, p.url, p.kept HAVING p.kept <> count(o.place)"""
    )
    lost = store.run("SELECT count(*) FROM blocks WHERE id NOT IN (SELECT block FROM occurrences)")[0][0]
    counted, there = store.size(), store.run("SELECT count(*), coalesce(sum(words), 0) FROM blocks")[0]
    dangling = store.run("SELECT count(*) FROM occurrences WHERE block NOT IN (SELECT id FROM blocks)")[0][0]
    problems = [f"{url}: {there} of {kept} blocks are there" for url, kept, there in halves]
    problems += [f"{lost} blocks stand on no page"] if lost else []
    problems += ["the counts of blocks and words by language are wrong"] if counted != tuple(map(int, there)) else []
    return problems + ([f"{dangling} occurrences of blocks that are gone"] if dangling else [])
