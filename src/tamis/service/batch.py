"""Many pages in one request: JSON lines in, JSON lines out, each answer sent as soon as those before it are."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator
from typing import Any, Final

from fastapi import HTTPException, Request
from fastapi.responses import StreamingResponse
from pydantic import ValidationError
from starlette.types import Receive, Scope, Send

from tamis.service.forms import BatchLine
from tamis.service.service import Service

_UNDER_WAY: Final = 2
"""pages for each worker that a batch has under way: enough to keep them busy, few enough to leave others room"""


class LinesResponse(StreamingResponse):
    """Sends lines while the body is still being read: unlike its parent it leaves ``receive`` to the reader."""

    media_type = "application/jsonl"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send the lines."""
        await self.stream_response(send)


async def answers(service: Service, request: Request) -> AsyncIterator[bytes]:
    """One line for each line of the request, in its order; a bad line costs itself alone."""
    pending: deque[asyncio.Task[bytes]] = deque()
    try:
        async for line in _lines(request, service.settings.max_body):
            pending.append(asyncio.create_task(_answer(service, line)))
            while len(pending) >= _UNDER_WAY * service.settings.workers or (pending and pending[0].done()):
                yield await pending.popleft()
        while pending:
            yield await pending.popleft()
    finally:
        for task in pending:
            task.cancel()


async def _lines(request: Request, limit: int) -> AsyncIterator[bytes | None]:
    """The lines of a body; ``None`` for one that is over the limit."""
    rest, skipping = bytearray(), False
    async for chunk in request.stream():
        *ended, last = chunk.split(b"\n")
        for piece in ended:
            if skipping:
                skipping = False
                rest.clear()
                continue
            rest += piece
            yield bytes(rest) if len(rest) <= limit else None
            rest.clear()
        if not skipping:
            rest += last
            if len(rest) > limit:
                yield None
                rest.clear()
                skipping = True
    if rest:
        yield bytes(rest)


async def _answer(service: Service, line: bytes | None) -> bytes:
    name: Any = None
    try:
        if line is None:
            raise HTTPException(413, f"a line is over {service.settings.max_body:,} bytes")
        if not line.strip():
            return b""
        body = BatchLine.model_validate_json(line)
        name = body.id
        page = await service.page(body)
        form = await service.work("extract", wait=True, page=page, output=body.output())
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False, include_context=False)[0]
        place = ".".join(map(str, first["loc"]))
        wrong = f"{place}: {plain_words(first['msg'])}".removeprefix(": ")
        return _line({"id": name, "error": wrong, "status_code": 422})
    except HTTPException as error:
        return _line({"id": name, "error": error.detail, "status_code": error.status_code})
    return _line({"id": name})[:-2] + b"," + form[1:] + b"\n" if name is not None else form + b"\n"


def plain_words(message: str) -> str:
    """Pydantic's message on a field, without the name of Python's error in front."""
    return message.removeprefix("Value error, ")


def _line(form: dict[str, Any]) -> bytes:
    return json.dumps(form, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
