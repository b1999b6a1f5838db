"""Notes are linked with their references, whatever form a page has for them."""

from __future__ import annotations

import re

import pytest

import tamis
from tests.render.note_pages import FIRST, KINDS, SECOND, URL


@pytest.mark.parametrize("kind", KINDS)
def test_notes(kind: str) -> None:
    written = tamis.analyze(KINDS[kind], URL, "eniw").markdown()
    assert "Rye[^1] rises, and so do oats[^2] and wheat." in written
    assert re.findall(r"^\[\^(\w+)\]: (.*)$", written, re.MULTILINE) == [("1", FIRST), ("2", SECOND)]
    assert written.count(FIRST) == written.count(SECOND) == 1
