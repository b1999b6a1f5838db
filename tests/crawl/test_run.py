"""Runs: pages that misbehave cost themselves, killed runs go on, and the account is complete."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

import tamis
from tamis.cli import main
from tamis.crawl.pool import State
from tamis.crawl.rows import Settings
from tamis.crawl.run import Plan, Result, run
from tamis.crawl.shards import Output
from tamis.store import open_store
from tests.crawl.archives import answer, listing, packed, page_record, record, story, write_archive

SHALLOW = Settings("shallow")
pytestmark = pytest.mark.usefixtures("misbehaving")


def rows_of(folder: Path) -> list[dict[str, Any]]:
    assert not [p.name for p in folder.iterdir() if not p.name.startswith(("_", "part-"))]
    rows = pyarrow.parquet.read_table(folder).to_pylist()
    return sorted(rows, key=lambda row: (row["input"], row["slice"], row["record"]))


def done(inputs: list[Path], out: Path, settings: Settings = SHALLOW, workers: int = 1, size: int = 10**8) -> Result:
    return run(Plan([str(path) for path in inputs], Output.of(str(out)), settings, workers, size))


def test_a_page_that_misbehaves_costs_that_page(tmp_path: Path) -> None:
    words = ["fine", "CRASH", "fine", "EXIT", "HANG", "SPIN", "EAT", "RAISE", "fine"]
    lines = [
        json.dumps({"url": f"https://m.example/{i}", "html": f"<p>{word}</p>{story(i)}"})
        for i, word in enumerate(words)
    ]
    (tmp_path / "pages.jsonl").write_text("\n".join(lines))
    settings = Settings("misbehave", timeout=4, memory=700_000_000)
    result = done([tmp_path / "pages.jsonl"], tmp_path / "out", settings)
    statuses = [row["status"] for row in rows_of(tmp_path / "out")]
    assert statuses == [
        "ok", "crashed: SIGSEGV", "ok", "crashed: exit code 7", "hung: no answer in 4 s", "hung: no answer in 4 s",
        "out of memory", "failed: RuntimeError: as asked", "ok",
    ]  # fmt: skip
    texts = [row["text"] for row in rows_of(tmp_path / "out")]
    assert [bool(text) for text in texts] == [status == "ok" for status in statuses]
    assert result.account.failed == 6 and result.account.pages == 9 and not result.restarts
    assert result.account.statuses == {"ok": 3, "hung": 2, "crashed": 2, "out of memory": 1, "failed": 1}
    report = json.loads((tmp_path / "out" / "_report.json").read_text())
    assert ["https://m.example/1", "crashed: SIGSEGV"] in report["all"]["failures"]


def test_a_worker_that_is_killed_costs_nothing(tmp_path: Path) -> None:
    archive = write_archive(tmp_path / "a.warc.gz", 60)
    slow = Settings("misbehave")
    expected = _without_maker(done([archive], tmp_path / "quiet", slow, 2, 5_000), tmp_path / "quiet")
    killed: list[int] = []

    def kill_one(state: State) -> None:
        if state.done_slices >= 1 and not killed and state.workers:
            os.kill(state.workers[0], signal.SIGKILL)
            killed.append(state.workers[0])

    plan = Plan([str(archive)], Output.of(str(tmp_path / "out")), slow, 2, 5_000)
    result = run(plan, kill_one)
    assert killed and result.restarts == 1 and not result.failures
    assert _without_maker(result, tmp_path / "out") == expected


def test_a_slice_whose_workers_are_killed_is_tried_again_within_the_run(tmp_path: Path) -> None:
    """Three workers are ended with it; when the other slices are done, it is read to its end."""
    pages = [story(n).replace("</h1>", " SLOW</h1>") for n in range(40)]
    (tmp_path / "p.jsonl").write_text("\n".join(json.dumps({"html": page}) for page in pages))
    ended: list[int] = []

    def end_it(state: State) -> None:
        for pid in state.workers:
            if len(ended) < 3 and pid not in ended and state.pages:  # it is ready, and at work
                os.kill(pid, signal.SIGKILL)
                ended.append(pid)

    result = run(Plan([str(tmp_path / "p.jsonl")], Output.of(str(tmp_path / "out")), Settings("misbehave")), end_it)
    assert ended and result.restarts == len(ended) and not result.failures
    assert result.account.pages == len(rows_of(tmp_path / "out")) == 40


def _without_maker(result: Result, folder: Path) -> list[dict[str, Any]]:
    assert result.account.pages == 60 and result.account.records["request"] == 60
    return rows_of(folder)


def test_a_sandbox_that_is_killed_costs_nothing(tmp_path: Path) -> None:
    pages = [story(n).replace("</h1>", " SLOW</h1>") for n in range(40)]
    (tmp_path / "p.jsonl").write_text("\n".join(json.dumps({"html": page}) for page in pages))
    settings = Settings("misbehave")
    killed: list[int] = []

    def kill_sandbox(state: State) -> None:
        for worker in state.workers if not killed else ():
            for child in _children(worker):
                os.kill(child, signal.SIGKILL)
                killed.append(child)

    result = run(Plan([str(tmp_path / "p.jsonl")], Output.of(str(tmp_path / "out")), settings), kill_sandbox)
    assert killed and result.account.pages == 40 and not result.account.failed and not result.restarts
    assert {row["status"] for row in rows_of(tmp_path / "out")} == {"ok"}


def _children(parent: int) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(path.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


@pytest.mark.parametrize("shards", [0, 1, 3, 6])
def test_a_killed_run_goes_on_to_the_same_output(tmp_path: Path, shards: int) -> None:
    archive = write_archive(tmp_path / "a.warc.gz", 40)
    out = tmp_path / "out"
    done([archive], tmp_path / "whole", SHALLOW, 1, 4_000)
    command = [sys.executable, "-m", "tamis", "run", str(archive), "-o", str(out), "--strategy", "shallow"]
    command += ["--workers", "2", "--slice", str(4_000 / 1_048_576)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while len(list(out.glob("part-*"))) < shards and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    process.kill()
    process.wait()
    before = {path.name: path.stat().st_mtime_ns for path in out.glob("part-*")}
    noted = {path.stem for path in out.glob("_shards/*.json")}
    time.sleep(0.5)  # what the killed run's workers were at
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
    assert rows_of(out) == rows_of(tmp_path / "whole")
    for name, time_ns in before.items():
        if name.removeprefix("part-").removesuffix(".parquet") in noted:
            assert (out / name).stat().st_mtime_ns == time_ns  # finished shards are not done again
    assert not list(out.glob("_drafts/*"))
    again = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "nothing was left to do" in again.stdout


def test_a_long_slice_makes_several_shards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tamis.crawl import worker
    from tamis.crawl.sandbox import Sandbox
    from tamis.crawl.slices import plan
    from tamis.crawl.worker import Job, do_slice

    monkeypatch.setattr(worker, "_SHARD_ROWS", 16)
    archive = write_archive(tmp_path / "a.warc.gz", 40)
    (part,) = plan([str(archive)], print)
    output = Output.of(str(tmp_path / "out"))
    output.prepare()
    with Sandbox(SHALLOW) as sandbox:
        notes = do_slice(Job(part, output, SHALLOW), sandbox)
        assert [note["rows"] for note in notes] == [16, 16, 8] and [n["last"] for n in notes] == [False, False, True]
        whole = rows_of(Path(output.address))
        for name in ("001", "002"):  # as if the run had been killed after the first
            output.data(f"{part.id}-{name}").unlink()
        assert [note["shard"][-3:] for note in do_slice(Job(part, output, SHALLOW), sandbox)] == ["001", "002"]
        assert rows_of(Path(output.address)) == whole and len(whole) == 40


def test_an_input_that_changed_is_done_anew(tmp_path: Path) -> None:
    archive, out = tmp_path / "a.warc.gz", tmp_path / "out"
    write_archive(archive, 30)
    done([archive], out, size=2_000)
    write_archive(archive, 5, first=100)
    done([archive], out, size=2_000)
    assert [row["url"] for row in rows_of(out)] == [f"https://mill.example/{n}" for n in range(100, 105)]


def test_a_page_of_a_folder_that_changed_is_done_anew(tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    for n in (1, 2):
        (folder / f"{n}.html").write_text(story(n))
    done([folder], out)
    before = (folder / "2.html").stat()
    changed = story(2).replace("Story 2", "Story 9")
    (folder / "2.html").write_text(changed)
    assert (folder / "2.html").stat().st_size == before.st_size
    os.utime(folder / "2.html", ns=(before.st_atime_ns, before.st_mtime_ns + 1_000_000_000))
    done([folder], out)
    assert [row["text"] for row in rows_of(out)] == [
        tamis.extract(page, strategy="shallow") for page in (story(1), changed)
    ]


def test_json_lines_and_the_ledger(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(story(1))
    settings = Settings("shallow", metadata=True, blocks=True)
    run(Plan([str(tmp_path / "a.html")], Output.of(str(tmp_path / "out"), "jsonl"), settings))
    (path,) = (tmp_path / "out").glob("part-*.jsonl")
    (row,) = map(json.loads, path.read_text().splitlines())
    document = tamis.analyze((tmp_path / "a.html").read_bytes(), strategy="shallow")
    assert row["text"] == document.text and row["url"] == str(tmp_path / "a.html") and row["title"] == "Story 1"
    assert [block["text"] for block in row["blocks"]] == [block.text for block in document.blocks]
    assert [block["kept"] for block in row["blocks"]] == [block.kept for block in document.blocks]
    assert [block["role"] for block in row["blocks"]] == [block.role for block in document.blocks]
    done([tmp_path / "a.html"], tmp_path / "parquet", settings)
    (same,) = rows_of(tmp_path / "parquet")
    assert {**same, "input": ""} == {**row, "input": ""}


def test_a_store(tmp_path: Path) -> None:
    from tamis.store import open_store

    archive = write_archive(tmp_path / "a.warc.gz", 12)
    output = Output.of(str(tmp_path / "pages.db"))
    settings = Settings("shallow", for_store=True)
    for _ in range(2):
        run(Plan([str(archive)], output, settings, 2, 1_000))
    with open_store(str(tmp_path / "pages.db")) as store:
        assert store.stats().pages == 12
        assert store.search("Story")[0].url.startswith("https://mill.example/")


def test_the_parent_holds_no_pages(tmp_path: Path) -> None:
    """Its memory is what it was, whatever the input: pages are read by the workers."""
    big = [
        record(
            f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{story(n)}{'<p>rye' * 30_000}".encode(),
            f"https://m.example/{n}",
        )
        for n in range(12)
    ]
    (tmp_path / "big.warc.gz").write_bytes(packed(big))
    code = (
        # not ru_maxrss: that begins at what the process which started this one held
        "import re, sys; from tamis.cli import main; code = main(sys.argv[1:]); "
        "print(code, re.search(r'VmHWM:\\s*(\\d+)', open('/proc/self/status').read())[1])"
    )
    out = str(tmp_path / "out")
    command = [
        sys.executable,
        "-c",
        code,
        "run",
        str(tmp_path / "big.warc.gz"),
        "-o",
        out,
        "--strategy",
        "shallow",
        "--workers",
        "1",
    ]
    *_, last = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    status, kilobytes = map(int, last.split())
    assert status == 0 and kilobytes < 300_000


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "in"
    path.mkdir()
    yield path


def test_all_kinds_of_inputs_in_a_folder(folder: Path, tmp_path: Path) -> None:
    import gzip

    (folder / "deep").mkdir()
    (folder / "deep" / "a.html").write_text(story(1))
    (folder / "p.jsonl").write_text(
        "".join(json.dumps({"html": story(n), "url": f"https://j.example/{n}"}) + "\n" for n in range(9))
    )
    (folder / "q.jsonl.gz").write_bytes(gzip.compress(json.dumps({"html": story(20), "id": "q"}).encode()))
    table = pyarrow.table({"html": [story(n) for n in range(30, 36)], "url": [None] * 6})
    pyarrow.parquet.write_table(table, folder / "r.parquet", row_group_size=2)
    write_archive(folder / "s.warc.gz", 5)
    (folder / "t.warc").write_bytes(b"".join(page_record(n) for n in range(60, 70)))
    result = done([folder], tmp_path / "out", size=3_000, workers=2)
    found = [row["url"] for row in rows_of(tmp_path / "out")]
    assert result.account.pages == len(found) == len(set(found)) == 1 + 9 + 1 + 6 + 5 + 10
    assert {f"{folder}/{name}" for name in ("q.jsonl.gz#q", "r.parquet#6", "deep/a.html")} <= set(found)
    assert "https://j.example/8" in found
    assert result.slices > 10


def test_an_index_beside_a_warc_is_no_input(tmp_path: Path) -> None:
    from tamis.crawl.slices import plan

    archive = write_archive(tmp_path / "a.warc.gz", 5)
    indexes = [tmp_path / name for name in ("a.cdx", "a.cdx.gz", "a.cdxj")]
    for path in indexes:
        path.write_text(" CDX N b a m s k r M S V g\n")
    for inputs in ([tmp_path], [archive, *indexes]):
        failures: list[str] = []
        assert [part.path for part in plan(list(map(str, inputs)), failures.append)] == [str(archive)]
        assert not failures
    plan([str(indexes[0])], failures.append)
    assert "not a kind of input" in failures[0]


def listings(path: Path, pages: int = 12) -> Path:
    path.write_bytes(
        packed([record(answer(listing(n).encode()), f"https://mill.example/{n}") for n in range(1, pages + 1)])
    )
    return path


def test_records_are_a_second_output(tmp_path: Path) -> None:
    archive, settings = listings(tmp_path / "a.warc.gz"), Settings("shallow", records=True)
    done([archive], tmp_path / "out", settings, size=600)
    pages, found = rows_of(tmp_path / "out"), rows_of(tmp_path / "out.records")
    assert "records" not in pages[0] and len(list((tmp_path / "out.records").iterdir())) > 2
    found.sort(key=lambda row: (row["slice"], row["record"], row["number"]))
    assert [row["url"] for row in found] == [page["url"] for page in pages for _ in range(4)]
    place = ("url", "site", "input", "slice", "record")
    assert {tuple(row[name] for name in place) for row in found} == {
        tuple(page[name] for name in place) for page in pages
    }
    document = tamis.analyze(listing(1), "https://mill.example/1", "shallow")
    first = {value["name"]: value for value in found[0]["attributes"]}
    assert tuple(found[0]["blocks"]) == document.records[0].blocks and first["price"]["number"] == 10.5
    assert first["url"]["normalized"] == "https://mill.example/10"


def test_records_that_are_gone_are_made_again(tmp_path: Path) -> None:
    archive, settings = listings(tmp_path / "a.warc.gz"), Settings("shallow", records=True)
    done([archive], tmp_path / "out", settings, size=600)
    expected = rows_of(tmp_path / "out.records")
    some = sorted((tmp_path / "out.records").iterdir())
    some[1].unlink()
    again = done([archive], tmp_path / "out", settings, size=600)
    assert again.skipped == len(some) - 1 and rows_of(tmp_path / "out.records") == expected
    run(Plan([str(archive)], Output.of(str(tmp_path / "out")), SHALLOW, 1, 600, anew=True))
    assert not list((tmp_path / "out.records").iterdir()) and len(rows_of(tmp_path / "out")) == 12


def test_records_as_lines_and_in_a_store(tmp_path: Path) -> None:
    archive = listings(tmp_path / "a.warc.gz", 2)
    assert (
        main(
            ["run", str(archive), "-o", str(tmp_path / "lines"), "--to", "jsonl", "--records", "--strategy", "shallow"]
        )
        == 0
    )
    (path,) = (tmp_path / "lines.records").iterdir()
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 8 and {"url", "number", "attributes", "record"} <= rows[0].keys()
    store = tmp_path / "pages.db"
    assert main(["run", str(archive), "-o", str(store), "--records", "--strategy", "shallow"]) == 0
    with open_store(str(store)) as opened:
        assert len(list(opened.records("price < 13"))) == 3 and not opened.check()
    assert not (tmp_path / "pages.db.records").exists()
