"""Checks of every request before it is served: host, origin, token and size."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
from collections.abc import Iterable
from time import perf_counter
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tamis.service.metrics import Metrics
from tamis.service.settings import Settings

HEADERS: Final = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; frame-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
"""nothing from elsewhere is loaded or sent to; inline styles alone are let in, as the copy of a page has some"""

_REST_BYTES: Final = 256_000_000
_REST_SECONDS: Final = 20.0
"""of a body over the limit that are still read, and thrown away, behind the answer"""
_STREAMED: Final = "/v1/batch"
_GUARDED: Final = ("/v1/", "/metrics")


class Guards:
    """Checks the host, the origin, the token and the size of a request; counts it; adds the headers."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app, self.settings, self.metrics = app, settings, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or say why not."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start, status = perf_counter(), 500
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message["headers"], *own]
            await send(message)

        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await _answer(send_with_headers, *refusal)
        else:
            limit = None if scope["path"] == _STREAMED else self.settings.max_body
            await _bounded(self.app, limit, scope, receive, send_with_headers, headers)
        route = getattr(scope.get("route"), "path", "other")
        self.metrics.requests.labels(route, str(status)).inc()
        self.metrics.seconds.labels(route).observe(perf_counter() - start)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str, dict[str, str]] | None:
        hosts = self.settings.hosts
        host = headers.get("host", "")
        if hosts is not None and _name(host) not in hosts:
            return 403, f"this service does not answer to the name {host[:100]!r}: see --allow-host", {}
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != host:
            return 403, "requests of other sites' pages are refused", {}
        if self.settings.token is not None and scope["path"].startswith(_GUARDED):
            scheme, _, given = headers.get("authorization", "").partition(" ")
            expected = self.settings.token.encode()
            if scheme.lower() != "bearer" or not hmac.compare_digest(given.strip().encode(), expected):
                return 401, "this service wants a token: Authorization: Bearer …", {"www-authenticate": "Bearer"}
        return None


def _name(host: str) -> str:
    """The name in a Host header, without the port."""
    return host if host.endswith("]") else host.rpartition(":")[0] or host


async def _bounded(
    app: ASGIApp, limit: int | None, scope: Scope, receive: Receive, send: Send, headers: dict[str, str]
) -> None:
    """Serve a request whose body is within the limit; over it, the answer is 413 without asking the application."""
    if limit is None:
        await app(scope, receive, send)
        return
    length = headers.get("content-length", "0")
    if length.isdigit() and int(length) > limit:
        waits = headers.get("expect", "").lower() == "100-continue"  # such a client has not sent any of it
        await _too_large(limit, None if waits else receive, send)
        return
    body, more = bytearray(), True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            return
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > limit:
            body.clear()
            await _too_large(limit, receive if more else None, send)
            return
    whole: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]
    del body

    async def replay() -> Message:
        return whole.pop() if whole else await receive()

    await app(scope, replay, send)


async def _too_large(limit: int, receive: Receive | None, send: Send) -> None:
    """Answer 413, and read what the client still sends.

    Most clients send all of a body before they look for an answer. A connection that is closed with unread bytes is
    reset, which takes the answer with it; so the answer goes out first, for those who look, and its end when the body
    has come to its own.
    """
    detail = f"the body is over {limit:,} bytes: send less, or start the service with a higher --max-body"
    await _answer(send, 413, detail, {"connection": "close"}, more=True)
    if receive is not None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_REST_SECONDS):
                await _throw_away(receive)
    await send({"type": "http.response.body", "body": b""})


async def _throw_away(receive: Receive) -> None:
    """Read a body to its end, or to the limit on that."""
    size, more = 0, True
    while more and size <= _REST_BYTES:
        message = await receive()
        size += len(message.get("body", b""))
        more = message.get("more_body", False)  # a client that is gone sends no more either


async def _answer(send: Send, status: int, detail: str, headers: dict[str, str], *, more: bool = False) -> None:
    """Send an error; with ``more`` its end is still to come."""
    body = json.dumps({"detail": detail}).encode()
    fields: Iterable[tuple[str, str]] = [
        ("content-type", "application/json"), ("content-length", str(len(body))), *headers.items(),
    ]  # fmt: skip
    start: dict[str, Any] = {
        "type": "http.response.start",
        "status": status,
        "headers": [(n.encode(), v.encode()) for n, v in fields],
    }
    await send(start)
    await send({"type": "http.response.body", "body": body, "more_body": more})
