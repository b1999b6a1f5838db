"""PAB: a block is worth the sum of its tags' priorities, and a block worth nothing is noise.

Kabir, Kabir and Amin, "Isolating informative blocks from large web pages using HTML tag priority assignment based
approach", 2015 (PAB 2015): blocks of section 3.1.1 (:mod:`tamis.papers.pab2015.tag_tree`), priorities of table 3.1
summed by eq. 1, priority 0 for a block more than half of whose links leave the site, duplicates merged (algorithms
3.2.1, 3.2.2).

Where this departs from the paper, or says what it leaves open:

* a link leaves the site if the registrable domains differ, so ``m.example.com`` is the same site and a link without a
  host never leaves; without the page's url no link can be judged, and the reasons say so;
* of duplicates the first is kept, but the head's title gives way to a block of the body that says the same;
* text outside any tag that opens a block has priority 0 by the table; ``outside`` sets it;
* table, ul and ol open blocks but have no place in table 3.1, so a plain list is worth nothing, as the paper has it;
* an image alone is worth 0.3 by the table, but has no visible text to keep; inside a block it counts;
* only what the page shows counts: neither hidden tags and links nor those in a removed form.

The score of a kept block is 0.75 for a priority of 1 above the threshold and nears 1 as the priority grows. A block
whose only fault is its low priority has 0.25, one that is dropped for any other reason has 0.

>>> import tamis
>>> page = "<h1>Rye</h1><p>Bread of <b>rye</b>.<ul><li>one<li>two</ul>"
>>> for block in tamis.analyze(page, strategy="pab").blocks:
...     print(block.kept, block.reason)
True priority 1.00: h1 1
True priority 0.50: p 0.1 + b 0.4
False priority 0.00: ul without a tag of the priority table, not above 0
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page
from tamis.html.tags import HIDDEN
from tamis.html.tree import Tree
from tamis.papers.pab2015.tag_priority import (
    MILLION,
    TABLE_3_1,
    in_millionths,
    links_of,
    priority_table,
    worth_of_elements,
)
from tamis.papers.pab2015.tag_tree import DROP, OPENS, Removal, removed, tag_tree
from tamis.strategies.base import strategy

_NO_TAGS: Final = 0.25
"""the score of a block that has nothing but a low priority against it: what favouring recall takes in"""


@strategy("pab", segment=tag_tree)
def pab(
    page: Page,
    *,
    priorities: tuple[str, ...] = TABLE_3_1,
    outside: float = 0.0,
    threshold: float = 0.0,
    opens: tuple[str, ...] = OPENS,
    drop: tuple[str, ...] = DROP,
) -> Decisions:
    """Tag priorities summed up per block; worth nothing, or mostly links to other sites, is noise (PAB 2015).

    ``priorities`` are ``tag:value``; a block is kept if its priority is above ``threshold``.
    """
    tree = page.tree
    table = priority_table(priorities)
    title = page.first_run < 0
    names = frozenset(opens)
    roots = np.array([e if e and tree.tags[e] in names else -1 for e in page.elements.tolist()], np.int64)
    removal = removed(page, drop)
    counts = ~removal.elements & (np.asarray(tree.flags, np.int64) & HIDDEN == 0)
    worth = worth_of_elements(tree, table, counts)
    links = links_of(page, counts)
    units = np.where(roots >= 0, _sums(tree, worth, roots), in_millionths(outside, "outside"))
    units[title] = table.get("title", 0)
    linked, leaving = _sums(tree, links.are, roots), _sums(tree, links.leave, roots)
    outer = 2 * leaving > linked
    kept = (units > in_millionths(threshold, "threshold")) & ~outer & ~removal.rows & ~page.hidden
    twins = _duplicates(page, roots, kept)
    kept[list(twins)] = False
    above = np.maximum(units / MILLION - threshold, 0.0)
    score = np.where(kept, 1 - 0.5 / (1 + above), np.where(outer | removal.rows | page.hidden, 0.0, _NO_TAGS))
    score[list(twins)] = 0.0
    why = _Reasons(page, worth, roots, units, threshold, linked, leaving, links.site, removal, twins, {})
    return Decisions(kept, score, why)


def _sums(tree: Tree, column: NDArray[np.int64], roots: NDArray[np.int64]) -> NDArray[np.int64]:
    """The sum of a column over the subtree of each root; 0 where there is no root (-1)."""
    before = np.concatenate((np.zeros(1, np.int64), np.cumsum(column)))
    sums: NDArray[np.int64] = before[np.asarray(tree.ends, np.int64)[roots]] - before[roots]
    return np.where(roots >= 0, sums, 0)


def _duplicates(page: Page, roots: NDArray[np.int64], kept: NDArray[np.bool_]) -> dict[int, int]:
    """The rows whose block says the same as another kept one, with the first row of that other.

    A block whose hidden or removed parts were cut out has several rows; its text is that of all of them.
    """
    blocks: dict[int, list[int]] = {}
    for row in np.flatnonzero(kept).tolist():
        root = int(roots[row])
        blocks.setdefault(root if root >= 0 else -1 - row, []).append(row)
    if -1 in blocks and page.first_run[0] < 0:
        blocks[-1] = blocks.pop(-1)  # the title comes last, and so gives way
    first: dict[str, int] = {}
    twins: dict[int, int] = {}
    for rows in blocks.values():
        text = page.texts[rows[0]] if len(rows) == 1 else "\n".join([page.texts[row] for row in rows])
        original = first.setdefault(text, rows[0])
        if original != rows[0]:
            twins.update(dict.fromkeys(rows, original))
    return twins


@dataclass(frozen=True, slots=True)
class _Reasons:
    """Why each block was kept or dropped, put into words when asked for."""

    page: Page
    worth: NDArray[np.int64]
    roots: NDArray[np.int64]
    units: NDArray[np.int64]
    threshold: float
    linked: NDArray[np.int64]
    leaving: NDArray[np.int64]
    site: str | None
    removal: Removal
    twins: Mapping[int, int]
    tags: dict[int, str]
    """the sums already spelled out, by root: a block cut into many rows is read once"""

    def __call__(self, row: int) -> str:
        if self.page.hidden[row]:
            return "hidden: the page does not show it"
        if self.removal.rows[row]:
            return self.removal.why(row)
        if row in self.twins:
            return f"says the same as block {self.twins[row]}, which is kept"
        priority = f"priority {self.units[row] / MILLION:.2f}: {self._tags(row)}"
        if 2 * self.leaving[row] > self.linked[row]:
            return f"{self.leaving[row]} of {self.linked[row]} links leave {self.site}, so priority 0, else {priority}"
        low = "" if self.units[row] / MILLION > self.threshold else f", not above {self.threshold:g}"
        return priority + low + self._links(row)

    def _tags(self, row: int) -> str:
        """The sum, tag by tag."""
        root = int(self.roots[row])
        if self.page.first_run[row] < 0:
            return "the head's title"
        if root < 0:
            return "outside any tag that opens a block"
        if root not in self.tags:
            names = self.page.tree.tags
            end = int(self.page.tree.ends[root])
            valued = root + np.flatnonzero(self.worth[root:end])
            found = Counter((names[i], int(self.worth[i])) for i in valued.tolist())
            parts = [f"{f'{n} × ' if n > 1 else ''}{tag} {units / MILLION:g}" for (tag, units), n in found.items()]
            self.tags[root] = " + ".join(parts) or f"{names[root]} without a tag of the priority table"
        return self.tags[root]

    def _links(self, row: int) -> str:
        count = self.linked[row]
        if not count:
            return ""
        if self.site is None:
            return f"; without the page's url none of {count} links counts as leaving the site"
        return f"; {self.leaving[row]} of {count} links leave {self.site}"
