"""The loops behind :mod:`tamis.features.columns`, one pass over elements, blocks or letters each.

Built like :mod:`tamis.kernel`: plain Python that runs as it is, and as C where there is a compiler, with the types of
``kernel.pxd``. Each function fills columns that its caller has made; ``at`` is the first of its columns in ``out``.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log1p
from typing import Any

COMPILED = not __file__.endswith(".py")
_FEW_LOGS = 4096
_MIX = 0x9E3779B97F4A7C15
_ALL = 0xFFFFFFFFFFFFFFFF
_NAMED = 6
"""elements upward whose tags make a kind of place; of the first half the names count as well"""
_OWN_NAMES = 3
_NAME_LETTERS = 400
_NAME_PARTS = 12
_LOOKED_AT = 80
_FIRST_WORDS = 4
_LONGEST = 24
_SHORT_BLOCK = 40


def log_of(logs: Any, value: int) -> float:
    """``log1p`` of a count; those of small ones are in a table."""
    return logs[value] if value < _FEW_LOGS else log1p(value)


def tag_columns(tags: list[str], known: dict[str, int], ids: Any, between: Any) -> None:
    """The number of each element's tag, and what it is when it stands between blocks (the bits above the eighth)."""
    for i in range(len(tags)):
        code = known.get(tags[i], 0)
        ids[i] = code & 255
        between[i] = code >> 8


def runs_of(first_run: Any, run_parents: list[int], run_seen: list[int], innermost: Any, seen: Any) -> None:
    """For each block the element that its first run stands in, and how many elements had begun before that run."""
    for i in range(len(first_run)):
        run = first_run[i]
        innermost[i] = run_parents[run]
        seen[i] = run_seen[run]


def surround(
    elements: Any, seen: Any, parents: list[int], above: Any, ends: Any, count: Any, larger: Any, start: Any, stop: Any
) -> None:
    """For each element its parent, the end of its subtree, how many blocks it holds and where they begin and stop.

    ``larger`` is the nearest element around it that holds more blocks, the body at last.
    """
    total, blocks = len(parents), len(elements)
    for i in range(total):
        above[i] = parents[i]
        ends[i] = i + 1
        count[i] = 0
    for i in range(blocks):
        count[elements[i]] += 1
    for i in range(total - 1, 0, -1):
        parent = above[i]
        if ends[parent] < ends[i]:
            ends[parent] = ends[i]
        count[parent] += count[i]
    block = 0
    for i in range(total):
        while block < blocks and seen[block] <= i:
            block += 1
        start[i] = block
        stop[i] = min(block + count[i], blocks)
        parent = above[i] if i else 0
        larger[i] = larger[parent] if parent > 0 and count[parent] == count[i] else parent
    start[0] = 0
    stop[0] = blocks


def chains(
    elements: Any, innermost: Any, above: Any, larger: Any, ids: Any, top: int, chain: Any, levels: Any, tags: Any
) -> None:
    """For each block the elements upward (after the innermost, -1 if that is the block's own) and the larger ones.

    ``tags`` gets the tags of the innermost and of the first of those upward, ``top`` for what is above the body.
    """
    for i in range(len(elements)):
        element = elements[i]
        chain[i, 0] = -1 if innermost[i] == element else innermost[i]
        place = element
        for level in range(1, chain.shape[1]):
            chain[i, level] = place
            if place >= 0:
                place = above[place]
        tags[i, 0] = ids[innermost[i]]
        for level in range(1, tags.shape[1]):
            tags[i, level] = ids[chain[i, level]] if chain[i, level] >= 0 else top
        place = element
        for level in range(levels.shape[1]):
            levels[i, level] = place
            place = larger[place]


