"""The label file: pages with their gold texts, a JSON object a line, as ``tamis evaluate`` and ``train`` read them."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Any

from tamis.errors import InputError

_ONE_AT_A_TIME = Lock()


def add_label(path: Path, record: Mapping[str, Any]) -> tuple[int, bool]:
    """Add a page to a label file, or replace the one with its id; returns the number of pages, and whether it replaced.

    The file is written under another name and then moved, so that its readers never find half of it.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "mine.jsonl"
    ...     [add_label(file, {"id": page, "html": "<p>x", "gold": "x"}) for page in ("a", "b", "a")]
    [(1, False), (2, False), (2, True)]
    """
    with _ONE_AT_A_TIME:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            return _rewritten(path, record)
        except OSError as error:
            raise InputError(f"cannot write {path}: {error.strerror or error}") from None


def _rewritten(path: Path, record: Mapping[str, Any]) -> tuple[int, bool]:
    line = json.dumps({name: value for name, value in record.items() if value is not None}, ensure_ascii=False)
    pages, replaced = 1, False
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as out:
            for old in _lines(path):
                if _id(old) == record["id"]:
                    replaced = True
                else:
                    out.write(old if old.endswith("\n") else f"{old}\n")
                    pages += 1
            out.write(f"{line}\n")
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return pages, replaced


def _lines(path: Path) -> list[str]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8", errors="replace") as lines:
        return [line for line in lines if line.strip()]


def _id(line: str) -> object:
    try:
        record = json.loads(line)
    except ValueError:
        return None  # someone's own line: left as it is
    return record.get("id") if isinstance(record, dict) else None
