"""Emphasis in Markdown: ``**``, ``*`` and ``~~`` that CommonMark reads as such.

turbohtml writes emphasis as raw HTML on all of a page as soon as one of it stands beside a letter that is not ASCII.
So the elements are replaced by marks in the text before it writes, and the marks by delimiters afterwards. A delimiter
opens or closes by what stands on both sides of it (CommonMark 0.31, section 6.2, "flanking"); where that is not so, as
between a letter and bold punctuation, an empty comment is put outside of it, which counts as punctuation.
"""

from __future__ import annotations

import re
import string
from itertools import groupby
from typing import Final, TypeAlias
from unicodedata import category

from tamis.render.nodes import Node
from tamis.render.shape import INLINE_NAMES

KINDS: Final = {"b": "**", "strong": "**", "i": "*", "em": "*", "s": "~~", "del": "~~"}
MARKS: Final = "\ufdd6\ufdd7\ufdd8\ufdd9\ufdda\ufddb"
"""code points that no text may use"""
_OPENING: Final = dict(zip(("**", "*", "~~"), MARKS[::2], strict=True))
_CLOSING: Final = dict(zip(("**", "*", "~~"), MARKS[1::2], strict=True))
_DELIMITERS: Final = {mark: kind for marks in (_OPENING, _CLOSING) for kind, mark in marks.items()}
_STRETCH: Final = re.compile(f"([{MARKS}]+)")
_SPACE_INSIDE: Final = re.compile(f"([{''.join(_OPENING.values())}]+)( +)")
_SPACE_AT_END: Final = re.compile(f"( +)([{''.join(_CLOSING.values())}]+)")
_NOTHING: Final = "<!-- -->"
_LITERAL: Final = frozenset(("code", "kbd", "samp", "pre"))
"""nothing in them is markup"""
_Run: TypeAlias = tuple[bool, list[str]]


def mark_emphasis(root: Node) -> None:
    """Replace emphasis by marks. Emphasis in emphasis of its kind is none, nor is any without text or around blocks."""
    opened: dict[str, Node] = {}
    literal: Node | None = None
    for part, ends in list(root.walk()):
        if isinstance(part, str):
            continue
        if part.name in _LITERAL and literal in (None, part):
            literal = None if ends else part
        kind = KINDS.get(part.name)
        if kind is None:
            continue
        if not ends and literal is None and kind not in opened and _may_be_marked(part):
            opened[kind] = part
        elif ends:
            marked = opened.get(kind) is part
            if marked:
                del opened[kind]
            part.name, part.attributes = "span", {}
            part.children = [_OPENING[kind], *part.children, _CLOSING[kind]] if marked else part.children


def _may_be_marked(node: Node) -> bool:
    below = [part for part, ends in node.walk() if not ends]
    if any(isinstance(part, Node) and part.name not in INLINE_NAMES for part in below):
        return False
    return any(part.strip() if isinstance(part, str) else part.name in ("img", "math") for part in below)


def write_emphasis(text: str) -> str:
    r"""Put delimiters for marks.

    >>> write_emphasis("A \ufdd6bold\ufdd7\ufdd8, and so on\ufdd9.")
    'A **bold**<!-- -->*, and so on*.'
    """
    text = _SPACE_AT_END.sub(r"\2\1", _SPACE_INSIDE.sub(r"\2\1", text))
    pieces = _STRETCH.split(text)
    stretches = [_runs(marks) for marks in pieces[1::2]]
    written = [pieces[0]]
    last = pieces[0][-1:]
    for place, (runs, behind) in enumerate(zip(stretches, pieces[2::2], strict=True)):
        for number, (opens, kinds) in enumerate(runs):
            following = runs[number + 1][1][0][0] if number + 1 < len(runs) else behind[:1]
            between = _NOTHING if opens and len(kinds) > 1 and _reopens(stretches, pieces, place, kinds[0]) else ""
            if opens and ((last == kinds[0][0] and number) or not _flanks(last, between[:1] or following)):
                written.append(_NOTHING)
            written.append(between.join(kinds))
            if not opens and not _flanks(following, last):
                written.append(_NOTHING)
            last = written[-1][-1]
        written.append(behind)
        last = behind[-1:]
    return "".join(written)


def _runs(marks: str) -> list[_Run]:
    """Delimiters that CommonMark takes as one: whether they open, and each of them.

    Emphasis that ends where more of its kind begins goes on.
    """
    kinds: list[tuple[bool, str]] = []
    for mark in marks:
        opens, kind = mark in _OPENING.values(), _DELIMITERS[mark]
        if opens and kinds and kinds[-1] == (False, kind):
            kinds.pop()
        else:
            kinds.append((opens, kind))
    grouped = groupby(kinds, lambda kind: (kind[0], kind[1][0]))
    return [(opens, [delimiter for _, delimiter in run]) for (opens, _), run in grouped]


def _reopens(stretches: list[list[_Run]], pieces: list[str], place: int, outer: str) -> bool:
    """Whether bold or italic begins again within a word before the outer one of a ``***`` ends.

    Such a delimiter could close, too. A single opening delimiter is safe from it, as the lengths of both are a multiple
    of three together; what is left of three is not.
    """
    for later in range(place + 1, len(stretches)):
        for opens, kinds in stretches[later]:
            if not opens and outer in kinds:
                return False
            if opens and kinds[0] != "~~" and not _is_space(pieces[2 * later][-1:]):
                return True
    return False


def _flanks(outside: str, inside: str) -> bool:
    """Whether a delimiter between these two counts, with and without symbols among punctuation."""
    return _is_space(outside) or _is_punctuation(outside) or not (_is_punctuation(inside) or category(inside)[0] == "S")


def _is_space(letter: str) -> bool:
    return not letter or letter in "\t\n\f\r" or category(letter) == "Zs"


def _is_punctuation(letter: str) -> bool:
    return letter in string.punctuation or category(letter)[0] == "P"
