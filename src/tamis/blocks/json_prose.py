"""Prose inside JSON: what a page's scripts would have written onto it.

Nothing is run. Values are walked with a stack of their own, at most :data:`MAX_VALUES` of them. A string is prose by
general signs alone: enough words, mostly letters, no code, a full stop or markup. Among all prose the part of the
value that holds most of it is taken, as the ``shallow`` rule takes the main part of a page.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape, unescape
from itertools import accumulate
from typing import Any, Final, NamedTuple

from tamis.html.nodes import read_markup
from tamis.native.tree import count_words

MAX_VALUES: Final = 200_000
MAX_DEPTH: Final = 100
MAX_PROSE: Final = 2_000_000
"""characters that are taken from one page"""
_MAIN_SHARE: Final = 0.6
_TITLE_LENGTH: Final = 200
_LONGEST_REMEMBERED: Final = 60
"""letters of a key: the same few hundred keys come again and again, and no page may fill the memory with others"""
_WORDS: Final = 8
"""of prose, as in the shallow rule"""
_SHORTEST_PROSE: Final = 20
"""letters"""

_MARKUP: Final = re.compile(
    r"</(?:p|h[1-6]|li|div|ul|ol|td|blockquote|pre|section|span|a|b|i|em|strong)>|<br ?/?>", re.I
)
_STOP: Final = re.compile(
    r"[.!?:\u3002\uff01\uff1f\u0964\u061f](?:[\s\"')\]\u201d\u2019\u00bb<]|$)|[\u3002\uff01\uff1f]"
)
_CODE: Final = re.compile(r"[{}<>=;_\\|\[\]@#^~`]")
_NOT_SHOWN: Final = re.compile(
    r"(?:^|_)(?:i18n|intl|translations?|locales?|dictionar(?:y|ies)|messages|strings|labels|config(?:uration)?|settings"
    r"|cookies?|consent|gdpr|privacy|seo|meta|metadata|nav(?:igation)?|menus?|footer|header|alt|tooltip|placeholder"
    r"|errors?|css|styles?|scripts?|svg|query|url|href|src|tracking|analytics|flags)(?:_|$)",
)
_CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_TITLES: Final = frozenset("title headline heading name question subtitle".split())
_INLINE_TYPES: Final = frozenset(("text", "span", "link", "hyperlink", "a", "b", "i", "em", "strong", "code"))
_TEXT_KEYS: Final = ("text", "value", "content")
_HOLDING: Final = frozenset((str, dict, list))
_Waiting = tuple[Any, str, str, int, int]
"""a value, its key, its shape, how deep it stands, and the container it is in"""


class Piece(NamedTuple):
    """A string of the value that is shown, or may be."""

    key: str
    text: str
    shape: str
    """the last few keys on the way to it, places in lists left out"""
    container: int
    """the number of the object or list that it stands in"""
    prose: int
    """its words if it is prose, else 0"""


class _Walked(NamedTuple):
    pieces: list[Piece]
    """all strings that may be shown, in order"""
    parents: list[int]
    ends: list[int]
    """of each container, one past the last container inside it"""


def prose_html(value: Any) -> str:
    """The main prose of a JSON value as HTML: headings, paragraphs, and what markup the strings have themselves.

    >>> story = "The mill by the river has ground rye for the town since before the war."
    >>> prose_html({"page": {"title": "The mill", "body": [story, "It stands still."]}, "texts": {"ok": "Okay"}})
    '<h1>The mill</h1><p>The mill by the river has ground rye for the town since before the war.</p><p>It stands still.</p>'
    """  # noqa: E501
    walked = _walk(value if isinstance(value, dict | list) else [value])
    total = sum(piece.prose for piece in walked.pieces)
    if not total:
        return ""
    main = _main_part(walked, _MAIN_SHARE * total)
    inside = [piece for piece in walked.pieces if main <= piece.container < walked.ends[main]]
    shapes = {piece.shape for piece in inside if piece.prose}
    records = {piece.container for piece in inside if piece.prose}
    title = _title_above(walked, main)
    seen = {title} if title else set()
    parts = [f"<h1>{escape(title)}</h1>"] if title else []
    room = MAX_PROSE
    for piece in inside:
        heads = piece.key in _TITLES and piece.container in records and len(piece.text) < _TITLE_LENGTH
        beside = piece.shape in shapes and not _looks_like_code(piece.text)
        if not (piece.prose or heads or beside) or piece.text in seen or room < len(piece.text):
            continue
        seen.add(piece.text)
        room -= len(piece.text)
        parts.append(f"<h2>{escape(piece.text)}</h2>" if heads and not piece.prose else paragraphs(piece.text))
    return "".join(parts)


def paragraphs(text: str) -> str:
    r"""A string as HTML: its own markup, closed where it was open, or a paragraph for each of its lines.

    >>> paragraphs("one\n\ntwo <3"), paragraphs("<p>one</p><p>two <b>three")
    ('<p>one</p><p>two &lt;3</p>', '<p>one</p><p>two <b>three</b></p>')
    """
    if "&" in text and not _MARKUP.search(text):
        text = unescape(text)
    if _MARKUP.search(text):
        root = read_markup(text[:MAX_PROSE].replace("<plaintext", "<p")).root
        body = root.select_one("body") if root is not None else None
        return body.inner_html if body is not None else ""
    return "".join(f"<p>{escape(line.strip())}</p>" for line in text.splitlines() if line.strip())


def prose_words(text: str) -> int:
    """The words of a string if it reads like prose, else 0.

    >>> prose_words("https://example.org/a/b?c=d"), prose_words("Wait an hour, then bake it until the crust is brown.")
    (0, 11)
    """
    if len(text) < _SHORTEST_PROSE or text.startswith(("http:", "https:", "/", "data:", "{", "[", "$")):
        return 0
    head = text[:20_000]
    marked = _MARKUP.search(head)
    plain = read_markup(head).text if marked else head
    words = count_words(plain)
    letters_and_spaces = sum(map(str.isalpha, plain)) + len(plain.split())
    if words < _WORDS or letters_and_spaces < 0.75 * len(plain.strip()) or _looks_like_code(plain):
        return 0
    if not marked and not _STOP.search(plain):
        return 0
    return words * max(1, len(text) // 20_000)


def _looks_like_code(text: str) -> bool:
    head = text[:2000]
    if _MARKUP.search(head):
        return False
    return len(_CODE.findall(head)) > 0.03 * len(head) or (" " not in head.strip() and head.isascii())


def _hidden_key(key: str) -> bool:
    return _hidden_short_key(key) if len(key) <= _LONGEST_REMEMBERED else _hidden_short_key.__wrapped__(key)


@lru_cache(maxsize=4096)
def _hidden_short_key(key: str) -> bool:
    return _NOT_SHOWN.search(_CAMEL.sub("_", key).lower().replace("-", "_")) is not None


def _walk(value: Any) -> _Walked:
    walked = _Walked([], [], [])
    pieces, parents, ends = walked
    stack: list[_Waiting] = [(value, "", "", 0, -1)]
    budget = MAX_VALUES
    while stack and budget:
        budget -= 1
        here, key, shape, depth, container = stack.pop()
        kind = type(here)
        if kind is str:
            text = here.strip()
            if len(text) > 1:
                prose = prose_words(text) if len(text) >= _SHORTEST_PROSE else 0
                pieces.append(Piece(key, text, shape, container, prose))
        elif kind is list and (line := _joined_line(here)) is not None:
            pieces.append(Piece(key, line, shape, container, prose_words(line)))
        elif depth < MAX_DEPTH:
            own = len(parents)
            parents.append(container)
            ends.append(own + 1)
            children = _children if kind is dict else _items
            stack += reversed(children(here, key, shape, depth + 1, own))
    for number in range(len(parents) - 1, 0, -1):
        ends[parents[number]] = max(ends[parents[number]], ends[number])
    return walked


def _children(here: dict[str, Any], _: str, shape: str, depth: int, own: int) -> list[_Waiting]:
    # a path as long as the nesting would make the walk quadratic: the last few keys are enough to distinguish records
    above = ".".join(shape.split(".")[-4:])
    return [
        (part, name, f"{above}.{name}", depth, own)
        for name, part in here.items()
        if type(part) in _HOLDING and not _hidden_key(name)
    ]


def _items(here: list[Any], key: str, shape: str, depth: int, own: int) -> list[_Waiting]:
    names = _flat_names(here)
    if not names:
        return [(part, key, shape, depth, own) for part in here if type(part) in _HOLDING]
    found = [(part, names.get(place, key)) for place, part in enumerate(here) if type(part) in _HOLDING]
    return [(part, name, f"{shape}.{name}", depth, own) for part, name in found if not _hidden_key(name)]


def _flat_names(values: list[Any]) -> dict[int, str]:
    """The keys of the strings in a list whose objects refer to its places by number, as Nuxt 3 writes its state."""
    if len(values) < 4 or not any(isinstance(v, dict) and any(type(n) is int for n in v.values()) for v in values[:4]):
        return {}
    return {n: name for v in values if isinstance(v, dict) for name, n in v.items() if type(n) is int}


def _joined_line(values: list[Any]) -> str | None:
    """The text of a list of rich-text spans, joined to one line; ``None`` for any other list."""
    if not values or not all(type(value) is dict for value in values):
        return None
    parts = []
    for value in values:
        kind = value.get("type") or value.get("_type") or value.get("nodeType") or "text"
        if type(kind) is not str or kind not in _INLINE_TYPES or len(value) > 8:
            return None
        text = next((value[key] for key in _TEXT_KEYS if type(value.get(key)) is str), None)
        if text is None:
            return None
        parts.append(text)
    return " ".join("".join(parts).split())


def _main_part(walked: _Walked, enough: float) -> int:
    """The deepest container with enough of the prose."""
    held = [0] * (len(walked.ends) + 1)
    for piece in walked.pieces:
        held[piece.container] += piece.prose
    before = list(accumulate(held, initial=0))
    return max((n for n, end in enumerate(walked.ends) if before[end] - before[n] >= enough), default=0)


def _title_above(walked: _Walked, main: int) -> str | None:
    """The title that stands beside the main part, or beside what it is in, three steps up at most."""
    above = [main]
    while above[-1] >= 0 and len(above) < 4:
        above.append(walked.parents[above[-1]])
    for container in above:
        for piece in walked.pieces:
            if piece.container == container and piece.key in _TITLES and len(piece.text) < _TITLE_LENGTH:
                return piece.text
    return None
