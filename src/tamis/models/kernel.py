"""The loops of :mod:`tamis.models.network` that are no matrix products; built like :mod:`tamis.kernel`."""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

COMPILED = not __file__.endswith(".py")


def bags(table: Any, owners: Any, tokens: Any, out: Any) -> None:
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
    numbers: Any, mean: Any, scale: Any, clip: float, tags: Any, of_tags: Any, chain: Any, of_names: Any, groups: Any,
    of_words: Any, heading: Any, low: int, out: Any,
) -> None:  # fmt: skip
    """What the network sees of the blocks from ``low`` on: numbers, tags, names by groups of the chain, first words.

    And the first words of the heading that they stand under.
    """
    count, narrow = numbers.shape[1], of_tags.shape[1]
    apart, named, worded = of_tags.shape[0] // tags.shape[1], of_names.shape[1], of_words.shape[1]
    for row in range(out.shape[0]):
        block = low + row
        for column in range(count):
            value = (numbers[block, column] - mean[column]) / scale[column]
            out[row, column] = min(max(value, -clip), clip)
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


def neighbours(hidden: Any, dilation: int, low: int, out: Any) -> None:
    """Beside each block's values those of the blocks so far before and after it; nothing beyond the page's ends."""
    rows, width = hidden.shape[0], hidden.shape[1]
    for row in range(out.shape[0]):
        for side in range(3):
            block = low + row + (side - 1) * dilation
            inside = 0 <= block < rows
            for column in range(width):
                out[row, side * width + column] = hidden[block, column] if inside else 0


def sum_up(state: Any, half: int, weights: Any, kinds: Any, sums: Any, of_kinds: Any) -> None:
    """Prefix sums of the state, and sums over each kind; from ``half`` on weighed, the weights' own sums last."""
    width = state.shape[1]
    for block in range(state.shape[0]):
        weight = sqrt(weights[block]) + 0.1
        kind = kinds[block]
        for column in range(width):
            value = state[block, column] if column < half else state[block, column] * weight
            sums[block + 1, column] = sums[block, column] + value
            of_kinds[kind, column] += value
        sums[block + 1, width] = sums[block, width] + 1
        sums[block + 1, width + 1] = sums[block, width + 1] + weight
        of_kinds[kind, width] += 1
        of_kinds[kind, width + 1] += weight


def means(
    sums: Any, of_kinds: Any, half: int, start: Any, stop: Any, kinds: Any, heading: Any, pointers: int, low: int,
    state: Any, out: Any,
) -> None:  # fmt: skip
    """Beside each block's state its means over the larger containers, the page and the blocks of its kind.

    After these the states of the first blocks of some containers, and of the heading it stands under.
    """
    width, levels, last = state.shape[1], start.shape[1], sums.shape[0] - 1
    for row in range(out.shape[0]):
        block = low + row
        for column in range(width):
            out[row, column] = state[block, column]
        at = width
        for level in range(1, levels + 2):
            if level <= levels:  # the page comes after its containers
                begin = start[block, level] if level < levels else 0
                end = stop[block, level] if level < levels else last
                plain = 1 / max(sums[end, width] - sums[begin, width], 1e-6)
                weighed = 1 / max(sums[end, width + 1] - sums[begin, width + 1], 1e-6)
                for column in range(width):
                    part = sums[end, column] - sums[begin, column]
                    out[row, at + column] = part * (plain if column < half else weighed)
            else:
                kind = kinds[block]
                plain = 1 / max(of_kinds[kind, width], 1e-6)
                weighed = 1 / max(of_kinds[kind, width + 1], 1e-6)
                for column in range(width):
                    out[row, at + column] = of_kinds[kind, column] * (plain if column < half else weighed)
            at += width
        for level in range(1, pointers + 2):
            first = start[block, level] if level <= pointers else heading[block]
            for column in range(width):
                out[row, at + column] = state[first, column]
            at += width


def rectify(rows: Any, bias: Any) -> None:
    """Add the bias and cut off what is below zero."""
    width = rows.shape[1]
    for row in range(rows.shape[0]):
        for column in range(width):
            value = rows[row, column] + bias[column]
            rows[row, column] = value if value > 0 else 0


def with_opinion(hidden: Any, weight: Any, bias: Any, out: Any) -> None:
    """Beside each block's values the chance of it to be content, as far as they tell."""
    width = hidden.shape[1]
    for row in range(hidden.shape[0]):
        logit = bias[0]
        for column in range(width):
            out[row, column] = hidden[row, column]
            logit += hidden[row, column] * weight[0, column]
        out[row, width] = 1 / (1 + exp(-min(max(logit, -30), 30)))
