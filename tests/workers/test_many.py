"""Many pages: in order, as a stream, the same with any number of workers or threads, and no growing memory."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice
from pathlib import Path

import pytest

import tamis
from tamis.workers import many

SAMPLES = [path.read_bytes() for path in sorted(Path("examples/pages").glob("*.html"))]


def test_workers_give_the_same_in_the_same_order() -> None:
    pages = SAMPLES * 5
    alone = [tamis.extract(page) for page in pages]
    assert list(tamis.extract_many(pages, workers=1)) == alone
    assert list(tamis.extract_many(pages, workers=2)) == alone


def test_options_and_addresses_reach_the_page() -> None:
    pages = [("https://example.org/a", "<p>Read <a href=/b>the other page</a>, it is the better one of the two.")]
    (found,) = tamis.extract_many(pages, workers=2, output_format="markdown", include_links=True)
    assert "https://example.org/b" in found


@pytest.mark.parametrize("workers", [1, 2])
def test_an_endless_stream_is_read_only_as_far_as_needed(workers: int) -> None:
    read = []

    def endless() -> Iterator[str]:
        for number in count():
            read.append(number)
            yield f"<p>This is the page with the number {number}, and it says so."

    found = tamis.extract_many(endless(), workers=workers)
    assert [text.split()[7].rstrip(",") for text in islice(found, 50)] == [str(i) for i in range(50)]
    found.close()  # type: ignore[attr-defined]
    assert len(read) < 200


@pytest.mark.usefixtures("misbehaving")
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_page_that_ends_its_worker_costs_that_page(form: str) -> None:
    """The strategy is known to this process alone, as one that a script defines."""
    words = ["fine", "CRASH", *["fine"] * 20, "EXIT", "SIGKILL", "fine"]
    pages = [
        (f"https://m.example/{n}", f"<p>{word} is what this page asks for, in a sentence.")
        for n, word in enumerate(words)
    ]
    with pytest.warns(RuntimeWarning) as warned:
        found = list(tamis.extract_many(pages, workers=2, output_format=form, strategy="misbehave"))
    assert [str(w.message) for w in warned] == [
        "page 2 (https://m.example/1): crashed: SIGSEGV",
        "page 23 (https://m.example/22): crashed: exit code 7",
        "page 24 (https://m.example/23): crashed: SIGKILL",
    ]
    if form == "json":
        statuses = [json.loads(text)["status"] for text in found]
        assert [statuses[n] for n in (1, 22, 23)] == ["crashed: SIGSEGV", "crashed: exit code 7", "crashed: SIGKILL"]
        found = [block["text"] for text in found for block in json.loads(text)["blocks"] or [{"text": ""}]]
    assert [bool(text) for text in found] == [word == "fine" for word in words]


@pytest.mark.usefixtures("misbehaving")
@pytest.mark.parametrize("workers", [1, 2])
def test_an_exception_costs_its_page(workers: int) -> None:
    with pytest.warns(RuntimeWarning, match="page 2: failed: RuntimeError: as asked") as warned:
        pages = [f"<p>{word} is what this page asks for, in a sentence." for word in ("fine", "RAISE", "fine")]
        found = list(tamis.extract_many(pages, workers, strategy="misbehave"))
    assert ([bool(text) for text in found], len(warned)) == ([True, False, True], 1)


@pytest.mark.usefixtures("misbehaving")
def test_a_page_that_hangs_costs_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "TIMEOUT", 2.0)
    pages = [f"<p>{word} is what this page asks for, in a sentence." for word in ("fine", "HANG", "fine")]
    with pytest.warns(RuntimeWarning, match="page 2: hung: no answer in 2 s"):
        found = list(tamis.extract_many(pages, 2, strategy="misbehave", limits=tamis.Limits(seconds=1)))
    assert [bool(text) for text in found] == [True, False, True]


@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_wrong_with_the_call_is_raised(workers: int) -> None:
    with pytest.raises(tamis.UsageError):
        list(tamis.extract_many(["<p>fine"], workers, keep=["p:["]))


@pytest.mark.parametrize(
    "wrong", [lambda: tamis.extract_many([], workers=0), lambda: tamis.extract_many([], output_format="pdf"),
              lambda: list(tamis.extract_many("<p>one page", workers=1))],
)  # fmt: skip
def test_wrong_use_is_said_at_once(wrong: object) -> None:
    with pytest.raises(tamis.UsageError):
        wrong()  # type: ignore[operator]


def test_eight_threads_give_the_same_as_one() -> None:
    pages = SAMPLES * 6
    alone = [tamis.extract(page) for page in pages]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(tamis.extract, pages)) == alone


AT_ONCE = """
import json, threading
from pathlib import Path
import tamis

pages = [path.read_bytes() for path in sorted(Path("examples/pages").glob("*.html"))][:8]
together, found = threading.Barrier(len(pages)), {}

def first(number):
    together.wait()
    found[number] = tamis.extract(pages[number])

threads = [threading.Thread(target=first, args=(number,)) for number in range(len(pages))]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(json.dumps([found[number] for number in range(len(pages))]))
"""


def test_the_first_pages_of_a_process_may_come_at_once() -> None:
    """What is imported, loaded or compiled when it is first needed is then needed by eight threads."""
    run = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == [tamis.extract(page) for page in SAMPLES[:8]]


GROWTH = """
import gc, sys
from pathlib import Path
import tamis

def resident():
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1])

pages = [path.read_bytes() for path in sorted(Path("examples/pages").glob("*.html"))]
for page in pages * 20:
    tamis.extract(page)
before = resident()
for page in pages * 100:
    tamis.extract(page)
print(resident() - before)
"""


def test_a_thousand_pages_leave_nothing_behind() -> None:
    run = subprocess.run([sys.executable, "-c", GROWTH], capture_output=True, text=True, check=True, env={**os.environ})
    assert int(run.stdout) * resource.getpagesize() < 5_000_000
