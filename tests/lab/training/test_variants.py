"""Variants of training pages: what they are made of, and that labels go along."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tamis.lab.corpora import GoldPage
from tamis.lab.training.auto import Recipe, varied
from tamis.lab.training.examples import Example, example
from tamis.lab.training.variants import with_variants
from tests.lab.robustness.test_variants import COMMENTS, gold_page


def made(name: str, behind: str = "", fold: int = 0) -> tuple[GoldPage, Example]:
    page = gold_page(name, behind)
    found = example(page, "made", fold)
    assert found is not None
    return page, found


def test_variants_are_labelled_and_always_the_same() -> None:
    pages = [made("a", COMMENTS), made("b"), made("c", fold=1)]
    sets = {"made": [page for page, _ in pages]}
    found = with_variants([e for _, e in pages], sets, seed=0)
    for e, again in zip(found, with_variants([e for _, e in pages], sets, seed=0), strict=True):
        assert 1 <= len(e.variants) <= 4 and e.share.tolist() == again.share.tolist()
        for variant, same in zip(e.variants, again.variants, strict=True):
            assert np.array_equal(variant.columns.numbers, same.columns.numbers)
            assert len(variant.columns) == len(variant.share) and (variant.fold, variant.id) == (e.fold, e.id)
            assert 0 < variant.share @ variant.columns.word_counts <= e.share @ e.columns.word_counts * 2


def test_what_is_put_in_comes_from_pages_of_the_same_fold() -> None:
    pages = [made("a", COMMENTS), made("b"), made("c", fold=1)]
    sets = {"made": [page for page, _ in pages]}
    seen = [0, 0]
    for seed in range(12):
        _, second, third = with_variants([e for _, e in pages], sets, seed)
        for place, e in enumerate((second, third)):
            seen[place] += sum(bool(v.columns.word_counts.max() >= 50) for v in e.variants)
    assert seen[0] > 0 and seen[1] == 0  # remarks of 50 words and more, which the third page's fold has not


def test_a_variant_stands_in_for_its_page() -> None:
    _, e = made("p")
    e = replace(e, variants=[replace(e, id="short"), replace(e, id="commented")])
    rng = np.random.default_rng(0)
    drawn = [varied(e, Recipe(vary=0.6), rng).id for _ in range(1000)]
    shares = [drawn.count(name) / 1000 for name in ("short", "commented", "p")]
    assert np.allclose(shares, (0.3, 0.3, 0.4), atol=0.06)
    assert varied(replace(e, variants=()), Recipe(vary=1), rng).id == "p"
