"""A pattern that is compiled late is a pattern."""

from __future__ import annotations

import re

import pytest

from tamis.text.patterns import late


def test_it_does_what_a_pattern_does() -> None:
    early, tardy = re.compile("(b)an", re.IGNORECASE), late("(b)an", re.IGNORECASE)
    for text in ("Banban", "nab"):
        assert tardy.findall(text) == early.findall(text)
        assert tardy.sub(r"\1", text) == early.sub(r"\1", text)
        assert bool(tardy.search(text)) == bool(early.search(text)) == bool(tardy.search(text))


def test_it_is_compiled_when_it_is_used() -> None:
    wrong = late("(")
    with pytest.raises(re.error):
        wrong.search("a")
