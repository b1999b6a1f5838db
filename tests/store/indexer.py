"""What a child does until it is killed: it indexes generated pages, and says what is stored."""

from __future__ import annotations

import random
from multiprocessing.connection import Connection

from tamis.crawl.indexing import Plan, index
from tamis.crawl.inputs import Input
from tamis.store import open_store
from tests.store.samples import made


def index_until_killed(address: str, seed: int, said: Connection) -> None:
    rng = random.Random(seed)
    with open_store(address) as store:
        while True:
            numbers = dict.fromkeys(rng.randrange(60) for _ in range(5))
            chosen = dict(made(number, rng.randrange(3)) for number in numbers)
            for _ in index(store, [Input(url, html, url) for url, html in chosen.items()], Plan("shallow")):
                said.send(list(chosen))
