"""Characters that nobody sees: tags that spell a hidden message, and those of no width.

Tag characters repeat ASCII invisibly. They mean something in flags of regions alone (a black flag, letters, an end);
elsewhere they are removed. Joiners stay, as Arabic, Indic scripts and emoji need them.
"""

from __future__ import annotations

import re
from sys import getsizeof
from typing import Final

_TAGS: Final = re.compile("(\U0001f3f4[\U000e0020-\U000e007e]{1,8}\U000e007f)|[\U000e0000-\U000e007f]")
_SPELLED: Final = re.compile("[A-Za-z][\u200b-\u200d\u2060\ufeff]+(?=[A-Za-z])")
_WIDTHLESS: Final = "\u200b\u200c\u200d\u2060\ufeff"
_WIDE: Final = 4
"""bytes that each character of a text takes in which one is beyond the first 65,536"""
_LEAST: Final = 3
"""places within words; one or two are left over from where a line may be broken"""


def without_tags(runs: list[str]) -> dict[int, int]:
    """Remove tag characters from texts, in place; returns how many from which.

    >>> runs = ["Rye\U000e0069\U000e0067", "\U0001f3f4\U000e0067\U000e0062\U000e007f"]
    >>> without_tags(runs), runs[0], len(runs[1])
    ({0: 2}, 'Rye', 4)
    """
    found: dict[int, int] = {}
    whole = "".join(runs)
    if getsizeof(whole) < _WIDE * len(whole):  # as of most pages
        return found
    for number, text in enumerate(runs):
        if not text.isascii() and getsizeof(text) >= _WIDE * len(text):
            plain = _TAGS.sub(_flag, text)
            if len(plain) < len(text):
                found[number] = len(text) - len(plain)
                runs[number] = plain or " "  # a run is never empty
    return found


def _flag(found: re.Match[str]) -> str:
    return found[1] or ""


def is_spelled_invisibly(text: str) -> bool:
    """Whether Latin words are spelled with characters of no width between their letters.

    >>> is_spelled_invisibly("i\u200bg\u200bn\u200bore"), is_spelled_invisibly("data\u200bbase")
    (True, False)
    """
    if text.isascii() or not any(map(text.__contains__, _WIDTHLESS)):
        return False
    return len(_SPELLED.findall(text)) >= _LEAST
