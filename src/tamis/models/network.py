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
from typing import Final, NamedTuple

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

    A stretch of blocks goes through as many layers as it can at a time: what is made of many blocks at once does not
    fit a processor's cache, and memory that is new for every layer of a large page takes longer than the layers.
    """
    weights = prepared(weights)
    state = _look(weights, columns)
    sums = _sum_up(weights, state, columns)
    page = sums.page
    said = _bag(weights["head.weight"], np.zeros(len(columns.head), np.int64), columns.head, 1)[0]
    types = (weights["types.weight"] @ np.concatenate((page, said)) + weights["types.bias"]).astype(np.float64)
    article = article_chance(types)
    general, of_article = (weights["convention.weight"][i] for i in conventions)
    bias = weights["mix.bias"] + general + np.float32(article) * (of_article - general)
    parts = weights["mix.across"].reshape(-1, len(page), len(bias))
    bias = bias + weights["head_mix.weight"] @ said + page @ parts[LEVELS]
    logits = np.empty(len(columns))
    for inner, outer in _stretches(len(columns), sum(DILATIONS[2:])):
        mixed = _mix(weights, state, columns, sums, outer)
        kernel.rectify(mixed, bias)
        for i in (2, 3):
            mixed = _convolve(mixed, weights, i)
        logits[inner] = (mixed @ weights["last.weight"][0] + weights["last.bias"])[_within(inner, outer)]
    return Outcome(logits, types, article)


def _stretches(count: int, reach: int) -> Iterator[tuple[slice, slice]]:
    """Stretches of blocks to be looked at together, and each with the neighbours that convolutions reach to.

    What they make of those is wrong, for these have neighbours of their own, and is left.
    """
    for low in range(0, count, _ROWS):
        high = min(low + _ROWS, count)
        yield slice(low, high), slice(max(low - reach, 0), min(high + reach, count))


def _within(inner: slice, outer: slice) -> slice:
    return slice(inner.start - outer.start, inner.stop - outer.start)


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
    """What blocks look like, each with its neighbours, and a first opinion on it.

    The first layer sees numbers, tags, names and first words of each block, and the first words of its heading.
    """
    names = _bag(weights["names.weight"], *columns.names, columns.elements + 1)
    words = _bag(weights["words.weight"], *columns.words, len(columns))
    across = weights["dense.across"]
    reach = sum(DILATIONS[:2])
    room = np.empty((min(len(columns), _ROWS + 2 * reach), len(across)), np.float32)
    state = np.empty((len(columns), across.shape[1] + 1), np.float32)
    for inner, outer in _stretches(len(columns), reach):
        some = room[: outer.stop - outer.start]
        kernel.embed(
            columns.numbers, weights["mean"], weights["of_scale"], CLIP, columns.tags, weights["tags.weight"],
            columns.chain, names, _GROUPS, words, columns.heading, outer.start, some,
        )  # fmt: skip
        hidden = np.empty((len(some), across.shape[1]), np.float32)
        _dot(some, across, hidden)
        kernel.rectify(hidden, weights["dense.bias"])
        for i in (0, 1):
            hidden = _convolve(hidden, weights, i)
        kernel.with_opinion(hidden[_within(inner, outer)], weights["first.weight"], weights["first.bias"], state[inner])
    return state


def _bag(table: Array, owners: NDArray[np.int64], tokens: NDArray[np.int64], count: int) -> Array:
    """The sum of each owner's tokens over the root of their number; owners come in order."""
    bags = np.zeros((count, table.shape[1]), np.float32)
    kernel.bags(table, owners, tokens, bags)
    return bags


def _convolve(hidden: Array, weights: Mapping[str, Array], i: int) -> Array:
    """A convolution of width 3 along the blocks, added to what went in."""
    across = weights[f"convolutions.{i}.across"]
    some, out = np.empty((len(hidden), len(across)), np.float32), np.empty_like(hidden)
    kernel.neighbours(hidden, DILATIONS[i], 0, some)
    _dot(some, across, out)
    kernel.rectify_onto(out, weights[f"convolutions.{i}.bias"], hidden)
    return out


class _Sums(NamedTuple):
    """What blocks are in sum, of which their containers' means are differences."""

    bounds: NDArray[np.int64]
    """for each place between blocks where a container begins or stops its row in ``values``"""
    values: NDArray[np.float64]
    of_kinds: Array
    """what the blocks of each kind say to each of them"""
    page: Array
    """the page's own means"""


def _sum_up(weights: Mapping[str, Array], state: Array, columns: Columns) -> _Sums:
    across = weights["mix.across"]
    rows, width = state.shape
    half = width // 2
    bounds = np.empty(rows + 1, np.int64)
    sums = np.empty((kernel.number_bounds(columns.start, columns.stop, bounds), width + 2))
    sums[0] = 0
    of_kinds = np.zeros((int(columns.kinds.max()) + 1, width + 2))
    kernel.sum_up(state, half, columns.weights, columns.kinds, bounds, sums, of_kinds)
    kinds = np.empty((len(of_kinds), width), np.float32)
    kernel.kind_rows(of_kinds, half, width, kinds)
    said = np.empty((len(kinds), across.shape[1]), np.float32)
    _dot(kinds, across.reshape(-1, width, across.shape[1])[LEVELS + 1], said)
    page = np.empty((1, width), np.float32)
    kernel.page_row(sums, half, page)
    return _Sums(bounds, sums, said, page[0])


def _mix(weights: Mapping[str, Array], state: Array, columns: Columns, sums: _Sums, blocks: slice) -> Array:
    """Each block with the means over its containers, the page and the blocks of its kind, half of them by words,
    and with what begins its containers and its section, which says what they are.

    Blocks share containers, so each container is multiplied once; what the page brings is the same for all and comes
    with the bias.
    """
    across = weights["mix.across"]
    start, stop, heading = columns.start[blocks], columns.stop[blocks], columns.heading[blocks]
    rows, levels = start.shape
    width = state.shape[1]
    which, firsts = np.empty((levels, rows), np.int64), np.empty(levels * rows, np.int64)
    ends = np.empty(levels, np.int64)
    groups = np.empty((kernel.number_groups(start, stop, heading, which, firsts, ends), 2 * width), np.float32)
    kernel.group_rows(
        sums.values, sums.bounds, width // 2, start, stop, heading, POINTERS, state, firsts, ends, groups
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
    out = np.empty((rows, across.shape[1]), np.float32)
    _dot(state[blocks], parts[0], out)
    kernel.add_up(which, said, columns.kinds[blocks], sums.of_kinds, out)
    return out
