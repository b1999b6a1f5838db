"""The loops of templates, compiled and plain, give the same answers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tamis
from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.native import places as kernel
from tamis.site import correct, places, template
from tests.html_pages import pages
from tests.plain import plain
from tests.site.samples import stories, story

PLAIN = plain("native.places")


def found(html: str) -> tuple[list[int], list[int], list[str]]:
    """Places that are added, the same found again by a tree that has forgotten every other, and their names."""
    page = text_flow(read(html, None, tamis.Limits()))
    known = places.Places()
    added = known.find(page, add=True)
    half = places.Places(known.names[: len(known) // 2 + 1], known.parents[: len(known) // 2 + 1])
    return added.tolist(), half.find(page).tolist(), known.names


@settings(max_examples=100, deadline=None)
@given(pages)
def test_compiled_and_plain_agree(html: str) -> None:
    assert kernel.COMPILED and not PLAIN.COMPILED, "build it: make kernel"
    compiled = found(html)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(places, "find", PLAIN.find)
        assert found(html) == compiled


def test_only_what_is_asked_for_is_looked_up() -> None:
    page = text_flow(read("<div id=a><p>one<p class=b>two</div><p>three", None, tamis.Limits()))
    known = places.Places()
    everywhere = known.find(page, add=True)
    assert known.find(page, [0, 2]).tolist() == [everywhere[0], everywhere[2]]


def test_many_different_ids_are_forgotten_and_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "_MOST_STEPS", 4)
    page = text_flow(read("".join(f"<p id=x{i}y class=c{i}>text" for i in range(9)), None, tamis.Limits()))
    known = places.Places()
    first = known.find(page, add=True).tolist()
    assert first == known.find(page).tolist() == [1] * 9
    assert len(known) == 2 and len(known._steps) <= 9


def corrected(learned: list[str], html: str) -> list[tuple[bool, float, str]]:
    made = tamis.SiteTemplate.learn(learned, "eniw")
    return [(b.kept, b.score, b.reason) for b in tamis.analyze(html, strategy="eniw", template=made).blocks]


@settings(max_examples=60, deadline=None)
@given(st.lists(pages, min_size=1, max_size=3), pages)
def test_corrections_agree(some: list[str], new: str) -> None:
    """Of pages in the frame of a site, known ones and new ones, and of pages that have nothing to do with it."""
    framed = [page.replace("</p>", f"</p>{html}", 1) for page, html in zip(stories(4), some, strict=False)]
    learned = [*framed, *stories(8)[4:], new]
    compiled = [corrected(learned, html) for html in (*framed, story("Rye", new), new)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(places, "find", PLAIN.find)
        patch.setattr(template, "is_text_flow", PLAIN.is_text_flow)
        for name in ("count", "doubtful", "judge", "level_of"):
            patch.setattr(correct, name, getattr(PLAIN, name))
        assert [corrected(learned, html) for html in (*framed, story("Rye", new), new)] == compiled


def test_names_with_references_are_read_as_a_parser_does() -> None:
    known = places.Places()
    for html in ("<div id='a&amp;b'><p class=x>one</div>", "<div id='a&b'><p class='x  y'>two</div>"):
        known.find(text_flow(read(html, None, tamis.Limits())), add=True)
    assert known.names == ["body", "div#a&b", "p.x"]
