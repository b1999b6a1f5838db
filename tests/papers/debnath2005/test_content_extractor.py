"""ContentExtractor: the paper's rule, its settings and its bad input."""

import pytest

import tamis
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.papers.debnath2005.content_extractor import COUNTED, blocks_of
from tamis.papers.debnath2005.tag_set import tag_set

MENU = "<ul><li><a href=/>Home</a><li><a href=/news>News</a></ul>"
LEGAL = "<div>Copyright The Mill. All rights reserved in every country of the world.</div>"
STORIES = ["Rye is a grass grown for its grain.", "Oats are eaten as porridge.", "Wheat makes the whitest of flours."]


def site(stories=STORIES):
    return [f"<div>{MENU}</div><div><h1>Story {i}</h1><p>{story}</div>{LEGAL}" for i, story in enumerate(stories)]


def kept(documents):
    return [[block.text for block in document.blocks if block.kept] for document in documents]


def test_what_stands_on_several_pages_falls_out():
    documents = tamis.analyze_site(site())
    assert [document.strategy for document in documents] == ["content-extractor"] * 3
    assert kept(documents) == [[f"Story {i}", story] for i, story in enumerate(STORIES)]
    reasons = {block.text[:9]: block.reason for block in documents[0].blocks}
    assert reasons["Copyright"] == "a similar block stands on 3 of 3 pages"
    assert reasons["Rye is a "] == "no similar block on the other 2 pages"


def test_a_small_change_is_still_similar_and_a_large_one_is_not():
    legal = " ".join(f"word{i}" for i in range(30))
    pages = [f"<p>{legal} {year}<p>{story}" for year, story in zip((2023, 2024, 2025), STORIES, strict=True)]
    assert kept(tamis.analyze_site(pages)) == [[story] for story in STORIES]
    pages = [f"<p>Posted {year}<p>{story}" for year, story in zip((2023, 2024, 2025), STORIES, strict=True)]
    assert all(len(texts) == 2 for texts in kept(tamis.analyze_site(pages)))


def test_long_texts_with_no_word_in_common_are_not_similar():
    pages = [f"<p>{' '.join(f'{side}{i}' for i in range(500))}" for side in "ab"]
    assert all(kept(tamis.analyze_site(pages)))


def test_the_threshold_counts_pages():
    pages = [*site(), "<p>Nothing like the others."]
    for threshold, expected in ((0.5, 2), (0.34, 2), (0.33, 4), (0.0, 4)):
        document = tamis.analyze_site(pages, params={"threshold": threshold})[0]
        assert len(kept([document])[0]) == expected, threshold


def test_scores_follow_the_frequency():
    pages = ["<p>On all<p>On two<p>On one", "<p>On all<p>On two", "<p>On all"]
    scores = tamis.analyze_site(pages)[0].decisions.score
    assert scores[0] < scores[1] < 0.5 <= scores[2]


def test_vectors_hold_what_the_paper_counts():
    page = tag_set(
        read(
            "<div>a b<img src=x><script>1</script></div><ul><li><a href=/x>c</a></ul><div><input></div>", None, Limits()
        )
    )
    blocks, rows = blocks_of([page, page])
    assert COUNTED == ("text", "image", "script", "link", "list", "form")
    assert blocks.counts[:3].tolist() == [[2, 1, 1, 0, 0, 0], [1, 0, 0, 1, 1, 0], [0, 0, 0, 0, 0, 1]]
    assert [terms.tolist() for terms in blocks.terms[:3]] == [[0, 1], [2], []]
    assert blocks.pages.tolist() == [0] * 3 + [1] * 3
    assert [row.tolist() for row in rows] == [[0, 1], [3, 4]]


def test_hidden_text_is_dropped_and_makes_no_block_similar():
    pages = ["<p>Seen here<span hidden> secret</span>", "<p hidden>Seen here</p><p>Another"]
    first, second = tamis.analyze_site(pages)
    assert kept([first]) == [["Seen here"]]
    assert second.blocks[0].reason.startswith("hidden")


def test_pages_are_html_bytes_or_pairs():
    pages = [("https://example.org/1", site()[0]), site()[1].encode(), (None, site()[2])]
    documents = tamis.analyze_site(pages)
    assert [document.url for document in documents] == ["https://example.org/1", None, None]
    assert all(kept(documents))


@pytest.mark.parametrize("pages", [[], ["<p>One page"]])
def test_one_page_is_not_enough(pages):
    with pytest.raises(tamis.UsageError, match="needs two or more"):
        tamis.analyze_site(pages)


def test_empty_pages_are_pages_too():
    documents = tamis.analyze_site(["", "<p>Words", "<script>x</script>"])
    assert [len(document.blocks) for document in documents] == [0, 1, 0]
    assert documents[1].blocks[0].kept


def test_all_pages_alike_leave_nothing():
    assert kept(tamis.analyze_site(["<p>Same<p>words"] * 3)) == [[], [], []]


@pytest.mark.parametrize("params", [{"threshold": 1.0}, {"threshold": -0.1}, {"similarity": 0.0}, {"similarity": 1.0}])
def test_settings_out_of_range(params):
    with pytest.raises(tamis.UsageError, match="content-extractor: threshold"):
        tamis.analyze_site(site(), params=params)


@pytest.mark.parametrize("pages", ["<p>not a list", [1], [("https://a", 1)], [(1, "<p>x")], [("a", "b", "c")]])
def test_pages_of_the_wrong_kind(pages):
    with pytest.raises(tamis.UsageError):
        tamis.analyze_site(pages)


def test_page_strategies_take_the_pages_one_at_a_time():
    pages = site()
    together = tamis.analyze_site(pages, strategy="shallow")
    alone = [tamis.analyze(page, strategy="shallow") for page in pages]
    assert [d.to_dict() for d in together] == [d.to_dict() for d in alone]
    assert tamis.analyze_site([], strategy="shallow") == []


def test_site_strategies_say_that_one_page_is_not_a_site():
    with pytest.raises(tamis.UsageError, match=r"tamis\.analyze_site"):
        tamis.analyze("<p>x", strategy="content-extractor")


def test_selection_applies():
    pages = ["<p>On both</p>Text", "<p>On both"]
    assert kept(tamis.analyze_site(pages)) == [["Text"], []]
    assert kept(tamis.analyze_site(pages, favor_recall=True)) == [["On both", "Text"], ["On both"]]


def test_mended_short_lines():
    story = (
        "<p>{0} grows in the north, where the summers are short.<p>Read this first<p>{0} is sown in the autumn months."
    )
    extra = "<p>12.03.2024, 10:15<p><a href=/{0}>{0} and more</a><p>The end of {0}."
    pages = [(story + extra).format(grain) for grain in ("Rye", "Wheat")]
    faithful, mended = (tamis.analyze_site(pages, params={"mended": on})[0].blocks for on in (False, True))
    kept = [[block.text for block in blocks if block.kept] for blocks in (faithful, mended)]
    assert "Read this first" not in kept[0] and "Rye and more" in kept[0]
    assert "Read this first" in kept[1] and "Rye and more" not in kept[1] and "The end of Rye." in kept[1]
    reasons = {block.text: block.reason for block in mended}
    assert reasons["Rye and more"].startswith("a short line of links; no similar block")
    assert reasons["Read this first"].startswith("a short line between two blocks that stay; a similar block")
