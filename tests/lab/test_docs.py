"""docs/evaluation.md names every option of its commands, and its Python runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tamis.cli import build_parser
from tamis.lab.peers import PEERS
from tests import reference

ROOT = Path(__file__).parent.parent.parent
DOCS = (ROOT / "docs" / "evaluation.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["evaluate", "diff", "reproduce"])
def test_every_option_is_documented(command: str) -> None:
    parsers = next(a for a in build_parser()._actions if a.dest == "command").choices
    options = {o for action in parsers[command]._actions for o in action.option_strings if o.startswith("--")}  # type: ignore[index]
    missing = [option for option in options - {"--help"} if option not in DOCS]
    assert not missing


def test_every_documented_option_exists() -> None:
    parsers = next(a for a in build_parser()._actions if a.dest == "command").choices
    known = {o for p in parsers.values() for action in p._actions for o in action.option_strings}  # type: ignore[union-attr]
    known |= {"--upgrade"}  # pip's
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", DOCS)) <= known


def test_its_figures_are_those_of_today() -> None:
    assert reference.evaluation_guide(DOCS) == DOCS, "the docs have fallen behind: make golden"


def test_a_figure_that_has_changed_is_noticed() -> None:
    changed = re.sub(r"(    auto +)0\.\d\d\d", r"\g<1>0.123", DOCS, count=1)
    assert changed != DOCS and reference.evaluation_guide(changed) == DOCS


def test_every_peer_is_named() -> None:
    assert all(f"`{name}`" in DOCS for name in PEERS)


def test_the_python_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    (code,) = re.findall(r"```python\n(.*?)```", DOCS, re.DOTALL)
    exec(code, {})
    assert re.fullmatch(r"auto 0\.\d+\nresiliparse 0\.\d+\n", capsys.readouterr().out)
