"""PAB: a block is worth the sum of its tags' priorities, and a block worth nothing is noise.

Kabir, Kabir and Amin, "Isolating informative blocks from large web pages using HTML tag priority assignment based
approach", 2015 (PAB 2015): blocks of section 3.1.1 (:mod:`tamis.segment.tag_tree`), priorities of table 3.1 summed by
eq. 1, priority 0 for a block more than half of whose links leave the site, duplicates merged (algorithms 3.2.1, 3.2.2).

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
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.document import Decisions
from tamis.dom import Tree
from tamis.domains import host_of, site_of, site_of_host
from tamis.errors import UsageError
from tamis.page import Page
from tamis.segment.tag_tree import DROP, OPENS, Removal, opened, removed, tag_tree
from tamis.strategies.base import strategy
from tamis.tags import HIDDEN

TABLE_3_1: Final = (
    "title:1.0", "h1:1.0", "h2:0.9", "h3:0.8", "h4:0.7", "h5:0.6", "h6:0.5",
    "b:0.4", "strong:0.4", "img:0.3", "a:0.2", "i:0.2", "em:0.2", "p:0.1",
)  # fmt: skip
"""PAB 2015, table 3.1: tag and priority"""
_UNIT: Final = 1_000_000
"""priorities are summed as whole millionths, so that a sum of nothing is nothing"""
_MOST: Final = 1000.0
"""a priority above this is this: a page of a million such tags still sums up"""
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
    table = _table(priorities)
    title = page.first_run < 0
    names = frozenset(opens)
    roots = np.array([e if e and tree.tags[e] in names else -1 for e in page.elements.tolist()], np.int64)
    removal = removed(page, drop)
    counts = ~removal.elements & (np.asarray(tree.flags, np.int64) & HIDDEN == 0)
    worth = _worth(tree, table, counts)
    links = _links(page, counts)
    units = np.where(roots >= 0, _sums(tree, worth, roots), _units(outside, "outside"))
    units[title] = table.get("title", 0)
    linked, leaving = _sums(tree, links.are, roots), _sums(tree, links.leave, roots)
    outer = 2 * leaving > linked
    kept = (units > _units(threshold, "threshold")) & ~outer & ~removal.rows & ~page.hidden
    twins = _duplicates(page, roots, kept)
    kept[list(twins)] = False
    above = np.maximum(units / _UNIT - threshold, 0.0)
    score = np.where(kept, 1 - 0.5 / (1 + above), np.where(outer | removal.rows | page.hidden, 0.0, _NO_TAGS))
    score[list(twins)] = 0.0
    why = _Reasons(page, worth, roots, units, threshold, linked, leaving, links.site, removal, twins, {})
    return Decisions(kept, score, why)


def priorities(page: Page, rows: NDArray[np.int64] | None = None) -> NDArray[np.float64]:
    """The priority of each block by table 3.1, whatever cut the page: what a store keeps beside every block.

    ``rows`` are the blocks to look at, by default all; the others have 0.

    The tags that count are those of the block's element and below. An element that holds more text than the block (a
    ``div`` with a line of its own between paragraphs) lends it only the tags around its first and up to its last word.
    As in the paper the head's title has 1, and a block most of whose links leave the site has 0.

    >>> import tamis
    >>> page = tamis.analyze("<h1>Rye</h1><div>Bread of <b>rye</b><p>Old <i>and</i> good</div>").page
    >>> dict(zip(page.texts, priorities(page).round(3).tolist()))
    {'Rye': 1.0, 'Bread of rye': 0.4, 'Old and good': 0.3}
    """
    tree = page.tree
    table = _table(TABLE_3_1)
    reach = _reach(page)
    counts = (np.asarray(tree.flags, np.int64) & HIDDEN == 0) & _covered(reach, rows)
    links = _links(page, counts)
    units, linked, leaving = (_reached(c, reach) for c in (_worth(tree, table, counts), links.are, links.leave))
    units[2 * leaving > linked] = 0
    units[page.first_run < 0] = table["title"]
    wanted = np.ones(len(page), np.bool_) if rows is None else np.isin(np.arange(len(page)), rows)
    return np.where(wanted, units / _UNIT, 0.0)


class _Reach(NamedTuple):
    """What counts for a block: the elements from ``start`` to ``end``, and the chain from ``low`` up to ``top``."""

    start: NDArray[np.int64]
    end: NDArray[np.int64]
    low: NDArray[np.int64]
    top: NDArray[np.int64]
    """the element above the chain, -1 for none"""
    parents: NDArray[np.int64]


def _reach(page: Page) -> _Reach:
    tree, elements = page.tree, page.elements
    ends, parents = np.asarray(tree.ends, np.int64), np.asarray(tree.parents, np.int64)
    holders, seen = np.asarray(tree.run_parents, np.int64), np.asarray(tree.run_seen, np.int64)
    if not len(page) or not len(holders):
        nothing = np.zeros(len(page), np.int64)
        return _Reach(nothing, nothing, nothing - 1, nothing - 1, parents)
    written = np.flatnonzero([not run.isspace() for run in tree.runs])
    before = np.searchsorted(written, page.first_run) - 1
    after = np.searchsorted(written, page.last_run, "right")
    edge = np.concatenate((holders[written], [-1]))  # -1 both before the first and after the last
    neighbours = edge[np.stack((before, np.minimum(after, len(written))))]
    whole = ~((neighbours >= elements) & (neighbours < ends[elements])).any(axis=0)
    low = holders[page.first_run]
    start, end = np.where(whole, elements, seen[page.first_run]), np.where(whole, ends[elements], seen[page.last_run])
    low = np.where(whole | (low < elements), -1, low)
    return _Reach(start, np.maximum(start, end), low, np.where(low >= 0, parents[elements], -1), parents)


def _reached(column: NDArray[np.int64], reach: _Reach) -> NDArray[np.int64]:
    """The sum of a column over the elements that count for each block."""
    before = np.concatenate((np.zeros(1, np.int64), np.cumsum(column)))
    sums: NDArray[np.int64] = before[reach.end] - before[reach.start]
    if (reach.low >= 0).any():
        down = [0] * (len(column) + 1)  # the last place is that of -1: nothing
        for i, (value, parent) in enumerate(zip(column.tolist(), reach.parents.tolist(), strict=True)):
            down[i] = value + down[parent]
        chain = np.array(down, np.int64)
        sums += chain[reach.low] - chain[reach.top]
    return sums


def _covered(reach: _Reach, rows: NDArray[np.int64] | None) -> NDArray[np.bool_]:
    """Which elements count for any of the blocks, so that the links of no others need be read."""
    count = len(reach.parents)
    if rows is None:
        return np.ones(count, np.bool_)
    edges = np.zeros(count + 1, np.int64)
    np.add.at(edges, reach.start[rows], 1)
    np.add.at(edges, reach.end[rows], -1)
    covered: NDArray[np.bool_] = np.cumsum(edges)[:count] > 0
    around = np.zeros(count, np.bool_)
    for element in reach.low[rows].tolist():
        while element >= 0 and not around[element]:  # so that each is climbed from once, however deep the page
            around[element] = True
            element = int(reach.parents[element])  # noqa: PLW2901 - a climb
    return covered | around


def _table(priorities: tuple[str, ...]) -> dict[str, int]:
    """The priority table in millionths."""
    table = {}
    for entry in priorities:
        tag, _, value = entry.partition(":")
        table[tag.strip().lower()] = _units(value, f"{entry!r} in priorities, where 'h1:1.0' would do,")
    return table


def _units(value: str | float, name: str) -> int:
    """A priority in millionths."""
    try:
        return round(min(float(value), _MOST) * _UNIT)
    except (ValueError, OverflowError):
        raise UsageError(f"{name} is not a number") from None


def _worth(tree: Tree, table: Mapping[str, int], counts: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Each element's own priority, in millionths."""
    worth = np.array([table.get(tag, 0) for tag in tree.tags], np.int64)
    worth[~(counts & opened(tree, tuple(table)))] = 0
    return worth


