"""The loops of the learned default that are no matrix products; built like :mod:`tamis.native.tree`.

First those of :mod:`tamis.native.network`, then what :mod:`tamis.strategies.auto` makes of its opinion.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tamis.native.arrays import Column, Float32s, Float64s, Int64s, UInt8s

COMPILED = not __file__.endswith(".py")


def bags(table: Float32s, owners: Column, tokens: Column, out: Float32s) -> None:
    """The sum of each owner's tokens over the root of their number; owners come in order, ``out`` is zero."""
    width, total, at = table.shape[1], len(owners), 0
    while at < total:
        owner, begin = owners[at], at
        while at < total and owners[at] == owner:
            for column in range(width):
                out[owner, column] += table[tokens[at], column]
            at += 1
        root = sqrt(at - begin)
        for column in range(width):
            out[owner, column] /= root


def embed(
    numbers: Float32s, mean: Float32s, of_scale: Float32s, clip: float, tags: Int64s, of_tags: Float32s, chain: Int64s,
    of_names: Float32s, groups: Int64s, of_words: Float32s, heading: Column, low: int, rows: int, out: Float32s,
) -> None:  # fmt: skip
    """What the network sees of some blocks from ``low`` on: numbers, tags, names by groups of the chain, first words.

    And the first words of the heading that they stand under.
    """
    count, narrow = numbers.shape[1], of_tags.shape[1]
    apart, named, worded = of_tags.shape[0] // tags.shape[1], of_names.shape[1], of_words.shape[1]
    for row in range(rows):
        block = low + row
        for column in range(count):
            value = (numbers[block, column] - mean[column]) * of_scale[column]
            value = -clip if value < -clip else value
            out[row, column] = clip if value > clip else value
        at = count
        for place in range(tags.shape[1]):
            tag = tags[block, place] + place * apart
            for column in range(narrow):
                out[row, at + column] = of_tags[tag, column]
            at += narrow
        for group in range(groups.shape[0]):
            for column in range(named):
                out[row, at + column] = 0
            for place in range(groups[group, 0], groups[group, 1]):
                element = chain[block, place]
                for column in range(named):
                    out[row, at + column] += of_names[element, column]
            at += named
        above = heading[block]
        for column in range(worded):
            out[row, at + column] = of_words[block, column]
            out[row, at + worded + column] = of_words[above, column]


def number_bounds(start: Int64s, stop: Int64s, bounds: Column) -> int:
    """Number the places before, between and after blocks where a container of any level but the first begins or stops.

    ``bounds`` has a row for each place, -1 for the others; the page's own bounds are among them. Gives how many there
    are, which on most pages are few: prefix sums of all places would take more memory than all else.
    """
    rows, levels, found = start.shape[0], start.shape[1], 0
    for place in range(rows + 1):
        bounds[place] = -1
    bounds[0] = bounds[rows] = 0
    for block in range(rows):
        for level in range(1, levels):
            if (
                block == 0
                or start[block, level] != start[block - 1, level]
                or stop[block, level] != stop[block - 1, level]
            ):
                bounds[start[block, level]] = 0
                bounds[stop[block, level]] = 0
    for place in range(rows + 1):
        if bounds[place] == 0:
            bounds[place] = found
            found += 1
    return found


def sum_up(
    state: Float32s, half: int, weights: Float64s, kinds: Column, bounds: Column, sums: Float64s, of_kinds: Float64s
) -> None:
    """Sums of the state up to each bound, and over each kind; from ``half`` on weighed, the weights' own sums last.

    The first row of ``sums`` and all of ``of_kinds`` are zero.
    """
    width, at = state.shape[1], 0
    for block in range(state.shape[0]):
        if bounds[block] >= 0:  # what was added up so far stays as it is
            at += 1
            for column in range(width + 2):
                sums[at, column] = sums[at - 1, column]
        weight = sqrt(weights[block]) + 0.1
        kind = kinds[block]
        for column in range(width):
            value = state[block, column] if column < half else state[block, column] * weight
            sums[at, column] += value
            of_kinds[kind, column] += value
        sums[at, width] += 1
        sums[at, width + 1] += weight
        of_kinds[kind, width] += 1
        of_kinds[kind, width + 1] += weight


