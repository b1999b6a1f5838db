"""The learned default's network, in NumPy: a page's columns in, a logit a block out.

Numbers, tags and hashed names become 32 values a block; two convolutions look at the neighbours; a first opinion is
formed; then every block sees the mean of what was found in each container around it, on the whole page, in what looks
like the page's content and in blocks of the same kind of place, and what begins these containers and its section; two
more convolutions, and the last word, on whether it is content and whether it is a reader's comment.
Means over containers are differences of prefix sums in double precision, so the result does not depend on how a
machine adds up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from tamis.model.features import LEVELS, Features
from tamis.native.decide import (
    add_up,
    bags,
    bias_of_page,
    content_row,
    embed,
    group_rows,
    how_many,
    kind_rows,
    last_word,
    number_bounds,
    number_groups,
    page_row,
    rectify,
    sum_up,
    type_logits,
    with_opinion,
)
from tamis.native.product import convolve, multiply

if TYPE_CHECKING:
    from tamis.native.arrays import Column, Float32s, Float64s

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
class Prediction:
    """What the network says of a page."""

    logits: NDArray[np.float64]
    comments: NDArray[np.float64]
    """a logit for each block: whether it is a reader's comment"""
    types: NDArray[np.float64]
    """a logit for each page type"""
    article: float
    """the chance that the page is an article"""


class Layers:
    """The weights as the layers take them: matrices turned as they are multiplied. In C they are views of a type, so
    nothing is asked of them page by page.
    """

    def __init__(self, weights: Mapping[str, Array]) -> None:
        self.names = weights["names.weight"]
        self.words = weights["words.weight"]
        self.tags = weights["tags.weight"]
        self.head = weights["head.weight"]
        self.mean = weights["mean"]
        self.of_scale = np.reciprocal(weights["scale"])
        self.dense = np.ascontiguousarray(weights["dense.weight"].T)
        self.dense_bias = weights["dense.bias"]
        every = [weights[f"convolutions.{i}.weight"] for i in range(len(DILATIONS))]
        self.convolutions = np.stack([one.transpose(2, 1, 0).reshape(-1, len(one)) for one in every])
        self.biases = np.stack([weights[f"convolutions.{i}.bias"] for i in range(len(DILATIONS))])
        self.first = weights["first.weight"]
        self.first_bias = weights["first.bias"]
        self.types = weights["types.weight"]
        self.types_bias = weights["types.bias"]
        self.conventions = weights["convention.weight"]
        self.of_head = weights["head_mix.weight"]
        self.mix_bias = weights["mix.bias"]
        width = weights["first.weight"].shape[1] + 1
        parts = np.ascontiguousarray(weights["mix.weight"].T).reshape(-1, width, len(weights["mix.bias"]))
        self.own, self.of_kind = parts[0], parts[LEVELS + 1]
        self.of_page = np.concatenate((parts[LEVELS], weights["content_mix.weight"].T))
        groups = []
        for i in range(1, LEVELS):  # a container's means, and of the first ones what they begin with
            groups += [parts[i], parts[LEVELS + 1 + i]] if i <= POINTERS else [parts[i]]
        groups.append(parts[len(parts) - 1])  # a section's heading
        self.groups = np.concatenate(groups)
        sizes = [2 if 1 <= i <= POINTERS else 1 for i in range(1, LEVELS)]
        self.group_ends = np.cumsum([0, *sizes, 1]) * width
        """where the rows of each level's matrix begin, and the last one's end"""
        self.last = weights["last.weight"]
        self.last_bias = weights["last.bias"]
        self.comment = weights["comment.weight"]
        self.comment_bias = weights["comment.bias"]


def predict(weights: Mapping[str, Array] | Layers, columns: Features, conventions: tuple[int, int]) -> Prediction:
    """Run the network on a page of at least one block.

    ``conventions`` are what to follow on pages at large and on articles; a page is followed by as much of the second
    as it looks like an article. To follow one alone, name it twice.

    A stretch of blocks goes through as many layers as it can at a time, with the neighbours that the layers reach to:
    what is made of many blocks at once does not fit a processor's cache, and memory that is new for every layer of a
    large page takes longer than the layers. What becomes of those neighbours is wrong, for they lack their own, and is
    left.
    """
    layers = weights if isinstance(weights, Layers) else Layers(weights)
    state = _look(layers, columns)
    rows, width = state.shape[0], state.shape[1]
    bounds = np.empty(rows + 1, np.int64)
    sums = np.empty((number_bounds(columns.start, columns.stop, bounds), width + 2))
    page = np.empty((1, 2 * width), np.float32)
    of_kind = _sum_up(layers, state, columns, bounds, sums, page)
    said = np.zeros((1, layers.head.shape[1]), np.float32)
    bags(layers.head, np.zeros(len(columns.head), np.int64), columns.head, said)
    types = np.empty(layers.types_bias.shape[0])
    type_logits(page, said, layers.types, layers.types_bias, types)
    article = article_probability(types)
    bias = np.empty(of_kind.shape[1], np.float32)
    of_page = np.empty((1, of_kind.shape[1]), np.float32)
    multiply(page, layers.of_page, of_page, 0, 1)
    bias_of_page(
        layers.mix_bias, layers.conventions, conventions[0], conventions[1], article, layers.of_head, said, of_page,
        bias,
    )  # fmt: skip
    logits, comments = np.empty(rows), np.empty(rows)
    reach = DILATIONS[2] + DILATIONS[3]
    for low in range(0, rows, _ROWS):
        high = min(low + _ROWS, rows)
        begin, end = max(low - reach, 0), min(high + reach, rows)
        mixed = _mix(layers, state, columns, bounds, sums, of_kind, begin, end)
        rectify(mixed, bias)
        mixed = _convolve(layers, 3, _convolve(layers, 2, mixed))
        mixed = mixed[low - begin : high - begin]
        last_word(mixed, layers.last, layers.last_bias, logits[low:high])
        last_word(mixed, layers.comment, layers.comment_bias, comments[low:high])
    return Prediction(logits, comments, types, article)


