"""The eighteen features of SVM 2013, section III.B: seven of the text, one of the place, ten tokens.

The text features are after Kohlschütter et al. 2010 ("Boilerplate detection using shallow text features").
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.papers.svm2013.tokens import token_columns, token_spans
from tamis.text.sentences import sentences

_Floats = NDArray[np.float64]

NUMBERS: Final = (
    "words", "sentence length", "text density",
    "words to previous", "sentence length to previous", "text density to previous",
    "link density", "position",
)  # fmt: skip
TEXT: Final = 7
"""the first so many of the numbers are the paper's text features; the last is the relative position"""
TOKENS: Final = 10
LINE: Final = 80
"""characters a line (section III.B)"""
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


def features(page: Page, tokens: Sequence[str]) -> _Floats:
    """All features: the numbers, and a column of 0 and 1 for each of the tokens.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> features(text_flow(read("<p class=nav><a href=/>Home</a>", None, Limits())), ["nav", "footer"]).tolist()
    [[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0]]
    """
    has = token_columns(token_spans(page, frozenset(tokens)), len(page), tokens)
    return np.hstack([numbers(page), has])


def numbers(page: Page) -> _Floats:
    """The features that need no training: a row a block, a column for each of :data:`NUMBERS`."""
    of_text = [page.words.astype(np.float64), sentence_length(page), text_density(page)]
    link_density = page.link_words / np.maximum(page.words, 1)
    return np.column_stack([*of_text, *map(quotient, of_text), link_density, relative_position(page)])


def sentence_length(page: Page) -> _Floats:
    """The mean number of words in a block's sentences; a block without a full stop is one sentence."""
    return page.words / sentences(page.texts)


def text_density(page: Page) -> _Floats:
    """Words a line of 80 characters; the lines are the text's length over 80, rounded up."""
    lengths = np.array([len(text) for text in page.texts], np.int64)
    return page.words / np.maximum(-(-lengths // LINE), 1)


def quotient(column: _Floats) -> _Floats:
    """Each block's value over the previous block's; 1 for the first block, and after a value of 0.

    >>> quotient(np.array([2.0, 8.0, 4.0])).tolist()
    [1.0, 4.0, 0.5]
    """
    quotients = np.ones(len(column))
    before = column[:-1]
    np.divide(column[1:], before, out=quotients[1:], where=before > 0)
    return quotients


def relative_position(page: Page, parts: int = 10) -> NDArray[np.int64]:
    """Which of the page's ``parts`` equal parts a block begins in: ⌊n/N·M⌋.

    Blocks are counted from 0, so that the result has M values, 0 to M - 1; counted from 1, the last block alone would
    have a value of its own.
    """
    return np.arange(len(page)) * parts // max(len(page), 1)
