"""Whether a page still fits a site's template."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tamis.blocks.page import Page
from tamis.site.correct import Knowledge
from tamis.site.layouts import LIKE, Layout, most_like, structure_of
from tamis.site.places import UNKNOWN
from tamis.text.fingerprint import keys

USUAL: Final = 0.8
"""a text on this share of the pages is expected on the next"""
HALF: Final = 0.5
"""a page that lacks more than half of what is expected has drifted"""


@dataclass(frozen=True, slots=True)
class Drift:
    """How a page compares with the template. Shares are in 0 to 1; ``None`` where there is nothing to compare."""

    fits: bool
    reasons: tuple[str, ...]
    """why it does not fit; empty if it does"""
    layout: int | None
    """the layout it is most like"""
    likeness: float
    """how like it is"""
    texts: float | None
    """the share of the template's usual texts that the page has"""
    unknown: float
    """the share of the page's words at places that the template does not know"""


def drift_of(known: Knowledge, layouts: Sequence[Layout], flow: Page) -> Drift:
    """Compare a page, cut into text blocks, with a template."""
    places = known.places.find(flow)
    total = int(flow.words.sum())
    unknown = float(flow.words[places == UNKNOWN].sum() / total) if total else 0.0
    standing = known.standing(keys(flow.texts), places)
    number, likeness = most_like(layouts, structure_of(known.places, places, flow, standing == 0))
    likeness *= 1 - unknown  # places that no layout has count against all of them
    usual = int((known.counts >= USUAL * known.pages).sum()) if known.pages > 1 else 0
    pairs = {
        (int(p), text) for p, text, n in zip(places, flow.texts, standing, strict=True) if n >= USUAL * known.pages
    }
    texts = len(pairs) / usual if usual else None
    reasons = []
    if not total:
        reasons.append("the page has no text")
    elif likeness < LIKE * HALF:
        reasons.append(f"its structure is like none of the {len(layouts)} layouts: {likeness:.0%} like the nearest")
    if total and texts is not None and texts < HALF:
        reasons.append(f"it has {texts:.0%} of the {usual} texts that stand on most pages")
    if unknown > HALF:
        reasons.append(f"{unknown:.0%} of its words stand at places that no other page has")
    return Drift(not reasons, tuple(reasons), number if number >= 0 else None, likeness, texts, unknown)
