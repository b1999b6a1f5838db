"""The examples of docs/integrations.md run with the real libraries and print what is shown there."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

import tamis

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "examples/pages"
GUIDE = (ROOT / "docs/integrations.md").read_text(encoding="utf-8")
MANY_PAGES = (ROOT / "docs/scale.md").read_text(encoding="utf-8")
SHOWN = dict(re.findall(r"\$ python (examples/pipelines/\S+ .*)\n((?:(?!\$ |```).*\n)*)", GUIDE))
LIBRARIES = {
    "langchain": "langchain_core",
    "llama_index": "llama_index.core",
    "haystack": "haystack",
    "pandas": "pandas",
    "polars": "polars",
    "datasets": "datasets",
    "datatrove": "datatrove",
}
PAGE = """<title>Rye</title><article><h1>Rye</h1><p>Rye is a grass that is grown as a grain. It makes good bread, and it
grows on poor soil, where wheat would not. Farmers in the north have sown it for two thousand years.</p>
<h2>How the mills grind it to flour</h2><p>Stones grind it to flour, and wind or water turns them. A miller hears by
the sound how fine it is, and sets the stones closer or wider by hand. In dry summers the wheels stand still.</p>
</article>"""
URL = "https://mill.example/rye"


def run(command: str, cwd: Path = ROOT) -> str:
    offline = {"HF_HOME": str(cwd / "hf"), "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}
    done = subprocess.run(
        [sys.executable, *shlex.split(command)], cwd=cwd, capture_output=True, text=True, check=False, timeout=300,
        env={**os.environ, **offline},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("command", SHOWN, ids=lambda command: Path(command.split()[0]).stem)
def test_an_example_prints_what_the_guide_shows(command: str, tmp_path: Path) -> None:
    name = Path(command.split()[0]).stem.removeprefix("with_")
    pytest.importorskip(LIBRARIES[name])
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    names = ("article", "product")
    pages = {f"https://pages.example/{name}": (EXAMPLES / f"{name}.html").read_text() for name in names}
    rows = {
        "pages.jsonl": [{"url": url, "html": html} for url, html in pages.items()],
        "crawl.jsonl": [{"id": url, "text": html, "metadata": {"url": url}} for url, html in pages.items()],
    }
    for file, lines in rows.items():
        (tmp_path / file).write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert run(command, tmp_path) == SHOWN[command]


def test_the_guide_shows_every_example() -> None:
    named = {Path(command.split()[0]).name for command in SHOWN} | {"with_scrapy.py"}
    written = {path.name for path in (ROOT / "examples/pipelines").glob("*.py")}
    assert named == {name for name in written if f"pipelines/{name}" not in MANY_PAGES}
    for file in named:
        assert (ROOT / "examples/pipelines" / file).read_text(encoding="utf-8").strip() in GUIDE, file


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Say nothing."""

    (tmp_path / "site").mkdir()
    (tmp_path / "site/index.html").write_text('<a href="rye.html">Rye</a> <a href="image.png">Image</a>')
    (tmp_path / "site/rye.html").write_text(PAGE)
    (tmp_path / "site/image.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    listening = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path / "site")))
    Thread(target=listening.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{listening.server_port}/index.html"
    listening.shutdown()
    listening.server_close()


def test_scrapy_crawls_and_the_pipeline_extracts(site: str, tmp_path: Path) -> None:
    pytest.importorskip("scrapy")
    out = tmp_path / "out.jsonl"
    example = ROOT / "examples/pipelines/with_scrapy.py"
    (tmp_path / "example.py").write_text(
        example.read_text(encoding="utf-8").replace('.css("a::attr(href)")', '.css("a[href$=html]::attr(href)")')
    )
    run(f"example.py {site} {out}", tmp_path)
    items = {item["url"].rpartition("/")[2]: item for item in map(json.loads, out.read_text().splitlines())}
    rye = items["rye.html"]
    assert rye["content"] == tamis.extract(PAGE, output_format="markdown") and rye["title"] == "Rye"
    assert "html" not in rye and len(items) == 2


def test_items_with_fixed_fields_get_those_that_they_have() -> None:
    scrapy = pytest.importorskip("scrapy")
    from tamis.integrations.scrapy import TamisPipeline

    class Page(scrapy.Item):  # type: ignore[misc]
        html = scrapy.Field()
        content = scrapy.Field()

    pipeline = TamisPipeline()
    item = pipeline.process_item(Page(html=PAGE))
    assert item["content"] == tamis.extract(PAGE)
    assert pipeline.process_item({"name": "no page"}) == {"name": "no page"}
    assert pipeline.process_item({"html": PAGE.encode(), "url": URL})["title"] == "Rye"


def test_langchain() -> None:
    pytest.importorskip("langchain_core")
    from tamis.integrations.langchain import TamisLoader, documents

    first, second = documents(tamis.analyze(PAGE, URL))
    assert first.page_content.startswith("Rye\nRye is a grass")
    metadata = second.metadata
    assert (metadata["source"], metadata["title"]) == (URL, "Rye")
    assert metadata["headings"] == "Rye > How the mills grind it to flour"
    assert PAGE[metadata["start_index"] : metadata["end_index"]].startswith("How the mills grind")
    assert metadata["link"].startswith(f"{URL}#:~:text=How%20the%20mills")
    assert all(isinstance(value, str | int) for value in metadata.values())
    assert [found.page_content for found in TamisLoader([PAGE]).load()] == [first.page_content, second.page_content]


def test_llama_index() -> None:
    pytest.importorskip("llama_index.core")
    from llama_index.core.schema import MetadataMode

    from tamis.integrations.llama_index import load, nodes

    first, second = nodes(tamis.analyze(PAGE, URL))
    assert first.next_node and first.next_node.node_id == second.node_id
    assert second.prev_node and second.prev_node.node_id == first.node_id
    assert second.source_node and second.source_node.node_id == URL
    assert second.start_char_idx is not None and PAGE[second.start_char_idx :].startswith("How the mills grind")
    shown = second.get_content(MetadataMode.EMBED)
    assert "Rye > How the mills grind it to flour" in shown and "xpath" not in shown
    assert [node.text for node in load([PAGE])] == [first.text, second.text]


def test_haystack(tmp_path: Path) -> None:
    pytest.importorskip("haystack")
    from haystack.dataclasses import ByteStream

    from tamis.integrations.haystack import TamisConverter, documents

    first, second = documents(tamis.analyze(PAGE, URL))
    file = tmp_path / "rye.html"
    file.write_text(PAGE)
    stream = ByteStream(PAGE.encode(), meta={"url": URL})
    found = TamisConverter().run([stream, str(file), file], meta={"set": "mills"})["documents"]
    assert [document.content for document in found] == [first.content, second.content] * 3
    assert found[1].meta["set"] == "mills" and found[1].meta["link"] == second.meta["link"]


@pytest.mark.parametrize("name", ["langchain", "llama_index", "haystack", "scrapy"])
def test_a_missing_library_is_named_with_its_extra(name: str) -> None:
    """The path has nothing but tamis and the packages that it needs."""
    code = (
        "import sys\n"
        "for name in ('langchain_core', 'llama_index', 'haystack', 'itemadapter', 'scrapy'): sys.modules[name] = None\n"
        f"import tamis.integrations.{name}"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    extra = name.replace("_", "-")
    assert "tamis.errors.MissingExtraError" in done.stderr and f"[{extra}]" in done.stderr


def test_polars_and_pandas_take_the_rows_of_many_pages() -> None:
    rows = list(tamis.analyze_many([(URL, PAGE), "<p>Oats make a good porridge, and horses like them."], workers=1))
    assert [row["url"] for row in rows] == [URL, None] and rows[0]["title"] == "Rye"
    assert all(row["status"] == "ok" and row["text"] for row in rows)
    for library in ("pandas", "polars"):
        try:
            module = __import__(library)
        except ImportError:
            continue
        assert list(module.DataFrame(rows)["text"]) == [row["text"] for row in rows]
