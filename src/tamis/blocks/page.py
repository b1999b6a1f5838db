"""One parsed, segmented page: blocks in columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final
from urllib.parse import urljoin

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.data_tables import find_data_tables
from tamis.html.columns import subtree_sums
from tamis.html.hidden import hidden_by
from tamis.html.spans import Spans, locate
from tamis.html.tree import Tree
from tamis.native.tree import paths

PROSE_WORDS: Final = 8
PROSE_LINKS: Final = 0.4
"""what the shallow rule goes by"""


@dataclass(frozen=True, eq=False, repr=False)
class Page:
    """The blocks of a page, as columns: row ``i`` of each is block ``i``, in document order."""

    tree: Tree
    url: str | None
    texts: list[str]
    """white space collapsed, except inside ``pre``; a block of several text flows has one line for each"""
    elements: NDArray[np.int64]
    """the element of the tree that the block's text stands in"""
    first_run: NDArray[np.int64]
    last_run: NDArray[np.int64]
    """the block's first and last run of text that is not white space; -1 if it was made from elsewhere"""
    words: NDArray[np.int64]
    """a letter of a script without spaces between words (Chinese, Japanese …) counts as one"""
    link_words: NDArray[np.int64]
    hidden: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.texts)

    @property
    def prose(self) -> NDArray[np.bool_]:
        """Blocks that read like prose, seen or not: several words, few of them links."""
        enough: NDArray[np.bool_] = self.words >= PROSE_WORDS
        return enough & (self.link_words <= PROSE_LINKS * self.words)

    @cached_property
    def spans(self) -> Spans:
        """Offsets of each block's text in the source, found when first read."""
        return locate(self.tree, self.first_run, self.last_run)

    @cached_property
    def base_url(self) -> str | None:
        """The address that the page's relative addresses are resolved against."""
        head = self.tree.attributes
        stated = (head.value_at(at, "href") for tag, at in head.head if tag == "base")
        base = next((href.strip() for href in stated if href is not None), "")
        try:
            return urljoin(self.url or "", base) or None
        except ValueError:  # "http://[broken"
            return self.url

    @cached_property
    def data_tables(self) -> set[int]:
        """The elements that are tables of data."""
        return find_data_tables(self.tree)

    def sum_inside(self, values: NDArray[np.int64]) -> NDArray[np.int64]:
        """For each element the sum of a column over all blocks that stand in it."""
        return subtree_sums(self.tree, np.bincount(self.elements, values, len(self.tree.tags)).astype(np.int64))

    @cached_property
    def tags(self) -> list[str]:
        """The tag of each block's element."""
        names = self.tree.tags
        return [names[i] for i in self.elements.tolist()]

    @cached_property
    def paths(self) -> list[tuple[str, ...]]:
        """For each block the tag names from the body down to its element."""
        return paths(self.tree.tags, self.tree.parents, self.elements.tolist())


def hiding_of(page: Page, block: int) -> str | None:
    """How the page hides a block, in words; ``None`` if it does not."""
    if not page.hidden[block]:
        return None
    run = int(page.first_run[block])
    return hidden_by(page.tree, page.tree.run_parents[run] if run >= 0 else int(page.elements[block]))
