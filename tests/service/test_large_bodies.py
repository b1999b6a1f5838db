"""A body over the limit has an answer that its client can read, and the service does not read on for ever."""

from __future__ import annotations

import asyncio
import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.types import Message

from tamis.service import bodies
from tests.service.running import Running

LARGE = 30_000_000
JSON = {"Content-Type": "application/json"}
TOLD = "the body is over 1,000,000 bytes: send less, or start the service with a higher --max-body"


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Running]:
    running = Running(folder / "large.log", "--workers", "1", "--max-body", "1000000")
    yield running
    running.stop()


@pytest.mark.parametrize("path", ["/v1/extract", "/v1/corpus"])
@pytest.mark.parametrize("chunked", [False, True], ids=["content-length", "chunked"])
def test_http_client_reads_the_413(server: Running, chunked: bool, path: str) -> None:
    body = iter([b"x" * 1_000_000] * (LARGE // 1_000_000)) if chunked else b"x" * LARGE
    line = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=60)
    line.request("POST", path, body, JSON, encode_chunked=chunked)
    answer = line.getresponse()
    assert (answer.status, json.loads(answer.read())["detail"]) == (413, TOLD)
    line.close()


def test_urllib_reads_the_413(server: Running) -> None:
    with pytest.raises(urllib.error.HTTPError) as raised:
        urllib.request.urlopen(urllib.request.Request(f"{server.url}/v1/extract", b"x" * LARGE, JSON), timeout=60)
    with raised.value as answer:
        assert (answer.code, json.loads(answer.read())["detail"]) == (413, TOLD)


def test_a_client_that_asks_first_sends_nothing(server: Running) -> None:
    line = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=60)
    line.putrequest("POST", "/v1/extract")
    for name, value in {**JSON, "Content-Length": str(LARGE), "Expect": "100-continue"}.items():
        line.putheader(name, value)
    line.endheaders()
    answer = line.getresponse()
    assert (answer.status, json.loads(answer.read())["detail"]) == (413, TOLD)
    line.close()


def answered(receive: bodies.Receive) -> list[Message]:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(bodies._answer_too_large(1000, receive, send))
    return sent


def test_no_more_is_read_than_a_bound() -> None:
    read = 0

    async def endless() -> Message:
        nonlocal read
        read += 10_000_000
        return {"type": "http.request", "body": bytes(10_000_000), "more_body": True}

    assert [message.get("more_body", False) for message in answered(endless)] == [False, True, False]
    assert read == 260_000_000


def test_no_longer_is_waited_than_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "_REST_SECONDS", 0.01)

    async def silent() -> Message:
        return await asyncio.get_running_loop().create_future()

    assert [message.get("more_body", False) for message in answered(silent)] == [False, True, False]


def test_a_client_that_is_gone_is_not_waited_for() -> None:
    async def gone() -> Message:
        return {"type": "http.disconnect"}

    assert len(answered(gone)) == 3
