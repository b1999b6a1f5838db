"""Chunks: what is in each, how long they are, and where they come from."""

from __future__ import annotations

import json
from itertools import pairwise
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tamis
from tamis.chunks import Chunk, count_words
from tests.html_pages import pages

URL = "https://mill.example/rye"


def sentence(number: int) -> str:
    return f"Sentence {number} says that rye grows on poor soil."


def document(html: str, url: str | None = URL) -> tamis.Document:
    return tamis.analyze(html, url, keep="body")


SECTIONS = (
    "<h1>Cereals</h1><p>There are many of them.</p>"
    "<h2>Rye</h2>"
    + "".join(f"<p>{sentence(i)} {sentence(i + 100)}</p>" for i in range(4))
    + "<h3>Mills</h3><p>Stones.</p>"
    "<h2>Oats</h2><p>Horses like them.</p>"
)


def test_chunks_end_at_headings_and_name_those_above() -> None:
    found = document(SECTIONS).chunks(1000)
    assert [chunk.headings for chunk in found] == [
        ("Cereals",), ("Cereals", "Rye"), ("Cereals", "Rye", "Mills"), ("Cereals", "Oats"),
    ]  # fmt: skip
    assert found[0].text == "Cereals\nThere are many of them."
    assert [block for chunk in found for block in chunk.blocks] == list(document(SECTIONS).kept())


def test_by_size_goes_over_headings_but_leaves_none_at_an_end() -> None:
    (whole,) = document(SECTIONS).chunks(1000, by="size")
    assert whole.text.count("\n") == len(list(document(SECTIONS).kept())) - 1
    texts = [chunk.text for chunk in document(SECTIONS).chunks(25, by="size")]
    assert any("\nMills\n" in text for text in texts)
    assert not any(text.split("\n")[-1] in ("Cereals", "Rye", "Mills", "Oats") for text in texts)


def test_a_heading_without_text_below_it_stays_with_the_next() -> None:
    (chunk,) = document("<h1>Cereals</h1><h2>Rye</h2><p>Grows well.</p>").chunks()
    assert chunk.text == "Cereals\nRye\nGrows well." and chunk.headings == ("Cereals", "Rye")


def test_no_chunk_is_too_long_and_blocks_are_cut_between_sentences() -> None:
    long = " ".join(map(sentence, range(30)))
    found = document(f"<h1>Rye</h1><p>{long}").chunks(40)
    assert all(chunk.tokens <= 40 and chunk.tokens == count_words(chunk.text) for chunk in found)
    assert all(chunk.text.endswith(".") for chunk in found)
    assert " ".join(" ".join(chunk.text.split()) for chunk in found) == f"Rye {long}"
    words = "rye " * 100
    assert {chunk.tokens for chunk in document(f"<p>{words}").chunks(30)} <= set(range(20, 31))


def test_chunks_of_a_section_overlap_by_whole_sentences() -> None:
    found = document(f"<h1>Rye</h1><p>{' '.join(map(sentence, range(12)))}<h2>Oats</h2><p>Horses like them.").chunks(
        40, 12
    )
    for before, after in pairwise(found[:-1]):
        repeated = after.text.split("soil.")[0] + "soil."
        assert before.text.endswith(repeated) and count_words(repeated) <= 12
    assert found[-1].text.startswith("Oats") and all(chunk.tokens <= 40 for chunk in found)


def test_an_own_counter_of_tokens() -> None:
    asked: list[str] = []

    def characters(text: str) -> int:
        asked.append(text)
        return len(text)

    found = document(SECTIONS).chunks(60, count_tokens=characters)
    assert asked and all(len(chunk.text) <= chunk.tokens <= 60 for chunk in found)


def test_the_rows_of_a_table_stay_whole() -> None:
    rows = "".join(f"<tr><td>loaf {i}<td>{i} €" for i in range(9))
    found = document(f"<table><tr><th>Bread<th>Price{rows}</table>").chunks(6)
    assert found[0].text == "Bread\tPrice\nloaf 0\t0 €" and len(found[0].blocks) == 4
    assert all(len(line.split("\t")) == 2 for chunk in found for line in chunk.text.split("\n"))


def test_a_chunk_says_where_it_stands() -> None:
    first, *_, last = document(SECTIONS).chunks()
    assert first.xpath == "/html/body[1]/h1[1]"
    assert first.span and SECTIONS[slice(*first.span)] == "Cereals</h1><p>There are many of them."
    assert last.link == f"{URL}#:~:text=Oats,Horses%20like%20them."
    assert json.loads(json.dumps(last.to_dict()))["headings"] == ["Cereals", "Oats"]


def test_links() -> None:
    def link(html: str, url: str | None = URL, at: int = 0) -> str:
        return document(html, url).chunks()[at].link or ""

    assert link("<p>Rye, oats & well-kept mills.") == f"{URL}#:~:text=Rye%2C%20oats%20%26%20well%2Dkept%20mills."
    assert link("<p>Rye grows.", None) == "#:~:text=Rye%20grows."
    assert link("<p>Rye grows.", f"{URL}#top") == f"{URL}#top:~:text=Rye%20grows."
    again = "<p>Read more</p><h2>Rye</h2><p>Grows.</p><p>See below.</p><h2>Read more</h2><p>{}</p>"
    assert link(again.format("Mills."), at=2) == f"{URL}#:~:text=Mills."
    assert unquote(link(again.format("Rye"), at=2)) == f"{URL}#:~:text=See below.-,Read more,Rye"


def test_text_from_elsewhere_has_no_place() -> None:
    state = json.dumps({"@type": "Article", "articleBody": " ".join(map(sentence, range(20)))})
    page = tamis.analyze(f'<script type="application/ld+json">{state}</script><div id=app></div>', URL)
    found = page.chunks()
    assert found and all(chunk.link is None and chunk.span is None for chunk in found)


@pytest.mark.parametrize(
    "wrong", [{"max_tokens": 0}, {"overlap": -1}, {"max_tokens": 5, "overlap": 5}, {"by": "page"}], ids=str
)
def test_wrong_use(wrong: dict[str, object]) -> None:
    with pytest.raises(tamis.UsageError, match=r"max_tokens is|are cut by heading or size"):
        document(SECTIONS).chunks(**wrong)  # type: ignore[arg-type]


def test_a_page_without_text_has_no_chunks() -> None:
    assert document("").chunks() == document("<p> <p>").chunks() == ()


@settings(max_examples=60, deadline=None)
@given(pages, st.integers(1, 12), st.integers(0, 11), st.sampled_from(["heading", "size"]))
def test_every_kept_word_is_in_a_chunk(html: str, most: int, overlap: int, by: str) -> None:
    page = tamis.analyze(html, URL)
    found: tuple[Chunk, ...] = page.chunks(most, min(overlap, most - 1), by=by)  # type: ignore[arg-type]
    assert all(chunk.tokens <= most for chunk in found)
    kept = "".join("".join(page.blocks[i].text.split()) for i in page.kept())
    whole = "".join("".join(chunk.text.split()) for chunk in page.chunks(most, by=by))  # type: ignore[arg-type]
    assert whole == kept
    assert {block for chunk in found for block in chunk.blocks} == set(page.kept())


def test_time_is_linear_in_the_page() -> None:
    """Counted by what is counted: each sentence once, whatever its block's length."""
    asked = 0

    def count(text: str) -> int:
        nonlocal asked
        asked += len(text)
        return count_words(text)

    text = " ".join(map(sentence, range(5000)))
    document(f"<p>{text}").chunks(100, 20, count_tokens=count)
    assert asked <= 1.1 * len(text)
