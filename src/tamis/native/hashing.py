"""Words as hashes: elements' names, the first words of texts, and the words that blocks share with a title.

Compiled like :mod:`tamis.native.tree`, with the types of ``hashing.pxd``. ``tests/model/definition.py`` has short
definitions of the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tamis.native.attributes import CLASS, ID, ITEM, ROLE, Attribute, find, same

if TYPE_CHECKING:
    from tamis.native.arrays import Column, Float32s, Int64s, UInt8s, UInt32s, UInt64s

_MIX = 0x9E3779B97F4A7C15
_ALL = 0xFFFFFFFFFFFFFFFF
_ONES = 0xFFFFFFFF
_DOTTED_I, _SIGMA = 0x130, 0x3A3
_NAME_CHARACTERS = 400
_NAME_PARTS = 12
_LOOKED_AT = 80
_FIRST_WORDS = 4
_LONGEST = 24
_SHORT_BLOCK = 40
_MOST_NAMES = 12
_REMEMBERED = 1023
_HALF = 0x7FFFFFFFFFFFFFFF
_CLASS, _ID, _ITEM, _ROLE = CLASS, ID, ITEM, ROLE
_COMMENTS, _OUTSIDE, _LOOKED = 1, 2, 4


def names(
    markup: str, begins: Column, ends: Column, wanted: Column, unescape: Callable[[str], str], table: UInt32s,
    buckets: int, owners: Column, tokens: Column, hashed: UInt64s, maybe_comments: list[int], maybe_outside: list[int],
    known: Int64s,
) -> int:  # fmt: skip
    """Hash the names of the wanted elements to tokens, and give each element one number for all of its names.

    An element's names stand in the markup from ``begins`` to ``ends``.
    ``owners`` and ``tokens`` are filled side by side; returns how many there are, or -1 if there is no room for all.
    ``maybe_comments`` gets the elements whose names may say that they hold readers' comments, ``maybe_outside`` those
    that may be outside the main content by their names. ``known`` is a cache of values: a hash, where the tokens begin,
    how many they are, and which of the two lists the value belongs to.
    """
    may = 0
    count, room = 0, len(tokens) - _MOST_NAMES
    attribute = Attribute(markup, 0)
    for place in range(len(wanted)):
        element = wanted[place]
        first, maybe, given = count, 0, 0
        attribute.at, until = begins[element], ends[element]
        while attribute.at < until and attribute.next():
            kind = attribute.naming()
            begin, end = attribute.value, attribute.value_end
            if not kind or given >> kind & 1:
                continue  # of two that are called the same the first counts
            given |= 1 << kind
            if begin == end:
                continue
            if count > room:
                return -1
            key = 1
            for i in range(begin, end):
                key = ((key ^ ord(markup[i])) * _MIX) & _ALL
            slot, half = (key >> 40) & _REMEMBERED, key & _HALF
            if known[slot, 0] == half and known[slot, 1] < count:  # most names stand on a page many times
                old = known[slot, 1]
                for i in range(old, old + known[slot, 2]):
                    tokens[count] = tokens[i]
                    count += 1
                may = known[slot, 3]
            else:
                old = count
                if markup.find("&", begin, end) >= 0:
                    value = unescape(markup[begin:end])
                    count = add_names(value, 0, len(value), table, buckets, tokens, count)
                    may = _COMMENTS * may_name_comments(value, 0, len(value))
                else:
                    count = add_names(markup, begin, end, table, buckets, tokens, count)
                    may = _COMMENTS * may_name_comments(markup, begin, end)
                known[slot, 0], known[slot, 1], known[slot, 2], known[slot, 3] = half, old, count - old, may
            if (kind == _CLASS or kind == _ROLE) and not may & _LOOKED:
                may |= _LOOKED
                if markup.find("&", begin, end) >= 0:
                    value = unescape(markup[begin:end])
                    may |= _OUTSIDE * may_be_outside(value, 0, len(value))
                else:
                    may |= _OUTSIDE * may_be_outside(markup, begin, end)
                known[slot, 3] = may
            if kind == _CLASS:
                maybe |= may
            elif kind == _ID:
                maybe |= may & _COMMENTS
            elif kind == _ROLE:
                maybe |= may & _OUTSIDE
            elif kind == _ITEM and same(markup, begin, end, "comment"):
                maybe |= _COMMENTS
        if maybe & _COMMENTS:
            maybe_comments.append(element)
        if maybe & _OUTSIDE:
            maybe_outside.append(element)
        total = 0
        for i in range(first, count):
            owners[i] = place
            total += tokens[i] + 7919
        hashed[element] = total
    return count


def may_name_comments(markup: str, begin: int, end: int) -> bool:
    """Whether an attribute's value may name readers' comments, at a quick look."""
    for at in range(begin, end - 4):
        character = markup[at]
        if character == "o":
            if markup[at + 1] == "m" and (
                markup.find("omment", at, min(at + 6, end)) >= 0 or markup.find("omentario", at, min(at + 9, end)) >= 0
            ):
                return True
        elif character == "i":
            if markup[at + 1] == "s" and markup.find("isqus", at, at + 5) >= 0:
                return True
        elif character == "a" and markup[at + 1] == "l" and markup.find("alkback", at, min(at + 7, end)) >= 0:
            return True
    return False


def may_be_outside(markup: str, begin: int, end: int) -> bool:
    """Whether an attribute's value may name a part outside the main content, at a quick look."""
    for at in range(begin, end - 3):
        character = markup[at]
        after = markup[at + 1]
        if character == "o":
            if (
                (after == "d" and markup.find("odal", at, min(at + 4, end)) >= 0)
                or (after == "p" and markup.find("opup", at, min(at + 4, end)) >= 0)
                or (after == "p" and markup.find("opover", at, min(at + 6, end)) >= 0)
                or (after == "o" and markup.find("ooltip", at, min(at + 6, end)) >= 0)
                or (after == "n" and markup.find("ontentinfo", at, min(at + 10, end)) >= 0)
            ):
                return True
        elif character == "i":
            if (
                (after == "a" and markup.find("ialog", at, min(at + 5, end)) >= 0)
                or (after == "g" and markup.find("ightbox", at, min(at + 7, end)) >= 0)
                or (after == "g" and markup.find("ignature", at, min(at + 8, end)) >= 0)
                or (after == "s" and markup.find("isclaimer", at, min(at + 9, end)) >= 0)
                or (after == "s" and markup.find("isually", at, min(at + 7, end)) >= 0)
            ):
                return True
        elif character == "a":
            if (after == "g" and markup.find("agination", at, min(at + 9, end)) >= 0) or (
                after == "v" and markup.find("avigation", at, min(at + 9, end)) >= 0
            ):
                return True
        elif after == "e":
            if character == "r" and markup.find("readcrumb", at, min(at + 9, end)) >= 0:
                return True
        elif after == "r" and (
            (character == "s" and markup.find("sr-only", at, min(at + 7, end)) >= 0)
            or (character == "c" and markup.find("creen-reader", at, min(at + 12, end)) >= 0)
            or (character == "c" and markup.find("creenReader", at, min(at + 11, end)) >= 0)
        ):
            return True
    return False


