"""A rule on shallow text features: words, link share, neighbours and tags.

No paper of its own. Its core is what boilerplate studies agree on (Kohlschütter et al. 2010, whom SVM 2013 follows):
the words of a block and the share of them in links, seen together with its neighbours'. Around that core stand three
things that a person would look at as well: where most of the prose is, what the markup itself says is not content
(``nav``, ``footer``, ``aside`` …), and that a heading goes with what stands under it.

>>> import tamis
>>> page = "<nav><a href=/>Home</a></nav><h1>Bread</h1><p>Mix flour, water and salt, and wait until it has risen."
>>> for block in tamis.analyze(page, strategy="shallow").blocks:
...     print(block.kept, block.text[:20], "|", block.reason)
False Home | stands in nav
True Bread | a heading over a kept block
True Mix flour, water and | prose: 11 words, link share 0.00
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.decisions import Decisions
from tamis.blocks.page import PROSE_LINKS, PROSE_WORDS, Page, hiding_of
from tamis.errors import UsageError
from tamis.html.tags import HEADINGS
from tamis.html.tree import Tree
from tamis.native.tree import outermost
from tamis.strategies.base import strategy

_ASIDE: Final = frozenset("nav footer aside form dialog menu button".split())
_ASIDE_ROLES: Final = frozenset(
    "navigation contentinfo complementary search banner dialog alert menu menubar toolbar".split()
)
_SHORT: Final = 4
"""words; what is shorter says little by itself"""

_PROSE, _HEADING, _BETWEEN, _ASIDE_TAG, _OUTSIDE, _LINKS, _FEW, _HIDDEN = range(8)
_WORDS: Final = (
    "prose: {words} words, link share {links:.2f}",
    "a heading over a kept block",
    "between kept blocks of the same part of the page, link share {links:.2f}",
    "stands in {aside}",
    "outside the part of the page that holds most of its prose",
    "link share {links:.2f}",
    "{words} words, and no prose around it",
    "hidden: {way}",
)


@strategy("shallow")
def shallow(
    page: Page,
    *,
    min_words: int = PROSE_WORDS,
    max_link_share: float = PROSE_LINKS,
    main_share: float = 0.7,
    gap: int = 5,
) -> Decisions:
    """A rule on shallow text features: words, link share, neighbours and tags.

    ``min_words`` and ``max_link_share`` make a block prose; the smallest part of the page with ``main_share`` of all
    prose words is its main part; blocks up to ``gap`` places from prose in it may stay. The defaults were chosen by
    word F1 on every fifth page of wcxb-dev; each neighbouring value costs less than half a point.
    """
    if min_words < 1:
        raise UsageError(f"shallow: min_words is at least 1, not {min_words}")
    if not 0 < main_share <= 1:
        raise UsageError(f"shallow: main_share is a share of the prose, above 0 and at most 1, not {main_share:g}")
    tree, words = page.tree, page.words
    share = page.link_words / np.maximum(words, 1)
    aside = _nearest_aside(page)
    visible = ~page.hidden
    eligible = visible & (aside < 0)
    prose = eligible & (words >= min_words) & (share <= max_link_share)
    if not prose.any():  # a page of short texts: the best it has
        prose = eligible & (words > _SHORT) & (share <= max_link_share)
    inside = _main_part(page, prose, main_share)
    why = np.full(len(page), _FEW)
    why[share > max_link_share] = _LINKS
    kept = prose & inside
    why[kept] = _PROSE
    near = _near(kept, gap) & eligible & inside & ~kept & (share <= max_link_share)
    between = near & (words >= _SHORT)
    headings = np.array([tag in HEADINGS for tag in page.tags], np.bool_)
    over = headings & eligible & _next_is(kept | between, gap) & (share < 1)
    why[near & between] = _BETWEEN
    why[over] = _HEADING
    kept = kept | between | over
    why[~kept & ~inside] = _OUTSIDE
    why[~kept & (aside >= 0)] = _ASIDE_TAG
    why[page.hidden] = _HIDDEN
    certainty = np.minimum(words / (4 * min_words), 1) * (1 - share)
    score = np.where(kept, 0.55 + 0.4 * certainty, 0.45 - 0.4 * np.maximum(share, 1 - certainty))
    score[page.hidden] = 0.0

    def reason(i: int) -> str:
        names = {"aside": _name(tree, int(aside[i])), "way": hiding_of(page, i)}
        return _WORDS[why[i]].format(words=words[i], links=share[i], **names)

    return Decisions(kept, np.clip(score, 0, 1), reason)


def _nearest_aside(page: Page) -> NDArray[np.int64]:
    """For each block the outermost element around it that the markup sets aside, -1 if there is none."""
    tree = page.tree
    aside = [element for tag in _ASIDE for element in tree.rows(tag)]
    if "role" in tree.source or "role" in tree.attributes.markup:
        roles = tree.attributes.attrs(range(len(tree.tags)), "role")
        aside += [element for element, role in enumerate(roles) if role and role.lower() in _ASIDE_ROLES]
    found = np.empty(len(tree.tags), np.int64)
    outermost(aside, tree.parents, found)
    return found[page.elements]


def _name(tree: Tree, element: int) -> str:
    """What the markup calls an element: its tag, or its role where the tag says nothing."""
    if element < 0 or tree.tags[element] in _ASIDE:
        return tree.tags[element]
    return f"role={tree.attr(element, 'role')}"


def _main_part(page: Page, prose: NDArray[np.bool_], share: float) -> NDArray[np.bool_]:
    """The blocks inside the smallest element that holds that share of all prose words."""
    tree = page.tree
    weight = np.where(prose, page.words, 0)
    total = int(weight.sum())
    if not total:
        return np.ones(len(page), np.bool_)
    enough = np.flatnonzero(page.sum_inside(weight) >= share * total)
    main = int(enough[-1])  # the last in document order is the deepest
    inside: NDArray[np.bool_] = (page.elements >= main) & (page.elements < tree.ends[main])
    return inside


def _near(kept: NDArray[np.bool_], gap: int) -> NDArray[np.bool_]:
    """Blocks with a kept one at most ``gap`` places before and one at most ``gap`` places after."""
    return _next_is(kept, gap) & _next_is(kept[::-1], gap)[::-1]


def _next_is(kept: NDArray[np.bool_], gap: int) -> NDArray[np.bool_]:
    """Blocks with a kept one at most ``gap`` places after."""
    places = np.arange(len(kept))
    following = np.minimum.accumulate(np.where(kept, places, len(kept) + gap + 1)[::-1])[::-1]
    following = np.append(following[1:], len(kept) + gap + 1) if len(kept) else following
    return following - places <= gap
