"""Notes that no link leads to: raised numbers with a list or paragraphs at the end, and notes beside the text."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final

from tamis.html.tags import BLOCK, HEADINGS
from tamis.html.tree import Tree
from tamis.text.patterns import late
from tamis.text.space import tidy

_NUMBER: Final = late(r"[\[(]?\s{0,2}([0-9]{1,3})\s{0,2}[\])]?")
_NAMED: Final = late(
    r"foot-?notes?|end-?notes?|(?:^|[\s_-])(?:notes|references|citations|sources)(?:$|[\s_-])", re.IGNORECASE
)
_HEADING: Final = late(
    r"\W{0,3}(?:foot ?|end ?)?(?:notes|references|citations|sources|anmerkungen|fußnoten|quellen|einzelnachweise"
    r"|notes et références|références|notas|referencias|note|przypisy|примечания|noter|voetnoten)\W{0,3}",
    re.IGNORECASE,
)
_BESIDE: Final = late(r"(?:^|\s)(?:side-?note|margin-?note)(?:$|\s)", re.IGNORECASE)
BESIDE: Final = frozenset(("sidenote", "side-note", "marginnote"))
"""words in the source of pages with notes beside the text"""
_SHORT_WORD: Final = 2
"""letters of what is rather a unit or a variable with a power"""


def raised_numbers(tree: Tree, shown: bytearray) -> list[tuple[int, str, int]]:
    """Raised numbers in the text, each with its number and the element of the note that it refers to.

    They count from one upwards without a gap, and behind the last of them are as many notes.
    """
    sups = [(sup, number) for sup in tree.rows("sup") if (number := _number(tree, sup, shown)) is not None]
    if not sups:
        return []
    first_of_block = [(sup, number) for sup, number in sups if _begins_block(tree, sup)]
    texts = [(sup, number) for sup, number in sups if not _begins_block(tree, sup) and not _is_power(tree, sup)]
    most = 0
    for _, number in texts:
        if number > most + 1:
            return []
        most = max(most, number)
    if not most:
        return []
    last = texts[-1][0]
    bodies = [tree.owners[sup] for sup, _ in first_of_block if sup > last]
    numbers = [number for sup, number in first_of_block if sup > last]
    if numbers != list(range(1, most + 1)):
        bodies = _list_behind(tree, last, most)
    return [(_link_around(tree, sup), str(number), bodies[number - 1]) for sup, number in texts] if bodies else []


def notes_beside(tree: Tree, shown: bytearray) -> list[int]:
    """Elements within a line that hold a note about it."""
    if BESIDE.isdisjoint(tree.mentions):
        return []
    inside = [row for tag in ("span", "small") for row in tree.rows(tag)]
    named = tree.attributes.holding(
        sorted(inside), "class", ("sidenote", "side-note", "marginnote", "margin-note", "&")
    )
    found: list[int] = []
    end = 0
    for row in named:
        if row < end or not _BESIDE.search(tidy(tree.attr(row, "class"))):
            continue
        runs = tree.runs_in(row)
        if any(tree.traits[inner] & BLOCK for inner in range(row, int(tree.ends[row]))) or len(tree.text(row)) < 4:
            continue
        if runs and all(shown[run] or tree.runs[run].isspace() for run in runs):
            found.append(row)
            end = int(tree.ends[row])
    return found


def _number(tree: Tree, sup: int, shown: bytearray) -> int | None:
    """The number that is raised, unless it is a link or a part of a formula."""
    runs = tree.runs_in(sup)
    if not runs or not shown[runs[0]] or int(tree.ends[sup]) - sup > 3 or len(runs) > 3:
        return None
    found = _NUMBER.fullmatch(tree.text(sup).strip())
    return int(found[1]) if found else None


def _link_around(tree: Tree, sup: int) -> int:
    """The link that holds a raised number and nothing else, or the number itself."""
    above = tree.parents[sup]
    return above if tree.tags[above] == "a" and tree.text(above).strip() == tree.text(sup).strip() else sup


def _begins_block(tree: Tree, sup: int) -> bool:
    first = tree.runs_in(sup)[0]
    owner = tree.owners[sup]
    return first == 0 or tree.owners[tree.run_parents[first - 1]] != owner


def _is_power(tree: Tree, sup: int) -> bool:
    """Whether a raised number stands at a number, a unit or a variable."""
    first = tree.runs_in(sup)[0]
    before = tree.runs[first - 1] if first else ""
    if not before or before[-1].isspace():
        return False
    word = re.split(r"[\s(\[]", before[-20:])[-1]
    return before[-1].isdigit() or (word.isalpha() and len(word) <= _SHORT_WORD)


def _list_behind(tree: Tree, last: int, count: int) -> list[int]:
    """The items of the numbered list of notes behind an element, if they are as many."""
    lists = tree.rows("ol")
    for found in lists[bisect_left(lists, last) :]:
        items = [row for row in tree.rows("li") if tree.parents[row] == found] if len(lists) < _MOST_LISTS else []
        if len(items) == count and _is_named(tree, found):
            return items
    return []


_MOST_LISTS: Final = 50


def _is_named(tree: Tree, notes: int) -> bool:
    """Whether a list is called one of notes, by itself or by the heading before it."""
    for row, _ in zip(tree.around(notes), range(3), strict=False):
        if any(_NAMED.search(tidy(tree.attr(row, name))) for name in ("class", "id", "role")):
            return True
    for row in range(notes - 1, max(notes - 12, 0), -1):
        if tree.tags[row] in HEADINGS:
            return _HEADING.fullmatch(tree.text(row).strip()[:60]) is not None
        if tree.tags[row] == "hr":
            return True
        if tree.tags[row] in ("p", "li", "td"):
            label = tree.text(row).strip()
            return len(label) <= 30 and _HEADING.fullmatch(label) is not None
    return False
