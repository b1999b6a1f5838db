"""One table of scripts without spaces, and one answer to what a word is."""

import re
import sys
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tamis.native.tree import count_words
from tamis.text.terms import terms
from tamis.text.words import SCRIPTS_WITHOUT_SPACES, SPACELESS, word_spans, words, words_or_text

SPACELESS_CHARACTER = re.compile(f"[{SPACELESS}]")


def test_the_table_is_in_order() -> None:
    assert all(first <= last for _, first, last in SCRIPTS_WITHOUT_SPACES)
    assert all(last < first for (_, _, last), (_, first, _) in pairwise(SCRIPTS_WITHOUT_SPACES))


def test_compiled_code_goes_by_the_table() -> None:
    """Of "aXb" there are three words if X is one, and otherwise one, or two if it is white space."""
    for character in map(chr, range(sys.maxunicode + 1)):
        expected = 3 if SPACELESS_CHARACTER.match(character) else 2 if character.isspace() else 1
        assert count_words(f"a{character}b") == expected, hex(ord(character))


@given(st.text(st.sampled_from("ab1 \t.,-\u00a0\u3000中々文ｱไทย㐀\U00020000é")))
def test_words_are_counted_as_if_there_was_space_around_each_spaceless_character(text: str) -> None:
    assert count_words(text) == len(SPACELESS_CHARACTER.sub(r" \g<0> ", text).split())


def test_texts_of_scripts_without_spaces_are_cut_at_each_character() -> None:
    assert words("今天天气很好") == list("今天天气很好") == terms("今天天气很好")
    assert words("人々はﾊﾟﾝ123個") == ["人", "々", "は", "ﾊ", "ﾟ", "ﾝ", "123", "個"]


def test_texts_without_words_are_words_of_their_own() -> None:
    assert words_or_text("…") == ["…"] and words_or_text("»") == ["»"]


@given(st.text(st.sampled_from("abÄ 1.中々")))
def test_spans_are_where_the_words_stand(text: str) -> None:
    assert [text[begin:end].lower() for begin, end in word_spans(text)] == words(text)
