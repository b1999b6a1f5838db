"""What is checked of a call before any work: that its keywords exist, and that the page is one, not its address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

from tamis.errors import UnknownKeywordError, UsageError
from tamis.strategies.selection import Rules, Selection

_SELECTION: Final = frozenset(field.name for field in fields(Selection))
_LONGEST: Final = 4096
"""characters of an address or a path: a longer text is a page, and is not looked at"""
_PAGE_ENDINGS: Final = (".html", ".htm", ".xhtml", ".shtml")


def check_keywords(
    function: Callable[..., Any], given: Mapping[str, object], passed_to: Callable[..., Any] | None = None
) -> None:
    """Refuse keywords that a function does not take, with the nearest one that it does.

    ``passed_to`` is the function that gets what this one has no name for.

    >>> from tamis.api import extract
    >>> check_keywords(extract, {"favour_recall": True})
    Traceback (most recent call last):
    ...
    tamis.errors.UnknownKeywordError: extract() has no keyword 'favour_recall'; did you mean 'favor_recall'?
    """
    if given.keys() <= _SELECTION:
        return
    known = _keywords(function) + (_keywords(passed_to, only=True) if passed_to else [])
    known += [name for name in Rules.__optional_keys__ if name not in known]
    for name in given:
        if name not in known:
            raise UnknownKeywordError(
                f"{function.__name__}() has no keyword {name!r}; {_advice(name, sorted(known), function.__name__)}"
            )


def _keywords(function: Callable[..., Any], *, only: bool = False) -> list[str]:
    """The arguments that may be given by name; with ``only`` those that cannot be given otherwise."""
    from inspect import Parameter, signature

    kinds = (Parameter.KEYWORD_ONLY,) if only else (Parameter.KEYWORD_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    return [name for name, argument in signature(function).parameters.items() if argument.kind in kinds]


def _advice(name: str, known: list[str], function: str) -> str:
    """The keywords that have the unknown one as a part, else the nearest in spelling, else all of them.

    :func:`tamis.extract` has more than the others, about how the text is written: one of those is named as its own.
    """
    from difflib import get_close_matches

    from tamis.api import extract

    known_there = sorted({*known, *_keywords(extract)})
    if name in known_there:
        return f"extract() takes it, {function}() does not"
    parts = [[other for other in names if f"_{name}_" in f"_{other}_"] for names in (known, known_there)]
    near = parts[0] or parts[1] or get_close_matches(name, known_there, 1)
    if not near:
        return f"it takes: {', '.join(known)}"
    asked = f"did you mean {' or '.join(map(repr, near))}?"
    return asked if set(near) <= set(known) else f"{asked} extract() takes it, {function}() does not"


def check_page(html: object) -> None:
    """Refuse a text that is the address of a page, or the path of a file that exists; any other text is a page.

    >>> check_page("Rye is a grass."), check_page("https://example.org/ has a page on rye.")
    (None, None)
    >>> check_page("https://example.org/rye")
    Traceback (most recent call last):
    ...
    tamis.errors.UsageError: 'https://example.org/rye' is an address, not a page: fetch it first, tamis.fetch(url).html
    """
    if not isinstance(html, str) or len(html) > _LONGEST:
        return
    text = html.strip()
    if is_address(text):
        raise UsageError(f"{text!r} is an address, not a page: fetch it first, tamis.fetch(url).html")
    if _is_file(text):
        raise UsageError(f"{text!r} is a file, not a page: read it first, pathlib.Path({text!r}).read_bytes()")


def is_address(text: str) -> bool:
    """Whether a text is one address of the web and nothing else.

    >>> is_address("https://example.org/rye"), is_address("https://example.org/ <p>Rye"), is_address("example.org")
    (True, False, False)
    """
    may_be = len(text) <= _LONGEST and text[:8].lower().startswith(("http://", "https://"))
    return may_be and "<" not in text and len(text.split()) == 1


def _is_file(text: str) -> bool:
    """Whether a text is the path of a page's file. Other machines' (``//host/…``) are not asked for."""
    if not text.lower().endswith(_PAGE_ENDINGS) or "<" in text or len(text.split()) != 1:
        return False
    if text.startswith(("//", "\\\\")):
        return False
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a name, or with a NUL in it
        return False
