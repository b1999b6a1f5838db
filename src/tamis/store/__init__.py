"""A searchable store of the informative blocks of many pages, each traceable to its place in its page.

>>> import tamis
>>> from tamis.store import open_store, record
>>> html = "<h1>Rye</h1><p>Rye is a grass grown as a grain and as a cover crop.</p>"
>>> with open_store(":memory:") as store:
...     added = store.add([record(tamis.analyze(html, "https://example.org/rye"), html)])
...     [(hit.url, hit.xpath, hit.marked()) for hit in store.search("grain")]
[('https://example.org/rye', '/html/body[1]/p[1]', 'Rye is a grass grown as a [grain] and as a cover crop.')]
"""

from tamis.errors import StoreError
from tamis.store.records import BlockRecord, PageRecord, Recipe, record
from tamis.store.results import RANKS, Added, Duplicate, Hit, SiteStats, Stats
from tamis.store.store import Store, open_store

__all__ = [
    "RANKS",
    "Added",
    "BlockRecord",
    "Duplicate",
    "Hit",
    "PageRecord",
    "Recipe",
    "SiteStats",
    "Stats",
    "Store",
    "StoreError",
    "open_store",
    "record",
]
