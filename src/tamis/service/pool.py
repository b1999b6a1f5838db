"""Processes that do the work, so that a bad page costs itself alone.

A worker has one page at a time, within a time and a memory of its own. One that takes too long is killed, one that dies
is replaced, and no other request notices. (``concurrent.futures`` gives up all pending work when a process dies.)
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import resource
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from tamis.errors import TamisError
from tamis.service.names import page_name

_LOG: Final = logging.getLogger("tamis.service")
_CONTEXT: Final = multiprocessing.get_context("forkserver")
_ADDRESS_SPACE: Final = 4 << 30
"""bytes a worker may take; a page of 20 MB needs less than one gigabyte"""
_LARGE: Final = 1 << 30
"""bytes of memory; a worker that once took more is replaced after its page, so that memory stays flat"""
_STARTING: Final = 60.0
"""seconds for a new worker to import what it needs, on a busy machine"""


_ENDING: Final = 5.0
"""seconds for a worker whose line is gone to be gone itself, so that it can be told how"""


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


class _GoneError(PageFailedError):
    """A worker died over a page; or somebody else ended it just then."""


def _serve(connection: Connection) -> None:
    """What a worker does: answer one job after the other, until its parent goes away."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent decides when to stop
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (_ADDRESS_SPACE, _ADDRESS_SPACE))
    from tamis.service.work import JOBS

    connection.send("ready")
    while True:
        try:
            name, arguments = connection.recv()
        except (EOFError, OSError):
            return
        try:
            answer: tuple[str, Any] = ("done", JOBS[name](**arguments))
        except TamisError as error:
            answer = ("refused", error)
        except (Exception, MemoryError) as error:  # whatever a page does to us, the next one is another page
            answer = ("failed", _where(error))
        connection.send((*answer, _peak_bytes()))


def _where(error: BaseException) -> str:
    """What went wrong and where. Not the message, in which there may be a piece of the page."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    if at is None:
        return type(error).__name__
    code = at.tb_frame.f_code
    return f"{type(error).__name__} in {code.co_name}, {Path(code.co_filename).name}:{at.tb_lineno}"


def _peak_bytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if os.uname().sysname == "Darwin" else 1024)


class _Worker:
    """One process and the line to it; its methods block and are called in a thread."""

    def __init__(self) -> None:
        self.line, theirs = _CONTEXT.Pipe()
        self.process = _CONTEXT.Process(target=_serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.ready = False

    def ask(self, name: str, arguments: dict[str, Any], seconds: float) -> Any:
        """The answer to a job. Raises :class:`PageFailedError`, after which the worker is dead."""
        try:
            if not self.ready:
                self.ready = self.line.poll(_STARTING) and self.line.recv() == "ready"
            self.line.send((name, arguments))
            if not self.line.poll(seconds):
                self.stop()
                raise PageFailedError("time", f"it took longer than {seconds:g} seconds, and its worker was ended")
            kind, answer, peak = self.line.recv()
        except (EOFError, OSError):
            how = self.how_it_ended()
            self.stop()
            raise _GoneError("crash", f"its worker ended with {how}") from None
        if kind == "failed" or peak > _LARGE:
            self.stop()
        if kind == "failed":
            raise PageFailedError("crash", f"it failed with {answer}")
        if kind == "refused":
            raise answer
        return answer

    def how_it_ended(self) -> str:
        """In a word: ``SIGSEGV``, ``exit code 1``."""
        self.process.join(_ENDING)
        code = self.process.exitcode
        if code is None:
            return "no answer, though it still runs"
        with contextlib.suppress(ValueError):
            return signal.Signals(-code).name
        return f"exit code {code}"

    @property
    def dead(self) -> bool:
        return self.line.closed

    def stop(self) -> None:
        self.line.close()
        self.process.kill()
        self.process.join()


class Pool:
    """A number of workers, and a queue of bounded length before them."""

    def __init__(self, workers: int, queue: int, seconds: float, restarted: Callable[[], None] = lambda: None) -> None:
        self.workers, self.queue, self.seconds = workers, queue, seconds
        self.waiting = 0
        self.busy = 0
        self._restarted = restarted
        self._threads = ThreadPoolExecutor(workers, "tamis-worker")
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        self._all: set[_Worker] = set()
        self._jobs: set[asyncio.Task[Any]] = set()

    def start(self) -> None:
        """Start the workers; they get ready in the background."""
        _CONTEXT.set_forkserver_preload(["tamis.service.work"])
        for _ in range(self.workers):
            self._add()

    def _add(self) -> None:
        worker = _Worker()
        self._all.add(worker)
        self._idle.put_nowait(worker)

    def _replace(self, worker: _Worker) -> None:
        self._all.discard(worker)
        self._restarted()
        self._add()

    async def run(self, name: str, arguments: dict[str, Any], *, wait: bool = False, share: float = 1.0) -> Any:
        """The answer to a job, within ``share`` of the time for a page.

        Raises :class:`BusyError` when the queue is full, unless the caller said that it will ``wait``. A page whose
        worker died is tried once more: who ends a worker from outside must not cost a page.
        """
        try:
            return await self._try(name, arguments, wait, share)
        except _GoneError:
            return await self._try(name, arguments, True, share)

    async def _try(self, name: str, arguments: dict[str, Any], wait: bool, share: float) -> Any:
        if self.waiting >= self.queue and not wait:
            raise BusyError(f"{self.waiting} requests are waiting already: try again in a second")
        self.waiting += 1
        try:
            worker = await self._idle.get()
            while not worker.process.is_alive():  # something else ended it: this page is no part of that
                _LOG.warning("a worker ended with %s while it had no page, and is replaced", worker.how_it_ended())
                worker.stop()
                self._replace(worker)
                worker = await self._idle.get()
        finally:
            self.waiting -= 1
        # A caller that is cancelled must not take the worker with it while that is still at work.
        job = asyncio.create_task(self._ask(worker, name, arguments, self.seconds * share))
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)
        return await asyncio.shield(job)

    async def _ask(self, worker: _Worker, name: str, arguments: dict[str, Any], seconds: float) -> Any:
        self.busy += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, worker.ask, name, arguments, seconds)
        except PageFailedError as failure:
            _LOG.warning("%s: %s", page_name(name, arguments), failure.how)
            raise
        finally:
            self.busy -= 1
            if worker.dead:
                self._replace(worker)
            else:
                self._idle.put_nowait(worker)

    async def stop(self) -> None:
        """Let what is under way finish, then end the workers."""
        if self._jobs:
            await asyncio.wait(self._jobs)
        self._threads.shutdown()
        for worker in self._all:
            with contextlib.suppress(OSError):
                worker.stop()
