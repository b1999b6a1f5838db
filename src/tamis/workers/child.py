"""What a worker process does: items in, answers out, until the process that started it is gone.

``python -m tamis.workers.child LINE MEMORY`` is how one is started as a new program; the arguments are open files.
"""

from __future__ import annotations

import contextlib
import pickle
import signal
import sys
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple, TypeVar

from tamis.errors import TamisError
from tamis.workers.shared import SharedMemory

_ORPHANED: Final = 60
"""seconds beyond an item's own after which a process ends itself, if nobody is left to end it"""

Item = TypeVar("Item")
Answer = TypeVar("Answer")
Report = Callable[[object], None]
"""says how far an item is, to whoever watches"""
Job = Callable[[Report], Callable[[Item], Answer]]
"""loads what the work needs, and returns what answers an item; has to be importable, unless processes are forked"""


def unprepared(work: Callable[[Item], Answer]) -> Job[Item, Answer]:
    """The job of doing this work, for which nothing has to be loaded."""
    return partial(_given, work)


def _given(work: Callable[[Item], Answer], _: Report) -> Callable[[Item], Answer]:
    return work


class Budget(NamedTuple):
    """What an item may cost."""

    seconds: float | None = None
    """time after which it is given up"""
    memory: int | None = None
    """bytes of data that the process may have"""
    peak: int | None = None
    """bytes of memory; a process that once took more is replaced after its item, so that memory stays flat"""


NO_LIMITS: Final = Budget()
TIMEOUT: Final = 60.0
MEMORY: Final = 2_000_000_000
PAGE_BUDGET: Final = Budget(TIMEOUT, MEMORY)
"""what a page may cost where nothing else is said"""


def serve(line: Connection, job: Job[Any, Any], budget: Budget, memory: SharedMemory | None = None) -> None:
    """Answer the items that come in on a line, until the other end of it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all processes of a terminal; the first one decides
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        answer = job(_reporting(line))
        _limit_memory(budget)
        line.send(("ready", None))
        while True:
            kind, value = line.recv()
            if kind == "job":
                answer = value(_reporting(line))
                continue
            items, seconds = value if memory is None else memory.get(value)
            for item in items:
                _set_alarm(seconds)
                _send_answer(line, answer, item, budget)


def _reporting(line: Connection) -> Report:
    def report(value: object) -> None:
        try:
            line.send(("report", value))
        except OSError:  # whoever gave the item is gone
            raise SystemExit from None

    return report


def _send_answer(line: Connection, answer: Callable[[Any], Any], item: Any, budget: Budget) -> None:
    start = perf_counter()
    reply: tuple[str, Any]
    try:
        reply = "done", answer(item)
    except MemoryError:
        reply = "out of memory", None
    except Exception as error:  # whatever goes wrong costs this item
        reply = "failed", (_sendable(error), _where(error))
    seconds = perf_counter() - start
    _set_alarm(None)
    # What is left of the memory after such an item is in pieces, or large.
    leaving = reply[0] == "out of memory" or (budget.peak is not None and _peak_bytes() > budget.peak)
    try:
        line.send((*reply, seconds, leaving))
    except OSError:
        raise
    except Exception as error:  # an answer that cannot be sent
        line.send(("failed", (TypeError(str(error)), _where(error)), seconds, leaving))


def _sendable(error: Exception) -> Exception:
    """An error, or if it cannot be sent, one that says the same."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - made in this line
    except Exception:
        if isinstance(error, TamisError):
            return TamisError(str(error))
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def _where(error: BaseException) -> str:
    """What went wrong and where. Not the message, in which there may be a piece of the page."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    if at is None:
        return type(error).__name__
    code = at.tb_frame.f_code
    return f"{type(error).__name__} in {code.co_name}, {Path(code.co_filename).name}:{at.tb_lineno}"


def _set_alarm(seconds: float | None) -> None:
    if sys.platform != "win32":
        signal.alarm(0 if seconds is None else int(seconds) + _ORPHANED)


def _limit_memory(budget: Budget) -> None:
    if sys.platform != "win32" and budget.memory is not None:
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        limit = budget.memory if hard == resource.RLIM_INFINITY else min(budget.memory, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))


def _peak_bytes() -> int:
    if sys.platform == "win32":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


if __name__ == "__main__":
    _line: Connection = Connection(int(sys.argv[1]))
    with contextlib.suppress(EOFError):
        _job, _budget = _line.recv()
        serve(_line, _job, _budget, SharedMemory(int(sys.argv[2])))
