"""Fetching by URL: off unless allowed, and then to public addresses alone."""

from __future__ import annotations

import gzip
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import pytest
from starlette.testclient import TestClient

import tamis
from tamis.errors import FetchRefusedError
from tamis.service.settings import Settings
from tamis.web.fetch import fetch
from tests.service.conftest import client

PAGE = b"<h1>Rye</h1><p>Rye is a grass that is grown as a grain, and it makes good bread."
PUBLIC = "93.184.215.14"
"""an address that is public; nothing is ever sent there"""
resolve = socket.getaddrinfo


class Server(BaseHTTPRequestHandler):
    hits: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.hits.append(self.path)
        packed = {"/bomb": "gzip", "/odd": "br"}.get(self.path)
        self.send_response(302 if self.path == "/away" else 200)
        if self.path == "/away":
            self.send_header("Location", "http://public.example/secret")
        if packed:
            self.send_header("Content-Encoding", packed)
        self.end_headers()
        try:
            if self.path == "/big":
                for _ in range(30):
                    self.wfile.write(b"x" * 1_000_000)
            else:
                self.wfile.write(gzip.compress(bytes(50_000_000)) if self.path == "/bomb" else PAGE)
        except OSError:
            pass

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def fetching() -> Iterator[TestClient]:
    with client(Settings(workers=1, allow_fetch=True)) as opened:
        yield opened


@pytest.fixture(scope="module")
def trusting() -> Iterator[TestClient]:
    with client(Settings(workers=1, allow_fetch=True, allow_private=True)) as opened:
        yield opened


def test_off_unless_allowed(api: TestClient) -> None:
    for path in ("/v1/extract", "/v1/analyze", "/v1/inspect"):
        answer = api.post(path, json={"url": "https://example.org/"})
        assert answer.status_code == 403 and "--allow-fetch" in answer.json()["detail"]


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:{port}/", "http://localhost:{port}/", "http://LOCALHOST.:{port}/", "http://0.0.0.0:{port}/",
        "http://127.1:{port}/", "http://2130706433:{port}/", "http://0x7f000001:{port}/", "http://0177.0.0.1:{port}/",
        "http://①②⑦.0.0.1:{port}/", "http://user:word@127.0.0.1:{port}/", "http://[::1]:{port}/",
        "http://[::ffff:127.0.0.1]:{port}/", "http://[::ffff:7f00:1]:{port}/", "http://[fe80::1]/", "http://[fd00::1]/",
        "http://[64:ff9b::7f00:1]/", "http://[2002:7f00:1::]/", "http://10.0.0.1/", "http://172.16.0.1/",
        "http://192.168.1.1/", "http://169.254.169.254/latest/meta-data/", "http://100.64.0.1/", "http://224.0.0.1/",
        "http://255.255.255.255/", "file:///etc/passwd", "ftp://example.org/", "gopher://127.0.0.1/",
        "data:text/html,x", "javascript:alert(1)", "//127.0.0.1/", "about:blank", "http://", "http:///x",
    ],
)  # fmt: skip
def test_refused_with_403(fetching: TestClient, base: str, url: str) -> None:
    Server.hits.clear()
    answer = fetching.post("/v1/extract", json={"url": url.format(port=base.rpartition(":")[2])})
    assert answer.status_code == 403, answer.text
    assert not Server.hits


def answering(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """Make the name public.example stand for one address after the other; what was asked."""
    asked: list[str] = []

    def getaddrinfo(host: Any, *args: Any, **options: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host
        if name == "public.example":
            asked.append(name)
            host = addresses[min(len(asked), len(addresses)) - 1]
        return resolve(host, *args, **options)

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


def test_a_name_for_a_private_address(fetching: TestClient, base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, "127.0.0.1")
    Server.hits.clear()
    answer = fetching.post("/v1/extract", json={"url": f"http://public.example:{base.rpartition(':')[2]}/"})
    assert answer.status_code == 403
    assert answer.json()["detail"] == "public.example is not on the public internet: refused"
    assert not Server.hits


def test_a_name_whose_answer_changes(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is public when it is checked, and this machine ever after: the checked address is connected to."""
    asked = answering(monkeypatch, PUBLIC, "127.0.0.1")
    tried: list[Any] = []

    def create_connection(address: Any, *args: Any, **options: Any) -> socket.socket:
        tried.append(address)
        raise OSError("nobody there")

    monkeypatch.setattr(socket, "create_connection", create_connection)
    port = int(base.rpartition(":")[2])
    with pytest.raises(tamis.FetchError, match="nobody there"):
        fetch(f"http://public.example:{port}/", public_only=True)
    assert (asked, tried) == (["public.example"], [(PUBLIC, port)])


def test_a_redirect_to_a_private_address(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A public server (this one, for the test) sends us to a name that is private."""
    from tamis.web import addresses

    port = base.rpartition(":")[2]
    answering(monkeypatch, "10.0.0.1")
    usual = addresses.is_public
    monkeypatch.setattr(addresses, "is_public", lambda address: address == "127.0.0.1" or usual(address))
    assert fetch(f"{base}/", public_only=True).html == PAGE
    with pytest.raises(FetchRefusedError, match=r"^public\.example is not on the public internet: refused$"):
        fetch(f"http://127.0.0.1:{port}/away", public_only=True)


@pytest.mark.parametrize("path", ["/big", "/bomb", "/odd"])
def test_big_bodies_and_bombs(trusting: TestClient, base: str, path: str) -> None:
    answer = trusting.post("/v1/extract", json={"url": base + path})
    assert answer.status_code == 403, answer.text


def test_what_is_allowed_is_fetched(trusting: TestClient, base: str) -> None:
    answer = trusting.post("/v1/extract", json={"url": f"{base}/rye"}).json()
    assert (answer["url"], answer["content"].partition("\n")[0]) == (f"{base}/rye", "Rye")
    gone = trusting.post("/v1/extract", json={"url": "http://127.0.0.1:1/"})
    assert gone.status_code == 422


def test_an_endless_body(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that sends a byte now and then, headers included, is left when the time is up."""
    listening = socket.create_server(("127.0.0.1", 0))
    listening.settimeout(20)

    def drip() -> None:
        line, _ = listening.accept()
        try:
            for _ in range(200):
                line.sendall(b"x")
                threading.Event().wait(0.1)
        except OSError:
            pass
        line.close()

    thread = threading.Thread(target=drip, daemon=True)
    thread.start()
    with pytest.raises(tamis.FetchError):
        fetch(f"http://127.0.0.1:{listening.getsockname()[1]}/", seconds=1)
    listening.close()
    thread.join(30)
    assert not thread.is_alive()
