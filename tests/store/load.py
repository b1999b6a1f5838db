"""Writers and readers for a while, in a process each."""

from __future__ import annotations

import os
import random
import time
from dataclasses import dataclass, field
from pathlib import Path

from tamis.errors import TamisError
from tamis.store import RANKS, PageRecord, open_store
from tamis.store import sqlite as _imported_before_rights_are_given_up  # noqa: F401
from tests.store.samples import WORDS, made, page


@dataclass
class Report:
    times: list[float] = field(default_factory=list)
    """seconds of each batch or search"""
    blocked: list[float] = field(default_factory=list)
    """of these the seconds in which the process neither ran nor waited for a processor, but for a lock or a disk"""
    errors: list[str] = field(default_factory=list)


def _pages(seed: int) -> list[list[PageRecord]]:
    """Three batches of ten pages of this writer's own, in two versions."""
    batches = []
    for version in range(2):
        for start in range(0, 30, 10):
            numbers = range(start, start + 10)
            texts = [made(1000 * (seed + 1) + number, version) for number in numbers]
            batches.append([page(html, url) for url, html in texts])
    return batches


def write_for(address: str, seconds: float, seed: int) -> Report:
    """Store and change pages, over and over."""
    report, batches = Report(), _pages(seed)
    try:
        with open_store(address) as store:
            end, turn = time.perf_counter() + seconds, 0
            while turn < 3 or time.perf_counter() < end:  # all pages at least once
                start = time.perf_counter()
                store.add(batches[turn % len(batches)])
                report.times.append(time.perf_counter() - start)
                turn += 1
    except TamisError as error:
        report.errors.append(str(error))
    return report


def _busy() -> float:
    """Seconds that this process has run, or has waited for a processor while others ran."""
    running, waiting = Path("/proc/self/schedstat").read_text().split()[:2]
    return (int(running) + int(waiting)) / 1e9


def read_for(address: str, seconds: float, seed: int, words: tuple[str, ...] = tuple(WORDS)) -> Report:
    """Search for random words, two at a time, over and over."""
    report, rng = Report(), random.Random(seed)
    try:
        with open_store(address) as store:
            end = time.perf_counter() + seconds
            while time.perf_counter() < end:
                start, busy = time.perf_counter(), _busy()
                hits = store.search(" ".join(rng.sample(words, 2)), rank=rng.choice(RANKS), limit=5)
                report.times.append(time.perf_counter() - start)
                report.blocked.append(max(0.0, report.times[-1] - (_busy() - busy)))
                if any(not hit.text or not hit.url for hit in hits):
                    report.errors.append("a hit without a text or a page")
    except TamisError as error:
        report.errors.append(str(error))
    return report


def search_and_add_as_nobody(address: str) -> tuple[int, str]:
    """What a user may do who may not write: root may write everywhere. How many hits, and what adding says."""
    refused = page("<p>A page that is not going to be stored, since nobody may write here.", "https://x.example/")
    if os.geteuid() == 0:
        os.seteuid(65534)
    try:
        with open_store(address, create=False) as store:
            found = len(store.search("rye"))
            store.add([refused])
    except TamisError as error:
        return found, str(error)
    finally:
        if os.getuid() == 0:
            os.seteuid(0)
    return found, ""
