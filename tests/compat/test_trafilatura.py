"""Programs written for trafilatura: its documented manner of use, every keyword, and ``None`` for no result."""

from __future__ import annotations

import inspect
import json
import re
import warnings
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest

import tamis.compat.trafilatura as trafilatura
from tamis.compat.trafilatura import bare_extraction, extract, extract_metadata, fetch_response, fetch_url
from tamis.compat.trafilatura import options as trafilatura_options

COMMENTS = "".join(
    f"<li class=comment id=comment-{i}><b class=comment-author>Reader {i}</b><p class=comment-content>I tried this "
    f"recipe on Sunday, and my oven number {i} was far too hot for it.</p></li>"
    for i in range(4)
)
PAGE = f"""<!doctype html><html lang=en><head><title>Rye bread - The Mill</title>
<link rel=canonical href=https://mill.example/rye><meta name=author content="Ada Rye">
<meta property=article:published_time content=2024-03-05><meta property=og:site_name content="The Mill">
<meta name=description content="How to bake it."></head><body>
<nav><a href=/>Home</a> <a href=/shop>Shop</a></nav><article><h1>Rye bread</h1>
<p>Mix the flour with <a href=/water>warm water</a> and <b>a little salt</b>, and wait until it has doubled.</p>
<p>Then bake it in a hot oven for an hour, and let it rest for a day before you cut it into slices.</p>
<table><tr><th>Flour<th>Water<tr><td>500 g<td>400 g</table>
<img src=/loaf.jpg alt="The loaf"></article>
<section id=comments class=comments><h3>Comments</h3><ol class=comment-list>{COMMENTS}</ol></section>
<footer>© The Mill</footer></body></html>"""
# trafilatura 2.3.1, by inspect.signature
KEYWORDS = {
    "extract": "filecontent url record_id fast no_fallback favor_precision favor_recall include_comments output_format "
    "tei_validation target_language include_tables include_images include_formatting include_links deduplicate "
    "date_extraction_params with_metadata only_with_metadata max_tree_size url_blacklist author_blacklist settingsfile "
    "prune_xpath config options",
    "bare_extraction": "filecontent url fast no_fallback favor_precision favor_recall include_comments output_format "
    "target_language include_tables include_images include_formatting include_links deduplicate date_extraction_params "
    "with_metadata only_with_metadata max_tree_size url_blacklist author_blacklist as_dict prune_xpath config options",
    "extract_metadata": "filecontent default_url date_config extensive author_blacklist",
    "fetch_url": "url no_ssl config options",
    "fetch_response": "url decode no_ssl with_headers config",
    "html2txt": "content clean",
    "baseline": "filecontent",
    "load_html": "htmlobject max_size",
}


