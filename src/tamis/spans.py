"""Where in the source a run of text stands.

The parser tells where elements begin, not where text does. Between the beginnings of two neighbouring elements the
source holds little: a start tag, text, end tags, comments. So a run is looked for in that stretch alone: as it stands
between ``>`` and ``<`` if it occurs there once, else (entities, comments, ignored tags) among the stretch's tokens.
Text that the parser moved (a table's stray text goes before the table) is not in its stretch; it is looked for a
little further on and marked.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from turbohtml import tokenize, unescape

from tamis.dom import Tree
from tamis.kernel import find_runs, stretches

_LINE_END: Final = re.compile(r"\r\n?|\n")
_FURTHER: Final = 65_536
"""how far past its stretch a moved run is looked for"""
_NOWHERE: Final = (-1, -1, True)
_NEVER: Final = int(np.iinfo(np.int64).max)


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
    made = first >= 0
    wanted = np.array(_with_company(tree.run_seen, first[made].tolist(), last[made].tolist()), np.int64)
    starts, ends, astray = _find_runs(tree, wanted)
    begin, until = np.searchsorted(wanted, first[made]), np.searchsorted(wanted, last[made])
    start, end, moved = np.full((3, len(first)), -1, np.int64)
    start[made], end[made] = starts[begin], ends[until]
    moved[made] = astray[begin] | astray[until] | (end[made] <= start[made])
    lost = end <= start
    start[lost] = end[lost] = -1
    return _in_order(start, end, moved == 1)


def _with_company(run_seen: list[int], first: list[int], last: list[int]) -> list[int]:
    """The first and last runs of blocks, and those inside a block that share the last one's stretch of the source.

    Runs of one stretch are found one after the other: a run that is looked for before its neighbours may be taken for
    one of them.
    """
    wanted = []
    for begin, end in zip(first, last, strict=True):
        wanted.append(begin)
        if end > begin:
            between = end
            while between - 1 > begin and run_seen[between - 1] == run_seen[end]:
                between -= 1
            wanted.extend(range(between, end + 1))
    return wanted


def _find_runs(tree: Tree, wanted: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """Where the given runs begin and end, and which of them were moved."""
    lines = _line_starts(tree).tolist()
    runs = wanted.tolist()
    slow = _Tokens(tree)
    found = find_runs(
        tree.source,
        [tree.runs[i] for i in runs],
        stretches(tree.nodes, tree.run_seen, runs, lines, len(tree.source)),
        unescape,
        lambda i, low, high: slow.find(tree.runs[runs[i]], low, high),
    )
    return np.array(found.start, np.int64), np.array(found.end, np.int64), np.array(found.moved, np.bool_)


def _trim(source: str, start: int, end: int) -> tuple[int, int]:
    """The span without white space at its ends."""
    if source[start].isspace() or source[end - 1].isspace():
        raw = source[start:end]
        start += len(raw) - len(raw.lstrip())
        end = max(start, end - (len(raw) - len(raw.rstrip())))
    return start, end


def _in_order(start: NDArray[np.int64], end: NDArray[np.int64], moved: NDArray[np.bool_]) -> Spans:
    """Mark a block that ends after a later one begins: it was moved ahead of it."""
    begins = np.where(moved | (start < 0), _NEVER, start)
    earliest_after = np.append(np.minimum.accumulate(begins[::-1])[::-1][1:], _NEVER)
    return Spans(start, end, moved | (end > earliest_after) if len(start) else moved)


def _line_starts(tree: Tree) -> NDArray[np.int64]:
    r"""The offset at which each line begins; ``\n``, ``\r\n`` and a lone ``\r`` end one."""
    source, utf8 = tree.source, tree.utf8
    if utf8 is None and source.isascii():
        utf8 = source.encode()
    if utf8 is not None:
        data: NDArray[np.unsignedinteger] = np.frombuffer(utf8, np.uint8)
    else:  # two bytes a character, four where some character needs them: offsets stay those of the text
        wide = source.encode("utf-16-le")
        enough = len(wide) == 2 * len(source)
        data = np.frombuffer(wide, "<u2") if enough else np.frombuffer(source.encode("utf-32-le"), "<u4")
    ends = data == 10
    if "\r" in source:
        lone = data == 13
        lone[:-1] &= data[1:] != 10
        ends |= lone
    starts = np.flatnonzero(ends) + 1
    if utf8 is not None and len(utf8) != len(source):
        # Bytes that go on with a character, 0x80 to 0xBF, are the lowest as signed numbers.
        starts -= np.searchsorted(np.flatnonzero(data.view(np.int8) < -64), starts)
    return np.concatenate((np.zeros(1, np.int64), starts))


class _Tokens:
    """Finds runs among the text tokens of their stretch; runs come in order, so each stretch is read once."""

    def __init__(self, tree: Tree) -> None:
        self.source = tree.source
        self.stretch = (-1, -1)
        self.tokens: list[_Token] = []
        self.next = 0
        self.spare = 4 * len(tree.source) + _FURTHER
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
