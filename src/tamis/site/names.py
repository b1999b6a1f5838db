"""What an element is called at its place of a site's pages: its tag, its id and its first class.

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
    >>> name_of(read('<div id=post-12 class="post odd"><p>x', None, Limits()), 1)
    'div#post-0.post'
    """
    node = tree.nodes[element]
    name = tree.tags[element]
    if own := node.attr("id"):
        name = f"{name}#{_plain(own)}"
    if classes := node.attr("class"):
        name = f"{name}.{_plain(classes.split(None, 1)[0])}" if not classes.isspace() else name
    return name


def _plain(word: str) -> str:
    return _NUMBER.sub("0", word[:_LONGEST])
