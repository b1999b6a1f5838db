"""``tamis serve`` as a process: it starts, says what is wrong, and stops when told."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

from tests.service.running import Running

PAGE = "<p>word and words, a sentence of some length that is long enough to be kept.</p>" * 4_000


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


def test_idle_connections_make_room_and_a_slow_client_does_not_hold_up_the_end(tmp_path: Path) -> None:
    """More clients than the process may open files, of which none sends anything; then one with half a body."""
    start = f"ulimit -Sn 200; ulimit -Hn 200; exec {sys.executable} -m tamis serve --port 0 --workers 1"
    server = Running(tmp_path / "log", command=("sh", "-c", start))
    address = ("127.0.0.1", int(server.url.rpartition(":")[2]))
    idle = [socket.create_connection(address) for _ in range(300)]
    try:
        assert httpx.get(f"{server.url}/healthz", timeout=60).json()["status"] == "ok"
        idle.append(socket.create_connection(address))
        idle[-1].sendall(b"POST /v1/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{")
        server.process.terminate()
        assert server.process.wait(10) == 0
    finally:
        server.process.kill()
        for connection in idle:
            connection.close()
    assert len(server.log.read_bytes()) < 20_000


def run(*options: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "tamis", "serve", *options], check=False, capture_output=True, text=True, timeout=120
    )
    return done.returncode, done.stderr


def test_wrong_use(tmp_path: Path) -> None:
    assert run("--workers", "0") == (2, "tamis serve: --workers is 1 or more\n")
    code, said = run("--store", str(tmp_path / "none.db"))
    assert code == 1 and "none.db" in said