def add_names(text: str, at: int, end: int, table: UInt32s, buckets: int, tokens: Column, count: int) -> int:
    """Add the tokens of an attribute's value: its words, cut where capitals begin and hashed, without single letters.

    Not all of them: generated lists of classes run to hundreds.
    """
    parts, size = 0, min(end, at + _NAME_CHARACTERS)
    while at < size and parts < _NAME_PARTS:
        code = ord(text[at])
        begin = at
        at += 1
        if 65 <= code <= 90:
            if at < size and 97 <= ord(text[at]) <= 122:
                while at < size and 97 <= ord(text[at]) <= 122:
                    at += 1
            else:
                while at < size and 65 <= ord(text[at]) <= 90:
                    at += 1
        elif 97 <= code <= 122:
            while at < size and 97 <= ord(text[at]) <= 122:
                at += 1
        else:
            continue
        parts += 1
        if at - begin > 1:
            tokens[count] = crc_of(text, begin, at, table) % buckets
            count += 1
    return count


def crc_of(text: str, begin: int, end: int, table: UInt32s) -> int:
    """The CRC-32 of a stretch of text in UTF-8 and lower case."""
    crc = _ONES
    for place in range(begin, end):
        code = ord(text[place])
        if code < 128:
            if 65 <= code <= 90:
                code += 32
            crc = table[(crc ^ code) & 255] ^ (crc >> 8)
            continue
        code = ord(text[place].lower())
        if code < 0x800:
            crc = table[(crc ^ (0xC0 | code >> 6)) & 255] ^ (crc >> 8)
        else:
            if code < 0x10000:
                crc = table[(crc ^ (0xE0 | code >> 12)) & 255] ^ (crc >> 8)
            else:
                crc = table[(crc ^ (0xF0 | code >> 18)) & 255] ^ (crc >> 8)
                crc = table[(crc ^ (0x80 | (code >> 12 & 63))) & 255] ^ (crc >> 8)
            crc = table[(crc ^ (0x80 | (code >> 6 & 63))) & 255] ^ (crc >> 8)
        crc = table[(crc ^ (0x80 | (code & 63))) & 255] ^ (crc >> 8)
    return crc ^ _ONES


