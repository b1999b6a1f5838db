"""The eighteen features of SVM 2013, section III.B: seven of the text, one of the place, ten tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.papers.svm2013.links import link_density
from tamis.papers.svm2013.position import relative_position
from tamis.papers.svm2013.text_features import quotient, sentence_length, text_density
from tamis.papers.svm2013.tokens import token_columns, token_spans

NUMBERS: Final = (
    "words", "sentence length", "text density",
    "words to previous", "sentence length to previous", "text density to previous",
    "link density", "position",
)  # fmt: skip
TEXT: Final = 7
"""the first so many of the numbers are the paper's text features; the last is the relative position"""
TOKENS: Final = 10
_PREFIX: Final = "token "


def feature_names(tokens: Sequence[str]) -> list[str]:
    """The names of the columns, in order.

    >>> feature_names(["nav"])[-2:]
    ['position', 'token nav']
    """
    return [*NUMBERS, *(_PREFIX + token for token in tokens)]


def tokens_in(names: Sequence[str]) -> tuple[str, ...]:
    """The tokens among the columns of those names.

    >>> tokens_in(["position", "token nav"])
    ('nav',)
    """
    return tuple(name.removeprefix(_PREFIX) for name in names if name.startswith(_PREFIX))


def numbers(page: Page) -> NDArray[np.float64]:
    """The features that need no training: a row a block, a column for each of :data:`NUMBERS`."""
    of_text = [page.words.astype(np.float64), sentence_length(page), text_density(page)]
    return np.column_stack([*of_text, *map(quotient, of_text), link_density(page), relative_position(page)])


def features(page: Page, tokens: Sequence[str]) -> NDArray[np.float64]:
    """All features: the numbers, and a column of 0 and 1 for each of the tokens.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> features(text_flow(read("<p class=nav><a href=/>Home</a>", None, Limits())), ["nav", "footer"]).tolist()
    [[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0]]
    """
    has = token_columns(token_spans(page, frozenset(tokens)), len(page), tokens)
    return np.hstack([numbers(page), has])
