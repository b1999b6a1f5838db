"""The account of a run: every record by kind, every page by status; kept shard by shard, and summed up."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any, Final

from tamis.crawl.record import Record

SLOWEST: Final = 20
FAILURES: Final = 50
"""failures that are listed; all are counted"""
_STEPS: Final = 4
"""bins of the times for each doubling"""


@dataclass
class Account:
    """Counts; those of two shards add up."""

    records: Counter[str] = field(default_factory=Counter)
    """by kind, each record once"""
    remarks: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    page_types: Counter[str] = field(default_factory=Counter)
    times: Counter[str] = field(default_factory=Counter)
    """pages by how long they took: the bin's number, see :func:`bin_of`"""
    pages: int = 0
    failed: int = 0
    """pages that could not be analysed"""
    bytes_in: int = 0
    bytes_text: int = 0
    bytes_kept: int = 0
    seconds: float = 0.0
    """that workers were busy"""
    slowest: list[list[Any]] = field(default_factory=list)
    """seconds, bytes and address"""
    failures: list[list[str]] = field(default_factory=list)
    """what, and why"""

    def count(self, record: Record) -> None:
        """Count a record."""
        self.records[record.kind] += 1
        self.remarks.update(record.remarks)
        if record.failed and len(self.failures) < FAILURES:
            self.failures.append([record.name, f"{record.kind}: {record.failed}"[:300]])

    def count_page(self, row: dict[str, Any], seconds: float) -> None:
        """Count a page's row."""
        status = str(row["status"])
        self.pages += 1
        self.statuses[status.partition(":")[0] if is_failure(status) else status] += 1
        self.languages[row.get("language") or "unknown"] += 1
        self.page_types[row.get("page_type") or "unknown"] += 1
        self.times[str(bin_of(seconds))] += 1
        self.bytes_in += row["bytes"]
        self.bytes_text += row["text_bytes"]
        self.bytes_kept += row["kept_bytes"]
        if is_failure(status):
            self.failed += 1
            if len(self.failures) < FAILURES:
                self.failures.append([row["url"], status])
        self.slowest.append([round(seconds, 4), row["bytes"], row["url"]])
        if len(self.slowest) > 4 * SLOWEST:
            self._shorten()

    def _shorten(self) -> None:
        self.slowest = sorted(self.slowest, key=lambda page: (-page[0], page[2]))[:SLOWEST]
        self.failures = self.failures[:FAILURES]

    def __iadd__(self, other: Account) -> Account:
        for part in fields(self):
            mine, yours = getattr(self, part.name), getattr(other, part.name)
            setattr(self, part.name, mine + yours)
        self._shorten()
        return self

    def to_dict(self) -> dict[str, Any]:
        """The account as plain data, the most frequent first."""
        self._shorten()
        values = {part.name: getattr(self, part.name) for part in fields(self)}
        return {name: _in_order(value) if isinstance(value, Counter) else value for name, value in values.items()}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Account:
        """An account that :meth:`to_dict` wrote."""
        values: dict[str, Any] = {k: Counter(v) if isinstance(v, dict) else v for k, v in data.items()}
        return cls(**values)


def _in_order(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def is_failure(status: str) -> bool:
    """Whether a page's status means that it could not be analysed.

    >>> is_failure("crashed: SIGSEGV"), is_failure("truncated: bytes")
    (True, False)
    """
    return status.startswith(("crashed", "hung", "out of memory", "failed"))


def bin_of(seconds: float) -> int:
    """The bin of a time; each begins at 2 ** (n / 4) seconds.

    >>> bin_of(1.0), bin_of(0.5), bin_of(0.0)
    (0, -4, -80)
    """
    return math.floor(_STEPS * math.log2(max(seconds, 1e-6)))


def bin_start(number: int) -> float:
    """The least seconds of a bin."""
    return float(2 ** (number / _STEPS))