def number_chains(chain: Any, marks: Any, wanted: list[int]) -> int:
    """Give the elements of all chains numbers in document order; ``chain`` gets those, ``wanted`` the elements."""
    rows, depth, total = chain.shape[0], chain.shape[1], len(marks)
    for i in range(total):
        marks[i] = -1
    for i in range(rows):
        for level in range(depth):
            if chain[i, level] >= 0:
                marks[chain[i, level]] = 0
    number = 0
    for i in range(total):
        if marks[i] == 0:
            marks[i] = number
            wanted.append(i)
            number += 1
    for i in range(rows):
        for level in range(depth):
            place = chain[i, level]
            chain[i, level] = marks[place] if place >= 0 else number
    return number


def names(
    nodes: list[Any], wanted: list[int], others: set[Any], named: frozenset[str], table: Any, buckets: int,
    owners: list[int], tokens: list[int], hashed: Any, holds_comments: Callable[[str], bool], areas: list[int],
) -> None:  # fmt: skip
    """The tokens of what the wanted elements are called, and for each of all elements one number for its names.

    Most elements are called by ``class`` and ``id`` alone; ``others`` have more of the attributes that are ``named``.
    ``areas`` gets the elements whose names say that readers' comments stand in them.
    """
    some_others = len(others) > 0
    for place in range(len(wanted)):
        element = wanted[place]
        node = nodes[element]
        begin = len(tokens)
        if some_others and node in others:
            for name, value in node.attrs.items():
                if value and name in named:
                    add_names(value if isinstance(value, str) else " ".join(value), table, buckets, tokens)
            klass, ident = node.attr("class"), node.attr("id")
            if node.attr("itemprop") == "comment":
                areas.append(element)
        else:
            klass, ident = node.attr("class"), node.attr("id")
            if klass:
                add_names(klass, table, buckets, tokens)
            if ident:
                add_names(ident, table, buckets, tokens)
        maybe = (klass and may_name_comments(klass)) or (ident and may_name_comments(ident))
        if maybe and holds_comments(f"{ident or ''} {klass or ''}"):
            areas.append(element)
        total = 0
        for i in range(begin, len(tokens)):
            owners.append(place)
            total += tokens[i] + 7919
        hashed[element] = total


def may_name_comments(value: str) -> bool:
    """Whether it is worth a closer look if an attribute's value names readers' comments."""
    return "omment" in value or "isqus" in value or "omentario" in value or "alkback" in value


def add_names(value: str, table: Any, buckets: int, tokens: list[int]) -> None:
    """Add the tokens of an attribute's value, as :func:`tamis.features.names.name_tokens` defines them."""
    at, parts, size = 0, 0, min(len(value), _NAME_LETTERS)
    while at < size and parts < _NAME_PARTS:
        code = ord(value[at])
        begin = at
        at += 1
        if 65 <= code <= 90:
            if at < size and 97 <= ord(value[at]) <= 122:
                while at < size and 97 <= ord(value[at]) <= 122:
                    at += 1
            else:
                while at < size and 65 <= ord(value[at]) <= 90:
                    at += 1
        elif 97 <= code <= 122:
            while at < size and 97 <= ord(value[at]) <= 122:
                at += 1
        else:
            continue
        parts += 1
        if at - begin > 1:
            tokens.append(crc_of(value, begin, at, table) % buckets)


def crc_of(text: str, begin: int, end: int, table: Any) -> int:
    """The CRC-32 of a stretch of ASCII, in lower case."""
    crc = 0xFFFFFFFF
    for place in range(begin, end):
        code = ord(text[place])
        if 65 <= code <= 90:
            code += 32
        crc = table[(crc ^ code) & 255] ^ (crc >> 8)
    return crc ^ 0xFFFFFFFF


def kinds_of(elements: Any, above: Any, ids: Any, hashed: Any, top: int, kinds: Any) -> list[int]:
    """Number the kinds of places that blocks stand in: tags and names of three elements up, tags of three more.

    Gives how many blocks each kind has.
    """
    numbers: dict[int, int] = {}
    sizes: list[int] = []
    for i in range(len(elements)):
        key, place = 0, elements[i]
        for level in range(_NAMED):
            part = top
            if place >= 0:
                part = int(ids[place])
                if level < _OWN_NAMES:
                    called = int(hashed[place])
                    part += called << 8
            key = ((key ^ part) * _MIX) & _ALL
            key ^= key >> 29
            if place >= 0:
                place = above[place]
        kind = numbers.get(key, -1)
        if kind < 0:
            kind = len(sizes)
            numbers[key] = kind
            sizes.append(0)
        kinds[i] = kind
        sizes[kind] += 1
    return sizes


