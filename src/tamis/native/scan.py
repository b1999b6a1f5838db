"""Reads the source beside the tree, to find where its runs of text stand; built like :mod:`tamis.native.tree`.

The parser tells where elements begin, by line and column. From the last element that begins before a run to the next
one the source is read token by token: the start tag, texts, end tags, comments. What a text token says is the run, or
the run is in doubt (references that end oddly, ignored tags that cut it in two, raw text), and ``find_slowly`` is
asked, which runs the parser's own tokenizer.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tamis.html.syntax import FORMATTING, GROUPS
from tamis.html.tags import RAW, SKIP
from tamis.native.reader import find, is_letter, is_space
from tamis.native.tree import LINE, numbers

if TYPE_CHECKING:
    from turbohtml import Element

_FORMATTING = frozenset(GROUPS[FORMATTING].split())
_LONGEST_NAME = 6
_PLACES = 30
"""the least number by which the names' codes all leave different rests"""
_NOTED = 500
"""letters of a tag that tell it from others"""
_LINE, _COLUMN = LINE, (1 << LINE) - 1
_EQUALS = 3
_FEW_OPEN = 50
"""formatting elements open at once; whole articles in unclosed ones do not have more"""
_NEARBY = 8
"""elements after a run among which the next one that stands after it in the source is looked for"""
_REMEMBERED = 32
"""lines between two whose beginnings are remembered"""


def _code(name: str) -> int:
    """A name in one number: five bits for each letter, small or not."""
    code = 0
    for letter in name:
        code = code << 5 | ord(letter) & 31
    return code


_CODE_AT = {_code(name) % _PLACES: _code(name) for name in _FORMATTING}
_FORMATTING_CODES = array("q", [_CODE_AT.get(place, 0) for place in range(_PLACES)])


def has_surrogates(text: str) -> bool:
    """Whether half of a surrogate pair stands in a text by itself."""
    found = 0
    for letter in text:  # to the end in any case: a loop without a way out takes many letters at a time
        found |= (ord(letter) & 0xF800) == 0xD800
    return found != 0


def safe_length(source: str, most: int) -> int:
    """How much of a page can be parsed without that its formatting makes more than so many nodes.

    An unclosed formatting element is opened again in every block that follows: 100 KB of ``<p>`` behind 500 different
    ``<b>`` in a paragraph become twelve million nodes. Of equal ones the parser remembers three.
    """
    tags, size = source.count("<"), len(source)
    if tags * tags <= 4 * most:  # half of them formatting, each of them in each of the other half
        return size
    if most_open(source) <= _FEW_OPEN:  # as on all pages but hostile ones, and told in a tenth of the time
        return size
    opened: dict[str, list[str]] = {}
    times: dict[str, int] = {}
    count, nodes = 0, 0
    at = source.find("<")
    while at >= 0:
        if count > _FEW_OPEN:
            nodes += count
            if nodes > most:
                return at
        ends = at + 1 < size and source[at + 1] == "/"
        begin = at + 2 if ends else at + 1
        end = begin
        while end < size and end - begin < _LONGEST_NAME and is_letter(source[end]):
            end += 1
        if begin < end < size and (source[end] == ">" or source[end] == "/" or is_space(source[end])):
            name = source[begin:end].lower()
            if name in _FORMATTING:
                stack = opened.setdefault(name, [])
                if not ends:
                    end = after_tag(source, at, size)
                    whole = source[at : min(end, at + _NOTED)].lower()
                    stack.append(whole)
                    times[whole] = times.get(whole, 0) + 1
                    count += times[whole] <= _EQUALS
                elif stack:
                    whole = stack.pop()
                    times[whole] -= 1
                    count -= times[whole] < _EQUALS
        at = source.find("<", end)
    return size


def most_open(source: str) -> int:
    """How many formatting elements are open at once, as far as their tags tell; those of one name end each other."""
    size, count, most = len(source), 0, 0
    codes, counts = _FORMATTING_CODES, array("q", bytes(8 * _PLACES))
    at = find(source, "<", 0, size)
    while at >= 0:
        ends = at + 1 < size and source[at + 1] == "/"
        begin = at + 2 if ends else at + 1
        end, code = begin, 0
        while end < size and end - begin < _LONGEST_NAME and is_letter(source[end]):
            code = code << 5 | ord(source[end]) & 31
            end += 1
        place = code % _PLACES
        named = begin < end < size and codes[place] == code
        if named and (source[end] == ">" or source[end] == "/" or is_space(source[end])):
            if not ends:
                counts[place] += 1
                count += 1
                most = max(most, count)
            elif counts[place]:
                counts[place] -= 1
                count -= 1
        at = find(source, "<", end, size)
    return most


