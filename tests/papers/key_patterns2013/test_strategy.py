"""Key patterns 2013: importance and threshold (sections 3.6 and 3.7)."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tamis
from tamis.document import Document


def run(html: str, **params: object) -> Document:
    return tamis.analyze(html, strategy="key-patterns", params=params)


ENTRY = "<h2>{0}</h2><p>{0}<p>{0}"
TWO = ENTRY.format("bread") + ENTRY.format("soup") + "<footer>end</footer>"


def test_section_3_6_importance_is_the_number_of_important_tags():
    first, second = run(TWO).blocks
    assert first.reason.startswith("3 important tags")
    assert second.reason.startswith("4 important tags")


def test_section_3_6_tags_below_the_first_depth_count_too():
    html = TWO.replace("<p>bread<p>bread", "<p>bread<p><em>bread</em><br><img src=x>", 1)
    assert run(html).blocks[0].reason.startswith("6 important tags")


def test_section_3_6_less_meaningful_tags_do_not_count():
    html = TWO.replace("<p>bread", "<p><a href=/><b><span>bread</span></b></a><script>x</script>", 1)
    assert run(html).blocks[0].reason.startswith("3 important tags")


@pytest.mark.parametrize(
    ("threshold", "kept"), [(0, [True, True]), (3, [True, True]), (4, [False, True]), (5, [False, True])]
)
def test_section_3_7_blocks_under_the_threshold_are_noise(threshold: int, kept: list[bool]):
    document = run(TWO, threshold=threshold)
    assert [block.kept for block in document.blocks] == kept


def test_a_page_of_one_long_paragraph_is_not_noise():
    (block,) = run("<p>" + "Mix flour, water and salt. " * 20).blocks
    assert block.kept and block.reason == "1 important tags in the block, at least the threshold of 1"


def test_the_default_threshold():
    document = run("<div><p>alone</div>loose <b>text</b><div><h1>Bread</h1><p>Soup</div><hr><p>single")
    by_text = {block.text: block.kept for block in document.blocks}
    assert by_text == {"alone": True, "loose text": False, "Bread\nSoup": True, "single": True}  # a rule is a tag, too


def test_reasons_have_the_numbers():
    blocks = run(TWO, threshold=4).blocks
    assert blocks[0].reason == "3 important tags in the block, under the threshold of 4"
    assert blocks[1].reason == "4 important tags in the block, at least the threshold of 4"


def test_the_score_is_half_at_the_threshold_and_grows_with_importance():
    scores = [run(TWO, threshold=threshold).blocks[1].score for threshold in (8, 5, 4, 3, 0)]
    assert scores[2] == 0.5
    assert scores == sorted(scores)


def test_hidden_blocks_are_dropped_for_that():
    blocks = run(f"{TWO}<section hidden><p>a<p>b<p>c</section>").blocks
    assert [block.kept for block in blocks] == [True, True, False]
    assert blocks[2].reason.startswith("hidden")
    assert blocks[2].score == 0


def test_a_block_that_hidden_text_interrupts_has_one_importance():
    blocks = run(TWO.replace("<p>bread", "<p>bread<span hidden>rye</span>", 1)).blocks
    assert [block.text for block in blocks][:3] == ["bread\nbread", "rye", "bread"]
    assert blocks[0].reason == blocks[2].reason
    assert [block.kept for block in blocks[:3]] == [True, False, True]


def test_the_segmenters_parameters_are_the_strategys():
    html = "<main><div><p>a</div><div><p>b</div></main><footer>c d e</footer>"
    assert len(run(html).blocks) == 2
    assert len(run(html, large="0.1").blocks) == 3
    assert run(html, dropped="p,div").blocks[0].reason.startswith("1 important tags")


_PIECES = st.lists(
    st.sampled_from(["<p>x", "<div><p>y</div>", "z", "<h2>t</h2>", "<p hidden>h", "<ul><li>l</ul>"]), max_size=20
)


@settings(deadline=None)
@given(_PIECES, st.integers(-2, 12))
def test_scores_are_on_the_side_of_the_decision(pieces: list[str], threshold: int):
    document = run("".join(pieces), threshold=threshold)
    score = document.decisions.score
    assert ((score >= 0) & (score <= 1)).all()
    assert np.array_equal(score >= 0.5, document.decisions.kept)
    assert all(block.reason for block in document.blocks)


@pytest.mark.parametrize("html", ["", " ", "word", "<div>" * 200_000 + "word"])
def test_small_and_deep_pages(html: str):
    assert [block.text for block in run(html).blocks] == (["word"] if html.strip() else [])
