"""A model's reasons in words.

The network is not linear; how much a number says is read off the linear model nearest to it, fitted after training to
the network's own opinions (``surrogate`` among the weights).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import expm1
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.model.features import NUMBERS, Features
from tamis.model.load import Model

_MOST_SIGNALS: Final = 2
"""signals named in a reason"""
_AT_ONCE: Final = 1024
"""blocks"""
_COUNTS: Final = frozenset(("stops", "commas", "characters", "same text", "same place", "from heading"))
_UP: Final = ("its own element", "its container", "two containers up", "three containers up", "four containers up",
              "five containers up")  # fmt: skip
_CONTAINER: Final = {
    "words": "with {:.0%} of the page's words",
    "prose": "with {:.0%} of the page's prose",
    "links": "link share {:.2f}",
    "stops": "with {:.2f} commas and full stops a word",
}


def reason_words(
    page: Page, features: Features, model: Model, kept: NDArray[np.bool_], probability: NDArray[np.float64]
) -> Iterator[str]:
    """Why each block was kept or dropped: its probability, its words, and the signals that speak most for that."""
    signals = _signals(features.numbers, model, kept)
    columns = (probability.tolist(), page.words.tolist(), page.link_words.tolist(), signals)
    for own, words, link_words, phrases in zip(*columns, strict=True):
        facts = f"probability {own:.2f}: {words} words, link share {link_words / max(words, 1):.2f}"
        yield ", ".join([facts, *phrases])


def _signals(numbers: NDArray[np.float32], model: Model, kept: NDArray[np.bool_]) -> Iterator[list[str]]:
    """The signals that speak most for each decision; so many blocks at a time that memory stays small."""
    mean, scale, surrogate = (model.weights[name] for name in ("mean", "scale", "surrogate"))
    for begin in range(0, len(numbers), _AT_ONCE):
        some = numbers[begin : begin + _AT_ONCE]
        parts = np.clip((some - mean) / scale, -6, 6) * surrogate
        parts[~kept[begin : begin + _AT_ONCE]] *= -1
        phrases: list[list[str]] = [[] for _ in some]
        rows = np.arange(len(some))
        for _ in range(4 * _MOST_SIGNALS):  # the largest of each row, then the next
            largest = parts[rows].argmax(1)
            parts[rows, largest] = -np.inf
            values = some[rows, largest].tolist()
            for row, number, value in zip(rows.tolist(), largest.tolist(), values, strict=True):
                if phrase := _PHRASES[number]:
                    phrases[row].append(phrase(value))
            rows = np.array([row for row in rows.tolist() if len(phrases[row]) < _MOST_SIGNALS], np.int64)
            if not len(rows):
                break
        yield from phrases


def _phrase_of(name: str) -> Callable[[float], str] | None:
    """What puts a number in words; ``None`` for one that the reason says anyway or that says little by itself.

    >>> [_phrase_of(name)(0.8) for name in ("in nav", "container 2 links", "after h1")]
    ['in nav', 'two containers up link share 0.80', 'after the first h1']
    """
    kind, _, rest = name.partition(" ")
    if kind == "in":
        return _either(name, f"not {name}")
    if kind == "container":
        level, _, what = rest.partition(" ")
        if what == "length":
            return _exponential(f"{_UP[int(level)]} with {{:.0f}} words a block")
        return f"{_UP[int(level)]} {_CONTAINER[what]}".format if what in _CONTAINER else None
    if kind == "main" and rest.endswith("inside"):
        part = f"the part with {float(rest.split()[0]):.0%} of the prose"
        return _either(f"inside {part}", f"outside {part}")
    return _exponential(f"{name} {{:.0f}}") if name in _COUNTS else _OTHERS.get(name)


def _either(some: str, none: str) -> Callable[[float], str]:
    return lambda value: some if value > 0 else none


def _exponential(form: str) -> Callable[[float], str]:
    return lambda value: form.format(expm1(value))


_OTHERS: Final = {
    "after h1": _either("after the first h1", "not after an h1"),
    "place": "at {:.0%} of the page".format,
    "title overlap": "title overlap {:.2f}".format,
    "ends in stop": _either("ends in a full stop", "no full stop at its end"),
}
_PHRASES: Final = [_phrase_of(name) for name in NUMBERS]
