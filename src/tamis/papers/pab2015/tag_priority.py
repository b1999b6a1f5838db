"""What a block's tags are worth: the priorities of PAB's table 3.1, summed up, for blocks however they were cut.

The strategy that decides by them is :mod:`tamis.papers.pab2015.pab`; a store keeps the priority beside every block.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.errors import UsageError
from tamis.html.columns import depth, running, shown
from tamis.html.tree import Tree
from tamis.papers.pab2015.tag_tree import opened
from tamis.web.domains import host_of, site_of, site_of_host

_Ints = NDArray[np.int64]
_Bools = NDArray[np.bool_]

TABLE_3_1: Final = (
    "title:1.0", "h1:1.0", "h2:0.9", "h3:0.8", "h4:0.7", "h5:0.6", "h6:0.5",
    "b:0.4", "strong:0.4", "img:0.3", "a:0.2", "i:0.2", "em:0.2", "p:0.1",
)  # fmt: skip
"""PAB 2015, table 3.1: tag and priority"""
MILLION: Final = 1_000_000
"""priorities are summed as whole millionths, so that a sum of nothing is nothing"""
_MOST: Final = 1000.0
"""a priority above this is this: a page of a million such tags still sums up"""


def priorities(page: Page) -> NDArray[np.float64]:
    """The priority of each block by table 3.1, whatever cut the page: what a store keeps beside every block.

    The tags that count are those of the block's element and below. An element that holds more text than the block (a
    ``div`` with a line of its own between paragraphs) lends it only the tags around its first and up to its last word.
    As in the paper the head's title has 1, and a block most of whose links leave the site has 0.

    >>> import tamis
    >>> page = tamis.analyze("<h1>Rye</h1><div>Bread of <b>rye</b><p>Old <i>and</i> good</div>").page
    >>> dict(zip(page.texts, priorities(page).round(3).tolist()))
    {'Rye': 1.0, 'Bread of rye': 0.4, 'Old and good': 0.3}
    """
    tree, table = page.tree, priority_table(TABLE_3_1)
    visible = shown(tree)
    links = links_of(page, visible)
    worth = worth_of_elements(tree, table, visible)
    units, linked, leaving = _sums_of_blocks(page, worth, links.are, links.leave)
    units[2 * leaving > linked] = 0
    units[page.first_run < 0] = table["title"]
    return units / MILLION


def _sums_of_blocks(page: Page, *columns: _Ints) -> list[_Ints]:
    """The sums of columns over the elements that count for each block."""
    tree, elements = page.tree, page.elements
    parents, holders = np.asarray(tree.parents), np.asarray(tree.run_parents)
    if not len(holders):
        return [np.zeros(len(page), np.int64) for _ in columns]
    whole = _has_all_text(page)
    begun, low, above = np.asarray(tree.run_seen), holders[page.first_run], parents[elements]
    start = np.where(whole, elements, begun[page.first_run])
    end = np.maximum(start, np.where(whole, tree.ends[elements], begun[page.last_run]))
    sums = []
    for column in columns:
        before, around = running(column), depth(tree, column)
        chain = around[low] - np.where(above >= 0, around[above], 0)
        sums.append(before[end] - before[start] + np.where(~whole & (low >= elements), chain, 0))
    return sums


def _has_all_text(page: Page) -> _Bools:
    """Which blocks have all the text of their element, white space aside."""
    tree, elements = page.tree, page.elements
    texts = np.flatnonzero([not run.isspace() for run in tree.runs])
    before = np.searchsorted(texts, page.first_run) - 1
    after = np.searchsorted(texts, page.last_run, "right")
    holders = np.append(np.asarray(tree.run_parents)[texts], -1)  # -1 both before the first and after the last
    neighbours = holders[np.stack((before, after))]
    others = (neighbours >= elements) & (neighbours < tree.ends[elements])
    whole: _Bools = ~np.logical_or.reduce(others)
    return whole


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


def worth_of_elements(tree: Tree, table: Mapping[str, int], counts: _Bools) -> _Ints:
    """Each element's own priority, in millionths; 0 for those that do not count."""
    worth = np.array([table.get(tag, 0) for tag in tree.tags], np.int64)
    return np.where(counts & opened(tree, tuple(table)), worth, 0)


class Links(NamedTuple):
    """The links of a page, a column of its elements each."""

    are: _Ints
    """1 where an element is a link"""
    leave: _Ints
    """1 where it leaves the site"""
    site: str | None
    """the page's site; ``None`` if unknown, and then none leaves"""


def links_of(page: Page, counts: _Bools) -> Links:
    """Which elements that count are links, and which of these leave the site."""
    tree = page.tree
    are, leave = np.zeros(len(tree.tags), np.int64), np.zeros(len(tree.tags), np.int64)
    site = site_of(page.url)
    base = host_of(tree.document.base_url(page.url or "")) if site else None
    foreign: dict[str | None, bool] = {None: False}
    for i in tree.rows("a"):
        if counts[i] and (href := tree.attr(i, "href")) is not None:
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
    if href[:8].lower().startswith(("http://", "https://", "//")):
        return host_of(href)
    return base if ":" not in href.partition("/")[0] else None
