"""The records of a page, chosen among all that repeats, and what each says.

LBDA 2015, section "Data Extraction": records are sibling subtrees, with or without noise between them, and the parts of
a record are pairs of attribute and value. Here a record is a set of adjacent siblings: one card, a heading with the
paragraphs below it, or two rows of a table. Of all sets of records those that hold most of the text count; a set inside
another's records are the parts of these (the answers to a post).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.html.columns import nearest
from tamis.html.tree import Tree
from tamis.records.entity.values import Value
from tamis.records.groups.attributes import Reader
from tamis.records.groups.runs import find_run, two_alike
from tamis.records.groups.shapes import children_of, letters, repeated
from tamis.records.money import find_money
from tamis.records.places import outside
from tamis.roles import Role
from tamis.text.dates import read_day

_NEVER: Final = frozenset(
    "p span h1 h2 h3 h4 h5 h6 a b i em strong pre code select svg figure picture label dt".split()
)
"""elements whose children are parts of one text"""
_MORE: Final = frozenset("a h1 h2 h3 h4 h5 h6 img picture time table dl button".split())
_BOLD: Final = frozenset(("b", "strong"))
_LOOKED_AT: Final = 100
"""elements of a record in which one of these is looked for"""
_BESIDE: Final = frozenset(("navigation", "related", "legal", "advertisement"))
_PRICE: Final = 90
"""characters of a block that a price or a date is looked for in"""
_SHARE: Final = 0.25
"""of the weightiest set's words that another set needs"""
_OF_PAGE: Final = 0.1
"""and of the page's"""
_OF_RECORD: Final = 0.3
"""of a record's words that a set inside it needs"""
_MOST_OF: Final = 0.85
"""of the words of a set whose records are but frames around those of others"""
_DEEPEST: Final = 4
_MOST_RECORDS: Final = 2000


@dataclass(frozen=True, slots=True)
class Record:
    """One of several things of a kind that a page shows."""

    attributes: dict[str, list[Value]]
    """values by name: of schema.org where it fits, else by the label that the page shows"""
    blocks: tuple[int, ...]
    """the indices of its blocks in the ledger"""
    text: str
    records: tuple[Record, ...] = field(default=())
    """the records inside it, such as the answers to a post"""

    def to_dict(self) -> dict[str, Any]:
        """The record as plain data."""
        return {
            "attributes": {name: [value.to_dict() for value in values] for name, values in self.attributes.items()},
            "text": self.text,
            "blocks": list(self.blocks),
            "records": [record.to_dict() for record in self.records],
        }


class _Set(NamedTuple):
    """Records below one element, each a list of siblings."""

    parent: int
    members: list[list[int]]
    words: int


class _Sums(NamedTuple):
    """What each element holds that is shown."""

    words: NDArray[np.int64]
    links: NDArray[np.int64]
    blocks: NDArray[np.int64]
    beside: NDArray[np.int64]
    """words that are beside the content"""
    kept: NDArray[np.int64]
    """words that are of the content"""


def read_records(page: Page, roles: Sequence[Role] = (), kept: NDArray[np.bool_] | None = None) -> tuple[Record, ...]:
    """The records of a page, in its order; none for a page that repeats nothing.

    ``roles`` of all blocks tell what is navigation and the like: that is no record, unless it has prices. Where most
    words are ``kept``, a container that is called as if it stood beside the content is a part of it.

    >>> import tamis
    >>> page = "".join(f"<h3><i>Loaf {i}</i></h3><p>Rye, day {i}.</p><p>{i}.50 €</p>" for i in range(1, 5))
    >>> for record in tamis.analyze(page).records[:2]:
    ...     print({name: [value.normalized for value in values] for name, values in record.attributes.items()})
    {'name': ['Loaf 1'], 'text': ['Rye, day 1.'], 'price': ['1.50'], 'priceCurrency': ['EUR']}
    {'name': ['Loaf 2'], 'text': ['Rye, day 2.'], 'price': ['2.50'], 'priceCurrency': ['EUR']}
    """
    shown = (~page.hidden & (page.first_run >= 0)).astype(np.int64)
    beside = np.array([role in _BESIDE for role in roles] or [False] * len(page), np.int64)
    words = page.words * shown
    of_content = words * kept if kept is not None else np.zeros_like(words)
    sums = _Sums(*map(page.sum_inside, (words, page.link_words * shown, shown, words * beside, of_content)))
    chosen = _choose(page, _sets(page, sums), sums)
    return _read(page, chosen)


