"""What the inspector shows of a page: one form for the service and for the file that ``tamis inspect`` writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from tamis.blocks.page import Page
from tamis.blocks.project import mostly, project
from tamis.document import Document
from tamis.inspect.copy import copy
from tamis.site.template import as_flow
from tamis.web.domains import site_of

MOST_BLOCKS: Final = 4000
"""blocks that are shown and listed; the whole ledger of a larger page is what ``tamis blocks`` is for"""
_LONGEST_TEXT: Final = 400_000
"""characters of a rendering that are shown"""
_DEEPEST: Final = 256
"""steps of an XPath that is written: on a page of 200,000 nested elements all XPaths together fill the memory"""


def view(documents: Sequence[Document], *, with_source: bool = False) -> dict[str, Any]:
    """The results of one or two strategies on a page; of two, what they disagree on as well.

    >>> import tamis
    >>> shown = view([tamis.analyze("<h1>Rye</h1><p>Rye is a grass that is grown as a grain and makes good bread.")])
    >>> [(block["text"][:3], block["kept"]) for block in shown["runs"][0]["document"]["blocks"]]
    [('Rye', True), ('Rye', True)]
    """
    first = documents[0]
    shown: dict[str, Any] = {
        "url": first.url,
        "site": site_of(first.url),
        "title": first.title,
        "runs": [run(document) for document in documents],
        "comparison": comparison(*documents) if len(documents) == 2 else None,
    }
    if with_source:
        shown["source"] = first.page.tree.source
    return shown


def run(document: Document) -> dict[str, Any]:
    """What one strategy made of a page: its ledger, the marked copy, and the renderings."""
    depths = _depths(document.page.tree.parents)
    shallow = [depths[element] <= _DEEPEST for element in document.page.elements[:MOST_BLOCKS].tolist()]
    return {
        "document": {
            **document.to_dict(metadata=True, ledger=False),
            "text": _cut(document.text),
            "blocks": [block.to_dict(xpath=xpath) for block, xpath in zip(document.blocks, shallow, strict=False)],
        },
        "page_type": document.page_type,
        "words": document.page.words[:MOST_BLOCKS].tolist(),
        "total": len(document.page),
        "kept": int(document.decisions.kept.sum()),
        "copy": copy(document.page, MOST_BLOCKS),
        "reader": _cut(document.html(images=False)),
        "markdown": _cut(document.markdown(links=True)),
    }


def with_corrections(document: Document, corrected: Mapping[int, bool]) -> Document:
    """A document with a person's corrections: numbers of blocks, and whether each is kept.

    >>> import tamis
    >>> page = tamis.analyze("<nav><a href=/>Home</a></nav><h1>Rye</h1><p>Rye is a grass that makes good dark bread.")
    >>> block = with_corrections(page, {0: True}).blocks[0]
    >>> block.kept, block.reason[:13]
    (True, 'kept by hand;')
    """
    before = document.decisions
    kept, score = before.kept.copy(), before.score.copy()
    for block, keep in corrected.items():
        if block < len(kept):
            kept[block], score[block] = keep, float(keep)

    def why(block: int) -> str:
        by_hand = f"{'kept' if kept[block] else 'dropped'} by hand; else: " if block in corrected else ""
        return by_hand + before.why(block)

    return replace(document, decisions=replace(before, kept=kept, score=score, why=why))


def comparison(one: Document, two: Document) -> dict[str, Any]:
    """Two strategies' decisions on the page's text blocks, onto which those on larger blocks are projected."""
    flow = as_flow(one.page)
    sides = [_projected(document, flow) for document in (one, two)]
    blocks = [
        {"index": i, "text": text, "tag": tag}
        for i, (text, tag) in enumerate(zip(flow.texts[:MOST_BLOCKS], flow.tags[:MOST_BLOCKS], strict=True))
    ]
    words = flow.words
    kept = [np.array(side["kept"], bool) for side in sides]
    only = [int(words[: len(kept[0])][kept[0] & ~kept[1]].sum()), int(words[: len(kept[0])][kept[1] & ~kept[0]].sum())]
    return {"blocks": blocks, "sides": sides, "only_words": only, "copy": copy(flow, MOST_BLOCKS)}


def _projected(document: Document, flow: Page) -> dict[str, Any]:
    page, decisions = document.page, document.decisions
    if page.tree.runs != flow.tree.runs:  # one of them has read the page's noscript, where the other has no blocks
        shown = min(len(flow), MOST_BLOCKS)
        reasons = ["not a block of this strategy"] * shown
        return {"strategy": document.strategy, "kept": [False] * shown, "score": [0.0] * shown, "reasons": reasons}
    kept = mostly(decisions.kept, page, flow)
    score = project(decisions.score, page, flow).round(4)
    starts = np.maximum(page.first_run, 0)
    holder = np.maximum(np.searchsorted(starts, flow.first_run[:MOST_BLOCKS], side="right") - 1, 0)
    reasons = [decisions.why(int(i)) if len(page) else "" for i in holder.tolist()]
    return {
        "strategy": document.strategy,
        "kept": kept[:MOST_BLOCKS].tolist(),
        "score": score[:MOST_BLOCKS].tolist(),
        "reasons": reasons,
    }


def _depths(parents: Sequence[int]) -> list[int]:
    depths = [0] * len(parents)
    for element in range(1, len(parents)):
        depths[element] = depths[parents[element]] + 1
    return depths


def _cut(text: str) -> str:
    return (
        text
        if len(text) <= _LONGEST_TEXT
        else f"{text[:_LONGEST_TEXT]}\n\n… cut off here: the page is too large to show"
    )
