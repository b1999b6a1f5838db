"""What turbohtml does for us: encodings, languages, dates, style sheets; the only module that imports it.

It is imported late: most pages' text is read without it. Its parser sees no page as it came: a page that nests deeper
than it can bear ends the process (1.15.4).
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from tamis.html.nodes import ParsedDocument, read_markup


def parse(source: str) -> ParsedDocument:
    """Read HTML, whatever is in it."""
    return read_markup(source)


def parse_detecting(html: str | bytes) -> ParsedDocument:
    """Read HTML with turbohtml's detection of its encoding, as annotated corpora were read."""
    if isinstance(html, bytes):
        codec, _ = detect_encoding(html)
        html = html.decode(codec or "utf-8", "replace").removeprefix("\ufeff")
    return read_markup(html)


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