class Lines:
    """Where the lines of a text begin, found as far as they are asked for; every so many are remembered."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.starts = [0]
        self.line = 1
        self.start = 0
        self.feed = source.find("\n")
        self.carriage = source.find("\r")

    def offset(self, line: int, column: int) -> int:
        r"""The offset of a place; lines count from 1 and end with ``\n``, ``\r\n`` or a lone ``\r``."""
        source, current, start, feed, carriage = self.source, self.line, self.start, self.feed, self.carriage
        if line < current:
            current = (line - 1) // _REMEMBERED * _REMEMBERED + 1
            start = self.starts[(line - 1) // _REMEMBERED]
            feed, carriage = source.find("\n", start), source.find("\r", start)
        while current < line and (feed >= 0 or carriage >= 0):
            if carriage < 0 or 0 <= feed < carriage:
                start = feed + 1
            else:
                start = carriage + 2 if feed == carriage + 1 else carriage + 1
            if 0 <= feed < start:
                feed = source.find("\n", start)
            if 0 <= carriage < start:
                carriage = source.find("\r", start)
            current += 1
            if (current - 1) % _REMEMBERED == 0 and (current - 1) // _REMEMBERED == len(self.starts):
                self.starts.append(start)
        self.line, self.start, self.feed, self.carriage = current, start, feed, carriage
        return start + column if current == line else len(source)


def attributes_begin(source: str, places: Any) -> array[int]:
    """Where the attributes of elements begin in the source; at its end for those that the parser made up.

    Places are as :func:`tamis.native.tree.place_of` tells them.
    """
    lines, size = Lines(source), len(source)
    found = numbers(len(places))
    into: Any = found
    for row in range(len(places)):
        place = places[row]
        at = size if place < 0 else lines.offset(place >> _LINE, place & _COLUMN) + 1
        while at < size and source[at] != ">" and source[at] != "/" and not is_space(source[at]):
            at += 1
        into[row] = at
    return found


def after_tag(source: str, at: int, size: int) -> int:
    """One past the ``>`` of the tag that begins at ``at``, as HTML's tokenizer reads it; ``size`` if it has none."""
    named = True  # whether an attribute's name has begun: only after one does = announce a value
    at += 1
    while at < size:
        letter = source[at]
        at += 1
        if letter == ">":
            return at
        if letter == "/":
            named = False
        elif letter == "=" and named:
            named = False
            while at < size and is_space(source[at]):
                at += 1
            if at >= size:
                return size
            letter = source[at]
            if letter == '"' or letter == "'":
                at = source.find(letter, at + 1) + 1
                if at == 0:
                    return size
            else:
                while at < size and source[at] != ">" and not is_space(source[at]):
                    at += 1
        elif not is_space(letter):
            named = True
    return size


def after_comment(source: str, at: int, size: int) -> int:
    """One past the comment that begins at ``at``."""
    at += 4
    if at < size and source[at] == ">":
        return at + 1
    if at + 1 < size and source[at] == "-" and source[at + 1] == ">":
        return at + 2
    while True:
        at = source.find("--", at)
        if at < 0:
            return size
        if at + 2 < size and source[at + 2] == ">":
            return at + 3
        if at + 3 < size and source[at + 2] == "!" and source[at + 3] == ">":
            return at + 4
        at += 1


def text_end(source: str, at: int, high: int) -> int:
    """Where the text that begins at ``at`` ends: before the next markup, or at ``high``."""
    end = source.find("<", at, high)
    while 0 <= end < high - 1:
        letter = source[end + 1]
        if is_letter(letter) or letter == "/" or letter == "!" or letter == "?":
            return end
        end = source.find("<", end + 1, high)
    return high


