"""Text fragments: addresses that lead to a passage of a page, which browsers scroll to and highlight.

The form is ``#:~:text=prefix-,first words,last words`` (https://wicg.github.io/scroll-to-text-fragment/). Browsers look
for the first place where the words stand. If all of a passage's first lines stand earlier on the page, too, the words
before it are added as a prefix.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple
from urllib.parse import quote

import numpy as np

from tamis.blocks.page import Page
from tamis.text.words import word_spans, words

_WORDS: Final = 6
"""at either end of a passage; a longer fragment breaks more easily when the page changes"""
_STARTS: Final = 3
"""lines of a passage that may be its begin: a heading such as "Notes" is often not the first of its words"""
_LONGEST: Final = 80
"""characters at either end: an end is looked for there"""
_RESERVED: Final = str.maketrans({"-": "%2D"})
"""what has a meaning in a fragment and is left as it is by ``quote``"""


class Passage(NamedTuple):
    """A passage of a page: its blocks in order, each with its text or that part of it."""

    blocks: list[int]
    texts: list[str]


def fragments(page: Page, passages: Sequence[Passage]) -> list[str | None]:
    """The address of each passage; ``None`` for one whose first block does not stand in the page's source."""
    starts = [[_first_words(text) for text in passage.texts[:_STARTS]] for passage in passages]
    first_places = _first_places(page, {start for found in starts for start in found})
    address = (page.url or "").split(":~:")[0]
    mark = ":~:text=" if "#" in address else "#:~:text="
    shown = _shown(page)
    previous = dict(zip(shown[1:], shown, strict=False))
    found: list[str | None] = []
    for passage, own in zip(passages, starts, strict=True):
        unique = (at for at, start in enumerate(own) if first_places.get(start) == passage.blocks[at])
        at = next(unique, -1)
        before = previous.get(passage.blocks[0], -1) if at < 0 else -1
        text = _directive(passage, max(at, 0), page.texts[before] if before >= 0 else "")
        found.append(f"{address}{mark}{text}" if text and page.spans.start[passage.blocks[0]] >= 0 else None)
    return found


def _directive(passage: Passage, at: int, before: str) -> str:
    """What finds a passage from its line ``at`` on; ``before`` is what stands before it, if that is needed."""
    parts = [f"{_quoted(prefix)}-"] if (prefix := _last_words(before)) else []
    line = passage.texts[at].strip()
    if at + 1 == len(passage.texts) and len(line) <= _LONGEST and "\n" not in line:
        parts.append(_quoted(line))
    else:
        parts += [_quoted(words_) for words_ in (_first_words(line), _last_words(passage.texts[-1])) if words_]
    return ",".join(parts)


def _quoted(text: str) -> str:
    """A text as it stands in a fragment.

    >>> _quoted("rye, oats & well-kept mills")
    'rye%2C%20oats%20%26%20well%2Dkept%20mills'
    """
    return quote(text, safe="").translate(_RESERVED)


def _first_words(text: str) -> str:
    """The first words of a text's first line.

    >>> _first_words("The night ferry that refused to retire."), _first_words("黑麦是一种草，长在贫瘠的土地上。")
    ('The night ferry that refused to', '黑麦是一种草')
    """
    line = text.strip().split("\n", 1)[0].split("\t", 1)[0][:_LONGEST]
    spans = word_spans(line)
    if len(spans) <= _WORDS:
        return line.strip()
    end = spans[_WORDS - 1][1]
    while end < len(line) and _is_inside(line, end):
        end += 1
    return line[:end]


def _last_words(text: str) -> str:
    """The last words of a text's last line.

    >>> _last_words("The night ferry that refused to retire came home.")
    'that refused to retire came home.'
    """
    line = text.strip().rsplit("\n", 1)[-1].rsplit("\t", 1)[-1][-_LONGEST:]
    spans = word_spans(line)
    if len(spans) <= _WORDS:
        return line.strip()
    begin = spans[-_WORDS][0]
    while begin > 0 and _is_inside(line, begin):
        begin -= 1
    return line[begin:]


def _is_inside(line: str, at: int) -> bool:
    """Whether a cut here would stand within a word, as a browser may see words."""
    return line[at].isalnum() and line[at - 1].isalnum()


def _shown(page: Page) -> list[int]:
    """The blocks that a browser shows, kept or not."""
    return np.flatnonzero((page.spans.start >= 0) & ~page.hidden).tolist()


def _first_places(page: Page, starts: set[str]) -> dict[str, int]:
    """The first block of the page that each of these texts stands in, if there is any."""
    sought = {start: tuple(words(start)) for start in starts}
    places = dict.fromkeys((key for key in sought.values() if key), -1)
    lengths = sorted({len(key) for key in places})
    for block in _shown(page):
        found = words(page.texts[block])
        for length in lengths:
            for at in range(len(found) - length + 1):
                key = tuple(found[at : at + length])
                if places.get(key) == -1:
                    places[key] = block
    return {start: places.get(key, -1) for start, key in sought.items()}
