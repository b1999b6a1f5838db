"""Key patterns: repeated tag patterns make the blocks, tags make them important.

The paper that we call Key patterns 2013. The cutting (its sections 3.1 to 3.5) is
:mod:`tamis.papers.key_patterns2013.segmenter`, which lists where it reads between the paper's lines. The *importance*
of a block (3.6) is the number of tags in it that preprocessing left, and a block under the threshold (3.7) is noise.
Blocks are compared with hand-made ones (3.8) by :func:`tamis.lab.metrics.segment_counts`.

The one departure: the paper names no threshold; ours is :data:`THRESHOLD`. What the page hides is dropped whatever its
tags.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tamis.blocks.decisions import Decisions
from tamis.papers.key_patterns2013.segmenter import KeyPatternPage, key_pattern_blocks
from tamis.strategies.base import strategy

THRESHOLD: Final = 2
"""Set on wcxb-dev (1,497 pages) by the mean word F1, with

    python benchmarks/calibrate.py $TAMIS_DATA/wcxb-dev.jsonl.xz key-patterns threshold=1,2,3,4,5,6,8,10,15,20

which falls from 0.700 (1 and 2) over 0.695 (3) and 0.684 (5) to 0.577 (20). Under 1 is nothing but loose text, so 2 is
the lowest at which the paper's rule says something. That menus have more tags than paragraphs is the rule's weakness.
"""


@strategy("key-patterns", segment=key_pattern_blocks)
def key_patterns(page: KeyPatternPage, *, threshold: int = THRESHOLD) -> Decisions:
    """Blocks at repeated tag patterns; those with few tags are noise.

    >>> import tamis
    >>> page = "<h2>Bread</h2><p>Mix.<p>Wait.<h2>Soup</h2><p>Chop.<p>Cook.<footer>Printed in Utopia</footer>"
    >>> for block in tamis.analyze(page, strategy="key-patterns", params={"threshold": 4}).blocks:
    ...     print(block.kept, block.reason)
    False 3 important tags in the block, under the threshold of 4
    True 4 important tags in the block, at least the threshold of 4
    """
    importance = page.importance
    kept = (importance >= threshold) & ~page.hidden
    # Half at the threshold, towards 0 and 1 on its sides; one is added to both so that no page divides by zero.
    score = np.where(page.hidden, 0.0, (importance + 1) / (importance + 2 + max(threshold, 0)))

    def why(i: int) -> str:
        if page.hidden[i]:
            return "hidden by the page"
        side = "at least" if kept[i] else "under"
        return f"{importance[i]} important tags in the block, {side} the threshold of {threshold}"

    return Decisions(kept, score, why)
