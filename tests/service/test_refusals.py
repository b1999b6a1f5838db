"""What has no place is refused from its head, by the server as users start it."""

from __future__ import annotations

import json
import os
import re
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.service.running import Running
from tests.workers.misbehave import python_path

HEAD = b"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 20\r\n"


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Running]:
    """A service whose two places are taken, by a page that does not end and by one that waits for it."""
    running = Running(
        tmp_path / "log", "--workers", "1", "--queue", "1", "--seconds", "60", "--access-log",
        env={**os.environ, "PYTHONPATH": python_path()},
    )  # fmt: skip
    body = {"html": "<p>HANG is what this page asks for, in a sentence.", "strategy": "misbehave"}
    request = urllib.request.Request(
        f"{running.url}/v1/extract", json.dumps(body).encode(), {"content-type": "application/json"}
    )

    def occupy() -> None:
        try:
            urllib.request.urlopen(request, timeout=100).close()
        except urllib.error.HTTPError as error:
            error.close()
        except OSError:  # the service ends before the page
            pass

    threads = [threading.Thread(target=occupy) for _ in range(2)]
    for number, thread in enumerate(threads):
        thread.start()
        while state(running) != (1, number):
            assert thread.is_alive()
            time.sleep(0.05)
    yield running
    running.stop()
    for thread in threads:
        thread.join()


def state(running: Running) -> tuple[int, int]:
    """How many pages are at work, and how many wait."""
    with urllib.request.urlopen(f"{running.url}/healthz", timeout=30) as found:
        health = json.load(found)
    return health["busy"], health["waiting"]


def answer(line: socket.socket) -> tuple[str, dict[str, str], bytes]:
    """The status, the headers and the body of an answer."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = line.recv(10_000)
        assert piece, data
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    status, *fields = head.decode().lower().split("\r\n")
    headers = dict(field.split(": ", 1) for field in fields)
    while len(body) < int(headers["content-length"]):
        body += line.recv(10_000)
    return status.split()[1], headers, body


def test_a_request_without_a_place_is_refused_from_its_head(full: Running) -> None:
    place = urlsplit(full.url)
    with socket.create_connection((place.hostname, place.port), timeout=60) as line:
        line.sendall(HEAD + b"X-Request-Id: mine\r\n\r\n")  # none of the body is there
        status, headers, body = answer(line)
        assert (status, headers["retry-after"], headers["x-request-id"]) == ("503", "1", "mine")
        assert "try again" in json.loads(body)["detail"] and headers["x-content-type-options"] == "nosniff"
        line.sendall(b'{"html": "<p>Rye."}\n' + b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert answer(line)[0] == "200"  # the body that came too late was taken for one
    with socket.create_connection((place.hostname, place.port), timeout=60) as line:
        line.sendall(HEAD + b"Expect: 100-continue\r\n\r\n")
        assert answer(line)[0] == "503"
        assert line.recv(100) == b""  # it never sends the body: what came next would be taken for it
    large = urllib.request.Request(f"{full.url}/v1/extract", b" " * 5_000_000, {"content-type": "application/json"})
    with pytest.raises(urllib.error.HTTPError) as refused:  # urllib asks for the connection to be closed, and sends all
        urllib.request.urlopen(large, timeout=60)
    with refused.value as answered:
        assert (answered.code, answered.headers["retry-after"]) == (503, "1")
    with urllib.request.urlopen(f"{full.url}/metrics", timeout=30) as found:
        metrics = found.read().decode()
    assert re.search(r'tamis_requests_total\{route="other",status="503"\} 3.0', metrics)
    assert re.search(r"POST /v1/extract 503 \d+\.\d ms mine", full.log.read_text())
