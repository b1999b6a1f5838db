"""The loops over a page's texts and the elements above them; compiled like :mod:`tamis.native.tree`.

Columns are NumPy arrays; a place of -1 is their last row, which stands for no place.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log
from typing import TYPE_CHECKING

from tamis.native.attributes import Attribute

if TYPE_CHECKING:
    from tamis.native.arrays import Column, Float64s, UInt8s, UInt64s

Step = tuple[int, str, str | None, str | None]
"""a place, and the tag, id and class of an element in it"""
FALLS, STAYS = 1, 2
OWN, COMMENTS = 1, 2
"""kinds of places: most words are of one page only and kept; in an element that is named for readers' comments"""


def doubtful(kept: UInt8s, hidden: UInt8s, score: Float64s, least: float) -> list[int]:
    """The blocks that were kept, or dropped with a score of ``least`` or more and in sight."""
    rows = []
    for i in range(len(kept)):
        if kept[i] or (score[i] >= least and not hidden[i]):
            rows.append(i)
    return rows


def find(
    elements: Column, rows: list[int], tags: list[str], parents: Column, markup: str, begins: Column, ends: Column,
    attr: Callable[[int, str], str | None], steps: dict[Step, int], look_up: Callable[[Step], int], found: Column,
) -> None:  # fmt: skip
    """Put the places of the elements in these rows into ``found``.

    ``steps`` are the places that are known, ``look_up`` is asked for others. Below a place of -1, which is no place,
    all elements have none; element 0, the body, is place 0. What an element is called stands in the markup from
    ``begins`` to ``ends``; ``attr`` is for names with character references.
    """
    known = [-2] * len(parents)
    known[0] = 0
    chain: list[int] = []
    attribute = Attribute(markup, 0)
    for i in range(len(rows)):
        here = elements[rows[i]]
        place = known[here]
        while place == -2:
            chain.append(here)
            here = parents[here]
            place = known[here]
        while chain:
            here = chain.pop()
            if place >= 0:
                own = named = None
                attribute.at, until = begins[here], ends[here]
                if attribute.at < until:
                    while attribute.at < until and attribute.next():
                        if own is None and attribute.called("id"):
                            own = markup[attribute.value : attribute.value_end]
                        elif named is None and attribute.called("class"):
                            named = markup[attribute.value : attribute.value_end]
                    if (own is not None and "&" in own) or (named is not None and "&" in named):
                        own, named = attr(here, "id"), attr(here, "class")
                step = (place, tags[here], own, named)
                inner = steps.get(step)
                place = look_up(step) if inner is None else inner
            known[here] = place
        found[i] = place


def is_text_flow(first_run: Column, last_run: Column, cuts: Column) -> bool:
    """Whether blocks are text flows: each has all its runs between two cuts, and no two blocks share those."""
    before = -1
    for i in range(len(first_run)):
        first = first_run[i]
        if first < 0:
            return False
        cut = cuts[first]
        if cut <= before or cuts[last_run[i]] != cut:
            return False
        before = cut
    return True


def count(
    text_keys: UInt64s, places: Column, marks: UInt64s, keys: UInt64s, counts: Column, less: int, out: Column
) -> None:
    """On how many pages each text stands at its place, less one if the page is among them.

    ``keys`` are sorted, and the last is above all others.
    """
    for i in range(len(places)):
        place = places[i]
        wanted = text_keys[i] ^ marks[place if place >= 0 else len(marks) - 1]
        low, high = 0, len(keys) - 1
        while low < high:
            middle = (low + high) // 2
            if keys[middle] < wanted:
                low = middle + 1
            else:
                high = middle
        standing = counts[low] - less if keys[low] == wanted else 0
        out[i] = standing if standing > 0 else 0


def level_of(
    rows: list[int], kept: UInt8s, words: Column, places: Column, kinds: UInt8s, standing: Column, others: int,
    copy: float, rare: float,
) -> int:  # fmt: skip
    """How many pages have to share a text before it falls out: one, unless too little would be left of what was kept.

    Too little is left if a share ``copy`` of its words would fall out, or a share ``rare`` by texts that stand on no
    more than half of the other pages.
    """
    level = 1
    while level <= others:
        total = lost = rarely = 0
        for i in range(len(rows)):
            row = rows[i]
            if not kept[row]:
                continue
            here = words[row]
            total += here
            place = places[i]
            if standing[i] >= level and not kinds[place if place >= 0 else len(kinds) - 1] & OWN:
                lost += here
                if 2 * standing[i] <= others:
                    rarely += here
        if lost <= copy * total and rarely <= rare * total:
            return level
        level *= 2
    return level


def judge(
    rows: list[int], kept: UInt8s, hidden: UInt8s, score: Float64s, elements: Column, tags: list[str],
    headings: frozenset[str], places: Column, kinds: UInt8s, standing: Column, where: Column, share: Float64s,
    odds: Float64s, against: Float64s, level: int, rule: tuple[float, float, float, float, float, float, float],
    change: UInt8s,
) -> int:  # fmt: skip
    """Put into ``change`` which texts fall out and which stay, as :mod:`tamis.site.correct` has it; how many do.

    ``share`` and ``odds`` are those of a text's place, ``where`` says in which row; ``against`` has a row for each
    count of pages. The numbers of the ``rule`` are explained there.
    """
    least, sure, surest, label, clearly, by_place, margin = rule
    changed = 0
    last = len(rows) - 1
    for i in range(len(rows)):
        row, place, at = rows[i], places[i], where[i]
        if hidden[row] or not (kept[row] or score[row] >= least):
            continue
        kind = kinds[place if place >= 0 else len(kinds) - 1]
        at = at if at >= 0 else len(share) - 1
        repeated = standing[i] >= level
        chance = min(max(score[row], 1 - surest), surest)
        value = log(chance / (1 - chance))
        if not kept[row]:
            if not repeated and share[at] >= clearly and value + by_place * odds[at] > 0 and not kind & COMMENTS:
                change[i] = STAYS
                changed += 1
            continue
        if repeated:
            if kind & OWN:
                continue
            after = i < last and rows[i + 1] == row + 1 and kept[row + 1] and standing[i + 1] < level
            before = i > 0 and rows[i - 1] == row - 1 and kept[row - 1] and standing[i - 1] < level
            if min(value, sure) >= against[standing[i]] - (label if before and after else 0):
                continue
            if after and tags[elements[row]] in headings:
                continue
        elif not kind & COMMENTS or standing[i] > 0 or value + by_place * odds[at] >= -margin:
            continue
        change[i] = FALLS
        changed += 1
    return changed
