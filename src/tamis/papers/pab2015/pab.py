"""PAB: a block is worth the sum of its tags' priorities, and a block worth nothing is noise.

Kabir, Kabir and Amin, "Isolating informative blocks from large web pages using HTML tag priority assignment based
approach", 2015 (PAB 2015): blocks of section 3.1.1 (:mod:`tamis.papers.pab2015.tag_tree`), priorities of table 3.1
summed by eq. 1, priority 0 for a block more than half of whose links leave the site, duplicates merged (algorithms
3.2.1, 3.2.2). The README tells how we read the paper.

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
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page
from tamis.html.columns import shown, subtree_sums, tagged
from tamis.html.tree import Tree
from tamis.papers.decide import decide_visible
from tamis.papers.pab2015.tag_priority import (
    MILLION,
    TABLE_3_1,
    in_millionths,
    links_of,
    priority_table,
    worth_of_elements,
)
from tamis.papers.pab2015.tag_tree import DROP, OPENS, inside, removed_by, tag_tree
from tamis.strategies.base import strategy

_LOW: Final = 0.25
"""the score of a block whose only fault is its low priority: favouring recall adds it"""


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
    roots = np.where(tagged(tree, opens)[page.elements] & (page.elements > 0), page.elements, -1)
    removed = removed_by(page, drop)
    counts = shown(tree) & ~inside(tree, drop)
    worth = worth_of_elements(tree, table, counts)
    links = links_of(page, counts)
    units, linked, leaving = (
        np.where(roots >= 0, subtree_sums(tree, column)[roots], 0) for column in (worth, links.are, links.leave)
    )
    units[roots < 0] = in_millionths(outside, "outside")
    units[title] = table.get("title", 0)
    noise = (2 * leaving > linked) | np.array([tag != "" for tag in removed], np.bool_)
    kept = (units > in_millionths(threshold, "threshold")) & ~noise & ~page.hidden
    twins = _duplicates(page, roots, kept)
    kept[list(twins)] = False
    score = np.where(kept, 1 - 0.5 / (1 + np.maximum(units / MILLION - threshold, 0.0)), np.where(noise, 0.0, _LOW))
    score[list(twins)] = 0.0
    tags_of = cache(lambda root: _sum_in_words(tree, worth, root))

    def why(row: int) -> str:
        if removed[row]:
            return f"inside {removed[row]}, which is removed"
        if row in twins:
            return f"says the same as block {twins[row]}, which is kept"
        tags = "the head's title" if title[row] else tags_of(int(roots[row]))
        priority = f"priority {units[row] / MILLION:.2f}: {tags}"
        leave = f"{leaving[row]} of {linked[row]} links leave {links.site}"
        if noise[row]:
            return f"{leave}, so priority 0, else {priority}"
        if units[row] / MILLION <= threshold:
            priority += f", not above {threshold:g}"
        if linked[row] and links.site is None:
            return f"{priority}; without the page's url none of {linked[row]} links counts as leaving the site"
        return f"{priority}; {leave}" if linked[row] else priority

    return decide_visible(page, kept, score, why)


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
        original = first.setdefault("\n".join([page.texts[row] for row in rows]), rows[0])
        if original != rows[0]:
            twins.update(dict.fromkeys(rows, original))
    return twins


def _sum_in_words(tree: Tree, worth: NDArray[np.int64], root: int) -> str:
    """The priority of a block, tag by tag; its root is -1 if no tag opens it."""
    if root < 0:
        return "outside any tag that opens a block"
    valued = root + np.flatnonzero(worth[root : tree.ends[root]])
    found = Counter((tree.tags[i], int(worth[i])) for i in valued.tolist())
    parts = [f"{f'{n} × ' if n > 1 else ''}{tag} {units / MILLION:g}" for (tag, units), n in found.items()]
    return " + ".join(parts) or f"{tree.tags[root]} without a tag of the priority table"
