"""One server and one browser for all tests of the inspector: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

import tamis
from tamis.store import open_store
from tamis.store.records import record
from tests.service.running import Running

expect.set_options(timeout=30_000)
PAGES = Path("examples/pages").resolve()


def chromium() -> str:
    """The browser; Debian's, installed if this is root's machine."""
    if found := shutil.which("chromium"):
        return found
    if os.geteuid() == 0 and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update", "-q"], ["apt-get", "install", "-y", "-q", "chromium"]):
            subprocess.run(command, check=True, env=environment, capture_output=True)
    found = shutil.which("chromium")
    assert found, "these tests need Chromium: apt-get install chromium"
    return found


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("inspect")


@pytest.fixture(scope="session")
def server(folder: Path) -> Iterator[Running]:
    address = str(folder / "blocks.db")
    with open_store(address) as store:
        for path in sorted(PAGES.glob("*.html")):
            html = path.read_bytes()
            store.add([record(tamis.analyze(html), html, url=f"https://pages.example.org/{path.name}")])
    # plenty for a page, even when the machine is busy with something else, and not for one of 20 MB
    options = ("--workers", "2", "--seconds", "12", "--store", address, "--corpus", str(folder / "corpus.jsonl"))
    running = Running(folder / "log", *options)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Not for the session: Playwright keeps an event loop running, in which other files' tests could not start one."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield opened
        opened.close()


class Watched:
    """A browser page, and everything that it tried: requests, errors, dialogs, windows, downloads."""

    def __init__(self, context: BrowserContext) -> None:
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.events: list[str] = []
        self.failures: dict[str, str | None] = {}
        context.on("request", lambda request: self.requests.append(request.url))
        context.on("requestfailed", lambda request: self.failures.update({request.url: request.failure}))
        self.page: Page = context.new_page()
        self.page.set_default_timeout(60_000)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("dialog", self._dialog)
        self.page.on("popup", lambda _: self.events.append("popup"))
        self.page.on("framenavigated", lambda frame: self.events.append(f"navigated {frame.url}"))

    def _dialog(self, dialog: Any) -> None:
        self.events.append(f"dialog {dialog.message}")
        dialog.dismiss()


@pytest.fixture
def watched(browser: Browser) -> Iterator[Watched]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True)
    opened = Watched(context)
    yield opened
    context.close()
    assert not opened.errors


def paste(watched: Watched, url: str, html: str, address: str = "") -> None:
    """Give the inspector a page and wait until its blocks are marked."""
    page = watched.page
    page.goto(f"{url}/")
    page.locator("#strategy option").first.wait_for(state="attached")
    page.locator("#html").evaluate("(field, text) => { field.value = text }", html)
    page.fill("#url", address)
    page.click("#start button[type=submit]")
    page.locator("#work:not([hidden]) iframe.page").wait_for()
    marked(page)


def marked(page: Page, frames: int = 1) -> None:
    """Wait until the blocks are marked in so many frames."""
    for at in range(frames):
        page.frame_locator("iframe.page").nth(at).locator("[data-s]").last.wait_for(state="attached")
