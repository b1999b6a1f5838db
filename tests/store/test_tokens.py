"""Terms as numbers, and sketches: stable, and true to what they promise about near-duplicates."""

from __future__ import annotations

import random

import pytest

from tamis.store.tokens import sketches, tokenize
from tamis.text.terms import terms

VOCABULARY = [f"word{i}" for i in range(5000)]


def test_tokens_are_the_terms_of_the_texts() -> None:
    texts = ["Rye bread, rye!", "", "黑麦 Café", "a" * 300, "!?"]
    tokens = tokenize(texts)
    assert tokens.words == sorted({term for text in texts for term in terms(text)})
    assert [tokens.words[i] for i in tokens.terms.tolist()] == [term for text in texts for term in terms(text)]
    assert tokens.sizes.tolist() == [len(terms(text)) for text in texts]


def test_sketches_never_change() -> None:
    """They are stored: a change of any of these orphans every store."""
    assert sketches(tokenize(["A tamis is a fine drum sieve."])).tolist() == [
        [2711525988875685474, 5589773324538081636]
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
