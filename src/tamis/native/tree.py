"""The loops that run once per node, text run or block of every page.

Compiled by Cython with the types that ``tree.pxd`` declares. What belongs here: loops that cannot be columns, and
nothing else.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING

from tamis.html.syntax import TAG_NUMBERS
from tamis.html.tags import ANCHOR, BLOCK, HIDDEN, INHERITED, LINK, PRE, SKIP, TRAITS
from tamis.text.words import SCRIPTS_WITHOUT_SPACES

if TYPE_CHECKING:
    from tamis.html.nodes import Element
    from tamis.native.arrays import Column, Int64s, UInt8s

_ROOM = 512
_ZERO = array("q", [0])
_CHECK_EVERY = 1024
"""elements between two looks at the clock and the node count"""


_BLOCK, _SKIP, _LINK, _HIDDEN, _ANCHOR, _INHERITED, _TRAITS = BLOCK, SKIP, LINK, HIDDEN, ANCHOR, INHERITED, TRAITS
_NUMBERS = TAG_NUMBERS
# In C these are plain variables; names that are imported are looked up each time.


def numbers(count: int) -> array[int]:
    """A column of so many zeros."""
    return _ZERO * count


_NO_NUMBERS = numbers(0)


class Columns:
    """A page's body as columns, filled in document order; see :class:`tamis.html.tree.Tree`."""

    def __init__(self, max_nodes: int, deadline: float, clock: Callable[[], float], room: int = _ROOM) -> None:
        """``room`` is how many elements, and how many runs, are expected."""
        self.tags = ["body"]
        self.runs: list[str] = []
        self.of_element = [numbers(room) for _ in range(7)]
        self.of_run = [numbers(room) for _ in range(5)]
        self.take_up()
        self.numbers[0] = _NUMBERS["body"]
        self.parents[0] = -1
        self.traits[0] = BLOCK
        self.over = ""
        """the limit that ended the reading, if one did"""
        self.max_nodes = max_nodes
        self.deadline = deadline
        self.clock = clock
        self.check = min(_CHECK_EVERY, max_nodes)
        self.here = 0
        """the element that was added last and has not ended"""
        self.cuts = 0
        self.last_cut = -1

    def take_up(self) -> None:
        """Make the columns what is filled; ``begins`` and so on say where elements have their attributes in the source,
        and those by which they are named, if the reader knows.
        """
        self.numbers, self.parents, self.traits, self.flags, *_ = self.of_element
        *_, self.begins, self.names_begin, self.names_end = self.of_element
        self.run_parents, self.run_cuts, self.run_seen, self.run_begins, self.run_ends = self.of_run
        self.element_room, self.run_room = len(self.of_element[0]), len(self.of_run[0])

    def let_go(self) -> None:
        """In C the columns are views, and what is viewed cannot change its length."""
        self.numbers = self.parents = self.traits = self.flags = _NO_NUMBERS
        self.begins = self.names_begin = self.names_end = _NO_NUMBERS
        self.run_parents = self.run_cuts = self.run_seen = self.run_begins = self.run_ends = _NO_NUMBERS

    def make_room(self, of_elements: bool) -> None:
        """Make room for twice as many elements or runs, where they are: copies of large columns cost fresh memory."""
        self.let_go()
        for column in self.of_element if of_elements else self.of_run:
            column.extend(column)
        self.take_up()

    def finish(self) -> tuple[list[array[int]], list[array[int]]]:
        """The columns of the elements and those of the runs, as long as they are; nothing can be added any more.

        Of elements: numbers, parents, traits, flags, where their attributes begin, and where those by which they are
        named begin and end. Of runs: elements, cuts, elements begun before, where they begin and end in the source.
        """
        self.let_go()
        for column in self.of_element:
            del column[len(self.tags) :]
        for column in self.of_run:
            del column[len(self.runs) :]
        return self.of_element, self.of_run

    def add_element(self, tag: str, number: int, bits: int) -> int:
        """Add an element of this name and number, with these traits, to the one that is open.

        Returns its row, -1 when the limit is reached.
        """
        row = len(self.tags)
        if row >= self.check and self.is_over(row):
            return -1
        if row == self.element_room:
            self.make_room(True)
        if bits & _BLOCK:
            self.cuts += 1
        self.tags.append(tag)
        self.numbers[row] = number
        self.parents[row] = self.here
        self.traits[row] = bits
        self.flags[row] = self.flags[self.here] | (bits & _INHERITED)
        self.here = row
        return row

    def wrap(self, row: int, parent: int, tag: str, number: int, bits: int) -> bool:
        """Hand an open element, the last child of its parent, to one further up, and put a new element around all that
        it holds, which stays open in it. Returns whether there was room.
        """
        count = len(self.tags)
        if count >= self.check and self.is_over(count):
            return False
        if count == self.element_room:
            self.make_room(True)
        self.parents[row] = parent
        self.flags[row] = self.flags[parent] | (self.traits[row] & _INHERITED)
        for at in range(count, row + 1, -1):
            self.numbers[at] = self.numbers[at - 1]
            self.parents[at] = self.parents[at - 1] + 1
            self.traits[at] = self.traits[at - 1]
            self.flags[at] = self.flags[at - 1]
            self.begins[at] = self.begins[at - 1]
            self.names_begin[at] = self.names_begin[at - 1]
            self.names_end[at] = self.names_end[at - 1]
        self.tags.insert(row + 1, tag)
        self.numbers[row + 1] = number
        self.parents[row + 1] = row
        self.traits[row + 1] = bits
        self.flags[row + 1] = self.flags[row] | (bits & _INHERITED)
        at = len(self.runs) - 1
        while at >= 0 and self.run_seen[at] > row:
            self.run_seen[at] += 1
            self.run_parents[at] += 1
            at -= 1
        self.here += 1
        return True

    def end_element(self) -> None:
        """The element that is open ends."""
        if self.traits[self.here] & _BLOCK:
            self.cuts += 1
        self.here = self.parents[self.here]

    def add_text(self, text: str, begin: int, end: int) -> None:
        """Add a run of text to the open element; ``begin`` and ``end`` are its place in the source, if known."""
        row = len(self.runs)
        if row == self.run_room:
            self.make_room(False)
        self.last_cut = self.cuts
        self.runs.append(text)
        self.run_parents[row] = self.here
        self.run_cuts[row] = self.cuts
        self.run_seen[row] = len(self.tags)
        self.run_begins[row] = begin
        self.run_ends[row] = end

    def is_over(self, count: int) -> bool:
        """Whether a limit is reached, which is looked at now and then."""
        self.check = count + _CHECK_EVERY
        if count + len(self.runs) >= self.max_nodes:
            self.over = "nodes"
        elif self.clock() > self.deadline:
            self.over = "time"
        return self.over != ""


