"""What a template remembers of its pages: texts at places, on how many pages, and whether the page strategy kept them.

Memory is bounded: when there are too many texts, those on one page only are forgotten, the longest ago first, and then
the rarest of the others; forgotten texts still count in the sums of their places. A text that comes back after it was
forgotten is new again, so counts may be too low, never too high.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
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
"""kept after texts are forgotten, which happens when there are twice as many: a few megabytes"""
SNIPPET: Final = 80
"""characters of a repeated text that are kept to show it"""


@dataclass(slots=True)
class Text:
    """A text at a place."""

    words: int
    pages: int
    """how many pages have it"""
    kept: int
    """on how many of these the page strategy kept it"""
    last: int
    """the number of the last page that had it"""
    snippet: str = ""
    """how it begins, if it is on several pages and was not cut from a file"""


class Memory:
    """Texts at places, and sums over places; both grow with ``add`` and shrink with ``shrink``."""

    def __init__(self) -> None:
        self.places = Places()
        self.place_pages: list[int] = []
        """on how many pages each place has text of its own"""
        self.forgotten: list[list[float]] = []
        """for each place, the words of forgotten texts: on one page, of these kept, and on several pages"""
        self.texts: dict[tuple[int, int], Text] = {}
        """by place and key"""

    def __len__(self) -> int:
        return len(self.texts)

    def add(self, number: int, pairs: Sequence[tuple[int, int]], flow: Page, kept: NDArray[np.bool_]) -> None:
        """Count what page ``number`` has of texts, given by place and key."""
        self.fill_up_places()
        on_page = counted_texts(pairs, flow)
        for pair, row in on_page.items():
            text = self.texts.get(pair)
            if text is None:
                self.texts[pair] = Text(int(flow.words[row]), 1, int(kept[row]), number)
                continue
            text.pages += 1
            text.kept += int(kept[row])
            text.last = number
            if text.pages == 2:
                text.snippet = flow.texts[row][:SNIPPET]
        for place in {place for place, _ in on_page}:
            self.place_pages[place] += 1

    def fill_up_places(self) -> None:
        """Give new places their columns."""
        for _ in range(len(self.places) - len(self.place_pages)):
            self.place_pages.append(0)
            self.forgotten.append([0.0, 0.0, 0.0])

    def sums(self) -> tuple[_Floats, _Floats, _Floats]:
        """For each place the words of texts on one page, of these the kept ones, and of texts on several pages."""
        self.fill_up_places()
        sums = np.array(self.forgotten, np.float64).reshape(-1, 3)
        rows = [(place, text.words, text.pages, text.kept) for (place, _), text in self.texts.items()]
        place, words, pages, kept = np.array(rows, np.int64).reshape(-1, 4).T
        once, count = pages == 1, len(self.places)
        single = np.bincount(place, words * once, count)
        chosen = np.bincount(place, words * once * kept, count)
        several = np.bincount(place, words * pages * ~once, count)
        return single + sums[:, 0], chosen + sums[:, 1], several + sums[:, 2]

    def repetition(self) -> tuple[_Floats, _Floats, _Floats]:
        """For each place the words of its texts on all their pages, those kept, and those that a second page shares.

        The last is the sum, over a text's pages, of its words by how many of the other pages have it, too.
        """
        rows = [(place, text.words, text.pages, text.kept) for (place, _), text in self.texts.items()]
        place, words, pages, kept = np.array(rows, np.int64).reshape(-1, 4).T
        columns = words * pages, words * kept, words * pages * (pages - 1)
        sums = (np.bincount(place, column, len(self.places)) for column in columns)
        every, chosen, shared = (of_places.astype(np.float64) for of_places in sums)
        return every, chosen, shared

    def combined(self) -> NDArray[np.uint64]:
        """For each text a key of the text at its place."""
        places = np.array([place for place, _ in self.texts], np.int64)
        return np.array([key for _, key in self.texts], np.uint64) ^ place_marks(places)

    def repeated(self) -> list[tuple[int, Text]]:
        """The texts on several pages that can be shown, with their places, the most frequent first."""
        found = [(place, text) for (place, _), text in self.texts.items() if text.snippet]
        return sorted(found, key=lambda entry: (-entry[1].pages, -entry[1].words))

    def too_many(self) -> bool:
        """Whether it is time to forget some."""
        return len(self.texts) > 2 * MOST_ROWS or len(self.places) > 2 * MOST_PLACES

    def shrink(self, most_rows: int | None = None, most_places: int | None = None) -> _Ints:
        """Forget what matters least; the new number of each place, -1 for those that are gone."""
        self.fill_up_places()
        moved = self._new_numbers(MOST_PLACES if most_places is None else most_places)
        best = sorted(self.texts.items(), key=lambda entry: (-entry[1].pages, -entry[1].last))
        keep = {pair for pair, _ in best[: MOST_ROWS if most_rows is None else most_rows] if moved[pair[0]] >= 0}
        texts, self.texts = self.texts, {}
        for (place, key), text in texts.items():
            if (place, key) in keep:
                self.texts[int(moved[place]), key] = text
            else:
                self._forget(place, text)
        old = np.flatnonzero(moved >= 0).tolist()
        parents = [-1, *(int(moved[self.places.parents[place]]) for place in old[1:])]
        self.places = Places([self.places.names[place] for place in old], parents)
        self.place_pages = [self.place_pages[place] for place in old]
        self.forgotten = [self.forgotten[place] for place in old]
        return moved

    def _new_numbers(self, most: int) -> _Ints:
        """Which places stay: those of most pages, and all that they are in."""
        moved = np.full(len(self.places), -1, np.int64)
        own = np.array(self.place_pages, np.float64)
        weight = np.maximum(own, self.places.highest(own))
        chosen = np.sort(np.argsort(-weight, kind="stable")[:most])
        moved[chosen] = np.arange(len(chosen))
        return moved

    def _forget(self, place: int, text: Text) -> None:
        sums = self.forgotten[place]
        if text.pages == 1:
            sums[0] += text.words
            sums[1] += text.words * text.kept
        else:
            sums[2] += text.words * text.pages


def counted_texts(pairs: Iterable[tuple[int, int]], flow: Page) -> dict[tuple[int, int], int]:
    """The texts that count for a page, by place and key, each once and with its first block; hidden ones do not."""
    found: dict[tuple[int, int], int] = {}
    for row, (pair, hidden) in enumerate(zip(pairs, flow.hidden.tolist(), strict=True)):
        if not hidden:
            found.setdefault(pair, row)
    return found


def place_marks(places: _Ints) -> NDArray[np.uint64]:
    """What a text's key is combined with, by exclusive or, to make it one of the text at a place."""
    return scrambled(places.astype(np.uint64))
