"""Workers for requests: each has one page at a time, within a time and a memory of its own.

One that takes too long is ended, one that dies is replaced, and no other request notices.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from tamis.errors import TamisError
from tamis.service.names import page_name
from tamis.workers.child import Budget, Report
from tamis.workers.worker import Lost, Worker

_LOG: Final = logging.getLogger("tamis.service")
_BUDGET: Final = Budget(memory=4 << 30, peak=1 << 30)
"""a page of 20 MB needs less than one gigabyte"""

_LAST_SECONDS: Final = 2.0
"""for jobs whose clients are gone; the others have had their time before the service stops its workers"""

_Job = tuple[str, dict[str, Any]]
_Worker = Worker[_Job, bytes]


class BusyError(TamisError):
    """All workers are busy and the queue is full."""


class PageFailedError(TamisError):
    """A page took too long, or took its worker down."""

    def __init__(self, why: str, how: str) -> None:
        super().__init__(how)
        self.why = why
        """``time`` or ``crash``"""
        self.how = how
        """what happened, for the log: ``its worker ended with SIGSEGV``"""


def prepare(_: Report) -> Callable[[_Job], bytes]:
    """What a worker does with a job."""
    from tamis.crawl.rows import warm_up
    from tamis.service.work import JOBS

    warm_up("auto", {})

    def work(job: _Job) -> bytes:
        name, arguments = job
        return JOBS[name](**arguments)

    return work


def _ask(worker: _Worker, job: _Job, seconds: float) -> bytes:
    """The answer to a job, or :class:`PageFailedError`; blocks, and is called in a thread."""
    worker.give([job], seconds)
    (done,) = worker.results()
    if not isinstance(done, Lost):
        return done.answer
    if isinstance(done.error, TamisError):
        raise done.error
    if done.kind == "hung":
        raise PageFailedError("time", f"it took longer than {seconds:g} seconds, and its worker was ended")
    if done.kind == "crashed":
        raise PageFailedError("crash", f"its worker ended with {done.detail}")
    raise PageFailedError("crash", f"it failed with {done.where or done.kind}")


class Pool:
    """A number of workers, and a queue of bounded length before them."""

    def __init__(self, workers: int, queue: int, seconds: float, restarted: Callable[[], None] = lambda: None) -> None:
        self.queue, self.seconds = queue, seconds
        self.waiting = 0
        self.busy = 0
        self.ready = False
        """whether a worker has loaded what it needs"""
        self._stopping = False
        self._restarted = restarted
        self._threads = ThreadPoolExecutor(workers, "tamis-worker")
        self._workers = [_Worker(prepare, _BUDGET) for _ in range(workers)]
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        self._jobs: set[asyncio.Task[bytes]] = set()
        self._starting: set[asyncio.Task[None]] = set()

    @property
    def workers(self) -> int:
        """How many workers there are."""
        return len(self._workers)

    @property
    def pids(self) -> list[int]:
        """The numbers of the workers' processes."""
        return [worker.pid for worker in self._workers if worker.pid]

    def start(self) -> None:
        """Start the workers; they get ready in the background."""
        for worker in self._workers:
            worker.start()
            task = asyncio.get_running_loop().create_task(self._get_ready(worker))
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)

    async def _get_ready(self, worker: _Worker) -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(self._threads, worker.wait_until_ready)
            self.ready = True
        except TamisError as error:  # each page's worker will say so again
            _LOG.error("%s", error)
        self._idle.put_nowait(worker)

    async def run(self, name: str, arguments: dict[str, Any], *, wait: bool = False, share: float = 1.0) -> bytes:
        """The answer to a job, within ``share`` of the time for a page.

        Raises :class:`BusyError` when the queue is full, unless the caller said that it will ``wait``. A page whose
        worker died is tried once more: who ends a worker from outside must not cost a page.
        """
        if self.waiting >= self.queue and not wait:
            raise BusyError(f"{self.waiting} requests are waiting already: try again in a second")
        self.waiting += 1
        try:
            worker = await self._idle.get()
        finally:
            self.waiting -= 1
        # A caller that is cancelled must not take the worker with it while that is still at work.
        job = asyncio.create_task(self._run(worker, (name, arguments), self.seconds * share))
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)
        return await asyncio.shield(job)

    async def _run(self, worker: _Worker, job: _Job, seconds: float) -> bytes:
        self.busy += 1
        if how := worker.died_idle():  # something else ended it: this page is no part of that
            _LOG.warning("a worker ended with %s while it had no page, and is replaced", how)
        starts = worker.starts
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, _ask, worker, job, seconds)
        except PageFailedError as failure:
            _LOG.warning("%s: %s", page_name(*job), failure.how)
            raise
        finally:
            self.busy -= 1
            if not self._stopping:
                worker.start()
                for _ in range(worker.starts - starts):
                    self._restarted()
                self._idle.put_nowait(worker)

    async def stop(self) -> None:
        """Let what is under way finish in a while, then end the workers."""
        if self._jobs:
            await asyncio.wait(self._jobs, timeout=_LAST_SECONDS)
        self._stopping = True
        for worker in self._workers:
            worker.stop()
        await asyncio.gather(*self._jobs, *self._starting, return_exceptions=True)
        self._threads.shutdown()
