"""The loops that every page goes through, once per node, run or block.

This file is plain Python and runs as it is. Where there is a C compiler it is also built as an extension, with the
types that ``kernel.pxd`` declares, and then runs about three times as fast; ``COMPILED`` says which one this is. A
test holds both to the same answers. What belongs here: loops that cannot be columns, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from tamis.tags import ANCHOR, BLOCK, HIDDEN, INHERITED, LINK, PRE, SKIP, TRAITS

if TYPE_CHECKING:
    from turbohtml import Element

COMPILED = not __file__.endswith(".py")

_CHECK_EVERY = 1024
"""elements between two looks at the clock and the node count"""


_BLOCK, _SKIP, _LINK, _HIDDEN, _ANCHOR, _INHERITED, _TRAITS = BLOCK, SKIP, LINK, HIDDEN, ANCHOR, INHERITED, TRAITS
# In C these are plain variables; names that are imported are looked up each time.


class Columns:
    """A page's body as columns, filled in document order; their meaning is told in :class:`tamis.dom.Tree`."""

    def __init__(self, max_nodes: int, deadline: float, clock: Callable[[], float]) -> None:
        self.tags = ["body"]
        self.parents = [-1]
        self.traits = [BLOCK]
        self.flags = [0]
        self.runs: list[str] = []
        self.run_parents: list[int] = []
        self.run_cuts: list[int] = []
        self.run_seen: list[int] = []
        self.run_begins: list[int] = []
        self.run_ends: list[int] = []
        """where runs stand in the source, if the reader knows"""
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

    def add_element(self, tag: str, bits: int) -> int:
        """Add an element with these traits to the one that is open; gives its row, -1 when the limit is reached."""
        row = len(self.tags)
        if row >= self.check and self.is_over(row):
            return -1
        if bits & _BLOCK:
            self.cuts += 1
        self.tags.append(tag)
        self.parents.append(self.here)
        self.traits.append(bits)
        above: int = self.flags[self.here]
        self.flags.append(above | (bits & _INHERITED))
        self.here = row
        return row

    def end_element(self) -> None:
        """The element that is open ends."""
        bits: int = self.traits[self.here]
        if bits & _BLOCK:
            self.cuts += 1
        self.here = self.parents[self.here]

    def add_text(self, text: str) -> None:
        """Add a run of text to the element that is open."""
        self.last_cut = self.cuts
        self.runs.append(text)
        self.run_parents.append(self.here)
        self.run_cuts.append(self.cuts)
        self.run_seen.append(len(self.tags))

    def is_over(self, count: int) -> bool:
        """Whether a limit is reached, which is looked at now and then."""
        self.check = count + _CHECK_EVERY
        if count + len(self.runs) >= self.max_nodes:
            self.over = "nodes"
        elif self.clock() > self.deadline:
            self.over = "time"
        return self.over != ""


def walk(body: Element, hidden: set[Element], columns: Columns) -> list[Element]:
    """Read a body that was parsed into objects, without recursion; gives the elements of the rows."""
    from turbohtml import Element, Text

    some_hidden = len(hidden) > 0
    nodes = [body]
    columns.tags[0] = body.tag
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
                holder = nodes[columns.here]
        kind = type(node)
        if kind is Text:
            text: str = node.data  # type: ignore[attr-defined]
            if columns.cuts == columns.last_cut or not is_blank(text, 0, len(text)):
                columns.add_text(text)
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
            if columns.add_element(tag, bits) < 0:
                break
            nodes.append(element)
            if bits & _SKIP:
                skipped.add(element)
                columns.end_element()
            else:  # a void element too: in MathML one of that name may hold something
                holder = element
    return nodes


def is_blank(text: str, begin: int, end: int) -> bool:
    """Whether a stretch of a text is white space."""
    for at in range(begin, end):
        letter = text[at]
        if letter > " " and not letter.isspace():
            return False
    return True


