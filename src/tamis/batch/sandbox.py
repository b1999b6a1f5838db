"""A page's analysis in a process of its own: whatever the page does to it costs that page.

A crash in C code, a hang, a gigabyte too much cannot be caught in the process where it happens. So there is a process
that does nothing but analyse pages, some at a time. It notes in shared memory which one it is at; when one takes it
down, or takes too long, that page gets a status that says so, and the others get a new process.
"""

from __future__ import annotations

import contextlib
import gc
import resource
import signal
from collections import Counter
from collections.abc import Sequence
from multiprocessing.connection import Connection
from time import monotonic, perf_counter
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

from tamis.batch.child import Child
from tamis.batch.desk import Desk, Lying
from tamis.crawl.inputs import Input
from tamis.crawl.rows import Settings, analysed, failed
from tamis.errors import TamisError

_STARTING: Final = 120.0
"""seconds that a process may take to be there, on a machine that is busy with other things"""
_ORPHANED: Final = 60
"""seconds beyond a page's own after which a process ends itself, if nobody is left to end it"""
OUT_OF_MEMORY: Final = "out of memory"

Answer = tuple[dict[str, Any], float]
"""the columns that the analysis fills, and the seconds it took"""


class _Stopped(NamedTuple):
    """Why there is no answer, and at which page."""

    at: int
    reason: str
    for_good: bool
    """whether another try is pointless"""


class Sandbox:
    """The process, seen from outside; a context manager."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._templates: Any = None
        self._child: Child | None = None
        self._desk = Desk()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process for good."""
        self._end()
        self._desk.close()

    def _end(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child = None

    def teach(self, templates: Any) -> None:
        """From now on, correct pages by what is known of their sites."""
        self._templates = templates
        if self._child is not None:
            with contextlib.suppress(OSError):  # if it is gone, the next one is told
                self._child.line.send((templates,))

    def analyse(self, pages: Sequence[Input]) -> list[Answer]:
        """An answer for each page."""
        found: dict[int, Answer] = {}
        strikes: Counter[int] = Counter()
        while len(found) < len(pages):
            todo = [i for i in range(len(pages)) if i not in found]
            answer = self._try([pages[i] for i in todo])
            if not isinstance(answer, _Stopped):
                found.update(zip(todo, answer, strict=False))
                if found[max(found)][0]["status"] == OUT_OF_MEMORY:
                    self._end()  # what is left of its memory is in pieces
                continue
            guilty = todo[min(answer.at, len(todo) - 1)]
            strikes[guilty] += 1
            if answer.for_good or strikes[guilty] > 1:  # whoever kills the process from outside must not cost a page
                found[guilty] = failed(answer.reason), self._settings.timeout if answer.for_good else 0.0
        return [found[i] for i in range(len(pages))]

    def _try(self, pages: Sequence[Input]) -> list[Answer] | _Stopped:
        child = self._child or self._start()
        limit = self._settings.timeout
        self._desk.note(0)
        try:
            child.line.send(self._desk.lay(pages))
            while not child.line.poll(max(0.01, self._desk.noted()[1] + limit - monotonic())):
                at, began = self._desk.noted()
                if monotonic() - began >= limit:
                    self._end()
                    return _Stopped(at, f"hung: no answer in {limit:g} s", True)
            answers: list[Answer] = child.line.recv()
        except (EOFError, OSError):
            how = child.how_it_ended()
            self._end()
            return _Stopped(self._desk.noted()[0], f"crashed: {how}", False)
        return answers

    def _start(self) -> Child:
        how = ""
        for _ in range(2):  # as with a page: once may be somebody's kill, twice is not
            self._child = child = Child("sandbox", self._desk.number)
            with contextlib.suppress(EOFError, OSError):
                child.line.send((self._settings, self._templates))
                if child.line.poll(_STARTING) and child.line.recv() == "ready":
                    self._desk.note(0)
                    return child
            how = child.how_it_ended()
            self._end()
        raise TamisError(f"the process for pages does not start ({how}); does `python -c 'import tamis'` work?")


def serve(line: Connection, shared: int) -> None:
    """The process's life: pages in, rows out."""
    settings, templates = line.recv()
    desk = Desk(shared)
    _warm_up(settings)
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limit = settings.memory if hard == resource.RLIM_INFINITY else min(settings.memory, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))
    line.send("ready")
    while True:
        message = line.recv()
        if isinstance(message, tuple):
            (templates,) = message
            continue
        answers: list[Answer] = []
        for number, lying in enumerate(message):
            signal.alarm(int(settings.timeout) + _ORPHANED)
            desk.note(number)
            start = perf_counter()
            row = _row(desk, lying, settings, templates)
            answers.append((row, perf_counter() - start))
            if row["status"] == OUT_OF_MEMORY:
                break
        signal.alarm(0)
        line.send(answers)


def _warm_up(settings: Settings) -> None:
    """What is loaded for the first page belongs neither to its time nor to its memory.

    A strategy that fails here will fail on every page, and say why there.
    """
    page = "<h1>Rye</h1><p>Rye is a grass, and it is grown as a grain, in the north of Europe above all."
    with contextlib.suppress(Exception):
        analysed(Input("", page), settings)
    gc.freeze()  # what is loaded by now stays: the collector need not look at it again


def _row(desk: Desk, lying: Lying, settings: Settings, templates: Any) -> dict[str, Any]:
    try:
        page = desk.take(lying)
        if settings.fingerprints:
            from tamis.crawl.fingerprints import fingerprint

            return fingerprint(page, settings)
        return analysed(page, settings, templates.of(page) if templates is not None else None)
    except MemoryError:
        return failed(OUT_OF_MEMORY)
    except Exception as error:  # whatever a strategy does wrong costs this page
        return failed(f"failed: {type(error).__name__}: {error}"[:300])
