"""A page's language: what it declares, checked against its text."""

from __future__ import annotations

from typing import Final

from tamis.metadata.facts import Fact
from tamis.metadata.reading import Reading
from tamis.text.language import language_at_a_glance, language_of, same_language

_ENOUGH: Final = 120
"""characters; in less text the declaration is the better witness"""


def find_language(reading: Reading, text: str) -> Fact | None:
    """What is declared, if the text bears it out; what the text is in, if it does not."""
    declared = reading.language
    if len(text) >= _ENOUGH and declared and same_language(declared, language_at_a_glance(text) or ""):
        return Fact(declared, "page: lang, as in the text", 0.99)
    detected = language_of(text) if len(text) >= _ENOUGH else None
    if detected is None:
        return Fact(declared, "page: lang", 0.7) if declared else None
    code, confidence = detected
    if declared and same_language(declared, code):
        return Fact(declared, "page: lang, as in the text", 0.99)
    if declared and confidence < 0.5:
        return Fact(declared, "page: lang", 0.6)
    return Fact(code, "page: text", round(max(0.5, min(confidence, 0.95)), 2))
