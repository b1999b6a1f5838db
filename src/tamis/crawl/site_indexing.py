"""Pages into a store by a strategy for whole sites: the pages of a site are decided on together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import PurePath
from typing import Final

from tamis.api import analyze_site
from tamis.crawl.indexing import Plan
from tamis.crawl.inputs import Input
from tamis.store.records import PageRecord, record, source_key
from tamis.store.results import Added
from tamis.store.store import Store
from tamis.web.domains import site_of_page
from tamis.workers.child import PAGE_BUDGET, Report
from tamis.workers.process import may_fork
from tamis.workers.worker import Done, Worker

_TOGETHER: Final = 50
"""pages of a site that are compared, as in evaluations; the papers use 5 to 10"""
_WAITING: Final = 5_000
"""pages in memory while others of their sites may come"""


def index_sites(
    store: Store, pages: Iterable[Input], plan: Plan, failed: Callable[[str], None] = lambda _: None
) -> Iterator[Added]:
    """Analyse the pages of each site together, and store them; one result a group, when it is stored for good.

    The site of a page is that of its address or host; pages without either belong together by their folder. A group
    whose pages are all stored as they are is not analysed again.

    >>> from tamis.store import open_store
    >>> html = [f"<p>All rights reserved.<p>{text}" for text in ("Rye is a grass.", "Oats make good porridge.")]
    >>> inputs = [Input(f"{i}.html", page, f"https://a.example/{i}") for i, page in enumerate(html)]
    >>> with open_store(":memory:") as store:
    ...     counts = list(index_sites(store, inputs, Plan("content-extractor")))
    ...     counts[0].blocks, [hit.text for hit in store.search("rights OR rye")]
    (2, ['Rye is a grass.'])
    """
    with Worker(partial(_prepare, plan), PAGE_BUDGET, fork=may_fork()) as worker:
        for group in _groups(pages):
            yield _add(store, group, plan, failed, worker)


def _groups(pages: Iterable[Input]) -> Iterator[list[Input]]:
    """The pages of each site, at most so many together; the largest group goes first if too many wait."""
    waiting: dict[str, list[Input]] = {}
    count = 0
    for page in pages:
        key = site_of_page(page.url, page.host) or str(PurePath(page.name).parent)
        waiting.setdefault(key, []).append(page)
        count += 1
        if len(waiting[key]) == _TOGETHER or count == _WAITING:
            full = max(waiting, key=lambda key: len(waiting[key]))
            count -= len(waiting[full])
            yield waiting.pop(full)
    yield from waiting.values()


def _add(
    store: Store,
    pages: Sequence[Input],
    plan: Plan,
    failed: Callable[[str], None],
    worker: Worker[Sequence[Input], list[PageRecord | str]],
) -> Added:
    pages = list({page.key: page for page in pages}.values())
    known, recipe = store.known(page.key for page in pages), plan.recipe()
    if all(plan.stays(known.get(page.key), source_key(page.html), recipe) for page in pages):
        return Added(unchanged=len(pages))
    if len(pages) == 1:
        failed(f"{pages[0].key}: no other page of its site to compare it with; not stored")
        return Added()
    worker.give([pages])
    (done,) = worker.results()
    if not isinstance(done, Done):
        failed(f"{pages[0].key} and {len(pages) - 1} more of its site: {done.status}")
        return Added()
    for refused in done.answer:
        if isinstance(refused, str):
            failed(refused)
    return store.add([page for page in done.answer if isinstance(page, PageRecord)])


def _prepare(plan: Plan, _: Report) -> Callable[[Sequence[Input]], list[PageRecord | str]]:
    """What a worker does with the pages of a site."""
    return partial(_answer, plan)


def _answer(plan: Plan, pages: Sequence[Input]) -> list[PageRecord | str]:
    documents = analyze_site([(page.url, page.html) for page in pages], plan.strategy, **plan.settings or {})
    recipe = plan.recipe()
    return [
        f"{page.key}: {document.status}"
        if document.status.startswith("not html")
        else record(document, page.html, url=page.key, host=page.host, recipe=recipe, records=plan.records)
        for page, document in zip(pages, documents, strict=True)
    ]
