"""The filtered search against comparing all pairs, on random block sets."""

import math
import random
from itertools import chain

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamis.papers.debnath2005 import similar
from tamis.papers.debnath2005.similar import Blocks, pages_with_similar


def all_pairs(blocks, threshold):
    """Algorithm 1 of Debnath 2005, read literally: every block against every block of every other page."""
    largest = [max([int(row[k]) for row in blocks.counts], default=0) or 1 for k in range(blocks.counts.shape[1])]
    vectors = []
    for terms, counts in zip(blocks.terms, blocks.counts.tolist(), strict=True):
        vector = {("term", term): 1.0 for term in terms.tolist()}
        scaled = [count / most for count, most in zip(counts, largest, strict=True)]
        vector |= {("count", k): value for k, value in enumerate(scaled) if value}
        vectors.append(vector)

    def sim(a, b):
        lengths = math.sqrt(sum(x * x for x in a.values())) * math.sqrt(sum(x * x for x in b.values()))
        return sum(x * b.get(key, 0.0) for key, x in a.items()) / lengths if lengths else 0.0

    pages = blocks.pages.tolist()
    standing = []
    for a, mine in zip(vectors, pages, strict=True):
        on = {mine}
        on.update(
            page for b, page in zip(vectors, pages, strict=True) if page != mine and sim(a, b) > threshold + 1e-12
        )
        standing.append(len(on))
    return standing


def made(rows):
    """Blocks from (page, terms, counts) rows."""
    pages, terms, counts = zip(*rows, strict=True)
    numbers = {term: number for number, term in enumerate(dict.fromkeys(chain.from_iterable(terms)))}
    columns = [np.array(sorted({numbers[term] for term in of_block}), np.int64) for of_block in terms]
    return Blocks(np.array(pages), columns, np.array(counts, np.int64))


def random_site(seed, pages=6, blocks=14):
    """Template blocks with small changes, prose, one-word blocks, images alone, blocks with nothing at all."""
    rng = random.Random(seed)
    common = [f"w{i}" for i in range(40)]
    template = [rng.choices(common, k=rng.randint(1, 30)) for _ in range(5)]
    rows = []
    for page in range(pages):
        for _ in range(blocks):
            kind = rng.random()
            counts = [rng.choice((0, 0, 1, 2, 5)) for _ in range(4)]
            if kind < 0.4:
                terms = list(rng.choice(template))
                for _ in range(rng.choice((0, 0, 1, 2, 4))):
                    terms[rng.randrange(len(terms))] = rng.choice([*common, f"own{page}"])
                counts = rng.choice((counts, [1, 0, 0, 0]))
            elif kind < 0.6:
                terms = rng.choices(common + [f"p{rng.randint(0, 300)}" for _ in range(30)], k=rng.randint(5, 60))
            elif kind < 0.75:
                terms = [rng.choice(common)]
            elif kind < 0.95:
                terms, counts = [], [0, rng.randint(1, 9), rng.choice((0, 1)), 0]
            else:
                terms, counts = [], [0, 0, 0, 0]
            rows.append((page, terms, [len(terms), *counts]))
    return made(rows)


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("threshold", [0.9, 0.6, 0.99])
def test_same_as_all_pairs(seed, threshold):
    blocks = random_site(seed)
    assert pages_with_similar(blocks, threshold).tolist() == all_pairs(blocks, threshold)


terms = st.lists(st.sampled_from([f"t{i}" for i in range(8)]), max_size=8, unique=True)
counts = st.lists(st.integers(0, 3), min_size=3, max_size=3)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), terms, counts), min_size=1, max_size=25))
def test_same_as_all_pairs_on_anything(rows):
    blocks = made(rows)
    assert pages_with_similar(blocks).tolist() == all_pairs(blocks, 0.9)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), terms, counts), min_size=1, max_size=40), st.integers(2, 4))
def test_counting_stops_at_enough_and_not_before(rows, enough):
    blocks = made(rows)
    for found, truth in zip(pages_with_similar(blocks, 0.9, enough).tolist(), all_pairs(blocks, 0.9), strict=True):
        assert found == truth if found < enough else enough <= found <= truth


