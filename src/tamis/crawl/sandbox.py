"""Pages into rows, each analysed in a process of its own: whatever a page does to it costs that page."""

from __future__ import annotations

import atexit
import pickle
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Self

from tamis.crawl.fingerprints import Templates, fingerprint
from tamis.crawl.inputs import Input
from tamis.crawl.rows import Settings, analysed, failed, warm_up
from tamis.workers.child import Budget, Report
from tamis.workers.worker import Done, Worker

Answer = tuple[dict[str, Any], float]
"""the columns that the analysis fills, and the seconds it took"""


class Sandbox:
    """The process, seen from outside; a context manager."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        budget = Budget(settings.timeout, settings.memory)
        self._worker: Worker[Input, dict[str, Any]] = Worker(partial(_prepare, settings, None), budget)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        self._worker.close()

    def use_templates(self, templates: Templates | None) -> None:
        """Correct all pages from now on by the sums of their sites."""
        self._worker.prepare(partial(_prepare, self._settings, templates))

    def analyse(self, pages: Sequence[Input]) -> list[Answer]:
        """An answer for each page."""
        self._worker.give(pages)
        return [
            (done.answer if isinstance(done, Done) else failed(done.status), done.seconds)
            for done in self._worker.results()
        ]


_SANDBOXES: dict[bytes, Sandbox] = {}


def shared_sandbox(settings: Settings) -> Sandbox:
    """The sandbox of this process, which does slice after slice, on Spark as here: it takes a second to start."""
    key = pickle.dumps(settings)
    if key not in _SANDBOXES:
        _SANDBOXES[key] = sandbox = Sandbox(settings)
        atexit.register(sandbox.close)
    return _SANDBOXES[key]


def _prepare(settings: Settings, templates: Templates | None, _: Report) -> Callable[[Input], dict[str, Any]]:
    warm_up(settings.strategy, settings.options)
    return partial(_row, settings, templates)


def _row(settings: Settings, templates: Templates | None, page: Input) -> dict[str, Any]:
    if settings.fingerprints:
        return fingerprint(page, settings)
    return analysed(page, settings, templates.of(page) if templates is not None else None)
