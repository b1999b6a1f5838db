"""What an element is called at its place of a site's pages: its tag and its id, or else its first class.

Numbers in ids and classes become ``0``: ``post-1234`` and ``post-77`` are one place. The first class is the one that
authors write by hand; those behind it tend to tell posts apart (``category-bread``, ``odd``, ``last``).
"""

from __future__ import annotations

import re
from typing import Final

from tamis.dom import Tree

_NUMBER: Final = re.compile(r"\d+")
_LONGEST: Final = 40
"""characters of an id or class that count: what is longer was made by a machine"""


def name_of(tree: Tree, element: int) -> str:
    """The name of an element.

    >>> from tamis.dom import read
    >>> from tamis.limits import Limits
    >>> tree = read('<div id=post-12 class="post odd"><p class="lead first">x', None, Limits())
    >>> name_of(tree, 1), name_of(tree, 2)
    ('div#post-0', 'p.lead')
    """
    node = tree.nodes[element]
    if own := node.attr("id"):
        return f"{tree.tags[element]}#{_plain(own)}"
    classes = (node.attr("class") or "").split(None, 1)
    return f"{tree.tags[element]}.{_plain(classes[0])}" if classes else tree.tags[element]


def _plain(word: str) -> str:
    return _NUMBER.sub("0", word[:_LONGEST])
