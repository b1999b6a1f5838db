"""What a store holds, counted by its texts, and whether all that belongs together is there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from tamis.store.database import Database, Row
from tamis.store.segments import Index
from tamis.store.stored import Places, unpack_places
from tamis.store.texts import read_texts
from tamis.text.fingerprint import exact

_PAGES: Final = 100
"""pages read at once"""
Counted = tuple[int, int]
"""different texts, and their bytes"""


class _Page(NamedTuple):
    row: Row
    places: Places
    texts: list[str]


def count_texts(database: Database) -> tuple[dict[str, Counted], Counted]:
    """The different texts of each site, and of all pages."""
    of_site: dict[str, dict[bytes, int]] = {}
    everything: dict[bytes, int] = {}
    for page in read_pages(database, "site"):
        sizes = {exact(text): len(text.encode()) for text in page.texts}
        of_site.setdefault(page.row[0], {}).update(sizes)
        everything |= sizes
    return {site: (len(sizes), sum(sizes.values())) for site, sizes in of_site.items()}, (
        len(everything),
        sum(everything.values()),
    )


def read_pages(database: Database, columns: str) -> Iterator[_Page]:
    """All pages with some columns of theirs, and the places and texts of their blocks."""
    last = 0
    while found := database.run(
        f"SELECT id, places, {columns} FROM pages WHERE id > ? ORDER BY id LIMIT ?",  # noqa: S608 - our own words
        (last, _PAGES),
    ):
        places = [unpack_places(bytes(data)) for _, data, *_ in found]
        texts = read_texts(database, {address for page in places for address in page.texts})
        for (_, _, *row), page in zip(found, places, strict=True):
            yield _Page(tuple(row), page, [texts[address] for address in page.texts])
        last = found[-1][0]


def find_damage(database: Database, index: Index) -> list[str]:
    """What does not fit together."""
    problems = []
    columns = index.columns()
    live = index.live(columns).mask
    indexed = dict(zip(columns.joined.pages[live].tolist(), columns.of_page[live].tolist(), strict=True))
    sizes = np.diff(columns.joined.first_blocks)[live].tolist()
    blocks = dict(zip(columns.joined.pages[live].tolist(), sizes, strict=True))
    try:
        segments: dict[int, int] = dict(database.run("SELECT page, segment FROM indexed"))
        for page in read_pages(database, "id, url, kept"):
            number, url, kept = page.row
            if len(page.texts) != kept or "" in page.texts:
                problems.append(f"{url}: {len(page.texts) - page.texts.count('')} of {kept} blocks are there")
            at = indexed.pop(number, None)
            if at is None or columns.numbers[at] != segments.get(number) or blocks[number] != kept + 1:
                problems.append(f"{url}: the index does not have it")
    except (KeyError, IndexError, ValueError):
        problems.append("a text that a page has is gone")
    lost = database.run("SELECT count(*) FROM texts WHERE id NOT IN (SELECT chunk FROM text_uses)")[0][0]
    uses = database.run("SELECT count(*) FROM text_uses WHERE page NOT IN (SELECT id FROM pages)")[0][0]
    counted = database.run("SELECT coalesce(sum(pages), 0), (SELECT count(*) FROM pages) FROM languages")[0]
    there = database.run("SELECT coalesce(sum(pages), 0) FROM segments")[0][0]
    problems += [f"{len(indexed)} pages that are gone are in the index"] if indexed else []
    problems += [f"{lost} texts are on no page"] if lost else []
    problems += [f"{uses} uses of texts by pages that are gone"] if uses else []
    problems += ["the counts of pages by language are wrong"] if int(counted[0]) != counted[1] else []
    return problems + ([] if int(there) == len(live) else ["the counts of pages in the index are wrong"])
