"""What sitemaps and feeds list, and politeness."""

from __future__ import annotations

import gzip
from typing import Any

import pytest

import tamis
from tamis.errors import FetchRefusedError
from tamis.web.fetch import Fetched
from tamis.web.links import all_sitemap_links, feed_links, sitemap_links
from tamis.web.polite import Polite

BASE = "https://mill.example/sitemap.xml"
HEAD = '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'


def urls(*paths: str) -> bytes:
    listed = "".join(f"<url><loc>{path}</loc><lastmod>2024-01-01</lastmod></url>" for path in paths)
    return f"{HEAD}{listed}</urlset>".encode()


def index(*paths: str) -> bytes:
    return f"<sitemapindex>{''.join(f'<sitemap><loc>{path}</loc></sitemap>' for path in paths)}</sitemapindex>".encode()


def test_a_sitemap_an_index_and_plain_lines() -> None:
    pages = ["https://mill.example/rye", "https://mill.example/oats"]
    assert sitemap_links(urls(*pages), BASE) == sitemap_links(gzip.compress(urls(*pages)), BASE) == (pages, [])
    assert sitemap_links(index("/a.xml"), BASE) == ([], ["https://mill.example/a.xml"])
    assert sitemap_links("\n".join([*pages, "no address"]).encode(), BASE) == (pages, [])


def test_a_broken_sitemap_gives_what_came_before() -> None:
    whole = urls("https://mill.example/rye", "https://mill.example/oats")
    assert sitemap_links(whole[:-30], BASE)[0][0] == "https://mill.example/rye"
    assert sitemap_links(b"<html><p>not found", BASE) == sitemap_links(b"", BASE) == ([], [])
    with pytest.raises(tamis.InputError, match="not a packed sitemap"):
        sitemap_links(b"\x1f\x8bnonsense", BASE)


def test_a_hostile_sitemap_costs_little() -> None:
    """Entities that unfold, files of the machine, gzip that unfolds, more sitemaps than anyone has."""
    lol = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 12))
    bomb = f'<!DOCTYPE x [<!ENTITY l0 "lol">{lol}]><urlset><url><loc>&l11;</loc></url></urlset>'
    assert sitemap_links(bomb.encode(), BASE) == ([], [])
    file = '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><urlset><url><loc>&f;</loc></url></urlset>'
    assert "root" not in str(sitemap_links(file.encode(), BASE))
    assert sitemap_links(gzip.compress(bytes(200_000_000), 1), BASE) == ([], [])
    asked: list[str] = []

    def get(address: str) -> bytes:
        asked.append(address)
        return index(*(f"https://mill.example/{len(asked)}-{i}.xml" for i in range(100)))

    assert not list(all_sitemap_links(BASE, get)) and len(asked) == 500


def test_sitemaps_within_sitemaps() -> None:
    files = {
        BASE: index("/a.xml", "/b.xml", "/sitemap.xml", "/gone.xml"),
        "https://mill.example/a.xml": urls("https://mill.example/rye", "https://mill.example/oats"),
        "https://mill.example/b.xml": urls("https://mill.example/oats", "https://mill.example/wheat"),
    }
    found = [link.rpartition("/")[2] for link in all_sitemap_links(BASE, files.get)]
    assert found == ["rye", "oats", "wheat"]


def test_feeds() -> None:
    pytest.importorskip("feedparser")
    rss = b"<rss version='2.0'><channel><title>Mill</title><item><link>/rye</link></item><item><link>/rye</link></item>"
    atom = b"<feed xmlns='http://www.w3.org/2005/Atom'><entry><link href='https://mill.example/oats'/></entry></feed>"
    assert feed_links(rss, "https://mill.example/feed") == ["https://mill.example/rye"]
    assert feed_links(atom, "https://mill.example/feed") == ["https://mill.example/oats"]
    assert feed_links(b"no feed", "https://mill.example/feed") == []


class Web:
    """Pages by their addresses, a clock that stands still but while someone waits, and what was asked for."""

    def __init__(self, pages: dict[str, bytes | int]) -> None:
        self.pages, self.asked, self.now = pages, list[str](), 0.0
        self.waited: list[float] = []

    def fetch(self, url: str, **_: Any) -> Fetched:
        self.asked.append(url)
        found = self.pages.get(url, 404)
        if isinstance(found, int):
            raise tamis.FetchError(f"{url}: the server answered {found}", found)
        return Fetched(url, found, None, 200)

    def wait(self, seconds: float) -> None:
        self.waited.append(seconds)
        self.now += seconds

    def polite(self, delay: float = 1.0) -> Polite:
        return Polite(delay, fetch=self.fetch, wait=self.wait, clock=lambda: self.now)


def test_robots_txt_is_obeyed_and_asked_for_once() -> None:
    web = Web({
        "https://mill.example/robots.txt": b"User-agent: *\nDisallow: /private\n",
        "https://mill.example/rye": b"<p>Rye",
        "https://open.example/rye": b"<p>Rye", "https://down.example/robots.txt": 503,
        "https://down.example/": b"<p>",
    })  # fmt: skip
    polite = web.polite()
    assert polite.get("https://mill.example/rye").html == polite.get("https://open.example/rye").html == b"<p>Rye"
    for forbidden in ("https://mill.example/private/oats", "https://down.example/"):
        with pytest.raises(FetchRefusedError, match=r"robots\.txt forbids it"):
            polite.get(forbidden)
        assert forbidden not in web.asked
    assert web.asked.count("https://mill.example/robots.txt") == 1
    for wrong in ("file:///etc/passwd", "https://", "https://[/"):
        with pytest.raises(FetchRefusedError):
            polite.get(wrong)


def test_there_is_a_pause_between_pages_of_a_host() -> None:
    pages: dict[str, bytes | int] = {f"https://{host}.example/{i}": b"<p>" for host in ("a", "b") for i in range(3)}
    web = Web({**pages, "https://b.example/robots.txt": b"User-agent: tamis\nCrawl-delay: 5\n"})
    polite = web.polite(2.0)
    for i in range(3):
        polite.get(f"https://a.example/{i}")
    assert web.waited == [2.0, 2.0]
    for i in range(3):
        polite.get(f"https://b.example/{i}")
    assert web.waited[2:] == [5.0, 5.0]
