"""The pieces of a page's source, and functions that change its text or its tags and leave the rest as it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import escape, unescape
from typing import Final

_PIECE: Final = re.compile(
    r"""<!--.*?-->|<(script|style|textarea|template|noscript|svg|math|select|iframe)\b.*?</\1\s*>"""
    r"""|<[a-zA-Z/!?](?:"[^"]*"|'[^']*'|[^>"'])*>|<[^<>]*>?|[^<]+""",
    re.DOTALL | re.IGNORECASE,
)
"""comments, elements whose content is no text of the page, tags, text"""
_NAME: Final = re.compile(r"</?([a-zA-Z][a-zA-Z0-9]*)\b")
_ATTRIBUTES: Final = r"""\s(?:{})\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+)"""
_NAMES: Final = re.compile(_ATTRIBUTES.format("class|id"), re.IGNORECASE)


def changed_text(source: str, change: Callable[[str], str]) -> str:
    """The source with its visible text changed; scripts, style sheets and attributes stay as they are.

    >>> changed_text("<p title=rye>rye &amp; oats<script>rye</script>", str.upper)
    '<p title=rye>RYE &amp; OATS<script>rye</script>'
    """
    return _PIECE.sub(lambda m: m[0] if m[0].startswith("<") else escape(change(unescape(m[0])), quote=False), source)


def changed_tags(source: str, change: Callable[[str, str], str]) -> str:
    """The source with each tag replaced by what ``change`` makes of it and its name, ``/p`` for an end tag.

    >>> changed_tags("<p>Rye</p>", lambda tag, name: "<br>" if name == "/p" else tag)
    '<p>Rye<br>'
    """

    def replace(match: re.Match[str]) -> str:
        tag = match[0]
        name = _NAME.match(tag) if match[1] is None else None
        return change(tag, name[0][1:].lower()) if name else tag

    return _PIECE.sub(replace, source)


def renamed(source: str, names: Mapping[str, str]) -> str:
    """The source with other markup in the place of the tags that are named, their attributes left out.

    >>> renamed("<nav id=a>Rye</nav>", {"nav": "<div>", "/nav": "</div>"})
    '<div>Rye</div>'
    """
    return changed_tags(source, lambda tag, name: names.get(name, tag))


def without_names(source: str) -> str:
    """The source without classes and ids.

    >>> without_names("<p class=a id='b' title=c>Rye</p>")
    '<p title=c>Rye</p>'
    """
    return changed_tags(source, lambda tag, _: _NAMES.sub("", tag))


def opening(source: str) -> int:
    """Where the content of the body begins.

    >>> opening("<body class=a>Rye")
    14
    """
    found = re.search(r"<body\b[^>]*>|</head\s*>", source, re.IGNORECASE)
    return found.end() if found else 0
