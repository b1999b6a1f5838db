"""Pages into a store: analysed in a process of their own, and stored in batches, each a transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple

from tamis.api import analyze_content
from tamis.crawl.inputs import Input
from tamis.crawl.rows import warm_up
from tamis.errors import InputError, TamisError
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.site.pages import own_address
from tamis.site.template import SiteTemplate
from tamis.store.records import PageRecord, Recipe, has_records, record, source_key, storable
from tamis.store.results import Added, Known
from tamis.store.store import Store
from tamis.text.utf8 import byte_length
from tamis.web.domains import site_of, site_of_page
from tamis.workers.batches import in_batches
from tamis.workers.child import PAGE_BUDGET, Report
from tamis.workers.process import may_fork
from tamis.workers.worker import Done, Lost, Worker

BATCH: Final = 100
"""pages in a transaction: what a crash can lose, and enough that its one fsync does not show"""
_TEMPLATES: Final = 64
"""site templates in memory, a few megabytes each at most"""


@dataclass(frozen=True, slots=True)
class Plan:
    """How pages are analysed, and whether pages that another version or strategy has stored are analysed again."""

    strategy: str = "auto"
    settings: Mapping[str, Any] | None = None
    """further keyword arguments of :func:`tamis.analyze`"""
    renew: bool = False
    batch: int = BATCH
    site_templates: bool = False
    """whether pages of sites that the store has a template of are corrected by it"""
    records: bool = False
    """whether pages are stored with their records"""

    def recipe(self, template: str | None = None) -> Recipe:
        """Who makes the blocks; ``template`` is the key of the site template that has a hand in it."""
        settings = {k: v for k, v in (self.settings or {}).items() if v not in ({}, None)}
        settings |= {"records": True} if self.records else {}
        return Recipe.of(self.strategy, settings | ({"template": template} if template else {}))

    def stays(self, known: Known | None, source: bytes, recipe: Recipe) -> bool:
        """Whether a page is stored already as it is wanted."""
        if known is None or known.source != source:
            return False
        without = self.records and not has_records(known.recipe[2])
        return not without and (not self.renew or known.recipe == recipe)


class _Templates:
    """The site templates of a store, each read once, those of the latest sites in memory."""

    def __init__(self, store: Store, wanted: bool) -> None:
        self._store = store
        self.sites = frozenset(store.templates()) if wanted else frozenset()
        self._read = lru_cache(_TEMPLATES)(self._load)

    def of(self, site: str) -> tuple[SiteTemplate | None, str | None]:
        """The template of a site and its key; ``None`` if there is none."""
        return self._read(site) if site in self.sites else (None, None)

    def _load(self, site: str) -> tuple[SiteTemplate | None, str | None]:
        text = self._store.template(site)
        if text is None:  # forgotten meanwhile
            return None, None
        return SiteTemplate.from_json(text, f"the template of {site}"), source_key(text).hex()


class _Task(NamedTuple):
    """A page to be analysed, with what the analysis needs to know; without a recipe, the page's site is wanted."""

    page: Input
    recipe: Recipe | None = None
    template: SiteTemplate | None = None


_Worker = Worker[_Task, PageRecord | str]


def index(
    store: Store,
    pages: Iterable[Input],
    plan: Plan = Plan(),
    failed: Callable[[str], None] = lambda _: None,
) -> Iterator[Added]:
    """Analyse pages and store their blocks; one result a batch, when it is stored for good.

    A page that cannot be analysed is reported to ``failed``, and the others go on. What is stored already, from the
    same source, is not analysed again. Nor is a page that ended its process: it is stored with its status and without
    blocks.

    >>> from tamis.store import open_store
    >>> page = Input("rye.html", "<p>Rye is a grass grown as a grain, a cover crop and a forage crop.")
    >>> with open_store(":memory:") as store:
    ...     [list(index(store, [page])) for _ in range(2)]  # doctest: +NORMALIZE_WHITESPACE
    [[Added(new=1, changed=0, unchanged=0, blocks=1, new_blocks=1)],
     [Added(new=0, changed=0, unchanged=1, blocks=0, new_blocks=0)]]
    """
    with _Worker(partial(_prepare, plan), PAGE_BUDGET, fork=may_fork()) as worker:
        indexing = _Indexing(store, plan, failed, worker)
        for some in _transactions(pages, max(1, plan.batch)):
            yield indexing.add(some)


