"""The MCP server: tools for language models, over standard input and output, with the service's workers and guards."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Annotated, Any, Final, Literal, TypeVar

from fastapi import HTTPException
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field, ValidationError

from tamis.service.forms import ExtractRequest, SitePage, Source
from tamis.service.metrics import Metrics
from tamis.service.service import Service
from tamis.service.settings import Settings
from tamis.version import __version__
from tamis.web.inputs import is_address

_Result = TypeVar("_Result")
_ABOUT: Final = "tamis keeps the main content of web pages and drops navigation, advertisements and the like."
_READ_ONLY: Final = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True)
_LONGEST_QUERY: Final = 1000
_MOST_HITS: Final = 50
_MOST_PAGES: Final = 20
_Form = TypeVar("_Form", bound=Source)

Html = Annotated[str | None, Field(description="the page's HTML, if you have it")]
Url = Annotated[str | None, Field(max_length=8000, description="the page's address; fetched only without html")]
Characters = Annotated[int, Field(ge=100, le=1_000_000, description="of the answer; the rest is left out")]


def create_server(settings: Settings | None = None) -> MCPServer[None]:
    """A server with the tools that the settings allow; it runs until its input ends."""
    settings = settings or Settings()
    service = Service(settings, Metrics())

    @asynccontextmanager
    async def lifespan(_: MCPServer[None]) -> AsyncIterator[None]:
        service.pool.start()
        yield
        await service.stop()

    server: MCPServer[None] = MCPServer(
        "tamis", version=__version__, instructions=_ABOUT, lifespan=lifespan, log_level="WARNING"
    )
    _add_extract(server, service)
    _add_table(server, service)
    if settings.store is not None:
        _add_search(server, service)
    return server


def _add_extract(server: MCPServer[None], service: Service) -> None:
    fetching = "or an address, " if service.settings.allow_fetch else ""

    @server.tool(
        description=f"The main content of a web page, from its HTML, {fetching}without boilerplate.",
        annotations=_READ_ONLY,
        structured_output=False,
    )
    async def extract(
        html: Html = None,
        url: Url = None,
        format: Literal["markdown", "text", "html"] = "markdown",
        links: bool = False,
        metadata: bool = True,
        max_characters: Characters = 50_000,
    ) -> str:
        request = _request(html, url, format=format, links=links, metadata=metadata)
        page = await _answered(service.page(request))
        answer = json.loads(await _answered(service.work("extract", page=page, output=request.output())))
        if answer["status"].startswith("not html"):
            raise ToolError(f"no web page: {answer['status']}")
        return _cut(answer["content"] or "(the page has no main content)", max_characters, answer["status"])


def _add_table(server: MCPServer[None], service: Service) -> None:
    @server.tool(
        description="A table out of pages of one site that look alike, such as products. You give their HTML, or their "
        'addresses, and the values of one or more pages: {"page": 0, "name": "Rye loaf", "price": "4 €"}, each as the '
        "page shows it. The answer has a row for each page.",
        annotations=_READ_ONLY,
        structured_output=False,
    )
    async def table(
        pages: Annotated[list[str], Field(min_length=1, max_length=_MOST_PAGES, description="HTML or addresses")],
        examples: Annotated[list[dict[str, int | str | list[str]]], Field(min_length=1, max_length=_MOST_PAGES)],
    ) -> str:
        sources = [{"url" if is_address(page.strip()) else "html": page.strip()} for page in pages]
        read = [{**await _answered(service.page(_valid(SitePage, source))), "name": None} for source in sources]
        work = service.work("table", pages=read, examples=examples, names=[], share=float(len(read)))
        answer = json.loads(await _answered(work))
        rows = [{"page": row["page"], **row["values"]} for row in answer["rows"]]
        shown = {"columns": answer["columns"], "rows": rows, "remarks": answer["remarks"]}
        return json.dumps(shown, ensure_ascii=False)


def _add_search(server: MCPServer[None], service: Service) -> None:
    @server.tool(
        description="Blocks of the stored pages that hold the words. Phrases in quotes, begin* and -without are "
        "understood. Each hit has its page's address, its text and its XPath.",
        annotations=_READ_ONLY,
        structured_output=False,
    )
    async def search(
        query: Annotated[str, Field(min_length=1, max_length=_LONGEST_QUERY)],
        site: Annotated[str | None, Field(max_length=253, description="pages of this site alone")] = None,
        limit: Annotated[int, Field(ge=1, le=_MOST_HITS)] = 10,
    ) -> str:
        hits = await _answered(service.search(query, site=site, limit=limit))
        return json.dumps(hits, ensure_ascii=False)


def _request(html: str | None, url: str | None, **options: Any) -> ExtractRequest:
    """The request as the service takes it, or what is wrong with it."""
    source = {name: value for name, value in (("html", html), ("url", url)) if value is not None}
    return _valid(ExtractRequest, {**source, **options})


def _valid(form: type[_Form], given: dict[str, Any]) -> _Form:
    try:
        return form.model_validate(given)
    except ValidationError as error:
        raise ToolError("; ".join(row["msg"].removeprefix("Value error, ") for row in error.errors()[:3])) from None


async def _answered(work: Awaitable[_Result]) -> _Result:
    """What the service answers; its refusals are errors that the model can read."""
    try:
        return await work
    except HTTPException as error:
        raise ToolError(_in_terms_of_mcp(str(error.detail))) from None


def _in_terms_of_mcp(detail: str) -> str:
    return detail.replace("this service fetches no pages: send html", "this server fetches no pages: give html")


def _cut(text: str, most: int, status: str) -> str:
    """The text within a number of characters, with a note on what is missing."""
    notes = [f"the page was cut off: {status}"] if status != "ok" else []
    if len(text) > most:
        notes.append(f"{len(text) - most:,} more characters are left out: raise max_characters")
    return text[:most] + "".join(f"\n\n[{note}]" for note in notes)