def _sets(page: Page, sums: _Sums) -> list[_Set]:
    """All sets of records."""
    tree, beside = page.tree, outside(page.tree)
    inside, found = children_of(tree), []
    blocks_of = _BlocksOf(page)
    for parent, children in inside.items():
        if tree.tags[parent] in _NEVER or sums.words[parent] < 6:
            continue
        if beside[parent] and 2 * sums.kept[parent] < sums.words[parent]:
            continue
        visible = [child for child in children if sums.words[child] > 0]
        same = repeated(tree, visible, sums.words)
        visible = [child for child in visible if child not in same] if len(same) < len(visible) - 2 else visible
        shapes = letters(tree, visible)
        run = find_run(shapes) if len(visible) >= 3 else None
        if run is None:
            pair = [[visible[place]] for place in two_alike(shapes)]
            if pair and _are_two_posts(page, pair, sums, blocks_of):
                found.append(_Set(parent, pair, sum(_total(sums.words, own) for own in pair)))
            continue
        members = [[visible[place] for place in own] for own in run.parts]
        members = _of_rows(page, members, inside, sums) or members
        members = [own for own in members if _total(sums.words, own) > 1]
        if (
            len(members) >= 3
            and _are_records(tree, members, sums)
            and (not _are_beside(members, sums) or _are_priced(page, members, blocks_of))
        ):
            found.append(_Set(parent, members, sum(_total(sums.words, own) for own in members)))
    return sorted(found, key=lambda one: one.parent)


def _of_rows(page: Page, members: list[list[int]], inside: dict[int, list[int]], sums: _Sums) -> list[list[int]]:
    """The cards, if each member is a row of two or more that are alike."""
    tree, cards = page.tree, []
    if any(len(own) > 1 for own in members) or tree.tags[members[0][0]] in ("tr", "table", "dl"):
        return []
    for (row,) in members:
        own = [child for child in inside.get(row, ()) if sums.blocks[child] > 1]
        if len(own) < 2 or len(set(letters(tree, own))) > 1 or _total(sums.words, own) < 0.9 * sums.words[row]:
            return []
        cards += own
    return [[card] for card in cards]


def _total(column: NDArray[np.int64], elements: Sequence[int]) -> int:
    return sum(int(column[element]) for element in elements)


def _are_records(tree: Tree, members: list[list[int]], sums: _Sums) -> bool:
    """Whether repeated siblings are records: more than entries of a menu, and no paragraphs or sections of a text."""
    tags = tree.tags
    counts, linked, pieces = (np.array([_total(column, own) for own in members]) for column in sums[:3])
    rich = float(np.mean(pieces >= 2))
    first = tags[members[0][0]]
    if len(members[0]) == 1 and first in ("p", "li", "dd", "a", "div", "span") and rich < 0.5:
        share = float(linked.sum()) / float(counts.sum())
        return float(np.median(counts)) >= 6 and 0.05 < share < 0.95 and first != "p"
    if len(members[0]) == 1 and first in ("h1", "h2", "h3", "h4", "br", "img", "td", "th", "thead", "tbody", "col"):
        return False
    if first in ("p", "li", "dd", "pre") and np.mean([_has_more_than_text(tree, own) for own in members]) < 0.5:
        return False
    if max(map(len, members)) > 1 and first in ("p", "ul", "ol", "div", "table"):
        return rich >= 0.5 and float(np.median(counts)) <= 80
    if first in ("h1", "h2", "h3", "h4", "h5", "dt"):  # sections of an article are longer
        return float(np.median(counts)) <= (80 if np.mean(linked > 0) >= 0.5 else 40)
    return rich >= 0.5 and float(np.median(counts)) >= 3


def _has_more_than_text(tree: Tree, own: list[int]) -> bool:
    """Whether a record shows a link, a heading, a picture, a date or bold words: the points of a text have none."""
    for part in own:
        for inside in range(part, min(int(tree.ends[part]), part + _LOOKED_AT)):
            tag = tree.tags[inside]
            if tag in _MORE or (tag in _BOLD and tree.parents[inside] == part):
                return True
    return False


def _are_two_posts(page: Page, pair: list[list[int]], sums: _Sums, blocks_of: _BlocksOf) -> bool:
    """Whether two alike siblings are a thread of two posts: they hold most of the content, and each has a date."""
    content = int(sums.kept[0])
    if not content or 2 * sum(_total(sums.kept, own) for own in pair) < content:
        return False
    return all(any(_is_dated(page.texts[block]) for part in own for block in blocks_of(part)) for own in pair)


def _is_dated(text: str) -> bool:
    return len(text) <= _PRICE and any(letter.isdigit() for letter in text) and read_day(text) is not None