class Rows:
    """The columns of gathered blocks; their meaning is told in :class:`tamis.page.Page`."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.elements: list[int] = []
        self.first: list[int] = []
        self.last: list[int] = []
        self.words: list[int] = []
        self.link_words: list[int] = []
        self.hidden: list[bool] = []


WORDS = (1 << 40) - 1
TIDY = 1 << 41
SPACELESS = 1 << 42
EVEN = 1 << 43


def measure(text: str) -> int:
    """How many words a text has, with ``EVEN`` if single spaces stand between them, ``TIDY`` if also nothing around.

    ``SPACELESS`` tells of letters that stand for words of their own, without spaces: Thai, Lao, Burmese, Khmer,
    Japanese and Chinese; such words are counted by :func:`tamis.segment.text_flow.count_words`.
    """
    words, even, around, spaceless, within, gap = 0, True, False, False, False, 0
    for letter in text:
        if letter.isspace():
            gap += 1 if letter == " " else 2
            within = False
        else:
            if not within:
                if not words:
                    around = gap > 0
                elif gap != 1:
                    even = False
                gap = 0
                words += 1
                within = True
            if letter >= "\u0e00" and (
                letter <= "\u0eff"
                or "\u1000" <= letter <= "\u109f"
                or "\u1780" <= letter <= "\u17ff"
                or "\u3040" <= letter <= "\u30ff"
                or "\u3400" <= letter <= "\u4dbf"
                or "\u4e00" <= letter <= "\u9fff"
                or "\uf900" <= letter <= "\ufaff"
                or "\U00020000" <= letter <= "\U0003ffff"
            ):
                spaceless = True
    tidy = even and within and not around
    return words | (TIDY if tidy else 0) | (SPACELESS if spaceless else 0) | (EVEN if even else 0)


def gather(
    runs: list[str],
    run_parents: list[int],
    run_cuts: list[int],
    parents: list[int],
    traits: list[int],
    flags: list[int],
    begins: list[int] | None,
    count_spaceless: Callable[[str], int],
) -> Rows:
    """Join the runs of each block, collapse their white space and count their words; leave out blank blocks.

    Blocks begin at the runs ``begins``; without that, wherever the number of cuts changes. A block stands in the
    nearest block-level element around its first run.
    """
    rows = Rows()
    block, link, preformatted, a_hidden = BLOCK, LINK, PRE, HIDDEN
    texts, elements, firsts, lasts = rows.texts, rows.elements, rows.first, rows.last
    words, link_words, hidden = rows.words, rows.link_words, rows.hidden
    total, place = len(runs), 0
    end = begins[0] if begins else 0
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
        if end - begin > 1:
            piece = runs[end - 1]
            while piece.isspace():
                end -= 1
                piece = runs[end - 1]
            if end - begin > 1:
                raw = "".join(runs[begin:end])
        shape = measure(raw)
        count, spaced = shape & WORDS, shape & SPACELESS == 0
        text = raw if shape & TIDY else raw.strip() if shape & EVEN else " ".join(raw.split())
        if not spaced:
            count = count_spaceless(text)
        linked = 0
        for run in range(begin, end):
            if flags[run_parents[run]] & link:
                if end == begin + 1:
                    linked = count
                elif spaced:
                    linked += measure(runs[run]) & WORDS
                else:
                    linked += count_spaceless(runs[run])
        element = run_parents[begin]
        above = flags[element]
        while not traits[element] & block:
            element = parents[element]
        texts.append(raw.strip("\n") if above & preformatted else text)
        elements.append(element)
        firsts.append(begin)
        lasts.append(end - 1)
        words.append(count)
        link_words.append(linked if linked < count else count)
        hidden.append((above & a_hidden) != 0)
        end = following
    return rows


def trimmed(
    source: str, begins: list[int], ends: list[int], first: list[int], last: list[int]
) -> tuple[list[int], list[int]]:
    """Where blocks that reach from run ``first[i]`` to run ``last[i]`` begin and end, without white space around them.

    -1 for a block without runs.
    """
    starts: list[int] = []
    stops: list[int] = []
    for block in range(len(first)):
        start = stop = -1
        if first[block] >= 0:
            start, stop = begins[first[block]], ends[last[block]]
            while start < stop and source[start].isspace():
                start += 1
            while stop > start and source[stop - 1].isspace():
                stop -= 1
        starts.append(start)
        stops.append(stop)
    return starts, stops


def subtree_ends(parents: list[int]) -> list[int]:
    """One past the last element of each element's subtree."""
    count = len(parents)
    ends = [0] * count
    for i in range(count - 1, -1, -1):
        end = ends[i]
        if end == 0:
            end = i + 1
            ends[i] = end
        above = parents[i]
        if above >= 0 and ends[above] < end:
            ends[above] = end
    return ends


def rows_by_tag(tags: list[str]) -> dict[str, list[int]]:
    """The rows of each tag."""
    found: dict[str, list[int]] = {}
    for row in range(len(tags)):
        rows = found.get(tags[row])
        if rows is None:
            rows = []
            found[tags[row]] = rows
        rows.append(row)
    return found


def outermost(marked: list[bool], parents: list[int], elements: list[int]) -> list[int]:
    """For each of the elements the outermost marked one around it, itself included; -1 if there is none."""
    count = len(parents)
    found = [0] * count
    for i in range(count):
        parent = parents[i]
        above = found[parent] if parent >= 0 else -1
        found[i] = i if above < 0 and marked[i] else above
    return [found[element] for element in elements]


def innermost(marked: list[bool], parents: list[int], elements: Iterable[int]) -> list[int]:
    """For each of the elements the innermost marked one around it, itself included; -1 if there is none."""
    count = len(parents)
    found = [0] * count
    for i in range(count):
        parent = parents[i]
        found[i] = i if marked[i] else found[parent] if parent >= 0 else -1
    return [found[element] for element in elements]


def paths(tags: list[str], parents: list[int], elements: list[int]) -> list[tuple[str, ...]]:
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
