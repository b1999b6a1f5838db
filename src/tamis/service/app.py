"""The application: its routes and their answers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any, Final

from fastapi import Body, FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.concurrency import run_in_threadpool

from tamis.errors import TamisError
from tamis.service import forms
from tamis.service.admission import Admission
from tamis.service.batch import LinesResponse, answers, plain_words
from tamis.service.guards import HEADERS, Guards
from tamis.service.labels import add_label
from tamis.service.metrics import Metrics
from tamis.service.pages import add_pages
from tamis.service.refusals import Refusals
from tamis.service.service import Service
from tamis.service.settings import Settings
from tamis.strategies.base import available_strategies
from tamis.version import __version__

_ABOUT: Final = (
    "Keeps the informative blocks of web pages and drops the rest. "
    "Errors are objects with a `detail` that says what to do."
)
_PROBLEMS: Final[dict[int, str]] = {
    401: "the service wants a token, and there is none or another",
    403: "not allowed: fetching is off, or the address is not a public one",
    413: "the body is too large",
    415: "the body is not application/json",
    422: "the request is wrong, or the page cannot be processed",
    503: "too busy: come back after the seconds in `Retry-After`",
}
_BODIES: Final = 8
"""times the largest body: what all bodies together may take of the memory"""


def _problems(*codes: int) -> dict[int | str, dict[str, Any]]:
    return {code: {"model": forms.Problem, "description": _PROBLEMS[code]} for code in codes}


_PAGE: Final = _problems(401, 403, 413, 422, 503)


def create_app(settings: Settings | None = None) -> FastAPI:
    """The service as an ASGI application."""
    settings = settings or Settings()
    metrics = Metrics()
    service = Service(settings, metrics)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        service.pool.start()
        yield
        await service.stop()

    app = FastAPI(
        title="tamis", version=__version__, description=_ABOUT, lifespan=lifespan, docs_url=None, redoc_url=None
    )
    app.state.service = service
    admission = Admission(settings.workers + settings.queue, _BODIES * settings.max_body)
    app.state.refusals = Refusals(admission, metrics, HEADERS, settings.access_log)
    app.add_middleware(Guards, settings=settings, metrics=metrics, admission=admission)
    app.add_exception_handler(RequestValidationError, _wrong_request)
    app.add_exception_handler(400, _unreadable_body)
    _add_page_routes(app, service)
    _add_other_routes(app, service)
    add_pages(app)
    return app


async def _wrong_request(request: Request, error: Exception) -> JSONResponse:
    """Say what is wrong with a request, without repeating its page."""
    found = error.errors() if isinstance(error, RequestValidationError) else []
    rows = [{"loc": [str(part) for part in row["loc"]], "msg": plain_words(row["msg"])} for row in found]
    first = rows[0] if rows else {"loc": [], "msg": "the request is wrong"}
    if first["loc"] == ["body"] and "json" not in request.headers.get("content-type", ""):  # curl's -d sends a form
        first["msg"] = "send JSON, with the header Content-Type: application/json"
    return JSONResponse({"detail": f"{'.'.join(first['loc'])}: {first['msg']}", "errors": rows[:20]}, 422)


async def _unreadable_body(_: Request, _error: Exception) -> JSONResponse:
    """Answer bytes that are not text, or brackets without end, as wrong JSON; to FastAPI they are something else."""
    return JSONResponse({"detail": "body: no JSON in UTF-8 that can be read"}, 422)


def _json(body: bytes) -> Response:
    return Response(body, media_type="application/json")


def _add_page_routes(app: FastAPI, service: Service) -> None:
    @app.post("/v1/extract", response_model=forms.Extracted, responses=_PAGE, tags=["pages"])
    async def extract(body: forms.ExtractRequest) -> Response:
        """The main content of a page, as text, Markdown, HTML, JSON, XML or TEI."""
        return _json(await service.work("extract", page=await service.page(body), output=body.output()))

    @app.post("/v1/analyze", response_model=forms.Ledger, responses=_PAGE, tags=["pages"])
    async def analyze(body: forms.AnalyzeRequest) -> Response:
        """Every block of a page, kept or dropped, with its score and the reason."""
        return _json(await service.work("ledger", page=await service.page(body), options=body.output()))

    @app.post(
        "/v1/batch",
        response_class=LinesResponse,
        responses={
            200: {"content": {"application/jsonl": {}}, "description": "a line for each line, in order"},
            **_problems(401, 403),
        },
        openapi_extra={"requestBody": {"content": {"application/jsonl": {"schema": {"type": "string"}}}}},
        tags=["pages"],
    )
    async def batch(request: Request) -> LinesResponse:
        """Many pages: JSON lines in, each the body of an `/v1/extract` and an `id` if you like; JSON lines out.

        Answers begin while lines still come in: read while you write. A bad line has an answer with `error`.
        """
        return LinesResponse(answers(service, request))

    @app.post("/v1/inspect", response_model=dict[str, Any], responses=_PAGE, tags=["inspector"])
    async def inspect(body: forms.InspectRequest) -> Response:
        """What the inspector shows: ledger, marked copy and renderings, of one strategy or two."""
        page = await service.page(body)
        return _json(await service.work("inspect", page=page, against=body.against, corrected=body.corrected()))

    @app.post("/v1/site", response_model=dict[str, Any], responses=_PAGE, tags=["inspector"])
    async def site(body: forms.SiteRequest) -> Response:
        """What several pages of one site share, and what is kept of each of them."""
        pages = [{**await service.page(page), "name": page.name} for page in body.pages]
        return _json(await service.work("site", share=4, pages=pages, strategy=body.strategy))

    @app.post("/v1/table", response_model=dict[str, Any], responses=_PAGE, tags=["inspector"])
    async def table(body: forms.TableRequest) -> Response:
        """A table out of the pages of a site, its columns learned from examples, by their names, or from nothing."""
        pages = [{**await service.page(page), "name": page.name} for page in body.pages]
        examples = body.learned_from()
        return _json(await service.work("table", share=4, pages=pages, examples=examples, names=body.names))


def _add_other_routes(app: FastAPI, service: Service) -> None:
    @app.get(
        "/v1/search",
        response_model=forms.Found,
        responses={404: {"model": forms.Problem, "description": "there is no store"}, **_problems(401, 403, 422, 503)},
        tags=["store"],
    )
    async def search(
        q: Annotated[
            str, Query(max_length=2000, description='words, "a phrase", begin*, -without, a OR b, site:, date: …')
        ],
        rank: forms.Rank = "blend",
        site: Annotated[str | None, Query(max_length=255, description="pages of this site alone")] = None,
        limit: Annotated[int, Query(ge=1, le=200)] = 10,
        offset: Annotated[int, Query(ge=0, le=100_000, description="hits to leave out first")] = 0,
        by_page: Annotated[bool, Query(description="the best block of each page")] = False,
    ) -> dict[str, Any]:
        """Blocks of the store by their words, best first."""
        options = {"rank": rank, "site": site or None, "limit": limit, "offset": offset, "by_page": by_page}
        return {"hits": await service.search(q, **options)}

    @app.post("/v1/corpus", response_model=forms.Saved, responses=_problems(401, 403, 413, 422), tags=["inspector"])
    async def corpus(label: Annotated[forms.Label, Body()]) -> Any:
        """Add a page with its content, as a person put it right, to the service's label file."""
        path = service.settings.corpus
        try:
            pages, replaced = await run_in_threadpool(add_label, path, label.model_dump())
        except TamisError as error:
            return JSONResponse({"detail": str(error)}, 422)
        return {"file": str(path), "pages": pages, "replaced": replaced}

    @app.get("/v1/strategies", response_model=list[forms.StrategyInfo], responses=_problems(401, 403), tags=["pages"])
    async def list_strategies() -> list[dict[str, Any]]:
        """The strategies, with the names and defaults of their parameters."""
        return [strategy.to_dict() for strategy in available_strategies()]

    @app.get("/healthz", response_model=forms.Health, responses=_problems(403), tags=["operating"])
    async def healthz() -> dict[str, Any]:
        """Whether the service is up, and how busy it is."""
        pool, settings = service.pool, service.settings
        return {
            "status": "ok", "version": __version__, "workers": pool.workers, "busy": pool.busy,
            "waiting": pool.waiting, "fetch": settings.allow_fetch, "store": settings.store is not None,
        }  # fmt: skip

    @app.get(
        "/readyz",
        response_model=forms.Ready,
        responses={503: {"model": forms.Ready, "description": "not now: no worker is ready, or all places are taken"}},
        tags=["operating"],
    )
    async def readyz() -> JSONResponse:
        """Whether requests are wanted: a worker is ready, and there is room for more. For load balancers."""
        ready = service.pool.ready and service.pool.waiting < service.settings.queue
        return JSONResponse({"ready": ready}, 200 if ready else 503)

    @app.get("/metrics", response_class=Response, responses=_problems(401, 403), tags=["operating"])
    async def metrics() -> Response:
        """Figures for Prometheus."""
        return Response(generate_latest(service.metrics.registry), media_type=CONTENT_TYPE_LATEST)