NOWHERE = -1
LINE = _LINE = 32
"""bits up from which a place has its line"""
_KEPT_NODES = 30_000
"""elements; of a page of more, which is rare, the parser's objects take most of the memory (benchmarks/README.md)"""


def place_of(element: Element) -> int:
    """Where the parser found an element's tag, its line and its column as one number; ``NOWHERE`` if it made it up."""
    where = element.position
    if where is None:
        return NOWHERE
    line, column = where[0], where[1]
    return line << _LINE | column


def walk(body: Element, hidden: set[Element], columns: Columns, every: bool) -> list[Element] | None:
    """Read a body that was parsed into objects, without recursion; returns the elements of the rows.

    Unless ``every`` element is asked for, ``columns.begins`` gets their places in the source. Of a large page the
    objects are not kept then, as their memory costs more than parsing again, and the result is ``None``.
    """
    from tamis.html.parser import Element, Text

    some_hidden = len(hidden) > 0
    nodes, around, most = [body], [body], _KEPT_NODES
    if not every:
        columns.begins[0] = place_of(body)
    columns.tags[0] = body.tag
    columns.numbers[0] = _NUMBERS.get(body.tag, 0)
    skipped: set[object] = set()
    holder = body
    for node in body.descendants:
        parent = node.parent
        if parent is not holder:
            if parent in skipped or type(parent) is not Element:  # a template's content hangs on a fragment
                skipped.add(node)
                continue
            while columns.here and holder is not parent:  # what has ended since the last node
                columns.end_element()
                around.pop()
                holder = around[len(around) - 1]
        kind = type(node)
        if kind is Text:
            text: str = node.data  # type: ignore[attr-defined]
            if columns.cuts == columns.last_cut or not is_blank(text, 0, len(text)):
                columns.add_text(text, -1, -1)
        elif kind is Element:
            element: Element = node  # type: ignore[assignment]
            tag = element.tag
            bits = _TRAITS.get(tag, 0)
            if bits & _LINK:
                address = element.attr("href")
                if address is None:
                    bits &= ~_LINK  # an anchor without an address is no link
                elif address.startswith("#"):
                    bits |= _ANCHOR
            if some_hidden and element in hidden:
                bits |= _HIDDEN
            row = columns.add_element(tag, _NUMBERS.get(tag, 0), bits)
            if row < 0:
                break
            if not every:
                columns.begins[row] = place_of(element)
            if every or row < most:
                nodes.append(element)
            elif row == most:
                nodes.clear()
            if bits & _SKIP:
                skipped.add(element)
                columns.end_element()
            else:  # a void element too: in MathML one of that name may hold something
                around.append(element)
                holder = element
    return nodes or None


