"""Folds for cross-validation that keep the pages of one host together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from tamis.lab.corpora.base import GoldPage


def folds_by_host(pages: Iterable[GoldPage], k: int, seed: int = 0) -> NDArray[np.intp]:
    """The fold, 0 to k - 1, of each page. Pages of one host share a fold; a page without a host goes by
    itself.

    Pages of one site share a template: in both training and validation they give a false score. Hosts go,
    largest first, to the fold that has the fewest pages, so folds are as equal as hosts allow. Which host
    goes where depends on the seed and the set of pages, not on their order.
    """
    if k < 2:
        raise ValueError(f"cross-validation needs at least two folds, not {k}")
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for index, page in enumerate(pages):
        groups[_site(page)].append(index)
    names = sorted(groups)
    np.random.default_rng(seed).shuffle(names)
    folds = np.zeros(sum(map(len, groups.values())), dtype=np.intp)
    sizes = [0] * k
    for name in sorted(names, key=lambda name: -len(groups[name])):
        fold = sizes.index(min(sizes))
        sizes[fold] += len(groups[name])
        folds[groups[name]] = fold
    return folds


def _site(page: GoldPage) -> str:
    # A space cannot be in a host's name, so a page's id is never taken for one.
    return page.host.lower().removeprefix("www.") if page.host else f"page {page.id}"
