"""What a block's text looks like: its words, its sentences, how densely it fills lines.

SVM 2013, section III.B, after Kohlschütter et al. 2010 ("Boilerplate detection using shallow text features").
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.html.tags import HEADINGS

LINE: Final = 80
"""characters a line (SVM 2013, section III.B)"""

_LONG: Final = 15
"""words from which a block is running text, whatever it ends with"""
_SENTENCE: Final = 8
"""words from which one is that ends as a sentence does. canola's annotators call nothing else good: in what auto keeps
of it 5 % of the lines under five words that do not end so are good, of blocks of twenty and more that do 94 %"""
_LABELS: Final[frozenset[str]] = HEADINGS | {"th", "dt", "caption", "legend", "figcaption"}
_ENDERS: Final = ".!?…"
_CLOSERS: Final = "\"')]”’»"
_BEHIND: Final = _CLOSERS + "」』）›[0123456789"
"""what may stand behind a sentence's end: quotes, brackets, the mark of a note"""
_WIDE_ENDERS: Final = "。！？"
_SENTENCE_ENDS: Final = frozenset(_ENDERS + _WIDE_ENDERS + "؟۔।։።។")


def sentence_length(page: Page) -> NDArray[np.float64]:
    """The mean number of words in a block's sentences; a block without a full stop is one sentence.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> sentence_length(text_flow(read("<p>It rains. We stay at home today.<p>Home", None, Limits()))).tolist()
    [3.5, 1.0]
    """
    return page.words / sentences(page.texts)


def sentences(texts: list[str]) -> NDArray[np.int64]:
    """How many sentences each text has: one more than it has full stops before its end.

    A full stop is one of ``.!?…`` before white space, a closing quote or bracket between them allowed, or one of
    ``。！？`` anywhere. Abbreviations ("Dr. No") count as ends: telling them apart takes a language's word list.

    >>> sentences(["Home", "Stop! “Why?” I asked.", "3.5 per cent", "我来。你走。"]).tolist()
    [1, 3, 1, 2]
    """
    codes = np.frombuffer("".join(f"{text}\n" for text in texts).encode("utf-32-le"), np.uint32)
    stops = np.cumsum([len(text) + 1 for text in texts], dtype=np.int64)
    last = np.repeat(stops - 2, np.diff(stops, prepend=0)) - np.arange(
        len(codes)
    )  # how far to the text's last character
    space = _shifted(codes <= 32, 1)
    closed = _shifted(_among(codes, _CLOSERS), 1) & _shifted(space, 1)
    ends = _among(codes, _ENDERS) & (space | closed) & (last >= 2)
    ends |= _among(codes, _WIDE_ENDERS) & (last >= 1)
    inside = np.concatenate(([0], np.cumsum(ends)))
    starts = np.concatenate(([0], stops[:-1])) if len(stops) else stops
    return inside[stops] - inside[starts] + 1


def running_text(page: Page) -> NDArray[np.bool_]:
    """Which blocks are running text: sentences, or so many words that they are hardly a label, a name or a menu.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> source = "<h2>Why we like rye most of all others</h2><p>Rye, 500 g<p>It grows where wheat does not, on sand."
    >>> running_text(text_flow(read(source, None, Limits()))).tolist()
    [False, False, True]
    """
    ends = np.array([text.rstrip().rstrip(_BEHIND)[-1:] in _SENTENCE_ENDS for text in page.texts], np.bool_)
    lines = np.array(["\n" in text for text in page.texts], np.bool_)  # of a list, unless there are sentences in it
    label = np.array([not _LABELS.isdisjoint(path) for path in page.paths], np.bool_)
    long = (page.words >= _LONG) & (~lines | ends | (sentences(page.texts) > 1))
    return (long | (ends & (page.words >= _SENTENCE))) & ~label & (2 * page.link_words <= page.words)


def text_density(page: Page) -> NDArray[np.float64]:
    """Words a line of 80 characters.

    The lines are the text's length over 80, rounded up: where words would be broken to wrap them is left aside.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> text_density(text_flow(read("<p>Home<p>" + "word " * 100, None, Limits()))).tolist()
    [1.0, 14.285714285714286]
    """
    lengths = np.array([len(text) for text in page.texts], np.int64)
    return page.words / np.maximum(-(-lengths // LINE), 1)


def quotient(column: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each block's value over the previous block's. The first block has none before it and counts as its like: 1.

    >>> quotient(np.array([2.0, 8.0, 4.0])).tolist()
    [1.0, 4.0, 0.5]
    """
    quotients = np.ones(len(column))
    before = column[:-1]
    np.divide(column[1:], before, out=quotients[1:], where=before > 0)
    return quotients


def _among(codes: NDArray[np.uint32], characters: str) -> NDArray[np.bool_]:
    found = np.zeros(len(codes), np.bool_)
    for character in characters:
        found |= codes == ord(character)
    return found


def _shifted(mask: NDArray[np.bool_], by: int) -> NDArray[np.bool_]:
    """The mask of what follows ``by`` places later."""
    return np.concatenate((mask[by:], np.zeros(min(by, len(mask)), np.bool_)))
