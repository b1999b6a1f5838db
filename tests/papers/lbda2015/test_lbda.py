"""LBDA 2015: which blocks weigh enough."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tamis
from tamis.document import Document
from tamis.errors import UsageError

PROSE = "Mix the flour, the water and the salt; cover the bowl, and wait until the dough has risen. Then bake it. "
PAGES = Path(__file__).parents[2] / "pages"


def run(html: str, url: str | None = None, **params: object) -> Document:
    return tamis.analyze(html, url, strategy="lbda", params=params)


def kept(html: str, **params: object) -> list[str]:
    return [block.text for block in run(html, **params).blocks if block.kept]


def weight(html: str) -> float:
    """The weight that the reason of the page's first block names."""
    return float(run(html).blocks[0].reason.split()[1].rstrip(","))


def test_text_length_adds_weight():
    weights = [weight(f"<div>{'word ' * count}</div>") for count in (1, 5, 20, 100)]
    assert weights == sorted(weights)
    assert weights[0] < 0.1 < 0.7 < weights[-1] <= 0.8


def test_links_take_weight():
    linked = [f"<a href=/>{'word ' * n}</a>{'word ' * (40 - n)}" for n in (0, 10, 30, 40)]
    weights = [weight(f"<div>{text}</div>") for text in linked]
    assert weights == sorted(weights, reverse=True)
    assert weights[-1] == 0


def test_punctuation_density_supplements_the_weight_of_a_text_with_many_links():
    # "numerous links in the text reduces the weight of the text, although the punctuation density successfully
    # supplements the weight" (Performance Analysis)
    plain = "<div>" + "the bank said <a href=/>it would do</a> " * 8 + "</div>"
    marked = plain.replace("said", "said,").replace("</a>", "</a>.")
    assert weight(plain) < 0.4 < weight(marked)
    assert kept(plain) == []
    assert len(kept(marked)) == 1


def test_the_formula_of_the_docstring():
    html = "<div>One, two three four. <a href=/>Five six</a></div>"  # 6 words, 2 in links, 2 marks
    expected = 6 / (6 + 8) * (0.8 * (1 - 2 / 6) + 0.2 * 1)
    assert weight(html) == pytest.approx(expected, abs=0.005)
    settings = {"half_length": 3, "punctuation": 0.5, "full_density": 0.5, "threshold": 0.1}
    reason = run(html, **settings).blocks[0].reason
    expected = 6 / (6 + 3) * (0.5 * (1 - 2 / 6) + 0.5 * (2 / 6) / 0.5)
    assert reason.startswith(f"weight {expected:.2f}, at least 0.1: 6 words, 33% in links, 0.33 marks a word; degree b")


@pytest.mark.parametrize(
    "noise",
    [
        "<header><a href=/>Example News</a></header>",
        "<footer>© 2024 Example News</footer>",
        "<nav><ul><li><a href=/a>Home</a><li><a href=/b>World news</a><li><a href=/c>Sport and weather</a></ul></nav>",
        "<div><a href=/x>Ten tricks that bakers do not want you to know about</a></div>",
        "<div>Advertisement</div>",
        "<div><img src=x alt=bread></div>",
        "<div><img src=x alt=bread>Photo: A. Baker</div>",
    ],
    ids=["header", "footer", "navigation", "optional reading", "advertisement", "images alone", "an image's credit"],
)
def test_noise_falls_out_by_its_weight(noise: str):
    page = f"{noise}<div><p>{PROSE}</div>"
    assert kept(page) == [PROSE.strip()]


def test_an_advertisement_of_a_listed_server_falls_out_whatever_its_weight():
    page = f"<div><p>{PROSE}</p></div><div><a href='https://ad.doubleclick.net/c'><div>{PROSE}</div></a></div>"
    first, second = run(page).blocks
    assert first.kept
    assert not second.kept
    assert second.text == PROSE.strip()
    assert second.reason == "advertisement: ad.doubleclick.net is on the list of ad servers (doubleclick.net)"
    assert second.score == 0


def test_an_advertisement_inside_a_block_parts_its_rows_and_not_its_weight():
    page = f"<div>Now <a href='//ad.doubleclick.net/'>buy</a> {PROSE}</div>"
    before, ad, after = run(page).blocks
    assert (before.kept, ad.kept, after.kept) == (True, False, True)
    assert before.reason == after.reason