class _Links(NamedTuple):
    are: NDArray[np.int64]
    """1 where an element is a link"""
    leave: NDArray[np.int64]
    """1 where it leaves the site"""
    site: str | None
    """the page's site; ``None`` if unknown, and then none leaves"""


def _links(page: Page, counts: NDArray[np.bool_]) -> _Links:
    tree = page.tree
    are, leave = np.zeros(len(tree.tags), np.int64), np.zeros(len(tree.tags), np.int64)
    site = site_of(page.url)
    base = host_of(tree.document.base_url(page.url or "")) if site else None
    foreign: dict[str | None, bool] = {None: False}
    for i, tag in enumerate(tree.tags):
        if tag == "a" and counts[i] and (href := tree.attr(i, "href")) is not None:
            are[i] = 1
            if site:
                host = _host(href, base)
                if host not in foreign:
                    foreign[host] = site_of_host(host or "") != site
                leave[i] = foreign[host]
    return _Links(are, leave, site)


def _host(href: str, base: str | None) -> str | None:
    """The host that a link leads to; ``None`` if it leads to none (``mailto:``, ``javascript:``)."""
    href = href.strip()
    start = href[:8].lower()
    if start.startswith(("http://", "https://", "//")):
        return host_of(href)
    return base if ":" not in href.partition("/")[0] else None


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
        priority = f"priority {self.units[row] / _UNIT:.2f}: {self._tags(row)}"
        if 2 * self.leaving[row] > self.linked[row]:
            return f"{self.leaving[row]} of {self.linked[row]} links leave {self.site}, so priority 0, else {priority}"
        low = "" if self.units[row] / _UNIT > self.threshold else f", not above {self.threshold:g}"
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
            parts = [f"{f'{n} × ' if n > 1 else ''}{tag} {units / _UNIT:g}" for (tag, units), n in found.items()]
            self.tags[root] = " + ".join(parts) or f"{names[root]} without a tag of the priority table"
        return self.tags[root]

    def _links(self, row: int) -> str:
        count = self.linked[row]
        if not count:
            return ""
        if self.site is None:
            return f"; without the page's url none of {count} links counts as leaving the site"
        return f"; {self.leaving[row]} of {count} links leave {self.site}"
