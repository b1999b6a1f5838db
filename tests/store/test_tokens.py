"""Terms as numbers, and sketches: stable, and true to what they promise about near-duplicates."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.store.tokens import sketches, tokenize
from tamis.text.terms import terms

VOCABULARY = [f"word{i}" for i in range(5000)]


def test_tokens_are_the_terms_of_the_texts() -> None:
    texts = ["Rye bread, rye!", "", "黑麦 Café", "a" * 300, "!?"]
    tokens = tokenize(texts)
    assert tokens.words == sorted({term for text in texts for term in terms(text)})
    assert [tokens.words[i] for i in tokens.terms.tolist()] == [term for text in texts for term in terms(text)]
    assert tokens.sizes.tolist() == [len(terms(text)) for text in texts]


def test_the_table_cuts_as_the_definition_does() -> None:
    """All characters of Unicode's first planes, alone and between letters."""
    letters = [chr(code) for code in range(0x20000) if not 0xD800 <= code < 0xE000]
    texts = [*letters, *(f"a{letter}b" for letter in letters), *map("".join, pairwise(letters))]
    tokens = tokenize(texts)
    expected = [terms(text) for text in texts]
    assert tokens.sizes.tolist() == [len(found) for found in expected]
    assert [tokens.words[i] for i in tokens.terms.tolist()] == [term for found in expected for term in found]


@given(st.lists(st.text(st.characters(max_codepoint=0x2FFF))))
def test_texts_are_cut_as_the_definition_does(texts: list[str]) -> None:
    tokens = tokenize(texts)
    assert [tokens.words[i] for i in tokens.terms.tolist()] == [term for text in texts for term in terms(text)]


def test_sketches_never_change() -> None:
    """They are stored: a change of any of these orphans every store."""
    assert sketches(tokenize(["A tamis is a fine drum sieve."])).tolist() == [
        [5709706302994768861, 4783495033200836834]
    ]


def test_a_sketch_does_not_depend_on_the_other_texts() -> None:
    texts = ["one two three", "", "three four", "one two three"]
    together = sketches(tokenize(texts)).tolist()
    assert together == [sketches(tokenize([text])).tolist()[0] for text in texts]


def overlapping(rng: random.Random, share: float) -> list[str]:
    """Two texts of which 60 words in all are used and ``share`` of them by both (Jaccard)."""
    words = rng.sample(VOCABULARY, 60)
    both = round(60 * share)
    single = (60 - both) // 2
    return [" ".join(words[: both + single]), " ".join(words[:both] + words[both + single :])]


@pytest.mark.parametrize(
    ("share", "low", "high"),
    [(0.9, 0.92, 1.0), (0.82, 0.8, 0.97), (0.5, 0.3, 0.6), (0.2, 0.0, 0.18), (0.0, 0.0, 0.01)],
)
def test_sketches_agree_as_often_as_promised(share: float, low: float, high: float) -> None:
    rng = random.Random(7)
    found = sketches(tokenize([text for _ in range(400) for text in overlapping(rng, share)])).reshape(400, 2, -1)
    assert low <= (found[:, 0] == found[:, 1]).any(1).mean() <= high
