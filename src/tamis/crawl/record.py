"""The records of an input: the kind of each, and the page in it if it holds one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tamis.crawl.inputs import Input

PAGE: Final = "page"


@dataclass(frozen=True, slots=True)
class Record:
    """One record of an input."""

    kind: str
    """``page``, or why it is none: ``request``, ``revisit``, ``redirect``, ``not html`` … Each record has one kind."""
    page: Input | None = None
    remarks: tuple[str, ...] = ()
    """what was odd or special about it: ``chunked``, ``gzip``, ``http length too long`` …"""
    name: str = ""
    """how to find it again, for those that are no page"""
    http_status: int | None = None
    fetched: str | None = None
    """when it was crawled, by the archive"""
    size: int = 0
    """bytes as stored in the input, unpacked as far as the input itself is packed"""
    failed: str | None = None
    """why there is no page to be had from a record that should hold one"""
