"""The kept blocks in pieces for search indexes and language models, each with where it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from tamis.blocks.page import Page
from tamis.chunks.fragments import Passage, fragments
from tamis.chunks.pieces import CountTokens, Piece, pieces
from tamis.errors import UsageError
from tamis.text.words import words

if TYPE_CHECKING:
    from tamis.roles import Role

By = Literal["heading", "size"]
MAX_TOKENS: Final = 300
"""words; some 400 tokens of English for the usual models, whose windows for embeddings begin at 512"""
_LONGEST_HEADING: Final = 200
"""characters; on a hostile page each of a million chunks could name a heading of a megabyte"""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a page's main content, and where it stands."""

    text: str
    """a block a line; of a data table a row a line, with tabs between its cells"""
    tokens: int
    headings: tuple[str, ...]
    """the headings that it stands under, outermost first, each cut to 200 characters"""
    blocks: tuple[int, ...]
    """the indices of its blocks in the ledger; of the first and the last it may have a part"""
    xpath: str
    """of the element that its first block stands in"""
    span: tuple[int, int] | None
    """offsets in the decoded source, from its first block's begin to its last one's end; ``None`` without a source"""
    link: str | None
    """the page's address with a text fragment, which browsers scroll to and highlight; ``None`` as for ``span``"""

    def to_dict(self) -> dict[str, Any]:
        """The chunk as plain data."""
        return asdict(self)


def count_words(text: str) -> int:
    """How many words a text has; the default measure of chunks.

    >>> count_words("Don't panic, 中文!")
    5
    """
    return len(words(text))


def cut(
    page: Page,
    kept: Sequence[int],
    roles: Sequence[Role],
    max_tokens: int = MAX_TOKENS,
    overlap: int = 0,
    by: By = "heading",
    count_tokens: CountTokens | None = None,
) -> tuple[Chunk, ...]:
    """The kept blocks in chunks; the arguments are those of :meth:`tamis.Document.chunks`."""
    if max_tokens < 1 or not 0 <= overlap < max_tokens:
        raise UsageError(f"max_tokens is 1 or more, overlap 0 or more and less; not {max_tokens} and {overlap}")
    if by not in get_args(By):
        raise UsageError(f"chunks are cut by {' or '.join(get_args(By))}, not by {by!r}")
    units = pieces(page, kept, roles, count_tokens or count_words, max_tokens)
    packer = _Packer(max_tokens, overlap, by)
    for unit in units:
        packer.add(unit)
    groups = [group for group in packer.finished() if any(piece.text.strip() for piece in group)]
    paths = _headings(page, units)
    links = fragments(page, [_passage(group) for group in groups])
    return tuple(_chunk(page, group, paths, link) for group, link in zip(groups, links, strict=True))


class _Packer:
    """Puts units together while they fit; one that is too long alone is cut between its pieces."""

    def __init__(self, max_tokens: int, overlap: int, by: By) -> None:
        self.max_tokens = max_tokens
        self.overlap = overlap
        self.at_headings = by == "heading"
        self.done: list[list[Piece]] = []
        self.repeated: list[Piece] = []
        """the end of the group before, with which this one begins"""
        self.own: list[Piece] = []
        self.filled = 0
        """tokens of both"""
        self.headings = 0
        """how many of its last pieces are headings"""

    def add(self, unit: list[Piece]) -> None:
        """Take the next unit."""
        if unit[0].level and self.at_headings and self.headings < len(self.own):
            self._end()
            self.repeated, self.filled = [], 0
        whole = _tokens(unit) <= self.max_tokens
        for part in [unit] if whole else [[piece] for piece in unit]:
            self._add(part)

    def _add(self, part: list[Piece]) -> None:
        needed = _tokens(part)
        if self.own and self.filled + needed > self.max_tokens:
            self._end()
        if self.own and self.filled + needed > self.max_tokens:  # headings that leave no room for what they head
            self.headings = 0
            self._end()
        if self.filled + needed > self.max_tokens:
            self.repeated = _tail(self.repeated, self.max_tokens - needed)
            self.filled = _tokens(self.repeated)
        self.own += part
        self.filled += needed
        self.headings = self.headings + len(part) if part[0].level else 0

    def _end(self) -> None:
        """Begin a new group. It takes over headings that have nothing below them yet, or else repeats an end."""
        last = len(self.own) - self.headings
        if last:
            self.done.append(self.repeated + self.own[:last])
            carried = self.own[last:]
            self.repeated = [] if carried else _tail(self.own, self.overlap)
        else:
            carried = self.own
        self.own = carried
        self.filled = _tokens(self.repeated) + _tokens(carried)

    def finished(self) -> list[list[Piece]]:
        """All groups."""
        return [*self.done, self.repeated + self.own] if self.own else self.done


def _tokens(group: list[Piece]) -> int:
    return sum(piece.tokens for piece in group)


def _tail(group: list[Piece], tokens: int) -> list[Piece]:
    """The last pieces that have so many tokens at most; none before a heading."""
    first = len(group)
    while first and not group[first - 1].level and (tokens := tokens - group[first - 1].tokens) >= 0:
        first -= 1
    return group[first:]


def _headings(page: Page, units: list[list[Piece]]) -> dict[int, tuple[str, ...]]:
    """For each block that begins a unit the headings that it stands under; a heading stands under itself."""
    open_: list[tuple[int, str]] = []
    path: tuple[str, ...] = ()
    found = {}
    for unit in units:
        first = unit[0]
        if first.level:
            while open_ and open_[-1][0] >= first.level:
                open_.pop()
            open_.append((first.level, " ".join(page.texts[first.block][:_LONGEST_HEADING].split())))
            path = tuple(text for _, text in open_)
        found.update(dict.fromkeys((piece.block for piece in unit), path))
    return found


def _passage(group: list[Piece]) -> Passage:
    """The group's pieces with text. Those of elsewhere, which no browser shows, are at the page's end or alone."""
    shown = [piece for piece in group if piece.text.strip()]
    return Passage([piece.block for piece in shown], [piece.text for piece in shown])


def _chunk(page: Page, group: list[Piece], paths: dict[int, tuple[str, ...]], link: str | None) -> Chunk:
    blocks = tuple(dict.fromkeys(piece.block for piece in group))
    spans = [
        (int(page.spans.start[block]), int(page.spans.end[block])) for block in blocks if page.spans.start[block] >= 0
    ]
    under = next((piece for piece in group if not piece.level), group[-1])
    return Chunk(
        text="".join(piece.text for piece in group).strip(),
        tokens=_tokens(group),
        headings=paths[under.block],
        blocks=blocks,
        xpath=page.tree.xpath(int(page.elements[blocks[0]])),
        span=(min(start for start, _ in spans), max(end for _, end in spans)) if spans else None,
        link=link,
    )
