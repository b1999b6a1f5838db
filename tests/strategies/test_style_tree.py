"""The site style tree as a strategy."""

import numpy as np
import pytest

import tamis
from tamis.papers.lbda2015.merged_tree import MergedTree
from tamis.strategies.style_tree import importances

MENU = "<ul><li><a href=/>Home</a><li><a href=/news>News</a></ul>"
STORIES = ["Rye is a grass grown for grain", "Oats are eaten as porridge", "Wheat makes white flour"]


def site():
    return [
        f"{MENU}<div><h1>Story {i}</h1><p>{story}</div><div>All rights reserved</div>"
        for i, story in enumerate(STORIES)
    ]


def kept(document):
    return [block.text for block in document.blocks if block.kept]


def test_what_is_filled_the_same_way_falls_out():
    documents = tamis.analyze_site(site(), strategy="style-tree")
    assert [kept(document) for document in documents] == [[f"Story {i}", story] for i, story in enumerate(STORIES)]
    reasons = {block.text: block.reason for block in documents[0].blocks}
    assert reasons["All rights reserved"] == (
        "importance 0.00, under 0.3: content 0.00, presentation 0.00 at a place that 3 of 3 pages have"
    )


def test_a_place_of_one_page_is_important():
    pages = [*site(), "<section><h2>An odd page</h2></section>"]
    block = tamis.analyze_site(pages, strategy="style-tree")[-1].blocks[0]
    assert (block.kept, block.score) == (True, 1.0)
    assert block.reason == "at a place that none of the other 3 pages has"


def test_importance_weighs_presentation_by_the_number_of_styles():
    tree = MergedTree(
        [], np.array([5, 5, 1]), np.array([0.8, 0.8, 0.0]), np.array([1, 20, 1]), np.array([0.2, 0.2, 0.0])
    )
    few, many, single = importances(tree).tolist()
    assert few == pytest.approx(0.1 * 0.8 + 0.9 * 0.2)
    assert many == pytest.approx((1 - 0.9**20) * 0.8 + 0.9**20 * 0.2)
    assert single == 1.0


def test_the_threshold_is_settable():
    everything = tamis.analyze_site(site(), strategy="style-tree", params={"threshold": 0})[0]
    assert all(block.kept for block in everything.blocks)
    nothing = tamis.analyze_site(site(), strategy="style-tree", params={"threshold": 1})[0]
    assert kept(nothing) == []


def test_bad_input():
    with pytest.raises(tamis.UsageError, match="needs two or more"):
        tamis.analyze_site(["<p>One"], strategy="style-tree")
    with pytest.raises(tamis.UsageError, match="threshold is from 0 to 1"):
        tamis.analyze_site(site(), strategy="style-tree", params={"threshold": 2})
    assert kept(tamis.analyze_site(["<p>Same", "<p>Same", ""], strategy="style-tree")[0]) == []
