"""Two texts side by side, with the words marked that only one of them has."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tamis.lab.labels import aligned
from tamis.lab.metrics import numbered
from tamis.report.page import safe
from tamis.text.words import word_spans

_BLANK = re.compile(r"\n{3,}")
CHARACTERS = 5000
"""How much of a text is shown; a report of twenty pages stays under a megabyte."""


class Marked:
    """A text and which of its words another text lacks."""

    def __init__(self, text: str, spans: Sequence[tuple[int, int]], found: NDArray[np.intp]) -> None:
        self.text = text
        alone = np.ones(len(spans), dtype=bool)
        alone[found] = False
        self.words = len(spans)
        self.alone = int(alone.sum())
        self.runs = _runs(spans, alone)

    def html(self, kind: str, limit: int = CHARACTERS) -> str:
        """The text, with its runs of unmatched words in ``<mark>``."""
        parts, at = [], 0
        for start, end in self.runs:
            if start >= limit:
                break
            parts += [
                safe(self.text[at:start]),
                f'<mark class="{kind}">{safe(self.text[start : min(end, limit)])}</mark>',
            ]
            at = min(end, limit)
        parts.append(safe(self.text[at : max(at, limit)]))
        return "".join(parts) + _cut(len(self.text) - limit)

    def runs_html(self, limit: int = CHARACTERS) -> str:
        """Only the runs of unmatched words, each from a new line on."""
        parts, shown = [], 0
        for start, end in self.runs:
            if shown >= limit:
                break
            parts.append(safe(self.text[start : min(end, start + limit - shown)]))
            shown += end - start
        return "\n".join(parts) + _cut(sum(end - start for start, end in self.runs) - limit)


def compared(one: str, other: str) -> tuple[Marked, Marked]:
    """Both texts, each with the words marked that a longest common subsequence does not pass through.

    >>> a, b = compared("the old cat sat", "the cat sat down")
    >>> a.html("lost"), b.runs_html()
    ('the <mark class="lost">old</mark> cat sat', 'down')
    """
    spans = [word_spans(one), word_spans(other)]
    words = [[text[a:b].lower() for a, b in s] for text, s in zip((one, other), spans, strict=True)]
    first, second = numbered(*words)
    return Marked(one, spans[0], aligned(first, second)), Marked(other, spans[1], aligned(second, first))


def _runs(spans: Sequence[tuple[int, int]], alone: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The stretches of text from the first to the last word of each run of unmatched words."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], alone, [False])).astype(np.int8)))
    return [(spans[a][0], spans[b - 1][1]) for a, b in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)]


def _cut(left: int) -> str:
    return f'\n<span class="cut">… {left:,} characters more</span>' if left > 0 else ""


def tidy(text: str) -> str:
    """The text without runs of empty lines."""
    return _BLANK.sub("\n\n", text).strip()


def side_by_side(
    name: str, rates: str, columns: Sequence[tuple[str, str]], *, is_open: bool, figure: str = "", note: str = ""
) -> str:
    """Texts beside each other, given as title and HTML, under a line that opens them."""
    texts = "".join(f'<section><h4>{title}</h4><div dir="auto">{body}</div></section>' for title, body in columns)
    figures = f"<b>{safe(figure)}</b>" if figure else ""
    notes = f'<p class="others">{safe(note)}</p>' if note else ""
    return (
        f"<details{' open' if is_open else ''}><summary>{figures}"
        f'<span class="name">{safe(name)}</span><span class="rates">{safe(rates)}</span></summary>{notes}'
        f'<div class="texts{" two" if len(columns) == 2 else ""}">{texts}</div></details>'
    )