def _are_beside(members: list[list[int]], sums: _Sums) -> bool:
    """Whether repeated siblings are mostly navigation, links to other pages or small print."""
    words, beside = (sum(_total(column, own) for own in members) for column in (sums.words, sums.beside))
    return 2 * beside >= words


def _are_priced(page: Page, members: list[list[int]], blocks_of: _BlocksOf) -> bool:
    """Whether most of some repeated siblings show a price: then they are goods, wherever they stand."""
    priced = sum(
        any(find_money(page.texts[block][:_PRICE]) for part in own for block in blocks_of(part)) for own in members
    )
    return 2 * priced >= len(members)


def _choose(page: Page, sets: list[_Set], sums: _Sums) -> list[_Set]:
    """The sets that hold most of the page; of nested ones the inner, if they hold most of the outer several times."""
    if not sets:
        return []
    most, total = max(found.words for found in sets), int(sums.words[0])
    kept = [found for found in sets if found.words >= max(_SHARE * most, _OF_PAGE * total)]
    sets = _with_inner(page, sets, kept, sums)
    sets = _not_too_deep(sets, _holders(page, sets, sets))
    holders = _holders(page, sets, sets)
    inner_words, inner_count = [0] * len(sets), [0] * len(sets)
    for found, holder in zip(sets, holders, strict=True):
        if holder is not None:
            inner_words[holder[0]] += found.words
            inner_count[holder[0]] += len(found.members)
    return [
        found
        for number, found in enumerate(sets)
        if inner_words[number] < _MOST_OF * found.words or inner_count[number] < 2 * len(found.members)
    ]


def _with_inner(page: Page, sets: list[_Set], kept: list[_Set], sums: _Sums) -> list[_Set]:
    """The sets that are kept, and smaller ones that hold much of one of their records."""
    known = {found.parent for found in kept}
    holders = _holders(page, sets, kept)
    return [
        found
        for found, holder in zip(sets, holders, strict=True)
        if found.parent in known
        or (holder and found.words >= _OF_RECORD * _total(sums.words, kept[holder[0]].members[holder[1]]))
    ]


def _not_too_deep(sets: list[_Set], holders: Sequence[tuple[int, int] | None]) -> list[_Set]:
    """The sets that stand in few others, which bounds the text of all records by that of the page."""
    depths: list[int] = []
    for holder in holders:  # sets are in document order, so those outside come first
        depths.append(0 if holder is None else depths[holder[0]] + 1)
    return [found for found, depth in zip(sets, depths, strict=True) if depth < _DEEPEST]


def _holders(page: Page, sets: Sequence[_Set], among: Sequence[_Set]) -> list[tuple[int, int] | None]:
    """For each set the set among others, and its record, that it stands in."""
    record_of = {
        part: (number, place)
        for number, found in enumerate(among)
        for place, own in enumerate(found.members)
        for part in own
    }
    parts = np.zeros(len(page.tree.tags), np.bool_)
    parts[list(record_of)] = True
    around = nearest(page.tree, parts)
    return [record_of.get(int(around[found.parent])) for found in sets]


def _read(page: Page, chosen: list[_Set]) -> tuple[Record, ...]:
    """The records of the sets, those of inner sets inside the records that hold them."""
    reader, blocks_of = Reader(page), _BlocksOf(page)
    holders = _holders(page, chosen, chosen) if chosen else []
    inside: dict[tuple[int, int], list[Record]] = {}
    top: list[Record] = []
    for number in sorted(range(len(chosen)), key=lambda number: chosen[number].parent, reverse=True):
        holder = holders[number]
        for place, own in enumerate(chosen[number].members[:_MOST_RECORDS]):
            blocks = [block for part in own for block in blocks_of(part)]
            inner = tuple(inside.get((number, place), ()))
            taken = {block for record in inner for block in record.blocks}
            attributes = reader.read([block for block in blocks if block not in taken], own)
            record = Record(attributes, tuple(blocks), "\n".join(page.texts[block] for block in blocks), inner)
            (top if holder is None else inside.setdefault(holder, [])).append(record)
    return tuple(sorted(top, key=lambda record: record.blocks[:1]))


class _BlocksOf:
    """The shown blocks in an element."""

    def __init__(self, page: Page) -> None:
        shown = np.flatnonzero(~page.hidden & (page.first_run >= 0))
        order = np.argsort(page.elements[shown], kind="stable")
        self._blocks, self._elements = shown[order], page.elements[shown][order]
        self._ends = page.tree.ends

    def __call__(self, element: int) -> list[int]:
        begin, end = np.searchsorted(self._elements, [element, int(self._ends[element])])
        found: list[int] = sorted(self._blocks[begin:end].tolist())
        return found
