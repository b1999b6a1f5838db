"""Two answers to the same pages, compared word by word: what was gained, what was lost."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tamis.errors import InputError
from tamis.lab.texts import Marked, compared, side_by_side
from tamis.report.page import page
from tamis.report.table import Table

Run = Mapping[str, str]
"""The text that was kept of each page, by the page's name."""


@dataclass(frozen=True, slots=True)
class Change:
    """A page on which two runs differ."""

    name: str
    old: Marked
    new: Marked


@dataclass(frozen=True, slots=True)
class Diff:
    """All differences of two runs, the largest first, and the pages that only one of them has."""

    changes: Sequence[Change]
    pages: int
    only_old: Sequence[str]
    only_new: Sequence[str]

    @property
    def headline(self) -> str:
        """How much changed, in one line."""
        gained = sum(change.new.alone for change in self.changes)
        lost = sum(change.old.alone for change in self.changes)
        return f"{len(self.changes)} of {self.pages} pages changed: {gained:,} words gained, {lost:,} lost"


def compare(old: Run, new: Run) -> Diff:
    """The differences between two runs, white space ignored.

    >>> compare({"a": "one two", "b": "same"}, {"a": "two three", "b": " same"}).headline
    '1 of 2 pages changed: 1 words gained, 1 lost'
    """
    both = [name for name in old if name in new]
    changes = [Change(n, *compared(old[n], new[n])) for n in both if old[n].split() != new[n].split()]
    changes.sort(key=lambda change: -(change.old.alone + change.new.alone))
    only_old = [name for name in old if name not in new]
    return Diff(changes, len(both), only_old, [name for name in new if name not in old])


def read_run(path: Path) -> Run:
    """A run that was saved with ``tamis extract -f json``: a file with an object a line, or a folder with a file each.

    An object has ``text``, and names its page by ``source``, ``url`` or its file's name.
    """
    run: dict[str, str] = {}
    files = sorted(path.glob("*.json")) if path.is_dir() else [path]
    try:
        for file in files:
            with file.open(encoding="utf-8") as lines:
                for number, line in enumerate(lines, start=1):
                    if line.strip():
                        add_record(run, line, file.stem if path.is_dir() else f"page {number}")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise InputError(f"{path}: not a saved run (tamis extract -f json PAGES… > FILE): {error!r}") from None
    return run


def add_record(run: dict[str, str], line: str, otherwise: str) -> None:
    """Put a line of a saved run into it, under ``otherwise`` if the line does not name its page."""
    record = json.loads(line)
    run[str(record.get("source") or record.get("url") or otherwise)] = str(record["text"])


def table(diff: Diff, limit: int | None = None) -> Table:
    """The pages that changed, as a table."""
    rows = [
        [c.name, f"{c.old.words:,}", f"{c.new.words:,}", f"+{c.new.alone:,}", f"-{c.old.alone:,}"]
        for c in diff.changes[:limit]
    ]
    notes = [f"… and {len(diff.changes) - len(rows)} more"] if len(rows) < len(diff.changes) else []
    notes += [f"only in the old run: {name}" for name in diff.only_old]
    notes += [f"only in the new run: {name}" for name in diff.only_new]
    return Table(diff.headline, ["page", "old words", "new words", "gained", "lost"], rows, notes)


def to_html(diff: Diff, old: str, new: str) -> str:
    """The differences as a page of its own."""
    changes = "".join(_change_html(change, number < 10) for number, change in enumerate(diff.changes))
    return page(f"{old} → {new}", diff.headline, table(diff).html() + changes)


def _change_html(change: Change, is_open: bool) -> str:
    columns = [
        (f"Old ({change.old.words:,} words, {change.old.alone:,} lost)", change.old.html("missed")),
        (f"New ({change.new.words:,} words, {change.new.alone:,} gained)", change.new.html("gained")),
    ]
    rates = f"+{change.new.alone:,} -{change.old.alone:,}"
    return side_by_side(change.name, rates, columns, is_open=is_open)