def text_numbers(
    texts: list[str], words: Any, link_words: Any, first_run: Any, last_run: Any, classes: Any, logs: Any,
    counts: Any, marks: Any, out: Any, at: int,
) -> None:  # fmt: skip
    """What blocks are made of: lengths, links, kinds of characters. ``marks`` gets their full stops and commas."""
    known = counts.shape[0] - 1
    upper, digit, stop, comma, quote, bar, currency, mark, colon, sign = 1, 2, 4, 5, 6, 7, 8, 9, 10, 11  # as in CLASSES
    for i in range(len(texts)):
        text = texts[i]
        for kind in range(known + 1):
            counts[kind] = 0
        dots, kind, first = 0, known, known
        begun = False
        for letter in text:
            code = ord(letter)
            kind = classes[code] if code < 65536 else classes[65536]
            counts[kind] += 1
            if letter == "." or letter == ",":
                dots += 1
            if not begun:
                first, begun = kind, True
        marks[i] = dots
        size = len(text)
        count = max(words[i], 1)
        per_word = 1.0 / count
        row = at
        out[i, row] = log_of(logs, words[i])
        out[i, row + 1] = log_of(logs, size)
        out[i, row + 2] = link_words[i] * per_word
        out[i, row + 3] = log_of(logs, link_words[i])
        out[i, row + 4] = min(size * per_word, 30.0) / 10
        out[i, row + 5] = log_of(logs, counts[stop])
        out[i, row + 6] = log_of(logs, counts[comma])
        out[i, row + 7] = log_of(logs, last_run[i] - first_run[i])
        row += 8
        share = 1.0 / max(size, 1)
        for kind_of in range(known):
            out[i, row + kind_of] = counts[kind_of] * share
        row += known
        out[i, row] = min(counts[stop] * per_word, 4.0)
        out[i, row + 1] = min(counts[comma] * per_word, 4.0)
        out[i, row + 2] = min(counts[quote] * per_word, 4.0)
        out[i, row + 3] = min(counts[bar] * per_word, 4.0)
        out[i, row + 4] = min(counts[upper] * per_word, 4.0)
        out[i, row + 5] = counts[currency] > 0
        out[i, row + 6] = counts[mark] > 0
        out[i, row + 7] = counts[sign] > 0
        out[i, row + 8] = kind == stop
        out[i, row + 9] = kind == colon
        out[i, row + 10] = first == upper
        out[i, row + 11] = first == digit


def position_numbers(
    elements: Any, ids: Any, words: Any, link_words: Any, hidden: Any, prose: Any, above: Any, h1: int, depth: int,
    logs: Any, out: Any, at: int,
) -> None:  # fmt: skip
    """Where blocks stand on the page, from the first h1, from the last heading. ``prose`` holds words of prose."""
    blocks = len(elements)
    total, linked, good, top = 0, 0, 0, -1
    for i in range(blocks):
        total += words[i]
        linked += link_words[i]
        good += prose[i]
        if top < 0 and ids[elements[i]] == h1 and not hidden[i]:
            top = i
    all_words = max(total, 1)
    before, heading, level = 0, -1, 0
    for i in range(blocks):
        tag = ids[elements[i]] - h1
        if 0 <= tag < 6:
            heading, level = i, tag + 1
        deep, place = 0, elements[i]
        while place >= 0 and deep < depth:
            deep += 1
            place = above[place]
        out[i, at] = i / blocks
        out[i, at + 1] = before / all_words
        out[i, at + 2] = log_of(logs, i)
        out[i, at + 3] = log_of(logs, blocks - 1 - i)
        out[i, at + 4] = log_of(logs, blocks)
        out[i, at + 5] = log_of(logs, all_words)
        out[i, at + 6] = linked / all_words
        out[i, at + 7] = good / all_words
        out[i, at + 8] = deep / depth
        out[i, at + 9] = top >= 0
        out[i, at + 10] = 0 <= top < i
        if top >= 0:
            out[i, at + 11] = log_of(logs, i - top) if i >= top else -log_of(logs, top - i)
        out[i, at + 12] = log_of(logs, i - heading if heading >= 0 else blocks)
        out[i, at + 13] = level / 6
        out[i, at + 14] = hidden[i]
        before += words[i]


