"""Regular expressions that are compiled when they are first needed: most pages need few, and the first one waits."""

from __future__ import annotations

import re
from typing import Any, cast


class _Late:
    """Stands for a pattern; the pattern's own methods take its place one by one."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.given = pattern, flags

    def __getattr__(self, name: str) -> Any:
        method = getattr(re.compile(*self.given), name)  # re remembers what it has compiled
        setattr(self, name, method)
        return method


def late(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """``re.compile``, later.

    >>> late(r"[0-9]+").findall("3 eggs, 250 g of flour")
    ['3', '250']
    """
    return cast("re.Pattern[str]", _Late(pattern, flags))