def near_site(kind, pages=4, blocks=1000):
    """Blocks of some twenty words that are nearly alike, all over the site."""
    rng = random.Random(0)
    common = [f"w{i}" for i in range(20)]
    rows = []
    for page in range(pages):
        for i in range(blocks):
            terms = [*common, f"own{page}-{i}"]
            if kind == "below":  # a cosine of 0.86 with each
                terms = [*common[:18], *(f"own{k}-{page}-{i}" for k in range(3))]
            elif kind == "in pairs":  # similar on every second page
                terms = [*common[:16], *(f"pair{k}-{page % 2}" for k in range(4)), f"own{page}-{i}"]
            elif kind == "about":  # some are above 0.9, most below
                terms[rng.randrange(20)] = f"x{rng.randrange(60)}"
                terms[rng.randrange(20)] = f"x{rng.randrange(60)}"
            rows.append((page, terms, [len(terms), rng.choice((0, 1))]))
    return made(rows)


NEAR = ["above", "below", "in pairs", "about"]


@pytest.mark.parametrize("few", [5, 256])
@pytest.mark.parametrize("kind", NEAR)
def test_same_as_all_pairs_where_all_are_nearly_alike(kind, few, monkeypatch):
    monkeypatch.setattr(similar, "_FEW", few)
    monkeypatch.setattr(similar, "_MANY", 8 * few)
    blocks = near_site(kind, blocks=90)
    assert pages_with_similar(blocks).tolist() == all_pairs(blocks, 0.9)


@pytest.mark.parametrize("kind", NEAR[:3])
def test_of_blocks_that_are_nearly_alike_few_are_compared(kind, monkeypatch):
    compared = []
    count_shared = similar._Index._count_shared

    def counting(index, row, others):
        compared.append(len(others))
        return count_shared(index, row, others)

    monkeypatch.setattr(similar._Index, "_count_shared", counting)
    blocks = near_site(kind, blocks=250)
    pages_with_similar(blocks)
    most = {"above": 256, "below": 0, "in pairs": 750}[kind]
    assert sum(compared) <= most * len(blocks.pages)  # all candidates would be 999 for each


def test_long_texts_without_a_common_word_are_not_similar():
    first, second = [f"a{i}" for i in range(500)], [f"b{i}" for i in range(500)]
    blocks = made([(0, first, [500, 3]), (1, second, [500, 3])])
    assert pages_with_similar(blocks).tolist() == [1, 1]


def test_a_cosine_of_exactly_the_threshold_is_not_above_it():
    for size in range(10, 200, 10):
        shared = [f"s{i}" for i in range(size * 9 // 10)]
        one, other = ([*shared, *(f"{side}{i}" for i in range(size // 10))] for side in "ab")
        assert pages_with_similar(made([(0, one, [0]), (1, other, [0])])).tolist() == [1, 1]


def test_images_alone_are_similar_whatever_their_number():
    blocks = made([(0, [], [0, 1]), (1, [], [0, 7]), (2, ["word"], [1, 0])])
    assert pages_with_similar(blocks).tolist() == [2, 2, 1]


def test_a_page_counts_once_and_only_other_pages_matter():
    rows = [(0, ["menu"], [1]), (0, ["menu"], [1]), (0, ["own"], [1]), (1, ["menu"], [1])]
    assert pages_with_similar(made(rows)).tolist() == [2, 2, 1, 2]


def test_blocks_with_nothing_are_similar_to_nothing():
    """Equal vectors are one, but the zero vector has no cosine with anything."""
    assert pages_with_similar(made([(0, [], [0]), (1, [], [0])])).tolist() == [1, 1]


def test_no_blocks():
    assert pages_with_similar(Blocks(np.zeros(0, np.int64), [], np.zeros((0, 6), np.int64))).tolist() == []


def test_many_variants_of_one_footer_are_counted_without_comparing_all_of_them():
    """A footer with a changing word is similar to all its variants: n² pairs, of which a few tell enough."""
    footer = [f"legal{i}" for i in range(30)]
    rows = [(page, [*footer, f"served-{page}"], [31]) for page in range(4000)]
    found = pages_with_similar(made(rows), enough=64)
    assert found.min() >= 64
