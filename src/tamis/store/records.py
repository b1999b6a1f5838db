"""What is stored of a page: its kept blocks, each with its place, and who made them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final, NamedTuple

import numpy as np

from tamis.document import Document
from tamis.html.tree import Tree
from tamis.model.folder import model_of
from tamis.papers.pab2015.tag_priority import priorities
from tamis.records.flat import FlatRecord, flat_records
from tamis.roles import Role
from tamis.text.stems import language_of_page
from tamis.text.utf8 import byte_length, encodable, to_bytes
from tamis.version import __version__
from tamis.web.domains import host_of, site_of_page

_DEEPEST: Final = 256
"""elements: an XPath of more steps is not stored, or a page of 200,000 nested elements would fill the disk"""


_LONGEST_TITLE: Final = 1_000
"""characters of a title that are kept"""


class Recipe(NamedTuple):
    """Who made the blocks of a page: the same recipe on the same source makes the same blocks."""

    version: str
    strategy: str
    settings: str
    """parameters and options that differ from the defaults, as JSON"""
    model: str
    """the hash of the model's weights; empty for a strategy without one"""

    @classmethod
    def of(cls, strategy: str, settings: Mapping[str, Any] | None = None) -> Recipe:
        """The recipe of this version of tamis."""
        return cls(__version__, strategy, json.dumps(settings or {}, sort_keys=True, default=str), model_of(strategy))


@dataclass(frozen=True, slots=True)
class BlockRecord:
    """A kept block and its place."""

    index: int
    text: str
    xpath: str
    span: tuple[int, int] | None
    score: float
    priority: float
    """PAB's, by its table 3.1; see :func:`tamis.papers.pab2015.tag_priority.priorities`"""
    role: Role = "other"


@dataclass(frozen=True, slots=True)
class PageRecord:
    """A page as it is stored."""

    url: str
    """its address, or the name that it was read under"""
    site: str
    """its registrable domain; empty if unknown"""
    source: bytes
    """the fingerprint of the source, by which a changed page is noticed"""
    status: str
    recipe: Recipe
    raw_bytes: int
    text_bytes: int
    ledger: int
    """blocks of the page, kept or dropped"""
    blocks: tuple[BlockRecord, ...]
    host: str = ""
    title: str = ""
    """of the page's head, or what else its metadata has for one"""
    language: str = ""
    """of the kept text, if there is enough to tell, else as the page declares it"""
    date: str = ""
    """of publication, as YYYY-MM-DD"""
    page_type: str = ""
    records: tuple[FlatRecord, ...] = ()
    """its records and the thing that it is about, if they are wanted"""


def record(
    document: Document,
    html: str | bytes,
    *,
    url: str | None = None,
    host: str | None = None,
    recipe: Recipe | None = None,
    records: bool = False,
) -> PageRecord:
    """What is stored of a document; ``url`` is the name to store it under if the page has no address.

    ``records`` adds the page's records and the thing that it is about, for :meth:`tamis.store.Store.records`.

    >>> import tamis
    >>> page = record(tamis.analyze("<h1>Rye</h1><p>Rye is a grass, and it is grown as a grain."), "…", url="rye.html")
    >>> [(block.text[:10], block.priority) for block in page.blocks]
    [('Rye', 1.0), ('Rye is a g', 0.1)]
    """
    page = document.page
    name = document.url or url or ""
    kept = np.flatnonzero(document.decisions.kept)
    start, end = page.spans.start[kept].tolist(), page.spans.end[kept].tolist()
    roles = [block.role for block in document.blocks if block.kept]
    columns = zip(
        kept.tolist(), [storable(page.texts[i]) for i in kept.tolist()], page.elements[kept].tolist(), start, end,
        document.decisions.score[kept].round(4).tolist(), priorities(page)[kept].round(4).tolist(), roles, strict=True,
    )  # fmt: skip
    blocks = tuple(
        BlockRecord(index, text, _xpath(page.tree, element), (a, b) if a >= 0 else None, score, priority, role)
        for index, text, element, a, b, score, priority, role in columns
    )
    metadata = document.metadata
    return PageRecord(
        url=storable(name),
        site=site_of_page(document.url, host) or "",
        source=source_key(html),
        status=document.status,
        recipe=recipe or Recipe.of(document.strategy),
        raw_bytes=byte_length(html),
        text_bytes=byte_length("".join(page.texts)),
        ledger=len(page),
        blocks=blocks,
        host=storable(host_of(document.url or "") or host or ""),
        title=storable(metadata.title or "")[:_LONGEST_TITLE],
        language=language_of_page(block.text for block in blocks) or storable(metadata.language or "").lower(),
        date=metadata.date or "",
        page_type=document.page_type or "",
        records=flat_records(document.entity, document.records) if records else (),
    )


def has_records(settings: str) -> bool:
    """Whether the settings of a recipe say that a page was stored with its records."""
    return '"records": true' in settings


def source_key(html: str | bytes) -> bytes:
    """A hash of a page's source in sixteen bytes."""
    return blake2b(to_bytes(html), digest_size=16).digest()


def storable(text: str) -> str:
    """Without what PostgreSQL cannot hold: NUL and halves of surrogate pairs."""
    return encodable(text.replace("\0", "\ufffd"))


def _xpath(tree: Tree, element: int) -> str:
    above, steps = element, 0
    while above >= 0 and steps <= _DEEPEST:
        above, steps = int(tree.parents[above]), steps + 1
    return storable(tree.xpath(element)) if steps <= _DEEPEST else ""
