"""Rows of a table as a file: CSV, JSON lines, SQLite or Parquet, by the file's ending.

Values come from hostile pages. A cell that a spreadsheet would take for a formula gets an apostrophe before it (in CSV,
which has no types), NUL characters go, and a cell is cut off at the length that spreadsheets take. No row is lost.
"""

from __future__ import annotations

import csv
import json
import os
import re
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from tamis.errors import InputError, MissingExtraError, UsageError

LONGEST: Final = 32_767
"""characters of a cell, as in Excel's specification"""
BETWEEN: Final = " | "
"""between several values of one cell, where a cell is one text"""
_FORMULA: Final = re.compile(r"[=+\-@\t\r\n]")
_NUMBER: Final = re.compile(r"[+-]?\d[\d.,\u00a0 ]*%?")
PAGE: Final = "page"
"""the first column: the page's address or file"""

Line = tuple[str, dict[str, list[str]]]
"""a page's address or file, and its values by column"""


def write_rows(path: str | Path, columns: Sequence[str], rows: Sequence[Line]) -> None:
    """Write rows to a file, whole or not at all."""
    path = Path(path)
    write = _WRITERS.get(path.suffix.lower())
    if write is None:
        raise UsageError(f"{path}: a table's file ends in {', '.join(_WRITERS)}")
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.unlink(missing_ok=True)
        write(part, list(columns), [(clean(page), _cleaned(values)) for page, values in rows])
        part.replace(path)
    except (OSError, sqlite3.Error) as error:
        raise InputError(f"cannot write {path}: {getattr(error, 'strerror', None) or error}") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def clean(value: str) -> str:
    r"""A value without NUL and half characters, cut off where it is too long.

    >>> clean("a\0b"), len(clean("a" * 10_000_000))
    ('ab', 32767)
    """
    value = value[: LONGEST + 1].replace("\0", "").encode("utf-8", "replace").decode("utf-8")
    return value if len(value) <= LONGEST else f"{value[: LONGEST - 1]}…"


def defused(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula.

    >>> defused("=HYPERLINK(1)"), defused("-5.0"), defused("+41 44 000"), defused("@me")
    ("'=HYPERLINK(1)", '-5.0', '+41 44 000', "'@me")
    """
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else cell


def _cleaned(values: dict[str, list[str]]) -> dict[str, list[str]]:
    return {name: [clean(value) for value in found] for name, found in values.items()}


def _csv(path: Path, columns: list[str], rows: list[Line]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow([PAGE, *map(defused, columns)])
        for page, values in rows:
            out.writerow([defused(page), *(defused(clean(BETWEEN.join(values.get(name, ())))) for name in columns)])


def _json_lines(path: Path, columns: list[str], rows: list[Line]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for page, values in rows:
            line = {PAGE: page, **{name: values.get(name, []) for name in columns}}
            file.write(f"{json.dumps(line, ensure_ascii=False)}\n")


def _sqlite(path: Path, columns: list[str], rows: list[Line]) -> None:
    """One table ``rows``; SQLite takes columns of one name in any case for the same."""
    names, used = [], {PAGE}
    for column in columns:
        name = column.replace("\0", "")
        while name.lower() in used:
            name += "_"
        used.add(name.lower())
        names.append('"' + name.replace('"', '""') + '"')
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(f"CREATE TABLE rows ({', '.join((PAGE, *names))})")
        insert = " ".join(("INSERT INTO rows VALUES", f"({', '.join('?' * (len(names) + 1))})"))
        database.executemany(
            insert,
            ([page, *(clean(BETWEEN.join(values.get(name, ()))) or None for name in columns)] for page, values in rows),
        )


def _parquet(path: Path, columns: list[str], rows: list[Line]) -> None:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingExtraError("pyarrow", "parquet") from None
    texts = pyarrow.list_(pyarrow.string())
    data = [pyarrow.array([page for page, _ in rows], pyarrow.string())]
    data += [pyarrow.array([values.get(name, []) for _, values in rows], texts) for name in columns]
    pyarrow.parquet.write_table(pyarrow.table(data, names=[PAGE, *columns]), path, compression="zstd")


_WRITERS: Final[dict[str, Callable[[Path, list[str], list[Line]], None]]] = {
    ".csv": _csv, ".jsonl": _json_lines, ".sqlite": _sqlite, ".db": _sqlite, ".parquet": _parquet,
}  # fmt: skip
