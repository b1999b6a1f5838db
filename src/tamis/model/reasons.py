"""A model's reasons in words.

The network is not linear; how much a number says is read off the linear model nearest to it, fitted after training to
the network's own opinions (``surrogate`` among the weights).
"""

from __future__ import annotations

from math import expm1
from typing import Final

import numpy as np

from tamis.blocks.page import Page
from tamis.model.features import NUMBERS, Features
from tamis.model.load import Model

_MOST_SIGNALS: Final = 2
"""signals named in a reason"""
_COUNTS: Final = frozenset(("stops", "commas", "characters", "same text", "same place", "from heading"))
_UP: Final = ("its own element", "its container", "two containers up", "three containers up", "four containers up",
              "five containers up")  # fmt: skip


def reason_words(page: Page, seen: Features, model: Model, i: int, kept: bool, probability: float) -> str:
    """Why a block was kept or dropped: its probability, its words, and the signals that speak most for that."""
    weights = model.weights
    parts = np.clip((seen.numbers[i] - weights["mean"]) / weights["scale"], -6, 6) * weights["surrogate"]
    order = np.argsort(-parts if kept else parts, kind="stable")[: 4 * _MOST_SIGNALS].tolist()
    phrases: list[str] = []
    for number in order:
        phrase = _phrase(NUMBERS[number], float(seen.numbers[i, number]))
        if phrase and phrase not in phrases:
            phrases.append(phrase)
    share = page.link_words[i] / max(int(page.words[i]), 1)
    facts = f"{page.words[i]} words, link share {share:.2f}"
    return f"probability {probability:.2f}: " + ", ".join([facts, *phrases[:_MOST_SIGNALS]])


def _phrase(name: str, value: float) -> str:
    """A number in words; empty for one that the reason says anyway or that says little by itself.

    >>> _phrase("in nav", 0.9), _phrase("container 2 links", 0.8), _phrase("after h1", 1.0)
    ('in nav', 'two containers up link share 0.80', 'after the first h1')
    """
    kind, _, rest = name.partition(" ")
    if kind == "in":
        return name if value > 0 else f"not {name}"
    if kind == "container":
        level, _, what = rest.partition(" ")
        place = _UP[int(level)]
        return {
            "words": f"{place} with {value:.0%} of the page's words",
            "prose": f"{place} with {value:.0%} of the page's prose",
            "links": f"{place} link share {value:.2f}",
            "stops": f"{place} with {value:.2f} commas and full stops a word",
            "length": f"{place} with {expm1(value):.0f} words a block",
        }.get(what, "")
    if kind == "main" and rest.endswith("inside"):
        return f"{'inside' if value else 'outside'} the part with {float(rest.split()[0]):.0%} of the prose"
    if name in _COUNTS:
        return f"{name} {expm1(value):.0f}"
    if name == "after h1":
        return "after the first h1" if value else "not after an h1"
    return {"place": f"at {value:.0%} of the page", "title overlap": f"title overlap {value:.2f}",
            "ends in stop": "ends in a full stop" if value else "no full stop at its end"}.get(name, "")  # fmt: skip
