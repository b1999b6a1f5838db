"""Workers that are killed at any moment, and what that leaves behind: for tests, and for ``benchmarks/kills.py``."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from tamis.workers.child import unprepared
from tamis.workers.worker import Done, Worker

_MARK: Final = "TAMIS_KILLS"
_LARGE: Final = 300_000
"""characters: more than a pipe holds, so that some workers end in the middle of an answer"""


class Held(NamedTuple):
    """What this process and those that it started hold."""

    descriptors: int
    threads: int
    processes: int
    files: tuple[str, ...]
    """in the folder for temporary files, and in shared memory"""


@contextmanager
def marked(folder: Path) -> Iterator[None]:
    """Processes that are started in here are known again, and put their temporary files into a folder of their own."""
    mine = {_MARK: str(folder), "TMPDIR": str(folder)}
    before = {name: os.environ.get(name) for name in mine}
    os.environ |= mine
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def held(folder: Path) -> Held:
    """What is held now; ``folder`` is that for temporary files."""
    shared = Path("/dev/shm")
    files = [*folder.iterdir(), *(path for path in shared.iterdir() if "tamis" in path.name)]
    descriptors = len(list(Path("/proc/self/fd").iterdir()))
    return Held(descriptors, threading.active_count(), len(processes(folder)), tuple(sorted(map(str, files))))


def processes(folder: Path) -> list[int]:
    """The processes that were started in :func:`marked`, and our own children, which a fork gives no mark."""
    mark, found = f"{_MARK}={folder}".encode(), set(children(os.getpid()))
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                if mark in (entry / "environ").read_bytes().split(b"\0"):
                    found.add(int(entry.name))
            except OSError:  # it has ended, or is somebody else's
                continue
    return sorted(found)


def children(process: int) -> list[int]:
    """The processes that a process has started and not yet waited for."""
    found: list[int] = []
    for thread in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            found += map(int, thread.read_text().split())
        except OSError:
            continue
    return found


def settled(folder: Path, wanted: Held, seconds: float = 20.0) -> Held:
    """What is held when that is no more than ``wanted``, or after so many seconds."""
    end = time.monotonic() + seconds
    while (now := held(folder)) != wanted and time.monotonic() < end:
        time.sleep(0.05)
    return now


def kill_workers(count: int, fork: bool, seed: int = 0) -> int:
    """Kill a worker so many times, before, between and behind its answers; returns how many items had a result."""
    chance = random.Random(seed)
    answered = 0
    with Worker[str, str](unprepared(str.upper), fork=fork, tries=3) as worker:
        for number in range(count):
            items = [chance.choice("abc") * chance.choice((1, 1, _LARGE)) for _ in range(4)]
            worker.give(items)
            results = worker.results()
            for item in items[: chance.randrange(5)]:
                done = next(results)
                assert isinstance(done, Done) and done.answer == item.upper(), (number, done)
                answered += 1
            if worker.pid is not None:
                os.kill(worker.pid, signal.SIGKILL)
            for done in results:
                assert isinstance(done, Done), done
                answered += 1
            worker.died_idle()
    return answered
