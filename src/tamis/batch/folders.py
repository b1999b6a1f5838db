"""Folders as inputs: which of their files are pages, and which a run has written. Imports nothing heavy."""

from __future__ import annotations

from pathlib import Path
from typing import Final

PAGE_ENDINGS: Final = (".htm", ".html", ".shtml", ".xhtml")


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
