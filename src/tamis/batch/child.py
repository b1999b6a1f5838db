"""Processes of our own, each with a line to the one that started it: ``python -m tamis.batch.child ROLE FD [FD]``.

Started as new programs, not forked: safe from threads, in notebooks and inside Spark's own processes.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
from importlib.abc import MetaPathFinder
from multiprocessing.connection import Connection
from typing import Final

_BUFFER: Final = 1_048_576
"""bytes on the line: most pages go through in one piece"""
_ONE_THREAD: Final = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""a process is one core's work: threads of NumPy in each would only be in each other's way"""


class Child:
    """A process and the line to it."""

    def __init__(self, role: str, shared: int | None = None) -> None:
        """Start it; ``shared`` is a file that both have open."""
        ours, theirs = socket.socketpair()
        for end in (ours, theirs):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER)
        files = (theirs.fileno(), *(() if shared is None else (shared,)))
        self.process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", "tamis.batch.child", role, *map(str, files)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=files,
            env={**os.environ, **_ONE_THREAD},
        )
        theirs.close()
        self.line: Connection = Connection(ours.detach())

    def how_it_ended(self) -> str:
        """In a word: ``SIGSEGV``, ``exit code 1``."""
        try:
            code = self.process.wait(5)
        except subprocess.TimeoutExpired:
            return "it does not answer"
        with contextlib.suppress(ValueError):
            return signal.Signals(-code).name
        return f"exit code {code}"

    def end(self) -> None:
        """Let it finish by itself, and those that it has started."""
        self.line.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def kill(self) -> None:
        """End it now."""
        self.process.kill()
        self.process.wait()
        self.line.close()


class _NoPandas(MetaPathFinder):
    """As if pandas were not installed. PyArrow would load it, to ask if our rows are of its making: half a second."""

    def find_spec(self, fullname: str, *_: object) -> None:
        """Let other modules be found as ever."""
        if fullname == "pandas":
            raise ModuleNotFoundError("a worker does without pandas", name=fullname)


def main(role: str, number: int, shared: int = -1) -> None:
    """Be a worker, or a sandbox, until the other end of the line is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all processes of a terminal; the first one decides
    line: Connection = Connection(number)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        if role == "sandbox":
            from tamis.batch.sandbox import serve

            serve(line, shared)
        else:
            from tamis.crawl.worker import work

            sys.meta_path.insert(0, _NoPandas())
            work(line)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
