"""Records among the children of one element: runs of siblings that begin alike and repeat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from tamis.records.groups.shapes import NOISE

FEWEST: Final = 3
_AGREE: Final = 0.6
"""how far records have to agree in what they are made of, on average"""
_LONGEST: Final = 24
"""siblings of one record"""
_CORE: Final = 0.5
"""a shape that this share of the records has is a part of them; others are noise"""


class Run(NamedTuple):
    """Records among siblings: for each the places of its parts among the children."""

    parts: list[list[int]]
    agree: float


def find_run(shapes: Sequence[int]) -> Run | None:
    """The records that a row of shapes repeats; ``None`` if it repeats nothing.

    >>> find_run([0, 1, 1, 0, 1, 1, 0, 1]).parts
    [[0, 1, 2], [3, 4, 5], [6, 7]]
    >>> find_run([0, 0, 5, 0, 0]).parts
    [[0], [1], [3], [4]]
    """
    counts = Counter(shape for shape in shapes if shape != NOISE)
    best: Run | None = None
    highest = 0.0
    for shape, count in counts.most_common(4):
        if count < FEWEST:
            break
        run = _begun_by(shapes, shape)
        covered = sum(map(len, run.parts)) / len(shapes)
        fits = run.agree * (0.3 + 0.7 * covered)
        if run.agree >= _AGREE and fits > highest + 0.02:
            best, highest = run, fits
    return best


def two_alike(shapes: Sequence[int]) -> list[int]:
    """The places of two shapes that are equal, where no other two are; else none.

    >>> two_alike([0, 1, 1, 2]), two_alike([0, 0, 1, 1]), two_alike([0, 1])
    ([1, 2], [], [])
    """
    counts = Counter(shape for shape in shapes if shape != NOISE)
    pairs = [shape for shape, count in counts.items() if count == 2]
    return [place for place, shape in enumerate(shapes) if shape == pairs[0]] if len(pairs) == 1 else []


def _begun_by(shapes: Sequence[int], first: int) -> Run:
    """Records that each begin with one shape and hold what follows, as far as most of them do."""
    begins = [place for place, shape in enumerate(shapes) if shape == first]
    spans = list(zip(begins, [*begins[1:], len(shapes)], strict=True))
    spans = [(begin, min(end, begin + _LONGEST)) for begin, end in spans]
    held = Counter(shape for begin, end in spans for shape in set(shapes[begin + 1 : end]))
    core = {shape for shape, count in held.items() if shape != NOISE and count >= _CORE * len(spans)}
    parts = [[begin, *(at for at in range(begin + 1, end) if shapes[at] in core)] for begin, end in spans]
    if not core:
        return Run(parts, 1.0)
    agree = sum(len({shapes[at] for at in own[1:]}) / len(core) for own in parts) / len(parts)
    return Run(parts, agree)
