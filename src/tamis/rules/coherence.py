"""What belongs together stays together: a heading and its section, code within a text, a lead-in and its list.

A model decides block by block, so it may keep a section and lose its heading. Here blocks are added that the page's own
structure ties to kept ones, if the model does not think too badly of them. Each rule is a pass over columns, and only
adds: a rule that drops could empty a page of good text, and those that were tried were wrong most of the time. What
each rule brings is measured by ``benchmarks/coherence.py`` and told in ``docs/model.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.html.syntax import NAMES
from tamis.html.tags import HEADINGS
from tamis.html.tree import Tree
from tamis.native.decide import find_lead_ins, keep_headings
from tamis.native.tree import innermost

Mask = NDArray[np.bool_]
Groups = NDArray[np.int64]

_HEADING_SHARE: Final = 0.4
"""of the fence: what a heading over kept text needs; of 0.4 to 0.8 the best on google-trends-2017, the worst,
by 0.0002, on canola"""
_LEAD_SHARE: Final = 0.5
_CODE_SHARE: Final = 0.1
"""of the fence: code is hard to tell from what scripts leave, so a network has a poor opinion of much that is wanted"""
_HEADINGS: Final = np.array([name in HEADINGS for name in NAMES], np.uint8)
_LED_TO: Final = np.array([name in ("li", "td", "th", "pre", "dt", "dd", "blockquote") for name in NAMES], np.uint8)


class Coherent(NamedTuple):
    """The decisions after all rules, and for each block that they added the reason."""

    kept: Mask
    changed: dict[int, str]


@dataclass(frozen=True, eq=False, repr=False)
class Seen:
    """A page with a model's opinion, in the form that the rules look at."""

    page: Page
    chance: NDArray[np.float64]
    fence: float

    def around(self, name: str) -> Groups:
        """For each block the nearest element of that name around it; -1 if there is none."""
        tree = self.page.tree
        found = np.empty(len(tree.tags), np.int64)
        innermost(tree.rows(name), tree.parents, found)
        return found[self.page.elements]


def lines(seen: Seen, kept: Mask) -> Mask:
    """What hidden text interrupts stays together."""
    page = seen.page
    if not page.hidden.any():
        return kept
    shown = (page.first_run >= 0) & ~page.hidden
    cuts = np.where(shown, np.asarray(page.tree.run_cuts)[page.first_run], -1)
    _, of, often = np.unique(cuts, return_inverse=True, return_counts=True)
    parts = (often[of] > 1) & shown
    words = np.where(parts, page.words, 0).astype(np.float64)
    wanted = np.bincount(of, words * seen.chance) >= seen.fence * np.bincount(of, words)
    some = np.bincount(of, kept & parts) > 0
    return kept | (parts & (wanted & some)[of])


def headings(seen: Seen, kept: Mask) -> Mask:
    """A heading goes with what stands under it."""
    result = kept.copy()
    changed = keep_headings(
        seen.page.tree.numbers, _HEADINGS, seen.page.elements, seen.chance, _HEADING_SHARE * seen.fence,
        result.view(np.uint8),
    )  # fmt: skip
    return result if changed else kept


def lead_ins(seen: Seen, kept: Mask) -> Mask:
    """A line that ends with a colon goes with the list, table or listing that it leads to."""
    page = seen.page
    least = _LEAD_SHARE * seen.fence
    found = find_lead_ins(
        page.texts, page.tree.numbers, _LED_TO, page.elements, seen.chance, least, kept.view(np.uint8)
    )
    if not found:
        return kept
    result = kept.copy()
    result[found] = True
    return result


def listings(seen: Seen, kept: Mask) -> Mask:
    """Code that stands within the text, or directly behind, stays with it."""
    if not seen.page.tree.rows("pre"):
        return kept
    blocks = np.flatnonzero(kept)
    within = slice(blocks[0], blocks[-1] + 2)
    code = (seen.around("pre")[within] >= 0) & (seen.chance[within] >= _CODE_SHARE * seen.fence)
    if kept[within][code].all():
        return kept
    result = kept.copy()
    result[within] |= code
    return result


def formulas(seen: Seen, kept: Mask) -> Mask:
    """A formula on a line of its own stays with the text around it."""
    page, tree = seen.page, seen.page.tree
    rows = tree.rows("math")
    if not rows:
        return kept
    around = np.empty(len(tree.tags), np.int64)
    innermost(sorted({_formula(tree, row) for row in rows}), tree.parents, around)
    holders = around[np.asarray(tree.run_parents)]
    blocks = np.flatnonzero(kept)
    within = np.arange(blocks[0], min(blocks[-1] + 2, len(page)))
    likely = ~kept[within] & (page.first_run[within] >= 0) & (seen.chance[within] >= _CODE_SHARE * seen.fence)
    likely[likely] = holders[page.first_run[within[likely]]] >= 0
    result = kept.copy()
    for block in within[likely].tolist():
        runs = range(int(page.first_run[block]), int(page.last_run[block]) + 1)
        result[block] = all(holders[run] >= 0 or not any(map(str.isalnum, tree.runs[run])) for run in runs)
    return result if likely.any() else kept


def _formula(tree: Tree, math: int) -> int:
    """The element of a formula, with what KaTeX and MediaWiki put around its MathML."""
    element = math
    for _ in range(2):
        if tree.tags[tree.parents[element]] == "span":
            element = tree.parents[element]
    return element


def _as_reason(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:].rstrip(".")


RULES: Final[Mapping[str, Callable[[Seen, Mask], Mask]]] = {
    rule.__name__: rule for rule in (lines, headings, listings, formulas, lead_ins)
}
"""in the order in which they are applied; none of them drops anything"""
REASONS: Final[Mapping[str, str]] = {name: _as_reason(rule.__doc__ or name) for name, rule in RULES.items()}


def coherent(page: Page, kept: Mask, chance: NDArray[np.float64], fence: float, shut: Mask | None = None) -> Coherent:
    """Apply the rules to a model's decisions, one after the other; what is ``shut`` is never kept, by default what is
    hidden.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> page = text_flow(read("<h2>Rye</h2><p>It is a grass.", None, Limits()))
    >>> coherent(page, np.array([False, True]), np.array([0.3, 0.9]), 0.5)
    Coherent(kept=array([ True,  True]), changed={0: 'a heading goes with what stands under it'})
    """
    seen = Seen(page, chance, fence)
    changed: dict[int, str] = {}
    if not kept.any():
        return Coherent(kept, changed)
    open_blocks = ~(page.hidden if shut is None else shut)
    for name, rule in RULES.items():
        after = rule(seen, kept)
        if after is not kept:
            after = after & open_blocks
            for block in np.flatnonzero(after != kept).tolist():
                changed[block] = REASONS[name]
            kept = after
    return Coherent(kept, changed)
