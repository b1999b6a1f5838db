"""ENIW: what is left of a page once irrelevant tags and tags without text are gone.

Oza and Mishra, "Elimination of noisy information from web pages", 2013, as PAB 2015 describes it in section 2 and
measures itself against it in section 4: remove ``script style form marquee meta`` with what is in them and elements
without text, build the tree of what is left, and take its content.

Where this departs from it: the blocks are PAB's, for the paper counts both methods' on one total (table 4.1.1:
120,237). An element without text has no row in the ledger to drop. There is no grade between kept and dropped, so
scores are 1 and 0.

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
from tamis.papers.pab2015.tag_tree import removed, tag_tree
from tamis.strategies.base import strategy

REMOVED: Final = ("script", "style", "form", "marquee", "meta")
"""PAB 2015, section 2"""


@strategy("eniw", segment=tag_tree)
def eniw(page: Page, *, drop: tuple[str, ...] = REMOVED) -> Decisions:
    """Irrelevant tags removed, the rest kept: the baseline of PAB 2015."""
    removal = removed(page, drop)
    kept = ~removal.rows & ~page.hidden

    def why(row: int) -> str:
        if page.hidden[row]:
            return "hidden: the page does not show it"
        if removal.rows[row]:
            return removal.why(row)
        return f"has text outside {', '.join(drop)}" if drop else "has text"

    return Decisions(kept, kept.astype(np.float64), why)
