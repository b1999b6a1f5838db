"""What the log of a running service says of a page that ends its worker."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import httpx
import pytest

from tests.service.running import Running
from tests.workers.misbehave import python_path


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Running]:
    running = Running(folder / "crashes.log", "--workers", "1", env={**os.environ, "PYTHONPATH": python_path()})
    yield running
    running.stop()


@pytest.mark.parametrize(
    ("word", "how"),
    [("CRASH", "its worker ended with SIGSEGV"), ("EXIT", "its worker ended with exit code 7"),
     ("SIGKILL", "its worker ended with SIGKILL"),
     ("RAISE", r"it failed with RuntimeError in _do_as_asked, misbehave\.py:[0-9]+")],
)  # fmt: skip
def test_the_log_says_why_a_page_was_given_up(server: Running, word: str, how: str) -> None:
    page = f"<p>Rye is a grass that is grown as a grain, and {word} is what this page asks for."
    name = blake2b(page.encode(), digest_size=4).hexdigest()
    url = "https://me:secret@example.org/rye?key=secret"
    body = {"html": page, "strategy": "misbehave", "url": url}
    answer = httpx.post(f"{server.url}/v1/extract", json=body, timeout=120)
    assert answer.status_code == 422
    told = "nor its beginning alone; the service's log says why, under its name there: "
    assert answer.json()["detail"].endswith(f"{told}{name}")
    lines = [line for line in server.log.read_text().splitlines() if name in line]
    page_of = rf"extract by misbehave, page {name} \({len(page)} characters, https://example\.org/rye\): "
    assert re.fullmatch(rf"WARNING: +{page_of}{how}", lines[0])
    assert re.fullmatch(rf"ERROR: +{page_of}given up with 422, after its beginning alone: {how}", lines[-1])
    assert "secret" not in server.log.read_text() and "grass" not in server.log.read_text()
