"""benchmarks/digests.py finds what differs between two runs, nothing else, and outlives pages that end a process."""

from __future__ import annotations

import doctest
import importlib.util
import json
import lzma
import sys
from base64 import b64encode
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import tamis

SCRIPT = Path(__file__).parent.parent / "benchmarks" / "digests.py"
PAGE = "<title>Rye</title><h1>Bread</h1><p>Mix flour, water and salt, and wait until the dough has risen."
CHILD = """
import json, os, sys, time
for job in map(json.loads, sys.stdin):
    for name in job["formats"]:
        os._exit(1) if name == "ends" else time.sleep(3600 if name == "hangs" else 0)
        print(name, flush=True)
"""


@pytest.fixture
def digests() -> ModuleType:
    spec = importlib.util.spec_from_file_location("digests", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(digests: ModuleType, monkeypatch: pytest.MonkeyPatch, *arguments: object) -> None:
    monkeypatch.setattr(sys, "argv", ["digests.py", *map(str, arguments)])
    digests.main()


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write_set(folder: Path, records: list[dict[str, object]]) -> None:
    with lzma.open(folder / "some.jsonl.xz", "wt", encoding="utf-8") as out:
        out.writelines(json.dumps(record) + "\n" for record in records)


def test_two_runs_are_equal_and_a_change_is_named(
    digests: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for path, workers in ((one, 1), (other, 2)):
        few = ("--pages", 4, "--formats", "text,json", "--strategies", "shallow,entropy", "--workers", workers)
        run(digests, monkeypatch, "write", path, "--sets", "samples", *few)
    assert one.read_bytes() == other.read_bytes()
    lines = lines_of(one)
    assert [line["id"] for line in lines].count("host:samples") == 1
    assert len(lines) == 5
    formats = [set(line["digests"]) for line in lines if line["id"] != "host:samples"]
    assert formats == [{"text", "json", "shallow", "shallow-blocks"}] * 4

    with pytest.raises(SystemExit) as ended:
        run(digests, monkeypatch, "compare", one, other)
    assert not ended.value.code
    page = next(line for line in lines if line["id"] != "host:samples")
    changed = one.read_text(encoding="utf-8").replace(page["digests"]["text"], "0123456789ab")
    other.write_text(changed, encoding="utf-8")
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        run(digests, monkeypatch, "compare", one, other)
    assert ended.value.code == 1
    printed = capsys.readouterr().out
    assert f"differ: {page['id']}" in printed
    assert "json" not in printed


def test_a_page_that_one_file_lacks_differs(
    digests: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text('{"set": "some", "id": "a", "digests": {"text": "0123456789ab"}}\n', encoding="utf-8")
    other.write_text("", encoding="utf-8")
    assert not digests.compare(one, other, 3)
    assert f"some text: 1 of 1 differ: a (not in {other})" in capsys.readouterr().out


def test_what_is_shown_is_what_is_compared(
    digests: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(digests, "DATA", tmp_path)
    write_set(tmp_path, [{"id": "a", "url": None, "html": PAGE}])
    digests.show("some", "a", "json")
    shown = capsys.readouterr().out
    form = json.loads(shown)
    assert form["blocks"][1]["text"].startswith("Mix flour")
    assert "metadata" in form
    assert "reason" not in shown
    assert tamis.__version__ not in shown
    digests.show("some", "a", "shallow-blocks")
    assert "0 body Mix flour" in capsys.readouterr().out
    digests.show("some", "a", "tei")
    shown = capsys.readouterr().out
    assert "Mix flour" in shown
    assert tamis.__version__ not in shown


def test_formats_are_of_all_strategies(digests: ModuleType) -> None:
    names = {name for of_scope in digests.formats().values() for name in of_scope}
    for strategy in tamis.available_strategies():
        assert strategy.name == "auto" or {strategy.name, f"{strategy.name}-blocks"} <= names
    pages = [{"html": PAGE}, {"html": PAGE.replace("flour", "rye")}]
    for of_scope in digests.formats().values():
        for make in of_scope.values():
            make(pages)


def test_a_change_of_the_output_is_seen_and_an_error_has_its_name(digests: ModuleType) -> None:
    make = digests.formats()["page"]["markdown"]
    assert digests.digest(make, [{"html": PAGE}]) == digests.digest(make, [{"html": PAGE}])
    assert digests.digest(make, [{"html": PAGE}]) != digests.digest(make, [{"html": PAGE.replace("salt", "salts")}])
    assert digests.digest(make, [{"html": "https://example.org/"}]) == "UsageError"


def test_the_sample_does_not_depend_on_the_order(
    digests: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digests, "DATA", tmp_path)
    html = b64encode(b"<p>Rye").decode()
    records = [{"id": f"{number}", "host": f"{number % 2}.example", "html_base64": html} for number in range(30)]
    samples = []
    for ordered in (records, records[::-1]):
        write_set(tmp_path, list(ordered))
        jobs = list(digests.jobs_of("some", 8))
        samples.append({job["id"]: {page["id"] for page in job["pages"]} for job in jobs})
    assert samples[0] == samples[1]
    assert sorted(map(len, samples[0].values())) == [1] * 8 + [8]
    assert sum(len(job["pages"]) for job in digests.jobs_of("some", 0)) == 30 + 2 * 8


def test_a_child_that_ends_or_hangs_is_started_anew(
    digests: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    child = tmp_path / "child.py"
    child.write_text(CHILD, encoding="utf-8")
    monkeypatch.setattr(digests, "SCRIPT", child)
    worker = digests.Worker()
    assert worker.digests({"formats": ["a", "ends", "b"]}) == {"a": "a", "ends": "crashed", "b": "b"}
    with monkeypatch.context() as short:
        short.setattr(digests, "SECONDS", 1.0)
        assert worker.digests({"formats": ["hangs"]}) == {"hangs": "crashed"}
    assert worker.digests({"formats": ["ends", "ends2"]}) == {"ends": "crashed", "ends2": "ends2"}
    worker.stop()


@pytest.mark.parametrize("option", ["--formats", "--strategies"])
def test_an_unknown_name_is_an_error(
    digests: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    with pytest.raises(SystemExit, match="no format or strategy 'none-such'"):
        run(digests, monkeypatch, "write", tmp_path / "out", "--sets", "samples", option, "none-such")


def test_its_examples(digests: ModuleType) -> None:
    assert not doctest.testmod(digests).failed
