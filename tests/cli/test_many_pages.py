"""Commands on several pages: one that ends its process is named, and the others go through."""

from __future__ import annotations

from pathlib import Path

import pytest

from tamis.cli import main

WORDS = ("fine", "CRASH", "good", "EXIT", "last")


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.chdir(tmp_path)
    for word in WORDS:
        Path(f"{word}.html").write_text(f"<p>This is the {word} page, and it has a sentence of some length.")
    return [f"{word}.html" for word in WORDS]


@pytest.mark.usefixtures("misbehaving")
@pytest.mark.parametrize(("command", "options"), [("extract", ()), ("blocks", ()), ("extract", ("-f", "jsonl"))])
def test_a_page_that_ends_its_process(
    pages: list[str], command: str, options: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, *pages, *options, "--strategy", "misbehave"]) == 1
    said = capsys.readouterr()
    assert [f"the {word} page" in said.out for word in WORDS] == [True, False, True, False, True]
    assert said.err.splitlines() == [
        f"tamis {command}: CRASH.html: crashed: SIGSEGV",
        f"tamis {command}: EXIT.html: crashed: exit code 7",
    ]


def test_what_is_wrong_with_a_page_is_said_as_for_a_single_one(
    pages: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("image.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    assert main(["extract", "image.html", "none.html", *pages[:1], "--strategy", "shallow"]) == 1
    said = capsys.readouterr()
    assert said.err.splitlines() == [
        "tamis extract: image.html: not html: png",
        "tamis extract: none.html: No such file or directory",
    ]
    assert "the fine page" in said.out
    assert main(["extract", *pages, "--strategy", "none"]) == 2
