"""A line that hidden text interrupts is cut into several blocks, which are still one line."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tamis.blocks.page import Page
from tamis.model.features import Features
from tamis.rules.opinion import Group, Opinion


def lines(page: Page, _: Features, __: Opinion) -> Iterator[Group]:
    """Keep or drop the parts of a line together."""
    if not page.hidden.any():
        return
    shown = np.flatnonzero((page.first_run >= 0) & ~page.hidden)
    cuts = np.asarray(page.tree.run_cuts)[page.first_run[shown]]
    if not (cuts[1:] == cuts[:-1]).any():
        return
    begins = np.flatnonzero(np.diff(cuts, prepend=-1))
    sizes = np.diff(begins, append=len(cuts))
    for begin, size in zip(begins[sizes > 1].tolist(), sizes[sizes > 1].tolist(), strict=True):
        yield Group(shown[begin : begin + size], "what hidden text interrupts stays together")
