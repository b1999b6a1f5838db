"""Connections within what the process may open: the longest idle one makes room for a new one."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from typing import Any, Final

import uvicorn

from tamis.service.refusals import Refusals, Refusing

_AT_ONCE: Final = 8
"""connections that are accepted before any of them is looked at"""
_WAITING: Final = 2048
"""connections that the system keeps until they are accepted"""
_RESERVED: Final = 64 + 8 * _AT_ONCE
"""files that the service opens besides: libraries, the store, the log, fetches; and connections that begin and end,
which takes the event loop some six rounds, in each of which others are accepted"""
_OF_A_WORKER: Final = 8
"""files of each worker: its line, its memory, its pipes"""
_MOST: Final = 10_000
_FIRST_SECONDS: Final = 10.0
"""for the head of a connection's first request; after an answer, uvicorn waits five seconds for the next"""


def connection_limit(workers: int) -> int:
    """How many connections may be open; raises the process's own limit on open files as far as it may.

    At that limit asyncio could accept no connection, would try again at once, and would log each time.
    """
    if sys.platform == "win32":
        return _MOST
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        wanted = 2 * _MOST if hard == resource.RLIM_INFINITY else min(hard, 2 * _MOST)
        soft = max(soft, wanted)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(8, min(_MOST, soft - _RESERVED - _OF_A_WORKER * workers))


class Server(uvicorn.Server):
    """Uvicorn, with a queue of connections that is longer than what asyncio accepts in one go."""

    def __init__(self, config: uvicorn.Config) -> None:
        config.backlog = _AT_ONCE  # where files run out, asyncio logs an error for each of so many attempts
        super().__init__(config)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and then lengthen the system's queue, which asyncio has set to the same number."""
        await super().startup(sockets)
        for server in self.servers:
            for listening in server.sockets:
                with socket.socket(fileno=os.dup(listening.fileno())) as same:
                    same.listen(_WAITING)


def bounded_protocol(most: int, said: Refusals) -> type[asyncio.Protocol]:
    """Uvicorn's HTTP with at most so many connections."""

    class Bounded(Refusing):
        refusals = said

        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            self._first = self.loop.call_later(_FIRST_SECONDS, self._close_unused)
            if len(self.connections) > most:
                make_room(self.connections, self)

        def connection_lost(self, error: Exception | None) -> None:
            self._first.cancel()
            super().connection_lost(error)

        def _close_unused(self) -> None:
            if self.cycle is None and not self.transport.is_closing():
                self.transport.close()

    return Bounded


def make_room(connections: set[Any], new: Any) -> None:
    """Close the connection that has waited longest without a request under way, or if all have one the new one.

    A service with as many connections as it may have still answers each new client that does not come in a flood.
    """
    idle = [one for one in connections if one is not new and (one.cycle is None or one.cycle.response_complete)]
    oldest = min(idle, key=lambda one: one._first.when(), default=new)  # by the time at which they began
    connections.discard(oldest)  # it is closed a round later; until then others would choose it, too
    oldest.transport.abort()
