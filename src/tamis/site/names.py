"""What an element is called at its place of a site's pages: its tag and its id, or else its first class.

Numbers in ids and classes become ``0``: ``post-1234`` and ``post-77`` are one place. The first class is the one that
authors write by hand; those behind it tend to tell posts apart (``category-bread``, ``odd``, ``last``).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_NUMBER: Final = re.compile(r"\d+")
_LONGEST: Final = 40
"""characters of an id or class that count: what is longer was made by a machine"""


@lru_cache(maxsize=8192)
def name_of(tag: str, own: str | None, classes: str | None) -> str:
    """The name of an element with that tag, ``id`` and ``class``.

    >>> name_of("div", "post-12", "post odd"), name_of("p", None, "lead first"), name_of("p", "", " ")
    ('div#post-0', 'p.lead', 'p')
    """
    if own:
        return f"{tag}#{_plain(own)}"
    first = (classes or "").split(None, 1)
    return f"{tag}.{_plain(first[0])}" if first else tag


def _plain(word: str) -> str:
    return _NUMBER.sub("0", word[:_LONGEST])