def how_many(kinds: Column) -> int:
    """How many kinds there are."""
    most = -1
    for block in range(len(kinds)):
        most = max(most, kinds[block])
    return most + 1


def number_groups(start: Int64s, stop: Int64s, heading: Column, which: Int64s, firsts: Column, ends: Column) -> int:
    """Number the different containers of each level but the first, and the sections; neighbours mostly share them.

    ``which`` gets each block's by level, the sections last, ``firsts`` the first block of each, ``ends`` where a
    level's numbers end. Gives how many there are.
    """
    rows, levels, found = start.shape[0], start.shape[1], 0
    for level in range(1, levels + 1):
        for block in range(rows):
            if level == levels:
                new = block == 0 or heading[block] != heading[block - 1]
            else:
                new = (
                    block == 0
                    or start[block, level] != start[block - 1, level]
                    or stop[block, level] != stop[block - 1, level]
                )
            if new:
                firsts[found] = block
                found += 1
            which[level - 1, block] = found - 1
        ends[level - 1] = found
    return found


def group_rows(
    sums: Float64s, bounds: Column, half: int, start: Int64s, stop: Int64s, heading: Column, pointers: int,
    state: Float32s, firsts: Column, ends: Column, out: Float32s,
) -> None:  # fmt: skip
    """For each of these groups the means over it and the state of its first block; of sections the heading's alone."""
    width, levels, group = state.shape[1], start.shape[1], 0
    for level in range(1, levels + 1):
        while group < ends[level - 1]:
            block = firsts[group]
            if level == levels:
                first = heading[block]
                for column in range(width):
                    out[group, column] = state[first, column]
            else:
                begin, end = start[block, level], stop[block, level]
                mean_of(sums, bounds[end], bounds[begin], half, width, out, group)
                if level <= pointers:
                    for column in range(width):
                        out[group, width + column] = state[begin, column]
            group += 1


def mean_of(sums: Float64s, end: int, begin: int, half: int, width: int, out: Float32s, row: int) -> None:
    """The means between two rows of sums; from ``half`` on weighed."""
    plain = 1 / max(sums[end, width] - sums[begin, width], 1e-6)
    weighed = 1 / max(sums[end, width + 1] - sums[begin, width + 1], 1e-6)
    for column in range(half):
        out[row, column] = (sums[end, column] - sums[begin, column]) * plain
    for column in range(half, width):
        out[row, column] = (sums[end, column] - sums[begin, column]) * weighed


def page_row(sums: Float64s, half: int, out: Float32s) -> None:
    """The means over the whole page, as the first columns."""
    mean_of(sums, sums.shape[0] - 1, 0, half, sums.shape[1] - 2, out, 0)


def content_row(state: Float32s, weights: Float64s, sums: Float64s, out: Float32s) -> None:
    """The means over what is content by the first opinion, the state's last column, as the last columns; ``sums`` are
    zero.
    """
    width, total = state.shape[1], 0.0
    for block in range(state.shape[0]):
        weight = (sqrt(weights[block]) + 0.1) * state[block, width - 1]
        for column in range(width):
            sums[column] += state[block, column] * weight
        total += weight
    for column in range(width):
        out[0, width + column] = sums[column] / max(total, 1e-6)


def kind_rows(of_kinds: Float64s, half: int, width: int, out: Float32s) -> None:
    """The means over the blocks of each kind."""
    for kind in range(out.shape[0]):
        plain = 1 / max(of_kinds[kind, width], 1e-6)
        weighed = 1 / max(of_kinds[kind, width + 1], 1e-6)
        for column in range(width):
            out[kind, column] = of_kinds[kind, column] * (plain if column < half else weighed)


def add_up(which: Int64s, of_groups: Float32s, kinds: Column, of_kinds: Float32s, out: Float32s) -> None:
    """Add to each block's values those of its groups and of its kind."""
    width = out.shape[1]
    for block in range(out.shape[0]):
        kind = kinds[block]
        for column in range(width):
            out[block, column] += of_kinds[kind, column]
        for level in range(which.shape[0]):
            group = which[level, block]
            for column in range(width):
                out[block, column] += of_groups[group, column]


