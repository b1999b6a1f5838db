"""The audit by rule."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tamis
from tamis.cli import main
from tamis.lab.audit import audit
from tamis.lab.corpora import load
from tamis.model.load import SHIPPED
from tamis.rules import RULES

SENTENCE = "The baker of the old town mixes flour, water and salt, and waits until the dough has risen well. "
STORY = f"<title>Bread</title><article><h1>Bread</h1>{f'<p>{SENTENCE * 3}</p>' * 4}</article>"
FOOTER = f"<footer><div><p>All of this is free to read. {SENTENCE * 2}</p></div></footer>"


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "bread.jsonl"
    gold = tamis.extract(STORY)
    pages = [{"id": str(i), "html": STORY + FOOTER * (i % 2), "gold": gold, "host": f"{i}.example"} for i in range(4)]
    path.write_text("".join(json.dumps(page) + "\n" for page in pages))
    return path


def test_what_a_rule_turns_is_counted(corpus: Path) -> None:
    found = audit(load(corpus), "auto")
    assert (found.corpus, found.pages, found.f1) == ("bread", 4, 1.0) and list(found.rules) == list(RULES)
    for rule in found.rules.values():
        assert rule.right == pytest.approx(rule.words) and rule.f1 <= 1
        assert (rule.words > 0) is (rule.pages > 0) and (rule.f1 < 1) is (rule.pages > 0)
    assert any(rule.pages for rule in found.rules.values())


def test_the_command_prints_a_table(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", str(corpus), "--rules", "--strategies", f"unseen:{SHIPPED}", "--limit", "2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("bread: 2 pages, word F1 1.0000 with all rules\nrule ")
    assert "No page is decided otherwise without hidden, " in out
    assert main(["evaluate", str(corpus), "--rules", "--markdown"]) == 0
    assert "| rule | pages | words turned |" in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong",
    [["--strategies", "shallow"], ["--strategies", "auto,eniw"], ["--peers", "all"], ["--strategies", "unseen"]],
)
def test_what_cannot_be_audited(corpus: Path, wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", str(corpus), "--rules", *wrong]) == 2
    assert "--rules" in capsys.readouterr().err
