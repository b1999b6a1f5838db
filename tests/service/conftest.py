"""A service in this process for most tests, with workers of its own; real servers where signals and sockets matter."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import tamis
from tamis.service.app import create_app
from tamis.service.settings import Settings
from tamis.store import open_store
from tamis.store.records import record

PAGES = Path("examples/pages")
BASE = "http://127.0.0.1:8000"
"""the name that the service is asked under: a service on the loopback address answers to loopback names alone"""


def client(settings: Settings) -> TestClient:
    return TestClient(create_app(settings), base_url=BASE)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("service")


@pytest.fixture(scope="session")
def store(folder: Path) -> str:
    address = str(folder / "blocks.db")
    pages = [(path.name, path.read_bytes()) for path in sorted(PAGES.glob("*.html"))]
    with open_store(address) as opened:
        opened.add(record(tamis.analyze(html), html, url=name) for name, html in pages)
    return address


@pytest.fixture(scope="session")
def api(folder: Path, store: str) -> Iterator[TestClient]:
    settings = Settings(workers=2, store=store, corpus=folder / "corpus.jsonl", max_body=3_000_000, seconds=20)
    with client(settings) as opened:
        yield opened
