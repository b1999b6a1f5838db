"""The parser, turbohtml: the only module that imports it.

All others see its objects through :mod:`tamis.html.nodes`, and import this module late: most pages' text is read
without it.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Final

import turbohtml
from turbohtml import Document, Element, SelectorSyntaxError, Text, tokenize, unescape

from tamis.native.scan import after_tag, too_deep

__all__ = ["Element", "SelectorSyntaxError", "Text", "tokenize", "unescape"]

_DEEPEST: Final = 440
"""elements that may be open when formatting or a table begins: the parser's 512, less some for what is implied"""


def parse(source: str) -> Document:
    """Parse HTML, whatever is in it; where it nests too deeply, without the tags that :func:`flatter` takes out."""
    return turbohtml.parse(flatter(source))


def parse_flat(source: str, *, scripting: bool = False) -> Document:
    """Parse HTML that does not nest too deeply (:func:`flatter`); with ``scripting``, a ``noscript`` holds text."""
    return turbohtml.parse(source, scripting=scripting)


def parse_detecting(html: str | bytes) -> Document:
    """Parse HTML with the parser's own detection of its encoding, as annotated corpora were read."""
    return turbohtml.parse(html, detect_encoding=True)


def flatter(source: str) -> str:
    """A page without the start tags that nest formatting and tables deeper than the parser can bear.

    turbohtml (1.15.4) keeps 512 elements open at most. A table that begins beyond that is not among them, so its end
    closes all that is open; the next formatting that is closed then ends the process. White space takes the place of
    such tags, so that all else stays where it is.

    >>> flatter("<b><table><td>" * 200).count("<table>"), flatter("<b><i>Rye</i></b>")
    (55, '<b><i>Rye</i></b>')
    """
    deep = too_deep(source, _DEEPEST)
    if not deep:
        return source
    pieces: list[str] = []
    done = 0
    for begin in deep:
        end = after_tag(source, begin, len(source))
        pieces += source[done:begin], " " * (end - begin)
        done = end
    return "".join([*pieces, source[done:]])


def decode_as(data: bytes, label: str) -> str | None:
    """The text of bytes whose encoding has that label in the WHATWG's standard; ``None`` for an unknown label."""
    import_module("turbohtml.detect")  # it registers the codecs
    try:
        return data.decode(f"whatwg-{label}", "replace")
    except LookupError:
        return None


def detect_encoding(data: bytes) -> tuple[str | None, str | None]:
    """The codec that bytes can be decoded with, and the name of their encoding; ``None`` where nothing fits."""
    from turbohtml.detect import detect

    found = detect(data)
    return found.codec, found.encoding


def detect_language(text: str) -> tuple[str, float] | None:
    """The language of a text, as ISO 639-3 has it, and how sure that is."""
    from turbohtml.detect import detect_language

    found = detect_language(text)
    return (found.language, float(found.confidence)) if found is not None and found.language else None


def style_properties(declarations: str) -> dict[str, str]:
    """The properties of a ``style`` attribute or of a rule of a style sheet."""
    from turbohtml.cssom import StyleDeclaration

    parsed = StyleDeclaration.parse(declarations)
    return {name: parsed[name] for name in parsed}


def style_rules(stylesheet: str) -> Iterator[tuple[str, str]]:
    """The rules of a style sheet: selector and declarations. What is inside ``@media`` and the like is left out."""
    from turbohtml.cssom import StyleSheet

    for rule in StyleSheet(stylesheet).rules:
        yield rule.selector_text, rule.style.text
