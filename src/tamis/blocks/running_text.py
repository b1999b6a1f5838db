"""Which blocks are running text, for those who want no headings, labels and lists."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.html.tags import HEADINGS
from tamis.text.sentences import CLOSERS, FULL_STOPS, sentences

_LONG: Final = 15
"""words from which a block is running text, whatever it ends with"""
_SENTENCE: Final = 8
"""words from which one is that ends as a sentence does. canola's annotators call nothing else good: in what auto keeps
of it 5 % of the lines under five words that do not end so are good, of blocks of twenty and more that do 94 %"""
_LABELS: Final[frozenset[str]] = HEADINGS | {"th", "dt", "caption", "legend", "figcaption"}
_AFTER_END: Final = CLOSERS + "」』）›[0123456789"
"""what may follow a sentence's end: quotes, brackets, the mark of a note"""


def running_text(page: Page) -> NDArray[np.bool_]:
    """Which blocks are running text: sentences, or so many words that they are hardly a label, a name or a menu.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> source = "<h2>Why we like rye most of all others</h2><p>Rye, 500 g<p>It grows where wheat does not, on sand."
    >>> running_text(text_flow(read(source, None, Limits()))).tolist()
    [False, False, True]
    """
    ends = np.array([text.rstrip().rstrip(_AFTER_END)[-1:] in FULL_STOPS for text in page.texts], np.bool_)
    lines = np.array(["\n" in text for text in page.texts], np.bool_)  # of a list, unless there are sentences in it
    label = np.array([not _LABELS.isdisjoint(path) for path in page.paths], np.bool_)
    long = (page.words >= _LONG) & (~lines | ends | (sentences(page.texts) > 1))
    return (long | (ends & (page.words >= _SENTENCE))) & ~label & (2 * page.link_words <= page.words)
