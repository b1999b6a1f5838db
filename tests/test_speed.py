"""benchmarks/speed.py times what it says it times, and benchmarks/README.md has its tables."""

from __future__ import annotations

import doctest
import importlib.util
import json
import re
import sys
from base64 import b64encode
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "benchmarks" / "speed.py"
DOCS = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
FORMS = [
    "tamis, text",
    "tamis, text, `include_title=False`",
    "tamis, Markdown",
    "tamis, HTML",
    "tamis, JSON",
    "tamis, JSON with metadata",
]


@pytest.fixture(scope="module")
def speed() -> ModuleType:
    spec = importlib.util.spec_from_file_location("speed", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rows(printed: str) -> dict[str, list[str]]:
    """The cells of each row of the tables, by the row's name."""
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in printed.splitlines() if line[:1] == "|"]
    return {name: figures for name, *figures in cells if name and not name.startswith("---")}


def test_every_form_is_in_one_table(
    speed: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["speed.py", str(ROOT / "tests/pages"), "--pages", "2", "--rounds", "1"])
    speed.main()
    printed = capsys.readouterr().out
    assert "pages: 2 pages" in printed
    found = rows(printed)
    assert [name for name in found if name.startswith("tamis")] == FORMS
    assert {"resiliparse", "trafilatura", "turbohtml"} <= {name.split()[0] for name in found}
    assert all(len(cells) == 7 and all(float(cell) >= 0 for cell in cells) for cells in found.values())


def test_forms_are_what_they_are_called(speed: ModuleType) -> None:
    page = "<title>Rye</title><h1>Bread</h1><p>Mix <b>flour</b>, water and salt, and wait until the dough has risen."
    written = [run(page) for run in speed.FORMS.values()]
    assert list(speed.FORMS) == FORMS
    assert written[0].startswith("Bread\n")
    assert "Bread" not in written[1]
    assert written[2].startswith("# Bread")
    assert written[3].startswith("<h1>")
    assert '"blocks"' in written[4]
    assert '"metadata"' in written[5]
    assert '"metadata"' not in written[4]


def test_runs_take_turns_and_one_that_fails_holds_up_nobody(speed: ModuleType) -> None:
    def fail(page: str) -> None:
        raise ValueError(page)

    order = [(page, name) for page, name, _ in speed.turns({"a": len, "b": fail}, ["x", "y"], 2)]
    assert order == [(0, "a"), (0, "b"), (0, "b"), (0, "a"), (1, "a"), (1, "b"), (1, "b"), (1, "a")]


def test_the_least_of_the_rounds_counts(speed: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = [(0, "a", 3.0), (0, "a", 2.0), (1, "a", 1.0), (1, "a", 4.0)]
    monkeypatch.setattr(speed, "turns", lambda runs, pages, rounds: iter(taken))
    assert speed.least_times({"a": len}, ["x", "y"], 2) == {"a": [2.0, 1.0]}


def test_stages_are_all_there_and_make_up_the_whole(speed: ModuleType) -> None:
    page = "<h1>Bread</h1><p>Mix flour, water and salt, and wait until the dough has risen."
    shares = {name: int(cells[0][:-1]) for name, cells in rows("\n".join(speed.profile([page] * 3, 2)[2:])).items()}
    assert list(shares) == [*speed.NAMES.values(), "the rest"]
    assert all(share >= 0 for share in shares.values())
    assert 95 <= sum(shares.values()) <= 105


def test_its_table(speed: ModuleType) -> None:
    assert not doctest.testmod(speed).failed


def test_bytes_are_decoded_and_pages_spread(speed: ModuleType, tmp_path: Path) -> None:
    pages = [f"<meta charset=gbk><p>你好 {name}".encode("gbk") for name in "abc"]
    records = [{"id": page.hex(), "html_base64": b64encode(page).decode(), "gold": "x"} for page in pages]
    path = tmp_path / "some.jsonl"
    path.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    texts = speed.pages_of(speed.page_set(str(path)), 2)
    assert [text[-4:] for text in texts] == ["你好 a", "你好 c"]


def test_the_docs_show_every_form_and_only_options_that_exist(
    speed: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = rows(DOCS.split("<!-- speed -->")[1].split("<!-- /speed -->")[0])
    assert set(FORMS) <= shown.keys(), "write it anew: python benchmarks/write.py speed benchmarks/speed.py …"
    monkeypatch.setattr(sys, "argv", ["speed.py", "--help"])
    with pytest.raises(SystemExit):
        speed.main()
    known = set(re.findall(r"--[a-z]+", capsys.readouterr().out))
    commands = re.findall(r"benchmarks/speed\.py([^`]*)", DOCS)
    assert commands
    assert {option for command in commands for option in re.findall(r"--[a-z]+", command)} <= known
