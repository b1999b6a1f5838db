"""The loops that compute features, each one pass over elements, blocks or characters.

Compiled like :mod:`tamis.native.tree`, with the types of ``features.pxd``. Each function fills arrays that its caller
has made (:mod:`tamis.native.compute`); ``at`` is the first of its columns in ``out``.
"""

from __future__ import annotations

from math import log1p
from typing import TYPE_CHECKING

from tamis.native.tree import is_prose

if TYPE_CHECKING:
    from tamis.native.arrays import Column, Float32s, Float64s, Int64s, UInt8s, UInt64s

_FEW_LOGS = 4096
_MIX = 0x9E3779B97F4A7C15
_ALL = 0xFFFFFFFFFFFFFFFF
_NAMED = 6
"""elements upward whose tags make a template; of the first half the names count as well"""
_OWN_NAMES = 3
TEXT, QUOTE, SECTION, TITLE = 8, 16, 32, 64
"""what an element is to :func:`mark_parts`"""
_KIND, _AROUND, _TEXT, _TITLE = 7, TEXT | QUOTE | SECTION, TEXT, TITLE


def log_of(logs: Float64s, value: int) -> float:
    """``log1p`` of a count; those of small ones are in a table."""
    return logs[value] if value < _FEW_LOGS else log1p(value)


def tag_columns(numbers: Column, known: Column, ids: Column, between: Column) -> None:
    """The number of each element's tag, and what it is when it stands between blocks (the bits above the eighth)."""
    for i in range(len(numbers)):
        code = known[numbers[i]]
        ids[i] = code & 255
        between[i] = code >> 8


def prose_words(words: Column, link_words: Column, never_shown: UInt8s, least: int, links: float, out: Column) -> None:
    """The words of each block that is prose; 0 for others."""
    for i in range(len(words)):
        out[i] = words[i] if not never_shown[i] and is_prose(words[i], link_words[i], least, links) else 0


def container_ranges(levels: Int64s, start: Column, stop: Column, starts: Int64s, stops: Int64s) -> None:
    """The range of blocks that each container around a block holds."""
    for i in range(levels.shape[0]):
        for level in range(levels.shape[1]):
            starts[i, level] = start[levels[i, level]]
            stops[i, level] = stop[levels[i, level]]


def runs_of(
    first_run: Column, run_parents: Column, run_seen: Column, innermost: Column, elements_before: Column
) -> None:
    """For each block the element that its first run stands in, and how many elements had begun before that run."""
    for i in range(len(first_run)):
        run = first_run[i]
        innermost[i] = run_parents[run]
        elements_before[i] = run_seen[run]


def surround(
    elements: Column, elements_before: Column, parents: Column, above: Column, ends: Column, count: Column,
    larger: Column, start: Column, stop: Column,
) -> None:  # fmt: skip
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
        while block < blocks and elements_before[block] <= i:
            block += 1
        start[i] = block
        stop[i] = min(block + count[i], blocks)
        parent = above[i] if i else 0
        larger[i] = larger[parent] if parent > 0 and count[parent] == count[i] else parent
    start[0] = 0
    stop[0] = blocks


def chains(
    elements: Column, innermost: Column, above: Column, larger: Column, ids: Column, top: int, chain: Int64s,
    levels: Int64s, tags: Int64s,
) -> None:  # fmt: skip
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


def number_chain_elements(chain: Int64s, marks: Column, wanted: Column) -> int:
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
            wanted[number] = i
            number += 1
    for i in range(rows):
        for level in range(depth):
            place = chain[i, level]
            chain[i, level] = marks[place] if place >= 0 else number
    return number


def number_templates(
    elements: Column, above: Column, ids: Column, hashed: UInt64s, top: int, keys: UInt64s, slots: Column,
    templates: Column, sizes: Column,
) -> int:  # fmt: skip
    """Number the templates of blocks: tags and names of three elements up, tags of three more.

    ``sizes`` gets how many blocks each template has, and ``keys`` its hash; ``slots`` is a hash table, a power of two
    long, filled with -1. Returns the number of templates.
    """
    count, mask = 0, len(slots) - 1
    for i in range(len(elements)):
        key, place = 0, elements[i]
        for level in range(_NAMED):
            part = top
            if place >= 0:
                part = int(ids[place])
                if level < _OWN_NAMES:
                    name = int(hashed[place])
                    part += name << 8
            key = ((key ^ part) * _MIX) & _ALL
            key ^= key >> 29
            if place >= 0:
                place = above[place]
        slot = key & mask
        while slots[slot] >= 0 and keys[slots[slot]] != key:
            slot = (slot + 1) & mask
        template = slots[slot]
        if template < 0:
            template = count
            slots[slot] = template
            keys[template] = key
            sizes[template] = 0
            count += 1
        templates[i] = template
        sizes[template] += 1
    return count


