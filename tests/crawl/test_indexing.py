"""``tamis index`` and pages that end the process that analyses them: the others are stored, and none is met twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tamis.cli import main
from tamis.crawl import indexing
from tamis.crawl.indexing import Plan, index
from tamis.crawl.inputs import Input
from tamis.store import open_store
from tamis.workers.child import Budget
from tests.crawl.archives import story

pytestmark = pytest.mark.usefixtures("misbehaving")
WORDS = ["fine", "CRASH", "fine", "EXIT", "SIGKILL", "RAISE", "fine"]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    rows = [{"url": f"https://m.example/{n}", "html": f"<p>{word}</p>{story(n)}"} for n, word in enumerate(WORDS)]
    Path("pages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path


def test_pages_that_end_the_process_are_named_and_the_others_stored(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["index", "pages.jsonl", "--strategy", "misbehave"]
    assert main(command) == 1
    said = capsys.readouterr()
    statuses = [line.split("; ")[0].removeprefix("tamis index: ") for line in said.err.splitlines()]
    assert statuses == [
        "https://m.example/1: crashed: SIGSEGV",
        "https://m.example/3: crashed: exit code 7",
        "https://m.example/4: crashed: SIGKILL",
        "https://m.example/5: failed: RuntimeError: as asked",
    ]
    assert said.out.startswith("7 pages in tamis.db: 7 new, 0 changed, 0 unchanged; ")
    with open_store("tamis.db") as store:
        assert {hit.url[-1] for hit in store.search("Story", by_page=True)} == {"0", "2", "6"}
        assert store.check() == []
    # They are not met again, until they change or are forgotten.
    assert main(command) == 0
    assert "0 new, 0 changed, 7 unchanged" in capsys.readouterr().out
    assert main(["forget", "https://m.example/1"]) == 0
    capsys.readouterr()
    assert main(command) == 1
    again = capsys.readouterr()
    assert "1 new, 0 changed, 6 unchanged" in again.out and "https://m.example/1: crashed: SIGSEGV" in again.err


def test_a_page_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(indexing, "PAGE_BUDGET", Budget(3))
    said: list[str] = []
    pages = [Input(word, f"<p>{word}</p>{story(1)}") for word in ("fine", "HANG", "good")]
    with open_store(":memory:") as store:
        (added,) = index(store, pages, Plan("misbehave"), said.append)
        assert added.new == 3 and said[0].startswith("HANG: hung: no answer in 3 s")
        assert {hit.url for hit in store.search("Story", by_page=True)} == {"fine", "good"}


def test_a_page_that_names_its_site_may_end_the_process_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """With templates, a page without an address is read for one, which is done in the same process."""
    said: list[str] = []
    pages = [Input(word, f"<p>{word}</p>{story(1)}") for word in ("fine", "EXIT", "good")]
    with open_store(":memory:") as store:
        monkeypatch.setattr(type(store), "templates", lambda _: ["m.example"])
        (added,) = index(store, pages, Plan("misbehave", site_templates=True), said.append)
    assert added.new == 3 and len(said) == 1
