"""Many pages from one process: several workers, answers in order, a bounded number of pages in memory."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Unpack

from tamis.api import analyze_content, split_options
from tamis.document import Document
from tamis.errors import TamisError, UsageError
from tamis.formats import check_format, render
from tamis.limits import Limits
from tamis.options import OPTIONS, PageOptions, Rendering, check_keywords

if TYPE_CHECKING:
    from tamis.site.pages import PageInput
    from tamis.site.template import SiteTemplate

_Pair = tuple[str | None, str | bytes]
_BATCH_PAGES: Final = 16
_BATCH_BYTES: Final = 2_000_000
"""pages go to workers in batches of so many, or of so much: fewer trips, and no pile of large pages"""
_AHEAD: Final = 2
"""batches a worker may have waiting or done while the caller reads an earlier answer"""


def extract_many(
    pages: Iterable[PageInput],
    workers: int | None = None,
    output_format: str = "text",
    *,
    strategy: str = "auto",
    params: Mapping[str, Any] | None = None,
    limits: Limits = Limits(),
    charset: str | None = None,
    template: SiteTemplate | None = None,
    **options: Unpack[PageOptions],
) -> Iterator[str]:
    """The main content of each page, in the order of the pages, as they come.

    ``pages`` are HTML texts, or pairs of address and HTML; an endless stream will do, since only as many are read ahead
    as keep the workers busy. ``workers`` are processes, by default one a processor; with 1 all happens in this one.
    All other arguments are those of :func:`tamis.extract`.

    >>> import tamis
    >>> list(tamis.extract_many(["<p>Rye is a grass, and so is wheat.", "<p>Oats make a good porridge."], workers=1))
    ['Rye is a grass, and so is wheat.', 'Oats make a good porridge.']
    """
    check_keywords(extract_many, options, OPTIONS)
    check_format(output_format)
    if workers is not None and workers < 1:
        raise UsageError(f"workers is 1 or more, not {workers}")
    from tamis.site.pages import as_pairs

    selection, rendering = split_options(options)
    analyzed = partial(
        analyze_content,
        strategy=strategy,
        params=params,
        limits=limits,
        charset=charset,
        template=template,
        **selection,
    )
    run = partial(_extract_batch, analyzed=analyzed, output_format=output_format, rendering=rendering)
    batches = _batches(as_pairs(pages))
    count = workers or os.cpu_count() or 1
    return _here(batches, run) if count == 1 else _in_processes(batches, run, count)


def _extract_batch(
    batch: list[_Pair],
    analyzed: Callable[[str | bytes, str | None], Document],
    output_format: str,
    rendering: Rendering,
) -> list[str]:
    return [render(analyzed(html, url), output_format, **rendering) for url, html in batch]


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
