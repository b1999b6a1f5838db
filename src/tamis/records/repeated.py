"""Records by their repetition: posts of a thread, cards of a listing, rows of a table.

LBDA 2015, section "Data Extraction": records are sibling subtrees, with or without noise between them, and the parts of
a record are pairs of attribute and value. The paper says no more, so the reading is ours:

* elements are alike if they and their parents have the same tag and the same first class (digits aside), wherever they
  stand, so noise between records, and rows that hold a few records each, do no harm;
* alike elements are records if there are three or more, if they hold several blocks of text or some prose, and if
  most of their parts are shared by at least half of them;
* of several sets the one with most text wins; a set inside another's records wins over it if it holds most of their
  text, several times over;
* parts that half of the records have are their attributes. Title, link, image, price, author and date are known by
  markup and form; the rest are named by their class or tag.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.html.tree import Tree
from tamis.records.fields import Reader
from tamis.records.item import Item
from tamis.records.places import table_of
from tamis.text.space import tidy

_DIGITS: Final = re.compile(r"\d+")
_NEVER: Final = frozenset(
    "body p br span a b i em strong h1 h2 h3 h4 h5 h6 img picture source button input option script style tbody"
    " thead td th svg path label dt dd ul ol dl table font center header footer nav form head iframe noscript"
    " time sup sub code pre".split()
)
"""not records: they lay out too little, or too much"""
_FEWEST: Final = 3
_MOST_PARTS: Final = 60
"""descendants of a record that are looked at when shapes are compared"""
_ALIKE: Final = 0.4
"""of a record's parts that are common to at least half of the records; set by eye on thirty pages of wcxb-dev"""
_SHARE: Final = 0.3
"""of the best set's weight that another one needs to be taken as well"""
_MOST_MEMBERS: Final = 1000


class _Sums(NamedTuple):
    """What every element holds that is shown."""

    words: NDArray[np.int64]
    link_words: NDArray[np.int64]
    blocks: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class _Set:
    members: NDArray[np.int64]
    weight: float
    words: int
    alike: float


def repeated_items(page: Page, beside: list[bool]) -> list[Item]:
    """The records of the sets that weigh most; none of elements ``beside`` the content."""
    shown = (~page.hidden & (page.first_run >= 0)).astype(np.int64)
    sums = _Sums(*map(page.sum_inside, (page.words * shown, page.link_words * shown, shown)))
    kinds = [_kind(page.tree, element) for element in range(len(page.tree.tags))]
    groups: dict[tuple[str, str], list[int]] = {}
    for element, parent in enumerate(page.tree.parents):
        if parent >= 0 and page.tree.tags[element] not in _NEVER and not beside[element]:
            groups.setdefault((kinds[parent], kinds[element]), []).append(element)
    found = [
        s for members in groups.values() if len(members) >= _FEWEST - 1 and (s := _weigh(page, sums, kinds, members))
    ]
    chosen = _choose(found, page.tree.ends)
    reader = Reader(page, kinds)
    items: list[Item] = []
    for group in chosen:
        members = group.members.tolist()[:_MOST_MEMBERS]
        if page.tree.tags[members[0]] == "tr":
            items += _table_rows(page, reader, members)
            continue
        rows = [reader.read(member) for member in members]
        common = Counter(name for row in rows for name in row.item.fields)
        named = sum(1 for row in rows if row.item.author or row.item.date) >= len(rows) / 2
        post = named and group.words >= 15 * len(rows)
        if not post and len(rows) < _FEWEST:
            continue
        for item, headed, name in rows:
            parts = {name: value for name, value in item.fields.items() if 2 * common[name] >= len(rows)}
            if post:
                title, author = (item.title if headed else None), item.author or name
                items.append(replace(item, kind="post", title=title, author=author, fields=parts))
            else:
                items.append(replace(item, fields=parts))
    return items


def _table_rows(page: Page, reader: Reader, members: list[int]) -> list[Item]:
    """The rows of tables, each cell under its column's heading where there is one."""
    tree = page.tree
    headings: dict[int, list[str]] = {}
    items = []
    for member in members:
        table = table_of(tree, member)
        cells = [e for e in range(member + 1, int(tree.ends[member])) if tree.parents[e] == member]
        texts = [tidy(tree.nodes[cell].text) for cell in cells]
        if table not in headings:
            is_head = len(cells) > 1 and all(tree.tags[cell] == "th" for cell in cells)
            headings[table] = texts if is_head else []
            if is_head:
                continue
        names = headings[table] if len(headings[table]) == len(texts) else [str(i + 1) for i in range(len(texts))]
        item, headed, _ = reader.read(member)
        fields = {name or str(i + 1): text for i, (name, text) in enumerate(zip(names, texts, strict=True)) if text}
        items.append(replace(item, kind="row", title=item.title if headed else _first_name(texts), fields=fields))
    return items


