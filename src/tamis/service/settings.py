"""The settings of a service."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

_LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]", "::1")


@dataclass(frozen=True, slots=True)
class Settings:
    """The defaults are those of a service for oneself on one's own machine."""

    host: str = "127.0.0.1"
    port: int = 8000
    store: str | None = None
    """the store that ``/v1/search`` looks in"""
    corpus: Path = Path("corpus.jsonl")
    """the label file that corrections are added to"""
    allow_fetch: bool = False
    token: str | None = None
    """if there is one, requests under ``/v1`` and ``/metrics`` must carry it"""
    workers: int = field(default_factory=lambda: max(1, os.cpu_count() or 1))
    queue: int = 128
    """requests that may wait for a worker; one more is answered with 503"""
    seconds: float = 10.0
    """time for a page; over it, the page's beginning alone is processed"""
    max_bytes: int = 20_000_000
    """of a page; the rest is cut off, as everywhere in tamis"""
    max_body: int = 32_000_000
    """of a request; larger ones are refused"""
    allow_private: bool = False
    """whether pages of one's own network may be fetched"""
    allow_hosts: tuple[str, ...] = ()
    access_log: bool = False

    @property
    def hosts(self) -> tuple[str, ...] | None:
        """The names that a request may address the service by; ``None`` for any.

        A service on the loopback address answers to loopback names alone. Else a web page could give its own name that
        address and read, in its visitor's browser, what the service answers ("DNS rebinding").
        """
        if self.allow_hosts:
            return (*self.allow_hosts, *_LOOPBACK)
        return _LOOPBACK if self.host in _LOOPBACK else None
