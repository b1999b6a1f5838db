"""The pictures of the inspector that the README and docs/service.md show: ``make pictures`` takes them anew."""

from __future__ import annotations

import html
import os
import re
import shlex
import shutil
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.inspect import cars
from tests.inspect.conftest import Watched, marked, paste
from tests.inspect.test_browser import RYE
from tests.service.running import Running

SHOWN = Path("docs/pictures").resolve()
ADDRESS = "https://slowbread.example.org/rye"


_TERMINAL = """<!doctype html><meta charset=utf-8><style>
body { margin: 0; background: #1b1f24; color: #d8dee4 }
pre { margin: 0; padding: 14px 18px; font: 14px/1.45 "DejaVu Sans Mono", monospace; width: 120ch }
.c32 { color: #7ee787 } .c2 { color: #768390 } .c1 { font-weight: bold; color: #fff }
</style><pre>%s</pre>"""


def in_a_terminal(command: list[str], columns: int) -> str:
    """What a command prints on a terminal of that width, with its colours, as HTML."""
    script = shlex.join([sys.executable, "-m", "tamis", *command])
    typed = ["script", "-qec", f"stty cols {columns}; {script}", "/dev/null"]
    coloured = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm"}
    done = subprocess.run(typed, capture_output=True, text=True, check=True, env=coloured)
    return as_html(done.stdout.replace("\r", "").replace("\x1b[K", "").strip())


def as_html(printed: str) -> str:
    """A terminal's text as HTML: whatever is coloured, bold or dim gets the class of its last code."""
    plain = ("", "0", "22", "39", "49")
    parts = re.split(r"\x1b\[(?:\d+;)*(\d*)m", html.escape(printed, quote=False))
    coloured = parts[:1]
    for code, text in zip(parts[1::2], parts[2::2], strict=True):
        coloured.append(text if code in plain or not text else f'<span class="c{code}">{text}</span>')
    return "".join(coloured)


def typed_in_tmux(commands: list[str], folder: Path) -> str:
    """What a terminal shows in the end in which somebody types the commands, one after the other."""
    tmux = ["tmux", "-L", f"tamis-{os.getpid()}", "-f", "/dev/null"]
    environment = ["env", "PS1=$ ", f"PATH={folder}:{os.environ['PATH']}", "bash", "--norc", "--noprofile"]
    subprocess.run([*tmux, "new-session", "-d", "-x", "120", "-y", "50", "-c", folder, *environment], check=True)

    def shown() -> str:
        return subprocess.run([*tmux, "capture-pane", "-e", "-p"], capture_output=True, text=True, check=True).stdout

    try:
        for command in ["clear", *commands]:
            end = time.monotonic() + 120
            while not re.search(r"(^|\n)\$ *\s*\Z", shown()):
                assert time.monotonic() < end, shown()
                time.sleep(0.05)
            for keys in (["-l", command], ["Enter"]):
                subprocess.run([*tmux, "send-keys", *keys], check=True)
            time.sleep(0.3)  # until the shell has taken the line
        while not re.search(r"\n\$ *\s*\Z", shown()):
            assert time.monotonic() < end + 120, shown()
            time.sleep(0.05)
        return shown().rstrip().removesuffix("$").rstrip()
    finally:
        subprocess.run([*tmux, "kill-server"], check=False)


@pytest.mark.skipif(not shutil.which("tmux"), reason="needs tmux")
def test_take_the_picture_of_the_tutorial_in_a_terminal(browser: Browser, tmp_path: Path) -> None:
    """The commands of the tutorial, typed one after the other, print what it shows."""
    out = SHOWN if os.environ.get("TAMIS_PICTURES") else tmp_path
    (tmp_path / "examples").symlink_to(Path("examples").resolve())
    (tmp_path / "tamis").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m tamis "$@"\n')
    (tmp_path / "tamis").chmod(0o755)
    guide = Path("docs/tutorial.md").read_text(encoding="utf-8")
    examples = re.findall(r"```console\n(.*?)```", guide, re.DOTALL)
    printed = typed_in_tmux(re.findall(r"^\$ (.*)$", "".join(examples), re.MULTILINE), tmp_path)
    plain = re.sub(r"\x1b\[[\d;]*m", "", printed)
    assert 'title: "I tried to out-wait a sourdough starter"' in plain and "1. examples/pages/article.html" in plain
    page = browser.new_page(viewport={"width": 1060, "height": 200})
    page.set_content(_TERMINAL % as_html(printed))
    page.locator("pre").screenshot(path=out / "terminal-session.png")
    page.close()
    for folder in (out, SHOWN):
        assert len((folder / "terminal-session.png").read_bytes()) > 20_000, folder


def test_take_the_picture_of_a_terminal(browser: Browser, tmp_path: Path) -> None:
    out = SHOWN if os.environ.get("TAMIS_PICTURES") else tmp_path
    printed = in_a_terminal(["blocks", "examples/pages/article.html"], 116).splitlines()
    shown = ["$ tamis blocks examples/pages/article.html", *printed[:1], *printed[10:34]]
    assert any('class="c32">+ ' in line for line in shown) and any('class="c2">- ' in line for line in shown)
    page = browser.new_page(viewport={"width": 1040, "height": 200})
    page.set_content(_TERMINAL % "\n".join(shown))
    page.locator("pre").screenshot(path=out / "terminal-blocks.png")
    page.close()
    for folder in (out, SHOWN):
        assert len((folder / "terminal-blocks.png").read_bytes()) > 20_000, folder


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
    page.goto(f"{server.url}/site")
    page.set_input_files("#file", cars.files())  # type: ignore[arg-type]
    page.click("#go")
    page.click("#tabling")
    for text, column in (("Larch Alto", "name"), ("1.6L I-4", "engine"), ("$24,250", "price")):
        frame.get_by_text(text, exact=True).first.click()
        page.fill("#column", column)
        page.click("#add")
    page.click("#fill")
    page.locator("#table tbody tr").nth(5).wait_for()
    page.locator("#pages button").nth(1).click()
    frame.locator("[data-value=price]").wait_for()
    frame.get_by_text("24 mpg").click()
    page.fill("#column", "economy")
    page.screenshot(path=out / "inspector-table.png")
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
        "inspector-table": (1280, 800),
        "inspector-phone": (390, 800),
    }
    for name, size in sizes.items():
        for folder in (out, SHOWN):
            data = (folder / f"{name}.png").read_bytes()
            assert struct.unpack(">II", data[16:24]) == size and len(data) > 20_000, f"{folder}: {name}"
