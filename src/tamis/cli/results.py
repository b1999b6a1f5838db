"""What commands make of several inputs, page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from tamis.cli.inputs import ReadPage, Source
from tamis.cli.options import DEFAULTS
from tamis.cli.output import Failures
from tamis.cli.progress import progress
from tamis.errors import InputError, TamisError

if TYPE_CHECKING:
    from tamis.workers.worker import Worker

_Result = TypeVar("_Result")


def results(
    command: str,
    inputs: Sequence[Source],
    work: Callable[[ReadPage], _Result],
    failures: Failures,
    max_bytes: int = DEFAULTS.max_bytes,
) -> Iterator[tuple[Source, _Result]]:
    """The inputs that could be read and processed, and what ``work`` makes of them; the others are reported.

    Several are processed in a process of their own, so that a page that ends it costs itself alone.
    """
    with ExitStack() as stack:
        if len(inputs) > 1:
            work = _in_a_process(work, stack)
        for source in progress(inputs, len(inputs), command):
            found = []
            with failures.reported():
                found.append(work(source.read(max_bytes)))
            for result in found:
                yield source, result


def _in_a_process(work: Callable[[ReadPage], _Result], stack: ExitStack) -> Callable[[ReadPage], _Result]:
    from tamis.workers.child import PAGE_BUDGET, unprepared
    from tamis.workers.process import may_fork
    from tamis.workers.worker import Worker

    worker = Worker[ReadPage, _Result](unprepared(work), PAGE_BUDGET, fork=may_fork())
    return partial(_ask, stack.enter_context(worker))


def _ask(worker: Worker[ReadPage, _Result], page: ReadPage) -> _Result:
    from tamis.workers.worker import Lost

    worker.give([page])
    (done,) = worker.results()
    if isinstance(done, Lost):
        raise done.error if isinstance(done.error, TamisError) else InputError(f"{page.name}: {done.status}")
    return done.answer
