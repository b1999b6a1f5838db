"""What a block's tags are worth: the priorities of PAB's table 3.1, summed up, for blocks however they were cut.

Kabir, Kabir and Amin, "Isolating informative blocks from large web pages using HTML tag priority assignment based
approach", 2015 (PAB 2015). The strategy that decides by them is :mod:`tamis.papers.pab2015.pab`; a store keeps the
priority beside every block.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.errors import UsageError
from tamis.html.tags import HIDDEN
from tamis.html.tree import Tree
from tamis.papers.pab2015.tag_tree import opened
from tamis.web.domains import host_of, site_of, site_of_host

TABLE_3_1: Final = (
    "title:1.0", "h1:1.0", "h2:0.9", "h3:0.8", "h4:0.7", "h5:0.6", "h6:0.5",
    "b:0.4", "strong:0.4", "img:0.3", "a:0.2", "i:0.2", "em:0.2", "p:0.1",
)  # fmt: skip
"""PAB 2015, table 3.1: tag and priority"""
MILLION: Final = 1_000_000
"""priorities are summed as whole millionths, so that a sum of nothing is nothing"""
_MOST: Final = 1000.0
"""a priority above this is this: a page of a million such tags still sums up"""


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
    table = priority_table(TABLE_3_1)
    reach = _reach(page)
    counts = (np.asarray(tree.flags, np.int64) & HIDDEN == 0) & _covered(reach, rows)
    links = links_of(page, counts)
    units, linked, leaving = (
        _reached(c, reach) for c in (worth_of_elements(tree, table, counts), links.are, links.leave)
    )
    units[2 * leaving > linked] = 0
    units[page.first_run < 0] = table["title"]
    wanted = np.ones(len(page), np.bool_) if rows is None else np.isin(np.arange(len(page)), rows)
    return np.where(wanted, units / MILLION, 0.0)


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


def priority_table(priorities: tuple[str, ...]) -> dict[str, int]:
    """The priority table in millionths."""
    table = {}
    for entry in priorities:
        tag, _, value = entry.partition(":")
        table[tag.strip().lower()] = in_millionths(value, f"{entry!r} in priorities, where 'h1:1.0' would do,")
    return table


def in_millionths(value: str | float, name: str) -> int:
    """A priority in millionths."""
    try:
        return round(min(float(value), _MOST) * MILLION)
    except (ValueError, OverflowError):
        raise UsageError(f"{name} is not a number") from None


def worth_of_elements(tree: Tree, table: Mapping[str, int], counts: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Each element's own priority, in millionths."""
    worth = np.array([table.get(tag, 0) for tag in tree.tags], np.int64)
    worth[~(counts & opened(tree, tuple(table)))] = 0
    return worth


class Links(NamedTuple):
    """The links of a page, a column of its elements each."""

    are: NDArray[np.int64]
    """1 where an element is a link"""
    leave: NDArray[np.int64]
    """1 where it leaves the site"""
    site: str | None
    """the page's site; ``None`` if unknown, and then none leaves"""


def links_of(page: Page, counts: NDArray[np.bool_]) -> Links:
    """Which elements that count are links, and which of these leave the site."""
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
    return Links(are, leave, site)


def _host(href: str, base: str | None) -> str | None:
    """The host that a link leads to; ``None`` if it leads to none (``mailto:``, ``javascript:``)."""
    href = href.strip()
    start = href[:8].lower()
    if start.startswith(("http://", "https://", "//")):
        return host_of(href)
    return base if ":" not in href.partition("/")[0] else None
