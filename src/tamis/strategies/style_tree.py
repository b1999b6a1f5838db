"""Site style tree: text at a place with the same presentation and content on every page is noise.

L. Yi, B. Liu and X. Li, "Eliminating noisy information in web pages for data mining", 2003, as the survey in Key
patterns 2013 describes it. The tag trees of the pages are merged (:mod:`tamis.papers.lbda2015.merged_tree`); a leaf's
importance is

    (1 - γˡ) × presentation + γˡ × content

with l the number of its inner styles and γ = 0.9, both parts normalised entropies: of the styles over the leaf's texts,
and one less that of its words over its pages. A leaf that only one page has has importance 1.

Where this departs from the description, or says what it leaves open:

* the survey gives no formulas; these are the original's. There a node is noise if its importance and that of all nodes
  below are under the threshold, so only leaves decide. How diverse a container is acts through the tree: pages whose
  children differ have different leaves below;
* words stand for the contents (the original also counts image files and link targets);
* the original sets the threshold for each site by looking at pages. Ours is one for all sites.

>>> import tamis
>>> pages = ["<ul><li>Home<li>News</ul><p>Rye is a grass", "<ul><li>Home<li>News</ul><p>Oats make porridge"]
>>> for block in tamis.analyze_site(pages, strategy="style-tree")[0].blocks[1:]:
...     print(block.kept, block.reason)
False importance 0.00, under 0.3: content 0.00, presentation 0.00 at a place that 2 of 2 pages have
True importance 0.90, at least 0.3: content 1.00, presentation 0.00 at a place that 2 of 2 pages have
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page
from tamis.errors import UsageError
from tamis.papers.decide import decide_visible, graded
from tamis.papers.lbda2015.merged_tree import MergedTree, merge
from tamis.strategies.base import strategy

GAMMA: Final = 0.9
"""Yi, Liu and Li 2003, section 3.2"""


# The threshold has little say: word F1 on the hosts of wcxb-dev with three pages or more is 0.675, 0.677, 0.672, 0.673
# and 0.674 at 0.2 to 0.6 (tamis evaluate $TAMIS_DATA/wcxb-dev.jsonl.xz --hosts 3 --strategies style-tree:threshold=…).
@strategy("style-tree", scope="site")
def style_tree(pages: Sequence[Page], *, threshold: float = 0.3) -> list[Decisions]:
    """Places of the site's merged tag tree whose presentation or content differs from page to page."""
    if not 0 <= threshold <= 1:
        raise UsageError("style-tree: threshold is from 0 to 1")
    tree = merge(pages)
    importance = importances(tree)
    return [
        _decide(page, leaves, tree, importance[leaves], threshold, len(pages))
        for page, leaves in zip(pages, tree.leaves, strict=True)
    ]


def importances(tree: MergedTree) -> NDArray[np.float64]:
    """The importance of each leaf, 0 to 1."""
    damped = GAMMA**tree.styles
    return np.where(tree.pages > 1, (1 - damped) * tree.presentation + damped * tree.content, 1.0)


def _decide(
    page: Page, leaves: NDArray[np.int64], tree: MergedTree, values: NDArray[np.float64], threshold: float, pages: int
) -> Decisions:
    kept = values >= threshold

    def why(i: int) -> str:
        leaf = leaves[i]
        if tree.pages[leaf] == 1:
            return f"at a place that none of the other {pages - 1} pages has"
        side = "at least" if kept[i] else "under"
        return (
            f"importance {values[i]:.2f}, {side} {threshold:g}: content {tree.content[leaf]:.2f}, presentation "
            f"{tree.presentation[leaf]:.2f} at a place that {tree.pages[leaf]} of {pages} pages have"
        )

    return decide_visible(page, kept, graded(values, kept, threshold), why)
