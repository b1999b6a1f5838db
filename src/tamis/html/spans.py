"""Where in the source a run of text stands.

The parser tells where elements begin, not where text does. :mod:`tamis.native.scan` reads the source between the
beginnings of two neighbouring elements: a start tag, texts, end tags, comments. Where that leaves a doubt (text that
ignored tags cut in two, raw text), the stretch is read here, by the parser's own tokenizer. Text that the parser moved
(a table's stray text goes before the table) is not in its stretch; it is looked for a little further on and marked.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.html.tree import Tree
from tamis.native import scan
from tamis.native.tree import trimmed

_LINE_END: Final = re.compile(r"\r\n?|\n")
_FURTHER: Final = 65_536
"""how far past its stretch a moved run is looked for"""
_NOWHERE: Final = (-1, -1, True)


class _Token(NamedTuple):
    text: str
    start: int
    end: int


class Spans(NamedTuple):
    """Offsets per block, ``-1`` where the text stands nowhere, and which blocks the parser moved."""

    start: NDArray[np.int64]
    end: NDArray[np.int64]
    moved: NDArray[np.bool_]


def locate(tree: Tree, first: NDArray[np.int64], last: NDArray[np.int64]) -> Spans:
    """The spans of blocks that reach from run ``first[i]`` to run ``last[i]``, both of which have text.

    A block with ``first[i] == -1`` was not made from the body's text and has no span.
    """
    written = tree.kept_attributes
    if written is not None and written.run_begins is not None and written.run_ends is not None:
        starts, ends = np.empty((2, len(first)), np.int64)
        trimmed(written.markup, written.run_begins, written.run_ends, first, last, starts, ends)
        return Spans(starts, ends, first < 0)
    from tamis.html.parser import unescape

    finder = scan.Finder(
        tree.source, tree.nodes, tree.traits, tree.runs, tree.run_seen, unescape, _Tokens(tree.source).find
    )
    found = scan.locate(finder, first, last)
    return Spans(np.array(found.start, np.int64), np.array(found.end, np.int64), np.array(found.moved, np.bool_))


def _trim(source: str, start: int, end: int) -> tuple[int, int]:
    """The span without white space at its ends."""
    if source[start].isspace() or source[end - 1].isspace():
        raw = source[start:end]
        start += len(raw) - len(raw.lstrip())
        end = max(start, end - (len(raw) - len(raw.rstrip())))
    return start, end


class _Tokens:
    """Finds runs among the text tokens of their stretch; runs come in order, so each stretch is read once."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.stretch = (-1, -1)
        self.tokens: list[_Token] = []
        self.next = 0
        self.spare = 4 * len(source) + _FURTHER
        """characters that may yet be spent on looking for moved text"""

    def find(self, text: str, low: int, high: int) -> tuple[int, int, bool]:
        if self.stretch != (low, high):
            self.stretch, self.tokens, self.next = (low, high), self._read(low, high), 0
        while self.next < len(self.tokens):
            here = self.next
            self.next += 1
            if match := _match(text, self.tokens, here):
                start, end, self.next = match
                return (*_trim(self.source, start, end), False)
        return self._find_moved(text, low, high)

    def _find_moved(self, text: str, low: int, high: int) -> tuple[int, int, bool]:
        far = min(high + _FURTHER, len(self.source))
        if self.spare < far - low:
            return _NOWHERE
        self.spare -= far - low
        tokens = self._read(low, far)
        wanted = text.strip()
        for token in tokens:
            if token.text.strip() == wanted:
                return (*_trim(self.source, token.start, token.end), True)
        # Moved text is joined to the text it lands behind: the first part stands where it should.
        for token in tokens:
            if (part := token.text.strip()) and wanted.startswith(part):
                return (*_trim(self.source, token.start, token.end), True)
        return _NOWHERE

    def _read(self, low: int, high: int) -> list[_Token]:
        """The text tokens of a stretch; each ends where the next token begins."""
        from tamis.html.parser import tokenize

        stretch = self.source[low:high]
        starts = [low, *(low + end.end() for end in _LINE_END.finditer(stretch))]
        found, text, begin = [], "", -1
        for token in tokenize(stretch, capture_attributes=False):
            at = starts[token.line - 1] + token.col
            if text:
                found.append(_Token(text, begin, at))
            text, begin = (token.data or "") if token.type == 0 else "", at
        if text:
            found.append(_Token(text, begin, high))
        return found


def _match(text: str, tokens: list[_Token], here: int) -> tuple[int, int, int] | None:
    """Whether ``text`` is made of the tokens from ``here`` on, one after the other; where, and the token after."""
    rest = text
    for there in range(here, len(tokens)):
        piece = tokens[there].text.replace("\0", "")
        if there == here and not rest.startswith(piece) and piece.startswith("\n"):
            piece = piece[1:]  # the line feed after <pre> is not part of the text
        if not rest.startswith(piece) or (there == here and not piece):
            return None
        rest = rest[len(piece) :]
        if not rest:
            return tokens[here].start, tokens[there].end, there + 1
    return None