class Finder:
    """Finds runs one after the other, in document order."""

    def __init__(
        self,
        source: str,
        nodes: list[Element],
        traits: Any,
        runs: list[str],
        run_seen: Any,
        unescape: Callable[[str], str],
        find_slowly: Callable[[str, int, int], tuple[int, int, bool]],
    ) -> None:
        self.source = source
        self.nodes = nodes
        self.traits = traits
        self.runs = runs
        self.run_seen = run_seen
        self.unescape = unescape
        self.find_slowly = find_slowly
        self.lines = Lines(source)
        self.seen = -1
        """how many elements begin before the stretch that is being read"""
        self.at = 0
        self.high = 0
        """what is left of the stretch"""
        self.cursor = 0
        """one past the last run that was found in its place"""
        self.slow = False
        self.start = 0
        self.end = 0
        self.moved = False
        """what was found last"""
        self.known = -1
        self.known_place = -1
        """an element whose place was looked up last, often the next one that is asked for"""

    def place(self, element: int) -> int:
        """Where an element begins; -1 for one that the parser made up."""
        if element != self.known:
            where = self.nodes[element].position
            self.known = element
            self.known_place = -1 if where is None else self.lines.offset(where[0], where[1])
        return self.known_place

    def enter(self, seen: int) -> None:
        """Begin to read the stretch after so many elements."""
        total = len(self.nodes)
        element = seen - 1
        low = self.place(element)
        while low < 0 and element:
            element -= 1
            low = self.place(element)
        skip, raw = SKIP, RAW
        self.seen = seen
        self.high = len(self.source)
        following = seen
        while following < total and following < seen + _NEARBY:
            after = self.place(following)
            if after > low:
                self.high = after
                break
            following += 1
        if low < self.cursor <= self.high:
            self.at = self.cursor
            self.slow = False
        elif low < 0:
            self.at = 0
            self.slow = False
        else:
            self.at = low
            self.slow = (self.traits[element] & (skip | raw)) != 0
            if not self.slow:
                self.at = after_tag(self.source, low, len(self.source))

    def blank(self, run: int) -> bool:
        """Whether a run is white space; such runs are not found."""
        text = self.runs[run]
        return text.isspace()

    def find(self, run: int) -> None:
        """Find a run that is not blank; the answer is in ``start``, ``end`` and ``moved``."""
        if self.run_seen[run] != self.seen:
            self.enter(self.run_seen[run])
        if not self.slow and self.read(self.runs[run]):
            return
        self.slow = True
        self.start, self.end, self.moved = self.find_slowly(self.runs[run], self.at, self.high)
        if not self.moved:
            self.cursor = self.end

    def read(self, text: str) -> bool:
        """Whether the next text in the stretch that is not blank is this one."""
        source, at, high = self.source, self.at, self.high
        length = len(text)
        while at < high:
            end = text_end(source, at, high)
            begin = at
            while begin < end and source[begin].isspace():
                begin += 1
            if begin < end:
                plain = end - at == length and source.startswith(text, at) and "&" not in text
                if not plain and not self.same(source[at:end], text):
                    return False
                self.at = self.cursor = end
                while source[end - 1].isspace():
                    end -= 1
                self.start, self.end, self.moved = begin, end, False
                return True
            at = end
            if at >= high - 1:
                return False
            letter = source[at + 1]
            if letter == "/" and at + 2 < high and is_letter(source[at + 2]):
                at = after_tag(source, at, high)
            elif letter == "!" and source.startswith("--", at + 2):
                at = after_comment(source, at, high)
            else:
                return False
            self.at = at
        return False

    def same(self, piece: str, text: str) -> bool:
        """Whether a piece of the source says this text, with line ends and references read."""
        if "\r" in piece:
            piece = piece.replace("\r\n", "\n").replace("\r", "\n")
        return self.unescape(piece) == text


class Places:
    """Where blocks begin and end, ``-1`` where they stand nowhere, and which the parser moved."""

    def __init__(self) -> None:
        self.start: list[int] = []
        self.end: list[int] = []
        self.moved: list[bool] = []


def locate(finder: Finder, first: Any, last: Any) -> Places:
    """Find blocks that reach from run ``first[i]`` to run ``last[i]``; ``first[i]`` is -1 for one without runs.

    Of the runs inside a block those are found as well that share the last one's stretch of the source: one that is
    looked for before its neighbours may be taken for one of them.
    """
    places = Places()
    run_seen = finder.run_seen
    starts, ends, moves = places.start, places.end, places.moved
    for block in range(len(first)):
        begin, until = first[block], last[block]
        start = end = -1
        moved = begin < 0
        if begin >= 0:
            finder.find(begin)
            start, end, moved = finder.start, finder.end, finder.moved
            run = until
            while run - 1 > begin and run_seen[run - 1] == run_seen[until]:
                run -= 1
            while begin < run <= until:
                if not finder.blank(run):
                    finder.find(run)
                run += 1
            end = finder.end
            moved = moved or finder.moved or end <= start
            if end <= start:
                start = end = -1
        starts.append(start)
        ends.append(end)
        moves.append(moved)
    earliest = len(finder.source)  # of the blocks after, those in their place
    for block in range(len(first) - 1, -1, -1):
        if ends[block] > earliest:
            moves[block] = True  # it ends after a later one begins: it was moved ahead of it
        elif starts[block] >= 0 and not moves[block]:
            earliest = min(earliest, starts[block])
    return places
