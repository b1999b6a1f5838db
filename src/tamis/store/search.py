"""From a query to hits: what matches, the best of it, and how it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from tamis.errors import UsageError
from tamis.store.database import CHUNK, Database, Row
from tamis.store.matching import candidates
from tamis.store.query import LAST, Sought, parse_query, seek
from tamis.store.ranking import Candidates, best, best_pages
from tamis.store.records import storable
from tamis.store.results import RANKS, Hit
from tamis.store.snippets import snippet
from tamis.store.stemming import languages

_MOST_FORMS: Final = 200
"""stems that a beginning is looked up by; one letter finds enough without more of them"""
_SHOWN: Final = """WITH wanted (page, place) AS (VALUES {wanted})
    SELECT o.page, o.place, p.url, p.site, h.path, o.step, o.span_start, o.span_end, b.text, b.language,
        r.strategy,
        (SELECT count(DISTINCT page) FROM occurrences WHERE block = o.block)
    FROM wanted w CROSS JOIN occurrences o JOIN pages p ON p.id = o.page JOIN runs r ON r.id = p.run
        JOIN blocks b ON b.id = o.block JOIN paths h ON h.page = o.page AND h.number = o.path
    WHERE o.page = w.page AND o.place = w.place"""


def find_blocks(database: Database, query: str, rank: str, site: str | None, limit: int, *, by_page: bool) -> list[Hit]:
    """The blocks that match, best first; with ``by_page`` the best block of each page."""
    if rank not in RANKS:
        raise UsageError(f"rank is one of {', '.join(RANKS)}, not {rank!r}")
    parsed = parse_query(query)
    if not parsed.wanted or limit < 1:
        return []
    with database.reading():
        sought = seek(parsed, languages(database), partial(_stems_of, database))
        found = candidates(database, sought, None if site is None else storable(site), by_page=by_page)
        chosen = best_pages(found, rank, limit) if by_page else best(found, rank, limit)
        return list(_hits(database, found, chosen, sought))


def _stems_of(database: Database, beginning: str) -> list[str]:
    """Stems of words that begin so, of those that do not begin so themselves."""
    bounds = (beginning, beginning + LAST)
    sql = """SELECT DISTINCT stem FROM forms WHERE word >= ? AND word < ? AND NOT (stem >= ? AND stem < ?)
        ORDER BY stem LIMIT ?"""
    return [row[0] for row in database.run(sql, (*bounds, *bounds, _MOST_FORMS))]


def _hits(database: Database, found: Candidates, chosen: Sequence[tuple[int, float]], query: Sought) -> Iterator[Hit]:
    """What is shown of the best candidates, fetched by one statement for 500 of them."""
    for start in range(0, len(chosen), CHUNK):
        some = chosen[start : start + CHUNK]
        places = [(int(found.page[i]), int(found.place[i])) for i, _ in some]
        sql = _SHOWN.format(wanted=",".join(["(?, ?)"] * len(some)))
        rows = database.run(sql, [value for place in places for value in place])
        shown = {(page, place): tuple(row) for page, place, *row in rows}
        for (i, rank), place in zip(some, places, strict=True):
            yield _hit(found, i, rank, shown[place], query)


def _hit(found: Candidates, i: int, rank: float, row: Row, query: Sought) -> Hit:
    url, site, path, step, start, end, text, language, strategy, pages = row
    shown, marks = snippet(text, query, language)
    return Hit(
        url=url, site=site, index=int(found.place[i]), xpath=f"{path}/{step}" if step else "",
        span=None if start is None else (start, end), text=text, snippet=shown, marks=marks, rank=rank,
        score=float(found.score[i]), priority=float(found.priority[i]), density=float(found.density[i]),
        strategy=strategy, pages=pages,
    )  # fmt: skip