def _first_name(texts: list[str]) -> str | None:
    """The first cell with a word in it, else the first with anything."""
    worded = (text for text in texts if sum(letter.isalpha() for letter in text) >= 2)
    return next(worded, None) or next((text for text in texts if text), None)


def _kind(tree: Tree, element: int) -> str:
    names = (tree.attr(element, "class") or "").split(None, 1)
    return f"{tree.tags[element]}.{_DIGITS.sub('#', names[0])}" if names else tree.tags[element]


def _weigh(page: Page, sums: _Sums, kinds: list[str], members: list[int]) -> _Set | None:
    """A set of alike elements with its weight; ``None`` if they are no records."""
    places = np.array(members, np.int64)
    places = places[sums.words[places] >= 2]
    places = _outermost(places, page.tree.ends)
    if len(places) < 2:
        return None
    words, links, blocks = sums.words[places], sums.link_words[places], sums.blocks[places]
    prose = float(np.mean(words >= 25))
    if len(places) < _FEWEST and prose < 1:
        return None
    rich = float(np.mean(blocks >= 2))
    share = float(links.sum()) / float(words.sum())
    listed = page.tree.tags[int(places[0])] == "li" and float(np.mean(words)) >= 5 and 0.05 < share < 0.95
    if (rich < 0.5 and prose < 0.5 and not listed) or float(np.mean(words)) < 3:
        return None
    if links.sum() > 0.95 * words.sum() and float(np.mean(words)) < 6:
        return None
    alike = _alikeness(page.tree, kinds, places)
    if alike < _ALIKE:
        return None
    even = float(np.median(words)) / max(1.0, float(np.mean(words)))
    weight = float(np.minimum(words, 150).sum()) * alike * (0.3 + 0.7 * even)
    return _Set(places, weight, int(words.sum()), alike)


def _outermost(places: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.int64]:
    """Those that are in none of the others; they are in document order."""
    kept, end = [], -1
    for place in places.tolist():
        if place >= end:
            kept.append(place)
            end = int(ends[place])
    return np.array(kept, np.int64)


def _alikeness(tree: Tree, kinds: list[str], places: NDArray[np.int64]) -> float:
    """The mean share of a record's kinds of parts that at least half of the records have."""
    sample = places[:: max(1, len(places) // 30)].tolist()
    parts = [set(kinds[e + 1 : min(int(tree.ends[e]), e + 1 + _MOST_PARTS)]) for e in sample]
    common = Counter(kind for own in parts for kind in own)
    core = {kind for kind, count in common.items() if 2 * count >= len(sample)}
    return sum(len(own & core) / len(own | core) if own | core else 0.5 for own in parts) / len(parts)


def _choose(found: list[_Set], ends: NDArray[np.int64]) -> list[_Set]:
    """The heaviest sets, none of them inside another's records."""
    chosen: list[_Set] = []
    for group in sorted(found, key=lambda s: -s.weight):
        if chosen and group.weight < _SHARE * chosen[0].weight:
            break
        clash = [other for other in chosen if _nested(group, other, ends) or _nested(other, group, ends)]
        if not clash:
            chosen.append(group)
            continue
        if len(clash) > 1:
            continue
        other = clash[0]
        inner_wins = (
            len(group.members) >= 2 * len(other.members)
            and group.words >= 0.6 * other.words
            and group.alike >= 0.8 * other.alike
        )
        outer_wins = _nested(other, group, ends) and len(group.members) >= _FEWEST and group.words >= 1.3 * other.words
        several = len(other.members) >= 2 * len(group.members) and other.alike >= 0.8 * group.alike
        if (_nested(group, other, ends) and inner_wins) or (
            outer_wins and not (several and other.words >= 0.6 * group.words)
        ):
            chosen[chosen.index(other)] = group
    return sorted(chosen, key=lambda s: int(s.members[0]))


def _nested(inner: _Set, outer: _Set, ends: NDArray[np.int64]) -> bool:
    """Whether any record of one set stands in a record of the other."""
    before = np.searchsorted(outer.members, inner.members, side="right") - 1
    above = outer.members[np.maximum(before, 0)]
    return bool(np.any((before >= 0) & (above < inner.members) & (inner.members < ends[above])))
