"""The learned default's network, in NumPy: a page's columns in, a logit a block out.

Numbers, tags and hashed names become 32 values a block; two convolutions look at the neighbours; a first opinion is
formed; then every block sees the mean of what was found in each container around it, on the whole page and in blocks
of the same kind of place, and what begins these containers and its section; two more convolutions, and the last word.
Means over containers are differences of prefix sums in double precision, so the result does not depend on how a
machine adds up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.features.columns import Columns
from tamis.features.containers import LEVELS
from tamis.models import kernel

try:
    from tamis.models.product import WIDTH as _WIDTH
    from tamis.models.product import multiply
except ImportError:  # there was no compiler
    _WIDTH = 0

Array = NDArray[np.float32]

GROUPS: Final = ((0, 2), (2, 3), (3, 5), (5, 8), (8, 13))
"""which places of the chain (the innermost element, the block's own, its parent …) are taken together"""
_GROUPS: Final = np.array(GROUPS, np.int64)
_ROWS: Final = 1024
"""blocks that are looked at together"""
DILATIONS: Final = (1, 3, 1, 2)
POINTERS: Final = 4
"""containers whose first block is looked at"""
CLIP: Final = 6.0
_ONE_THREAD: Final = 200_000
"""multiplications; OpenBLAS uses one thread up to 262,144"""


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
    hidden = _look(weights, columns)
    for i in (0, 1):
        hidden = _convolve(hidden, weights[f"convolutions.{i}.across"], weights[f"convolutions.{i}.bias"], DILATIONS[i])
    state = np.empty((len(hidden), hidden.shape[1] + 1), np.float32)
    kernel.with_opinion(hidden, weights["first.weight"], weights["first.bias"], state)
    mixed, page, of_page = _mix(weights, state, columns)
    said = _bag(weights["head.weight"], np.zeros(len(columns.head), np.int64), columns.head, 1)[0]
    types = (weights["types.weight"] @ np.concatenate((page, said)) + weights["types.bias"]).astype(np.float64)
    article = article_chance(types)
    general, of_article = (weights["convention.weight"][i] for i in conventions)
    bias = weights["mix.bias"] + general + np.float32(article) * (of_article - general)
    bias = bias + weights["head_mix.weight"] @ said + of_page
    kernel.rectify(mixed, bias)
    for i in (2, 3):
        mixed = _convolve(mixed, weights[f"convolutions.{i}.across"], weights[f"convolutions.{i}.bias"], DILATIONS[i])
    logits = mixed @ weights["last.weight"][0] + weights["last.bias"]
    return Outcome(logits.astype(np.float64), types, article)


def prepared(weights: Mapping[str, Array]) -> Mapping[str, Array]:
    """The weights with matrices turned as they are multiplied; a loaded model's are so once and for all."""
    if "mix.across" in weights:
        return weights
    across = {"dense.across": weights["dense.weight"].T, "mix.across": weights["mix.weight"].T}
    across["of_scale"] = np.reciprocal(weights["scale"])
    for i in range(len(DILATIONS)):
        weight = weights[f"convolutions.{i}.weight"]
        across[f"convolutions.{i}.across"] = weight.transpose(2, 1, 0).reshape(-1, len(weight))
    width = weights["first.weight"].shape[1] + 1
    parts = across["mix.across"].reshape(-1, width, len(weights["mix.bias"]))
    for level in range(1, POINTERS + 1):  # a container's means and its first block
        across[f"mix.level.{level}"] = np.concatenate((parts[level], parts[LEVELS + 1 + level]))
    return {**weights, **{name: np.ascontiguousarray(array) for name, array in across.items()}}


def article_chance(types: NDArray[np.float64]) -> float:
    """The chance that a page is an article, the first of the types.

    >>> article_chance(np.zeros(4))
    0.25
    """
    chances = np.exp(types - types.max())
    return float(chances[0] / chances.sum())


def _dot(rows: Array, across: Array, out: Array) -> None:
    """``rows @ across``, by NumPy a few rows at a time: no product is to be so large that BLAS wakes its threads.

    On matrices as small as ours threads only get in each other's way: on a busy machine they took four times as long.
    """
    if across.shape[1] == _WIDTH:
        multiply(rows, across, out)
        return
    count, inside = rows.shape
    step = max(8, _ONE_THREAD // across.size)
    whole = count // step * step
    if whole:
        np.matmul(rows[:whole].reshape(-1, step, inside), across, out=out[:whole].reshape(-1, step, across.shape[1]))
    if whole < count:
        np.matmul(rows[whole:], across, out=out[whole:])


def _look(weights: Mapping[str, Array], columns: Columns) -> Array:
    """The first layer: numbers, tags, names and first words of each block, and the first words of its heading."""
    names = _bag(weights["names.weight"], *columns.names, columns.elements + 1)
    words = _bag(weights["words.weight"], *columns.words, len(columns))
    across = weights["dense.across"]
    out = np.empty((len(columns), across.shape[1]), np.float32)
    for low, some in _pieces(len(columns), len(across)):
        kernel.embed(
            columns.numbers, weights["mean"], weights["of_scale"], CLIP, columns.tags, weights["tags.weight"],
            columns.chain, names, _GROUPS, words, columns.heading, low, some,
        )  # fmt: skip
        _dot(some, across, out[low : low + len(some)])
    kernel.rectify(out, weights["dense.bias"])
    return out


def _pieces(count: int, width: int) -> Iterator[tuple[int, Array]]:
    """Rows to be filled, a few at a time: what is made of many blocks at once does not fit a processor's cache."""
    room = np.empty((min(count, _ROWS), width), np.float32)
    for low in range(0, count, _ROWS):
        yield low, room[: count - low]


def _bag(table: Array, owners: NDArray[np.int64], tokens: NDArray[np.int64], count: int) -> Array:
    """The sum of each owner's tokens over the root of their number; owners come in order."""
    bags = np.zeros((count, table.shape[1]), np.float32)
    kernel.bags(table, owners, tokens, bags)
    return bags


def _convolve(hidden: Array, across: Array, bias: Array, dilation: int) -> Array:
    """A convolution of width 3 along the blocks, added to what went in."""
    out = np.empty_like(hidden)
    for low, some in _pieces(len(hidden), len(across)):
        kernel.neighbours(hidden, dilation, low, some)
        _dot(some, across, out[low : low + len(some)])
    kernel.rectify_onto(out, bias, hidden)
    return out


def _mix(weights: Mapping[str, Array], state: Array, columns: Columns) -> tuple[Array, Array, Array]:
    """Each block with the means over its containers, the page and the blocks of its kind, half of them by words,
    and with what begins its containers and its section, which says what they are; and the page's own means.

    Blocks share containers, so each container is multiplied once; what the page brings is the same for all and comes
    apart, to be added to the bias.
    """
    across = weights["mix.across"]
    rows, width = state.shape
    levels, half = columns.start.shape[1], width // 2
    sums, of_kinds = np.zeros((rows + 1, width + 2)), np.zeros((int(columns.kinds.max()) + 1, width + 2))
    kernel.sum_up(state, half, columns.weights, columns.kinds, sums, of_kinds)
    which, firsts = np.empty((levels, rows), np.int64), np.empty(levels * rows, np.int64)
    ends = np.empty(levels, np.int64)
    groups = np.empty(
        (kernel.number_groups(columns.start, columns.stop, columns.heading, which, firsts, ends), 2 * width), np.float32
    )
    kernel.group_rows(
        sums, half, columns.start, columns.stop, columns.heading, POINTERS, state, firsts, ends, groups
    )  # fmt: skip
    parts = across.reshape(-1, width, across.shape[1])  # the state, containers, the page, kinds, pointers, the heading
    said = np.empty((len(groups), across.shape[1]), np.float32)
    begin = 0
    for level, end in enumerate(ends.tolist(), 1):
        if level == levels:
            _dot(groups[begin:end, :width], parts[-1], said[begin:end])
        elif level <= POINTERS:
            _dot(groups[begin:end], weights[f"mix.level.{level}"], said[begin:end])
        else:
            _dot(groups[begin:end, :width], parts[level], said[begin:end])
        begin = end
    kinds = np.empty((len(of_kinds), width), np.float32)
    kernel.kind_rows(of_kinds, half, width, kinds)
    of_kind = np.empty((len(kinds), across.shape[1]), np.float32)
    _dot(kinds, parts[levels + 1], of_kind)
    out = np.empty((rows, across.shape[1]), np.float32)
    _dot(state, parts[0], out)
    kernel.add_up(which, said, columns.kinds, of_kind, out)
    page = np.empty((1, width), np.float32)
    kernel.page_row(sums, half, page)
    return out, page[0], page[0] @ parts[levels]
