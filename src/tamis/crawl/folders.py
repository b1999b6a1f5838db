"""Folders as inputs: which files are pages, which were written by a run, which are the same. Imports nothing heavy."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from tamis.web.inputs import PAGE_ENDINGS


def is_page(path: Path) -> bool:
    """Whether a file is a page, by its name.

    >>> is_page(Path("Index.HTM")), is_page(Path("pages.jsonl"))
    (True, False)
    """
    return path.suffix.lower() in PAGE_ENDINGS


def files_in(folder: Path, output: str | None) -> list[Path]:
    """The files in a folder, in order, without those that a run has written."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    if output is None or not Path(output).resolve().is_relative_to(folder.resolve()):
        return files
    written = Path(output).resolve()
    return [path for path in files if not path.resolve().is_relative_to(written)]


def places() -> Callable[[str], str]:
    """A function from a file's name to its real place; a file that is a link is one of its own.

    Links are followed for each folder, not for each file: that of a million files must cost little more than their
    names do.
    """
    known: dict[str, str] = {}

    def place(name: str) -> str:
        folder, file = os.path.split(name)
        if folder not in known:
            known[folder] = os.path.realpath(folder)
        return os.path.join(known[folder], file)  # noqa: PTH118 - it is asked for every page of a folder

    return place
