"""Words, in scripts with and without spaces between them.

Chinese, Japanese, Thai, Lao, Burmese and Khmer put no space between words: there each character counts as a word. All
that cuts or counts words goes by the table here; the compiled :func:`tamis.native.tree.count_words` reads it as well.
"""

from __future__ import annotations

from typing import Final

from tamis.text.patterns import late

SCRIPTS_WITHOUT_SPACES: Final = (
    ("Thai, Lao", "\u0e00", "\u0eff"),
    ("Burmese", "\u1000", "\u109f"),
    ("Khmer", "\u1780", "\u17ff"),
    ("iteration and closing marks, zero", "\u3005", "\u3007"),
    ("hiragana, katakana", "\u3040", "\u30ff"),
    ("katakana for Ainu", "\u31f0", "\u31ff"),
    ("Chinese characters", "\u3400", "\u9fff"),
    ("compatibility forms of Chinese characters", "\uf900", "\ufaff"),
    ("half-width katakana", "\uff66", "\uff9f"),
    ("rare Chinese characters", "\U00020000", "\U0003ffff"),
)
"""each with its first and last character, in the order of the code points"""
SPACELESS: Final = "".join(f"{first}-{last}" for _, first, last in SCRIPTS_WITHOUT_SPACES)
"""their characters, as they stand within a character class of a regular expression"""
_WORD: Final = late(rf"[{SPACELESS}]|[^\W{SPACELESS}]+")


def words(text: str) -> list[str]:
    """A text's words in lower case, without punctuation.

    >>> words("Don't panic, 中文!")
    ['don', 't', 'panic', '中', '文']
    """
    return _WORD.findall(text.lower())


def words_or_text(text: str) -> list[str]:
    """A text's words, or the text itself if it has none, as an arrow or a line of dots.

    >>> words_or_text("Rye!"), words_or_text("»")
    (['rye'], ['»'])
    """
    return words(text) or [text]


def word_spans(text: str) -> list[tuple[int, int]]:
    """Where each of the text's :func:`words` begins and ends.

    >>> word_spans("To be")
    [(0, 2), (3, 5)]
    """
    return [match.span() for match in _WORD.finditer(text)]
