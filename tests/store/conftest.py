from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from tamis.store import Store, open_store
from tests.store.server import Server, start_server


@pytest.fixture(scope="package")
def server() -> Iterator[Server]:
    running = start_server()
    yield running
    running.remove()


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where to make a store: a new one for each test, on each back end."""
    if request.param == "sqlite":
        return str(tmp_path / "tamis.db")
    url: str = request.getfixturevalue("server").url
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET client_min_messages = warning")
        connection.execute("DROP SCHEMA IF EXISTS tamis CASCADE")
    return url


@pytest.fixture
def opened() -> Iterator[Callable[[str], Store]]:
    """Opens stores that are closed at the end of the test."""
    stores: list[Store] = []

    def open_one(address: str) -> Store:
        stores.append(open_store(address))
        return stores[-1]

    yield open_one
    for store in stores:
        store.close()


@pytest.fixture
def store(address: str, opened: Callable[[str], Store]) -> Store:
    return opened(address)
