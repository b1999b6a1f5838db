"""From signs to roles: those of content for what is kept, then those of the rest, the clearest first."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page
from tamis.html.tags import HEADINGS
from tamis.names.markup import Meaning
from tamis.names.phrases import AD_LABELS, begins_related, head_related, mention_rights, mention_terms
from tamis.roles.signs import BESIDE, ITEM, SHORT_TEXT, Signs

Role = Literal[
    "title", "byline", "date", "heading", "body", "caption", "table", "list", "code", "quote", "comment",
    "related", "navigation", "legal", "advertisement", "form", "hidden", "other",
]  # fmt: skip
ROLES: Final[tuple[Role, ...]] = get_args(Role)
CONTENT_ROLES: Final = ROLES[: ROLES.index("comment") + 1]
"""what a kept block can be"""

Mask = NDArray[np.bool_]
Numbers = NDArray[np.int64]

_LABEL_RANK: Final = 2
"""of the headings that end what stands under a label which is no heading"""
_LEVELS_UP: Final = 4
"""elements that are looked at around a label, or a heading over a list"""


def roles(page: Page, decisions: Decisions) -> list[Role]:
    """What each block of a page is.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> page = text_flow(read("<h3>Bread</h3><ul><li>Rye<li>Oats</ul><button>Buy</button>", None, Limits()))
    >>> roles(page, Decisions(np.array([True, True, True, False]), np.array([1.0, 1, 1, 0]), lambda i: ""))
    ['heading', 'list', 'list', 'form']
    """
    if not len(page):
        return []
    kept = decisions.kept
    signs = Signs(page, kept, decisions.comment)
    found = np.full(len(page), -1)
    _content(signs, found, kept)
    _settle(found, ~kept & page.hidden, "hidden")
    _boilerplate(signs, found)
    _headings_of_what_follows(found)
    return [ROLES[role] for role in found.tolist()]


class Extras(NamedTuple):
    """What stands beside a text and is no part of it."""

    byline: Mask
    """who wrote it, and when"""
    date: Mask
    """when it was written"""
    caption: Mask
    """what its pictures show"""


def extras(page: Page, kept: Mask, detected_comments: Mask | None = None, *, captions: bool = True) -> Extras:
    """Which blocks beside the title and the kept text say who wrote it, when, and what its pictures show.

    Without ``captions`` there are none, and only the few blocks that may be bylines or dates are looked at.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> figure = "<figure><figcaption>Rye in June</figcaption></figure>"
    >>> source = f"<h1>Rye bread</h1><p>By Ann Baker<p>Mix flour, water and salt, and wait until it has risen.{figure}"
    >>> found = extras(text_flow(read(source, None, Limits())), np.array([True, False, True, False]))
    >>> found.byline.tolist(), found.caption.tolist()
    ([False, True, False, False], [False, False, False, True])
    """
    signs = Signs(page, kept, detected_comments)
    prose = np.flatnonzero(kept & page.prose & ~signs.title & ~signs.comment)
    if not len(prose):
        return Extras(*np.zeros((3, len(page)), np.bool_))
    around = np.arange(len(page))
    outside = (around < prose[0]) | (around > prose[-1])
    # Between the text's first line, which may be its summary, and the rest there may be one; but a date that is kept
    # there belongs to the text.
    beside = signs.beside_text & (outside | (~kept & (around <= prose[0] + BESIDE))) & ~signs.comment & ~page.hidden
    if not captions:
        signs = signs.narrowed(beside)
    may_be = (kept | signs.in_zone(Meaning.NONE)) & ~signs.comment & ~page.hidden & ~signs.marked(Meaning.CONTROL)
    beside &= may_be
    # "Share", in many a line of the author's, is no name
    byline: Mask = beside & ((signs.byline & (page.words > 1)) | signs.date)
    near = (around >= prose[0] - BESIDE) & (around <= prose[-1] + BESIDE)
    caption = may_be & near & signs.marked(Meaning.CAPTION) & ~signs.linked & captions
    return Extras(byline, beside & signs.date, caption)


def _settle(found: Numbers, blocks: Mask, role: Role) -> None:
    """Give a role to the blocks that have no role yet."""
    found[blocks & (found < 0)] = ROLES.index(role)


def _content(signs: Signs, found: Numbers, kept: Mask) -> None:
    """The roles of kept blocks."""
    _settle(found, kept & signs.title, "title")
    _settle(found, kept & signs.comment, "comment")
    _settle(found, kept & signs.heading, "heading")
    _settle(found, kept & signs.marked(Meaning.CAPTION), "caption")
    _settle(found, kept & signs.byline, "byline")
    _settle(found, kept & signs.date, "date")
    _settle(found, kept & signs.marked(Meaning.TABLE), "table")
    _settle(found, kept & signs.marked(Meaning.CODE), "code")
    _settle(found, kept & signs.marked(Meaning.QUOTE), "quote")
    _settle(found, kept & signs.marked(Meaning.LIST), "list")
    _settle(found, kept, "body")


def _boilerplate(signs: Signs, found: Numbers) -> None:
    """The roles of dropped blocks, but for headings that have the role of what they stand over."""
    page = signs.page
    rights, terms = _legal_words(signs)
    footer = signs.in_zone(Meaning.FOOTER)
    unzoned = signs.in_zone(Meaning.NONE) | signs.in_zone(Meaning.RELATED) | signs.in_zone(Meaning.TOOLS)
    _settle(found, signs.title, "title")
    _settle(found, signs.in_zone(Meaning.ADVERTISEMENT) | _beside_ad_labels(signs), "advertisement")
    _settle(found, signs.comment, "comment")
    _settle(found, signs.in_zone(Meaning.LEGAL) | rights | (terms & (signs.linked | footer)), "legal")
    _settle(found, signs.in_zone(Meaning.RELATED) | (_under_related(signs) & unzoned), "related")
    _settle(found, signs.byline & unzoned, "byline")
    _settle(found, signs.date & unzoned, "date")
    _settle(found, signs.in_zone(Meaning.NAVIGATION) | (footer & signs.linked), "navigation")
    _settle(found, signs.in_zone(Meaning.TOOLS), "other")
    _settle(found, signs.in_zone(Meaning.FORM) | signs.marked(Meaning.CONTROL), "form")
    _settle(found, footer & ~signs.heading, "legal")
    _settle(found, signs.marked(Meaning.CAPTION) & ~signs.linked, "caption")
    _settle(found, signs.marked(Meaning.TABLE) & ~signs.linked, "table")
    _settle(found, signs.marked(Meaning.CODE), "code")
    _settle(found, signs.marked(Meaning.QUOTE) & ~signs.linked, "quote")
    behind = np.arange(len(page)) > (int(np.argmax(signs.kept)) if signs.kept.any() else len(page))
    _settle(found, signs.headline & behind, "related")
    _settle(found, signs.linked & ~signs.heading, "navigation")
    _settle(found, ~signs.heading, "other")


def _legal_words(signs: Signs) -> tuple[Mask, Mask]:
    """Dropped blocks with a copyright line, and short ones that name terms, privacy and the like."""
    page = signs.page
    rights, terms = np.zeros(len(page), np.bool_), np.zeros(len(page), np.bool_)
    blocks = np.flatnonzero(~signs.kept & (page.words <= 2 * ITEM))
    texts = [page.texts[i].casefold() for i in blocks.tolist()]
    rights[blocks] = mention_rights(texts)
    terms[blocks] = mention_terms(["" if len(text) > 2 * SHORT_TEXT else text for text in texts])
    return rights, terms


def _beside_ad_labels(signs: Signs) -> Mask:
    """Dropped blocks that begin with "Advertisement" in some language, and what shares the smallest part with them."""
    page, tree = signs.page, signs.page.tree
    words, kept_words = signs.held
    inside = np.zeros(len(tree.tags) + 1, np.int64)
    found = np.zeros(len(page), np.bool_)
    for i in np.flatnonzero(~signs.kept & (page.first_run >= 0)).tolist():
        run = tree.runs[int(page.first_run[i])]
        if len(run) > 3 * SHORT_TEXT or run.strip(" \n\t\r:·-–[]()|").casefold() not in AD_LABELS:
            continue
        found[i] = True
        if len(page.texts[i]) > len(run):  # what it labels stands in the block itself
            continue
        part = int(page.elements[i])
        for _ in range(_LEVELS_UP):
            if part <= 0 or words[part] > page.words[i]:
                break
            part = tree.parents[part]
        if part > 0 and not kept_words[part] and words[part] <= ITEM:
            inside[part] += 1
            inside[int(tree.ends[part])] -= 1
    return found | (~signs.kept & (np.cumsum(inside)[:-1] > 0)[page.elements])


def _under_related(signs: Signs) -> Mask:
    """Dropped blocks under a heading such as "Related" or "Most read", up to the next of its rank or kept text."""
    page = signs.page
    elements, tags = page.elements.tolist(), page.tags
    heading, kept = signs.heading.tolist(), signs.kept.tolist()
    found = _heads_related(signs)
    said = found.tolist()
    scope, end = 0, 0
    """rank of the headings that end it, 0 if nothing is open; and the first element that is outside"""
    for i in range(int(found.argmax()) if found.any() else len(page), len(page)):
        rank = int(tags[i][1]) if tags[i] in HEADINGS else _LABEL_RANK
        if kept[i] or elements[i] >= end or (heading[i] and rank <= scope):
            scope = 0
        if said[i]:
            scope, end = rank, _end_of_list_under(page, i)
        found[i] = scope > 0
    return found


def _heads_related(signs: Signs) -> Mask:
    """Dropped blocks that are a heading such as "Related" or "Most read"."""
    page, heading = signs.page, signs.heading
    found = np.zeros(len(page), np.bool_)
    longest = np.where(heading, SHORT_TEXT, SHORT_TEXT // 2).tolist()
    may_be = np.flatnonzero(~signs.kept & ~page.hidden & (heading | (page.link_words == 0))).tolist()
    blocks = [i for i in may_be if len(page.texts[i]) <= longest[i]]
    texts = [page.texts[i].casefold() for i in blocks]
    found[blocks] = head_related(texts)
    found[blocks] |= heading[blocks] & np.array([begins_related(text) for text in texts], np.bool_)
    return found


def _end_of_list_under(page: Page, block: int) -> int:
    """One past the last element of the nearest part that holds the block and the one behind it."""
    tree = page.tree
    above = int(page.elements[block])
    following = int(page.elements[block + 1]) if block + 1 < len(page) else above
    for _ in range(_LEVELS_UP):
        if above <= 0 or above < following < int(tree.ends[above]):
            break
        above = tree.parents[above]
    return int(tree.ends[max(above, 0)])


def _headings_of_what_follows(found: Numbers) -> None:
    """Dropped headings have the role of what stands under them, if that is dropped too."""
    other = ROLES.index("other")
    taken = {ROLES.index(role) for role in ("related", "navigation", "legal", "advertisement", "form")}
    following = other
    for i in range(len(found) - 1, -1, -1):
        if found[i] < 0:
            found[i] = following if following in taken else other
        following = int(found[i])
