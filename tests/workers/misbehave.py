"""Strategies that crash, hang or eat memory on pages that ask for it.

They are registered in every process that has this folder's ``customize`` on its path, since pages are analysed in
processes of their own.
"""

from __future__ import annotations

import ctypes
import os
import signal
import time
from pathlib import Path

from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page
from tamis.strategies.auto import auto
from tamis.strategies.base import strategy
from tamis.strategies.shallow import shallow

ASKING = "is what this page asks for"


def misbehave(page: Page) -> Decisions:
    """The shallow rule, except on pages that say what to do instead."""
    _do_as_asked(page)
    return shallow(page)


def misbehave_auto(page: Page) -> Decisions:
    """The default strategy, except on pages that ask for something else in a sentence: any page may have the word."""
    if len(page) == 1 and ASKING in page.texts[0]:
        _do_as_asked(page)
    return auto(page)


def _do_as_asked(page: Page) -> None:
    for text in page.texts:
        if "CRASH" in text:
            ctypes.string_at(0)
        elif "EXIT" in text:
            os._exit(7)
        elif "SIGKILL" in text:
            os.kill(os.getpid(), signal.SIGKILL)
        elif "HANG" in text:
            while True:
                time.sleep(1)
        elif "SPIN" in text:
            sum(iter(int, 1))
        elif "EAT" in text:
            hoard = []
            while True:
                hoard.append(bytearray(50_000_000))
        elif "RAISE" in text:
            raise RuntimeError("as asked")
        elif "SLOW" in text:
            time.sleep(0.05)


def register() -> None:
    """Make them strategies of this process; not on import, since other tests try all strategies that there are."""
    strategy("misbehave")(misbehave)
    strategy("misbehave-auto")(misbehave_auto)


def python_path() -> str:
    """What ``PYTHONPATH`` is in whose processes the strategy is there from the start."""
    return os.pathsep.join(filter(None, (str(Path(__file__).parent / "customize"), os.environ.get("PYTHONPATH"))))
