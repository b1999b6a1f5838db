"""Fetching many pages politely: by the rules of robots.txt, one at a time, with a pause between two of a host."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep
from typing import Any, Final
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

from tamis.errors import FetchError, FetchRefusedError
from tamis.web.fetch import Fetched, fetch

NAME: Final = "tamis"
"""by which robots.txt may name us"""
_LONGEST_PAUSE: Final = 60.0
"""seconds; a site that asks for more is visited at this pace"""
_MOST_RULES: Final = 500_000
"""bytes of a robots.txt: what RFC 9309 wants read at least"""


class Polite:
    """Fetches pages of any number of hosts, with a pause of ``delay`` seconds, or of what robots.txt asks for."""

    def __init__(
        self,
        delay: float = 1.0,
        *,
        fetch: Callable[..., Fetched] = fetch,
        wait: Callable[[float], None] = sleep,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.delay = delay
        self._fetch, self._wait, self._clock = fetch, wait, clock
        self._rules: dict[str, RobotFileParser] = {}
        self._last: dict[str, float] = {}

    def get(self, url: str, **how: Any) -> Fetched:
        """A page; :class:`tamis.FetchError` if it cannot be fetched, or robots.txt forbids it."""
        host = self._host(url)
        rules = self.rules(url)
        if not rules.can_fetch(NAME, url):
            raise FetchRefusedError(f"{url}: robots.txt forbids it")
        pause = min(_LONGEST_PAUSE, max(self.delay, float(rules.crawl_delay(NAME) or 0)))
        if host in self._last and (rest := self._last[host] + pause - self._clock()) > 0:
            self._wait(rest)
        try:
            return self._fetch(url, **how)
        finally:
            self._last[host] = self._clock()

    def rules(self, url: str) -> RobotFileParser:
        """The rules of the page's host. Without a robots.txt all is allowed, if the server fails nothing (RFC 9309)."""
        host = self._host(url)
        if host not in self._rules:
            rules = self._rules[host] = RobotFileParser()
            try:
                found = self._fetch(f"{host}/robots.txt", max_bytes=_MOST_RULES)
                rules.parse(found.html.decode("utf-8", "replace").splitlines())
            except FetchError as error:
                is_missing = error.status is not None and error.status < 500
                rules.parse([] if is_missing else ["User-agent: *", "Disallow: /"])
        return self._rules[host]

    def sitemaps(self, url: str) -> list[str]:
        """The sitemaps that the robots.txt of the page's host names, or the usual one."""
        return self.rules(url).site_maps() or [f"{self._host(url)}/sitemap.xml"]

    @staticmethod
    def _host(url: str) -> str:
        try:
            parts = urlsplit(url)
        except ValueError:
            raise FetchRefusedError(f"{url}: no address that can be fetched") from None
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise FetchRefusedError(f"{url}: only http:// and https:// can be fetched")
        return f"{parts.scheme}://{parts.netloc}"
