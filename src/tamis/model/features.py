"""The features that the model sees of a page, as columns: numbers, tags, names, and which blocks belong together.

:func:`tamis.model.compute.compute_features` computes them. The numbers are those of :data:`FEATURES`, in its order; a
model's card lists their names and is checked against them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.text.characters import CLASSES

CHAIN: Final = 12
"""elements around a block whose names and tags count, its own included"""
LEVELS: Final = 6
"""containers around a block that count, each with more blocks than the one before"""
TAGS: Final = tuple(
    "body div p span a li ul ol h1 h2 h3 h4 h5 h6 td th tr table tbody thead article section main header footer nav"
    " aside form button label figure figcaption blockquote pre code dl dt dd strong b em i font center small time"
    " details summary fieldset address br cite".split()
)
"""tags that the model knows; 0 is any other, and one past the last is "above the body" """
TAG: Final = {tag: i + 1 for i, tag in enumerate(TAGS)}
TAG_IDS: Final = len(TAGS) + 2
ABOVE: Final = TAG_IDS - 1
NEAR: Final = tuple(
    "a li ul ol table td tr article section main header footer nav aside form button figure figcaption blockquote pre"
    " dl p h1 h2 h3 h4 font center details fieldset address".split()
)
"""tags for which a number says how near the nearest such element around a block is"""
BETWEEN: Final = {
    "img": "img picture", "field": "input select textarea button",
    "media": "iframe video audio object svg canvas embed", "rule": "hr", "link": "a", "time": "time",
}  # fmt: skip
"""kinds of elements that are counted where they begin between a block and the one before"""
BETWEEN_ID: Final = {tag: i + 1 for i, tags in enumerate(BETWEEN.values()) for tag in tags.split()}
MAIN_SHARES: Final = (0.5, 0.7, 0.9)
"""of the page's prose: the smallest element that holds as much is a main part"""
_OF_CONTAINER: Final = {
    "words": "share of the page's words in it",
    "links": "share of its words that are in links",
    "blocks": "share of the page's blocks in it",
    "length": "log of its words per block",
    "stops": "full stops and commas per word, at most 2",
    "prose": "share of the page's prose in it",
}

FEATURES: Final[dict[str, str]] = {
    "words": "log",
    "characters": "log",
    "link share": "share of the words that are in links",
    "link words": "log",
    "word length": "characters per word over 10, at most 3",
    "stops": "log of the marks that end sentences",
    "commas": "log",
    "pieces": "log of the text runs after the first",
    **{f"{name} share": f"share of the characters that are of the class {name!r}" for name in CLASSES},
    **{f"{name} per word": "at most 4" for name in ("stop", "comma", "quote", "bar", "upper")},
    "has currency": "1 if the text has such a sign",
    "has mark": "1 if the text has a sign of copyright or a trademark",
    "has at": "1 if the text has an @ or #",
    "ends in stop": "1 or 0",
    "ends in colon": "1 or 0",
    "begins upper": "1 or 0",
    "begins digit": "1 or 0",
    "place": "number of the block over that of all blocks",
    "words before": "share of the page's words before the block",
    "blocks before": "log",
    "blocks after": "log",
    "page blocks": "log",
    "page words": "log",
    "page links": "share of the page's words that are in links",
    "page prose": "share of the page's words that are in prose",
    "depth": f"elements around the block over {CHAIN}, at most 1",
    "has h1": "1 if the page shows an h1",
    "after h1": "1 behind the first h1",
    "from h1": "log of the blocks since the first h1; negative before it",
    "from heading": "log of the blocks since the last heading, or of all blocks",
    "heading level": "that of the last heading, over 6",
    "hidden": "1 if the page does not show the block at first",
    "openable": "1 if it is hidden, but collapsible",
    "section words": "share of the page's words under the same heading",
    "section links": "share of these that are in links",
    "section length": "log of these per block",
    "comment": "1 among readers' comments, by names and headlines",
    "page comments": "share of the words shown that are in such comments",
    "same text": "log of the blocks with the same text",
    "same place": "log of the same-template blocks",
    "place share": "share of the blocks that are of the same template",
    "place words": "log of their words per block",
    "place links": "share of their words that are in links",
    "title overlap": "words shared with the head's title, as a share of the block's times that of the title's",
    **{f"{name} before": f"log of the elements {tags!r} since the block before" for name, tags in BETWEEN.items()},
    **{f"in {tag}": "1 for the block's own element, less with each step up to the nearest, 0 for none" for tag in NEAR},
    **{
        f"main {share} {name}": f"{how} the smallest element with {share} of the page's prose"
        for share in MAIN_SHARES
        for name, how in (("inside", "1 in"), ("side", "-1 before, 1 behind"))
    },
    **{
        f"container {level} {name}": f"of the container {level} levels up: {how}"
        for level in range(LEVELS)
        for name, how in _OF_CONTAINER.items()
    },
}
"""the numbers of a block and how they are computed, in the order of the columns; logs are of one more"""
NUMBERS: Final = tuple(FEATURES)
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
    """n: the last heading up to the block; the block itself where there is none"""
    head: NDArray[np.int64]
    """hashed tokens of the declarations in the page's head"""

    def __len__(self) -> int:
        return len(self.numbers)
