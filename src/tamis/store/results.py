"""What comes out of a store: hits, counts, groups of duplicates."""

from __future__ import annotations

from dataclasses import asdict, astuple, dataclass
from operator import add
from typing import Any, Final

RANKS: Final = ("blend", "priority", "density", "bm25")


@dataclass(frozen=True, slots=True)
class Known:
    """What a store knows of a page before it is read again."""

    source: bytes
    """the fingerprint of its source"""
    recipe: tuple[str, str, str, str]
    """version, strategy, settings and model that made its blocks"""


@dataclass(frozen=True, slots=True)
class Added:
    """The counts of a batch of pages that was added."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    blocks: int = 0
    """blocks of the new and changed pages"""
    new_blocks: int = 0
    """those of them whose text the store did not have"""

    def __add__(self, other: Added) -> Added:
        return Added(*map(add, astuple(self), astuple(other)))


@dataclass(frozen=True, slots=True)
class Hit:
    """A block that was found, and its place."""

    url: str
    site: str
    index: int
    """the block's place in the ledger of its page"""
    xpath: str
    """of its element; empty where that is too deep to spell out"""
    span: tuple[int, int] | None
    """its offsets in the page's source"""
    text: str
    snippet: str
    marks: tuple[tuple[int, int], ...]
    """where the query's words are in the snippet"""
    rank: float
    """what the hits are ordered by; comparable within one search"""
    score: float
    priority: float
    density: float
    """``Kd``: occurrences of the query's words over the block's words"""
    strategy: str
    pages: int
    """how many pages have the same text, if it has eight words or more"""
    role: str = "other"
    title: str = ""
    """of the page"""
    date: str = ""
    language: str = ""

    def marked(self, before: str = "[", after: str = "]") -> str:
        """The snippet with the query's words marked."""
        parts, at = [], 0
        for start, end in self.marks:
            parts += [self.snippet[at:start], before, self.snippet[start:end], after]
            at = end
        return "".join([*parts, self.snippet[at:]])

    def to_dict(self) -> dict[str, Any]:
        """The hit as plain data."""
        return {
            **asdict(self),
            "span": list(self.span) if self.span else None,
            "marks": [list(mark) for mark in self.marks],
            **{name: round(getattr(self, name), 6) for name in ("rank", "score", "priority", "density")},
        }


@dataclass(frozen=True, slots=True)
class SiteStats:
    """Counts and bytes of one site, or of all pages."""

    pages: int
    blocks: int
    """kept blocks, each as often as pages have it"""
    unique_blocks: int
    raw_bytes: int
    """of the pages' sources"""
    text_bytes: int
    """of all their visible text"""
    kept_bytes: int
    """of the text that was kept"""
    stored_bytes: int
    """of the same, each text once"""

    @property
    def saved_by_dropping(self) -> float:
        """The share of the raw bytes that is not kept: markup and noise."""
        return 1 - self.kept_bytes / self.raw_bytes if self.raw_bytes else 0.0

    @property
    def saved_by_storing_once(self) -> float:
        """The share of the kept bytes that is not stored again."""
        return 1 - self.stored_bytes / self.kept_bytes if self.kept_bytes else 0.0

    def to_dict(self) -> dict[str, Any]:
        """The counts as plain data."""
        shares = {name: round(getattr(self, name), 4) for name in ("saved_by_dropping", "saved_by_storing_once")}
        return {**asdict(self), **shares}


@dataclass(frozen=True, slots=True)
class Stats(SiteStats):
    """What a store holds: a function of its content alone, the same on every machine and back end."""

    sites: tuple[tuple[str, SiteStats], ...]
    """by site, those with the most raw bytes first"""

    def to_dict(self) -> dict[str, Any]:
        """The counts as plain data, with those of each site."""
        whole = SiteStats.to_dict(self)
        whole["sites"] = [{"site": site, **counts.to_dict()} for site, counts in self.sites]
        return whole


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Pages of several sites that hold the same text."""

    pages: tuple[tuple[str, str], ...]
    """url and site of each"""
    shared: float
    """of the words of the smaller of two such pages the share that both have: the largest of the group"""
