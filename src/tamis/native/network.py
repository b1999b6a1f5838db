"""The network of the default strategy: a page's features in, a logit for each block out.

Numbers, tags and hashed names become 32 values a block; two convolutions look at the neighbours; a first probability is
formed. Then every block sees the means over each container around it, over the whole page, over what looks like the
page's content and over same-template blocks, and what begins these containers and its section. Two more convolutions
follow, and the last layer: whether the block is content. (Training has another for readers' comments, whose weights are
in the file and are not used here.)
Means over containers are differences of prefix sums in double precision, so the result does not depend on how a
machine adds up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from tamis.native.decide import (
    add_contexts,
    append_probability,
    apply_linear,
    content_row,
    count_templates,
    embed,
    group_rows,
    number_bounds,
    number_groups,
    page_bias,
    page_row,
    rectify,
    sum_embeddings,
    sum_states,
    template_rows,
    type_logits,
)
from tamis.native.product import convolve, multiply

if TYPE_CHECKING:
    from tamis.native.arrays import Column, Float32s, Float64s, Int64s

GROUPS: Final = ((0, 2), (2, 3), (3, 5), (5, 8), (8, 13))
"""which places of the chain (the innermost element, the block's own, its parent …) are taken together"""
_GROUPS = np.array(GROUPS, np.int64)
_ROWS = 1024
"""blocks that are computed together: the layers of many at once do not fit a processor's cache"""
DILATIONS: Final = (1, 3, 1, 2)
POINTERS: Final = 4
"""containers whose first block is looked at"""
CLIP: Final = 6.0
Tokens = tuple["Int64s", "Int64s"]
"""the owner of each token, and the token"""


class _Features(Protocol):
    """What the network reads of a page's features; :class:`tamis.model.features.Features` explains each."""

    @property
    def numbers(self) -> Float32s: ...
    @property
    def tags(self) -> Int64s: ...
    @property
    def chain(self) -> Int64s: ...
    @property
    def names(self) -> Tokens: ...
    @property
    def elements(self) -> int: ...
    @property
    def words(self) -> Tokens: ...
    @property
    def start(self) -> Int64s: ...
    @property
    def stop(self) -> Int64s: ...
    @property
    def templates(self) -> Int64s: ...
    @property
    def word_counts(self) -> Float64s: ...
    @property
    def heading(self) -> Int64s: ...
    @property
    def head(self) -> Int64s: ...


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Prediction:
    """The output of the network for a page."""

    logits: Float64s
    """a logit for each block: whether it is content"""
    types: Float64s
    """a logit for each page type"""
    article: float
    """the probability that the page is an article"""


class Layers:
    """The weights as the layers take them: matrices transposed as they are multiplied. In C they are views of a type,
    so they are checked once, not for each page.
    """

    def __init__(self, weights: Mapping[str, Float32s]) -> None:
        self.names = weights["names.weight"]
        self.words = weights["words.weight"]
        self.tags = weights["tags.weight"]
        self.head = weights["head.weight"]
        self.mean = weights["mean"]
        self.inverse_scale = np.reciprocal(weights["scale"])
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
        levels = len(parts) - POINTERS - 3  # the block, page, template and heading, besides levels of containers
        self.own, self.of_template = parts[0], parts[levels + 1]
        self.of_page = np.concatenate((parts[levels], weights["content_mix.weight"].T))
        groups = []
        for i in range(1, levels):  # a container's means, and of the first ones what they begin with
            groups += [parts[i], parts[levels + 1 + i]] if i <= POINTERS else [parts[i]]
        groups.append(parts[len(parts) - 1])  # a section's heading
        self.groups = np.concatenate(groups)
        sizes = [2 if 1 <= i <= POINTERS else 1 for i in range(1, levels)]
        self.group_ends = np.cumsum([0, *sizes, 1]) * width
        """where the rows of each level's matrix begin, and the last one's end"""
        self.last = weights["last.weight"]
        self.last_bias = weights["last.bias"]


def predict(weights: Mapping[str, Float32s] | Layers, features: _Features, conventions: tuple[int, int]) -> Prediction:
    """Run the network on a page of at least one block.

    ``conventions`` are the one for pages at large and the one for articles; they are blended by the probability that
    the page is an article. To follow one alone, name it twice.

    A stretch of blocks goes through several layers at a time, with the neighbours that these reach to: the values of
    all blocks of a large page do not fit a processor's cache, and fresh memory for each layer takes longer than the
    layers. The results for those neighbours lack their own neighbours, and are dropped.
    """
    layers = weights if isinstance(weights, Layers) else Layers(weights)
    state = _encode(layers, features)
    rows, width = state.shape[0], state.shape[1]
    bounds = np.empty(rows + 1, np.int64)
    sums = np.empty((number_bounds(features.start, features.stop, bounds), width + 2))
    page = np.empty((1, 2 * width), np.float32)
    of_template = _sum_up(layers, state, features, bounds, sums, page)
    head = np.zeros((1, layers.head.shape[1]), np.float32)
    sum_embeddings(layers.head, np.zeros(len(features.head), np.int64), features.head, head)
    types = np.empty(layers.types_bias.shape[0])
    type_logits(page, head, layers.types, layers.types_bias, types)
    article = article_probability(types)
    bias = np.empty(of_template.shape[1], np.float32)
    of_page = np.empty((1, of_template.shape[1]), np.float32)
    multiply(page, layers.of_page, of_page, 0, 1)
    page_bias(
        layers.mix_bias, layers.conventions, conventions[0], conventions[1], article, layers.of_head, head, of_page,
        bias,
    )  # fmt: skip
    logits = np.empty(rows)
    reach = DILATIONS[2] + DILATIONS[3]
    for low in range(0, rows, _ROWS):
        high = min(low + _ROWS, rows)
        begin, end = max(low - reach, 0), min(high + reach, rows)
        mixed = _mix(layers, state, features, bounds, sums, of_template, begin, end)
        rectify(mixed, bias)
        mixed = _convolve(layers, 3, _convolve(layers, 2, mixed))
        mixed = mixed[low - begin : high - begin]
        apply_linear(mixed, layers.last, layers.last_bias, logits[low:high])
    return Prediction(logits, types, article)


def article_probability(types: Float64s) -> float:
    """The probability that a page is an article, the first of the types."""
    logits: list[float] = types.tolist()
    most = max(logits)
    odds = [exp(logit - most) for logit in logits]
    return odds[0] / sum(odds)


def _encode(layers: Layers, features: _Features) -> Float32s:
    """The first layers: values for each block that know its neighbours, and a first probability.

    The input are numbers, tags, names and first words of each block, and the first words of its heading.
    """
    names = np.zeros((features.elements + 1, layers.names.shape[1]), np.float32)
    sum_embeddings(layers.names, features.names[0], features.names[1], names)
    words = np.zeros((len(features.numbers), layers.words.shape[1]), np.float32)
    sum_embeddings(layers.words, features.words[0], features.words[1], words)
    numbers, tags, chain, heading = features.numbers, features.tags, features.chain, features.heading
    across = layers.dense
    rows, reach = numbers.shape[0], DILATIONS[0] + DILATIONS[1]
    some = np.empty((min(rows, _ROWS + 2 * reach), across.shape[0]), np.float32)
    state = np.empty((rows, across.shape[1] + 1), np.float32)
    for low in range(0, rows, _ROWS):
        high = min(low + _ROWS, rows)
        begin, end = max(low - reach, 0), min(high + reach, rows)
        count = end - begin
        embed(
            numbers, layers.mean, layers.inverse_scale, CLIP, tags, layers.tags, chain, names, _GROUPS, words, heading,
            begin, count, some,
        )  # fmt: skip
        hidden = np.empty((count, across.shape[1]), np.float32)
        multiply(some, across, hidden, 0, count)
        rectify(hidden, layers.dense_bias)
        hidden = _convolve(layers, 1, _convolve(layers, 0, hidden))
        hidden = hidden[low - begin : high - begin]
        append_probability(hidden, layers.first, layers.first_bias, state[low:high])
    return state


def _convolve(layers: Layers, layer: int, hidden: Float32s) -> Float32s:
    """A convolution of width 3 along the blocks, added to its input."""
    out = np.empty((hidden.shape[0], hidden.shape[1]), np.float32)
    convolve(hidden, DILATIONS[layer], layers.convolutions[layer], layers.biases[layer], out)
    return out


def _sum_up(
    layers: Layers, state: Float32s, features: _Features, bounds: Column, sums: Float64s, page: Float32s
) -> Float32s:
    """The part of the next layer that each template's blocks share.

    ``sums`` gets the prefix sums at each of the bounds, of which containers' means are differences, and ``page`` the
    means over the page and over what looks like its content.
    """
    width, count = state.shape[1], count_templates(features.templates)
    half = width // 2
    template_sums = np.zeros((count, width + 2))
    sums[0, :] = 0
    sum_states(state, half, features.word_counts, features.templates, bounds, sums, template_sums)
    page_row(sums, half, page)
    content_row(state, features.word_counts, np.zeros(width), page)
    means = np.empty((count, width), np.float32)
    template_rows(template_sums, half, width, means)
    of_template = np.empty((count, layers.of_template.shape[1]), np.float32)
    multiply(means, layers.of_template, of_template, 0, count)
    return of_template


def _mix(
    layers: Layers, state: Float32s, features: _Features, bounds: Column, sums: Float64s, of_template: Float32s,
    begin: int, end: int,
) -> Float32s:  # fmt: skip
    """The next layer for some blocks: their own values, means over containers and template, and what begins these.

    Half of the means are weighted by words. Blocks share containers, so each container is multiplied once; the page's
    part is the same for all blocks and comes with the bias.
    """
    start, stop, heading = features.start[begin:end], features.stop[begin:end], features.heading[begin:end]
    rows, width, levels = end - begin, state.shape[1], start.shape[1]
    which, firsts = np.empty((levels, rows), np.int64), np.empty(levels * rows, np.int64)
    ends = np.empty(levels, np.int64)
    found = number_groups(start, stop, heading, which, firsts, ends)
    groups = np.empty((found, 2 * width), np.float32)
    group_rows(sums, bounds, width // 2, start, stop, heading, POINTERS, state, firsts, ends, groups)
    across = layers.own
    out = np.empty((rows, across.shape[1]), np.float32)
    multiply(state[begin:end], across, out, 0, rows)
    of_groups = np.empty((found, across.shape[1]), np.float32)
    at = 0
    for level in range(levels):
        across = layers.groups[layers.group_ends[level] : layers.group_ends[level + 1]]
        multiply(groups, across, of_groups, at, ends[level])
        at = ends[level]
    add_contexts(which, of_groups, features.templates[begin:end], of_template, out)
    return out
