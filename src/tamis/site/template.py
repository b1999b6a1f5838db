"""SiteTemplate: what the pages of a site share, learned from a few, saved to a file, applied to the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page
from tamis.blocks.project import mostly, project
from tamis.blocks.text_flow import text_flow
from tamis.errors import UsageError
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.native.places import is_text_flow
from tamis.site.correct import Knowledge, apply, compare, knowledge
from tamis.site.describe import describe
from tamis.site.drift import Drift, drift_of
from tamis.site.file import TemplateData, from_json, read_template, to_json, write
from tamis.site.layouts import join, structure_of
from tamis.site.pages import PageInput, as_pairs
from tamis.strategies.base import get_strategy
from tamis.text.fingerprint import keys
from tamis.web.domains import site_of

DIGESTS: Final = 2048
"""pages that are recognised when the template is applied to them"""


class SiteTemplate(TemplateData):
    """What the pages of a site share: learned without labels, one page at a time, in bounded memory.

    >>> import tamis
    >>> pages = [f"<div id=menu>Home News</div><div id=story><p>{text}</p></div>" for text in (
    ...     "Rye is a grass, grown for its grain, and makes dark bread.", "Oats, boiled in milk, have fed the north.")]
    >>> template = tamis.SiteTemplate.learn(pages)
    >>> new = "<div id=menu>Home News</div><div id=story><p>Short note</p></div>"
    >>> [(block.text, block.kept) for block in tamis.analyze(new, template=template).blocks]
    [('Home News', False), ('Short note', True)]
    """

    def __init__(self, strategy: str = "auto", params: Mapping[str, Any] | None = None) -> None:
        """A template that has learned nothing yet; ``strategy`` is the page strategy whose decisions it learns from."""
        super().__init__(strategy, dict(params or {}))
        self._known: Knowledge | None = None

    @classmethod
    def learn(
        cls, pages: Iterable[PageInput], strategy: str = "auto", params: Mapping[str, Any] | None = None
    ) -> SiteTemplate:
        """Learn a template from two pages or more of one site: HTML, or pairs of address and HTML."""
        template = cls(strategy, params)
        for url, html in as_pairs(pages):
            template.update((url, html))
        template._need_two()
        return template

    def update(self, page: PageInput, limits: Limits = Limits()) -> None:
        """Learn from one more page. A page that it has learned from already changes nothing."""
        ((url, html),) = as_pairs([page])
        self._check_site(url)
        chosen = get_strategy(self.strategy)
        cut = chosen.cut(read(html, None, limits), url, self.params)
        self.observe(cut, chosen.decide_page(cut, self.params))

    def observe(self, page: Page, decisions: Decisions) -> None:
        """Learn from a page that is cut and decided already."""
        flow = as_flow(page)
        self.seen += 1
        text_keys = keys(flow.texts)
        digest = _digest(flow, text_keys)
        if not len(flow) or digest in self.digests:
            return
        self._remember(digest)
        self._known = None
        self.pages += 1
        places = self.memory.places.find(flow, add=True)
        kept = mostly(decisions.kept, page, flow)
        rows = list(zip(places.tolist(), text_keys.tolist(), strict=True))
        new = np.array([pair not in self.memory.texts for pair in rows], np.bool_) & ~flow.hidden
        join(self.layouts, structure_of(self.memory.places, places, flow, new))
        self.memory.add(self.pages, rows, flow, kept)
        if self.memory.too_many():
            moved = self.memory.shrink()
            self.layouts = [layout.renumbered(moved) for layout in self.layouts]

    def correct(self, page: Page, decisions: Decisions) -> Decisions:
        """The decisions of a page strategy on a page, corrected by the template."""
        self._need_two()
        if self.pages < 2:
            return _unchanged(decisions, self.remarks)
        flow = as_flow(page)
        learned = sign_of(flow) in self.known.signs and digest_of(flow) in self.digests
        kept, score = mostly(decisions.kept, page, flow), project(decisions.score, page, flow)
        corrected = apply(page, decisions, flow, compare(self.known, flow, kept, score, learned))
        if corrected is not decisions and not corrected.kept.any() and decisions.kept.any():
            return _unchanged(decisions, ("the template would leave nothing of the page",))
        return corrected

    def drift(self, page: PageInput, limits: Limits = Limits()) -> Drift:
        """Whether a page still fits the template, and if not, why."""
        self._need_two()
        ((url, html),) = as_pairs([page])
        flow = text_flow(read(html, None, limits), url)
        return drift_of(self.known, self.layouts, flow)

    @property
    def known(self) -> Knowledge:
        """The memory in columns, made anew after each page that was learned."""
        if self._known is None:
            self._known = knowledge(self.memory, self.pages, self.digests)
        return self._known

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is odd about the pages that the template was learned from."""
        found = []
        if self.seen and not self.pages:
            found.append("none of the pages has any text")
        elif self.seen > 1 and self.pages == 1:
            found.append(f"all {self.seen} pages are the same: everything is template")
        elif self.pages > 1 and max((text.pages for text in self.memory.texts.values()), default=0) < 2:
            found.append("no text stands at the same place of two pages: these may not be pages of one site")
        return tuple(found)

    def save(self, path: str | Path) -> None:
        """Write the template to a file, as JSON of a few hundred kilobytes at most."""
        write(self, Path(path))

    @classmethod
    def load(cls, path: str | Path) -> SiteTemplate:
        """Read a template that :meth:`save` wrote."""
        return cls._of(read_template(Path(path)))

    def to_json(self) -> str:
        """The same as text, for a store to keep: ``store.save_template(template.site, template.to_json())``."""
        return to_json(self)

    @classmethod
    def from_json(cls, text: str, name: str = "template") -> SiteTemplate:
        """Read a template from text; ``name`` is what errors call it."""
        return cls._of(from_json(text, name))

    @classmethod
    def _of(cls, data: TemplateData) -> SiteTemplate:
        template = cls(data.strategy, data.params)
        vars(template).update(vars(data))
        return template

    def describe(self) -> str:
        """The template in words: layouts, containers that vary, texts that repeat."""
        return describe(self, self.known, self.remarks)

    def __repr__(self) -> str:
        return f"<SiteTemplate {self.site or 'of a site'}: {self.pages} pages, {len(self.layouts)} layouts>"

    def _need_two(self) -> None:
        if self.seen < 2:
            raise UsageError(f"a site template needs two pages or more of one site, not {self.seen}")

    def _check_site(self, url: str | None) -> None:
        site = site_of(url)
        if site and self.site and site != self.site:
            raise UsageError(f"a page of {site}, but the template is of {self.site}: learn one template a site")
        self.site = self.site or site

    def _remember(self, digest: int) -> None:
        self.digests[digest] = None
        if len(self.digests) > DIGESTS:
            del self.digests[next(iter(self.digests))]


def as_flow(page: Page) -> Page:
    """The page cut into text blocks, which is how templates know pages; itself if it is cut so already."""
    cut_so = len(page) and is_text_flow(page.first_run, page.last_run, page.tree.run_cuts)
    return page if cut_so else text_flow(page.tree, page.url)


def digest_of(flow: Page) -> int:
    """A key for all the text of a page: its sign, and 32 bits for the texts themselves."""
    return _digest(flow, keys(flow.texts))


def sign_of(flow: Page) -> int:
    """A short key of a page, quickly made: most pages that a template has not learned from have another."""
    return crc32(flow.words.tobytes())


def _digest(flow: Page, text_keys: NDArray[np.uint64]) -> int:
    return sign_of(flow) << 32 | int.from_bytes(blake2b(text_keys.tobytes(), digest_size=4).digest(), "little")


def _unchanged(decisions: Decisions, remarks: tuple[str, ...]) -> Decisions:
    note = "; ".join(remarks)

    def why(i: int) -> str:
        return f"{decisions.why(i)}; {note}, so the page stands alone"

    return replace(decisions, why=why)
