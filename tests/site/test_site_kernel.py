"""The loop that finds places, compiled and plain, gives the same answers."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings

import tamis
from tamis.dom import read
from tamis.segment.text_flow import text_flow
from tamis.site import kernel, places
from tests.html_pages import pages


def plain() -> ModuleType:
    spec = importlib.util.spec_from_file_location("plain_site_kernel", Path(places.__file__).with_name("kernel.py"))
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PLAIN = plain()


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
    assert known.find(page, np.array([0, 2])).tolist() == [everywhere[0], everywhere[2]]


def test_many_different_ids_are_forgotten_and_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "_MOST_STEPS", 4)
    page = text_flow(read("".join(f"<p id=x{i}y class=c{i}>text" for i in range(9)), None, tamis.Limits()))
    known = places.Places()
    first = known.find(page, add=True).tolist()
    assert first == known.find(page).tolist() == [1] * 9
    assert len(known) == 2 and len(known._steps) <= 9
