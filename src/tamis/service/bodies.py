"""Reads the bodies of requests within bounds: of one, of all together, and in time."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Iterable
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tamis.service.admission import Admission, Ticket

_SECONDS: Final = 30.0
"""for a body of the largest size: at 32 MB that asks for a line of 9 megabits a second"""
_SHORTLY: Final = 2.0
"""seconds after which a body that is still under way no longer takes a place before the workers"""
_REST_BYTES: Final = 256_000_000
_REST_SECONDS: Final = 20.0
"""of a body over the limit that are still read, and thrown away, behind the answer"""
BUSY: Final = {"retry-after": "1"}
BUSY_DETAIL: Final = "all workers are busy, and enough requests wait: try again in a second"


class TooLargeError(Exception):
    """A body over the limit; ``more`` of it may still come."""

    def __init__(self, more: bool) -> None:
        super().__init__()
        self.more = more


class _NoRoomError(Exception):
    """All bodies together are over their limit."""


async def serve_bounded(
    app: ASGIApp, limit: int, admission: Admission, ticket: Ticket | None, scope: Scope, receive: Receive, send: Send,
    headers: dict[str, str],
) -> None:  # fmt: skip
    """Serve a request whose body is within the limits; of any other, say why not without asking the application.

    With a ``ticket`` the request has a place before the workers, which it gives back while its body is slow to come.
    """
    length = headers.get("content-length", "0")
    if length.isdigit() and int(length) > limit:
        waits = headers.get("expect", "").lower() == "100-continue"  # such a client has not sent any of it
        await _answer_too_large(limit, None if waits else receive, send)
        return
    body = bytearray()
    try:
        reading = _read(receive, body, limit, admission)
        if not await (reading if ticket is None else _slowly(reading, ticket)):
            return
        whole: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

        async def replay() -> Message:
            return whole.pop() if whole else await receive()

        if ticket is not None and not ticket.take():
            await refuse(send, admission)
            return
        await app(scope, replay, send)
    except TooLargeError as error:
        await _answer_too_large(limit, receive if error.more else None, send)
    except _NoRoomError:
        await answer(send, 503, "the bodies of all requests together are too large: try again in a second", BUSY)
    except TimeoutError:
        detail = f"the body was not there after {_SECONDS:g} seconds: send it faster, or less of it"
        await answer(send, 408, detail, {"connection": "close"})
    finally:
        admission.bytes -= len(body)


async def _read(receive: Receive, body: bytearray, limit: int, admission: Admission) -> bool:
    """Read a body; returns whether the client is still there."""
    async with asyncio.timeout(_SECONDS):
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return False
            piece = message.get("body", b"")
            body += piece
            admission.bytes += len(piece)
            more = message.get("more_body", False)
            if len(body) > limit:
                raise TooLargeError(more)
            if admission.bytes > admission.most_bytes:
                raise _NoRoomError
    return True


async def _slowly(reading: Awaitable[bool], ticket: Ticket) -> bool:
    """Give the ticket back if the reading takes long."""
    late = asyncio.get_running_loop().call_later(_SHORTLY, ticket.give_back)
    try:
        return await reading
    finally:
        late.cancel()


async def _answer_too_large(limit: int, receive: Receive | None, send: Send) -> None:
    """Answer 413, and read what the client still sends.

    Most clients send all of a body before they look for an answer. A connection that is closed with unread bytes is
    reset, which takes the answer with it; so the answer goes out first, for those who look, and its end when the body
    has come to its own.
    """
    detail = f"the body is over {limit:,} bytes: send less, or start the service with a higher --max-body"
    await answer(send, 413, detail, {"connection": "close"}, more=True)
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


async def refuse(send: Send, admission: Admission) -> None:
    """Answer 503, a while later: clients that ask again at once would else take the time of those that are served."""
    delay = admission.refuse()
    try:
        await asyncio.sleep(delay)
    finally:
        admission.refused -= 1
    await answer(send, 503, BUSY_DETAIL, BUSY)


def error_body(detail: str) -> bytes:
    """The body of an error."""
    return json.dumps({"detail": detail}).encode()


async def answer(send: Send, status: int, detail: str, headers: dict[str, str], *, more: bool = False) -> None:
    """Send an error; with ``more`` its end is still to come."""
    body = error_body(detail)
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
