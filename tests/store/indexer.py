"""What a child does until it is killed: it indexes generated pages, and says what is stored."""

from __future__ import annotations

import random
from collections.abc import Iterator
from multiprocessing.connection import Connection

from tamis.crawl.indexing import Plan, index
from tamis.crawl.inputs import Input
from tamis.store import open_store
from tests.store.samples import made

BATCH = 5


def index_until_killed(address: str, seed: int, said: Connection) -> None:
    rng = random.Random(seed)
    given: list[str] = []

    def pages() -> Iterator[Input]:
        while True:
            for number in rng.sample(range(60), BATCH):
                url, html = made(number, rng.randrange(3))
                given.append(url)
                yield Input(url, html, url)

    with open_store(address) as store:
        for _ in index(store, pages(), Plan("shallow", batch=BATCH)):
            said.send(given[-BATCH:])