def text_numbers(
    texts: list[str], words: Column, link_words: Column, first_run: Column, last_run: Column, classes: UInt8s,
    logs: Float64s, counts: Column, marks: Column, out: Float32s, at: int,
) -> None:  # fmt: skip
    """Features of the text: lengths, links, kinds of characters. ``marks`` gets full stops and commas."""
    known = len(counts) - 1
    upper, digit, stop, comma, quote, bar, currency, mark, colon, sign = 1, 2, 4, 5, 6, 7, 8, 9, 10, 11  # as in CLASSES
    for i in range(len(texts)):
        text = texts[i]
        for kind in range(known + 1):
            counts[kind] = 0
        dots, kind, first = 0, known, known
        begun = False
        for character in text:
            code = ord(character)
            kind = classes[code] if code < 65536 else classes[65536]
            counts[kind] += 1
            if character == "." or character == ",":
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
    elements: Column, ids: Column, words: Column, link_words: Column, hidden: UInt8s, never_shown: UInt8s,
    prose: Column, above: Column, h1: int, depth: int, logs: Float64s, out: Float32s, at: int,
) -> None:  # fmt: skip
    """Features of position: on the page, from the first h1, from the last heading. ``prose`` holds words of prose."""
    blocks = len(elements)
    total, linked, good, top = 0, 0, 0, -1
    for i in range(blocks):
        total += words[i]
        linked += link_words[i]
        good += prose[i]
        if top < 0 and ids[elements[i]] == h1 and not never_shown[i]:
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
    texts: list[str], words: Column, link_words: Column, templates: Column, sizes: Column, sums: Float64s,
    logs: Float64s, out: Float32s, at: int,
) -> None:  # fmt: skip
    """Features of repetition: how often the text and the template occur, and what same-template blocks are like."""
    times: dict[str, int] = {}
    blocks = len(texts)
    for i in range(blocks):
        times[texts[i]] = times.get(texts[i], 0) + 1
        sums[templates[i], 0] += words[i]
        sums[templates[i], 1] += link_words[i]
    for i in range(blocks):
        size, template = sizes[templates[i]], templates[i]
        out[i, at] = log_of(logs, times[texts[i]])
        out[i, at + 1] = log_of(logs, size)
        out[i, at + 2] = size / blocks
        out[i, at + 3] = log1p(sums[template, 0] / size)
        out[i, at + 4] = sums[template, 1] / max(sums[template, 0], 1)


def between_numbers(
    elements_before: Column, kinds: Column, width: int, counts: Column, logs: Float64s, out: Float32s, at: int
) -> None:
    """How many elements of some kinds began since the block before."""
    element, total = 0, len(kinds)
    for i in range(len(elements_before)):
        for kind in range(width + 1):
            counts[kind] = 0
        while element < total and element < elements_before[i]:
            counts[kinds[element]] += 1
            element += 1
        for kind in range(width):
            out[i, at + kind] = log_of(logs, counts[kind + 1])


def near_numbers(
    elements: Column, above: Column, ids: Column, columns: Column, depth: int, out: Float32s, at: int
) -> None:
    """How near the nearest element with each of some tags is: 1 for the block's own, less with each step."""
    for i in range(len(elements)):
        place = elements[i]
        for level in range(depth):
            if place < 0:
                break
            column = columns[ids[place]]
            if column >= 0 and out[i, at + column] == 0:
                out[i, at + column] = 1 - level / (depth + 1)
            place = above[place]


def main_numbers(
    elements: Column, prose: Column, above: Column, ends: Column, held: Float64s, shares: Float64s, out: Float32s,
    at: int,
) -> None:  # fmt: skip
    """Whether the block is inside the smallest element with a share of the page's prose, before it or after it."""
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


def container_numbers(
    words: Column, link_words: Column, marks: Column, prose: Column, levels: Int64s, start: Column, stop: Column,
    sums: Float64s, done: UInt8s, facts: Float64s, out: Float32s, at: int,
) -> None:  # fmt: skip
    """Features of the containers around a block, as shares of the page and per word."""
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


def outermost_hidden(elements: Column, hidden: UInt8s, parents: Column, flags: Column, mask: int, tops: Column) -> None:
    """The outermost hidden element around each hidden block; -1 for the others."""
    for i in range(len(elements)):
        tops[i] = -1
        if hidden[i]:
            element, top = elements[i], -1
            while element >= 0 and flags[element] & mask:
                top = element
                element = parents[element]
            tops[i] = top


