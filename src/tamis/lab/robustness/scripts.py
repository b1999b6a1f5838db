"""Text in another script: each letter or word always becomes the same, so that what is alike stays alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final
from zlib import crc32

_LATIN: Final = "abcdefghijklmnopqrstuvwxyz"
_LETTERS: Final = {
    "Cyrillic": "абцдефгхийклмнопярстувшчыз",
    "Greek": "αβσδεφγηιξκλμνοπθρςτυωψχζϊ",
    "Arabic": "ابثدهفغحيجكلمنوپقرستعڤظخطز",
}
_MARKS: Final[Mapping[str, tuple[str, str]]] = {"Arabic": (",;?", "،؛؟")}
_WIDE_MARKS: Final = str.maketrans({".": "。", ",": "，", "!": "！", "?": "？", ";": "；", ":": "："})
_FIRST, _CHARACTERS = 0x4E00, 3000
"""the Chinese characters that words become"""
_LETTERS_OF_ONE: Final = 3
"""letters of a word that become one character: a Chinese text has about a third of the characters"""
_WORD: Final = re.compile(r"[^\W\d_]+")
_BETWEEN: Final = re.compile(r"(?<=[\u4e00-\u9fff。，！？；：])\s+(?=[\u4e00-\u9fff])")

SCRIPTS: Final = (*_LETTERS, "without spaces")


def written_in(script: str, text: str) -> str:
    """The text in one of :data:`SCRIPTS`; what is in no Latin letters stays.

    >>> written_in("Cyrillic", "Rye, été 12"), written_in("Arabic", "Rye, wheat")
    ('Рые, ете 12', 'رطه، ظحهات')
    >>> len(written_in("without spaces", "Flour, water. Salt 12"))
    11
    """
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    if script == "without spaces":
        return _BETWEEN.sub("", _WORD.sub(_characters, plain).translate(_WIDE_MARKS))
    letters = _LETTERS[script]
    table = str.maketrans(_LATIN + _LATIN.upper(), letters + letters.upper())
    return plain.translate(table | str.maketrans(*_MARKS.get(script, ("", ""))))


def _characters(word: re.Match[str]) -> str:
    found, lower = word[0], word[0].lower()
    if not found.isascii():
        return found
    parts = range(0, len(lower), _LETTERS_OF_ONE)
    return "".join(chr(_FIRST + crc32(lower[i : i + _LETTERS_OF_ONE].encode()) % _CHARACTERS) for i in parts)
