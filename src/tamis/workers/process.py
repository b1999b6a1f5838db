"""A worker process from outside: it is started, and it ends."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final
from weakref import WeakSet

from tamis.workers.child import Budget, Job, serve
from tamis.workers.shared import SharedMemory

_BUFFER: Final = 1_048_576
"""bytes on the line: most answers go through in one piece"""
_ENDING: Final = 10.0
"""seconds for a process whose line is closed to be gone"""
_ONE_THREAD: Final = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""a process is one core's work: threads of NumPy in each would only be in each other's way"""
_LINES: Final[WeakSet[Connection]] = WeakSet()
"""this process's ends of all lines, which a forked process must not hold, or it would never see that we are gone"""


def may_fork() -> bool:
    """Whether nothing else goes on in this process, so that a copy of it can do without what other threads hold."""
    return threading.active_count() == 1


class Process:
    """A process and the line to it.

    As a new program it is safe from threads, in notebooks and inside Spark's own processes. A forked one starts sooner
    and knows all that this process does, such as strategies defined in the user's script.
    """

    def __init__(self, job: Job[Any, Any], budget: Budget, fork: bool) -> None:
        self.memory: SharedMemory | None = None
        self._process: subprocess.Popen[bytes] | BaseProcess
        if fork or sys.platform == "win32":
            self.line, self._process = _related(job, budget)
        else:
            self.memory = SharedMemory()
            self.line, self._process = _program(self.memory.number)
            _LINES.add(self.line)
            with contextlib.suppress(OSError):  # if it is gone already, whoever waits for it will notice
                self.line.send((job, budget))

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid or 0

    def send(self, items: Sequence[Any], seconds: float | None) -> None:
        """Hand over items, each with so much time, after those before have all been answered."""
        value = items, seconds
        self.line.send(("items", value if self.memory is None else self.memory.put(value)))

    def exit_code(self, seconds: float = 0.0) -> int | None:
        """How it ended, waiting so long for it to end; ``None`` if it has not."""
        if isinstance(self._process, subprocess.Popen):
            with contextlib.suppress(subprocess.TimeoutExpired):
                return self._process.wait(seconds)
            return None
        self._process.join(seconds)
        return self._process.exitcode

    def how_it_ended(self) -> str:
        """In a word: ``SIGSEGV``, ``exit code 1``."""
        code = self.exit_code(_ENDING)
        if code is None:
            return "no answer, though it still runs"
        with contextlib.suppress(ValueError):
            return signal.Signals(-code).name
        return f"exit code {code}"

    def end(self) -> None:
        """Let it finish by itself, and those that it has started."""
        self.line.close()
        if self.exit_code(_ENDING) is None:
            self._process.kill()
        self._clear_up()

    def kill(self) -> None:
        """End it now."""
        self._process.kill()
        self._clear_up()

    def _clear_up(self) -> None:
        self.exit_code(_ENDING)
        self.line.close()
        if self.memory is not None:
            self.memory.close()
            self.memory = None


def _program(memory: int) -> tuple[Connection, subprocess.Popen[bytes]]:
    ours, theirs = socket.socketpair()
    for end in (ours, theirs):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER)
    files = theirs.fileno(), memory
    process = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "tamis.workers.child", *map(str, files)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=files,
        env={**os.environ, **_ONE_THREAD},
    )
    theirs.close()
    return Connection(ours.detach()), process


def _related(job: Job[Any, Any], budget: Budget) -> tuple[Connection, BaseProcess]:
    """A process forked off this one; where forking is not safe, one that Python starts to be like it."""
    context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    ours, theirs = context.Pipe()
    _LINES.add(ours)
    process = context.Process(target=_serve, args=(theirs, job, budget), daemon=True)
    process.start()
    theirs.close()
    return ours, process


def _serve(line: Connection, job: Job[Any, Any], budget: Budget) -> None:
    for other in list(_LINES):
        other.close()
    serve(line, job, budget)
