"""``tamis run`` on the command line: exit codes, wrong use, the account of broken files, a list of addresses."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pyarrow.parquet
import pytest

from tamis.cli import main
from tests.crawl.archives import answer, packed, page_record, record, story, write_archive

SHALLOW = ("--strategy", "shallow", "--workers", "1")


def test_broken_archives_are_accounted_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = record(answer(story(1).encode()), "https://m.example/1", length=300)
    (tmp_path / "wrong.warc.gz").write_bytes(packed([page_record(0), wrong, page_record(2)]))
    (tmp_path / "cut.warc.gz").write_bytes(packed([page_record(n) for n in range(3)])[:-50])
    redirect = record(answer(b"", status="302 Found"))
    (tmp_path / "mixed.warc").write_bytes(page_record(5) + redirect + b"garbage\r\n" + page_record(6))
    assert main(["run", str(tmp_path), "-o", str(tmp_path / "out"), *SHALLOW]) == 0
    report = json.loads((tmp_path / "out" / "_report.json").read_text())["all"]
    assert report["records"] == {"page": 8, "broken": 1, "redirect": 1}
    assert report["remarks"] == {"garbage between records": 1, "record cut off": 1, "warc length too short": 1}
    assert "8 pages, and 2 other records" in capsys.readouterr().out
    page = (tmp_path / "out" / "_report.html").read_text()
    assert "garbage between records" in page and "<svg" in page and "<script" not in page


def test_what_cannot_be_opened_is_exit_code_1_after_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = write_archive(tmp_path / "good.warc.gz", 3)
    (tmp_path / "none.warc.gz").write_bytes(b"this is no archive")
    (tmp_path / "bad.parquet").write_bytes(b"PAR1 this is none")
    (tmp_path / "bad.jsonl.gz").write_bytes(b"not packed")
    (tmp_path / "empty").mkdir()
    names = ["gone.warc.gz", "none.warc.gz", "bad.parquet", "bad.jsonl.gz", "empty", "odd.xyz"]
    (tmp_path / "odd.xyz").write_text("?")
    inputs = [str(tmp_path / name) for name in names]
    assert main(["run", *inputs, str(good), "-o", str(tmp_path / "out"), *SHALLOW]) == 1
    out, err = capsys.readouterr()
    assert "3 pages" in out and all(name in err for name in names)
    assert pyarrow.parquet.read_table(tmp_path / "out").num_rows == 3
    (tmp_path / "none.warc.gz").write_bytes(packed([page_record(9)]))  # mended: it is tried again
    assert main(["run", str(tmp_path / "none.warc.gz"), str(good), "-o", str(tmp_path / "out"), *SHALLOW]) == 1
    assert pyarrow.parquet.read_table(tmp_path / "out").num_rows == 4


def test_an_archive_with_nothing_in_it_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = write_archive(tmp_path / "good.warc.gz", 3)
    empty = tmp_path / "empty.warc"
    empty.write_bytes(b"")
    assert main(["run", str(empty), str(good), "-o", str(tmp_path / "out"), *SHALLOW]) == 0
    notes = [line for line in capsys.readouterr().err.splitlines() if line.startswith("tamis run: note")]
    assert notes == [f"tamis run: note: {empty}: nothing in it"]


def test_a_log_has_a_line_of_progress_now_and_then(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tamis.cli.run._PIPED", 0.0)
    archive = write_archive(tmp_path / "a.warc.gz", 30)
    assert main(["run", str(archive), "-o", str(tmp_path / "out"), "--slice", "0.01", *SHALLOW]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert lines and all(line.startswith("run [") and "\x1b" not in line for line in lines)


def test_addresses_that_fsspec_knows(tmp_path: Path) -> None:
    archive = write_archive(tmp_path / "a.warc.gz", 3)
    assert main(["run", f"local://{archive}", "-o", str(tmp_path / "out"), *SHALLOW]) == 0
    assert pyarrow.parquet.read_table(tmp_path / "out").num_rows == 3


@pytest.mark.parametrize("name", ["out", "pages.db"])
def test_what_a_run_writes_is_no_input_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.html").write_text(story(1))
    write_archive(Path("b.warc.gz"), 2)
    for last in ("this run: 3 pages", "nothing was left to do", "nothing was left to do"):
        assert main(["run", ".", "-o", name, *SHALLOW]) == 0
        said = capsys.readouterr().out
        assert said.startswith("3 pages, and 3 other records") and last in said


def test_rows_that_are_none_are_counted(tmp_path: Path) -> None:
    lines = [json.dumps({"html": story(1)}), "{broken", "[1]", json.dumps({"url": "x"}), "", json.dumps({"html": " "})]
    (tmp_path / "a.jsonl").write_text("\n".join([*lines, "[" * 99_999]))
    (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress(("\n".join(lines[:1] * 3000)).encode())[:-100])
    assert main(["run", str(tmp_path), "-o", str(tmp_path / "out"), *SHALLOW]) == 0
    report = json.loads((tmp_path / "out" / "_report.json").read_text())["all"]
    assert report["records"]["broken"] == 5 and report["records"]["empty"] == 1 and report["records"]["page"] > 1000
    assert {"row: not JSON": 2, "row: it has no html": 1, "file cut off or damaged": 1}.items() <= report[
        "remarks"
    ].items()


def test_a_page_that_is_named_twice_is_one_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "in"
    (folder / "deep").mkdir(parents=True)
    for number, name in enumerate(("a.html", "deep/b.html")):
        (folder / name).write_text(story(number))
    (folder / "deep" / "c.jsonl").write_text(json.dumps({"html": story(3)}))
    (folder / "list.txt").write_text("no list")
    (tmp_path / "link").symlink_to(folder)
    given = ["in/a.html", "in", "link/deep/c.jsonl", "in/deep", "link", "in/deep/../a.html", "in/deep/b.html"]
    command = ["run", *(str(tmp_path / name) for name in given), "-o", str(tmp_path / "out"), *SHALLOW]
    assert main(command) == 0
    assert capsys.readouterr().out.startswith("3 pages, and 0 other records")
    assert pyarrow.parquet.read_table(tmp_path / "out").num_rows == 3
    assert main(["run", str(folder), "-o", str(tmp_path / "out"), *SHALLOW]) == 0
    assert "nothing was left to do" in capsys.readouterr().out, "the slices of a folder are its own, whatever is named"
    others = [str(folder / name) for name in ("gone.html", "list.txt")]
    assert main(["run", str(folder), *others, "-o", str(tmp_path / "other"), *SHALLOW]) == 1
    assert "gone.html" in (err := capsys.readouterr().err) and "list.txt" in err, "what a folder does not hold is told"


def test_sites_whose_names_no_file_can_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{"url": f"https://m\ud800.example/{number}", "html": story(number)} for number in range(3)]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert main(["run", str(tmp_path / "a.jsonl"), "-o", str(tmp_path / "out"), "--sites", *SHALLOW]) == 0
    assert "no page has an address" not in capsys.readouterr().err
    assert set(pyarrow.parquet.read_table(tmp_path / "out")["site"].to_pylist()) == {"m?.example"}


@pytest.mark.parametrize("to", ["parquet", "jsonl"])
def test_names_that_are_no_utf8(tmp_path: Path, capfd: pytest.CaptureFixture[str], to: str) -> None:
    inputs, output = tmp_path / "caf\udce9", tmp_path / "th\udce9"
    inputs.mkdir()
    (inputs / "\udce9.html").write_text(story(1))
    (inputs / "\udce9.jsonl").write_text(json.dumps({"id": "\ud800", "html": story(2)}))
    (inputs / "\udce9.jsonl.gz").write_bytes(b"not packed")
    with (inputs / "\udce9.parquet").open("wb") as file:
        pyarrow.parquet.write_table(pyarrow.table({"html": [story(3)]}), file)
    command = ["run", str(inputs), "-o", str(output), "--to", to, *SHALLOW]
    for last in ("this run: 3 pages", "this run: 0 pages"):
        assert main(command) == 1, "one is not packed"
        said = capfd.readouterr().out
        assert said.startswith("3 pages") and last in said
    assert "caf?/?.jsonl.gz" in (output / "_report.json").read_text(encoding="utf-8")


def test_a_list_of_addresses(tmp_path: Path) -> None:
    import http.server
    import threading

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(404 if self.path == "/gone" else 200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(story(7).encode())

        def log_message(self, *args: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}"
        (tmp_path / "urls.txt").write_text(f"# some pages\n{base}/a\n\n{base}/gone\n{base}/b\n")
        assert main(["run", str(tmp_path / "urls.txt"), "-o", str(tmp_path / "out"), *SHALLOW]) == 0
        server.shutdown()
    rows = pyarrow.parquet.read_table(tmp_path / "out").to_pylist()
    assert [row["url"] for row in rows] == [f"{base}/a", f"{base}/b"] and rows[0]["http_status"] == 200
    report = json.loads((tmp_path / "out" / "_report.json").read_text())["all"]
    assert report["records"] == {"page": 2, "not fetched": 1} and "404" in report["failures"][0][1]


def test_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "a.html"
    page.write_text(story(1))
    out = str(tmp_path / "out")

    def refused(*words: str) -> str:
        assert main(["run", *words]) == 2
        return capsys.readouterr().err

    assert "standard input" in refused("-", "-o", out)
    assert "--workers" in refused(str(page), "-o", out, "--workers", "0")
    assert "--timeout" in refused(str(page), "-o", out, "--timeout", "0")
    assert "--timeout" in refused(str(page), "-o", out, "--timeout", "inf")
    assert "--memory" in refused(str(page), "-o", out, "--memory", "10")
    assert "not a CSS selector: '['" in refused(str(page), "-o", out, "--keep", "[")
    assert "a language is a code such as en" in refused(str(page), "-o", out, "--language", "english")
    assert "no strategy" in refused(str(page), "-o", out, "--strategy", "nonsense")
    assert "whole sites" in refused(str(page), "-o", out, "--strategy", "entropy")
    assert not Path(out).exists()
    assert "not empty" in refused(str(page), "-o", str(tmp_path))
    assert "is a file" in refused(str(page), "-o", str(page))
    assert main(["run", str(page), "-o", str(tmp_path / "sites"), *SHALLOW, "--sites"]) == 0
    assert "note: no page has an address" in capsys.readouterr().err
    assert main(["run", str(page), "-o", out, *SHALLOW]) == 0
    assert "holds a run that differs in its model, strategy: give --anew" in refused(str(page), "-o", out)
    assert main(["run", str(page), "-o", out, "--strategy", "pab", "--workers", "1", "--anew"]) == 0
    assert {row["strategy"] for row in pyarrow.parquet.read_table(out).to_pylist()} == {"pab"}


def test_two_runs_do_not_share_an_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import fcntl

    page = tmp_path / "a.html"
    page.write_text(story(1))
    assert main(["run", str(page), "-o", str(tmp_path / "out"), *SHALLOW]) == 0
    with (tmp_path / "out" / "_lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert main(["run", str(page), "-o", str(tmp_path / "out"), *SHALLOW]) == 2
    assert "another run writes to" in capsys.readouterr().err
