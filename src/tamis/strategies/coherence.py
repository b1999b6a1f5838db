"""What belongs together stays together: headings and their sections, rows, terms, code, lead-ins, lost paragraphs.

A model decides block by block, so it may split a table's row or lose one paragraph of ten. Here decisions that are at
odds with the page's own structure are put right, by the chances that the model gave. Each rule is a pass over columns.
What each of them brings is measured by ``benchmarks/coherence.py`` and told in ``docs/model.md``; rules that cost more
than they bring are in :data:`ALL`, to be measured again with the next model, but not in :data:`RULES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.dom import Tree
from tamis.kernel import innermost
from tamis.models.kernel import find_lead_ins, keep_headings
from tamis.page import Page
from tamis.syntax import NAMES
from tamis.tags import HEADINGS

Mask = NDArray[np.bool_]
Groups = NDArray[np.int64]

_HEADING_SHARE: Final = 0.4
"""of the fence: what a heading over kept text needs; of 0.4 to 0.8 the best on google-trends-2017, the worst,
by 0.0002, on canola"""
_LEAD_SHARE: Final = 0.5
_CODE_SHARE: Final = 0.1
"""of the fence: code is hard to tell from what scripts leave, so a network has a poor opinion of much that is wanted"""
_GAP_SHARE: Final = 0.85
"""of the fence: what a paragraph between kept ones needs; 0.3 to 0.7 cost more F1 on canola and google-trends-2017"""
_HEADINGS: Final = np.array([name in HEADINGS for name in NAMES], np.uint8)
_MOSTLY: Final = 0.85
"""of a list's or table's words"""
_LINKS: Final = 0.5
"""link share from which a group is one of links, each with a fate of its own"""
_LED_TO: Final = np.array([name in ("li", "td", "th", "pre", "dt", "dd", "blockquote") for name in NAMES], np.uint8)
_PARAGRAPHS: Final = ("p", "li", "dd")


class Coherent(NamedTuple):
    """The decisions after all rules, and for each block that changed sides the reason."""

    kept: Mask
    changed: dict[int, str]


@dataclass(frozen=True, eq=False, repr=False)
class Seen:
    """A page with a model's opinion, in the form that the rules look at."""

    page: Page
    chance: NDArray[np.float64]
    fence: float

    @cached_property
    def tags(self) -> NDArray[np.str_]:
        """Of each block's element."""
        return np.array(self.page.tags, np.str_)

    def around(self, *names: str) -> Groups:
        """For each block the nearest element around it that has one of the names; -1 if there is none."""
        tree = self.page.tree
        found = np.empty(len(tree.tags), np.int64)
        innermost([row for name in names for row in tree.rows(name)], tree.parents, found)
        return found[self.page.elements]

    @cached_property
    def data_tables(self) -> Groups:
        """For each block the data table that it is in; -1 if it is in none."""
        if not self.page.tree.data_tables:
            return np.full(len(self.page), -1)
        found = self.around("table")
        of_data = np.zeros(len(self.page.tree.tags), np.bool_)
        of_data[list(self.page.tree.data_tables)] = True
        return np.where((found >= 0) & of_data[found], found, -1)

    def whole(self, groups: Groups, kept: Mask, mostly: float | None = None) -> Mask:
        """Groups of text with one fate: that of their words' mean chance, or with ``mostly`` kept if so much is."""
        page = self.page
        inside = (groups >= 0) & ~page.hidden
        if not inside.any():
            return kept
        names, of = np.unique(groups[inside], return_inverse=True)
        words = page.words[inside].astype(np.float64)
        total = np.bincount(of, words, len(names))
        plain = np.bincount(of, page.link_words[inside], len(names)) < _LINKS * total
        changed = kept.copy()
        if mostly is not None:
            held = np.bincount(of, words * kept[inside], len(names))
            changed[inside] |= (plain & (held >= mostly * total))[of]
            return changed
        mean = np.bincount(of, words * self.chance[inside], len(names)) / total
        some = np.bincount(of, kept[inside], len(names))
        split = plain & (some > 0) & (some < np.bincount(of, minlength=len(names)))
        changed[inside] = np.where(split[of], (mean >= self.fence)[of], kept[inside])
        return changed


def rows(seen: Seen, kept: Mask) -> Mask:
    """The cells of a table's row go together."""
    if not seen.page.tree.data_tables:
        return kept
    tables = seen.data_tables
    return seen.whole(np.where(tables >= 0, seen.around("tr"), -1), kept) if (tables >= 0).any() else kept


