"""Places are found again by their tags, ids and classes."""

from __future__ import annotations

import pytest

import tamis
from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.site import places


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


def test_names_with_references_are_read_as_a_parser_does() -> None:
    known = places.Places()
    for html in ("<div id='a&amp;b'><p class=x>one</div>", "<div id='a&b'><p class='x  y'>two</div>"):
        known.find(text_flow(read(html, None, tamis.Limits())), add=True)
    assert known.names == ["body", "div#a&b", "p.x"]
