"""The rules above the network: each adjusts log odds, none decides; their order, and why.

A rule is a function of a page, its features and the opinion so far. It gives :class:`Adjustment`, each with the
reason that the ledger shows. The function's name is the rule's. ``tamis evaluate --rules`` says what each of them is
worth.

First what is known of blocks by what they are or stand in; then what that leaves is judged as a whole; last what
belongs together, which needs to know what is likely to be kept:

1. ``hidden``: what is never shown is out for good, so no later rule counts it.
2. ``comments``: before ``outside``, which spares its blocks if little else looks like text.
3. ``outside``: footers, navigation, boxes.
4. ``description``: after ``outside``, as a shop's description may stand in a box.
5. ``teasers`` and 6. ``stories``, which counts what looks like text, and so wants the teasers out.
7. ``empty``: whether what is left is content at all; 8. ``floor`` would raise it if it is not.
9. ``templates``: what stands where likely blocks stand.
10. ``copies``: after all that adds blocks of their own, so that no copy comes back.
11. ``headings``, 12. ``code``: what goes with the blocks beside it.
13. ``title``: last, as it goes with any text.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

from tamis.blocks.page import Page
from tamis.model.features import Features
from tamis.rules.code import code
from tamis.rules.comments import comments
from tamis.rules.copies import copies
from tamis.rules.description import description
from tamis.rules.empty import empty
from tamis.rules.floor import floor
from tamis.rules.headings import headings
from tamis.rules.hidden import hidden
from tamis.rules.opinion import Adjustment, Opinion
from tamis.rules.outside import outside
from tamis.rules.stories import stories
from tamis.rules.teasers import teasers
from tamis.rules.templates import templates
from tamis.rules.title import title

Rule = Callable[[Page, Features, Opinion], Iterable[Adjustment]]

RULES: Final[Mapping[str, Rule]] = {
    rule.__name__: rule
    for rule in (
        hidden, comments, outside, description, teasers, stories, empty, floor, templates, copies,
        headings, code, title,
    )
}  # fmt: skip
"""by name, in the order in which they are applied"""


_BY_FEATURES: Final = (hidden, comments, outside)
"""rules that are applied before confidence is fitted in training; they run with ``page=None``, by features alone"""


def apply_rules(page: Page, features: Features, opinion: Opinion, without: Collection[str] = ()) -> Opinion:
    """The opinion after all rules but those ``without`` which it is asked for."""
    for name, rule in RULES.items():
        if name not in without and (changes := tuple(rule(page, features, opinion))):
            opinion = opinion.after(name, changes)
    return opinion


def apply_rules_by_features(features: Features, opinion: Opinion) -> Opinion:
    """The opinion after the first three rules, for training, which has the features of pages alone."""
    for rule in _BY_FEATURES:
        opinion = opinion.after(rule.__name__, tuple(rule(None, features, opinion)))
    return opinion