def lines(seen: Seen, kept: Mask) -> Mask:
    """What hidden text interrupts goes together."""
    page = seen.page
    if not page.hidden.any():
        return kept
    runs = page.first_run
    cuts = np.where((runs >= 0) & ~page.hidden, np.asarray(page.tree.run_cuts)[runs], -1)
    _, of, often = np.unique(cuts, return_inverse=True, return_counts=True)
    return seen.whole(np.where(often[of] > 1, cuts, -1), kept) if (often[of] * (cuts >= 0) > 1).any() else kept


def items(seen: Seen, kept: Mask) -> Mask:
    """The lines of a list's item go together."""
    return seen.whole(seen.around("li"), kept) if seen.page.tree.rows("li") else kept


def headings(seen: Seen, kept: Mask) -> Mask:
    """A heading goes with what stands under it."""
    result = kept.copy()
    changed = keep_headings(
        seen.page.tree.numbers, _HEADINGS, seen.page.elements, seen.chance, _HEADING_SHARE * seen.fence,
        result.view(np.uint8),
    )  # fmt: skip
    return result if changed else kept


def terms(seen: Seen, kept: Mask) -> Mask:
    """A term goes with its description."""
    if not seen.page.tree.rows("dt"):
        return kept
    term = seen.tags == "dt"
    return kept | (term & np.append(kept[1:] & (seen.tags[1:] == "dd"), False)) if term.any() else kept


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


def gaps(seen: Seen, kept: Mask) -> Mask:
    """A paragraph between two that are kept, in the same element, stays."""
    page, tags = seen.page, seen.tags
    parents = np.array(page.tree.parents, np.int64)[page.elements]
    middle = ~kept[1:-1] & kept[:-2] & kept[2:] & (seen.chance[1:-1] >= _GAP_SHARE * seen.fence)
    middle &= (parents[1:-1] == parents[:-2]) & (parents[1:-1] == parents[2:])
    middle &= (tags[1:-1] == tags[:-2]) & (tags[1:-1] == tags[2:]) & np.isin(tags[1:-1], _PARAGRAPHS)
    result = kept.copy()
    result[1:-1] |= middle
    return result


def lists(seen: Seen, kept: Mask) -> Mask:
    """A list that is mostly kept stays whole."""
    return seen.whole(seen.around("ul", "ol"), kept, _MOSTLY)


def tables(seen: Seen, kept: Mask) -> Mask:
    """A data table that is mostly kept stays whole."""
    return seen.whole(seen.data_tables, kept, _MOSTLY)


def orphans(seen: Seen, kept: Mask) -> Mask:
    """A heading below the first rank goes if nothing stays before the next of its rank or a higher one."""
    level = [int(tag[1]) if tag in HEADINGS else 0 for tag in seen.page.tags]
    result = kept.copy()
    lowest = 0  # rank of a heading that would have something kept under it, on the way from the end
    for block in range(len(kept) - 1, -1, -1):
        if not level[block]:
            lowest = 6 if kept[block] else lowest
        else:
            result[block] &= level[block] <= max(lowest, 1)
            lowest = min(lowest, level[block] - 1)
    return result


def _as_reason(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:].rstrip(".")


ALL: Final[Mapping[str, Callable[[Seen, Mask], Mask]]] = {
    rule.__name__: rule
    for rule in (lines, rows, items, headings, terms, listings, formulas, lead_ins, gaps, lists, tables, orphans)
}
_REASONS: Final = {name: _as_reason(rule.__doc__ or name) for name, rule in ALL.items()}
RULES: Final = ("lines", "rows", "headings", "terms", "listings", "formulas", "lead_ins")


def coherent(page: Page, kept: Mask, chance: NDArray[np.float64], fence: float, shut: Mask | None = None) -> Coherent:
    """Apply the rules to a model's decisions, one after the other; what is ``shut`` is never kept, by default what is
    hidden.

    >>> from tamis.dom import read
    >>> from tamis.limits import Limits
    >>> from tamis.segment.text_flow import text_flow
    >>> page = text_flow(read("<h2>Rye</h2><p>It is a grass.", None, Limits()))
    >>> coherent(page, np.array([False, True]), np.array([0.3, 0.9]), 0.5)
    Coherent(kept=array([ True,  True]), changed={0: 'a heading goes with what stands under it'})
    """
    seen = Seen(page, chance, fence)
    changed: dict[int, str] = {}
    if not kept.any():
        return Coherent(kept, changed)
    open_blocks = ~(page.hidden if shut is None else shut)
    for name in RULES:
        after = ALL[name](seen, kept)
        if after is not kept:
            after = after & open_blocks
            for block in np.flatnonzero(after != kept).tolist():
                changed[block] = _REASONS[name]
            kept = after
            if not kept.any():
                break
    return Coherent(kept, changed)
