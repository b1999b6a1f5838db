"""JSON in a page's scripts: JSON-LD, and the state that frameworks hand to the code that draws the page.

No script is run. A state is found where JSON stands: as the whole script (``__NEXT_DATA__``, ``__NUXT_DATA__`` and any
other of a JSON type), after ``=`` or ``(`` (``window.__INITIAL_STATE__ = {…}``, ``push({…})``), in the string handed to
``JSON.parse``, or in the pieces of React's server components. State that is code and not JSON is left alone.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from tamis.html.nodes import Element, ParsedDocument

MAX_SCRIPT: Final = 8_000_000
"""characters of scripts that are looked at, per page"""
_MAX_TRIES: Final = 20
"""places of one script at which JSON may begin; each try reads on until it is JSON no more"""
_LEAST: Final = 200
"""characters; what is shorter holds no article"""

_BEGINS: Final = re.compile(r"""[=(,]\s{0,9}(?=\{\s{0,9}"|\[\s{0,9}[\[{"])|JSON\.parse\(\s{0,9}(?=["'])""")
_PUSHED: Final = re.compile(r"__next_f\s{0,9}=?[^(\n]{0,40}\.push\(")
_ROW: Final = re.compile(r"([0-9a-f]{1,8}):(?:T([0-9a-f]{1,8}),)?")
_QUOTED: Final = re.compile(r"'((?:[^'\\]++|\\.)*+)'", re.DOTALL)
_ESCAPED: Final = re.compile(r"""\\x([0-9a-fA-F]{2})|\\(['`$])|(\\.)|(")""", re.DOTALL)
_DECODER: Final = json.JSONDecoder(strict=False)
_UNREADABLE: Final = (ValueError, RecursionError)


class Found(NamedTuple):
    """A JSON value and the script it stands in."""

    script: Element
    value: Any


def linked_data(document: ParsedDocument) -> list[Found]:
    """The values of a page's JSON-LD scripts; those that cannot be read are left out."""
    found, room = [], MAX_SCRIPT
    for script in document.select('script[type*="ld+json" i]'):
        text = script.text
        room -= len(text)
        if room < 0:
            break
        try:
            found.append(Found(script, _DECODER.raw_decode(_unwrapped(text))[0]))
        except _UNREADABLE:
            continue
    return found


def state(document: ParsedDocument) -> list[Found]:
    """The JSON values in a page's other scripts, in order.

    >>> from tamis.html.parser import parse
    >>> text = "Bread, and more of it. " * 20
    >>> [found.value["x"][:5] for found in state(parse(f'<script>window.__STATE__ = {{"x": "{text}"}};</script>'))]
    ['Bread']
    """
    found: list[Found] = []
    pushed: list[tuple[Element, str]] = []
    room = MAX_SCRIPT
    for script in document.select("script:not([src])"):
        text = script.text
        kind = (script.attr("type") or "").lower()
        if len(text) < _LEAST or "ld+json" in kind or kind in ("text/template", "text/html", "importmap"):
            continue
        room -= len(text)
        if room < 0:
            break
        if "__next_f" in text:
            pushed += [(script, piece) for piece in _pieces(text)]
        else:
            found += [Found(script, value) for value in _values(text)]
    if pushed:
        found.append(Found(pushed[0][0], list(_flight("".join(piece for _, piece in pushed)))))
    return found


def _unwrapped(text: str) -> str:
    """Without the comment or CDATA marks that some put around JSON."""
    begin = min((at for at in (text.find("{"), text.find("[{")) if at >= 0), default=0)
    return text[begin:]


def _values(text: str) -> Iterator[Any]:
    """The JSON values of a script: all of it, or what stands where a value may begin."""
    whole = text.lstrip()
    at, tries = 0, 0
    if whole[:1] in ("{", "["):
        try:
            yield _DECODER.raw_decode(whole)[0]
        except _UNREADABLE:
            pass
        else:
            return
    while tries < _MAX_TRIES and (begins := _BEGINS.search(text, at)):
        at = begins.end()
        tries += 1
        try:
            quoted = text[at] in "\"'"
            value, end = _string(text, at) if quoted else _DECODER.raw_decode(text, at)
            if end - at >= _LEAST:
                tries -= 1
                yield _DECODER.raw_decode(value.lstrip())[0] if quoted else value
            at = end
        except _UNREADABLE:
            continue


def _string(text: str, at: int) -> tuple[str, int]:
    """The string literal of a script that begins at a place, and where it ends."""
    if text[at] == '"':
        value, end = _DECODER.raw_decode(text, at)
        return str(value), end
    quoted = _QUOTED.match(text, at)
    if quoted is None:
        raise ValueError("a string without an end")
    as_json = _ESCAPED.sub(_as_json_escape, quoted[1])
    return str(_DECODER.raw_decode(f'"{as_json}"')[0]), quoted.end()


def _as_json_escape(escaped: re.Match[str]) -> str:
    code, plain, kept, _ = escaped.groups()
    if code:
        return f"\\u00{code}"
    return plain or kept or '\\"'


def _pieces(text: str) -> Iterator[str]:
    """The strings of ``self.__next_f.push([1, "…"])``."""
    at, failures = 0, 0
    while failures < _MAX_TRIES and (pushed := _PUSHED.search(text, at)):
        at = pushed.end()
        try:
            value, at = _DECODER.raw_decode(text, at)
        except _UNREADABLE:
            failures += 1
            continue
        if isinstance(value, list) and len(value) > 1 and isinstance(value[1], str):
            yield value[1]


def _flight(stream: str) -> Iterator[Any]:
    """The values of a stream of rows: ``id:JSON`` up to the line's end, or ``id:Tlength,text``, its length in bytes."""
    at = 0
    while row := _ROW.search(stream, at):
        at = row.end()
        if row[2]:
            size = min(int(row[2], 16), 4 * len(stream))
            text = stream[at : at + size].encode("utf-8", "replace")[:size].decode("utf-8", "ignore")
            at += len(text)
            yield {"text": text}
            continue
        end = stream.find("\n", at)
        end = len(stream) if end < 0 else end
        with contextlib.suppress(*_UNREADABLE):
            yield _DECODER.raw_decode(stream, at)[0]
        at = end
