"""Key patterns: repeated tag patterns make the blocks, tags make them important.

The cutting (Key patterns 2013, sections 3.1 to 3.5) is :mod:`tamis.papers.key_patterns2013.segmenter`. The *importance*
of a block (3.6) is the number of tags in it that preprocessing left, and a block under the threshold (3.7) is noise.
"""

from __future__ import annotations

from typing import Final

from tamis.blocks.decisions import Decisions
from tamis.papers.decide import decide_visible
from tamis.papers.key_patterns2013.segmenter import KeyPatternPage, key_pattern_blocks
from tamis.strategies.base import strategy

THRESHOLD: Final = 2
"""Under 1 is nothing but loose text, so 2 is the lowest at which the paper's rule says something. Word F1 on wcxb-dev
falls from there (the README has the command)."""


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
    # The most important blocks of a page stay: a page of one long paragraph is not noise as a whole.
    threshold = min(threshold, int(importance[~page.hidden].max(initial=0)))
    kept = importance >= threshold
    # Half at the threshold, towards 0 and 1 on either side; one is added to both so that no page divides by zero.
    score = (importance + 1) / (importance + 2 + max(threshold, 0))

    def why(i: int) -> str:
        side = "at least" if kept[i] else "under"
        return f"{importance[i]} important tags in the block, {side} the threshold of {threshold}"

    return decide_visible(page, kept, score, why)
