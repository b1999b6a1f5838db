"""The same article on several sites, found by its blocks (Debnath 2005, section 1: why a store should know blocks)."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import Final

from tamis.store.checking import read_pages
from tamis.store.database import Database
from tamis.store.results import Duplicate
from tamis.store.texts import SHORT
from tamis.store.tokens import sketches, tokenize

_COMMON: Final = 50
"""pages: what more of them have is a phrase of many sites (a licence, a notice), not an article"""


def group_pages(database: Database, share: float) -> list[Duplicate]:
    """Groups of pages, each sharing the given part of its words with another page of another site.

    Blocks that share a sketch are equal; :mod:`tamis.store.tokens` has how sure that is.
    """
    holders: defaultdict[int, dict[int, int]] = defaultdict(dict)
    sizes: defaultdict[int, int] = defaultdict(int)
    pages: dict[int, tuple[str, str]] = {}
    kinds: dict[int, int] = {}
    for page in read_pages(database, "id, url, site"):
        number, url, site = page.row
        pages[number] = url, site
        tokens = tokenize(page.texts)
        for words, keys in zip(tokens.sizes.tolist(), sketches(tokens).tolist(), strict=True):
            if words >= SHORT:
                kind = next((kinds[key] for key in keys if key in kinds), len(kinds))
                kinds.update((key, kind) for key in keys if key not in kinds)
                holders[kind][number] = words
                sizes[number] += words
    shared: defaultdict[tuple[int, int], int] = defaultdict(int)
    for there in holders.values():
        if 1 < len(there) <= _COMMON:
            for a, b in combinations(sorted(there), 2):
                if pages[a][1] != pages[b][1]:
                    shared[a, b] += min(there[a], there[b])
    shares = {pair: words / min(sizes[pair[0]], sizes[pair[1]]) for pair, words in shared.items()}
    pairs = {pair: value for pair, value in shares.items() if value >= share}
    groups = [Duplicate(tuple(sorted(pages[page] for page in group)), most) for group, most in _connected(pairs)]
    return sorted(groups, key=lambda group: (-len(group.pages), -group.shared, group.pages))


def _connected(pairs: dict[tuple[int, int], float]) -> list[tuple[set[int], float]]:
    """The pages that are joined by pairs, directly or through others, and the largest share of the group."""
    leader: dict[int, int] = {}

    def find(page: int) -> int:
        while leader.setdefault(page, page) != page:
            leader[page] = leader[leader[page]]
            page = leader[page]
        return page

    for a, b in pairs:
        leader[find(a)] = find(b)
    groups: defaultdict[int, set[int]] = defaultdict(set)
    most: defaultdict[int, float] = defaultdict(float)
    for (a, b), share in pairs.items():
        groups[find(a)] |= {a, b}
        most[find(a)] = max(most[find(a)], min(1.0, share))
    return [(group, most[first]) for first, group in groups.items()]
