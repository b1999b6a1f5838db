"""Whatever goes wrong: a clear error, and nothing lost that was reported as stored."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

import pytest

from tamis.errors import MissingExtraError, StoreError
from tamis.store import open_store
from tests.store.load import search_and_add_as_nobody
from tests.store.samples import made_page
from tests.store.server import Server, restart, start_server


def test_no_such_store(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"there is no store .*`tamis index` makes one"):
        open_store(str(tmp_path / "none.db"), create=False)
    with pytest.raises(StoreError, match="there is no folder"):
        open_store(str(tmp_path / "none" / "none.db"))
    with pytest.raises(StoreError, match="unable to open"):
        open_store(str(tmp_path))
    assert not list(tmp_path.iterdir())


def test_a_store_that_holds_nothing_yet(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    with pytest.raises(StoreError, match="holds no pages yet"):
        open_store(str(tmp_path / "empty.db"), create=False)


def test_a_file_of_something_else(tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("This is no database, but a text that is long enough to look at. " * 100)
    with pytest.raises(StoreError, match="this file is no store"):
        open_store(str(text))
    foreign = tmp_path / "foreign.db"
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    connection.close()
    with pytest.raises(StoreError, match="a database of something else"):
        open_store(str(foreign))


def test_a_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "tamis.db"
    with open_store(str(path)) as store:
        store.add([made_page(number) for number in range(40)])
    data = bytearray(path.read_bytes())
    for page in range(5 * 4096, len(data) - 4096, 4096):
        data[page : page + 2048] = os.urandom(2048)
    path.write_bytes(data)
    with pytest.raises(StoreError, match=r"damaged|malformed|not a database"):  # noqa: SIM117
        with open_store(str(path)) as store:
            if problems := store.check():
                raise StoreError(f"damaged: {problems[0]}")


def test_a_store_that_may_only_be_read(tmp_path: Path) -> None:
    folder = tmp_path / "theirs"
    folder.mkdir()
    path = folder / "tamis.db"
    with open_store(str(path)) as store:
        store.add([made_page(1)])
    for above in (tmp_path, *tmp_path.parents[:-1]):
        if above.stat().st_uid == os.geteuid():
            above.chmod(above.stat().st_mode | 0o055)
    path.chmod(0o444)
    folder.chmod(0o555)
    with get_context("forkserver").Pool(1) as pool:
        found, error = pool.apply(search_and_add_as_nobody, (str(path),))
    folder.chmod(0o755)
    assert found > 0 and "may not write" in error


FULL = """
import resource, sys, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from tamis.errors import StoreError
from tamis.store import open_store
from tests.store.samples import made_page
with open_store(sys.argv[1]) as store:
    resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
    stored = 0
    try:
        for start in range(0, 2000, 5):
            store.add([made_page(number) for number in range(start, start + 5)])
            stored = start + 5
    except StoreError as error:
        print(stored, error)
"""


def test_no_room_left(tmp_path: Path) -> None:
    """A quota on the size of files stands in for a full disk: to SQLite both are a write that fails."""
    path = str(tmp_path / "tamis.db")
    done = subprocess.run(
        [sys.executable, "-c", FULL, path], capture_output=True, text=True, cwd=Path(__file__).parents[2], check=True
    )
    stored, _, error = done.stdout.partition(" ")
    assert int(stored) > 0 and "what was reported as stored is safe" in error, done.stdout
    with open_store(path) as store:
        assert not store.check()
        known = store.known(made_page(number).url for number in range(int(stored) + 5))
        assert len(known) == int(stored)
        assert store.add([made_page(2001)]).new == 1


@pytest.fixture
def own_server() -> Iterator[Server]:
    running = start_server()
    yield running
    running.remove()


def test_server_errors(server: Server) -> None:
    with pytest.raises(StoreError, match="check user and password") as caught:
        open_store(server.address("wrong password"))
    assert "wrong" not in str(caught.value)
    with pytest.raises(StoreError, match="is the server up"):
        open_store(f"postgresql://tamis@127.0.0.1:{server.port - 1 or 1}/postgres?connect_timeout=2")
    with pytest.raises(StoreError, match="does not exist"):
        open_store(server.url.replace("/postgres", "/nowhere"))


def test_the_server_goes_away_in_the_middle(own_server: Server) -> None:
    store = open_store(own_server.url)
    assert store.add([made_page(1)]).new == 1
    own_server.stop(at_once=True)
    for _ in range(2):
        with pytest.raises(StoreError, match="is the server up"):
            store.add([made_page(2)])
    with pytest.raises(StoreError, match="is the server up"):
        store.search("rye")
    store.close()
    again = restart(own_server)
    try:
        with open_store(again.url) as store:
            assert list(store.known([made_page(1).url, made_page(2).url])) == [made_page(1).url]
            assert not store.check() and store.add([made_page(2)]).new == 1
    finally:
        again.stop(at_once=True)


def test_without_psycopg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "tamis.store.postgres", raising=False)
    with pytest.raises(MissingExtraError, match=r"pip install .*\[postgres\]"):
        open_store("postgresql://localhost/x")
