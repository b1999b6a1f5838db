"""K-FeatureExtractor (Debnath 2005, section 3.2.1)."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tamis
from tamis.errors import UsageError
from tamis.papers.debnath2005.k_feature_extractor import adaptive_clusters, k_means, silhouette
from tests.work import steps


def kept(html: str, **params: object) -> list[str]:
    return [b.text for b in tamis.analyze(html, strategy="k-feature-extractor", params=params).blocks if b.kept]


def words(count: int, name: str = "w") -> str:
    return f"<p>{name} " + "x " * (count - 1) + "</p>"


def test_a_shopping_page_has_several_winners():
    """Table 3: FeatureExtractor finds one of the records of a shopping page, K-FeatureExtractor all of them."""
    html = "".join(words(40 + i, f"record{i}") for i in range(5)) + "".join(words(3, f"label{i}") for i in range(9))
    assert [text.split()[0] for text in kept(html)] == [f"record{i}" for i in range(5)]
    single = [b for b in tamis.analyze(html, strategy="feature-extractor").blocks if b.kept]
    assert [b.text.split()[0] for b in single] == ["record4"]


def test_two_or_three_clusters_by_the_better_silhouette():
    two = words(100, "a") + words(99, "b") + words(3, "c") + words(4, "d")
    three = two + words(60, "e") + words(61, "f")
    assert [t[0] for t in kept(two)] == ["a", "b"]
    assert [t[0] for t in kept(three)] == ["a", "b"]
    assert [t[0] for t in kept(three, k=(2,))] == ["a", "b", "e", "f"]
    assert [t[0] for t in kept(three, k="3")] == ["a", "b"]
    reasons = [b.reason for b in tamis.analyze(three, strategy="k-feature-extractor").blocks]
    assert reasons[0] == "text 1.00 (100 words), in the top one of 3 clusters, from 0.99 up"
    assert reasons[4] == "text 0.60 (60 words), below the top one of 3 clusters, from 0.99 up"


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ("", []),
        ("word", ["word"]),
        ("<p>a b<p>c d<p>e f", ["a b", "c d", "e f"]),  # one cluster
        ("<p>a b c<p>d", ["a b c"]),
        ("<p><a href=/x>a</a><b>b</b>", []),  # nothing in the basket
    ],
)
def test_small_baskets(html: str, texts: list[str]):
    assert kept(html) == texts


def test_initial_centroids_stand_at_equidistant_places_of_the_sorted_list():
    """From 1, 2, 20 the first round already ends; from 1, 19, 20 it would end in 1 2 | 18 19 | 20."""
    values = np.array([1.0, 2.0, 2.1, 18.0, 20.0])
    assert k_means(values, 3).tolist() == [0, 1, 3]
    assert k_means(values, 2).tolist() == [0, 3]


def test_centroids_of_one_value_are_one():
    assert k_means(np.array([1.0, 1.0, 1.0, 5.0]), 3).tolist() == [0, 3]
    assert k_means(np.array([2.0, 2.0]), 2).tolist() == [0]
    assert k_means(np.array([]), 2).tolist() == [0]


def by_the_letter(values: list[float], starts: list[int]) -> float:
    """The mean silhouette by its definition."""
    bounds = [*starts, len(values)]
    clusters = [values[a:b] for a, b in pairwise(bounds)]
    each = []
    for c, cluster in enumerate(clusters):
        for x in cluster:
            if len(cluster) == 1:
                each.append(0.0)
                continue
            a = sum(abs(x - y) for y in cluster) / (len(cluster) - 1)
            b = min(sum(abs(x - y) for y in other) / len(other) for d, other in enumerate(clusters) if d != c)
            each.append((b - a) / max(a, b))
    return sum(each) / len(each)


@given(st.lists(st.integers(1, 500), min_size=2, max_size=30).filter(lambda v: len(set(v)) > 1), st.integers(2, 4))
def test_clusters_are_stretches_and_the_silhouette_is_as_defined(values: list[int], size: int):
    ordered = np.sort(np.array(values)) / 500
    starts = k_means(ordered, size)
    assert starts[0] == 0
    assert 1 < len(starts) <= size
    bounds = np.append(starts, len(ordered))
    means = [ordered[a:b].mean() for a, b in pairwise(bounds)]
    labels = np.repeat(np.arange(len(starts)), np.diff(bounds))
    distances = np.abs(ordered[:, None] - np.array(means))
    assert np.allclose(distances[np.arange(len(ordered)), labels], distances.min(axis=1))
    assert silhouette(ordered, starts) == pytest.approx(by_the_letter(ordered.tolist(), starts.tolist()), abs=1e-9)
    both = [silhouette(ordered, k_means(ordered, k)) for k in (2, 3)]
    assert silhouette(ordered, adaptive_clusters(ordered)) == pytest.approx(max(both))


@pytest.mark.parametrize("k", ["two", "", "0", (1.5, "x")])
def test_a_senseless_k_is_refused(k: object):
    with pytest.raises(UsageError, match="k is"):
        kept("word", k=k)


def test_desired_features_and_tags_can_be_set():
    html = (
        "<div>" + "<img src=x>" * 5 + "a</div><div>" + "<img src=x>" * 4 + "b</div><div>c <img src=x></div>" + words(9)
    )
    assert kept(html, desired="image") == ["a", "b"]
    assert kept("<section>a b<p>c</section><section>d</section>", tags="section") == ["a b\nc"]


def test_scores_part_kept_from_dropped_and_hidden_is_dropped():
    html = words(100) + words(90) + words(4) + "<p hidden>x x x x" + "<p><a href=/x>link</a><b>b</b>"
    blocks = tamis.analyze(html, strategy="k-feature-extractor").blocks
    assert [b.kept for b in blocks] == [True, True, False, False, False]
    assert all(b.kept == (b.score >= 0.5) and 0 <= b.score <= 1 for b in blocks)
    assert blocks[3].reason.startswith("hidden")


def test_a_large_basket_takes_a_bounded_number_of_rounds():
    values = np.sort(np.random.default_rng(0).random(300_000))
    assert steps(lambda: adaptive_clusters(values)) < 60_000  # of two times 300 rounds, whatever the values
