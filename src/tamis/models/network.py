"""The learned default's network, in NumPy: a page's columns in, a logit a block out.

Numbers, tags and hashed names become 32 values a block; two convolutions look at the neighbours; a first opinion is
formed; then every block sees the mean of what was found in each container around it, on the whole page and in blocks
of the same kind of place, and what begins these containers and its section; two more convolutions, and the last word.
Means over containers are differences of prefix sums in double precision, so the result does not depend on how a
machine adds up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tamis.features.columns import Columns
from tamis.features.containers import LEVELS
from tamis.models.kernel import (
    add_up,
    bags,
    bias_of_page,
    embed,
    group_rows,
    how_many,
    kind_rows,
    last_word,
    neighbours,
    number_groups,
    page_row,
    rectify,
    rectify_onto,
    sum_up,
    type_logits,
    with_opinion,
)
from tamis.models.product import multiply

Array = NDArray[np.float32]

GROUPS: Final = ((0, 2), (2, 3), (3, 5), (5, 8), (8, 13))
"""which places of the chain (the innermost element, the block's own, its parent …) are taken together"""
_GROUPS = np.array(GROUPS, np.int64)
_ROWS = 1024
"""blocks that are looked at together: what is made of many at once does not fit a processor's cache"""
DILATIONS: Final = (1, 3, 1, 2)
POINTERS: Final = 4
"""containers whose first block is looked at"""
CLIP: Final = 6.0


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Outcome:
    """What the network says of a page."""

    logits: NDArray[np.float64]
    types: NDArray[np.float64]
    """a logit for each page type"""
    article: float
    """the chance that the page is an article"""


def run(weights: Mapping[str, Array], columns: Columns, conventions: tuple[int, int]) -> Outcome:
    """Run the network on a page of at least one block.

    ``conventions`` are what to follow on pages at large and on articles; a page is followed by as much of the second
    as it looks like an article. To follow one alone, name it twice.
    """
    weights = prepared(weights)
    hidden = _convolve(weights, 1, _convolve(weights, 0, _look(weights, columns)))
    rows, width = hidden.shape[0], hidden.shape[1] + 1
    state = np.empty((rows, width), np.float32)
    with_opinion(hidden, weights["first.weight"], weights["first.bias"], state)
    page = np.empty((1, width), np.float32)
    mixed = _mix(weights, state, columns, page)
    heads = weights["head.weight"]
    said = np.zeros((1, heads.shape[1]), np.float32)
    bags(heads, np.zeros(len(columns.head), np.int64), columns.head, said)
    types = np.empty(len(weights["types.bias"]))
    type_logits(page, said, weights["types.weight"], weights["types.bias"], types)
    article = article_chance(types)
    bias = np.empty(mixed.shape[1], np.float32)
    of_page = np.empty((1, mixed.shape[1]), np.float32)
    multiply(page, weights["mix.page"], of_page, 0, 1)
    bias_of_page(
        weights["mix.bias"], weights["convention.weight"], conventions[0], conventions[1], article,
        weights["head_mix.weight"], said, of_page, bias,
    )  # fmt: skip
    rectify(mixed, bias)
    logits = np.empty(rows)
    last_word(_convolve(weights, 3, _convolve(weights, 2, mixed)), weights["last.weight"], weights["last.bias"], logits)
    return Outcome(logits, types, article)


def prepared(weights: Mapping[str, Array]) -> Mapping[str, Array]:
    """The weights with matrices turned as they are multiplied; a loaded model's are so once and for all."""
    if "mix.own" in weights:
        return weights
    across = {"dense.across": weights["dense.weight"].T, "of_scale": np.reciprocal(weights["scale"])}
    for i in range(len(DILATIONS)):
        weight = weights[f"convolutions.{i}.weight"]
        across[f"convolutions.{i}.across"] = weight.transpose(2, 1, 0).reshape(-1, len(weight))
    width = weights["first.weight"].shape[1] + 1
    parts = weights["mix.weight"].T.reshape(-1, width, len(weights["mix.bias"]))
    across |= {"mix.own": parts[0], "mix.page": parts[LEVELS], "mix.kind": parts[LEVELS + 1]}
    for i in range(1, LEVELS):  # a container's means, and of the first ones what they begin with
        pointer = parts[LEVELS + 1 + i]
        across[f"mix.group.{i}"] = np.concatenate((parts[i], pointer)) if i <= POINTERS else parts[i]
    across[f"mix.group.{LEVELS}"] = parts[len(parts) - 1]  # a section's heading
    return {**weights, **{name: np.ascontiguousarray(array) for name, array in across.items()}}


def article_chance(types: NDArray[np.float64]) -> float:
    """The chance that a page is an article, the first of the types.

    >>> article_chance(np.zeros(4))
    0.25
    """
    logits = types.tolist()
    most = max(logits)
    chances = [exp(logit - most) for logit in logits]
    return chances[0] / sum(chances)


def _look(weights: Any, columns: Any) -> Any:
    """The first layer: numbers, tags, names and first words of each block, and the first words of its heading."""
    table = weights["names.weight"]
    names = np.zeros((columns.elements + 1, table.shape[1]), np.float32)
    bags(table, columns.names[0], columns.names[1], names)
    table = weights["words.weight"]
    words = np.zeros((len(columns), table.shape[1]), np.float32)
    bags(table, columns.words[0], columns.words[1], words)
    numbers, tags, chain, heading = columns.numbers, columns.tags, columns.chain, columns.heading
    mean, of_scale, of_tags, across = (weights[name] for name in ("mean", "of_scale", "tags.weight", "dense.across"))
    rows = numbers.shape[0]
    some = np.empty((min(rows, _ROWS), across.shape[0]), np.float32)
    out = np.empty((rows, across.shape[1]), np.float32)
    for low in range(0, rows, _ROWS):
        count = min(rows - low, _ROWS)
        embed(numbers, mean, of_scale, CLIP, tags, of_tags, chain, names, _GROUPS, words, heading, low, count, some)
        multiply(some, across, out[low : low + count], 0, count)
    rectify(out, weights["dense.bias"])
    return out


def _convolve(weights: Any, layer: int, hidden: Any) -> Any:
    """A convolution of width 3 along the blocks, added to what went in."""
    across = weights[f"convolutions.{layer}.across"]
    rows, dilation = hidden.shape[0], DILATIONS[layer]
    some = np.empty((min(rows, _ROWS), across.shape[0]), np.float32)
    out = np.empty((rows, across.shape[1]), np.float32)
    for low in range(0, rows, _ROWS):
        count = min(rows - low, _ROWS)
        neighbours(hidden, dilation, low, count, some)
        multiply(some, across, out[low : low + count], 0, count)
    rectify_onto(out, weights[f"convolutions.{layer}.bias"], hidden)
    return out


def _mix(weights: Any, state: Any, columns: Any, page: Any) -> Any:
    """Each block with the means over its containers, the page and the blocks of its kind, half of them by words,
    and with what begins its containers and its section, which says what they are; ``page`` gets the page's own means.

    Blocks share containers, so each container is multiplied once; what the page brings is the same for all and comes
    later, with the bias.
    """
    start, stop, kinds, heading = columns.start, columns.stop, columns.kinds, columns.heading
    rows, width, levels = state.shape[0], state.shape[1], start.shape[1]
    half = width // 2
    count = how_many(kinds)
    sums, of_kinds = np.zeros((rows + 1, width + 2)), np.zeros((count, width + 2))
    sum_up(state, half, columns.weights, kinds, sums, of_kinds)
    which, firsts = np.empty((levels, rows), np.int64), np.empty(levels * rows, np.int64)
    ends = np.empty(levels, np.int64)
    found = number_groups(start, stop, heading, which, firsts, ends)
    groups = np.empty((found, 2 * width), np.float32)
    group_rows(sums, half, start, stop, heading, POINTERS, state, firsts, ends, groups)
    across = weights["mix.own"]
    out = np.empty((rows, across.shape[1]), np.float32)
    multiply(state, across, out, 0, rows)
    said = np.empty((found, across.shape[1]), np.float32)
    begin = 0
    for level in range(levels):
        multiply(groups, weights[f"mix.group.{level + 1}"], said, begin, ends[level])
        begin = ends[level]
    means = np.empty((count, width), np.float32)
    kind_rows(of_kinds, half, width, means)
    of_kind = np.empty((count, across.shape[1]), np.float32)
    multiply(means, weights["mix.kind"], of_kind, 0, count)
    add_up(which, said, kinds, of_kind, out)
    page_row(sums, half, page)
    return out