def title_numbers(
    texts: list[str], words: Column, wanted: set[str], sought: UInt64s, own: UInt64s, out: Float32s, at: int
) -> None:
    """How much of a short block's words are the title's, times how much of the title they make up.

    ``sought`` is room for the numbers of the title's words, ``own`` for those of a block's different words.
    """
    count = 0
    for word in wanted:
        count = word_numbers(word, sought, count)
    for i in range(len(texts)):
        if count and words[i] <= _SHORT_BLOCK:
            found = word_numbers(texts[i], own, 0)
            both = 0
            if found < 0 or found == len(own):
                mine = set(texts[i].lower().split())
                found, both = len(mine), len(mine & wanted)
            else:
                for place in range(found):
                    for other in range(count):
                        both += own[place] == sought[other]
            if both:
                out[i, at] = both * both / (found * count)


def word_numbers(text: str, numbers: UInt64s, count: int) -> int:
    """Add a hash for each different word of a text in lower case; returns how many there are then.

    -1 for a text with one of the two characters whose lower case depends on others or is two characters.
    """
    first, room = count, len(numbers)
    key, within = 1, False
    for character in text:
        if character.isspace():
            if within:
                count = add_number(key, numbers, first, count, room)
            key, within = 1, False
        else:
            code = ord(character)
            if code < 128:
                if 65 <= code <= 90:
                    code += 32
            elif code == _DOTTED_I or code == _SIGMA:
                return -1
            else:
                code = ord(character.lower())
            key = ((key ^ code) * _MIX) & _ALL
            key ^= key >> 29
            within = True
    return add_number(key, numbers, first, count, room) if within else count


def add_number(key: int, numbers: UInt64s, first: int, count: int, room: int) -> int:
    """Add a number if it is new and there is room; returns how many there are then."""
    for place in range(first, count):
        if numbers[place] == key:
            return count
    if count < room:
        numbers[count] = key
        count += 1
    return count


def first_words(
    texts: list[str], table: UInt32s, buckets: int, stripped: UInt8s, slowly: Callable[[str], list[int]],
    owners: Column, tokens: Column,
) -> int:  # fmt: skip
    """The first words of each text, hashed (CRC-32 of the lower-case word without marks around it).

    ``slowly`` does texts with a character whose lower case is not one character or depends on others. Returns how many
    tokens there are, four a text at most.
    """
    filled = 0
    for i in range(len(texts)):
        text = texts[i]
        size = min(len(text), _LOOKED_AT)
        plain = True
        at = count = 0
        mark = filled
        while plain and at < size and count < _FIRST_WORDS:
            while at < size and text[at].isspace():
                at += 1
            begin = at
            while at < size and not text[at].isspace():
                if ord(text[at]) == _DOTTED_I or ord(text[at]) == _SIGMA:
                    plain = False
                at += 1
            if plain and at > begin:
                count += 1
                if at - begin <= _LONGEST:
                    end = at
                    while begin < end and is_mark(ord(text[begin]), stripped):
                        begin += 1
                    while begin < end and is_mark(ord(text[end - 1]), stripped):
                        end -= 1
                    owners[filled] = i
                    tokens[filled] = crc_of(text, begin, end, table) % buckets
                    filled += 1
        if not plain:
            filled = mark
            for token in slowly(text):
                owners[filled] = i
                tokens[filled] = token
                filled += 1
    return filled


def is_mark(code: int, stripped: UInt8s) -> bool:
    """Whether a character is a mark that is stripped from words."""
    if code < 0x100:
        return bool(stripped[code])
    return 0x2000 <= code < 0x2100 and bool(stripped[code - 0x1F00])


def places_of(text: str, mark: str, behind: str) -> list[int]:
    """Where a mark stands in a text, followed by these characters."""
    found: list[int] = []
    size, length = len(text), len(behind)
    at = find(text, mark, 0, size)
    while at >= 0:
        if same(text, at + 1, min(at + 1 + length, size), behind):
            found.append(at)
        at = find(text, mark, at + 1, size)
    return found