def is_blank(text: str, begin: int, end: int) -> bool:
    """Whether a stretch of a text is white space."""
    for at in range(begin, end):
        character = text[at]
        if character != " " and not character.isspace():
            return False
    return True


WORDS = (1 << 40) - 1
TIDY = 1 << 41
EVEN = 1 << 42
_FIRST = "".join(first for _, first, _ in SCRIPTS_WITHOUT_SPACES)
_LAST = "".join(last for _, _, last in SCRIPTS_WITHOUT_SPACES)
_SPACELESS_FROM = _FIRST[0]
_IN_SPACE, _IN_WORD, _BEHIND_WORD = range(3)
"""where a character stands; a character of a script without spaces is a word that ends with it"""


def is_spaceless(character: str) -> bool:
    """Whether a character is of a script without spaces between words, and so counts as a word."""
    for script in range(len(_FIRST)):
        if character <= _LAST[script]:
            return character >= _FIRST[script]
    return False


def measure(text: str) -> int:
    """How many words a text has, with ``EVEN`` if single spaces stand between them, ``TIDY`` if also nothing around.

    Words are what stands between white space, and each character of a script without spaces.
    """
    words, even, around, state, gap = 0, True, False, _IN_SPACE, 0
    for character in text:
        if character.isspace():
            gap += 1 if character == " " else 2
            state = _IN_SPACE
        elif state != _IN_WORD or character >= _SPACELESS_FROM:
            if state == _IN_SPACE:
                if not words:
                    around = gap > 0
                elif gap != 1:
                    even = False
                gap = 0
            if character >= _SPACELESS_FROM and is_spaceless(character):
                words += 1
                state = _BEHIND_WORD
            elif state != _IN_WORD:
                words += 1
                state = _IN_WORD
    tidy = even and state != _IN_SPACE and not around
    return words | (TIDY if tidy else 0) | (EVEN if even else 0)


def count_words(text: str) -> int:
    """How many words a text has, as :func:`measure` counts them."""
    return measure(text) & WORDS


def in_line(text: str) -> str:
    """A text with its white space collapsed to single spaces."""
    return text if measure(text) & TIDY else " ".join(text.split())


def add_words(runs: list[str], run_parents: Column, groups: Column, words: Column) -> None:
    """Add the words of each run to those of the group that its element is in, if it is in one."""
    for run in range(len(runs)):
        group = groups[run_parents[run]]
        if group >= 0:
            words[group] += count_words(runs[run])


def count_parts(numbers: Column, parents: Column, tables: Column, kinds: Column, table: int, counts: Int64s) -> None:
    """Count for each table the elements of each kind that stand in it and in no table inside.

    ``tables`` holds the innermost table around each element, itself included; ``kinds`` are by the tags' numbers, and
    ``table`` is the kind of tables themselves, which are counted for the table around them.
    """
    for row in range(len(numbers)):
        kind = kinds[numbers[row]]
        within = tables[row] if kind != table else tables[parents[row]] if row else -1
        if kind and within >= 0:
            counts[within, kind] += 1


def gather(
    runs: list[str], run_parents: Column, run_cuts: Column, parents: Column, traits: Column, flags: Column,
    begins: Column | None, texts: list[str], rows: Int64s, hidden: UInt8s,
) -> int:  # fmt: skip
    """Join the runs of each block, collapse their white space and count their words; leave out blank blocks.

    Blocks begin at the runs ``begins``; without that, wherever the number of cuts changes, and within a line wherever
    hidden text begins or ends: a block is either hidden or not. A block stands in the nearest block-level element
    around its first run. ``texts``, ``rows`` (elements, first and last runs, words and words in links) and ``hidden``
    are filled as :class:`tamis.blocks.page.Page` has them; returns how many blocks there are.
    """
    block, link, preformatted, a_hidden = BLOCK, LINK, PRE, HIDDEN
    total, place, found = len(runs), 0, 0
    end = 0
    if begins is not None:
        end = begins[0] if len(begins) else total
    while end < total:
        begin = end
        if begins is None:
            cut = run_cuts[begin]
            end += 1
            while end < total and run_cuts[end] == cut:
                end += 1
        else:
            place += 1
            end = begins[place] if place < len(begins) else total
        following = end
        raw = runs[begin]
        while raw.isspace():
            begin += 1
            if begin == end:
                break
            raw = runs[begin]
        if begin == end:
            continue
        above = flags[run_parents[begin]] & a_hidden
        if begins is None:
            for run in range(begin + 1, end):
                if flags[run_parents[run]] & a_hidden != above:
                    piece = runs[run]
                    if not piece.isspace():
                        end = following = run
                        break
        if end - begin > 1:
            piece = runs[end - 1]
            while piece.isspace():
                end -= 1
                piece = runs[end - 1]
            if end - begin > 1:
                raw = "".join(runs[begin:end])
        shape = measure(raw)
        count = shape & WORDS
        text = raw if shape & TIDY else raw.strip() if shape & EVEN else " ".join(raw.split())
        linked = 0
        for run in range(begin, end):
            if flags[run_parents[run]] & link:
                linked += count if end == begin + 1 else count_words(runs[run])
        element = run_parents[begin]
        above = flags[element]
        while not traits[element] & block:
            element = parents[element]
        texts.append(raw.strip("\n") if above & preformatted else text)
        rows[0, found] = element
        rows[1, found] = begin
        rows[2, found] = end - 1
        rows[3, found] = count
        rows[4, found] = linked if linked < count else count
        hidden[found] = (above & a_hidden) != 0
        found += 1
        end = following
    return found