SITE = "http://{host}"
ITEMS = "".join(
    f"<item><title>{path}</title><link>{link}</link></item>"
    for path, link in [("rye", f"{SITE}/en/rye"), ("roggen", f"{SITE}/de/roggen"), ("oats", "https://oats.example/a")]
)
FEED = f"<rss version='2.0'><channel><title>The Mill</title>{ITEMS}</channel></rss>"
SITEMAP = f"<urlset><url><loc>{SITE}/en/rye</loc></url><url><loc>{SITE}/de/roggen</loc></url></urlset>"
PAGES = {
    "/rye": PAGE,
    "/": "<link rel=alternate hreflang=de href=/de/><link rel=alternate type=application/rss+xml href=/feed><p>Mill.",
    "/feed": FEED,
    "/robots.txt": f"User-agent: *\nSitemap: {SITE}/map.xml\n",
    "/map.xml": SITEMAP,
}


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path in PAGES else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(PAGES.get(self.path, "").replace("{host}", self.headers["Host"]).encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=listening.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{listening.server_port}"
    listening.shutdown()
    listening.server_close()


@pytest.mark.parametrize("name", KEYWORDS)
def test_the_signatures_are_trafilaturas(name: str) -> None:
    ours = list(inspect.signature(getattr(trafilatura, name)).parameters)
    assert ours == KEYWORDS[name].split()


def test_the_signatures_are_those_of_the_installed_one() -> None:
    installed = pytest.importorskip("trafilatura")
    for name in (*KEYWORDS, "extract_with_metadata"):
        assert hasattr(installed, name)
        if name in KEYWORDS:
            theirs = inspect.signature(getattr(installed, name)).parameters
            assert set(theirs) <= set(KEYWORDS[name].split()), name
    for keyword in inspect.signature(installed.extract_with_metadata).parameters:
        if keyword not in ("filecontent", "url", "config", "options"):
            assert keyword in KEYWORDS["extract"].split()


def test_quick_start(server: str) -> None:
    """Fetch, then extract: the first lines of the documentation."""
    downloaded = fetch_url(f"{server}/rye")
    assert isinstance(downloaded, str)
    result = extract(downloaded)
    assert result and result.startswith("Rye bread\nMix the flour")
    assert "Home" not in result and "© The Mill" not in result
    assert extract(downloaded, output_format="xml", include_comments=False).startswith("<")  # type: ignore[union-attr]
    assert fetch_url(f"{server}/none") is None and fetch_url("http://127.0.0.1:1/") is None
    response = fetch_response(f"{server}/rye", decode=True)
    assert response and response.status == 200 and response.data == PAGE.encode() and response.html == PAGE
    assert extract(response) == extract(response.data) == result and response.as_dict()["url"].endswith("/rye")


@pytest.mark.parametrize(
    ("output_format", "begin"),
    [("txt", "Rye bread\n"), ("markdown", "# Rye bread"), ("html", "<"), ("json", "{"), ("csv", "https://mill"),
     ("xml", "<"), ("xmltei", "<")],
)  # fmt: skip
def test_formats(output_format: str, begin: str) -> None:
    found = extract(PAGE, output_format=output_format)
    assert found and found.startswith(begin) and "warm water" in found


def test_choice_of_elements() -> None:
    text = extract(PAGE) or ""
    assert "my oven number 3" in text and "500 g" in text
    assert "oven number" not in (extract(PAGE, include_comments=False) or "")
    assert "500 g" not in (extract(PAGE, include_tables=False) or "")
    assert "**a little salt**" in (extract(PAGE, include_formatting=True) or "")
    assert "(https://mill.example/water)" in (extract(PAGE, url="https://mill.example/rye", include_links=True) or "")
    assert "loaf.jpg" in (extract(PAGE, include_images=True) or "")
    assert extract(PAGE, favor_precision=True) and extract(PAGE, favor_recall=True) and extract(PAGE, fast=True)
    assert extract(PAGE, target_language="de") is None and extract(PAGE, target_language="en")
    pruned = extract(PAGE, prune_xpath=["//table", "//p[2]"])
    assert pruned and "500 g" not in pruned and "hot oven" not in pruned and "warm water" in pruned


def test_metadata() -> None:
    text = extract(PAGE, with_metadata=True)
    assert text and text.startswith("---\n") and "Ada Rye" in text
    form = json.loads(extract(PAGE, output_format="json", with_metadata=True) or "")
    assert form["title"] == "Rye bread" and form["author"] == "Ada Rye" and form["date"] == "2024-03-05"
    assert form["source"] == "https://mill.example/rye" and form["hostname"] == "mill.example"
    assert form["source-hostname"] == "The Mill" and form["excerpt"] == "How to bake it."
    assert "oven number" in form["comments"] and "oven number" not in form["text"]
    assert json.loads(extract(PAGE, output_format="json") or "").keys() == {"text", "comments"}
    found = extract_metadata(PAGE)
    assert found and (found.title, found.sitename, found.text) == ("Rye bread", "The Mill", None)
    assert found.as_dict()["date"] == "2024-03-05"
    assert extract_metadata("") is None


def test_bare_extraction() -> None:
    found = bare_extraction(PAGE, with_metadata=True)
    assert isinstance(found, trafilatura.Document)
    assert found.title == "Rye bread" and found.text and found.text.startswith("Rye bread\nMix")
    assert found.comments and "Reader 2" in found.comments and "Reader 2" not in found.text
    assert found.as_dict()["author"] == "Ada Rye"
    plain = bare_extraction(PAGE, as_dict=True)
    assert isinstance(plain, dict) and plain["title"] is None and plain["text"] == found.text
    with_all = trafilatura.extract_with_metadata(PAGE, output_format="markdown", include_links=True)
    assert with_all and with_all.title == "Rye bread" and with_all.text and with_all.text.startswith("# Rye bread")
    with pytest.raises(TypeError, match="unexpected keyword argument 'links'"):
        trafilatura.extract_with_metadata(PAGE, links=True)


def test_trees_of_lxml() -> None:
    html = pytest.importorskip("lxml.html")
    tree = html.fromstring(PAGE)
    assert extract(tree) == extract(PAGE)
    assert extract(tree.find(".//table")) is not None
    loaded = trafilatura.load_html(PAGE)
    assert loaded.find(".//h1").text == "Rye bread" and trafilatura.load_html("") is None
    with pytest.raises(TypeError, match="text or bytes, not int"):
        trafilatura.load_html(5)
    found = bare_extraction(PAGE)
    assert isinstance(found, trafilatura.Document)
    assert "warm water" in "".join(found.body.itertext())
    assert "Reader 1" in "".join(found.commentsbody.itertext())
    body, text, length = trafilatura.baseline(PAGE)
    assert "hot oven" in text and length == len(text) and "hot oven" in "".join(body.itertext())


def test_html2txt_has_everything() -> None:
    text = trafilatura.html2txt(PAGE)
    assert "Home" in text and "© The Mill" in text and "warm water" in text


def test_feeds_and_sitemaps(server: str) -> None:
    from tamis.compat.trafilatura import feeds, sitemaps

    english, german, other = f"{server}/en/rye", f"{server}/de/roggen", "https://oats.example/a"
    assert sitemaps.sitemap_search(server, sleep_time=0) == [german, english]
    assert sitemaps.sitemap_search(f"{server}/", target_lang="en", sleep_time=0) == [english]
    assert sitemaps.sitemap_search(f"{server}/en", sleep_time=0) == [english]
    assert sitemaps.sitemap_search(f"{server}/map.xml", sleep_time=0) == [german, english]
    assert sitemaps.sitemap_search("http://127.0.0.1:1/") == feeds.find_feed_urls("http://127.0.0.1:1/") == []
    pytest.importorskip("feedparser")
    for address in (f"{server}/", f"{server}/feed"):
        assert feeds.find_feed_urls(address, sleep_time=0) == [german, english]
    assert feeds.find_feed_urls(f"{server}/feed", target_lang="ja", sleep_time=0) == []
    assert feeds.find_feed_urls(f"{server}/feed", external=True, sleep_time=0) == [german, english, other]


def test_fingerprints() -> None:
    from tamis.compat.trafilatura.deduplication import Simhash, content_fingerprint, generate_hash_filename

    first, second = Simhash("This is a text."), Simhash("This is a test.")
    assert 0.5 < second.similarity(first) < 1
    assert (
        Simhash(existing_hash=first.hash).similarity(first)
        == Simhash(existing_hash=first.to_hex()).similarity(first)
        == 1
    )
    assert content_fingerprint("This is a text.") == first.to_hex() != second.to_hex()
    name = generate_hash_filename("This is a text.")
    assert name == generate_hash_filename("This is  a text.") and name.replace("-", "").replace("_", "").isalnum()
    assert Simhash("").hash == 0 and Simhash("Rye", length=128).similarity(Simhash("Rye", length=128)) == 1
    with pytest.raises(ValueError, match="multiple of 8"):
        Simhash("Rye", length=3)


def test_the_other_modules_of_its_documentation() -> None:
    from tamis.compat.trafilatura.meta import reset_caches
    from tamis.compat.trafilatura.metadata import extract_metadata as from_module
    from tamis.compat.trafilatura.settings import Extractor

    reset_caches()
    assert from_module is extract_metadata
    options = Extractor(output_format="json", with_metadata=True, links=True)
    options.comments = False
    assert "oven number" not in (extract(PAGE, options=options) or "")
    assert json.loads(extract(PAGE, options=options) or "")["title"] == "Rye bread"


def test_every_documented_call_has_a_row_in_the_guide() -> None:
    guide = (Path(__file__).parent.parent.parent / "docs/coming-from.md").read_text(encoding="utf-8")
    names = (*trafilatura.__all__, "find_feed_urls", "sitemap_search", "Simhash", "content_fingerprint", "reset_caches")
    for name in (*names, "generate_hash_filename", "Extractor"):
        assert name == "Document" or re.search(rf"^\| .*`[^`]*{name}\(", guide, re.MULTILINE), name


@pytest.mark.parametrize(
    "nothing",
    [None, "", " \n", b"", 5, "https://mill.example/rye", b"\x89PNG\r\n\x1a\n0000", "<html></html>"],
    ids=repr,
)
def test_no_result_is_none(nothing: Any) -> None:
    assert extract(nothing) is None and bare_extraction(nothing) is None


def test_blacklists_and_required_metadata() -> None:
    assert extract(PAGE, url_blacklist={"https://mill.example/rye"}) is None
    assert extract(PAGE, only_with_metadata=True)
    assert extract("<h1>Rye</h1><p>Grows on poor soil, and makes good bread.", only_with_metadata=True) is None
    found = bare_extraction(PAGE, with_metadata=True, author_blacklist={"ada rye"})
    assert isinstance(found, trafilatura.Document) and found.author is None


def test_parameters_of_dates() -> None:
    def day(**params: Any) -> str | None:
        found = bare_extraction(PAGE, with_metadata=True, date_extraction_params=params)
        assert isinstance(found, trafilatura.Document)
        return found.date

    assert day(outputformat="%d %m %Y") == "05 03 2024"
    assert day(max_date="2020-01-01") is None and day(min_date="2020-01-01") == "2024-03-05"
    assert day(original_date=True) == "2024-03-05"


def test_an_object_of_options_as_extractor_has_them() -> None:
    options = SimpleNamespace(
        format="markdown", focus="precision", lang=None, dedup=False, comments=False, formatting=True, links=True,
        images=False, tables=False, with_metadata=False, only_with_metadata=False, date_params={}, url=None,
        url_blacklist=set(), author_blacklist=set(),
    )  # fmt: skip
    found = extract(PAGE, options=options)
    assert found and found.startswith("# Rye bread") and "500 g" not in found and "Reader" not in found


def test_the_extractor_of_the_installed_one() -> None:
    settings = pytest.importorskip("trafilatura.settings")
    options = settings.Extractor(output_format="markdown", comments=False, tables=False, url="https://mill.example/rye")
    found = extract(PAGE, options=options)
    assert found and found.startswith("# Rye bread") and "500 g" not in found


def test_what_means_nothing_is_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trafilatura_options, "_warned", set())
    with pytest.warns(UserWarning, match="ignores tei_validation: tamis does not validate TEI"):
        extract(PAGE, tei_validation=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert extract(PAGE, tei_validation=True)
    with pytest.warns(UserWarning, match="ignores settingsfile"):
        extract(PAGE, settingsfile="my.cfg")


def test_a_wrong_format_or_expression_is_an_error() -> None:
    with pytest.raises(ValueError, match="output_format is one of txt"):
        extract(PAGE, output_format="pdf")
    with pytest.raises(ValueError, match="not an XPath expression"):
        extract(PAGE, prune_xpath="//[")


def test_a_page_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "rye.html"
    file.write_text(PAGE, encoding="utf-8")
    assert extract(file) == extract(PAGE) and extract(tmp_path / "none.html") is None
