"""``tamis mcp``, driven as programs do it: by the official client library, over standard input and output."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters, stdio_client

import tamis
from tamis.store import open_store
from tamis.store.records import record

PAGE = (
    "<title>Rye</title><nav><a href=/>Home</a></nav><h1>Rye</h1><p>Rye is a grass that is grown as a grain, and "
    "makes <a href=/bread>good bread</a>.</p>"
)
Talk = Callable[[Client], Coroutine[Any, Any, None]]


def drive(talk: Talk, *options: str) -> None:
    """Start the server with the options, and talk to it."""
    server = StdioServerParameters(command=sys.executable, args=["-m", "tamis", "mcp", *options], env=dict(os.environ))

    async def main() -> None:
        with anyio.fail_after(120):
            async with Client(stdio_client(server)) as client:
                await talk(client)

    anyio.run(main)


def text_of(result: Any) -> str:
    assert not result.is_error, result.content
    return str(result.content[0].text)


def refusal(result: Any) -> str:
    assert result.is_error, result.content
    return str(result.content[0].text)


def test_extract() -> None:
    async def talk(client: Client) -> None:
        assert [tool.name for tool in (await client.list_tools()).tools] == ["extract", "table"]
        found = text_of(await client.call_tool("extract", {"html": PAGE, "metadata": False}))
        assert found == tamis.extract(PAGE, output_format="markdown")
        linked = {"html": PAGE, "url": "https://mill.example/", "links": True, "format": "markdown"}
        found = text_of(await client.call_tool("extract", linked))
        assert found.startswith("---\n") and "(https://mill.example/bread)" in found
        found = text_of(await client.call_tool("extract", {"html": f"{PAGE}<p>{'Rye. ' * 900}", "max_characters": 200}))
        assert len(found) < 300 and "more characters are left out: raise max_characters" in found

    drive(talk)


HOSTILE: dict[str, tuple[dict[str, Any], str]] = {
    "nothing": ({}, "give html, html_base64 or url"),
    "fetching is off": ({"url": "http://169.254.169.254/latest/meta-data"}, "this server fetches no pages"),
    "a file": ({"url": "file:///etc/passwd"}, "this server fetches no pages"),
    "an address as html": ({"html": "https://example.org/"}, "html is an address"),
    "an unknown format": ({"html": PAGE, "format": "pdf"}, "'markdown', 'text' or 'html'"),
    "a list": ({"html": [PAGE]}, "valid string"),
    "too few characters": ({"html": PAGE, "max_characters": -1}, "greater than or equal to 100"),
    "too many characters": ({"html": PAGE, "max_characters": 10**12}, "less than or equal to 1000000"),
    "a long address": ({"url": "https://example.org/" + "a" * 9000}, "at most 8000 characters"),
}


def test_a_table_of_a_site() -> None:
    shop = "<h1>{}</h1><table><tr><td>Flour<td>{}<tr><td>Price<td>{}</table>"
    pages = [
        shop.format(*row) for row in (("Rye loaf", "rye", "4 €"), ("Oat loaf", "oats", "5 €"), ("Bun", "wheat", "1 €"))
    ]

    async def talk(client: Client) -> None:
        examples: list[dict[str, Any]] = [{"page": 0, "name": "Rye loaf", "price": "4 €"}]
        answer = json.loads(text_of(await client.call_tool("table", {"pages": pages, "examples": examples})))
        assert answer["rows"][2] == {"page": 2, "name": ["Bun"], "price": ["1 €"]}
        for wrong, said in (
            ({"pages": pages, "examples": [{"page": 9, "name": "Bun"}]}, "one of the 3 pages"),
            ({"pages": pages, "examples": []}, "at least 1"),
            ({"pages": pages * 9, "examples": examples}, "at most 20"),
            ({"pages": ["http://10.0.0.1/"], "examples": examples}, "this server fetches no pages"),
            ({"pages": "all", "examples": examples}, "valid list"),
        ):
            assert said in refusal(await client.call_tool("table", wrong))

    drive(talk)


def test_hostile_arguments_are_refused() -> None:
    async def talk(client: Client) -> None:
        for name, (arguments, said) in HOSTILE.items():
            found = refusal(await client.call_tool("extract", arguments))
            assert said in found, (name, found)
        deep = text_of(await client.call_tool("extract", {"html": "<div>" * 100_000 + "Rye is a grass."}))
        assert "cut off" in deep or "Rye" in deep or "no main content" in deep
        assert "Rye" in text_of(await client.call_tool("extract", {"html": PAGE}))

    drive(talk)


def test_fetching_reaches_no_private_address() -> None:
    async def talk(client: Client) -> None:
        for address in ("http://127.0.0.1:1/", "http://169.254.169.254/", "http://[::1]/", "http://10.0.0.1/"):
            assert "public" in refusal(await client.call_tool("extract", {"url": address}))
        for address in ("file:///etc/passwd", "gopher://example.org/"):
            assert "only http" in refusal(await client.call_tool("extract", {"url": address}))

    drive(talk, "--allow-fetch")


def test_search(tmp_path: Path) -> None:
    store = str(tmp_path / "tamis.db")
    with open_store(store) as opened:
        opened.add([record(tamis.analyze(PAGE), PAGE.encode(), url="https://mill.example/rye")])

    async def talk(client: Client) -> None:
        assert {tool.name for tool in (await client.list_tools()).tools} == {"extract", "table", "search"}
        (hit, *_) = json.loads(text_of(await client.call_tool("search", {"query": "grass"})))
        assert hit["url"] == "https://mill.example/rye" and hit["xpath"]
        assert json.loads(text_of(await client.call_tool("search", {"query": "'; DROP TABLE blocks; --"}))) == []
        for wrong in ({"query": ""}, {"query": "a" * 2000}, {"query": "rye", "limit": 10**9}, {"query": {"a": 1}}):
            assert refusal(await client.call_tool("search", wrong))
        assert json.loads(text_of(await client.call_tool("search", {"query": "grass"})))

    drive(talk, "--store", store)


def test_wrong_use_is_said_before_it_serves(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    from tamis.cli import main

    assert main(["mcp", "--store", str(tmp_path / "none.db")]) == 1
    assert "none.db" in capfd.readouterr().err
