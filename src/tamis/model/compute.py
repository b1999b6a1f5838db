"""Computes the features of a page's blocks; the loops are compiled (:mod:`tamis.native.compute`)."""

from __future__ import annotations

from typing import Final

import numpy as np

from tamis.blocks.collapsible import collapsible
from tamis.blocks.comments import in_comments
from tamis.blocks.page import PROSE_LINKS, PROSE_WORDS, Page
from tamis.html.references import unescape
from tamis.model.features import BETWEEN_ID, CHAIN, LEVELS, MAIN_SHARES, NEAR, NUMBERS, TAG, Features
from tamis.model.head import read_head
from tamis.model.names import MARKS, NAME_BUCKETS, WORD_BUCKETS, word_tokens
from tamis.model.outside import find_outside
from tamis.model.title import title_words
from tamis.native.compute import Computation, Tables

_TABLES: Final = Tables(NUMBERS, TAG, BETWEEN_ID, NEAR, MAIN_SHARES, MARKS, CHAIN, LEVELS, NAME_BUCKETS, WORD_BUCKETS)


def compute_features(page: Page) -> Features:
    """Compute all features of a page's blocks."""
    tree, texts = page.tree, page.texts
    title, head = read_head(tree, page.url)
    never_shown = page.hidden & ~collapsible(page)
    found = Computation(_TABLES)
    found.place_blocks(page.elements, page.first_run, tree.numbers, tree.parents, tree.run_parents, tree.run_seen)
    written = tree.attributes
    names = found.read_names(written.markup, written.names_begin, written.names_end, unescape)
    comment = in_comments(page, found.maybe_comments)
    numbers = found.compute_numbers(
        texts, page.words, page.link_words, page.last_run, page.hidden.view(np.uint8), never_shown.view(np.uint8),
        comment.view(np.uint8), title_words(title), PROSE_WORDS, PROSE_LINKS,
    )  # fmt: skip
    return Features(
        numbers=numbers,
        tags=found.tags,
        chain=found.chain,
        names=names,
        elements=found.around,
        words=found.read_first_words(texts, word_tokens),
        start=found.starts,
        stop=found.stops,
        templates=found.templates,
        word_counts=page.words.astype(np.float64),
        never_shown=never_shown,
        comment=comment,
        outside_main=find_outside(page, found.maybe_outside, found.tags, never_shown),
        heading=found.heading,
        head=head,
    )
