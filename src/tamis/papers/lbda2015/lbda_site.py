"""LBDA in its site form: the tag trees of the pages merged into one, and what all of them share dropped.

LBDA 2015, "Tag tree parsing". The blocks and their weight are those of :mod:`tamis.papers.lbda2015.lbda`. Shared is a
place of the merged tree that at least ``shared`` of the pages have and whose words are the same on each of those pages.
The paper says all pages (``shared=1``); but then one odd page of a site, an error page or one with a box more, keeps
the footer on all of them, so by default it is seven in ten. A text that is shared is shared wherever a page has it: an
odd page has it at another place. A block is dropped if more than half of its text is shared.

>>> import tamis
>>> page = "<form>Subscribe to our weekly letter, it is free.</form><div>{}, and is grown for its grain.</div>"
>>> pages = [page.format(grass) for grass in ("Rye is a grass", "Oats are too")]
>>> for block in tamis.analyze_site(pages, strategy="lbda-site")[0].blocks:
...     print(block.kept, block.reason)
False shared: 100% of it stands at the same place on 70% of the pages or more
True weight 0.56, at least 0.4: 10 words, 0% in links, 0.20 marks a word; degree c
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.decisions import Decisions
from tamis.blocks.project import project
from tamis.blocks.text_flow import text_flow
from tamis.errors import UsageError
from tamis.papers.lbda2015.baps import LayoutPage
from tamis.papers.lbda2015.lbda import FULL_DENSITY, HALF_LENGTH, PUNCTUATION, THRESHOLD, layout_blocks, lbda
from tamis.papers.lbda2015.merged_tree import merge
from tamis.strategies.base import strategy


@strategy("lbda-site", scope="site", segment=layout_blocks)
def lbda_site(
    pages: Sequence[LayoutPage],
    *,
    shared: float = 0.7,
    half_length: float = HALF_LENGTH,
    punctuation: float = PUNCTUATION,
    full_density: float = FULL_DENSITY,
    threshold: float = THRESHOLD,
    query: str = "",
    min_relevance: float = 0.0,
    top: int = 0,
) -> list[Decisions]:
    """What the pages' merged tag tree does not share, cut by its layout and weighed (LBDA 2015)."""
    if not 0 < shared <= 1:
        raise UsageError("lbda-site: shared is a share of the pages, above 0 and at most 1")
    flows = [text_flow(page.tree, page.url) for page in pages]
    tree = merge(flows)
    common = (tree.pages >= max(2, shared * len(pages))) & (tree.content == 0)
    where = "all pages" if shared == 1 else f"{shared:.0%} of the pages or more"
    common_on = [common[leaves] for leaves in tree.leaves]
    texts = {flow.texts[i] for flow, on in zip(flows, common_on, strict=True) for i in np.flatnonzero(on).tolist()}
    if shared < 1:
        common_on = [np.array([text in texts for text in flow.texts], np.bool_) for flow in flows]
    weigh = partial(
        lbda, half_length=half_length, punctuation=punctuation, full_density=full_density,
        threshold=threshold, query=query, min_relevance=min_relevance, top=top,
    )  # fmt: skip
    return [
        _without(page, weigh(page), project(on.astype(np.float64), flow, page), where)
        for page, flow, on in zip(pages, flows, common_on, strict=True)
    ]


def _without(page: LayoutPage, alone: Decisions, share: NDArray[np.float64], where: str) -> Decisions:
    """The decisions on a page, less what is shared."""
    out = (share > 0.5) & ~page.hidden

    def why(i: int) -> str:
        if out[i]:
            return f"shared: {share[i]:.0%} of it stands at the same place on {where}"
        return alone.why(i)

    return Decisions(alone.kept & ~out, np.where(out, 0.5 * (1 - share), alone.score), why)