def repetition_numbers(
    texts: list[str], words: Any, link_words: Any, kinds: Any, sizes: list[int], sums: Any, logs: Any, out: Any, at: int
) -> None:
    """How often the same text and the same kind of place occur, and what the blocks of that kind are like."""
    times: dict[str, int] = {}
    blocks = len(texts)
    for i in range(blocks):
        times[texts[i]] = times.get(texts[i], 0) + 1
        sums[kinds[i], 0] += words[i]
        sums[kinds[i], 1] += link_words[i]
    for i in range(blocks):
        size, kind = sizes[kinds[i]], kinds[i]
        out[i, at] = log_of(logs, times[texts[i]])
        out[i, at + 1] = log_of(logs, size)
        out[i, at + 2] = size / blocks
        out[i, at + 3] = log1p(sums[kind, 0] / size)
        out[i, at + 4] = sums[kind, 1] / max(sums[kind, 0], 1)


def title_numbers(texts: list[str], words: Any, wanted: set[str], out: Any, at: int) -> None:
    """How much of a short block's words are the title's, times how much of the title they make up."""
    sought: set[int] = set()
    spelled = True
    if not wanted:
        return
    for word in wanted:
        if word.isascii():
            sought.add(hash_of(word))
        else:
            spelled = False
    for i in range(len(texts)):
        if words[i] <= _SHORT_BLOCK and may_hold(texts[i], sought, spelled):
            own = set(texts[i].lower().split())
            both = len(own & wanted)
            if both:
                out[i, at] = both * both / (len(own) * len(wanted))


def hash_of(word: str) -> int:
    """A number for a lower-case word; different words may share one."""
    key = 0
    for letter in word:
        key = (key * 31 + ord(letter)) & 0xFFFFFFF
    return key


def may_hold(text: str, sought: set[int], spelled: bool) -> bool:
    """Whether a word of the text may be among those sought, by its number.

    If all that is sought is ``spelled`` in ASCII, only words in ASCII are; the Kelvin sign is one in lower case.
    """
    key, within, foreign = 0, False, False
    for letter in text:
        code = ord(letter)
        if letter.isspace():
            if within and not foreign and key in sought:
                return True
            key, within, foreign = 0, False, False
        else:
            if code >= 128:
                if not spelled or code == 0x212A:
                    return True
                foreign = True
            elif 65 <= code <= 90:
                code += 32
            key = (key * 31 + code) & 0xFFFFFFF
            within = True
    return within and not foreign and key in sought


def between_numbers(seen: Any, kinds: Any, width: int, counts: Any, logs: Any, out: Any, at: int) -> None:
    """Elements of some kinds that began since the block before."""
    element, total = 0, len(kinds)
    for i in range(len(seen)):
        for kind in range(width + 1):
            counts[kind] = 0
        while element < total and element < seen[i]:
            counts[kinds[element]] += 1
            element += 1
        for kind in range(width):
            out[i, at + kind] = log_of(logs, counts[kind + 1])


