"""A process that answers item after item within budgets, and may be lost without losing any other item.

A crash in C code, a hang, a gigabyte too much cannot be caught in the process where it happens. So the items are
answered in a process of its own. When one takes it down, or takes too long, that item has a result that says so, and
the others go to a new process.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from multiprocessing.connection import Connection
from time import monotonic
from types import TracebackType
from typing import Any, Final, Generic, Literal, NamedTuple, Self

from tamis.errors import TamisError
from tamis.workers.child import NO_LIMITS, Answer, Budget, Item, Job
from tamis.workers.process import Process

_STARTING: Final = 120.0
"""seconds that a process may take to be there, on a machine that is busy with other things"""
_STARTS: Final = 2
"""a process that ends while it starts may have been ended by somebody else; the second one has a reason of its own"""
_KILLED_STARTS: Final = 8
"""the same of processes that SIGKILL ended, which is always somebody else, if only the system for want of memory"""


class Done(NamedTuple, Generic[Answer]):
    """An item's answer, and the seconds that it took."""

    answer: Answer
    seconds: float


@dataclass(frozen=True, slots=True)
class Lost:
    """Why an item has no answer."""

    kind: Literal["crashed", "hung", "out of memory", "failed"]
    detail: str = ""
    """``SIGSEGV``, ``no answer in 4 s``, ``ValueError: not a date``"""
    seconds: float = 0.0
    error: Exception | None = None
    """what was raised"""
    where: str = ""
    """the same by its kind and place alone, without the message, in which there may be a piece of the page"""

    @property
    def status(self) -> str:
        """The status of the page that it was.

        >>> Lost("crashed", "SIGSEGV").status, Lost("out of memory").status
        ('crashed: SIGSEGV', 'out of memory')
        """
        return f"{self.kind}: {self.detail}"[:300] if self.detail else self.kind


def failure(error: Exception, seconds: float = 0.0, where: str = "") -> Lost:
    """What became of an item on which an exception was raised.

    >>> failure(ValueError("not a date")).status
    'failed: ValueError: not a date'
    """
    if isinstance(error, MemoryError):
        return Lost("out of memory", seconds=seconds)
    return Lost("failed", f"{type(error).__name__}: {error}", seconds, error, where)


