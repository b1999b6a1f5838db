"""The work behind the routes: pages go to the workers, queries to the store."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import local
from typing import TYPE_CHECKING, Any, Final

from fastapi import HTTPException

from tamis.errors import FetchError, FetchRefusedError, TamisError
from tamis.limits import Limits
from tamis.service.forms import Page, Source
from tamis.service.metrics import Metrics
from tamis.service.names import digest, page_name
from tamis.service.pool import BusyError, PageFailedError, Pool
from tamis.service.settings import Settings
from tamis.web.inputs import is_address

if TYPE_CHECKING:
    from tamis.store import Store

_LOG: Final = logging.getLogger("tamis.service")
_FETCHES: Final = 8
"""pages that are fetched at once; threads wait for the network, not workers"""
_MOST_FETCHES: Final = 24
"""with those that wait: three rounds of a slow server's time, and no request waits longer"""
_SEARCHES: Final = 4
RETRY_AFTER: Final = {"Retry-After": "1"}
_BEGINNING_SECONDS: Final = 10.0
"""at least, for the beginning of a page that was too much: a quarter of a second on a machine that is not busy"""


class Service:
    """The workers, the threads and the settings of a running service."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings, self.metrics = settings, metrics
        self.pool = Pool(settings.workers, settings.queue, settings.seconds, metrics.restarts.inc)
        metrics.watch(self.pool)
        self.limits = Limits(max_bytes=settings.max_bytes, seconds=settings.seconds / 2)
        self._fetchers = ThreadPoolExecutor(_FETCHES, "tamis-fetch")
        self._searchers = ThreadPoolExecutor(_SEARCHES, "tamis-search")
        self._fetching = 0
        self._mine = local()

    async def stop(self) -> None:
        """Let what is under way finish."""
        await self.pool.stop()
        self._fetchers.shutdown(cancel_futures=True)
        self._searchers.shutdown(cancel_futures=True)

    async def page(self, source: Source) -> dict[str, Any]:
        """A page as the workers take it, fetched if need be."""
        page = {**source.model_dump(include={"html", "html_base64", "url"}), "charset": None}
        if source.html is None and source.html_base64 is None:
            page |= await self._fetched(source.url or "")
        elif source.html is not None and source.url is None and is_address(source.html.strip()):
            raise HTTPException(422, "html is an address, not a page: send it as url")
        if isinstance(source, Page):
            page["options"] = source.options()
        return page

    async def _fetched(self, url: str) -> dict[str, Any]:
        if not self.settings.allow_fetch:
            raise HTTPException(403, "this service fetches no pages: send html, or start it with --allow-fetch")
        from tamis.web.fetch import fetch

        if self._fetching >= _MOST_FETCHES:
            raise HTTPException(503, "too many pages are being fetched: try again in a second", RETRY_AFTER)
        public_only = not self.settings.allow_private
        fetching = partial(fetch, url, max_bytes=self.settings.max_bytes, public_only=public_only)
        self._fetching += 1
        try:
            found = await asyncio.get_running_loop().run_in_executor(self._fetchers, fetching)
        except FetchRefusedError as error:
            raise HTTPException(403, str(error)) from None
        except FetchError as error:
            raise HTTPException(422, str(error)) from None
        finally:
            self._fetching -= 1
        return {"html": found.html, "url": found.url, "charset": found.charset}

    async def work(self, job: str, *, wait: bool = False, share: float = 1.0, **arguments: Any) -> bytes:
        """A worker's answer, within ``share`` times the time for a page."""
        try:
            return await self._answer(job, arguments, wait=wait, share=share)
        except BusyError as error:
            raise HTTPException(503, str(error), RETRY_AFTER) from None
        except PageFailedError as failure:
            if failure.why == "time":  # no page's beginning takes so long: the machine is at its end, not the page
                raise HTTPException(503, "the machine is too busy: try again in a while", RETRY_AFTER) from None
            name = page_name(job, arguments)
            _LOG.error("%s: given up with 422, after its beginning alone: %s", name, failure.how)
            found = ", ".join(map(digest, arguments.get("pages") or [arguments["page"]]))
            raise HTTPException(
                422,
                "the page could not be processed, nor its beginning alone; "
                f"the service's log says why, under its name there: {found}",
            ) from None
        except TamisError as error:
            raise HTTPException(422, str(error)) from None

    async def _answer(self, job: str, arguments: dict[str, Any], *, wait: bool, share: float) -> bytes:
        """A worker's answer; for a page that is too much as a whole, that on its beginning."""
        try:
            answer = await self.pool.run(job, {**arguments, "limits": self.limits}, wait=wait, share=share)
        except PageFailedError as failure:
            self.metrics.pages.labels(failure.why).inc()
            again = {**arguments, "limits": self.limits, "partial": failure.why}
            enough = max(1.0, _BEGINNING_SECONDS / self.settings.seconds)
            return await self.pool.run(job, again, wait=True, share=enough)
        self.metrics.pages.labels("ok").inc()
        return answer

    async def search(self, query: str, **options: Any) -> list[dict[str, Any]]:
        """The blocks of the store that match."""
        if self.settings.store is None:
            raise HTTPException(404, "this service has no store to search: start it with --store FILE")

        def look() -> list[dict[str, Any]]:
            return [hit.to_dict() for hit in self._store().search(query, **options)]

        try:
            return await asyncio.get_running_loop().run_in_executor(self._searchers, look)
        except TamisError as error:
            raise HTTPException(503, str(error), RETRY_AFTER) from None

    def _store(self) -> Store:
        """The store, opened once a thread: a store serves one."""
        from tamis.store import open_store

        store: Store | None = getattr(self._mine, "store", None)
        if store is None:
            store = self._mine.store = open_store(self.settings.store or "", create=False)
        return store
