from __future__ import annotations

import json
from pathlib import Path

import pytest

from tamis.errors import UsageError
from tamis.lab.evaluation import Evaluation, evaluate
from tamis.lab.gate import failures, read_gate, updated, write_gate
from tests.lab.samples import corpus, first_words, says


def run(folder: Path, count: int, pages: int = 4) -> list[Evaluation]:
    return [evaluate(corpus(folder, pages), [first_words(count), says("peer", lambda page: "")])]


def test_a_fall_is_a_failure(tmp_path: Path) -> None:
    gate = updated({}, run(tmp_path, 5))
    assert list(gate["small"].floors) == ["ours"], "peers have no floors"
    assert gate["small"].floors["ours"] == {"word_f1": 0.6666, "lcs_f1": 0.6666, "completeness": 0.0}
    assert failures(gate, run(tmp_path, 5)) == []
    assert failures(gate, run(tmp_path, 6)) == []
    assert sorted(failures(gate, run(tmp_path, 4))) == [
        "small: ours lcs_f1 0.5714 is below its floor 0.6666",
        "small: ours word_f1 0.5714 is below its floor 0.6666",
    ]


def test_other_pages_are_a_failure(tmp_path: Path) -> None:
    gate = updated({}, run(tmp_path, 5))
    (line,) = failures(gate, run(tmp_path, 5, pages=5))
    assert "not the pages that the floors were measured on" in line


def test_what_is_not_pinned_is_a_failure(tmp_path: Path) -> None:
    gate = updated({}, run(tmp_path, 5))
    assert failures({}, run(tmp_path, 5)) == ["small: no floors for this corpus; --update sets them"]
    other = [evaluate(corpus(tmp_path, 4), [first_words(5, "other")])]
    assert failures(gate, other) == ["small: no floors for other; --update sets them"]


def test_update_raises_and_does_not_lower(tmp_path: Path) -> None:
    gate = updated({}, run(tmp_path, 5))
    assert updated(gate, run(tmp_path, 8))["small"].floors["ours"]["word_f1"] == 0.8888
    with pytest.raises(UsageError, match=r"word_f1 0.5714 is below its floor 0.6666"):
        updated(gate, run(tmp_path, 4))
    lowered = updated(gate, run(tmp_path, 4), allow_lower=True)
    assert lowered["small"].floors["ours"]["word_f1"] == 0.5714


def test_slack_leaves_room_but_moves_no_floor_down(tmp_path: Path) -> None:
    loose = updated({}, run(tmp_path, 5), slack=0.05)
    assert loose["small"].floors["ours"]["word_f1"] == 0.6166
    tight = updated({}, run(tmp_path, 5))
    assert updated(tight, run(tmp_path, 5), slack=0.05) == tight


def test_update_keeps_other_corpora_strategies_and_figures(tmp_path: Path) -> None:
    path = tmp_path / "gate.json"
    pins = {"ours": {"recall": 0.1}, "kept": {"word_f1": 0.9}}
    path.write_text(json.dumps({"small": {"sha256": "old", "floors": pins}, "far": {"sha256": "x", "floors": {}}}))
    write_gate(path, updated(read_gate(path), run(tmp_path, 5)))
    gate = read_gate(path)
    assert gate["far"].sha256 == "x"
    assert gate["small"].floors["kept"] == {"word_f1": 0.9}
    assert gate["small"].floors["ours"] == {"completeness": 0.0, "lcs_f1": 0.6666, "recall": 0.5, "word_f1": 0.6666}
    assert gate["small"].sha256 == run(tmp_path, 5)[0].sha256


def test_a_figure_that_is_gone_is_below_its_floor(tmp_path: Path) -> None:
    evaluations = run(tmp_path, 5)
    gate = updated({}, evaluations)
    pinned = {"small": type(gate["small"])(gate["small"].sha256, {"ours": {"block_f1": 0.5}})}
    assert failures(pinned, evaluations) == ["small: ours block_f1 nan is below its floor 0.5000"]


@pytest.mark.parametrize(
    "content", ["", "[]", '{"a": {}}', '{"a": {"sha256": "", "floors": {"s": {"m": "high"}}}}', "[" * 99_999]
)
def test_a_broken_gate_file_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "gate.json").write_text(content)
    with pytest.raises(UsageError, match="is not a gate file"):
        read_gate(tmp_path / "gate.json")


def test_a_missing_gate_file(tmp_path: Path) -> None:
    assert read_gate(tmp_path / "none.json", may_be_new=True) == {}
    with pytest.raises(UsageError, match="--update makes one"):
        read_gate(tmp_path / "none.json")
