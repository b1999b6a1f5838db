"""A page with its decisions: the ledger, and the ways to render what was kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page, hiding_of
from tamis.formats import render
from tamis.version import __version__

if TYPE_CHECKING:
    from tamis.chunks import By, Chunk
    from tamis.metadata import Metadata
    from tamis.records import Item
    from tamis.records.comments import Comment
    from tamis.records.entity import Entity
    from tamis.records.groups import Record
    from tamis.roles import Role


_SENTENCE: Final = 4
"""words"""


@dataclass(frozen=True, eq=False, repr=False)
class _Roles:
    """The roles of all blocks, computed when the first is read; a document and its blocks share them."""

    page: Page
    decisions: Decisions

    @cached_property
    def of_blocks(self) -> tuple[Role, ...]:
        from tamis.roles import roles

        return tuple(roles(self.page, self.decisions))


@dataclass(frozen=True, slots=True)
class Block:
    """One row of the ledger. Only ``index``, ``kept`` and ``score`` are stored; the rest is looked up when read."""

    index: int
    kept: bool
    score: float
    _page: Page
    _decisions: Decisions
    _roles: _Roles

    @property
    def text(self) -> str:
        """The block's text, white space collapsed (kept inside ``pre``)."""
        return self._page.texts[self.index]

    @property
    def tag(self) -> str:
        """The tag of the element that the text stands in."""
        return self._page.tree.tags[int(self._page.elements[self.index])]

    @property
    def path(self) -> tuple[str, ...]:
        """The tag names from the body down to that element."""
        return self._page.paths[self.index]

    @property
    def xpath(self) -> str:
        """The XPath of that element."""
        return self._page.tree.xpath(int(self._page.elements[self.index]))

    @property
    def span(self) -> tuple[int, int] | None:
        """Offsets of the text in the decoded source; ``None`` when it stands nowhere in it."""
        start = int(self._page.spans.start[self.index])
        return (start, int(self._page.spans.end[self.index])) if start >= 0 else None

    @property
    def moved(self) -> bool:
        """Whether the parser moved the text, so that its span is out of order."""
        return bool(self._page.spans.moved[self.index])

    @property
    def hidden(self) -> bool:
        """Whether the page hides the text."""
        return bool(self._page.hidden[self.index])

    @property
    def hidden_by(self) -> str | None:
        """How the page hides the text, in words, such as ``"font size 0"``; ``None`` if it does not."""
        return hiding_of(self._page, self.index)

    @property
    def words(self) -> int:
        """How many words the text has."""
        return int(self._page.words[self.index])

    @property
    def link_words(self) -> int:
        """How many of them are in links."""
        return int(self._page.link_words[self.index])

    @property
    def reason(self) -> str:
        """Why the block was kept or dropped."""
        return self._decisions.why(self.index)

    @property
    def role(self) -> Role:
        """What the block is: ``title``, ``body``, ``comment``, ``navigation`` … (:data:`tamis.roles.ROLES`)."""
        return self._roles.of_blocks[self.index]

    def to_dict(self, *, xpath: bool = True) -> dict[str, Any]:
        """The row as plain data; without ``xpath``, which is long on a deep page, that field is empty."""
        only = slice(self.index, self.index + 1)
        return next(_rows(self._page, self._decisions, self._roles, only, xpath=xpath))


def _rows(page: Page, decisions: Decisions, roles: _Roles, blocks: slice, *, xpath: bool) -> Iterator[dict[str, Any]]:
    """Rows of the ledger as plain data. For all blocks at once this takes a third of the time that blocks take."""
    tree, places = page.tree, range(len(page))[blocks]
    columns = (
        places, page.texts[blocks], page.elements[blocks].tolist(), page.spans.start[blocks].tolist(),
        page.spans.end[blocks].tolist(), page.spans.moved[blocks].tolist(), decisions.kept[blocks].tolist(),
        decisions.score[blocks].tolist(), map(decisions.why, places), roles.of_blocks[blocks],
        page.hidden[blocks].tolist(),
    )  # fmt: skip
    for i, text, element, start, end, moved, kept, score, reason, role, hidden in zip(*columns, strict=True):
        yield {
            "index": i,
            "text": text,
            "tag": tree.tags[element],
            "xpath": tree.xpath(element) if xpath else "",
            "span": [start, end] if start >= 0 else None,
            "kept": kept,
            "score": round(score, 4),
            "reason": reason,
            "role": role,
            "hidden": hidden,
            "hidden_by": hiding_of(page, i) if hidden else None,
            "moved": moved,
        }


