"""Where in the source a run of text stands.

The parser tells where elements begin, not where text does. Between the beginnings of two neighbouring elements the
source holds little: a start tag, text, end tags, comments. So a run is looked for in that stretch alone: as it stands
between ``>`` and ``<`` if it occurs there once, else (entities, comments, ignored tags) among the stretch's tokens.
Text that the parser moved (a table's stray text goes before the table) is not in its stretch; it is looked for a
little further on and marked.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from turbohtml import tokenize

from tamis.dom import Tree

_PLAIN_STRETCH: Final = 16_384
"""longer stretches are tokenised once rather than searched for each of their runs, which keeps the cost linear"""
_FURTHER: Final = 65_536
"""how far past its stretch a moved run is looked for"""
_NOWHERE: Final = (-1, -1, True)


class _Token(NamedTuple):
    text: str
    start: int
    end: int


class Spans(NamedTuple):
    """Offsets per block, ``-1`` where the text could not be found, and which blocks the parser moved."""

    start: NDArray[np.int64]
    end: NDArray[np.int64]
    moved: NDArray[np.bool_]


def locate(tree: Tree, first: NDArray[np.int64], last: NDArray[np.int64]) -> Spans:
    """The spans of blocks that reach from run ``first[i]`` to run ``last[i]``, both of which have text."""
    finder = _Finder(tree)
    rows: list[tuple[int, int, bool]] = []
    for a, b in zip(first.tolist(), last.tolist(), strict=True):
        row = finder.find(a)
        if b != a:
            start, _, astray = row
            begin, end, further = finder.find(b)
            row = (start, end, astray or further or begin < start) if end > start >= 0 else _NOWHERE
        rows.append(row)
    columns = np.array(rows, np.int64).reshape(-1, 3)
    start, end, moved = columns[:, 0].copy(), columns[:, 1].copy(), columns[:, 2] != 0
    _mark_out_of_order(start, end, moved)
    known = start >= 0
    start[known], end[known] = finder.original(start[known]), finder.original(end[known])
    return Spans(start, end, moved)


def _mark_out_of_order(start: NDArray[np.int64], end: NDArray[np.int64], moved: NDArray[np.bool_]) -> None:
    """A block that ends after a later one begins was moved ahead of it."""
    if not len(start):
        return
    begins = np.where(moved, np.iinfo(np.int64).max, start)
    earliest_after = np.append(np.minimum.accumulate(begins[::-1])[::-1][1:], np.iinfo(np.int64).max)
    moved |= end > earliest_after


class _Finder:
    """Finds runs in order, each from where the last was found."""

    def __init__(self, tree: Tree) -> None:
        self.runs = tree.runs
        self.carriage = np.zeros(0, np.int64)
        self.source = source = tree.source
        if "\r" in source:  # the parser counts \r\n as one
            self.source = source.replace("\r\n", "\n").replace("\r", "\n")
            pairs = _positions(source, 13)
            pairs = pairs[[source[i + 1 : i + 2] == "\n" for i in pairs.tolist()]]
            self.carriage = pairs - np.arange(len(pairs))
        lines = [0, *(_positions(self.source, 10) + 1).tolist()]
        anchors = np.array(
            [-1 if (at := node.position) is None else lines[at[0] - 1] + at[1] for node in tree.nodes], np.int64
        )
        # An element that the parser made up has no place; its neighbour's stands in.
        places = np.arange(len(anchors))
        before = anchors[np.maximum.accumulate(np.where(anchors >= 0, places, 0))]
        after = anchors[np.minimum.accumulate(np.where(anchors >= 0, places, len(anchors) - 1)[::-1])[::-1]]
        seen = np.array(tree.run_seen, np.int64)
        self.low = np.maximum(before[seen - 1], 0).tolist()
        high = np.append(after, len(self.source))[seen]
        self.high = np.where(high > self.low, high, len(self.source)).tolist()
        self.cursor = 0
        self.stretch = (-1, -1)
        self.tokens: list[_Token] = []
        self.next_token = 0
        self.spare = 4 * len(source) + _FURTHER
        """characters that may be spent on looking for moved text"""

    def original(self, offsets: NDArray[np.int64]) -> NDArray[np.int64]:
        """Offsets in the source as it came, where ``\\r\\n`` is two characters."""
        return offsets + np.searchsorted(self.carriage, offsets, side="left")

    def find(self, run: int) -> tuple[int, int, bool]:
        """The start and end of a run without its outer white space, and whether it was moved."""
        text = self.runs[run]
        low, high = self.low[run], self.high[run]
        begin = self.cursor if low < self.cursor <= high else low
        if high - begin <= _PLAIN_STRETCH:
            wanted = f">{text}<"
            at = self.source.find(wanted, begin, high + 1) + 1
            if at and "&" not in text and self.source.find(wanted, at, high + 1) < 0:
                self.cursor = end = at + len(text)
                if text[0].isspace() or text[-1].isspace():
                    return self._found(at, end, False)
                return at, end, False
        if self.stretch != (low, high):
            self.stretch, self.tokens, self.next_token = (low, high), self._tokens(low, high), 0
        while self.next_token < len(self.tokens):
            here = self.next_token
            self.next_token += 1
            if match := _match(text, self.tokens, here):
                self.next_token = match[2]
                return self._found(match[0], match[1], False)
        return self._find_moved(text, low, high)

    def _find_moved(self, text: str, low: int, high: int) -> tuple[int, int, bool]:
        far = min(high + _FURTHER, len(self.source))
        if self.spare < far - low:
            return _NOWHERE
        self.spare -= far - low
        tokens = self._tokens(low, far)
        wanted = text.strip()
        for token in tokens:
            if token.text.strip() == wanted:
                return self._found(token.start, token.end, True)
        # Moved text is joined to the text it lands behind: the first part stands where it should.
        for token in tokens:
            if (part := token.text.strip()) and wanted.startswith(part):
                return self._found(token.start, token.end, True)
        return _NOWHERE

    def _found(self, start: int, end: int, moved: bool) -> tuple[int, int, bool]:
        raw = self.source[start:end]
        start += len(raw) - len(raw.lstrip())
        end = max(start, end - (len(raw) - len(raw.rstrip())))
        if not moved:
            self.cursor = end
        return start, end, moved

    def _tokens(self, low: int, high: int) -> list[_Token]:
        """The text tokens of a stretch; each ends where the next token begins."""
        stretch = self.source[low:high]
        lines = [low]
        while (at := stretch.find("\n", lines[-1] - low)) >= 0:
            lines.append(low + at + 1)
        found, pending = [], None
        for token in tokenize(stretch, capture_attributes=False):
            begin = lines[token.line - 1] + token.col
            if pending is not None:
                found.append(_Token(pending[0], pending[1], begin))
                pending = None
            if token.type == 0 and token.data:
                pending = token.data, begin
        if pending is not None:
            found.append(_Token(pending[0], pending[1], high))
        return found


def _match(text: str, tokens: list[_Token], here: int) -> tuple[int, int, int] | None:
    """Whether ``text`` is made of the tokens from ``here`` on, one after the other; where, and the token after."""
    rest = text
    for there in range(here, len(tokens)):
        piece = tokens[there].text.replace("\0", "")
        if there == here and not rest.startswith(piece) and piece.startswith("\n"):
            piece = piece[1:]  # the line feed after <pre> is not part of the text
        if not piece and there == here:
            return None
        if not rest.startswith(piece):
            return None
        rest = rest[len(piece) :]
        if not rest:
            return tokens[here].start, tokens[there].end, there + 1
    return None


def _positions(text: str, code: int) -> NDArray[np.int64]:
    """Where a character stands, as code point offsets; by way of UTF-8, the most compact buffer at hand."""
    data = np.frombuffer(text.encode(), np.uint8)
    found = np.flatnonzero(data == code)
    if text.isascii():
        return found
    continuation = np.flatnonzero((data & 0xC0) == 0x80)
    return found - np.searchsorted(continuation, found)
