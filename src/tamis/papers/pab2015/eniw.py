"""ENIW: what is left of a page once irrelevant tags and tags without text are gone.

Oza and Mishra, "Elimination of noisy information from web pages", 2013, the baseline of PAB 2015, as its section 2
describes it: remove ``script style form marquee meta`` with what is in them and elements without text, and keep the
rest. The blocks are PAB's, since the paper counts both methods' on one total. Scores are 1 and 0.

>>> import tamis
>>> page = "<h1>Rye</h1><form><p>Search</form><ul><li>one<li>two</ul>"
>>> for block in tamis.analyze(page, strategy="eniw").blocks:
...     print(block.kept, block.reason)
True has text outside script, style, form, marquee, meta
False inside form, which is removed
True has text outside script, style, form, marquee, meta
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page
from tamis.papers.decide import decide_visible
from tamis.papers.pab2015.tag_tree import removed_by, tag_tree
from tamis.strategies.base import strategy

REMOVED: Final = ("script", "style", "form", "marquee", "meta")
"""PAB 2015, section 2"""


@strategy("eniw", segment=tag_tree)
def eniw(page: Page, *, drop: tuple[str, ...] = REMOVED) -> Decisions:
    """Irrelevant tags removed, the rest kept: the baseline of PAB 2015."""
    removed = removed_by(page, drop)
    kept = np.array([not tag for tag in removed], np.bool_)

    def why(row: int) -> str:
        if removed[row]:
            return f"inside {removed[row]}, which is removed"
        return f"has text outside {', '.join(drop)}" if drop else "has text"

    return decide_visible(page, kept, kept.astype(np.float64), why)
