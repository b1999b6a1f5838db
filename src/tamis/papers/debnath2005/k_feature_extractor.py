"""K-FeatureExtractor: the blocks that have most of the features asked for, however many they are.

Debnath 2005, section 3.2.1, last paragraph: FeatureExtractor's winner basket, clustered by adaptive k-means on its
members' desired sums; "the usual values of k taken are 2 or 3, and the initial centroids are chosen from the sorted
list at equidistant index values". The cluster with the highest centroid is output.

A kept block's score is a half and up to another by its part of the highest sum; others in the basket have up to a half
by their part of the lowest sum that was enough, and blocks outside it up to a quarter.

>>> import tamis
>>> page = "<p>Rye is a grass grown for its grain.<p>It grows where wheat does not, on sandy soil.<p>Read on.<p>Share."
>>> for block in tamis.analyze(page, strategy="k-feature-extractor").blocks:
...     print(block.kept, block.reason)
True text 0.89 (8 words), in the top one of 2 clusters, from 0.89 up
True text 1.00 (9 words), in the top one of 2 clusters, from 0.89 up
False text 0.22 (2 words), below the top one of 2 clusters, from 0.89 up
False text 0.11 (1 word), below the top one of 2 clusters, from 0.89 up
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page
from tamis.errors import UsageError
from tamis.papers.debnath2005.feature_extractor import DESIRED, choose_basket
from tamis.papers.debnath2005.tag_set import TAGS, tag_set
from tamis.strategies.base import strategy

_ROUNDS: Final = 300
"""k-means on a line settles within a few dozen rounds; this keeps a contrived page from taking longer"""


@strategy("k-feature-extractor", segment=tag_set)
def k_feature_extractor(
    page: Page, *, desired: tuple[str, ...] = DESIRED, tags: tuple[str, ...] = TAGS, k: tuple[int, ...] = (2, 3)
) -> Decisions:
    """The top cluster of the blocks with most of the desired features (Debnath 2005)."""
    basket = choose_basket(page, desired, tags)
    sums = np.sort(basket.sums[basket.members])
    starts = adaptive_clusters(sums, _numbers(k))
    enough = float(sums[starts[-1]]) if len(sums) else 0.0
    won = basket.members & (basket.sums >= enough)
    highest = sums.max(initial=0.0) or 1.0
    score = basket.scores(won, 0.5 + 0.5 * basket.sums / highest, enough)
    many = len(starts) > 1
    clusters = f"the top one of {len(starts)} clusters, from {enough:.2f} up" if many else "the only cluster"

    def why(block: int) -> str:
        return f"{basket.describe(block)}, {'in' if won[block] else 'below'} {clusters}"

    return basket.decide(page, won, score, why)


def adaptive_clusters(ordered: NDArray[np.float64], sizes: tuple[int, ...] = (2, 3)) -> NDArray[np.int64]:
    """Where the clusters of sorted values begin, for that number of clusters which has the best mean silhouette.

    >>> adaptive_clusters(np.array([0.1, 0.12, 0.5, 0.55, 0.9, 1.0])).tolist()
    [0, 2, 4]
    >>> adaptive_clusters(np.array([0.1, 0.12, 0.15, 0.9, 0.95, 1.0])).tolist()
    [0, 3]
    """
    best, found = -np.inf, np.zeros(1, np.int64)
    for size in sorted(sizes):
        starts = k_means(ordered, size)
        if len(starts) > 1 and (quality := silhouette(ordered, starts)) > best:
            best, found = quality, starts
    return found


def k_means(ordered: NDArray[np.float64], size: int) -> NDArray[np.int64]:
    """Where the clusters of sorted values begin; on a line a cluster is a stretch, so a round is a few look-ups."""
    if not len(ordered):
        return np.zeros(1, np.int64)
    places = np.round(np.linspace(0, len(ordered) - 1, min(size, len(ordered)))).astype(np.int64)
    centroids = np.unique(ordered[places])
    below = np.concatenate(([0.0], np.cumsum(ordered)))
    starts = np.zeros(1, np.int64)
    for _ in range(_ROUNDS):
        borders = np.searchsorted(ordered, (centroids[:-1] + centroids[1:]) / 2, side="right")
        before, starts = starts, np.unique(np.concatenate((np.zeros(1, np.int64), borders)))
        starts = starts[starts < len(ordered)]  # a cluster that lost its last value is no more
        if np.array_equal(before, starts):
            break
        centroids = np.diff(below[np.append(starts, len(ordered))]) / np.diff(np.append(starts, len(ordered)))
    return starts


def silhouette(ordered: NDArray[np.float64], starts: NDArray[np.int64]) -> float:
    """The mean silhouette of clusters of sorted values; the nearest other cluster is a neighbour on the line.

    >>> round(silhouette(np.array([0.0, 1.0, 9.0, 10.0]), np.array([0, 2])), 4)
    0.8885
    """
    count = len(ordered)
    below = np.concatenate(([0.0], np.cumsum(ordered)))
    bounds = np.append(starts, count)
    sizes, totals = np.diff(bounds), np.diff(below[bounds])
    cluster = np.repeat(np.arange(len(starts)), sizes)
    low, high, place = bounds[cluster], bounds[cluster + 1], np.arange(count)
    to_lower = ordered * (place - low) - (below[place] - below[low])
    to_higher = (below[high] - below[place]) - ordered * (high - place)
    within = (to_lower + to_higher) / np.maximum(sizes[cluster] - 1, 1)
    means = np.concatenate(([-np.inf], totals / sizes, [np.inf]))
    between = np.minimum(ordered - means[cluster], means[cluster + 2] - ordered)
    each = np.where(sizes[cluster] > 1, (between - within) / np.maximum(np.maximum(between, within), 1e-300), 0.0)
    return float(each.mean())


def _numbers(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers of clusters to try; the command line hands them over as text."""
    try:
        found = tuple(int(size) for size in sizes)
    except (ValueError, TypeError, OverflowError):
        found = ()
    if not found or min(found) < 1:
        raise UsageError(f"k is one or more whole numbers from 1 up, such as 2,3, not {sizes!r}")
    return found
