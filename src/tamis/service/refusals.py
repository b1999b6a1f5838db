"""Refuses requests for which there is no place, from their heads alone and with an answer that is ready.

To hand such a request to the application costs half as much as to serve a page, and clients that ask again at once send
hundreds a second.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from tamis.service.admission import Admission
from tamis.service.bodies import BUSY, BUSY_DETAIL, error_body
from tamis.service.metrics import Metrics

FOR_WORKERS: Final = frozenset(("/v1/extract", "/v1/analyze", "/v1/inspect", "/v1/site", "/v1/table"))
"""routes whose requests need a place before the workers"""
_PATHS: Final = frozenset(map(str.encode, FOR_WORKERS))
_REST_SECONDS: Final = 20.0
"""for the rest of a body whose request was refused, until its connection is closed"""
_LOG: Final = logging.getLogger("tamis.access")


class Refusals:
    """What is said to requests without a place, and how often it was."""

    def __init__(self, admission: Admission, metrics: Metrics, headers: Mapping[str, str], access_log: bool) -> None:
        self.admission, self._access_log = admission, access_log
        body = error_body(BUSY_DETAIL)
        fields = {"content-type": "application/json", "content-length": str(len(body)), **BUSY, **headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        self._parts = f"HTTP/1.1 503 Service Unavailable\r\n{head}x-request-id: ".encode(), b"\r\n\r\n" + body
        self._count = metrics.requests.labels("other", "503").inc
        self._observe = metrics.seconds.labels("other").observe

    def wanted(self, url: bytes) -> bool:
        """Whether a request has to be refused."""
        return self.admission.full and url.partition(b"?")[0] in _PATHS

    def answer(self, request_id: str, client: tuple[str, int] | None, asked: str, seconds: float) -> bytes:
        """The whole answer; it is counted and logged."""
        self._count()
        self._observe(seconds)
        if self._access_log:
            _LOG.info("%s %s 503 %.1f ms %s", (client or ("-",))[0], asked[:200], 1e3 * seconds, request_id)
        return request_id.encode().join(self._parts)


class _Refused:
    """What uvicorn's protocol asks of a request under way, of one that the application never sees."""

    message_event = asyncio.Event()  # nobody waits for it
    body = b""
    more_body = True
    disconnected = False
    response_complete = False
    keep_alive = True


class Refusing(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """Uvicorn's HTTP, which refuses what has no place before it is a task."""

    refusals: Refusals
    cycle: Any

    def on_headers_complete(self) -> None:
        """Serve the request, or let it wait for its refusal, none of its body read."""
        under_way = self.cycle is not None and not self.cycle.response_complete
        if under_way or not self.refusals.wanted(self.url):
            super().on_headers_complete()
            return
        self.cycle = refused = _Refused()
        refused.keep_alive = self.parser.should_keep_alive() and not self.expect_100_continue
        self.flow.pause_reading()
        delay = self.refusals.admission.refuse()
        self.loop.call_later(delay, self._refuse, refused, delay)

    def _refuse(self, refused: Any, seconds: float) -> None:
        self.refusals.admission.refused -= 1
        if refused.disconnected or self.transport.is_closing():
            return
        from tamis.service.guards import request_id

        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in self.headers}
        asked = f"{self.parser.get_method().decode()} {self.url.decode('ascii', 'replace')}"
        self.transport.write(self.refusals.answer(request_id(headers), self.client, asked, seconds))
        refused.response_complete = True
        self.on_response_complete()  # what comes of the body now is thrown away
        if not refused.more_body or self.expect_100_continue:
            self._close_refused()
        elif not refused.keep_alive:  # closed with unread bytes it would be reset, which takes the answer with it
            self.loop.call_later(_REST_SECONDS, self.transport.close)

    def on_message_complete(self) -> None:
        """Note that a body is whole; that of a refused request may be what its connection still waited for."""
        super().on_message_complete()
        if isinstance(self.cycle, _Refused) and self.cycle.response_complete:
            self._close_refused()

    def _close_refused(self) -> None:
        if not self.cycle.keep_alive:
            self.transport.close()
