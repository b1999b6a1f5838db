"""The links of chunks lead a browser to the very place."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

import tamis

PARAGRAPHS = [
    f"<h2>{f'Chapter {i}' if i % 3 else 'Notes'}</h2><p>In the {word} of the mill, stone {i} turns, and the "
    f"well-kept wheel, as before, grinds rye & oats.</p>" + "<p>Filler of no interest at all.</p>" * 12
    for i, word in enumerate("attic cellar yard shed loft barn pond".split())
]
PAGE = f"<title>The mill</title><h1>The mill</h1>{''.join(PARAGRAPHS)}"


@pytest.mark.parametrize("number", range(1, 7))
def test_the_browser_scrolls_to_the_chunk(number: int, browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "mill.html"
    file.write_text(f"<!doctype html><meta charset=utf-8>{PAGE}", encoding="utf-8")
    chunk = tamis.analyze(file.read_bytes(), file.as_uri(), strategy="eniw").chunks()[number]
    page = browser.new_page(viewport={"width": 800, "height": 400})
    assert chunk.link
    page.goto(chunk.link)
    place = page.locator("h2").nth(number)
    page.wait_for_function("window.scrollY > 0")
    box = place.bounding_box()
    assert box and -20 <= box["y"] < 400, (chunk.link, box)
    page.close()