class Worker(Generic[Item, Answer]):
    """The process, seen from outside; a context manager. It starts with the first item, or by :meth:`start`."""

    def __init__(
        self,
        job: Job[Item, Answer],
        budget: Budget = NO_LIMITS,
        *,
        fork: bool = False,
        tries: int = 2,
    ) -> None:
        """``tries`` are the processes that an item may end before it is lost: one may have been ended from outside."""
        self.report: Any = None
        """what the process has last reported of the item at hand"""
        self.starts = 0
        """processes that were started so far"""
        self._job, self._budget, self._fork, self._tries = job, budget, fork, tries
        self._process: Process | None = None
        self._ready = self._stopped = False
        self._failed_starts = 0
        self._strikes = 0
        self._pending: deque[Item] = deque()
        self._seconds: float | None = None
        self._since = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process now."""
        if self._process is not None:
            self._process.kill()
            self._process = None

    def stop(self) -> None:
        """End the process now, whatever another thread asks of it, and start no other."""
        self._stopped = True
        if self._process is not None:
            self._process.kill()

    def finish(self) -> None:
        """Let the process end by itself, and those that it has started."""
        if self._process is not None:
            self._process.end()
            self._process = None

    @property
    def pid(self) -> int | None:
        """The number of the process, if there is one."""
        return None if self._process is None else self._process.pid

    @property
    def line(self) -> Connection:
        """To wait for, while items are pending."""
        assert self._process is not None
        return self._process.line

    @property
    def pending(self) -> int:
        """Items that have no result yet."""
        return len(self._pending)

    @property
    def overdue(self) -> bool:
        """Whether the item at hand has had its time."""
        return monotonic() >= self._deadline()

    def start(self) -> None:
        """Start the process, if there is none; it gets ready in the background."""
        if self._stopped:
            raise TamisError("the worker was stopped")
        if self._process is None:
            self.starts += 1
            self._ready, self._since = False, monotonic()
            self._process = Process(self._job, self._budget, self._fork)

    def wait_until_ready(self) -> None:
        """Wait until the process has loaded what it needs."""
        while not self._ready:
            self.hear()

    def died_idle(self) -> str | None:
        """How the process ended while it had no item, if it did; then there is none any more."""
        if self._process is None or self._process.exit_code() is None:
            return None
        how = self._process.how_it_ended()
        self.close()
        return how

    def prepare(self, job: Job[Item, Answer]) -> None:
        """Have further items answered by another job."""
        self._job = job
        if self._process is not None:
            with contextlib.suppress(OSError):  # a process that is gone is noticed when it is heard
                self.line.send(("job", job))

    def give(self, items: Sequence[Item], seconds: float | None = None) -> None:
        """Hand over items, when those before all have results; ``seconds`` an item, in place of the budget's."""
        assert not self._pending
        self._pending.extend(items)
        self._seconds = self._budget.seconds if seconds is None else seconds
        self._strikes = 0
        if items:
            self._hand_over()

    def results(self) -> Iterator[Done[Answer] | Lost]:
        """The results of all pending items, in order, as they come."""
        while self._pending:
            if result := self.hear():
                yield result

    def hear(self) -> Done[Answer] | Lost | None:
        """The next result, or ``None`` for other news of the process; waits if there is none."""
        assert self._process is not None
        deadline = self._deadline()
        try:
            # Something may have arrived while nobody listened, so the line is asked before the clock.
            if not self.line.poll(None if deadline == inf else max(0.0, deadline - monotonic())):
                return self._give_up_waiting()
            kind, value, *rest = self.line.recv()
        except (EOFError, OSError):
            return self._find_dead()
        if kind == "report":
            self.report = value
            return None
        if kind == "ready":
            self._ready, self._failed_starts, self._since = True, 0, monotonic()
            return None
        seconds, leaving = rest
        if kind == "done":
            return self._settle(Done(value, seconds), leaving)
        if kind == "failed":
            error, where = value
            return self._settle(failure(error, seconds, where), leaving)
        return self._settle(Lost("out of memory", seconds=seconds), leaving)

    def _deadline(self) -> float:
        limit = self._seconds if self._ready else _STARTING
        return inf if limit is None else self._since + limit

    def _settle(self, result: Done[Answer] | Lost, process_ends: bool) -> Done[Answer] | Lost:
        self._pending.popleft()
        self._strikes, self._since, self.report = 0, monotonic(), None
        if process_ends:
            self.close()
            if self._pending:
                self._hand_over()
        return result

    def _give_up_waiting(self) -> Lost | None:
        if not self._ready:
            self._start_again("it does not answer")
            return None
        seconds = self._seconds or 0.0
        lost = Lost("hung", f"no answer in {seconds:g} s", seconds)
        self._settle(lost, True)
        return lost

    def _find_dead(self) -> Lost | None:
        assert self._process is not None
        how = self._process.how_it_ended()
        if not self._ready:
            self._start_again(how)
            return None
        self._strikes += 1
        if self._strikes >= self._tries:
            lost = Lost("crashed", how)
            self._settle(lost, True)
            return lost
        self.close()
        self._hand_over()
        return None

    def _start_again(self, how: str) -> None:
        self.close()
        self._failed_starts += 1
        if self._failed_starts >= (_KILLED_STARTS if how == "SIGKILL" else _STARTS):
            self._failed_starts = 0
            self._pending.clear()
            raise TamisError(f"the process for pages does not start ({how}); does `python -c 'import tamis'` work?")
        self._hand_over()

    def _hand_over(self) -> None:
        """Send what is pending to the process, or to a new one."""
        self.start()
        assert self._process is not None
        self._since = monotonic()
        with contextlib.suppress(OSError):
            self._process.send(list(self._pending), self._seconds)
