"""The records of a page: sets of adjacent sibling subtrees of like shape."""

from __future__ import annotations

from tamis.records.groups.read import Record, read_records

__all__ = ["Record", "read_records"]