def trimmed(
    source: str, begins: Column, ends: Column, first: Column, last: Column, starts: Column, stops: Column, moved: UInt8s
) -> None:
    """Where blocks that reach from run ``first[i]`` to run ``last[i]`` begin and end, without white space around them.

    -1 for a block without runs. What ends after a later block begins was moved ahead of it.
    """
    earliest = len(source)
    for block in range(len(first) - 1, -1, -1):
        start = stop = -1
        if first[block] >= 0:
            start, stop = begins[first[block]], ends[last[block]]
            while start < stop and source[start].isspace():
                start += 1
            while stop > start and source[stop - 1].isspace():
                stop -= 1
        moved[block] = stop <= start or stop > earliest
        if stop <= start:
            start = stop = -1
        elif not moved[block]:
            earliest = start
        starts[block] = start
        stops[block] = stop


def subtree_ends(parents: Column, ends: Column) -> None:
    """One past the last element of each element's subtree."""
    count = len(parents)
    for i in range(count):
        ends[i] = i + 1
    for i in range(count - 1, 0, -1):
        above = parents[i]
        if ends[above] < ends[i]:
            ends[above] = ends[i]


def rows_of(numbers: Column, number: int) -> list[int]:
    """The rows of the elements whose names have this number."""
    found: list[int] = []
    for row in range(len(numbers)):
        if numbers[row] == number:
            found.append(row)
    return found


def rows_with(traits: Column, bits: int) -> list[int]:
    """The rows of the elements that have one of these traits."""
    found: list[int] = []
    for row in range(len(traits)):
        if traits[row] & bits:
            found.append(row)
    return found


def outermost(rows: list[int], parents: Column, found: Column) -> None:
    """For each element the outermost one of these rows around it, itself included; -1 if there is none."""
    for i in range(len(parents)):
        found[i] = -1
    for row in rows:
        found[row] = row
    for i in range(1, len(parents)):
        above = found[parents[i]]
        if above >= 0:
            found[i] = above


def innermost(rows: list[int], parents: Column, found: Column) -> None:
    """For each element the innermost one of these rows around it, itself included; -1 if there is none."""
    for i in range(len(parents)):
        found[i] = -1
    for row in rows:
        found[row] = row
    for i in range(1, len(parents)):
        if found[i] < 0:
            found[i] = found[parents[i]]


def hand_down(bits: Int64s, parents: Column) -> None:
    """Give each element the bits of all that it is in, besides its own."""
    for i in range(1, len(parents)):
        bits[i] |= bits[parents[i]]


def paths(tags: list[str], parents: Column, elements: list[int]) -> list[tuple[str, ...]]:
    """For each of the elements the tag names from the root down to it."""
    known: list[tuple[str, ...]] = [()] * len(tags)
    found = []
    for element in elements:
        path = known[element]
        if not path:
            missing = [element]
            above = parents[element]
            while above >= 0 and not known[above]:
                missing.append(above)
                above = parents[above]
            path = known[above] if above >= 0 else ()
            place = len(missing)
            while place:
                place -= 1
                below = missing[place]
                path = path + (tags[below],)  # noqa: RUF005 - twice as fast in C
                known[below] = path
        found.append(path)
    return found


def is_prose(words: int, link_words: int, least: int, links: float) -> bool:
    """Whether a block is prose (:attr:`tamis.Page.prose`): long enough, and with a low share of words in links."""
    return words >= least and link_words <= links * words


def tally(words: Column, link_words: Column, hidden: UInt8s, least: int, links: float) -> tuple[int, int, int]:
    """The words of prose that are shown and that are hidden, and all words shown."""
    shown = covered = every = 0
    for i in range(len(words)):
        prose = is_prose(words[i], link_words[i], least, links)
        if hidden[i]:
            covered += words[i] if prose else 0
        else:
            shown += words[i] if prose else 0
            every += words[i]
    return shown, covered, every
