"""Hidden parts that a reader can reveal."""

from __future__ import annotations

import pytest

import tamis
from tamis.blocks import collapsible


def test_ids_are_looked_for_a_bounded_number_of_times(monkeypatch: pytest.MonkeyPatch):
    looked_for: list[str] = []
    monkeypatch.setattr(collapsible, "_is_named", lambda _, name: looked_for.append(name))
    parts = "".join(f"<div id=part{i} hidden>Rye is a grass {i}.</div>" for i in range(1000))
    tamis.analyze(f"<p>Rye keeps for a week.</p>{parts}")
    assert 0 < len(looked_for) <= 300
