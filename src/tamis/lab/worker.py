"""A process that answers page after page for all competitors, and can be lost without losing the run.

A competitor may hang or crash in C code, which no exception handler in its own process survives. So all of them run in
one child process, page by page and each in turn, so that whatever slows the machine hits all alike; the parent reads
one reply per competitor and page, and kills the child and starts another when a reply is overdue or the child is gone.
"""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import multiprocessing
import os
import signal
import sys
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic, process_time
from typing import Any

from tamis.lab.competitors import Answer, Competitor, PageInput

TIMEOUT = 60.0
"""Seconds a page. The slowest peer's slowest page of wcxb-dev takes a few; only a hang takes a minute."""
_WARM_UP = PageInput("warm-up", "<html><body><h1>Bread</h1><p>Mix flour, water and salt, then wait.</p></body></html>")


@dataclass(frozen=True, slots=True)
class Reply:
    """A competitor's answers to the pages of a task; none if it failed, and then why."""

    competitor: int
    answers: Sequence[Answer]
    seconds: float | None
    error: str | None = None


class Worker:
    """The child process, seen from the parent. One task is under way at a time."""

    def __init__(self, competitors: Sequence[Competitor], timeout: float = TIMEOUT) -> None:
        self._competitors = competitors
        self._timeout = timeout
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None
        self._pages: Sequence[PageInput] = ()
        self._waiting: list[int] = []
        self._since = 0.0

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self._kill()

    @property
    def waiting(self) -> bool:
        """Whether there are replies to come."""
        return bool(self._waiting)

    def send(self, pages: Sequence[PageInput], order: Sequence[int]) -> None:
        """Hand out a task: these pages, for these competitors, in this order."""
        self._pages, self._waiting = pages, list(order)
        self._since = monotonic()
        self._hand_out()

    def ready(self) -> bool:
        """Whether a reply can be had without waiting."""
        return self._pipe is None or self._pipe.poll(0)

    def receive(self) -> Reply:
        """The next reply of the task. A competitor that does not give one in time, or takes the process with it, gets
        an empty reply that says so, and the others carry on in a new process.
        """
        limit = self._timeout * len(self._pages)
        try:
            # Something may have arrived while the parent was busy, so the pipe is asked before the clock.
            if self._pipe is None or not self._pipe.poll(max(0.0, self._since + limit - monotonic())):
                reply = Reply(self._waiting[0], (), limit, f"hung: no answer in {limit:g} s")
                self._kill()
            else:
                reply = self._pipe.recv()
        except (EOFError, OSError):
            reply = Reply(self._waiting[0], (), None, f"crashed: {self._how_it_ended()}")
            self._kill()
        self._waiting.remove(reply.competitor)
        self._since = monotonic()
        if self._pipe is None and self._waiting:
            self._hand_out()
        return reply

    def _hand_out(self) -> None:
        for _ in range(2):  # a process that died while idle is noticed only now
            if self._pipe is None:
                self._start()
            assert self._pipe is not None
            with contextlib.suppress(OSError):
                self._pipe.send((self._pages, self._waiting))
                return
            self._kill()

    def _start(self) -> None:
        # Forking is quick and takes competitors that cannot be pickled; where it is not safe there is spawn.
        context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, ours, self._competitors), daemon=True)
        process.start()
        self._process = process
        theirs.close()
        self._pipe = ours

    def _how_it_ended(self) -> str:
        if self._process is None:
            return "the process is gone"
        self._process.join(5)
        code = self._process.exitcode
        if code is not None and code < 0:
            with contextlib.suppress(ValueError):
                return signal.Signals(-code).name
        return f"exit code {code}"

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


def _serve(pipe: Connection, parents_end: Connection, competitors: Sequence[Competitor]) -> None:
    """The child's life: tasks in, replies out, until the parent goes away."""
    parents_end.close()  # or the child would never see that the parent is gone
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle; it kills the child
    logging.disable()
    warnings.simplefilter("ignore")
    faulthandler.disable()
    # What competitors print is not ours; their errors come back in replies.
    null = Path(os.devnull).open("w")  # noqa: SIM115 - open for good
    os.dup2(null.fileno(), 1)
    os.dup2(null.fileno(), 2)
    sys.stdout = sys.stderr = null
    prepared: dict[int, Callable[[Sequence[PageInput]], Sequence[Answer]]] = {}
    with contextlib.suppress(EOFError, OSError):
        while True:
            pages, order = pipe.recv()
            for number in order:
                pipe.send(_answer(number, competitors[number], pages, prepared))


def _answer(
    number: int,
    competitor: Competitor,
    pages: Sequence[PageInput],
    prepared: dict[int, Callable[[Sequence[PageInput]], Sequence[Answer]]],
) -> Reply:
    seconds = None
    try:
        if number not in prepared:
            prepared[number] = competitor.prepare()
            with contextlib.suppress(Exception):  # what is set up at the first call is not the first page's to pay
                prepared[number]([_WARM_UP])
        start = process_time()  # processor time: on a busy machine the clock on the wall says little
        try:
            answers = prepared[number](pages)
        finally:
            seconds = process_time() - start
        if len(answers) != len(pages):
            raise ValueError(f"{len(answers)} answers to {len(pages)} pages")
    except BaseException as error:  # SystemExit included: it costs the page, not the process
        return Reply(number, (), seconds, f"{type(error).__name__}: {error}"[:500])
    return Reply(number, answers, seconds)
