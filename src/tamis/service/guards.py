"""Checks of every request before it is served: host, origin, token and size."""

from __future__ import annotations

import hmac
import logging
import re
from secrets import token_hex
from time import perf_counter
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tamis.service.admission import Admission
from tamis.service.bodies import answer, refuse, serve_bounded
from tamis.service.metrics import Metrics
from tamis.service.refusals import FOR_WORKERS
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

_STREAMED: Final = "/v1/batch"
_GUARDED: Final = ("/v1/", "/metrics")
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,100}")
_LOG: Final = logging.getLogger("tamis.access")


class Guards:
    """Checks the host, the origin, the token and the size of a request; counts it; adds the headers."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics, admission: Admission) -> None:
        self.app, self.settings, self.metrics, self.admission = app, settings, metrics, admission

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or say why not."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start, status = perf_counter(), 500
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        name = request_id(headers)

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = {**HEADERS, "x-request-id": name}.items()
                message["headers"] = [*message["headers"], *((name.encode(), value.encode()) for name, value in own)]
            await send(message)

        await self._serve(scope, receive, send_with_headers, headers)
        route = getattr(scope.get("route"), "path", "other")
        seconds = perf_counter() - start
        self.metrics.requests.labels(route, str(status)).inc()
        self.metrics.seconds.labels(route).observe(seconds)
        if self.settings.access_log:
            client = (scope.get("client") or ("-",))[0]
            asked = f"{scope['method']} {scope['raw_path'].decode('ascii', 'replace')[:200]}"
            _LOG.info("%s %s %d %.1f ms %s", client, asked, status, 1e3 * seconds, name)

    async def _serve(self, scope: Scope, receive: Receive, send: Send, headers: dict[str, str]) -> None:
        limit, path = self.settings.max_body, scope["path"]
        if refusal := self._refusal(scope, headers):
            await answer(send, *refusal)
        elif path == _STREAMED:
            await self.app(scope, receive, send)
        elif path not in FOR_WORKERS:
            await serve_bounded(self.app, limit, self.admission, None, scope, receive, send, headers)
        elif (ticket := self.admission.ticket()) is None:  # before the body is read: to read it is most of the work
            await refuse(send, self.admission)
        else:
            with ticket:
                await serve_bounded(self.app, limit, self.admission, ticket, scope, receive, send, headers)

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
    """The name in a Host header, without the port, as it is compared.

    >>> [_name(host) for host in ("LOCALHOST:8000", "localhost.", "[::1]:8000", "127.0.0.1")]
    ['localhost', 'localhost', '[::1]', '127.0.0.1']
    """
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    return name.lower().removesuffix(".")


def request_id(headers: dict[str, str]) -> str:
    """The id that the client gave its request, or a new one."""
    given = headers.get("x-request-id", "")
    return given if _REQUEST_ID.fullmatch(given) else token_hex(8)
