"""The pictures of the inspector that the README and docs/service.md show: ``make pictures`` takes them anew."""

from __future__ import annotations

import os
import struct
from pathlib import Path

from playwright.sync_api import Browser

from tests.inspect.conftest import Watched, marked, paste
from tests.inspect.test_browser import RYE
from tests.service.running import Running

SHOWN = Path("docs/pictures").resolve()
ADDRESS = "https://slowbread.example.org/rye"


def test_take_the_pictures(server: Running, browser: Browser, tmp_path: Path) -> None:
    out = SHOWN if os.environ.get("TAMIS_PICTURES") else tmp_path
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    watched = Watched(context)
    page = watched.page
    paste(watched, server.url, RYE, ADDRESS)
    frame = page.frame_locator("iframe.page")
    frame.get_by_text("Rye flour is rich").click()
    frame.get_by_text("A loaf of dark rye").hover()
    page.screenshot(path=out / "inspector.png")
    page.mouse.move(5, 5)
    page.locator("#correct").check()
    for text in ("By Marta Lindqvist", "Share this:"):
        frame.get_by_text(text).click()
    page.screenshot(path=out / "inspector-correct.png")
    page.locator("#undo").click()
    page.select_option("#against", "lbda")
    page.locator(".side + .side iframe").wait_for()
    marked(page, 2)
    page.locator('[data-filter="differ"]').click()
    page.screenshot(path=out / "inspector-compare.png")
    context.close()

    context = browser.new_context(viewport={"width": 390, "height": 800}, color_scheme="dark", device_scale_factor=1)
    watched = Watched(context)
    paste(watched, server.url, RYE, ADDRESS)
    watched.page.locator(".row", has_text="Rye flour is rich").click()
    watched.page.screenshot(path=out / "inspector-phone.png")
    context.close()

    sizes = {
        "inspector": (1280, 800),
        "inspector-correct": (1280, 800),
        "inspector-compare": (1280, 800),
        "inspector-phone": (390, 800),
    }
    for name, size in sizes.items():
        for folder in (out, SHOWN):
            data = (folder / f"{name}.png").read_bytes()
            assert struct.unpack(">II", data[16:24]) == size and len(data) > 20_000, f"{folder}: {name}"
