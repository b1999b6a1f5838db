"""Fetching, against a real server on this machine."""

from __future__ import annotations

import gzip
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

import tamis

PAGE = "<p>ёж и медведь</p>".encode("cp1251")


class Server(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = self.path
        if path == "/page":
            self.answer(PAGE, {"Content-Type": "text/html; charset=windows-1251"})
        elif path == "/once":
            self.answer(b"", {"Location": "/page"}, 302)
        elif path == "/loop":
            self.answer(b"", {"Location": "/loop"}, 302)
        elif path == "/bomb":
            self.answer(gzip.compress(bytes(30_000_000)), {"Content-Encoding": "gzip"})
        elif path == "/endless":
            self.send_response(200)
            self.end_headers()
            for _ in range(200):
                try:
                    self.wfile.write(b"x" * 1000)
                    self.wfile.flush()
                except OSError:
                    return
                time.sleep(0.05)
        else:
            self.answer(b"gone", {}, 404)

    def answer(self, body: bytes, headers: dict[str, str], status: int = 200) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

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


def test_a_page_with_its_charset_and_final_address(base: str) -> None:
    page = tamis.fetch(f"{base}/once")
    assert (page.url, page.html, page.charset, page.status) == (f"{base}/page", PAGE, "windows-1251", 200)
    assert tamis.analyze(page.html, page.url, charset=page.charset).blocks[0].text == "ёж и медведь"


@pytest.mark.parametrize(
    ("path", "options", "message"),
    [
        ("/missing", {}, "answered 404"),
        ("/loop", {}, "more than 5 redirects"),
        ("/bomb", {"max_bytes": 1_000_000}, "over 1,000,000 bytes"),
        ("/endless", {"seconds": 0.5}, "not done after 0.5 seconds"),
        ("/endless", {"max_bytes": 5_000}, "over 5,000 bytes"),
    ],
)
def test_limits(base: str, path: str, options: dict[str, float], message: str) -> None:
    with pytest.raises(tamis.FetchError, match=message):
        tamis.fetch(base + path, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://example.com/", "example.com", "http://127.0.0.1:1/"])
def test_what_cannot_be_fetched(url: str) -> None:
    with pytest.raises(tamis.FetchError):
        tamis.fetch(url, seconds=2)
