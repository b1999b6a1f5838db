"""Pages into a store: analysed, in batches, each a transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tamis.api import analyze_content
from tamis.crawl.inputs import Input
from tamis.errors import InputError
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.site.pages import own_address
from tamis.site.template import SiteTemplate
from tamis.store.records import PageRecord, Recipe, record, source_key
from tamis.store.results import Added, Known
from tamis.store.store import Store
from tamis.web.domains import site_of, site_of_page

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

    def recipe(self, template: str | None = None) -> Recipe:
        """Who makes the blocks; ``template`` is the key of the site template that has a hand in it."""
        settings = {k: v for k, v in (self.settings or {}).items() if v not in ({}, None)}
        return Recipe.of(self.strategy, settings | ({"template": template} if template else {}))


class _Templates:
    """The site templates of a store, each read once, those of the latest sites in memory."""

    def __init__(self, store: Store, wanted: bool) -> None:
        self._store = store
        self._sites = frozenset(store.templates()) if wanted else frozenset()
        self._read: dict[str, tuple[SiteTemplate, str]] = {}

    def of(self, page: Input) -> tuple[SiteTemplate | None, str | None]:
        """The template of a page's site and its key; ``None`` if there is none."""
        site = self._site(page) if self._sites else ""
        if site not in self._sites:
            return None, None
        if site not in self._read:
            text = self._store.template(site)
            if text is None:  # forgotten meanwhile
                return None, None
            if len(self._read) == _TEMPLATES:
                del self._read[next(iter(self._read))]
            self._read[site] = SiteTemplate.from_json(text, f"the template of {site}"), source_key(text).hex()
        return self._read[site]

    def _site(self, page: Input) -> str:
        """By its address or host; else by what the page names as its own, as `tamis site learn` does."""
        if page.url or page.host:
            return site_of_page(page.url, page.host) or ""
        return site_of(own_address(read(page.html, page.charset, Limits()))) or ""


def index(
    store: Store,
    pages: Iterable[Input],
    plan: Plan = Plan(),
    failed: Callable[[str], None] = lambda _: None,
) -> Iterator[Added]:
    """Analyse pages and store their blocks; one result a batch, when it is stored for good.

    A page that cannot be analysed is reported to ``failed``, and the others go on. What is stored already, from the
    same source, is not analysed again.

    >>> from tamis.store import open_store
    >>> page = Input("rye.html", "<p>Rye is a grass grown as a grain, a cover crop and a forage crop.")
    >>> with open_store(":memory:") as store:
    ...     [list(index(store, [page])) for _ in range(2)]  # doctest: +NORMALIZE_WHITESPACE
    [[Added(new=1, changed=0, unchanged=0, blocks=1, new_blocks=1)],
     [Added(new=0, changed=0, unchanged=1, blocks=0, new_blocks=0)]]
    """
    templates = _Templates(store, plan.site_templates)
    recipes: dict[str | None, Recipe] = {}
    for some in _batches(pages, max(1, plan.batch)):
        known = store.known(page.key for page in some)
        fresh: list[PageRecord] = []
        unchanged = 0
        for page in some:
            template, key = templates.of(page)
            if key not in recipes:
                recipes[key] = plan.recipe(key)
            recipe = recipes[key]
            source, there = source_key(page.html), known.get(page.key)
            if there and there.source == source and (not plan.renew or there.recipe == recipe):
                unchanged += 1
                continue
            try:
                fresh.append(_analysed(page, plan, recipe, template))
            except InputError as error:
                failed(f"{page.key}: {error}")
            else:
                known[page.key] = Known(source, recipe)  # of an address that comes twice, the last page stays
        yield store.add(fresh) + Added(unchanged=unchanged)


def _analysed(page: Input, plan: Plan, recipe: Recipe, template: SiteTemplate | None) -> PageRecord:
    settings = plan.settings or {}
    document = analyze_content(page.html, page.url, plan.strategy, charset=page.charset, template=template, **settings)
    if document.status.startswith("not html"):
        raise InputError(document.status)
    return record(document, page.html, url=page.key, host=page.host, recipe=recipe)


def _batches(pages: Iterable[Input], size: int) -> Iterator[list[Input]]:
    some: list[Input] = []
    for page in pages:
        some.append(page)
        if len(some) == size:
            yield some
            some = []
    if some:
        yield some
