"""``tamis serve`` as a process: it starts, says what is wrong, and stops when told."""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

from tests.service.running import Running

PAGE = "<p>word and words, a sentence of some length that is long enough to be kept.</p>" * 20_000


def test_sigterm_finishes_what_is_under_way(tmp_path: Path) -> None:
    server = Running(tmp_path / "log", "--workers", "1", "--seconds", "60")
    try:
        with httpx.Client(base_url=server.url, timeout=120) as http, ThreadPoolExecutor(1) as threads:
            assert http.get("/healthz").json()["status"] == "ok"
            under_way = threads.submit(http.post, "/v1/extract", json={"html": PAGE})
            with httpx.Client(base_url=server.url, timeout=120) as other:
                while not other.get("/healthz").json()["busy"]:
                    time.sleep(0.01)
            server.process.terminate()
            answer = under_way.result()
        assert (answer.status_code, answer.json()["status"]) == (200, "ok")
        assert server.process.wait(60) == 0
    finally:
        server.process.kill()
        server.process.wait()


def run(*options: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "tamis", "serve", *options], check=False, capture_output=True, text=True, timeout=120
    )
    return done.returncode, done.stderr


def test_wrong_use(tmp_path: Path) -> None:
    assert run("--workers", "0") == (2, "tamis serve: --workers is 1 or more\n")
    code, said = run("--store", str(tmp_path / "none.db"))
    assert code == 1 and "none.db" in said
