"""Pages as they might have been: with a text cut short, or with another page's comments under it.

Corpora of articles are full of long ones on pages without comments, so a network learns that what there is most of is
the article. The web has many that are a few lines long, on pages where all else (blogrolls, excerpts of other posts,
comments by the hundred) is larger. Taking text away and putting comments in makes such pages of what we have; no page
is learned from more often than before, as a variant replaces its page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import log
from typing import Final
from zlib import crc32

import numpy as np

from tamis.blocks.comments import outermost_areas
from tamis.blocks.embedded import text_or_embedded
from tamis.blocks.page import Page
from tamis.html.parser import insert_markup
from tamis.html.tree import read
from tamis.lab.corpora import GoldPage
from tamis.lab.training.examples import MOST_BLOCKS, Example
from tamis.limits import Limits
from tamis.model.compute import compute_features

_SHORTEST, _LONGEST = 12, 150
"""words that are left of an article's prose, and whole blocks of it"""
_WORTH_IT: Final = 3
"""times as many words an article has to have"""
_PROSE: Final = 8
"""words of a block that count as an article's prose"""
_TAG: Final = re.compile(r"<[^<>]{0,2000}>")
_NAMES: Final = re.compile(
    r"""\s(?:id|class|itemprop|role|aria-label)=(?:"[^"<>]{0,500}"|'[^'<>]{0,500}'|[^\s<>"']{1,500})"""
)
_UNNAMED: Final = 0.6
"""of the comments that are put under articles: those that lose their names, as on old pages"""
_FEW_COMMENTS: Final = 40
"""words that are no discussion"""
_LARGEST: Final = 200_000
"""characters of comments that are put under an article"""
_HOLDS: Final = 0.85
"""of an article's words: the smallest element with as many is what holds it"""
_NO_PLACE: Final = frozenset(("html", "body", "p", "table", "thead", "tbody", "tfoot", "tr", "th", "td"))
"""elements in or behind which a parser would move other ones"""
_BETWEEN: Final = 3
"""blocks that may be missing from one page to its variant: white space may part texts otherwise"""


def with_variants(made: Sequence[Example], pages: Mapping[str, Sequence[GoldPage]], seed: int) -> list[Example]:
    """The examples with their variants: articles and pages without a type cut short, and articles with comments.

    Comments come from pages of the same fold, so the networks that are tested on a fold have learned none of it.
    """
    of_page = {(name, page.id): page for name, found in pages.items() for page in found}
    comments: dict[int, list[str]] = {}
    for e in made:
        if e.page_type == "article":
            comments.setdefault(e.fold, []).extend(discussions(of_page[e.corpus, e.id], e))
    result = []
    for e in made:
        page, rng = of_page[e.corpus, e.id], np.random.default_rng((seed, crc32(f"{e.corpus} {e.id}".encode())))
        short = shortened(page, e, rng) if e.page_type in ("article", None) else None
        there = comments.get(e.fold) if e.page_type == "article" else None
        commented = discussed(page, e, there[int(rng.integers(len(there)))], rng) if there else None
        result.append(replace(e, short=short, commented=commented))
    return result


def shortened(page: GoldPage, e: Example, rng: np.random.Generator) -> Example | None:
    """The page with the first lines of its text alone; ``None`` if it has hardly more."""
    words = e.columns.word_counts
    prose = np.where((e.share > 0.5) & (words >= _PROSE), words, 0.0)
    left = float(np.exp(rng.uniform(log(_SHORTEST), log(_LONGEST))))
    cut = _cut(page, e)
    if cut is None or prose.sum() < _WORTH_IT * left:
        return None
    behind = np.cumsum(prose) - prose >= left
    gone = np.flatnonzero(behind & (e.share > 0.5) & (cut.spans.start >= 0) & ~cut.spans.moved)
    source, parts, at = cut.tree.source, [], 0
    for begin, end in sorted(zip(cut.spans.start[gone].tolist(), cut.spans.end[gone].tolist(), strict=True)):
        if begin >= at:
            parts += [source[at:begin], *_TAG.findall(source[begin:end])]
            at = end
    return _relabelled("".join((*parts, source[at:])), page, e)


def discussions(page: GoldPage, e: Example) -> list[str]:
    """The markup of the page's areas of comments, of which none are gold."""
    words = np.where(e.columns.never_shown, 0.0, e.columns.word_counts)
    cut = _cut(page, e) if words[e.columns.comment].sum() >= _FEW_COMMENTS else None
    if cut is None:
        return []
    tree, found = cut.tree, []
    for area in outermost_areas(tree):
        inside = (cut.elements >= area) & (cut.elements < int(tree.ends[area]))
        if words[inside].sum() >= _FEW_COMMENTS and (words * e.share)[inside].sum() < 1:
            found.append(tree.nodes[area].html)
    return [markup for markup in found if len(markup) <= _LARGEST]


def discussed(page: GoldPage, e: Example, comments: str, rng: np.random.Generator) -> Example | None:
    """The page with the markup of comments in the element that holds its text, or behind it.

    ``None`` if it has comments of its own, or no place for them.
    """
    cut = _cut(page, e) if not e.columns.comment.any() else None
    if cut is None:
        return None
    tree = cut.tree
    words = np.where(e.share > 0.5, e.columns.word_counts, 0.0)
    before = np.append(0.0, np.cumsum(np.bincount(cut.elements, words, len(tree.tags))))
    held = before[np.asarray(tree.ends)] - before[:-1]
    around = int(np.flatnonzero(held >= _HOLDS * words.sum())[-1])
    if not words.sum() or tree.tags[around] in _NO_PLACE:
        return None
    if rng.random() < _UNNAMED:
        comments = _NAMES.sub("", comments)
    insert_markup(tree.nodes[around], "beforeend" if rng.random() < 0.5 else "afterend", comments)
    return _relabelled(tree.document.html, page, e, discussed=True)


def _cut(page: GoldPage, e: Example) -> Page | None:
    """The page as it was cut for the example, in a tree of its own."""
    cut = page.cut()
    return cut if cut.texts == e.texts else None


def _relabelled(source: str, page: GoldPage, e: Example, *, discussed: bool = False) -> Example | None:
    """The changed page with the labels of the original, new blocks as comments; ``None`` where other texts changed."""
    new = text_or_embedded(read(source, None, Limits()), page.url)
    origin, at = np.full(len(new), -1), 0
    for i, text in enumerate(new.texts):
        reach = min(at + _BETWEEN, len(e.texts)) if discussed else len(e.texts)
        found = next((j for j in range(at, reach) if e.texts[j] == text), -1)
        if found >= 0:
            origin[i], at = found, found + 1
    added = origin < 0
    if not 0 < len(new) <= MOST_BLOCKS or bool(added.any()) != discussed:
        return None
    missing = np.setdiff1d(np.arange(len(e.texts)), origin)
    if len(missing) > _BETWEEN if discussed else (e.share[missing] <= 0.5).any():
        return None
    features = compute_features(new)
    share = np.where(added, 0, e.share[origin]).astype(np.float32)
    known = (added & (features.outside_main == 0) | e.known[origin]) & ~features.never_shown
    columns = replace(features, comment=features.comment | added)
    return replace(e, columns=columns, share=share, known=known, texts=new.texts) if share.any() else None
