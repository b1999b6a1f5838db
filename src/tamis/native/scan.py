"""Finds where the runs of text stand in the source, and what nests too deeply; compiled like :mod:`tamis.native.tree`.

The parser gives the line and column of each element. From the last element before a run to the next one the source is
read token by token: the start tag, texts, end tags, comments. If a text token does not equal the run (references that
end oddly, ignored tags that cut it in two, raw text), ``find_slowly`` runs the parser's own tokenizer.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING

from tamis.html.syntax import FORMATTING, GROUPS, RCDATA, VOID
from tamis.html.syntax import RAW as RAW_TEXT
from tamis.html.tags import RAW, SKIP
from tamis.native.attributes import find, is_letter, is_space
from tamis.native.tree import LINE, numbers

if TYPE_CHECKING:
    from tamis.html.nodes import Element
    from tamis.native.arrays import Column

_FORMATTING = frozenset(GROUPS[FORMATTING].split())
_LONGEST_NAME = 6
_PLACES = 30
"""the least modulus under which the codes of these names differ"""
_NOTED = 500
"""characters of a tag by which it is compared with others"""
_LINE, _COLUMN = LINE, (1 << LINE) - 1
_EQUALS = 3
_PLAIN, _FORMAT, _TABLE, _CELL, _PART, _BOUND, _RAW, _ALONE = range(8)
"""kinds of elements by which nesting is decided; table parts are implied, those that stand alone end by themselves"""
_WEIGHTS = array("q", [2, 1, 4, 3, 0, 3, 0, 0])
"""how many elements may be open for one of each kind, with those that it implies or that end by themselves in it"""
_NAMES_OF_KINDS = {
    _FORMAT: GROUPS[FORMATTING],
    _TABLE: "table",
    _CELL: "td th caption",
    _PART: "tr tbody thead tfoot colgroup",
    _BOUND: "object applet marquee template select button svg math",
    _RAW: f"{GROUPS[RAW_TEXT]} {GROUPS[RCDATA]}",
    _ALONE: f"{GROUPS[VOID]} p li dd dt option optgroup rb rt rtc rp html head body",
}
_ROOM = 495
"""the least modulus under which the codes of all these names differ"""
_CODED = 12
"""characters of a name by which it is compared with others"""
_FEW_OPEN = 50
"""formatting elements open at once; whole articles in unclosed ones do not have more"""
_NEARBY = 8
"""elements after a run among which the next one that stands after it in the source is looked for"""
_REMEMBERED = 32
"""lines between two whose beginnings are remembered"""


def _code(name: str) -> int:
    """A name in one number: five bits for each letter, upper or lower case."""
    code = 0
    for character in name:
        code = code << 5 | ord(character) & 31
    return code


_CODES_OF_KINDS, _KINDS = array("q", bytes(8 * _ROOM)), array("q", bytes(8 * _ROOM))
for _kind, _names in _NAMES_OF_KINDS.items():
    for _name in _names.split():
        _CODES_OF_KINDS[_code(_name) % _ROOM] = _code(_name)
        _KINDS[_code(_name) % _ROOM] = _kind
_CODE_AT = {_code(name) % _PLACES: _code(name) for name in _FORMATTING}
_FORMATTING_CODES = array("q", [_CODE_AT.get(place, 0) for place in range(_PLACES)])


def has_surrogates(text: str) -> bool:
    """Whether half of a surrogate pair stands in a text by itself."""
    found = 0
    for character in text:  # to the end in any case: a loop without a way out takes many characters at a time
        found |= (ord(character) & 0xF800) == 0xD800
    return found != 0


def safe_length(source: str, most: int) -> int:
    """The length of the source that can be parsed before unclosed formatting makes more than ``most`` nodes.

    An unclosed formatting element is opened again in every block that follows: 100 KB of ``<p>`` behind 500 different
    ``<b>`` in a paragraph become twelve million nodes. Of equal ones the parser remembers three.
    """
    tags, size = source.count("<"), len(source)
    if tags * tags <= 4 * most:  # half of them formatting, each of them in each of the other half
        return size
    if most_open(source) <= _FEW_OPEN:  # as on all pages but hostile ones; takes a tenth of the time
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
    """An estimate of how many formatting elements are open at once; those of one name end each other."""
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


def too_deep(source: str, most: int) -> list[int]:
    """Where start tags of formatting and tables begin at which more than ``most`` elements may be open.

    Open elements are estimated from above. Formatting is open until its own end tag, or until the cell ends that it
    began in; an end tag reaches its element only within a cell; a part of a table ends the cell before it; and what is
    often left to end by itself (paragraphs, items, rows) is counted with the element it stands in.
    """
    found: list[int] = []
    size = len(source)
    if size <= most:
        return found
    room = array("q", bytes(8 * (most + 1)))
    # the names of what is open, outermost first; their kinds; how much formatting each began in; the formatting
    codes, kinds, before, formats = room, room[:], room[:], room[:]
    count = formatting = total = 0
    at = find(source, "<", 0, size)
    while at >= 0 and at + 2 < size:
        begin = at
        ends = source[at + 1] == "/"
        at += 2 if ends else 1
        if not is_letter(source[at]):
            at = after_comment(source, begin, size) if source.startswith("<!--", begin) else at
            at = find(source, "<", at, size)
            continue
        name, code = at, 0
        while at < size and source[at] != ">" and source[at] != "/" and not is_space(source[at]):
            code = code * 32 + (ord(source[at]) & 31) if at - name < _CODED else code
            at += 1
        kind = _KINDS[code % _ROOM] if _CODES_OF_KINDS[code % _ROOM] == code else _PLAIN
        name_end = at
        at = find(source, ">", at, size) + 1
        if at == 0 or find(source, '"', name_end, at) >= 0 or find(source, "'", name_end, at) >= 0:
            at = after_tag(source, begin, size)
        if kind == _RAW and not ends:
            at = end_of_raw_text(source, at, source[name:name_end].lower())
        elif kind == _FORMAT:
            inside = 0  # how much of the formatting began outside of the cell
            for place in range(count - 1, -1, -1):
                if kinds[place] == _CELL:
                    inside = before[place]
                    break
            if ends:
                for place in range(formatting - 1, inside - 1, -1):
                    if formats[place] == code:
                        for other in range(place, formatting - 1):
                            formats[other] = formats[other + 1]
                        formatting -= 1
                        total -= 1
                        break
            elif total >= most:
                found.append(begin)
            else:
                formats[formatting] = code
                formatting += 1
                total += 1
        elif kind != _RAW and kind != _ALONE:
            ended = count
            for place in range(count - 1, -1, -1):
                open_kind = kinds[place]
                if kind == _PART or (kind == _CELL and not ends):
                    if open_kind == _CELL:
                        ended = place
                elif codes[place] == code and (ends or kind == _TABLE):  # a table in a table's place ends that one
                    ended = place
                if ended < count or open_kind == _BOUND or (open_kind == _TABLE and kind != _TABLE):
                    break
                if open_kind == _CELL and not (kind == _TABLE and ends):
                    break
            while count > ended:
                count -= 1
                total -= _WEIGHTS[kinds[count]]
                if kinds[count] == _CELL:
                    total -= formatting - before[count]
                    formatting = before[count]
            if not ends and kind != _PART:
                if total + _WEIGHTS[kind] <= most:
                    codes[count], kinds[count], before[count] = code, kind, formatting
                    count += 1
                    total += _WEIGHTS[kind]
                elif kind != _PLAIN:
                    found.append(begin)
        at = find(source, "<", at, size)
    return found


def end_of_raw_text(source: str, at: int, name: str) -> int:
    """Where the end tag of an element begins in which nothing is markup; the end of the source if it has none."""
    size, end = len(source), at
    near = find(
        source, "</" + name, at, size
    )  # nearly always the first one; but there may be one in capitals before it
    limit = near if near >= 0 else size
    while True:
        end = find(source, "</", end, limit)
        if end < 0:
            return limit
        character = source[end + 2] if end + 2 < size else ">"
        if character < "a" and source[end + 2 : end + 2 + len(name)].lower() == name:
            return end
        end += 2


class Lines:
    """Where the lines of a text begin, found on demand; the beginning of every 32nd is remembered."""

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


def attributes_begin(source: str, places: Column) -> array[int]:
    """Where the attributes of elements begin in the source; at its end for those that the parser made up.

    Places are those of :func:`tamis.native.tree.place_of`.
    """
    lines, size = Lines(source), len(source)
    found = numbers(len(places))
    into = found
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
        character = source[at]
        at += 1
        if character == ">":
            return at
        if character == "/":
            named = False
        elif character == "=" and named:
            named = False
            while at < size and is_space(source[at]):
                at += 1
            if at >= size:
                return size
            character = source[at]
            if character == '"' or character == "'":
                quote = character
                at += 1
                while at < size and source[at] != quote:
                    at += 1
                if at >= size:
                    return size
                at += 1
            else:
                while at < size and source[at] != ">" and not is_space(source[at]):
                    at += 1
        elif not is_space(character):
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
        character = source[end + 1]
        if is_letter(character) or character == "/" or character == "!" or character == "?":
            return end
        end = source.find("<", end + 1, high)
    return high


class Finder:
    """Finds runs one after the other, in document order."""

    def __init__(
        self, source: str, nodes: list[Element], traits: Column, runs: list[str], run_seen: Column,
        unescape: Callable[[str], str], find_slowly: Callable[[str, int, int], tuple[int, int, bool]],
    ) -> None:  # fmt: skip
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
        """Begin to read the stretch of the source after this many elements."""
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
        """Whether a run is white space; such runs are not looked up."""
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
            character = source[at + 1]
            if character == "/" and at + 2 < high and is_letter(source[at + 2]):
                at = after_tag(source, at, high)
            elif character == "!" and source.startswith("--", at + 2):
                at = after_comment(source, at, high)
            else:
                return False
            self.at = at
        return False

    def same(self, piece: str, text: str) -> bool:
        """Whether a piece of the source reads as this text, once line ends and references are resolved."""
        if "\r" in piece:
            piece = piece.replace("\r\n", "\n").replace("\r", "\n")
        return self.unescape(piece) == text


class Places:
    """Where blocks begin and end, ``-1`` where they stand nowhere, and which the parser moved."""

    def __init__(self) -> None:
        self.start: list[int] = []
        self.end: list[int] = []
        self.moved: list[bool] = []


def locate(finder: Finder, first: Column, last: Column) -> Places:
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
