"""A site table as a file: JSON, with a format name and a version."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, Final

from tamis.errors import InputError
from tamis.site.file import write_text
from tamis.site.tables.wrapper import Column
from tamis.version import __version__

FORMAT: Final = "tamis site table"
VERSION: Final = 1


def write(path: Path, site: str | None, pages: int, filled: Mapping[str, float], columns: Sequence[Column]) -> None:
    """Write a table; the file is there whole or not at all."""
    data = {
        "format": FORMAT, "version": VERSION, "tamis": __version__, "site": site, "pages": pages,
        "columns": [
            {
                "name": column.name, "filled": round(filled[column.name], 4), "least": column.least,
                "several": column.several, "before": column.before, "after": column.after,
                "weights": {f"{sign:x}": round(weight, 5) for sign, weight in column.weights.items()},
            }
            for column in columns
        ],
    }  # fmt: skip
    write_text(path, json.dumps(data, ensure_ascii=False, separators=(",", ":")))


def read(path: Path) -> tuple[list[Column], str | None, int, dict[str, float]]:
    """Read columns, site, number of pages and shares of filled pages; :class:`tamis.InputError` if it is no table."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path}: {getattr(error, 'strerror', None) or 'not a site table'}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InputError(f"{path}: not a site table; `tamis site table --save` makes one")
    if data.get("version") != VERSION:
        raise InputError(
            f"{path}: a site table of version {data.get('version')}, and this is tamis {__version__}, which reads "
            f"version {VERSION}: learn it again"
        )
    try:
        columns = [_column(column) for column in data["columns"]]
        filled = {str(column["name"]): float(column["filled"]) for column in data["columns"]}
        site = None if data["site"] is None else str(data["site"])
        return columns, site, int(data["pages"]), filled
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"{path}: a damaged site table ({type(error).__name__}): learn it again") from None


def _column(data: dict[str, Any]) -> Column:
    weights = {int(sign, 16): float(weight) for sign, weight in data["weights"].items()}
    if any(not 0 < sign < 2**64 for sign in weights) or not all(map(isfinite, weights.values())):
        raise ValueError("a sign is a number of 64 bits, and a weight is finite")
    return Column(
        str(data["name"]),
        weights,
        float(data["least"]),
        float(data["several"]),
        str(data["before"]),
        str(data["after"]),
    )
