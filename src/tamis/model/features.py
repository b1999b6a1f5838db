"""The features that the model sees of a page, as columns: numbers, tags, names, and which blocks belong together.

:func:`tamis.model.compute.compute_features` computes them. The order and the names of the numbers are :data:`NUMBERS`;
a model's card lists them and is checked against them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.text.characters import CLASSES

CHAIN: Final = 12
"""ancestors looked at for names and tags, the block's own element included"""
LEVELS: Final = 6
"""containers looked at, each larger than the one before; wrappers, which hold the very blocks of what is in them, are
passed over"""
TAGS: Final = tuple(
    "body div p span a li ul ol h1 h2 h3 h4 h5 h6 td th tr table tbody thead article section main header footer nav"
    " aside form button label figure figcaption blockquote pre code dl dt dd strong b em i font center small time"
    " details summary fieldset address br cite".split()
)
"""tags told apart; 0 is any other, and one past the last is "above the body" """
TAG: Final = {tag: i + 1 for i, tag in enumerate(TAGS)}
TAG_IDS: Final = len(TAGS) + 2
ABOVE: Final = TAG_IDS - 1
NEAR: Final = tuple(
    "a li ul ol table td tr article section main header footer nav aside form button figure figcaption blockquote pre"
    " dl p h1 h2 h3 h4 font center details fieldset address".split()
)
"""tags of which it is told how near the nearest element around a block is that has it"""
BETWEEN: Final = {
    "img": "img picture", "field": "input select textarea button",
    "media": "iframe video audio object svg canvas embed", "rule": "hr", "link": "a", "time": "time",
}  # fmt: skip
"""kinds of elements that are counted where they begin between a block and the one before"""
BETWEEN_ID: Final = {tag: i + 1 for i, tags in enumerate(BETWEEN.values()) for tag in tags.split()}
MAIN_SHARES: Final = (0.5, 0.7, 0.9)
"""of the page's prose: the smallest element that holds as much is a main part"""
_KIND: Final = ("words", "links", "blocks", "length", "stops", "prose")

NUMBERS: Final = (
    "words", "characters", "link share", "link words", "word length", "stops", "commas", "pieces",
    *(f"{name} share" for name in CLASSES),
    *(f"{name} per word" for name in ("stop", "comma", "quote", "bar", "upper")),
    "has currency", "has mark", "has at", "ends in stop", "ends in colon", "begins upper", "begins digit",
    "place", "words before", "blocks before", "blocks after", "page blocks", "page words", "page links", "page prose",
    "depth", "has h1", "after h1", "from h1", "from heading", "heading level", "hidden", "openable",
    "section words", "section links", "section length",
    "comment", "page comments",
    "same text", "same place", "place share", "place words", "place links", "title overlap",
    *(f"{name} before" for name in BETWEEN),
    *(f"in {tag}" for tag in NEAR),
    *(f"main {share} {what}" for share in MAIN_SHARES for what in ("inside", "side")),
    *(f"container {level} {what}" for level in range(LEVELS) for what in _KIND),
)  # fmt: skip
"""the names of the numbers, in the order of the columns"""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Features:
    """What a model sees of a page; ``n`` blocks, ``u`` elements around them."""

    numbers: NDArray[np.float32]
    """n × len(NUMBERS)"""
    tags: NDArray[np.int64]
    """n × 4: of the innermost element around the first words, the block's own, its parent, its grandparent"""
    chain: NDArray[np.int64]
    """n × (1 + CHAIN) places among the u elements; u stands for none"""
    names: tuple[NDArray[np.int64], NDArray[np.int64]]
    """place among the u elements, token"""
    elements: int
    """u"""
    words: tuple[NDArray[np.int64], NDArray[np.int64]]
    """block, token of its first words"""
    start: NDArray[np.int64]
    stop: NDArray[np.int64]
    """n × LEVELS: the stretch of blocks that each container holds"""
    templates: NDArray[np.int64]
    """n: blocks in the same kind of place share a number"""
    word_counts: NDArray[np.float64]
    """n: words"""
    never_shown: NDArray[np.bool_]
    """n: hidden for good"""
    comment: NDArray[np.bool_]
    """n: stands where readers' comments do"""
    outside_main: NDArray[np.uint8]
    """n: what makes it no part of the text by what it is or stands in (:mod:`tamis.model.outside`), or 0"""
    heading: NDArray[np.int64]
    """n: the last heading before the block or the block itself, which it is too where there is none"""
    head: NDArray[np.int64]
    """tokens of what the page says of itself"""

    def __len__(self) -> int:
        return len(self.numbers)
