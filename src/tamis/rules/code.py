"""Code and formulas stay with the text around them: a text without them cannot be read.

A network has a poor opinion of much code that is wanted, as it is hard to tell from what scripts leave.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from tamis.blocks.page import Page
from tamis.html.tree import Tree
from tamis.model.features import NUMBERS, Features
from tamis.native.tree import innermost
from tamis.rules.opinion import Adjustment, Blocks, Opinion

_LOWEST: Final = 0.1
"""of the threshold, for what is raised"""
_IN_PRE: Final = NUMBERS.index("in pre")


def code(page: Page, features: Features, opinion: Opinion) -> Iterator[Adjustment]:
    """Raise code and formulas within the likely text, or directly behind, to the mean of that text."""
    has_code, has_formulas = page.tree.rows("pre"), page.tree.rows("math")
    if not has_code and not has_formulas:
        return
    likely = opinion.likely.nonzero()[0]
    if not len(likely):
        return
    within = np.arange(likely[0], min(likely[-1] + 2, len(page)))
    probability = opinion.probability[within]
    within = within[(probability < opinion.threshold) & (probability >= _LOWEST * opinion.threshold)]
    if not len(within):
        return
    words = np.maximum(opinion.words[likely], 1e-9)
    of_text = float(opinion.probability[likely] @ words / words.sum())
    listings = within[features.numbers[within, _IN_PRE] > 0]
    if len(listings):
        yield opinion.raised_to(listings, of_text, "code that stands within the text stays with it")
    formulas = _formulas(page, np.setdiff1d(within, listings)) if has_formulas else ()
    if len(formulas):
        yield opinion.raised_to(np.array(formulas), of_text, "a formula on a line of its own stays with the text")


def _formulas(page: Page, blocks: Blocks) -> list[int]:
    """Those of the blocks that have no letter or digit outside of a formula."""
    tree = page.tree
    around = np.empty(len(tree.tags), np.int64)
    innermost(sorted({_holder(tree, row) for row in tree.rows("math")}), tree.parents, around)
    of_runs = around[np.asarray(tree.run_parents)]
    found = []
    for block in blocks.tolist():
        runs = range(max(int(page.first_run[block]), 0), int(page.last_run[block]) + 1)
        inside = [of_runs[run] >= 0 for run in runs]
        if any(inside) and all(inside[n] or not any(map(str.isalnum, tree.runs[run])) for n, run in enumerate(runs)):
            found.append(block)
    return found


def _holder(tree: Tree, math: int) -> int:
    """The element of a formula, with what KaTeX and MediaWiki put around its MathML."""
    element = math
    for _ in range(2):
        if tree.tags[tree.parents[element]] == "span":
            element = tree.parents[element]
    return element
