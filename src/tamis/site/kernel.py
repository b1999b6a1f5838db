"""The loop over the elements above each text, to find its place; built like :mod:`tamis.kernel`.

Plain Python that runs as it is, and three times as fast as an extension with the types that ``kernel.pxd`` declares.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

COMPILED = not __file__.endswith(".py")

Step = tuple[int, str, str | None, str | None]
"""a place, and the tag, id and class of an element in it"""


def find(
    elements: list[int],
    attr: Callable[[int, str], str | None],
    tags: list[str],
    parents: Any,
    steps: dict[Step, int],
    look_up: Callable[[Step], int],
) -> list[int]:
    """The place of each element; ``steps`` are the places that are known, ``look_up`` is asked for others.

    Below a place of -1, which is no place, all elements have none; element 0, the body, is place 0.
    """
    known = [-2] * len(parents)
    known[0] = 0
    found = []
    chain: list[int] = []
    for element in elements:
        place = known[element]
        if place == -2:
            here = element
            while place == -2:
                chain.append(here)
                here = parents[here]
                place = known[here]
            while chain:
                here = chain.pop()
                if place >= 0:
                    step = (place, tags[here], attr(here, "id"), attr(here, "class"))
                    inner = steps.get(step)
                    place = look_up(step) if inner is None else inner
                known[here] = place
        found.append(place)
    return found
