"""Hostile pages in a real browser: nothing runs, nothing leaves the frame, nothing is fetched from elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from tamis.cli import main
from tests.inspect.conftest import Watched, marked, paste
from tests.inspect.hostile import PAGES
from tests.service.running import Running

SETTLE = 150
"""milliseconds for what would run by itself (a refresh of 0 seconds, an image that fails) to do so"""


def provoke(watched: Watched) -> None:
    """Hover over, focus and click whatever is in the frame, as events of the page's own would need."""
    page = watched.page
    page.frame_locator("iframe.page").locator("body").evaluate(
        """body => {
            for (const node of body.querySelectorAll('*')) {
                for (const kind of ['mouseover', 'mouseenter', 'focus', 'load', 'error', 'toggle'])
                    node.dispatchEvent(new Event(kind, { bubbles: true }));
                node.click();
            }
        }"""
    )
    for block in page.frame_locator("iframe.page").locator("[data-b]").all()[:4]:
        block.click(timeout=20_000)
    page.wait_for_timeout(SETTLE)


def unharmed(watched: Watched, before: str, allowed: tuple[str, ...]) -> None:
    page = watched.page
    assert page.evaluate("window.pwned") is None
    assert page.url == before
    assert [event for event in watched.events if event.startswith(("dialog", "popup"))] == []
    assert {event for event in watched.events if event.startswith("navigated")} <= {
        f"navigated {before}", "navigated about:srcdoc", "navigated about:blank",
    }  # fmt: skip
    assert [url for url in watched.requests if not url.startswith(allowed) or url.endswith("/pwned")] == []
    assert page.evaluate("document.cookie") == ""
    inside = page.frame_locator("iframe.page").locator("html")
    assert (
        inside.evaluate("html => html.querySelectorAll('script,iframe,img,form,svg,base,object,embed,link').length")
        == 0
    )


@pytest.mark.parametrize("name", PAGES)
def test_in_the_inspector(server: Running, watched: Watched, name: str) -> None:
    paste(watched, server.url, PAGES[name])
    provoke(watched)
    unharmed(watched, f"{server.url}/", (server.url, "about:"))
    # the blocks can be seen and reached, whatever the page's styles say
    text = watched.page.frame_locator("iframe.page").get_by_text("A paragraph of honest text").first
    text.click(timeout=20_000)
    chosen = watched.page.locator('.row[aria-selected="true"]')
    assert "A paragraph of honest text" in chosen.inner_text()
    for tab in ("reader", "markdown", "json"):
        watched.page.click(f"#tab-{tab}")
    watched.page.wait_for_timeout(SETTLE)
    assert [url for url in watched.requests if not url.startswith((server.url, "about:"))] == []


def test_all_of_them_in_a_file_of_its_own(watched: Watched, tmp_path: Path) -> None:
    source, out = tmp_path / "hostile.html", tmp_path / "out.html"
    source.write_text("".join(PAGES[name] for name in PAGES if name != "mutations") + "</script><!--", encoding="utf-8")
    assert main(["inspect", str(source), "-o", str(out)]) == 0
    watched.page.goto(out.as_uri())
    marked(watched.page)
    provoke(watched)
    unharmed(watched, out.as_uri(), ("file:", "about:"))


def test_the_frame_itself_holds_what_the_copy_would_let_through(server: Running, watched: Watched) -> None:
    """A copy that is not clean at all: sandbox and policy are there for the day the sanitiser fails."""
    paste(watched, server.url, "<p>Some text that is long enough to be a block of its own.")
    page = watched.page
    dirty = "".join(PAGES.values())
    page.evaluate(
        """async dirty => {
            const frame = document.querySelector('iframe.page');
            const loaded = new Promise(resolve => frame.addEventListener('load', resolve, { once: true }));
            const policy = frame.srcdoc.match(/<meta http-equiv="Content-Security-Policy"[^>]*>/)[0];
            frame.srcdoc = policy + dirty;
            await loaded;
            for (const node of frame.contentDocument.querySelectorAll('a, button')) node.click?.();
        }""",
        dirty,
    )
    page.wait_for_timeout(1000)
    assert page.evaluate("window.pwned") is None and page.url == f"{server.url}/"
    assert [event for event in watched.events if event.startswith(("dialog", "popup"))] == []
    # the browser tells of requests that its policy stopped, too
    tried = [url for url in watched.requests if not url.startswith((server.url, "about:"))]
    assert tried and {watched.failures.get(url) for url in tried} <= {"csp", "origin"}  # stopped before they were sent
    assert f"{server.url}/pwned" not in watched.requests


def test_a_page_of_20_megabytes(server: Running, watched: Watched, tmp_path: Path) -> None:
    watched.page.set_default_timeout(120_000)
    row = "<p class=a style='position:fixed'>Some words here, and more of them, so that it takes its time.</p>\n"
    page = watched.page
    page.goto(f"{server.url}/")
    big = tmp_path / "big.html"
    big.write_text(f"<script>parent.pwned=1</script>{row * (20_000_000 // len(row))}")
    page.set_input_files("#file", big)
    page.locator("#work:not([hidden]) iframe.page").wait_for()
    marked(page)
    assert page.locator("#facts .warn").first.is_visible()
    assert page.locator(".row").count() == 4000 or "truncated" in page.locator("#facts").inner_text()
    page.frame_locator("iframe.page").locator("[data-b='3']").click()
    assert page.locator('.row[aria-selected="true"]').get_attribute("data-row") == "3"
    assert page.evaluate("window.pwned") is None
