"""What the page hides for good is no content; what a reader can reveal, such as a tab, is judged like the rest."""

from __future__ import annotations

from collections.abc import Iterator

from tamis.blocks.page import Page
from tamis.model.features import Features
from tamis.rules.opinion import NEVER, Adjustment, Opinion


def hidden(_: Page | None, features: Features, __: Opinion) -> Iterator[Adjustment]:
    """Drop what is never shown."""
    blocks = features.never_shown.nonzero()[0]
    if len(blocks):
        yield Adjustment(blocks, NEVER, "hidden by the page")
