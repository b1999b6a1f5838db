"""Which text has the colour of what is behind it."""

from __future__ import annotations

from collections.abc import Mapping

from tamis.html.colours import is_see_through


def clear_text(value: str, style: Mapping[str, str]) -> bool:
    """Whether text of a colour cannot be seen, whatever is behind it."""
    if style.get("background-clip") == "text" or style.get("text-shadow", "none") != "none":
        return False
    return is_see_through(value)
