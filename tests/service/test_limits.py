"""What is refused, what is bounded, and what a bad page costs the others: nothing."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.testclient import TestClient
from starlette.types import Message

from tamis.service import bodies
from tamis.service.admission import Admission
from tamis.service.app import create_app
from tamis.service.guards import Guards
from tamis.service.settings import Settings
from tests.service.conftest import client

RYE = "<h1>Rye</h1><p>Rye is a grass that is grown as a grain, and it makes good bread."
HEAVY = "<p>word and words, a sentence of some length that is long enough to be kept.</p>" * 230_000
"""nineteen megabytes, several seconds of work on any machine if they are to be written as Markdown"""


def test_bodies_over_the_limit(api: TestClient) -> None:
    answer = api.post("/v1/extract", json={"html": "x" * 3_000_001})
    assert answer.status_code == 413 and "--max-body" in answer.json()["detail"]

    def endless() -> Iterator[bytes]:
        for _ in range(10):
            yield b'"' + b"x" * 1_000_000

    assert api.post("/v1/extract", content=endless(), headers={"content-type": "application/json"}).status_code == 413


@pytest.mark.parametrize(
    "body",
    ["{", "", "null", "[]", '"x"', '{"html": 1}', "{}", '{"html": "x", "more": 1}', '{"html": "x", "strategy": "??"}',
     '{"html": "x", "params": {"no_such": 1}}', '{"html": "x", "strategy": "svm", "params": {"model": "/etc"}}',
     '{"html": "https://example.org/rye"}', '{"html": "x", "ledger": false}',
     '{"html": "x", "html_base64": "eA=="}', '{"html_base64": "?"}', '{"html": "x", "keep": ["p["]}'],
)  # fmt: skip
def test_wrong_bodies_are_422_and_say_why(api: TestClient, body: str) -> None:
    answer = api.post("/v1/extract", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422 and len(answer.json()["detail"]) > 10


@pytest.mark.parametrize("body", [b"[" * 1_000_000, b'{"html": "<p>\xff"}', b'{"html": ' + b"9" * 5000 + b"}"])
def test_a_body_that_cannot_be_read_is_wrong_json_too(api: TestClient, body: bytes) -> None:
    answer = api.post("/v1/extract", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["detail"] == "body: no JSON in UTF-8 that can be read"


def test_other_sites_pages_cannot_ask(api: TestClient) -> None:
    body = {"html": RYE}
    for origin in ("https://evil.example", "null", "http://[", "http://127.0.0.1:8000.evil.example"):
        assert api.post("/v1/extract", json=body, headers={"origin": origin}).status_code == 403
    assert api.post("/v1/extract", json=body, headers={"origin": "http://127.0.0.1:8000"}).status_code == 200
    for name in ("evil.example", "evil.example:8000", "127.0.0.1.evil.example", ""):
        assert api.get("/v1/strategies", headers={"host": name}).status_code == 403
    for name in ("localhost:8000", "127.0.0.1", "[::1]:8000", "[::1]"):
        assert api.get("/v1/strategies", headers={"host": name}).status_code == 200
    # a form or a no-cors fetch can send text/plain without asking first
    plain = api.post("/v1/extract", content='{"html": "x"}', headers={"content-type": "text/plain"})
    assert plain.status_code in (415, 422)


def test_a_token_is_wanted_where_one_is_set() -> None:
    with client(Settings(workers=1, token="sesame")) as guarded:
        for headers in (
            {},
            {"authorization": "Bearer nope"},
            {"authorization": "Basic sesame"},
            {"authorization": "Bearer sésame"},
        ):
            answer = guarded.post(
                "/v1/extract", json={"html": RYE}, headers={k: v.encode() for k, v in headers.items()}
            )
            assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
        assert guarded.get("/metrics").status_code == 401
        assert guarded.get("/healthz").status_code == guarded.get("/").status_code == 200
        assert guarded.get("/v1/strategies", headers={"authorization": "Bearer sesame"}).status_code == 200


def test_a_page_over_its_time_has_a_partial_result_and_holds_up_nobody() -> None:
    with client(Settings(workers=2, seconds=2)) as hurried, ThreadPoolExecutor(1) as threads:
        for _ in range(4):  # both workers are up, and have loaded their model
            assert "good bread" in hurried.post("/v1/extract", json={"html": RYE}).json()["content"]
        slow = threads.submit(hurried.post, "/v1/extract", json={"html": HEAVY, "format": "markdown"})
        answered = 0
        while not slow.done():
            assert "good bread" in hurried.post("/v1/extract", json={"html": RYE}).json()["content"]
            answered += 1
        partial = slow.result().json()
        assert partial["status"] == "truncated: time" and partial["content"].count("word and words") > 100
        assert answered > 2
        assert 'tamis_pages_total{status="time"}' in hurried.get("/metrics").text


def test_a_worker_that_dies_costs_nobody_anything(api: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    pool = api.app.state.service.pool  # type: ignore[attr-defined]
    for number in pool.pids:
        os.kill(number, signal.SIGKILL)
    for _ in range(4):
        answer = api.post("/v1/extract", json={"html": RYE})
        assert (answer.status_code, answer.json()["content"].partition("\n")[0]) == (200, "Rye")
    assert "ended with SIGKILL" in caplog.text


def test_over_capacity_is_503_with_retry_after() -> None:
    with client(Settings(workers=1, queue=1, seconds=30)) as small, ThreadPoolExecutor(12) as threads:
        small.post("/v1/extract", json={"html": RYE})
        start = threading.Barrier(12)

        def ask() -> tuple[int, str | None]:
            start.wait()
            answer = small.post("/v1/extract", json={"html": HEAVY[:300_000]})
            return answer.status_code, answer.headers.get("retry-after")

        found = list(threads.map(lambda _: ask(), range(12)))
    assert set(found) == {(200, None), (503, "1")}


def test_pages_that_are_no_pages(api: TestClient) -> None:
    answer = api.post("/v1/extract", json={"html_base64": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAA"})
    assert (answer.status_code, answer.json()["status"]) == (200, "not html: png")
    deep = api.post("/v1/inspect", json={"html": "<div>" * 200_000 + "x"})
    assert deep.status_code == 200


def test_a_request_without_a_place_is_refused_before_its_body_is_read() -> None:
    """Who has no place is answered from the headers: to read and to parse bodies is most of the work."""
    read = False

    async def receive() -> Message:
        nonlocal read
        read = True
        return {"type": "http.request", "body": b"{}", "more_body": False}

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    guards = create_app(Settings(workers=1, queue=1)).build_middleware_stack()
    while not isinstance(guards, Guards):
        guards = guards.app  # type: ignore[attr-defined]
    assert guards.admission.ticket() and guards.admission.ticket()
    scope = {"type": "http", "method": "POST", "path": "/v1/extract", "headers": [(b"host", b"localhost")]}
    asyncio.run(guards(scope, receive, send))
    assert (sent[0]["status"], read) == (503, False)
    assert (b"retry-after", b"1") in sent[0]["headers"]


def test_all_bodies_together_are_bounded() -> None:
    admission = Admission(places=4, most_bytes=1000)
    body = bytearray()

    async def receive() -> Message:
        return {"type": "http.request", "body": b"x" * 400, "more_body": True}

    with pytest.raises(bodies._NoRoomError):
        asyncio.run(bodies._read(receive, body, 10_000, admission))
    assert admission.bytes == len(body) == 1200


def test_a_body_that_is_slow_gives_its_place_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "_SHORTLY", 0.0)
    admission = Admission(places=1, most_bytes=1000)
    seen: list[bool] = []

    async def receive() -> Message:
        await asyncio.sleep(0.01)
        seen.append(ticket.held)
        return {"type": "http.request", "body": b"{}", "more_body": False}

    async def app(*_: object) -> None:
        seen.append(ticket.held)

    async def send(_: Message) -> None:
        raise AssertionError("refused")

    ticket = admission.ticket()
    assert ticket is not None
    with ticket:
        asyncio.run(bodies.serve_bounded(app, 100, admission, ticket, {}, receive, send, {}))
    assert seen == [False, True]
    assert (admission.taken, admission.bytes) == (0, 0)


def test_a_body_that_does_not_come_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "_SECONDS", 0.01)
    sent: list[Message] = []

    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(bodies.serve_bounded(send, 100, Admission(1, 1000), None, {}, receive, send, {}))  # type: ignore[arg-type]
    assert sent[0]["status"] == 408


def test_ids_and_readiness(api: TestClient) -> None:
    assert api.get("/healthz", headers={"x-request-id": "mine-1"}).headers["x-request-id"] == "mine-1"
    assert len(api.get("/healthz", headers={"x-request-id": "a b\x01"}).headers["x-request-id"]) == 16
    assert api.post("/v1/extract", json={"html": RYE}).status_code == 200
    assert (api.get("/readyz").status_code, api.get("/readyz").json()) == (200, {"ready": True})


@pytest.mark.parametrize("host", ["LOCALHOST:8000", "localhost.", "LocalHost.:8000"])
def test_loopback_names_in_any_spelling(api: TestClient, host: str) -> None:
    assert api.get("/v1/strategies", headers={"host": host}).status_code == 200