class _Indexing:
    """The indexing of pages by one worker."""

    def __init__(self, store: Store, plan: Plan, failed: Callable[[str], None], worker: _Worker) -> None:
        self._store, self._plan, self._failed, self._worker = store, plan, failed, worker
        self._templates = _Templates(store, plan.site_templates)
        self._recipes: dict[str | None, Recipe] = {}

    def add(self, pages: Sequence[Input]) -> Added:
        """Store those of the pages that the store does not have as they are."""
        known = self._store.known(page.key for page in pages)
        tasks: list[_Task] = []
        for page, site in zip(pages, self._sites(pages), strict=True):
            template, key = self._templates.of(site)
            recipe = self._recipe(key)
            source = source_key(page.html)
            if not self._plan.stays(known.get(page.key), source, recipe):
                tasks.append(_Task(page, recipe, template))
                known[page.key] = Known(source, recipe)  # of an address that comes twice, the last page stays
        return self._store.add(list(self._records(tasks))) + Added(unchanged=len(pages) - len(tasks))

    def _recipe(self, template: str | None) -> Recipe:
        if template not in self._recipes:
            self._recipes[template] = self._plan.recipe(template)
        return self._recipes[template]

    def _sites(self, pages: Sequence[Input]) -> list[str]:
        """The sites of pages, if there are templates: by address or host, else by what a page names as its own."""
        if not self._templates.sites:
            return [""] * len(pages)
        unnamed = [_Task(page) for page in pages if not page.url and not page.host]
        own = iter([done.answer if isinstance(done, Done) else "" for _, done in self._done(unnamed)])
        return [
            (site_of_page(page.url, page.host) or "") if page.url or page.host else str(next(own)) for page in pages
        ]

    def _records(self, tasks: Sequence[_Task]) -> Iterator[PageRecord]:
        for task, done in self._done(tasks):
            if isinstance(done, Done):
                assert isinstance(done.answer, PageRecord)
                yield done.answer
            elif isinstance(done.error, InputError):
                self._failed(f"{task.page.key}: {done.error}")
            elif isinstance(done.error, TamisError):  # what is wrong for every page
                raise done.error
            else:
                key = task.page.key
                self._failed(f"{key}: {done.status}; stored without text: `tamis forget` it to have it tried again")
                yield _without_blocks(task, done.status)

    def _done(self, tasks: Sequence[_Task]) -> Iterator[tuple[_Task, Done[PageRecord | str] | Lost]]:
        for some in in_batches(tasks, lambda task: len(task.page.html)):
            self._worker.give(some)
            yield from zip(some, self._worker.results(), strict=True)


def _prepare(plan: Plan, _: Report) -> Callable[[_Task], PageRecord | str]:
    """What a worker does with a page."""
    warm_up(plan.strategy, plan.settings or {})
    return partial(_answer, plan)


def _answer(plan: Plan, task: _Task) -> PageRecord | str:
    page, recipe = task.page, task.recipe
    if recipe is None:
        return site_of(own_address(read(page.html, page.charset, Limits()))) or ""
    document = analyze_content(
        page.html, page.url, plan.strategy, charset=page.charset, template=task.template, **plan.settings or {}
    )
    if document.status.startswith("not html"):
        raise InputError(document.status)
    return record(document, page.html, url=page.key, host=page.host, recipe=recipe, records=plan.records)


def _without_blocks(task: _Task, status: str) -> PageRecord:
    """A page that could not be analysed, by which it is known again."""
    page = task.page
    assert task.recipe is not None
    return PageRecord(
        storable(page.key), site_of_page(page.url, page.host) or "", source_key(page.html), status, task.recipe,
        raw_bytes=byte_length(page.html), text_bytes=0, ledger=0, blocks=(),
    )  # fmt: skip


def _transactions(pages: Iterable[Input], size: int) -> Iterator[list[Input]]:
    some: list[Input] = []
    for page in pages:
        some.append(page)
        if len(some) == size:
            yield some
            some = []
    if some:
        yield some