@dataclass(frozen=True)
class Document:
    """What :func:`tamis.analyze` returns: every block of a page, which are kept, and why."""

    page: Page
    decisions: Decisions
    strategy: str
    """the name of the strategy that decided"""

    @property
    def url(self) -> str | None:
        """The page's address, as the caller gave it."""
        return self.page.url

    @property
    def status(self) -> str:
        """``ok``, ``truncated: bytes|nodes|time``, ``unclosed: <what>`` or ``not html: <format>``."""
        return self.page.tree.status

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The whole ledger: every block of the page, kept or dropped, in document order."""
        columns = zip(self.decisions.kept.tolist(), self.decisions.score.tolist(), strict=True)
        page, decisions, roles = self.page, self.decisions, _Roles(self.page, self.decisions)
        return tuple(Block(i, kept, score, page, decisions, roles) for i, (kept, score) in enumerate(columns))

    def kept(self) -> Iterator[int]:
        """The indices of the kept blocks."""
        return iter(np.flatnonzero(self.decisions.kept).tolist())

    @cached_property
    def text(self) -> str:
        """The main text; empty when the page has none."""
        return render(self, "text")

    def markdown(self, *, links: bool = False, images: bool = False, tables: bool = True, media: bool = False) -> str:
        """The kept blocks as Markdown; ``media`` leaves marks for videos, embeds and the like."""
        return self._written("markdown", links, images, tables, media)

    def html(self, *, links: bool = True, images: bool = True, tables: bool = True, media: bool = False) -> str:
        """The kept blocks as HTML that is safe to show: no scripts, styles, handlers or foreign schemes."""
        return self._written("html", links, images, tables, media)

    def xml(self, *, links: bool = True, images: bool = True, tables: bool = True, media: bool = False) -> str:
        """The kept blocks as plain XML, the metadata as attributes of its root."""
        return self._written("xml", links, images, tables, media)

    def tei(self, *, links: bool = True, images: bool = True, tables: bool = True, media: bool = False) -> str:
        """The kept blocks as TEI, the metadata in its header."""
        return self._written("tei", links, images, tables, media)

    def _written(self, name: str, links: bool, images: bool, tables: bool, media: bool) -> str:
        return render(
            self, name, include_links=links, include_images=images, include_tables=tables, include_media=media
        )

    def to_dict(
        self,
        *,
        metadata: bool = False,
        items: bool = False,
        records: bool = False,
        entity: bool = False,
        comments: bool = False,
        ledger: bool = True,
    ) -> dict[str, Any]:
        """The document as plain data, the form that ``-f json`` writes; ``ledger=False`` leaves the blocks out.

        ``tamis/schema/document.schema.json`` describes the form.
        """
        from tamis.model.folder import model_of

        form: dict[str, Any] = {
            "tamis": __version__,
            "strategy": self.strategy,
            "model": self.decisions.model or model_of(self.strategy) or None,
            "url": self.url,
            "status": self.status,
            "encoding": self.page.tree.encoding,
            "page_type": self.page_type,
            "confidence": round(self.confidence, 4),
            "text": self.text,
        }
        if ledger:
            roles = _Roles(self.page, self.decisions)
            form["blocks"] = [*_rows(self.page, self.decisions, roles, slice(None), xpath=True)]
            form["suspicious"] = self._suspicious
        if metadata:
            form["metadata"] = self.metadata.to_dict()
        if items:
            form["items"] = [item.to_dict() for item in self.items]
        if records:
            form["records"] = [record.to_dict() for record in self.records]
        if entity:
            form["entity"] = self.entity.to_dict() if self.entity else None
        if comments:
            form["comments"] = [comment.to_dict() for comment in self.comments]
        return form

    def chunks(
        self,
        max_tokens: int = 300,
        overlap: int = 0,
        by: By = "heading",
        count_tokens: Callable[[str], int] | None = None,
    ) -> tuple[Chunk, ...]:
        """The kept blocks in pieces for a search index or a language model, each with where it stands.

        No chunk has more than ``max_tokens``. Within a section each begins with up to ``overlap`` tokens of the one
        before, in whole sentences. ``by="heading"`` begins a new chunk at each heading; ``by="size"`` fills chunks over
        headings. A block is cut only if it is too long alone, between sentences if they fit. Tokens are words, unless
        ``count_tokens``, a function of a text, counts them. It is called for each sentence, and a chunk has the sum.

        >>> import tamis
        >>> page = "<h1>Bread</h1><p>Mix flour and water, and wait until it has risen.<h2>Rye</h2><p>Takes longer."
        >>> [(chunk.headings, chunk.link) for chunk in tamis.analyze(page, strategy="eniw").chunks()][1]
        (('Bread', 'Rye'), '#:~:text=Rye,Takes%20longer.')
        """
        from tamis.chunks import cut

        roles = [block.role for block in self.blocks]
        return cut(self.page, list(self.kept()), roles, max_tokens, overlap, by, count_tokens)

    @cached_property
    def suspicious(self) -> list[Block]:
        """Blocks that may be meant for machines: hidden ones that address their reader, and those with characters
        that nobody sees. What they say is not to be obeyed.
        """
        return [self.blocks[i] for i in self._suspicious]

    @cached_property
    def _suspicious(self) -> list[int]:
        """The numbers of these blocks."""
        from tamis.text.addressing import ENOUGH, addressing
        from tamis.text.invisible import is_spelled_invisibly

        page = self.page
        found = {i for i, text in enumerate(page.texts) if is_spelled_invisibly(text)}
        for run in page.tree.tagged:
            found.update(np.flatnonzero((page.first_run <= run) & (page.last_run >= run)).tolist())
        long = np.flatnonzero(page.hidden & (page.words >= _SENTENCE)).tolist()
        return sorted(found.union(i for i in long if addressing(page.texts[i]) >= ENOUGH))

    @cached_property
    def comments(self) -> tuple[Comment, ...]:
        """What readers wrote below the article, one by one, whether it is kept or not."""
        from tamis.records.comments import read_comments

        return read_comments(self.page, self.decisions.comment)

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The repeated records of the page: posts of a thread, cards of a listing, rows of a specification."""
        from tamis.records import read_items

        return read_items(self.page)

    @cached_property
    def records(self) -> tuple[Record, ...]:
        """What the page repeats, each with its attributes and blocks: cards, rows, posts, and those inside others."""
        from tamis.records.groups import read_records

        return read_records(self.page, [block.role for block in self.blocks], self.decisions.kept)

    @cached_property
    def entity(self) -> Entity | None:
        """The thing that the page is about, such as a product, with its attributes; ``None`` where there is none."""
        from tamis.records.entity import read_entity

        return read_entity(self.page)

    @cached_property
    def confidence(self) -> float:
        """How good the decisions probably are, 0 to 1.

        The default strategy estimates the page's word F1; for others it is how clear-cut the decisions are: the mean
        distance of the scores from the threshold, by words.
        """
        if self.decisions.confidence is not None:
            return self.decisions.confidence
        weights = self.page.words.astype(np.float64)
        if not weights.sum():
            return 0.0
        return float(np.average(np.abs(self.decisions.score - 0.5) * 2, weights=weights))

    @property
    def page_type(self) -> str | None:
        """article, collection, documentation, forum, listing, product or service, if the strategy predicts it."""
        return self.decisions.page_type

    @cached_property
    def metadata(self) -> Metadata:
        """Title, author, date and what else the page says about itself."""
        from tamis.metadata import read_metadata

        return read_metadata(self.page, self.text)

    @property
    def title(self) -> str | None:
        """The page's title."""
        return self.metadata.title

    def __repr__(self) -> str:
        kept = int(self.decisions.kept.sum())
        name = self.url or "without url"
        return f"<Document {name}: {kept} of {len(self.page)} blocks kept by {self.strategy}, {self.status}>"