def rectify(rows: Float32s, bias: Float32s) -> None:
    """Add the bias and cut off what is below zero."""
    width = rows.shape[1]
    for row in range(rows.shape[0]):
        for column in range(width):
            value = rows[row, column] + bias[column]
            rows[row, column] = value if value > 0 else 0


def with_opinion(hidden: Float32s, weight: Float32s, bias: Float32s, out: Float32s) -> None:
    """Beside each block's values the chance of it to be content, as far as they tell."""
    width = hidden.shape[1]
    for row in range(hidden.shape[0]):
        logit = bias[0]
        for column in range(width):
            out[row, column] = hidden[row, column]
            logit += hidden[row, column] * weight[0, column]
        out[row, width] = 1 / (1 + exp(-min(max(logit, -30), 30)))


def type_logits(page: Float32s, said: Float32s, weight: Float32s, bias: Float32s, out: Float64s) -> None:
    """A logit for each page type, from the page's means and from what it says of itself."""
    width = page.shape[1]
    for kind in range(out.shape[0]):
        logit = bias[kind]
        for column in range(width):
            logit += page[0, column] * weight[kind, column]
        for column in range(said.shape[1]):
            logit += said[0, column] * weight[kind, width + column]
        out[kind] = logit


def bias_of_page(
    bias: Float32s, conventions: Float32s, general: int, of_article: int, article: float, of_head: Float32s,
    said: Float32s, of_page: Float32s, out: Float32s,
) -> None:  # fmt: skip
    """What all blocks of a page get: a blend of two conventions, what the head says, and the page's means."""
    for column in range(out.shape[0]):
        value = bias[column] + of_page[0, column] + conventions[general, column]
        value += article * (conventions[of_article, column] - conventions[general, column])
        for token in range(said.shape[1]):
            value += of_head[column, token] * said[0, token]
        out[column] = value


def last_word(hidden: Float32s, weight: Float32s, bias: Float32s, out: Float64s) -> None:
    """A logit for each block."""
    for row in range(hidden.shape[0]):
        logit = bias[0]
        for column in range(hidden.shape[1]):
            logit += hidden[row, column] * weight[0, column]
        out[row] = logit


def calibrate(
    logits: Float64s, slope: float, shift: float, shut: UInt8s, comment: UInt8s, less: float, out: Float64s
) -> None:
    """The chances of logits; of a reader's comment so much less, of what is shut none."""
    for block in range(out.shape[0]):
        chance = 1 / (1 + exp(-min(max(slope * logits[block] + shift, -30), 30)))
        if comment[block]:
            chance *= less
        out[block] = 0 if shut[block] else chance


def best_threshold(chance: Float64s, words: Float64s, order: Column, recall: float) -> float:
    """The chance of the last of the likeliest blocks, as ordered, that make the expected word F highest; ``recall`` is
    what a word that is missed weighs against one too many.
    """
    every, right, count, most, fence = 0.0, 0.0, 0.0, -1.0, 0.0
    for block in range(chance.shape[0]):
        every += chance[block] * words[block]
    for place in range(chance.shape[0]):
        block = order[place]
        right += chance[block] * words[block]
        count += words[block]
        expected = right / max(count + recall * every, 1e-9)
        if expected > most:
            most, fence = expected, chance[block]
    return fence


def sum_confidence_signals(chance: Float64s, words: Float64s, fence: float, out: Float64s) -> None:
    """Over all blocks: words, and these by how sure they are; over those from the fence on and the others: words by
    chance; words of those from the fence on.
    """
    for column in range(5):
        out[column] = 0
    for block in range(chance.shape[0]):
        out[0] += words[block]
        out[1] += abs(chance[block] - 0.5) * 2 * words[block]
        if chance[block] >= fence:
            out[2] += chance[block] * words[block]
            out[4] += words[block]
        else:
            out[3] += chance[block] * words[block]


