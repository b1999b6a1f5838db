from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from tamis.cli import main

LONG = "Mix flour, water and salt in a bowl, cover it and wait until the dough has risen to twice its size."
SHORT = "Bake for one hour."


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "changed.html").write_text(f"<p><b>{LONG}</b></p><p>{SHORT}</p>")
    (folder / "same.html").write_text(f"<p><b>{LONG}</b></p>")
    return folder


def test_two_settings_of_a_strategy(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "pab:threshold=0.3", "pab:threshold=0", str(pages)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("1 of 2 pages changed: 4 words gained, 0 lost\n")
    assert "changed.html" in out and "same.html" not in out
    assert "  + Bake for one hour" in out


def test_html_has_both_texts_and_no_markup_of_the_page(pages: Path) -> None:
    (pages / "changed.html").write_text(f"<p><b>{LONG}</b></p><p>&lt;script&gt;alert(1)&lt;/script&gt; bake</p>")
    target = pages.parent / "diff.html"
    assert main(["diff", "pab:threshold=0.3", "pab:threshold=0", str(pages), "--html", str(target)]) == 0
    html = target.read_text()
    assert "pab:threshold=0.3 → pab:threshold=0" in html
    assert "<script" not in html
    assert 'class="gained"' in html


def save(pages: Path, name: str, *options: str, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["extract", "-f", "json", str(pages), *options]) == 0
    path = pages.parent / name
    path.write_text(capsys.readouterr().out)
    return path


def test_two_saved_runs(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = save(pages, "old.jsonl", "--strategy", "pab", "--set", "threshold=0", capsys=capsys)
    (pages / "same.html").unlink()
    (pages / "other.html").write_text(f"<p><b>{LONG}</b></p>")
    new = save(pages, "new.jsonl", "--strategy", "pab", "--set", "threshold=0.3", capsys=capsys)
    assert main(["diff", str(old), str(new)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("1 of 1 pages changed: 0 words gained, 4 lost\n")
    assert f"only in the old run: {pages / 'same.html'}" in out
    assert f"only in the new run: {pages / 'other.html'}" in out


def test_a_run_saved_to_a_folder(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, threshold in (("old", 0), ("new", 0.3)):
        options = ["--strategy", "pab", "--set", f"threshold={threshold}", "-o", str(pages.parent / name)]
        assert main(["extract", "-f", "json", str(pages), *options]) == 0
    capsys.readouterr()
    assert main(["diff", str(pages.parent / "old"), str(pages.parent / "new")]) == 0
    assert capsys.readouterr().out.startswith("1 of 2 pages changed: 0 words gained, 4 lost\n")


def test_a_saved_run_names_the_pages_for_a_strategy(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = save(pages, "old.jsonl", "--strategy", "pab", "--set", "threshold=0", capsys=capsys)
    assert main(["diff", str(old), "pab:threshold=0.3"]) == 0
    assert capsys.readouterr().out.startswith("1 of 2 pages changed: 0 words gained, 4 lost\n")
    assert main(["diff", str(old), "pab:threshold=0.3", str(pages / "same.html")]) == 0
    assert capsys.readouterr().out.startswith("0 of 1 pages changed")


def test_a_run_saved_to_a_folder_names_them_too(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = str(pages.parent / "old")
    assert main(["extract", "-f", "json", str(pages), "--strategy", "pab", "--set", "threshold=0", "-o", old]) == 0
    for named in ([], [str(pages)]):
        assert main(["diff", old, "pab:threshold=0.3", *named]) == 0
        assert capsys.readouterr().out.startswith("1 of 2 pages changed: 0 words gained, 4 lost\n")


def test_a_saved_run_of_one_page(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = save(pages / "changed.html", "old.jsonl", "--strategy", "pab", "--set", "threshold=0", capsys=capsys)
    assert main(["diff", str(old), "pab:threshold=0.3"]) == 0
    assert capsys.readouterr().out.startswith("1 of 1 pages changed: 0 words gained, 4 lost\n")


def test_another_version_of_a_text_with_odd_ends_of_lines(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pages / "same.html").write_text(f"<p>{LONG}</p><pre>{LONG}\u2028{SHORT}\x85{SHORT}</pre>", encoding="utf-8")
    command = pages.parent / "tamis"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m tamis "$@"\n')
    command.chmod(0o755)
    assert main(["diff", f"auto@{command}", "auto", str(pages)]) == 0
    assert capsys.readouterr().out.startswith("0 of 2 pages changed")


def test_another_version(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = pages.parent / "old" / "bin" / "tamis"
    command.parent.mkdir(parents=True)
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m tamis "$@"\n')
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    for old in (str(command), str(command.parent.parent)):
        assert main(["diff", f"pab:threshold=0@{old}", "pab:threshold=0.3", str(pages)]) == 0
        assert capsys.readouterr().out.startswith("1 of 2 pages changed: 0 words gained, 4 lost\n")
    assert main(["diff", f"pab:threshold=0:drop=p@{command}", "pab:threshold=0:drop=p", str(pages)]) == 0, (
        "page options"
    )
    assert capsys.readouterr().out.startswith("0 of 2 pages changed")
    assert main(["diff", str(command), "auto", str(pages / "same.html")]) == 0, "one page, whose name JSON leaves out"
    assert capsys.readouterr().out.startswith("0 of 1 pages changed")


def test_another_version_that_fails(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = pages.parent / "tamis"
    command.write_text("#!/bin/sh\necho broken >&2\nexit 3\n")
    command.chmod(0o700)
    assert main(["diff", str(command), "auto", str(pages)]) == 1
    assert "exit code 3: broken" in capsys.readouterr().err
    command.write_text("#!/bin/sh\necho not json\n")
    assert main(["diff", str(command), "auto", str(pages)]) == 1
    assert "JSON form" in capsys.readouterr().err


def test_names_that_are_no_utf8(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pages / "changed.html").rename(pages / "chang\udce9.html")
    target = pages.parent / "diff.html"
    command = pages.parent / "tamis"
    command.write_text(f'#!/bin/sh\nprintf "\\351\\n" >&2\nexec {sys.executable} -m tamis "$@"\n')
    command.chmod(0o700)
    saved = str(pages.parent / "old")
    assert main(["extract", "-f", "json", str(pages), "--strategy", "pab", "--set", "threshold=0", "-o", saved]) == 0
    for old, code in ((saved, 0), (f"pab:threshold=0@{command}", 1)):  # what the other version says counts as a failure
        assert main(["diff", old, "pab:threshold=0.3", str(pages), "--html", str(target)]) == code
        assert capsys.readouterr().out.startswith("1 of 2 pages changed: 0 words gained, 4 lost\n")
        assert "chang\ufffd.html" in target.read_text(encoding="utf-8")


def test_a_site_strategy_sees_the_pages_together(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import tamis

    for strategy in tamis.available_strategies():
        if strategy.scope == "site":
            assert main(["diff", "shallow", strategy.name, str(pages)]) == 0
            assert "pages changed" in capsys.readouterr().out


def test_a_page_that_cannot_be_read_is_named(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = str(pages / "none.html")
    assert main(["diff", "auto", "shallow", str(pages / "same.html"), missing]) == 1
    streams = capsys.readouterr()
    assert missing in streams.err
    assert "of 1 pages changed" in streams.out


def test_text_does_not_steer_the_terminal(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pages / "changed.html").write_text(f"<p><b>{LONG}</b></p><p>Bake\x1b[2J for one\u202e hour.</p>")
    assert main(["diff", "pab:threshold=0.3", "pab:threshold=0", str(pages)]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out and "\u202e" not in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["auto", "shallow"], "name the pages"),
        (["auto", "shallow", "-"], "standard input"),
        (["nope", "auto", "PAGES"], "no strategy 'nope'"),
        (["auto@/no/such", "auto", "PAGES"], "neither a tamis command"),
        (["pab:nope=1", "auto", "PAGES"], "no parameter 'nope'"),
    ],
)
def test_wrong_use(pages: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", *[str(pages) if a == "PAGES" else a for a in arguments]]) == 2
    assert message in capsys.readouterr().err


def test_a_file_that_is_no_run(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not os.access(pages / "same.html", os.X_OK)
    (pages / "deep.html").write_text("[" * 99_999)
    for name in ("same.html", "deep.html"):
        assert main(["diff", str(pages / name), "auto", str(pages)]) == 1
        assert "not a saved run" in capsys.readouterr().err
