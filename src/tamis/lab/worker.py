"""A process that answers page after page for all competitors, and can be lost without losing the run.

A competitor may hang or crash in C code, which no exception handler in its own process survives. So all of them run in
one worker, page by page and each in turn, so that whatever slows the machine hits all alike.
"""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import process_time

from tamis.lab.competitors import Answer, Competitor, PageInput
from tamis.workers.child import Report
from tamis.workers.worker import Lost, Worker

TIMEOUT = 60.0
"""Seconds a page. The slowest peer's slowest page of wcxb-dev takes a few; only a hang takes a minute."""
_WARM_UP = PageInput("warm-up", "<html><body><h1>Bread</h1><p>Mix flour, water and salt, then wait.</p></body></html>")

_Task = tuple[int, Sequence[PageInput]]
"""a competitor, and the pages that it is to answer"""
_Prepared = dict[int, Callable[[Sequence[PageInput]], Sequence[Answer]]]


@dataclass(frozen=True, slots=True)
class Reply:
    """A competitor's answers to the pages of a task, or the error if it failed."""

    competitor: int
    answers: Sequence[Answer]
    seconds: float | None
    error: str | None = None


class Competition:
    """The competitors in their process. One task is under way at a time."""

    def __init__(self, competitors: Sequence[Competitor], timeout: float = TIMEOUT) -> None:
        self._timeout = timeout
        # Forking is quick and takes competitors that cannot be pickled. None gets a second try, which would cost time.
        self._worker: Worker[_Task, Reply] = Worker(partial(_prepare, competitors), fork=True, tries=1)
        self._waiting: list[int] = []

    def __enter__(self) -> Competition:
        return self

    def __exit__(self, *_: object) -> None:
        self._worker.close()

    @property
    def waiting(self) -> bool:
        """Whether there are replies to come."""
        return bool(self._waiting)

    def send(self, pages: Sequence[PageInput], order: Sequence[int]) -> None:
        """Hand out a task: these pages, for these competitors, in this order."""
        self._waiting = list(order)
        self._worker.died_idle()
        self._worker.give([(number, pages) for number in order], self._timeout * len(pages))

    def ready(self) -> bool:
        """Whether a reply can be had without waiting."""
        return self._worker.overdue or self._worker.line.poll(0)

    def receive(self) -> Reply:
        """The next reply of the task. A competitor that does not give one in time, or takes the process with it, gets
        an empty reply that says so, and the others carry on in a new process.
        """
        competitor = self._waiting.pop(0)
        done = next(self._worker.results())
        if isinstance(done, Lost):
            return Reply(competitor, (), done.seconds if done.kind == "hung" else None, done.status)
        return done.answer


def _prepare(competitors: Sequence[Competitor], _: Report) -> Callable[[_Task], Reply]:
    """What the process does, with all that competitors print or log kept to itself: their errors are in replies."""
    logging.disable()
    warnings.simplefilter("ignore")
    faulthandler.disable()
    null = Path(os.devnull).open("w")  # noqa: SIM115 - open for good
    os.dup2(null.fileno(), 1)
    os.dup2(null.fileno(), 2)
    sys.stdout = sys.stderr = null
    prepared: _Prepared = {}
    return lambda task: _answer(task[0], competitors[task[0]], task[1], prepared)


def _answer(
    number: int,
    competitor: Competitor,
    pages: Sequence[PageInput],
    prepared: _Prepared,
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
