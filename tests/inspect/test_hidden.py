"""What is taken for hidden is hidden in a real browser: other letters in its place change no pixel; and the reverse."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.test_hidden_text import FORMS, SHOWN, STYLES, TRAP, page

MORE = "It was built of oak, and the wheel was last mended in the year of the flood."
NOT_THERE = ("a.css", "a.png", "<details", "background-clip")
"""what a browser would have to fetch, or a reader to open; and text cut out of a background that is not there"""
NEARLY = (
    "opacity: .01",
    "font-size: 1px !important",
    "background:#123456;color:rgb(20, 50, 90)",
    "overflow:hidden;width:1px",
)
"""what leaves a pixel here and there"""
SWAP = """text => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const node = texts.currentNode;
        if (node.data.includes(text)) node.data = node.data.replace(text, [...text].reverse().join(""));
    }
}"""


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    opened = browser.new_page(viewport={"width": 1280, "height": 800})
    yield opened
    opened.close()


def is_seen(tab: Page, html: str, text: str) -> bool:
    tab.set_content(f"<!doctype html>{html}")
    before = tab.screenshot(full_page=True)
    tab.evaluate(SWAP, text)
    return tab.screenshot(full_page=True) != before


@pytest.mark.parametrize("form", ["attribute", "class"])
@pytest.mark.parametrize("style", [style for _, style in STYLES if style not in NEARLY])
def test_what_is_hidden_changes_no_pixel(tab: Page, style: str, form: str) -> None:
    assert not is_seen(tab, page(FORMS[form].format(style=style, trap=TRAP)), TRAP)


@pytest.mark.parametrize("part", [part for part in SHOWN if not any(name in part for name in NOT_THERE)])
def test_what_is_shown_changes_some(tab: Page, part: str) -> None:
    assert is_seen(tab, page(part.format(MORE)), MORE)
