"""What a page's author called the parts of it: the words in ``id`` and ``class`` (SVM 2013, section III.B).

The paper leaves two things open. A block has a token if any element around it has it, the body aside, whose names hold
for all blocks alike: a menu's entries are named by the menu. A token is a word of a name, since ``main-nav``,
``nav_left`` and ``topNav`` say the same, and the paper's sample list (menu, nav, cat …) looks like words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.html.columns import running, subtree_sums

_PART: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_LONGEST: Final = 400
"""characters of a name that are looked at; generated class lists run to thousands"""


def tokens_of(name: str) -> tuple[str, ...]:
    """The words of a name, each once.

    >>> tokens_of("mainNav nav_left col-md-3")
    ('main', 'nav', 'left', 'col', 'md')
    """
    return tuple(dict.fromkeys(part.lower() for part in _PART.findall(name[:_LONGEST])))


class TokenSpans(NamedTuple):
    """Which blocks have which token: the blocks ``starts[i]`` to ``stops[i] - 1`` have ``tokens[i]``."""

    tokens: list[str]
    starts: NDArray[np.int64]
    stops: NDArray[np.int64]


def token_spans(page: Page, wanted: frozenset[str] | None = None) -> TokenSpans:
    """The tokens of a page, or those of them that are wanted; a token has a span for each element that has it.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> page = text_flow(read("<div class=nav><p>a<p id=x>b</div><p>c", None, Limits()))
    >>> spans = token_spans(page)
    >>> [*zip(spans.tokens, spans.starts.tolist(), spans.stops.tolist())]
    [('nav', 0, 2), ('x', 1, 2)]
    """
    tokens, elements = _named(page, wanted)
    tree = page.tree
    # The blocks in an element are neighbours: they begin after those whose first words came before the element, and
    # are as many as there are blocks with their first words in the element's subtree.
    holders = np.asarray(tree.run_parents)[page.first_run]
    counts = subtree_sums(tree, np.bincount(holders, minlength=len(tree.tags)))[elements]
    starts = np.searchsorted(np.asarray(tree.run_seen)[page.first_run], elements + 1)
    some = np.flatnonzero(counts)
    return TokenSpans([tokens[i] for i in some.tolist()], starts[some], (starts + counts)[some])


def _named(page: Page, wanted: frozenset[str] | None) -> tuple[list[str], NDArray[np.int64]]:
    """Each token of an element's names, and the element."""
    known: dict[str, list[str]] = {}
    tokens: list[str] = []
    elements: list[int] = []
    attr = page.tree.attr
    for element in range(1, len(page.tree.tags)):
        for value in filter(None, (attr(element, "class"), attr(element, "id"))):
            if value not in known:
                known[value] = [token for token in tokens_of(value) if wanted is None or token in wanted]
            tokens += known[value]
            elements += [element] * len(known[value])
    return tokens, np.array(elements, np.int64)


def token_columns(spans: TokenSpans, blocks: int, tokens: Sequence[str]) -> NDArray[np.bool_]:
    """Whether each of the blocks has each of the tokens: a row a block, a column a token.

    >>> token_columns(TokenSpans(["nav", "x"], np.array([0, 1]), np.array([2, 2])), 3, ["nav"]).tolist()
    [[True], [True], [False]]
    """
    column = {token: i for i, token in enumerate(tokens)}
    of_span = np.array([column.get(token, -1) for token in spans.tokens], np.int64)
    used = of_span >= 0
    opened = np.zeros((blocks + 1, len(tokens)), np.int64)
    np.add.at(opened, (spans.starts[used], of_span[used]), 1)
    np.add.at(opened, (spans.stops[used], of_span[used]), -1)
    has: NDArray[np.bool_] = np.cumsum(opened, axis=0)[:-1] > 0
    return has


@dataclass(slots=True)
class TokenCounts:
    """How often tokens occur on content and on the rest, from which their scores are computed."""

    content: Counter[str] = field(default_factory=Counter)
    other: Counter[str] = field(default_factory=Counter)
    blocks: Counter[str] = field(default_factory=Counter)
    """blocks that have the token, once or more"""

    def add(self, spans: TokenSpans, content: NDArray[np.bool_], known: NDArray[np.bool_]) -> None:
        """Count a page's tokens over those of its blocks whose label is known."""
        good, all_known = running(content & known), running(known)
        covered: dict[str, int] = {}
        for token, start, stop in zip(spans.tokens, spans.starts.tolist(), spans.stops.tolist(), strict=True):
            of_content = int(good[stop] - good[start])
            self.content[token] += of_content
            self.other[token] += int(all_known[stop] - all_known[start]) - of_content
            fresh = max(start, covered.get(token, 0))  # spans come in order, so what is covered is the beginning
            if stop > fresh:
                self.blocks[token] += int(all_known[stop] - all_known[fresh])
                covered[token] = stop

    def update(self, others: Iterable[TokenCounts]) -> TokenCounts:
        """Add the counts of others to these."""
        for other in others:
            self.content.update(other.content)
            self.other.update(other.other)
            self.blocks.update(other.blocks)
        return self

    def scores(self) -> dict[str, float]:
        """log(φ(k|0) / φ(k|1)) × the number of blocks with k (section III.B): high for what marks the rest.

        φ is the multinomial event model with Laplace smoothing: a token's share of all tokens over content (1) or
        over the rest (0), one added to each count and the size of the vocabulary to their sum.

        >>> counts = TokenCounts(Counter(text=6), Counter(nav=8, text=2), Counter(nav=8, text=8))
        >>> {token: round(score, 3) for token, score in counts.scores().items()}
        {'nav': 14.334, 'text': -10.022}
        """
        size = len(self.blocks)
        content, other = self.content.total() + size, self.other.total() + size
        return {
            k: (log((self.other[k] + 1) / other) - log((self.content[k] + 1) / content)) * n
            for k, n in self.blocks.items()
        }

    def best(self, number: int) -> tuple[str, ...]:
        """The tokens with the highest scores, the highest first; equal ones by the alphabet."""
        scores = self.scores()
        return tuple(sorted(scores, key=lambda token: (-scores[token], token))[:number])
