"""What a template remembers of the pages it has seen: texts at places, how often, and what the page strategy said.

One row stands for one text at one place. Memory is bounded: when the rows are too many, texts seen on one page only are
forgotten, the longest ago first, and then the rarest of the others; what was forgotten still counts in the sums of its
place. A text that comes back after it was forgotten is new again, so counts may be too low, never too high.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.site.places import Places
from tamis.text.fingerprint import scrambled

_Ints = NDArray[np.int64]
_Floats = NDArray[np.float64]

MOST_ROWS: Final = 20_000
MOST_PLACES: Final = 4_000
"""kept in memory after a clearing out, which comes when there are twice as many: a few megabytes"""
SNIPPET: Final = 80
"""characters of a repeated text that are kept to show it"""


class Memory:
    """Rows of texts at places, and sums over places; both grow with ``add`` and shrink with ``shrink``."""

    def __init__(self) -> None:
        self.places = Places()
        self.place_pages: list[int] = []
        """on how many pages each place has text of its own"""
        self.forgotten: list[list[float]] = []
        """for each place, the words of forgotten rows: on one page, of these kept, and on several pages"""
        self.keys: list[int] = []
        self.place: list[int] = []
        self.pages: list[int] = []
        self.words: list[int] = []
        self.kept: list[int] = []
        """on how many of the pages the page strategy kept the text"""
        self.seen: list[int] = []
        """the number of the last page that had the text"""
        self.snippets: dict[int, str] = {}
        self._row: dict[tuple[int, int], int] = {}

    def __len__(self) -> int:
        return len(self.keys)

    def index(self) -> None:
        """Make the rows findable, after they were filled in from outside."""
        self._row = {pair: row for row, pair in enumerate(zip(self.place, self.keys, strict=True))}

    def has(self, pairs: Sequence[tuple[int, int]]) -> NDArray[np.bool_]:
        """Which texts, told by place and key, are remembered."""
        return np.array([pair in self._row for pair in pairs], np.bool_)

    def add(self, number: int, pairs: Sequence[tuple[int, int]], flow: Page, kept: NDArray[np.bool_]) -> None:
        """Count in the texts of page ``number``, told by place and key, once each; what is hidden is left out."""
        on_page: set[tuple[int, int]] = set()
        self._room_for_places()
        columns = zip(pairs, flow.words.tolist(), kept.tolist(), flow.hidden.tolist(), flow.texts, strict=True)
        for pair, words, stays, hidden, text in columns:
            if hidden or pair in on_page:
                continue
            on_page.add(pair)
            row = self._row.get(pair)
            if row is None:
                self._row[pair] = len(self.keys)
                self.place.append(pair[0])
                self.keys.append(pair[1])
                self.pages.append(1)
                self.words.append(words)
                self.kept.append(int(stays))
                self.seen.append(number)
                continue
            self.pages[row] += 1
            self.kept[row] += stays
            self.seen[row] = number
            if self.pages[row] == 2:
                self.snippets[row] = text[:SNIPPET]
        for place in {place for place, _ in on_page}:
            self.place_pages[place] += 1

    def _room_for_places(self) -> None:
        for _ in range(len(self.places) - len(self.place_pages)):
            self.place_pages.append(0)
            self.forgotten.append([0.0, 0.0, 0.0])

    def sums(self) -> tuple[_Floats, _Floats, _Floats]:
        """For each place the words of texts on one page, of these the kept ones, and of texts on several pages."""
        self._room_for_places()
        place, pages = np.array(self.place, np.int64), np.array(self.pages, np.int64)
        words, kept = np.array(self.words, np.float64), np.array(self.kept, np.float64)
        once = pages == 1
        count = len(self.places)
        single = np.bincount(place, words * once, count)
        chosen = np.bincount(place, words * once * kept, count)
        several = np.bincount(place, words * pages * ~once, count)
        gone = np.array(self.forgotten, np.float64).reshape(-1, 3)
        return single + gone[:, 0], chosen + gone[:, 1], several + gone[:, 2]

    def combined(self) -> NDArray[np.uint64]:
        """A key for each row's text at its place."""
        return np.array(self.keys, np.uint64) ^ place_marks(np.array(self.place, np.int64))

    def too_many(self) -> bool:
        """Whether it is time to clear out."""
        return len(self.keys) > 2 * MOST_ROWS or len(self.places) > 2 * MOST_PLACES

    def shrink(self, most_rows: int | None = None, most_places: int | None = None) -> _Ints:
        """Forget what matters least; the new number of each place, -1 for those that are gone."""
        self._room_for_places()
        pages, seen = np.array(self.pages, np.int64), np.array(self.seen, np.int64)
        best = np.lexsort((-seen, -pages))[: MOST_ROWS if most_rows is None else most_rows]
        stays = np.zeros(len(pages), np.bool_)
        stays[best] = True
        moved = self._new_numbers(MOST_PLACES if most_places is None else most_places)
        stays &= moved[np.array(self.place, np.int64)] >= 0
        self._forget(np.flatnonzero(~stays).tolist())
        self._keep_rows(np.flatnonzero(stays).tolist(), moved)
        self._keep_places(moved)
        return moved

    def _new_numbers(self, most: int) -> _Ints:
        """Which places stay: those of most pages, and all that they stand in."""
        moved = np.full(len(self.places), -1, np.int64)
        own = np.array(self.place_pages, np.float64)
        weight = np.maximum(own, self.places.highest(own))
        chosen = np.sort(np.lexsort((np.arange(len(weight)), -weight))[:most])
        moved[chosen] = np.arange(len(chosen))
        return moved

    def _forget(self, rows: list[int]) -> None:
        for row in rows:
            sums = self.forgotten[self.place[row]]
            if self.pages[row] == 1:
                sums[0] += self.words[row]
                sums[1] += self.words[row] * self.kept[row]
            else:
                sums[2] += self.words[row] * self.pages[row]

    def _keep_rows(self, rows: list[int], moved: _Ints) -> None:
        self.snippets = {new: self.snippets[old] for new, old in enumerate(rows) if old in self.snippets}
        for name in ("keys", "place", "pages", "words", "kept", "seen"):
            column = getattr(self, name)
            setattr(self, name, [column[row] for row in rows])
        self.place = [int(moved[place]) for place in self.place]
        self.index()

    def _keep_places(self, moved: _Ints) -> None:
        old = np.flatnonzero(moved >= 0).tolist()
        names = [self.places.names[place] for place in old]
        parents = [-1, *(int(moved[self.places.parents[place]]) for place in old[1:])]
        self.places = Places(names, parents)
        self.place_pages = [self.place_pages[place] for place in old]
        self.forgotten = [self.forgotten[place] for place in old]


def place_marks(places: _Ints) -> NDArray[np.uint64]:
    """What a text's key is combined with, by exclusive or, to make it one of the text at a place."""
    return scrambled(places.astype(np.uint64))
