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
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.features.columns import Columns

Array = NDArray[np.float32]

GROUPS: Final = ((0, 2), (2, 3), (3, 5), (5, 8), (8, 13))
"""which places of the chain (the innermost element, the block's own, its parent …) are taken together"""
DILATIONS: Final = (1, 3, 1, 2)
POINTERS: Final = 4
"""containers whose first block is looked at"""
CLIP: Final = 6.0
_ONE_THREAD: Final = 200_000
"""multiplications; OpenBLAS uses one thread up to 262,144"""


@dataclass(frozen=True, slots=True)
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
    hidden = np.maximum(_dot(_embed(weights, columns), weights["dense.weight"]) + weights["dense.bias"], 0)
    for i in (0, 1):
        hidden = _convolve(hidden, weights[f"convolutions.{i}.weight"], weights[f"convolutions.{i}.bias"], DILATIONS[i])
    first = _sigmoid(hidden @ weights["first.weight"].T + weights["first.bias"])
    state = np.concatenate((hidden, first), axis=1)
    pooled, page = _pool(state, columns)
    said = _bag(weights["head.weight"], np.zeros(len(columns.head), np.int64), columns.head, 1)[0]
    types = (weights["types.weight"] @ np.concatenate((page, said)) + weights["types.bias"]).astype(np.float64)
    article = article_chance(types)
    general, of_article = (weights["convention.weight"][i] for i in conventions)
    bias = weights["mix.bias"] + general + np.float32(article) * (of_article - general)
    bias = bias + weights["head_mix.weight"] @ said
    seen = np.concatenate((state, pooled, *_pointed(state, columns)), axis=1)
    mixed = np.maximum(_dot(seen, weights["mix.weight"]) + bias, 0)
    for i in (2, 3):
        mixed = _convolve(mixed, weights[f"convolutions.{i}.weight"], weights[f"convolutions.{i}.bias"], DILATIONS[i])
    logits = mixed @ weights["last.weight"].T + weights["last.bias"]
    return Outcome(logits[:, 0].astype(np.float64), types, article)


def article_chance(types: NDArray[np.float64]) -> float:
    """The chance that a page is an article, the first of the types.

    >>> article_chance(np.zeros(4))
    0.25
    """
    chances = np.exp(types - types.max())
    return float(chances[0] / chances.sum())


def _pointed(state: Array, columns: Columns) -> list[Array]:
    """What was found in the first block of each of the containers around a block, and in the heading it stands under:
    a part of a page says at its beginning what it is.
    """
    firsts = [state[columns.start[:, level]] for level in range(1, POINTERS + 1)]
    return [*firsts, state[columns.heading]]


def _dot(rows: Array, weight: Array) -> Array:
    """``rows @ weight.T``, a few rows at a time, so that no product is large enough for BLAS to wake its threads.

    On matrices as small as ours threads only get in each other's way: on a busy machine they took four times as long.
    """
    count, inside = rows.shape
    step = max(8, _ONE_THREAD // (inside * len(weight)))
    whole = count // step * step
    out = np.empty((count, len(weight)), np.float32)
    across = np.ascontiguousarray(weight.T)
    if whole:
        pieces = np.ascontiguousarray(rows[:whole]).reshape(-1, step, inside)
        out[:whole] = np.matmul(pieces, across).reshape(whole, -1)
    out[whole:] = rows[whole:] @ across
    return out


def _embed(weights: Mapping[str, Array], columns: Columns) -> Array:
    numbers = np.clip((columns.numbers - weights["mean"]) / weights["scale"], -CLIP, CLIP)
    tags = weights["tags.weight"]
    of_tags = tags[columns.tags + np.arange(4) * (len(tags) // 4)].reshape(len(columns), -1)
    names = _bag(weights["names.weight"], *columns.names, columns.elements + 1)[columns.chain]
    of_names = [names[:, low:high].sum(axis=1) for low, high in GROUPS]
    words = _bag(weights["words.weight"], *columns.words, len(columns))
    return np.concatenate((numbers, of_tags, *of_names, words, words[columns.heading]), axis=1, dtype=np.float32)


def _bag(table: Array, owners: NDArray[np.int64], tokens: NDArray[np.int64], count: int) -> Array:
    """The sum of each owner's tokens over the root of their number; owners come in order."""
    bags = np.zeros((count, table.shape[1]), np.float32)
    if len(owners):
        begins = np.flatnonzero(np.diff(owners, prepend=-1))
        sizes = np.diff(np.append(begins, len(owners)))
        bags[owners[begins]] = np.add.reduceat(table[tokens], begins, axis=0) / np.sqrt(sizes)[:, None]
    return bags


def _convolve(hidden: Array, weight: Array, bias: Array, dilation: int) -> Array:
    """A convolution of width 3 along the blocks, added to what went in."""
    rows, width = hidden.shape
    padded = np.zeros((rows + 2 * dilation, width), np.float32)
    padded[dilation : dilation + rows] = hidden
    out = bias + _dot(padded[:rows], weight[:, :, 0])
    out += _dot(hidden, weight[:, :, 1])
    out += _dot(padded[2 * dilation :], weight[:, :, 2])
    summed: Array = hidden + np.maximum(out, 0)
    return summed


def _pool(state: Array, columns: Columns) -> tuple[Array, Array]:
    """Means over the larger containers, the page and the blocks of one kind; half of the values weighed by words."""
    half = state.shape[1] // 2
    weights = np.sqrt(columns.weights)[:, None] + 0.1
    wide = np.concatenate((state[:, :half], state[:, half:] * weights, np.ones_like(weights), weights), axis=1)
    wide = wide.astype(np.float64)
    sums = np.concatenate((np.zeros((1, wide.shape[1])), np.cumsum(wide, axis=0)))
    held = [sums[columns.stop[:, level]] - sums[columns.start[:, level]] for level in range(1, columns.stop.shape[1])]
    kinds = np.zeros((int(columns.kinds.max()) + 1, wide.shape[1]))
    order = np.argsort(columns.kinds, kind="stable")
    begins = np.flatnonzero(np.diff(columns.kinds[order], prepend=-1))
    kinds[:] = np.add.reduceat(wide[order], begins, axis=0)
    held += [np.broadcast_to(sums[-1], wide.shape), kinds[columns.kinds]]
    means = [_mean(part, half) for part in held]
    return np.concatenate(means, axis=1), means[-2][0]


def _mean(part: NDArray[np.float64], half: int) -> Array:
    plain = part[:, :half] / np.maximum(part[:, -2:-1], 1e-6)
    weighed = part[:, half:-2] / np.maximum(part[:, -1:], 1e-6)
    return np.concatenate((plain, weighed), axis=1, dtype=np.float32)


def _sigmoid(x: Array) -> Array:
    return (1 / (1 + np.exp(-np.clip(x, -30, 30)))).astype(np.float32)
