"""The signs by which a page's texts are found again on other pages of its site, and how well they fit what was learned.

Compiled like :mod:`tamis.native.tree`, with the types of ``cells.pxd``. A sign is a hash: of the tags, classes and
positions on the way from the body to a text, of the texts beside it, and of its shape. All loops are linear in the
page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.native.attributes import CLASS, ID, ITEM, Attribute

if TYPE_CHECKING:
    from tamis.native.arrays import Column, Float64s, Int64s, UInt64s

SIGNS = 18
"""of each text"""
PARTS = 8
"""columns of an element that :func:`signs` works on"""
LABEL = 5
SHAPE = 13
"""which signs are the hash of the text before, and of the text's own shape"""
_SIGNS = SIGNS
_MIX = 0x9E3779B97F4A7C15
_ALL = 0xFFFFFFFFFFFFFFFF
_OWN, _INDEXED, _CLASSES, _BY_ID, _LAST, _COUNT, _FIRST, _ITEM_NAME = range(PARTS)
_CLASS, _ID, _ITEM = CLASS, ID, ITEM
_LONGEST = 80
_ROWS_UP = 3
_ITEM_UP = 3


def mixed(key: int, other: int) -> int:
    """One number from two, in their order."""
    key = (((key << 7) | (key >> 57)) ^ other) * _MIX & _ALL
    return key ^ (key >> 29)


def hashed(text: str, begin: int, end: int) -> int:
    """A hash of a stretch of text, white space collapsed, numbers taken as equal; 0 for blank text."""
    key, number, space = 0, False, False
    for i in range(begin, end):
        character = text[i]
        if character.isspace():
            space = key != 0
            continue
        if space:
            key = mixed(key, 32)
        if character.isdigit():
            if not number or space:
                key = mixed(key, 35)
            number = True
        else:
            key = mixed(key, ord(character))
            number = False
        space = False
    return key


def shape(text: str) -> int:
    """A hash of what a text looks like: words, numbers and the marks between them, up to where it repeats itself."""
    key, before, count = 1, 0, 0
    for i in range(len(text)):
        character = text[i]
        if character.isspace():
            continue
        kind = ord(character)
        if character.isalpha():
            kind = 97
        elif character.isdigit():
            kind = 57
        if kind != before:
            key = mixed(key, kind)
            count += 1
            if count == 16:
                break
        before = kind
    return key


def signs(
    markup: str, names_begin: Column, names_end: Column, numbers: Column, parents: Column, runs: list[str],
    run_parents: Column, parts: UInt64s, ordinals: UInt64s, rows: Int64s, texts: UInt64s, out: UInt64s,
) -> int:  # fmt: skip
    """Fill in the signs of each run that is not blank; returns how many there are, ``rows`` which runs they are.

    ``parts`` and ``ordinals`` are room to work in, zeros: rows of :data:`PARTS` an element, and pairs for at least
    twice as many as there are runs, a power of two. ``texts`` gets the hashes of the runs.
    """
    name_elements(markup, names_begin, names_end, numbers, parents, parts)
    count, slots = 0, len(ordinals) - 1
    for run in range(len(runs)):
        text = runs[run]
        key = hashed(text, 0, min(len(text), _LONGEST))
        if not key:
            continue
        rows[count], texts[count] = run, key
        count += 1
        above = run_parents[run]
        while above >= 0 and not parts[above, _FIRST]:
            parts[above, _FIRST] = key
            above = parents[above]
    for element in range(len(parents)):
        parts[element, _COUNT] = 0
    for place in range(count):
        run = rows[place]
        element = run_parents[run]
        parts[element, _COUNT] += 1
        own, last = parts[element, _OWN], mixed(parts[element, _LAST], parts[element, _COUNT])
        classes = mixed(parts[element, _CLASSES], parts[element, _COUNT])
        key = texts[place]
        label = texts[place - 1] if place else 0
        before = texts[place - 2] if place > 1 else 0
        after = texts[place + 1] if place + 1 < count else 0
        slot = classes & slots
        while ordinals[slot, 0] and ordinals[slot, 0] != classes:
            slot = (slot + 1) & slots
        ordinals[slot, 0] = classes
        ordinals[slot, 1] += 1
        head, above = 0, element
        for _ in range(_ROWS_UP):
            above = parents[above] if above >= 0 else -1
            if above >= 0 and parts[above, _FIRST] != key:
                head = parts[above, _FIRST]
                break
        item, above = 0, element
        for _ in range(_ITEM_UP):
            if above >= 0 and not item:
                item, above = parts[above, _ITEM_NAME], parents[above]
        out[place, 0] = mixed(parts[element, _INDEXED], parts[element, _COUNT])
        out[place, 1] = classes
        out[place, 2] = mixed(classes, ordinals[slot, 1])
        out[place, 3] = mixed(parts[element, _BY_ID], parts[element, _COUNT])
        out[place, 4] = last
        out[place, 5] = label
        out[place, 6] = mixed(label, last)
        out[place, 7] = mixed(label, before)
        out[place, 8] = after
        out[place, 9] = mixed(after, last)
        out[place, 10] = mixed(head, own)
        out[place, 11] = mixed(head, last)
        out[place, 12] = item
        out[place, 13] = shape(runs[run])
        out[place, 14] = own
        out[place, 15] = before
        out[place, 16] = mixed(head, classes)
        out[place, 17] = mixed(label, classes)
        for sign in range(_SIGNS):
            out[place, sign] = mixed(out[place, sign], sign + 1)
    return count


def name_elements(
    markup: str, names_begin: Column, names_end: Column, numbers: Column, parents: Column, parts: UInt64s
) -> None:
    """Fill in what each element is called and the ways to it; ``parts`` are zeros."""
    attribute = Attribute(markup, 0)
    for element in range(len(parents)):
        own, named = numbers[element] + 1, 0
        attribute.at, until = names_begin[element], names_end[element]
        while attribute.at < until and attribute.next():
            kind = attribute.naming()
            if kind == _CLASS:
                own = mixed(own, hashed(markup, attribute.value, attribute.value_end))
            elif kind == _ID:
                named = hashed(markup, attribute.value, attribute.value_end)
            elif kind == _ITEM:
                parts[element, _ITEM_NAME] = hashed(markup, attribute.value, attribute.value_end)
            if attribute.at < 0:
                break
        parts[element, _OWN] = own
        above = parents[element]
        if above < 0:
            continue
        parts[above, _COUNT] += 1
        step = mixed(numbers[element] + 1, parts[above, _COUNT])
        parts[element, _INDEXED] = mixed(parts[above, _INDEXED], step)
        parts[element, _CLASSES] = mixed(parts[above, _CLASSES], own)
        parts[element, _BY_ID] = mixed(named, 1) if named else mixed(parts[above, _BY_ID], step)
        far = parents[above]
        parts[element, _LAST] = mixed(mixed(own, parts[above, _OWN]), parts[far, _OWN] if far >= 0 else 0)


def fit(signs: UInt64s, count: int, slots: UInt64s, places: Int64s, weights: Float64s, scores: Float64s) -> None:
    """Add up the weights of each text's signs, a column of ``weights`` an attribute.

    ``slots`` is a hash table of signs, a power of two long and not full; ``places`` says which row of the weights each
    of them has.
    """
    last, wanted = len(slots) - 1, weights.shape[1]
    for row in range(count):
        for sign in range(_SIGNS):
            key = signs[row, sign]
            slot = key & last
            while slots[slot] and slots[slot] != key:
                slot = (slot + 1) & last
            if slots[slot]:
                place = places[slot]
                for column in range(wanted):
                    scores[row, column] += weights[place, column]
