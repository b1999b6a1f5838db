"""``tamis fetch``, against a real server on this machine."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

PAGES = {
    "/rye": "<h1>Rye</h1><p>Rye is a grass that is grown as a grain, and makes good bread.",
    "/oats": "<h1>Oats</h1><p>Oats make a good porridge, and horses like them as well.",
    "/private/wheat": "<h1>Wheat</h1>",
}


class Site(ThreadingHTTPServer):
    """A site whose pages have tags by which they are known again."""

    pages: dict[str, str]
    asked: list[tuple[str, int]]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Site

    def do_GET(self) -> None:
        here, pages = self.server.address, self.server.pages
        listed = "".join(f"<url><loc>{here}{path}</loc></url>" for path in [*pages, "/gone"])
        files = {
            "/robots.txt": f"User-agent: *\nDisallow: /private\nSitemap: {here}/map.xml\n",
            "/map.xml": f"<urlset>{listed}</urlset>",
            "/feed": "<rss version='2.0'><channel><item><link>/oats</link></item></channel></rss>",
            **pages,
        }
        body = files.get(self.path)
        tag = f'"{hash(body)}"'
        status = 404 if body is None else 304 if self.headers["If-None-Match"] == tag else 200
        self.server.asked.append((self.path, status))
        self.send_response(status)
        self.send_header("ETag", tag)
        self.end_headers()
        self.wfile.write((body or "").encode() if status == 200 else b"")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def site() -> Iterator[Site]:
    pytest.importorskip("httpx")
    listening = Site(("127.0.0.1", 0), Handler)
    listening.asked, listening.pages = [], dict(PAGES)
    Thread(target=listening.serve_forever, daemon=True).start()
    yield listening
    listening.shutdown()
    listening.server_close()


def run(*args: str, command: str = "fetch") -> subprocess.CompletedProcess[str]:
    given = [sys.executable, "-m", "tamis", command, *args]
    return subprocess.run(given, capture_output=True, text=True, check=False, timeout=120)


def rows(file: Path) -> dict[str, str]:
    read = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return {
        row["asked"].partition("/")[2].rpartition("/")[2]: base64.b64decode(row["html_base64"]).decode() for row in read
    }


def test_a_site_by_its_sitemap_and_once_more(site: Site, tmp_path: Path) -> None:
    file = tmp_path / "pages.jsonl"
    command = (site.address, "--sitemap", "--delay", "0", "-o", str(file))
    done = run(*command)
    assert done.returncode == 1 and "robots.txt forbids it" in done.stderr and "404" in done.stderr
    assert "2 pages" in done.stderr and "2 new, 0 changed, 0 unchanged" in done.stderr
    assert rows(file) == {"rye": PAGES["/rye"], "oats": PAGES["/oats"]}
    assert ("/private/wheat", 200) not in site.asked
    site.pages["/rye"] += "<p>And it grows on poor soil."
    again = run(*command)
    assert "0 new, 1 changed, 1 unchanged" in again.stderr
    assert rows(file) == {"rye": site.pages["/rye"], "oats": PAGES["/oats"]}
    assert ("/oats", 304) in site.asked and not (tmp_path / "pages.jsonl.part").exists()


def test_what_was_fetched_goes_into_a_store(site: Site, tmp_path: Path) -> None:
    file, store = str(tmp_path / "pages.jsonl"), str(tmp_path / "tamis.db")
    assert run(f"{site.address}/rye", "--delay", "0", "-o", file).returncode == 0
    assert "1 page" in run(file, "--store", store, command="index").stdout
    assert f"{site.address}/rye" in run("grass", "--store", store, command="search").stdout


def test_a_feed(site: Site, tmp_path: Path) -> None:
    pytest.importorskip("feedparser")
    listed = run(f"{site.address}/feed", "--feed", "--list")
    assert listed.stdout == f"{site.address}/oats\n"
    file = tmp_path / "pages.jsonl"
    assert run(f"{site.address}/feed", "--feed", "--delay", "0", "-o", str(file)).returncode == 0
    assert rows(file) == {"oats": PAGES["/oats"]}


def test_a_list_can_be_narrowed(site: Site) -> None:
    assert run(site.address, "--sitemap", "--list", "--contains", "ye").stdout == f"{site.address}/rye\n"
    assert run(site.address, "--sitemap", "--list", "--most", "2").stdout.count("\n") == 2


@pytest.mark.parametrize(
    ("args", "said"),
    [(["https://x.example/"], "-o FILE says where"), (["x.example", "--list"], "is no address"),
     (["https://x.example/", "--list", "--delay", "-1"], "--delay"),
     (["https://x.example/", "--most", "0"], "1 or more")],
)  # fmt: skip
def test_wrong_use(args: list[str], said: str) -> None:
    done = run(*args)
    assert done.returncode == 2 and said in done.stderr


def test_another_file_is_not_overwritten(site: Site, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("My notes.")
    done = run(f"{site.address}/rye", "-o", str(file))
    assert done.returncode == 1 and "is not a file that `tamis fetch` has written" in done.stderr
    assert file.read_text() == "My notes."
