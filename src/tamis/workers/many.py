"""Many pages from one process: several workers, answers in order, a bounded number of pages in memory."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Unpack

from tamis.api import analyze_content, split_options
from tamis.document import Document
from tamis.errors import TamisError, UsageError
from tamis.formats import check_format, render
from tamis.limits import Limits
from tamis.options import OPTIONS, SELECTION, PageOptions, Rendering, Selection, check_keywords, spell_out
from tamis.workers.batches import in_batches
from tamis.workers.child import TIMEOUT, Budget, unprepared
from tamis.workers.pool import Pool
from tamis.workers.worker import Done, Lost, failure

if TYPE_CHECKING:
    from tamis.site.pages import PageInput
    from tamis.site.template import SiteTemplate

_Page = tuple[str | None, str | bytes]


@spell_out(OPTIONS)
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

    A page that ends its worker, keeps it for a minute, or on which the strategy raises an exception, has no text, and
    in JSON a status such as ``crashed: SIGSEGV``; a ``RuntimeWarning`` says which it was, and the others go on. A
    :class:`tamis.TamisError` is raised: it says what is wrong with the call.

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
    text_of = partial(_text_of, analyzed, output_format, rendering)
    without_text = partial(_without_text, strategy, output_format, rendering)
    count = workers or os.cpu_count() or 1
    if count == 1:
        return _here(as_pairs(pages), text_of, without_text)
    budget = Budget(max(TIMEOUT, 2 * limits.seconds))  # not of memory: a fork has all that the caller has
    return _in_processes(as_pairs(pages), text_of, without_text, count, budget)


@spell_out(SELECTION)
def analyze_many(
    pages: Iterable[PageInput],
    workers: int | None = None,
    *,
    strategy: str = "auto",
    params: Mapping[str, Any] | None = None,
    limits: Limits = Limits(),
    charset: str | None = None,
    template: SiteTemplate | None = None,
    **options: Unpack[Selection],
) -> Iterator[dict[str, Any]]:
    """A row for each page, in order, for tables such as those of pandas and polars.

    It has ``url``, ``status``, ``page_type``, ``confidence``, ``text`` and the fields of the page's metadata. The
    arguments are those of :func:`extract_many`.

    >>> import tamis
    >>> (row,) = tamis.analyze_many(["<title>Rye</title><p>Rye is a grass, and so is wheat."], workers=1)
    >>> row["title"], row["text"]
    ('Rye', 'Rye is a grass, and so is wheat.')
    """
    check_keywords(analyze_many, options, SELECTION)
    found = extract_many(
        pages, workers, "json", strategy=strategy, params=params, limits=limits, charset=charset, template=template,
        with_metadata=True, ledger=False, **options,
    )  # fmt: skip
    return map(_row, found)


def _row(written: str) -> dict[str, Any]:
    form = json.loads(written)
    metadata = {name: value for name, value in form["metadata"].items() if name not in ("url", "sources")}
    columns = ("url", "status", "page_type", "confidence", "text")
    return {**{name: form[name] for name in columns}, **metadata}


def _text_of(
    analyzed: Callable[[str | bytes, str | None], Document], output_format: str, rendering: Rendering, page: _Page
) -> str:
    url, html = page
    return render(analyzed(html, url), output_format, **rendering)


def _without_text(strategy: str, output_format: str, rendering: Rendering, url: str | None, status: str) -> str:
    """What there is of a page that could not be analysed."""
    document = analyze_content("", url, "shallow")
    page = replace(document.page, tree=replace(document.page.tree, status=status))
    return render(replace(document, page=page, strategy=strategy), output_format, **rendering)


def _here(
    pages: Iterator[_Page], text_of: Callable[[_Page], str], without_text: Callable[[str | None, str], str]
) -> Iterator[str]:
    for number, page in enumerate(pages, start=1):
        try:
            text = text_of(page)
        except TamisError:
            raise
        except Exception as error:
            text = _lost(number, page, failure(error), without_text)
        yield text


def _in_processes(
    pages: Iterator[_Page],
    text_of: Callable[[_Page], str],
    without_text: Callable[[str | None, str], str],
    workers: int,
    budget: Budget,
) -> Iterator[str]:
    # Forked, so that strategies which are defined in the caller's script are there, too.
    number = 0
    with Pool(workers, unprepared(text_of), budget, fork=True) as pool:
        for batch in pool.in_order(in_batches(pages, lambda page: len(page[1]))):
            for page, done in zip(batch.items, batch.results, strict=True):
                number += 1
                if isinstance(done, Done):
                    yield done.answer
                elif isinstance(done.error, TamisError):
                    raise done.error
                else:
                    yield _lost(number, page, done, without_text)


def _lost(number: int, page: _Page, why: Lost, without_text: Callable[[str | None, str], str]) -> str:
    """Warn that a page has no text; what there is in its place."""
    url = page[0]
    warnings.warn(f"page {number}{f' ({url})' if url else ''}: {why.status}", RuntimeWarning, stacklevel=3)
    return without_text(url, why.status)