def mark_parts(
    numbers: Column, traits: Column, parents: Column, ends: Column, codes: UInt8s, inside: UInt8s, texts: Column,
    titles: Column,
) -> None:  # fmt: skip
    """The kind of part that each element is by its tag, such as a footer; 0 for most (:mod:`tamis.model.outside`).

    ``traits`` has for each tag its kind, and in higher bits inside what and around what it does not count as such a
    part. ``inside``, ``texts`` and ``titles`` are room; the last two are longer by one and begin with 0.
    """
    for i in range(len(numbers)):
        trait = traits[numbers[i]]
        around = inside[parents[i]] if i > 0 else 0
        codes[i] = 0 if around & (trait >> 8) else trait & _KIND
        inside[i] = around | (trait & _AROUND)
        texts[i + 1] = texts[i] + ((trait & _TEXT) != 0)
        titles[i + 1] = titles[i] + ((trait & _TITLE) != 0)
    for i in range(len(numbers)):
        if codes[i]:
            held = traits[numbers[i]] >> 16
            end = ends[i]
            if (held & _TEXT and texts[end] > texts[i + 1]) or (held & _TITLE and titles[end] > titles[i + 1]):
                codes[i] = 0


def spread_parts(
    elements: Column, words: Column, never_shown: UInt8s, parents: Column, ends: Column, most: Float64s,
    most_of_all: Float64s, codes: UInt8s, before: Column, held: Column, found: UInt8s,
) -> None:  # fmt: skip
    """The outermost part around each block; parts that hold too many of the words that are shown do not count.

    ``found`` has the kinds of the blocks themselves. ``before``, which is zero, and ``held`` are room.
    """
    total = 0
    for i in range(len(elements)):
        if not never_shown[i]:
            before[elements[i] + 1] += words[i]
            total += words[i]
    for i in range(len(codes)):
        before[i + 1] += before[i]
    for i in range(len(codes)):
        if codes[i] and before[ends[i]] - before[i] >= most[codes[i]] * total:
            codes[i] = 0
        if i > 0 and codes[parents[i]]:
            codes[i] = codes[parents[i]]
    for i in range(len(held)):
        held[i] = 0
    for i in range(len(elements)):
        if codes[elements[i]]:
            found[i] = codes[elements[i]]
        if not never_shown[i]:
            held[found[i]] += words[i]
    for i in range(len(elements)):
        if held[found[i]] >= most_of_all[found[i]] * total:
            found[i] = 0


def section_numbers(
    words: Column, link_words: Column, elements: Column, ids: Column, first: int, last: int, hidden: UInt8s,
    never_shown: UInt8s, comment: UInt8s, heading: Column, out: Float32s, at: int,
) -> None:  # fmt: skip
    """Features of collapsible blocks, of the sections under headings (tags ``first`` to ``last``), and of comments.

    ``heading`` gets for each block the last heading, or the block itself if there is none.
    """
    blocks = len(words)
    total = shown = in_comments = 0
    for i in range(blocks):
        total += words[i]
        if not never_shown[i]:
            shown += words[i]
            if comment[i]:
                in_comments += words[i]
    share = in_comments / max(shown, 1)
    begin = 0
    while begin < blocks:
        held, linked = words[begin], link_words[begin]
        end = begin + 1
        while end < blocks and not first <= ids[elements[end]] <= last:
            held += words[end]
            linked += link_words[end]
            end += 1
        headed = first <= ids[elements[begin]] <= last
        of_page = held / max(total, 1)
        of_links = linked / max(held, 1)
        length = log1p(held / (end - begin))
        for i in range(begin, end):
            heading[i] = begin if headed else i
            out[i, at] = hidden[i] and not never_shown[i]
            out[i, at + 1] = of_page
            out[i, at + 2] = of_links
            out[i, at + 3] = length
            out[i, at + 4] = comment[i]
            out[i, at + 5] = share
        begin = end


def mark_teasers(
    links: Float32s, all_link: float, words: Float64s, never_shown: UInt8s, templates: Column, probability: Float64s,
    headline: float, reach: int, shortest: float, longest: float, alike: float, most: float, of_text: float,
    sums: Float64s, out: UInt8s,
) -> int:  # fmt: skip
    """Mark the summaries of other stories: same-template blocks, most of them short and behind a headline; count them.

    A headline has that many words and is all link. Templates count with ``alike`` blocks or more, a share ``most`` of
    them short and at most ``reach`` blocks behind a headline, and at most a share ``of_text`` of the likely text.
    ``sums`` is room for three numbers of each template, and like ``out`` zero.
    """
    since, text, found = reach + 1, 0.0, 0
    for block in range(probability.shape[0]):
        since += 1
        if never_shown[block]:
            continue
        template = templates[block]
        text += probability[block] * words[block]
        sums[template, 0] += 1
        sums[template, 1] += probability[block] * words[block]
        if since <= reach and 2 * links[block] < 1 and shortest <= words[block] <= longest:
            sums[template, 2] += 1
        if links[block] > all_link and words[block] >= headline:
            since = 0
    for block in range(probability.shape[0]):
        template = templates[block]
        if not never_shown[block] and sums[template, 0] >= alike and sums[template, 2] >= most * sums[template, 0]:
            if sums[template, 1] <= of_text * text:
                out[block] = 1
                found += 1
    return found
