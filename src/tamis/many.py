"""Many pages from one process: several workers, answers in order, a bounded number of pages in memory."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from tamis.api import FORMATS, RENDERED, analyze_content, extract, render
from tamis.errors import TamisError, UsageError
from tamis.options import check_keywords

if TYPE_CHECKING:
    from tamis.site.pages import PageInput

_Pair = tuple[str | None, str | bytes]
_BATCH_PAGES: Final = 16
_BATCH_BYTES: Final = 2_000_000
"""pages go to workers in batches of so many, or of so much: fewer trips, and no pile of large pages"""
_AHEAD: Final = 2
"""batches a worker may have waiting or done while the caller reads an earlier answer"""


def extract_many(
    pages: Iterable[PageInput], workers: int | None = None, output_format: str = "text", **options: Any
) -> Iterator[str]:
    """The main content of each page, in the order of the pages, as they come.

    ``pages`` are HTML texts, or pairs of address and HTML; an endless stream will do, since only as many are read ahead
    as keep the workers busy. ``workers`` are processes, by default one a processor; with 1 all happens in this one.
    ``options`` are those of :func:`tamis.extract`.

    >>> import tamis
    >>> list(tamis.extract_many(["<p>Rye is a grass, and so is wheat.", "<p>Oats make a good porridge."], workers=1))
    ['Rye is a grass, and so is wheat.', 'Oats make a good porridge.']
    """
    check_keywords(extract_many, options, passed_to=extract)
    if workers is not None and workers < 1:
        raise UsageError(f"workers is 1 or more, not {workers}")
    if output_format not in FORMATS:
        raise UsageError(f"output_format is one of {', '.join(FORMATS)}, not {output_format!r}")
    from tamis.site.pages import as_pairs

    rendered = {RENDERED[name]: value for name, value in options.items() if name in RENDERED}
    analyzed = {name: value for name, value in options.items() if name not in RENDERED}
    run = partial(_extract_batch, output_format=output_format, analyzed=analyzed, rendered=rendered)
    batches = _batches(as_pairs(pages))
    count = workers or os.cpu_count() or 1
    return _here(batches, run) if count == 1 else _in_processes(batches, run, count)


def _extract_batch(
    batch: list[_Pair], output_format: str, analyzed: dict[str, Any], rendered: dict[str, Any]
) -> list[str]:
    return [render(analyze_content(html, url, **analyzed), output_format, **rendered) for url, html in batch]


def _batches(pages: Iterator[_Pair]) -> Iterator[list[_Pair]]:
    batch: list[_Pair] = []
    size = 0
    for page in pages:
        batch.append(page)
        size += len(page[1])
        if len(batch) == _BATCH_PAGES or size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _here(batches: Iterator[list[_Pair]], run: Callable[[list[_Pair]], list[str]]) -> Iterator[str]:
    for batch in batches:
        for page in batch:
            yield from run([page])


def _in_processes(
    batches: Iterator[list[_Pair]], run: Callable[[list[_Pair]], list[str]], workers: int
) -> Iterator[str]:
    pool = ProcessPoolExecutor(workers)
    waiting: deque[Future[list[str]]] = deque()
    try:
        waiting.extend(pool.submit(run, batch) for batch in islice(batches, _AHEAD * workers))
        while waiting:
            answers = waiting.popleft().result()
            waiting.extend(pool.submit(run, batch) for batch in islice(batches, 1))
            yield from answers
    except BrokenProcessPool:
        raise TamisError("a worker process died, perhaps of too little memory: try fewer workers") from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