def article_probability(types: NDArray[np.float64]) -> float:
    """The chance that a page is an article, the first of the types."""
    logits = types.tolist()
    most = max(logits)
    chances = [exp(logit - most) for logit in logits]
    return chances[0] / sum(chances)


def _look(layers: Any, columns: Any) -> Any:
    """What blocks look like, each with its neighbours, and a first opinion on it.

    The first layer sees numbers, tags, names and first words of each block, and the first words of its heading.
    """
    names = np.zeros((columns.elements + 1, layers.names.shape[1]), np.float32)
    bags(layers.names, columns.names[0], columns.names[1], names)
    words = np.zeros((len(columns), layers.words.shape[1]), np.float32)
    bags(layers.words, columns.words[0], columns.words[1], words)
    numbers, tags, chain, heading = columns.numbers, columns.tags, columns.chain, columns.heading
    across = layers.dense
    rows, reach = numbers.shape[0], DILATIONS[0] + DILATIONS[1]
    some = np.empty((min(rows, _ROWS + 2 * reach), across.shape[0]), np.float32)
    state = np.empty((rows, across.shape[1] + 1), np.float32)
    for low in range(0, rows, _ROWS):
        high = min(low + _ROWS, rows)
        begin, end = max(low - reach, 0), min(high + reach, rows)
        count = end - begin
        embed(
            numbers, layers.mean, layers.of_scale, CLIP, tags, layers.tags, chain, names, _GROUPS, words, heading,
            begin, count, some,
        )  # fmt: skip
        hidden = np.empty((count, across.shape[1]), np.float32)
        multiply(some, across, hidden, 0, count)
        rectify(hidden, layers.dense_bias)
        hidden = _convolve(layers, 1, _convolve(layers, 0, hidden))
        hidden = hidden[low - begin : high - begin]
        with_opinion(hidden, layers.first, layers.first_bias, state[low:high])
    return state


def _convolve(layers: Any, layer: int, hidden: Float32s) -> Any:
    """A convolution of width 3 along the blocks, added to what went in."""
    out = np.empty((hidden.shape[0], hidden.shape[1]), np.float32)
    convolve(hidden, DILATIONS[layer], layers.convolutions[layer], layers.biases[layer], out)
    return out


def _sum_up(layers: Any, state: Float32s, columns: Any, bounds: Column, sums: Float64s, page: Float32s) -> Any:
    """What the blocks of each kind say to others of it; ``sums`` gets their sums up to each of the bounds, of which
    containers' means are differences, and ``page`` the page's own means, and those of what looks like its content.
    """
    width, count = state.shape[1], how_many(columns.templates)
    half = width // 2
    of_kinds = np.zeros((count, width + 2))
    sums[0, :] = 0
    sum_up(state, half, columns.word_counts, columns.templates, bounds, sums, of_kinds)
    page_row(sums, half, page)
    content_row(state, columns.word_counts, np.zeros(width), page)
    means = np.empty((count, width), np.float32)
    kind_rows(of_kinds, half, width, means)
    said = np.empty((count, layers.of_kind.shape[1]), np.float32)
    multiply(means, layers.of_kind, said, 0, count)
    return said


def _mix(
    layers: Any, state: Float32s, columns: Any, bounds: Column, sums: Float64s, of_kind: Float32s, begin: int, end: int
) -> Any:
    """Each of some blocks with the means over its containers, the page and the blocks of its kind, half of them by
    words, and with what begins its containers and its section, which says what they are.

    Blocks share containers, so each container is multiplied once; what the page brings is the same for all and comes
    later, with the bias.
    """
    start, stop, heading = columns.start[begin:end], columns.stop[begin:end], columns.heading[begin:end]
    rows, width, levels = end - begin, state.shape[1], start.shape[1]
    which, firsts = np.empty((levels, rows), np.int64), np.empty(levels * rows, np.int64)
    ends = np.empty(levels, np.int64)
    found = number_groups(start, stop, heading, which, firsts, ends)
    groups = np.empty((found, 2 * width), np.float32)
    group_rows(sums, bounds, width // 2, start, stop, heading, POINTERS, state, firsts, ends, groups)
    across = layers.own
    out = np.empty((rows, across.shape[1]), np.float32)
    multiply(state[begin:end], across, out, 0, rows)
    said = np.empty((found, across.shape[1]), np.float32)
    at = 0
    for level in range(levels):
        across = layers.groups[layers.group_ends[level] : layers.group_ends[level + 1]]
        multiply(groups, across, said, at, ends[level])
        at = ends[level]
    add_up(which, said, columns.templates[begin:end], of_kind, out)
    return out