def test_filter_files_are_a_parameter(tmp_path: Path):
    rules = tmp_path / "rules.txt"
    rules.write_text("||bakers.example^\n", encoding="utf-8")
    page = f"<p>{PROSE}<div><a href='https://www.bakers.example/'>Flour</a> {PROSE}</div>"
    assert [block.text for block in run(page).blocks] == [PROSE.strip(), "Flour " + PROSE.strip()]
    document = run(page, filters=str(rules))
    assert [block.text for block in document.blocks] == [PROSE.strip(), "Flour", PROSE.strip()]
    assert document.blocks[1].reason == "advertisement: www.bakers.example matches the filter ||bakers.example^"


def test_hidden_blocks_are_dropped_for_that():
    blocks = run(f"<div>{PROSE}</div><div hidden>{PROSE}</div>").blocks
    assert [block.kept for block in blocks] == [True, False]
    assert blocks[1].reason.startswith("hidden")


def test_a_query_ranks_the_kept_blocks():
    page = f"<div>{PROSE}</div><div>{PROSE} Rye bread.</div><div>{PROSE} Rye bread, rye bread, rye.</div><div>rye</div>"
    without, once, often, light = run(page, query="RYE bread").blocks
    assert [without.kept, once.kept, often.kept, light.kept] == [True, True, True, False]
    assert 0.5 == without.score < once.score < often.score <= 1
    assert light.score < 0.5
    assert once.score == pytest.approx(0.75)
    assert once.reason.startswith("relevance to the query 0.50, rank 2 of 3; weight")
    best = run(page, query="RYE bread", top=1).blocks
    assert [block.kept for block in best] == [False, False, True, False]
    assert best[1].reason.startswith("relevance to the query 0.50, rank 2 of 3, over 1; weight")
    with pytest.raises(UsageError, match="top"):
        run(page, query="rye", top=-1)


def test_min_relevance_drops_what_the_query_does_not_touch():
    page = f"<div>{PROSE}</div><div>{PROSE} Rye.</div>"
    blocks = run(page, query="rye", min_relevance=0.3).blocks
    assert [block.kept for block in blocks] == [False, True]
    assert blocks[0].reason.startswith("relevance to the query 0.00, under 0.3; weight")
    assert blocks[0].score < 0.5


def test_a_query_is_whole_words_where_words_are_written_apart():
    rye, other = run(f"<div>{PROSE} rye</div><div>{PROSE} ryegrass</div>", query="rye").blocks
    assert rye.score > other.score == 0.5
    chinese = "把面粉、水和盐混合，盖上碗，等面团发起来。然后把面包放进烤箱里烤。"
    assert run(f"<div>{chinese}</div>", query="面包").blocks[0].score == pytest.approx(0.75)


def test_a_query_without_words_changes_no_decision():
    page = f"<div>{PROSE}</div><div>short</div>"
    assert [b.kept for b in run(page, query="?!").blocks] == [b.kept for b in run(page).blocks]


def test_unknown_parameters_are_refused():
    with pytest.raises(UsageError, match="filters"):
        run("<p>x", degree="a")


def test_navigation_and_footer_of_the_sample_article_go_and_its_text_stays():
    document = tamis.analyze((PAGES / "article" / "source.html").read_bytes(), strategy="lbda")
    assert "two minutes before she is due to sail" in document.text
    assert "A survey in August found less corrosion" in document.text
    assert "Cookie settings © 2024" not in " ".join(document.text.split())
    assert "Harbour\nCouncil" not in document.text


_TEXTS = st.lists(st.tuples(st.sampled_from(["word ", "word, ", "字 "]), st.integers(0, 60), st.booleans()), max_size=6)


@settings(deadline=None)
@given(_TEXTS, st.floats(0, 1), st.sampled_from(["", "word", "字 word"]), st.floats(0, 1))
def test_scores_are_on_the_side_of_the_decision(texts: list, threshold: float, query: str, min_relevance: float):
    parts = (f"<div>{f'<a href=/>{text * n}</a>' if link else text * n}</div>" for text, n, link in texts)
    document = run("".join(parts), threshold=threshold, query=query, min_relevance=min_relevance)
    score = document.decisions.score
    assert ((score >= 0) & (score <= 1)).all()
    assert np.array_equal(score >= 0.5, document.decisions.kept)
    assert all(block.reason for block in document.blocks)


@pytest.mark.parametrize("html", ["", " ", "word", "<div>" * 200_000 + "word"])
def test_small_and_deep_pages(html: str):
    assert [block.text for block in run(html).blocks] == (["word"] if html.strip() else [])
