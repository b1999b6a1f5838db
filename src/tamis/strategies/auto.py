"""The default strategy."""

from __future__ import annotations

from tamis.document import Decisions
from tamis.page import Page
from tamis.strategies.base import strategy
from tamis.strategies.shallow import shallow


@strategy("auto")
def auto(page: Page) -> Decisions:
    """The default: at present the shallow rule, later the learned model."""
    return shallow(page)