def near_numbers(elements: Any, above: Any, ids: Any, columns: Any, depth: int, out: Any, at: int) -> None:
    """For each of some tags how near the nearest element with it is: 1 for the block's own, less with each step."""
    for i in range(len(elements)):
        place = elements[i]
        for level in range(depth):
            if place < 0:
                break
            column = columns[ids[place]]
            if column >= 0 and out[i, at + column] == 0:
                out[i, at + column] = 1 - level / (depth + 1)
            place = above[place]


def main_numbers(elements: Any, prose: Any, above: Any, ends: Any, held: Any, shares: Any, out: Any, at: int) -> None:
    """Whether the block is in the smallest element that holds so much of the page's prose, or on which side of it."""
    total, blocks, all_elements = 0.0, len(elements), len(ends)
    for i in range(all_elements):
        held[i] = 0
    for i in range(blocks):
        held[elements[i]] += prose[i]
        total += prose[i]
    if not total:
        return
    for i in range(all_elements - 1, 0, -1):
        held[above[i]] += held[i]
    for share in range(len(shares)):
        main = all_elements - 1
        while held[main] < shares[share] * total:
            main -= 1
        for i in range(blocks):
            if elements[i] < main:
                out[i, at + 2 * share + 1] = -1
            elif elements[i] >= ends[main]:
                out[i, at + 2 * share + 1] = 1
            else:
                out[i, at + 2 * share] = 1


def held_numbers(
    words: Any, link_words: Any, marks: Any, prose: Any, levels: Any, start: Any, stop: Any, sums: Any, done: Any,
    facts: Any, out: Any, at: int,
) -> None:  # fmt: skip
    """What each of the containers around a block holds, as shares of the page and per word."""
    blocks = len(words)
    for i in range(blocks):
        sums[i + 1, 0] = sums[i, 0] + words[i]
        sums[i + 1, 1] = sums[i, 1] + link_words[i]
        sums[i + 1, 2] = sums[i, 2] + marks[i]
        sums[i + 1, 3] = sums[i, 3] + prose[i]
    for i in range(len(done)):
        done[i] = 0
    for i in range(blocks):
        for level in range(levels.shape[1]):
            element = levels[i, level]
            if not done[element]:
                done[element] = 1
                low, high = start[element], stop[element]
                count = sums[high, 0] - sums[low, 0]
                some = max(count, 1)
                facts[element, 0] = count / max(sums[blocks, 0], 1)
                facts[element, 1] = (sums[high, 1] - sums[low, 1]) / some
                facts[element, 2] = (high - low) / blocks
                facts[element, 3] = log1p(count / max(high - low, 1))
                facts[element, 4] = min((sums[high, 2] - sums[low, 2]) / some, 2)
                facts[element, 5] = (sums[high, 3] - sums[low, 3]) / max(sums[blocks, 3], 1)
            for column in range(6):
                out[i, at + 6 * level + column] = facts[element, column]


def first_words(
    texts: list[str], table: Any, buckets: int, stripped: Any, slowly: Callable[[str], list[int]],
    owners: list[int], tokens: list[int],
) -> None:  # fmt: skip
    """The first words of each text, hashed (CRC-32 of the lower-case word without marks around it).

    Here in ASCII; ``slowly`` is asked for the rest.
    """
    for i in range(len(texts)):
        text = texts[i]
        size = min(len(text), _LOOKED_AT)
        plain = True
        at = count = 0
        mark = len(tokens)
        while plain and at < size and count < _FIRST_WORDS:
            while at < size and text[at].isspace():
                at += 1
            begin = at
            while at < size and not text[at].isspace():
                if ord(text[at]) >= 128:
                    plain = False
                at += 1
            if plain and at > begin:
                count += 1
                if at - begin <= _LONGEST:
                    end = at
                    while begin < end and stripped[ord(text[begin])]:
                        begin += 1
                    while begin < end and stripped[ord(text[end - 1])]:
                        end -= 1
                    owners.append(i)
                    tokens.append(crc_of(text, begin, end, table) % buckets)
        if not plain:
            del owners[mark:], tokens[mark:]
            for token in slowly(text):
                owners.append(i)
                tokens.append(token)
