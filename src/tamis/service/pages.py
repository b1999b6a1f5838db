"""The inspector and the other pages for people, with their files; none is loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib.resources import files
from pathlib import Path
from typing import Final

from fastapi import APIRouter, FastAPI
from fastapi.responses import FileResponse
from starlette.staticfiles import StaticFiles

ASSETS: Final = Path(__file__).parent.parent / "inspect" / "assets"
_PAGES: Final = {"/": "index.html", "/search": "search.html", "/site": "site.html", "/docs": "docs.html"}


def add_pages(app: FastAPI) -> None:
    """Serve the inspector, the other pages and what they load."""
    router = APIRouter(include_in_schema=False)
    for path, name in _PAGES.items():
        router.add_api_route(path, _serving(ASSETS / name), methods=["GET", "HEAD"])
    app.include_router(router)
    app.mount("/assets", StaticFiles(directory=ASSETS), name="assets")
    swagger = Path(str(files("fastapi_swagger"))) / "resources"
    app.mount("/swagger", StaticFiles(directory=swagger), name="swagger")


def _serving(path: Path) -> Callable[[], Awaitable[FileResponse]]:
    async def serve() -> FileResponse:
        return FileResponse(path, headers={"cache-control": "no-cache"})

    return serve
