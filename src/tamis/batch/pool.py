"""Worker processes and what they are at: slices handed out, the dead replaced, nothing lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any, Final

from tamis.batch.child import Child
from tamis.crawl.rows import Settings
from tamis.crawl.shards import Output, Shard
from tamis.crawl.site_counts import FingerprintWriter, SiteCounts
from tamis.crawl.slices import Slice
from tamis.crawl.worker import Job, Progress
from tamis.errors import TamisError

_TRIES: Final = 3
"""workers that a slice may take with it. Pages cannot do that, for they are analysed elsewhere; reading might."""
_WAIT: Final = 0.25


@dataclass
class State:
    """How far the run is, for whoever watches."""

    slices: int
    size: int
    """of all slices that are to be done, in bytes or so"""
    done_slices: int = 0
    done_size: int = 0
    pages: int = 0
    failed: int = 0
    bytes_in: int = 0
    bytes_kept: int = 0
    lost: list[str] = field(default_factory=list)
    """slices that could not be read to their end, and why"""
    workers: list[int] = field(default_factory=list)
    """the worker processes' numbers"""
    restarts: int = 0
    stage: str = ""
    """which of several passes it is at"""
    remarks: list[str] = field(default_factory=list)
    """what whoever started the run should know"""


@dataclass
class _Worker:
    child: Child
    part: Slice | None = None
    progress: Progress = field(default_factory=Progress)


class Pool:
    """Workers on slices; ``watch`` is called a few times a second."""

    def __init__(
        self,
        output: Output,
        settings: Settings,
        workers: int,
        watch: Callable[[State], None],
        counts: SiteCounts | None = None,
        stage: str = "",
    ) -> None:
        self._output, self._settings, self._watch = output, settings, watch
        self._site_counts, self._stage = counts, stage
        self._count = workers
        self._workers: list[_Worker] = []
        self._tries: Counter[str] = Counter()
        self._past = Progress()

    def run(self, parts: Sequence[Slice]) -> State:
        """Do the slices."""
        self._todo = list(reversed(parts))
        self.state = State(len(parts), sum(part.size for part in parts), stage=self._stage)
        try:
            for _ in range(min(self._count, len(parts))):
                self._workers.append(_Worker(Child("worker")))
            self._hand_out()
            while self._workers:
                for line in wait([worker.child.line for worker in self._workers], _WAIT):
                    assert isinstance(line, Connection)
                    self._hear(next(worker for worker in self._workers if worker.child.line is line))
                self._hand_out()
                self._sum_up()
                self._watch(self.state)
        finally:
            for worker in self._workers:
                worker.child.kill()
        return self.state

    def _hand_out(self) -> None:
        for worker in list(self._workers):
            while worker.part is None:
                if not self._todo:
                    worker.child.end()
                    self._workers.remove(worker)
                    break
                worker.part = self._todo.pop()
                try:
                    worker.child.line.send(Job(worker.part, self._output, self._settings, self._site_counts))
                except OSError:
                    self._replace(worker)

    def _hear(self, worker: _Worker) -> None:
        try:
            what, value = worker.child.line.recv()
        except (EOFError, OSError):
            self._replace(worker)
            return
        if what == "fatal":
            raise TamisError(value)
        if what == "progress":
            worker.progress = value
            return
        if what == "lost":
            assert worker.part is not None
            self._give_up(worker.part, value)
            worker.part, worker.progress = None, Progress()
            return
        self._finished(worker, value)

    def _finished(self, worker: _Worker, notes: list[dict[str, Any]]) -> None:
        assert worker.part is not None
        accounts = [note["account"] for note in notes]
        self._past = _add(
            self._past,
            Progress(
                worker.part.size, *(sum(a[n] for a in accounts) for n in ("pages", "failed", "bytes_in", "bytes_kept"))
            ),
        )
        self.state.done_slices += 1
        worker.part, worker.progress = None, Progress()

    def _replace(self, worker: _Worker) -> None:
        """A worker is gone: its slice goes to a new one, from the first shard that is not done."""
        how = worker.child.how_it_ended()
        worker.child.kill()
        self.state.restarts += 1
        part = worker.part
        assert part is not None
        self._tries[part.id] += 1
        worker.part, worker.progress = None, Progress()
        if self._tries[part.id] < _TRIES:
            self._todo.append(part)
        else:
            self._give_up(part, f"took {_TRIES} workers with it ({how})")
        worker.child = Child("worker")

    def _give_up(self, part: Slice, why: str) -> None:
        reason = f"{part.path}: slice {part.number}: {why}"
        self.state.done_slices += 1
        if self._settings.fingerprints:  # the first of two passes; the second will tell
            assert self._site_counts is not None
            FingerprintWriter(self._site_counts, part).commit()
            return
        done = self._output.done(part)
        first = int(done[-1]["next"]) if done else 0
        Shard(self._output, part, len(done), first, self._settings).commit(first, True, reason)
        self.state.lost.append(reason)

    def _sum_up(self) -> None:
        now = self._past
        for worker in self._workers:
            now = _add(now, worker.progress)
        self.state.done_size, self.state.pages, self.state.failed = now.read, now.pages, now.failed
        self.state.bytes_in, self.state.bytes_kept = now.bytes_in, now.bytes_kept
        self.state.workers = [worker.child.process.pid for worker in self._workers]


def _add(a: Progress, b: Progress) -> Progress:
    return Progress(
        a.read + b.read, a.pages + b.pages, a.failed + b.failed, a.bytes_in + b.bytes_in, a.bytes_kept + b.bytes_kept
    )
