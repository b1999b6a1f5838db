"""Readers and writers at the same time, for a few seconds; benchmarks/store.py does it for a minute."""

from __future__ import annotations

from multiprocessing import get_context

import pytest

from tamis.store import open_store
from tests.store.load import Report, read_for, write_for
from tests.store.samples import made_page

SECONDS = 2.0


def at_once(address: str, writers: int, readers: int) -> tuple[list[Report], list[Report]]:
    """Run writers and readers in processes of their own, and gather what they report."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.store.load"])
    with context.Pool(writers + readers) as pool:
        writing = [pool.apply_async(write_for, (address, SECONDS, seed)) for seed in range(writers)]
        reading = [pool.apply_async(read_for, (address, SECONDS, seed)) for seed in range(readers)]
        reports = [job.get(60) for job in writing], [job.get(60) for job in reading]
        pool.close()
        pool.join()
    return reports


@pytest.mark.parametrize(("readers", "writers_of"), [(4, {"sqlite": 1, "postgres": 4})])
def test_readers_and_writers(address: str, readers: int, writers_of: dict[str, int]) -> None:
    writers = writers_of["postgres" if "://" in address else "sqlite"]
    with open_store(address) as store:
        store.add([made_page(number) for number in range(20)])
    wrote, read = at_once(address, writers, readers)
    assert [report.errors for report in (*wrote, *read)] == [[]] * (writers + readers)
    assert all(report.times for report in (*wrote, *read))  # nobody starved
    with open_store(address) as store:
        assert not store.check()
        assert store.stats().pages == 20 + 30 * writers


def test_two_sqlite_writers_wait_for_each_other(tmp_path_factory: pytest.TempPathFactory) -> None:
    address = str(tmp_path_factory.mktemp("writers") / "tamis.db")
    wrote, _ = at_once(address, 2, 0)  # neither finds a store: both make one
    assert [report.errors for report in wrote] == [[], []]
    with open_store(address) as store:
        assert not store.check() and store.stats().pages == 60