def score(chance: Float64s, fence: float, kept: UInt8s, shut: UInt8s, out: Float64s) -> None:
    """The chances with the fence moved to a half, on the side of it that was decided; 0 for what is shut."""
    for block in range(chance.shape[0]):
        odds = chance[block] / max(1 - chance[block], 1e-9) * ((1 - fence) / fence)
        moved = odds / (1 + odds)
        moved = max(moved, 0.5) if kept[block] else min(moved, 0.4999)
        out[block] = 0 if shut[block] else moved


def keep_headings(numbers: Column, are: UInt8s, elements: Column, chance: Float64s, least: float, kept: UInt8s) -> int:
    """Keep the headings that what is kept follows at once, or after more headings; gives how many were not kept.

    ``are`` tells for each number of a tag whether it is one of a heading.
    """
    found, over_kept = 0, False
    for block in range(len(elements) - 1, -1, -1):
        if not are[numbers[elements[block]]]:
            over_kept = kept[block] != 0
        elif over_kept and not kept[block] and chance[block] >= least:
            kept[block] = 1
            found += 1
    return found


def find_lead_ins(
    texts: list[str], numbers: Column, led_to: UInt8s, elements: Column, chance: Float64s, least: float, kept: UInt8s
) -> list[int]:
    """The blocks likely enough that end with a colon before a kept one of a tag that is ``led_to``, by its number."""
    found: list[int] = []
    for block in range(len(texts) - 1):
        if not kept[block] and kept[block + 1] and chance[block] >= least:
            leads = led_to[numbers[elements[block + 1]]] and not led_to[numbers[elements[block]]]
            if leads and texts[block].endswith((":", "\uff1a")):
                found.append(block)
    return found


def find_same_template(
    kinds: Column, words: Float64s, shut: UInt8s, numbers: Float32s, link_share: int, all_link: float, share: float,
    chance: Float64s, least: float, kept: UInt8s, sums: Float64s,
) -> list[int]:  # fmt: skip
    """The blocks likely enough, but not kept, between the first and the last kept one, or directly behind it, that are
    of a kind of whose words such a share is kept. ``sums`` is room for the words of each kind, and zero.
    """
    first = last = -1
    for block in range(chance.shape[0]):
        if kept[block]:
            first, last = block if first < 0 else first, block
        if not shut[block]:
            sums[kinds[block], 0] += words[block]
            if kept[block]:
                sums[kinds[block], 1] += words[block]
    found: list[int] = []
    for block in range(max(first, 0), chance.shape[0]):
        if not kept[block] and not shut[block] and chance[block] >= least and numbers[block, link_share] < all_link:
            kind = kinds[block]
            if sums[kind, 1] > 0 and sums[kind, 1] >= share * sums[kind, 0]:
                found.append(block)
                continue
        if block > last:
            break
    return found


def find_title(
    tags: Int64s, h1: int, shut: UInt8s, comment: UInt8s, numbers: Float32s, overlap: int, alike: float, kept: UInt8s
) -> int:
    """Of the h1, or where there is none the h2, the one most like the head's title, if one is, else the last before
    kept text; -1 if there is none.
    """
    first = 0
    while first < kept.shape[0] and not kept[first]:
        first += 1
    if first == kept.shape[0]:
        return -1
    for rank in range(h1, h1 + 2):
        best = before = -1
        for block in range(kept.shape[0]):
            if tags[block, 1] == rank and not shut[block] and not comment[block]:
                if best < 0 or numbers[block, overlap] > numbers[best, overlap]:
                    best = block
                if block <= first:
                    before = block
        if best >= 0:
            return best if numbers[best, overlap] > alike else before
    return -1


def find_repeated(numbers: Float32s, times: int, twice: float, code: int, kept: UInt8s) -> list[int]:
    """The kept blocks whose text stands on the page more than once, but for code; two columns of numbers tell."""
    found: list[int] = []
    for block in range(kept.shape[0]):
        if kept[block] and numbers[block, times] > twice and numbers[block, code] <= 0:
            found.append(block)
    return found
