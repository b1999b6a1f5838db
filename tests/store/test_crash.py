"""Killed at random moments while indexing: the store opens, is whole, and has all that was reported as stored."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

import tamis
from tamis.store import Store, open_store
from tamis.store.checking import read_pages
from tamis.store.records import source_key
from tests.store.indexer import index_until_killed
from tests.store.samples import made

KILLS = 20


def killed_after(seconds: float, address: str, seed: int) -> set[str]:
    """Index in a child, kill it some time after its first batch, and give the pages that it said it had stored."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.store.indexer"])  # so that a child does not begin by importing NumPy
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=index_until_killed, args=(address, seed, theirs))
    child.start()
    theirs.close()
    said = set(ours.recv())
    time.sleep(seconds)
    child.kill()
    child.join(30)
    assert child.exitcode == -signal.SIGKILL
    try:
        while True:
            said |= set(ours.recv())
    except (EOFError, OSError):  # the last word may be cut short
        ours.close()
        return said


def whole_pages(store: Store) -> Iterator[str]:
    """The pages whose stored blocks are exactly those of one version of their source."""
    sources = [made(number, version) for number in range(60) for version in range(3)]
    html_of = {(url, source_key(html)): html for url, html in sources}
    for stored in read_pages(store.database, "url, source"):
        url, source = stored.row
        expected = tamis.analyze(html_of[url, source], url, "shallow").blocks
        found = list(zip(stored.places.indexes, stored.texts, strict=True))
        assert found == [(block.index, block.text) for block in expected if block.kept]
        yield url


def test_killed_at_twenty_random_moments(tmp_path: Path) -> None:
    rng = random.Random(20)
    address = str(tmp_path / "tamis.db")
    reported: set[str] = set()
    for kill in range(KILLS):
        reported |= killed_after(rng.uniform(0, 0.15), address, kill)
        with open_store(address) as store:
            assert store.check() == []
            stored = store.known(made(number)[0] for number in range(60))
            assert reported <= set(stored)
    assert len(reported) > 30
    with open_store(address) as store:
        assert set(whole_pages(store)) == set(stored)
