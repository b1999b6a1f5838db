"""The table of strategies, and the old name of the function that lists them."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

import tamis
import tamis.strategies.base
from tamis.strategies.base import STRATEGIES, get_strategy

SOURCES = Path(tamis.__file__).parent


def test_every_registered_strategy_is_in_the_table() -> None:
    registered = {
        (name, ".".join(path.relative_to(SOURCES.parent).with_suffix("").parts))
        for folder in ("strategies", "papers")
        for path in (SOURCES / folder).rglob("*.py")
        for name in re.findall(r"^@strategy\(\s*\"([^\"]+)\"", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert registered == set(STRATEGIES.items())
    assert {s.name for s in tamis.available_strategies()} >= STRATEGIES.keys()


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_strategy_comes_from_its_module(name: str) -> None:
    found = get_strategy(name)
    assert found.name == name and found.decide.__module__ == STRATEGIES[name]


def test_the_old_name_warns_and_works() -> None:
    for _ in range(2):
        with pytest.warns(DeprecationWarning, match=r"tamis\.available_strategies\(\)") as caught:
            listed = tamis.strategies()  # type: ignore[operator]
        assert listed == tamis.available_strategies()
        assert caught[0].filename == __file__
        importlib.import_module("tamis.strategies.auto")
    assert tamis.strategies.base.get_strategy is get_strategy
