"""Footers, navigation, boxes over the page and controls are outside the main content (:mod:`tamis.model.outside`)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tamis.blocks.page import Page
from tamis.model.features import Features
from tamis.model.outside import OUTSIDE
from tamis.rules.amounts import FEW_WORDS, LEAST, has_prose, is_sure
from tamis.rules.opinion import DROPPED, Adjustment, Opinion


def outside(_: Page | None, features: Features, opinion: Opinion) -> Iterator[Adjustment]:
    """Drop what stands outside the main content, unless hardly anything else looks like text, and some of it does."""
    part = features.outside_main
    if not part.any():
        return
    rest = np.where(part, 0.0, opinion.probability)
    little = rest.max() < LEAST or rest @ opinion.words < FEW_WORDS
    if little and (is_sure(opinion, features) or has_prose(features)):
        return
    blocks = part.nonzero()[0]
    kinds = part[blocks]
    for kind in sorted(set(kinds.tolist())):
        yield Adjustment(blocks[kinds == kind], DROPPED, OUTSIDE[kind])
