"""White space."""

from __future__ import annotations


def tidy(value: object) -> str:
    r"""A text in one line, or an empty one for what is no text.

    >>> tidy(" Rye  bread\n")
    'Rye bread'
    """
    return " ".join(value.split()) if isinstance(value, str) else ""
