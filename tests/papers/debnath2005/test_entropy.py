"""LH: entropies by hand, the greedy threshold, and bad input."""

import math

import numpy as np
import pytest

import tamis
from tamis.papers.debnath2005.entropy import greedy_threshold, term_entropy

STORIES = ["Rye grows tall", "Oats make porridge", "Wheat mills white", "Spelt tastes nutty"]


def site():
    return [f"<table><td>Home News Contact</table><table><td>{story} by the sea</table>" for story in STORIES]


def occurrences(*pages):
    numbers = {}
    rows = [(i, numbers.setdefault(word, len(numbers))) for i, page in enumerate(pages) for word in page.split()]
    page, term = np.array(rows).T
    return dict(zip(numbers, term_entropy(page, term, len(pages)).tolist(), strict=True))


def test_term_entropy_by_hand():
    found = occurrences("all two one", "all two", "all all", "all")
    assert found["one"] == 0
    assert found["two"] == pytest.approx(math.log(2) / math.log(4))
    shares = [1 / 5, 1 / 5, 2 / 5, 1 / 5]
    assert found["all"] == pytest.approx(-sum(p * math.log(p) for p in shares) / math.log(4))


def test_a_block_has_the_mean_of_its_terms():
    document = tamis.analyze_site(site(), strategy="entropy", params={"threshold": 0.7})[0]
    menu, story = document.blocks
    assert (menu.kept, story.kept) == (False, True)
    assert "entropy 1.00" in menu.reason
    assert "entropy 0.50" in story.reason  # three words of one page, three of all


def test_the_threshold_is_found():
    documents = tamis.analyze_site(site(), strategy="entropy")
    assert [[block.kept for block in document.blocks] for document in documents] == [[False, True]] * 4
    assert "threshold 0.7" in documents[0].blocks[0].reason


@pytest.mark.parametrize(
    ("entropies", "words", "threshold"),
    [
        ([0.05, 0.15, 0.25, 0.95], [10, 10, 10, 10], 0.4),
        ([0.02, 0.45, 0.55, 0.95], [1, 200, 200, 50], 0.7),
        ([0.95, 0.99], [5, 5], 1.0),
        ([0.5] * 3, [0] * 3, 1.0),
        ([], [], 1.0),
    ],
)
def test_greedy_threshold(entropies, words, threshold):
    assert greedy_threshold(np.array(entropies), np.array(words, np.int64)) == pytest.approx(threshold)


def test_the_paper_counts_blocks():
    """One word by itself, and a story that shares half of its words with the other: with blocks the search ends in the
    gap between the two; of the words, the first is too few to begin with.
    """
    shared = " ".join(f"common{i}" for i in range(80))
    own = [" ".join(f"{name}{i}" for i in range(80)) for name in ("rye", "oats")]
    pages = [f"<table><td>{words[:3]}</table><table><td>{words} {shared}</table>" for words in own]
    for greedy, kept in (("words", [True, True]), ("blocks", [True, False])):
        document = tamis.analyze_site(pages, strategy="entropy", params={"greedy": greedy})[0]
        assert [block.kept for block in document.blocks] == kept
    with pytest.raises(tamis.UsageError, match="greedy counts words or blocks, not 'pages'"):
        tamis.analyze_site(pages, strategy="entropy", params={"greedy": "pages"})


def test_scores_fall_with_entropy():
    pages = ["<table><td>a b</table><table><td>a c</table><table><td>c d</table>", "<table><td>a b</table>"]
    scores = tamis.analyze_site(pages, strategy="entropy", params={"threshold": 0.4})[0].decisions.score
    assert scores[0] < scores[1] < 0.5 <= scores[2]


@pytest.mark.parametrize("threshold", [0.0, 1.0])
def test_thresholds_at_the_ends(threshold):
    for document in tamis.analyze_site(site(), strategy="entropy", params={"threshold": threshold}):
        assert [block.kept for block in document.blocks] == [False, threshold == 1.0]


def test_bad_input():
    with pytest.raises(tamis.UsageError, match="needs two or more"):
        tamis.analyze_site(["<p>One"], strategy="entropy")
    with pytest.raises(tamis.UsageError, match="threshold is from 0 to 1"):
        tamis.analyze_site(site(), strategy="entropy", params={"threshold": 1.5})
    assert [len(d.blocks) for d in tamis.analyze_site(["", ""], strategy="entropy")] == [0, 0]
    assert not any(block.kept for d in tamis.analyze_site(["<p>Same"] * 3, strategy="entropy") for block in d.blocks)
