"""What the pages of sites share, counted on one machine: in files, a bucket at a time, so that memory does not grow.

The same numbers that :mod:`tamis.crawl.spark.sites` gets by a shuffle. In the first pass the fingerprints of each
slice's pages (:mod:`tamis.crawl.fingerprints`) are written to a folder. :func:`count` sorts them into buckets,
sums each bucket up, and writes for each section of a slice the sums that its pages need; the second pass reads those.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tamis.crawl.fingerprints import Sums, Templates
from tamis.crawl.rows import Settings
from tamis.crawl.slices import Slice, input_id
from tamis.text.fingerprint import exact

SECTION: Final = 1000
"""records whose sums are in memory together: a slice of 32 MB has about as many, packed JSON lines have any number"""
_BUCKET: Final = 400_000
"""rows that are summed up at a time, twenty megabytes of them, and sorted twice as much again"""
_PAGE: Final = np.dtype([("site", "u8"), ("digest", "i8"), ("record", "i4"), ("texts", "i4")])
_TEXT: Final = np.dtype([("place", "i8"), ("key", "i8"), ("words", "i4"), ("kept", "i4"), ("firsts", "i4")])
_COPY: Final = np.dtype([("site", "u8"), ("digest", "i8"), ("slice", "i4"), ("record", "i4")])
_COUNT: Final = np.dtype([
    ("site", "u8"), ("place", "i8"), ("key", "i8"), ("pages", "i4"), ("words", "i4"), ("kept", "i4"), ("firsts", "i4"),
    ("unit", "i8"),
])  # fmt: skip
_SUMS: Final = np.dtype([
    ("site", "u8"), ("place", "i8"), ("single", "f8"), ("chosen", "f8"), ("several", "f8"), ("on", "i4"),
    ("unit", "i8"),
])  # fmt: skip
_SITE: Final = np.dtype([("site", "u8"), ("pages", "i8")])
_NO_UNIT: Final = -1
"""the unit of the sums themselves, which come from no section"""
_Rows = NDArray[Any]


@dataclass(frozen=True, slots=True)
class SiteCounts:
    """The folder in which a run counts."""

    home: str

    @property
    def counted(self) -> Path:
        """A file that is there when all is counted."""
        return Path(self.home) / "counted"

    def fingerprints(self, part: Slice) -> Path:
        """Where the fingerprints of a slice are, when they are whole."""
        return Path(self.home) / f"{part.id}-{input_id(part.stamp)}"

    def has_pages(self, part: Slice) -> bool:
        """Whether a page of the slice belongs to a site."""
        return (self.fingerprints(part) / "pages").stat().st_size > 0

    def sums(self, part: Slice, section: int, what: str) -> Path:
        """The file of the sums that the pages of a section need."""
        return Path(self.home) / "sums" / f"{part.id}-{section}.{what}"

    def templates(self, part: Slice, section: int, settings: Settings) -> Templates:
        """The sums that the pages of a section need."""
        names = _names(self.fingerprints(part))
        sites = _read(self.sums(part, section, "sites"), _SITE).tolist()
        places = _read(self.sums(part, section, "places"), _SUMS).tolist()
        texts = _read(self.sums(part, section, "texts"), _COUNT)[["site", "place", "key", "pages"]].tolist()
        return Templates(
            settings.strategy,
            settings.options.get("params") or {},
            {names[site]: pages for site, pages in sites},
            {(names[site], place): Sums(a, b, c, on) for site, place, a, b, c, on, _ in places},
            {(names[site], place, key): pages for site, place, key, pages in texts},
        )


class FingerprintWriter:
    """The fingerprints of a slice's pages on their way to the disk."""

    def __init__(self, counts: SiteCounts, part: Slice) -> None:
        self._whole = counts.fingerprints(part)
        self._draft = self._whole.with_name(f"{self._whole.name}.{os.getpid()}")
        shutil.rmtree(self._draft, ignore_errors=True)
        self._draft.mkdir(parents=True)
        self._names: dict[str, int] = {}

    def add(self, pages: Iterable[tuple[int, str, dict[str, Any]]]) -> None:
        """Add pages, given as record, site and fingerprints."""
        rows = []
        with (self._draft / "texts").open("ab") as texts:
            for record, site, row in pages:
                if row.get("digest") is None:  # a page without text, or that could not be analysed
                    continue
                if site not in self._names:
                    self._names[site] = _site_key(site)
                columns = [row["places"], row["keys"], row["words"], row["kept"], row["firsts"]]
                np.array(list(zip(*columns, strict=True)), _TEXT).tofile(texts)
                rows.append((self._names[site], row["digest"], record, len(row["keys"])))
        with (self._draft / "pages").open("ab") as file:
            np.array(rows, _PAGE).tofile(file)

    def commit(self) -> None:
        """All is there."""
        for name in ("pages", "texts"):
            (self._draft / name).touch()
        (self._draft / "sites").write_text("\n".join(self._names), encoding="utf-8")
        shutil.rmtree(self._whole, ignore_errors=True)
        self._draft.rename(self._whole)


def _names(fingerprints: Path) -> dict[int, str]:
    names = (fingerprints / "sites").read_text(encoding="utf-8").split("\n")
    return {_site_key(name): name for name in names}


def _site_key(site: str) -> int:
    return int.from_bytes(exact(site)[:8], "little")


def _read(path: Path, kind: np.dtype[Any]) -> _Rows:
    return np.fromfile(path, kind) if path.exists() else np.zeros(0, kind)


def count(counts: SiteCounts, parts: Sequence[Slice]) -> None:
    """Sum up what the first pass has left, and write what the second needs."""
    if counts.counted.exists():
        return
    scratch = Path(counts.home) / "buckets"
    for folder in (scratch, Path(counts.home) / "sums"):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    sites = _different_pages(counts, parts, scratch)
    _scatter_texts(counts, parts, scratch, sites)
    for bucket in sorted(scratch.glob("texts-*")):
        _sum_texts(counts, parts, bucket, scratch)
    for bucket in sorted(scratch.glob("places-*")):
        _sum_places(counts, parts, bucket)
    shutil.rmtree(scratch)
    counts.counted.touch()


def _different_pages(counts: SiteCounts, parts: Sequence[Slice], scratch: Path) -> _Rows:
    """Note pages that are copies of earlier ones, and count the others by site."""
    total = sum((counts.fingerprints(part) / "pages").stat().st_size for part in parts) // _PAGE.itemsize
    buckets = 1 + total // _BUCKET
    for number, part in enumerate(parts):
        for pages in _in_pieces(counts.fingerprints(part) / "pages", _PAGE, _BUCKET):
            rows = np.zeros(len(pages), _COPY)
            for name in ("site", "digest", "record"):
                rows[name] = pages[name]
            rows["slice"] = number
            _scatter(rows, _mixed(rows, "site", "digest") % np.uint64(buckets), scratch, "pages")
    sites = np.zeros(0, _SITE)
    for bucket in sorted(scratch.glob("pages-*")):
        rows = np.fromfile(bucket, _COPY)
        rows = rows[np.lexsort((rows["record"], rows["slice"], rows["digest"], rows["site"]))]
        first = _begins(rows, "site", "digest")
        _append(rows[~first], "slice", lambda number: scratch / f"copies-{number}", np.dtype("i4"), "record")
        found = np.zeros(int(first.sum()), _SITE)
        found["site"], found["pages"] = rows["site"][first], 1
        sites = _added(np.concatenate([sites, found]), ("site",), ("pages",))
    return sites


def _scatter_texts(counts: SiteCounts, parts: Sequence[Slice], scratch: Path, sites: _Rows) -> None:
    """Texts into buckets, those of a section summed up before."""
    total = sum((counts.fingerprints(part) / "texts").stat().st_size for part in parts) // _TEXT.itemsize
    buckets = np.uint64(1 + total // _BUCKET)
    for number, part in enumerate(parts):
        copies = _read(scratch / f"copies-{number}", np.dtype("i4"))
        with (counts.fingerprints(part) / "texts").open("rb") as file:
            for section, pages in _sections(counts.fingerprints(part) / "pages"):
                texts = np.fromfile(file, _TEXT, int(pages["texts"].sum()))
                rows = _rows(texts, pages, ~np.isin(pages["record"], copies))
                rows["unit"] = number << 32 | section
                _scatter(rows, _mixed(rows, "site", "place", "key") % buckets, scratch, "texts")
                here = np.unique(pages["site"])
                sites[np.searchsorted(sites["site"], here)].tofile(counts.sums(part, section, "sites"))


def _sections(path: Path) -> Iterator[tuple[int, _Rows]]:
    """The pages of a slice by section; records come in order."""
    held = np.zeros(0, _PAGE)
    for pages in _in_pieces(path, _PAGE, SECTION):
        held = np.concatenate([held, pages])
        of = held["record"] // SECTION
        for section in np.unique(of[of < of[-1]]).tolist():
            yield section, held[of == section]
        held = held[of == of[-1]]
    if len(held):
        yield int(held["record"][0]) // SECTION, held


def _rows(texts: _Rows, pages: _Rows, counts: NDArray[np.bool_]) -> _Rows:
    """The texts of some pages, each text at a place once; copies of pages do not count."""
    rows = np.zeros(len(texts), _COUNT)
    rows["site"] = np.repeat(pages["site"], pages["texts"])
    rows["pages"] = np.repeat(counts, pages["texts"])
    for name in ("place", "key", "words"):
        rows[name] = texts[name]
    for name in ("kept", "firsts"):
        rows[name] = texts[name] * rows["pages"]
    return _added(rows, ("site", "place", "key"), ("pages", "kept", "firsts"))


def _sum_texts(counts: SiteCounts, parts: Sequence[Slice], bucket: Path, scratch: Path) -> None:
    """Texts on several pages to the sections that have them; sums of places to buckets of their own."""
    rows = np.fromfile(bucket, _COUNT)
    rows = rows[np.lexsort((rows["key"], rows["place"], rows["site"]))]
    group = np.cumsum(_begins(rows, "site", "place", "key")) - 1
    totals = _added(rows, ("site", "place", "key"), ("pages", "kept", "firsts"))
    rows["pages"] = totals["pages"][group]
    _append(rows[rows["pages"] > 1], "unit", lambda unit: _of_unit(counts, parts, unit, "texts"))
    sums = np.zeros(len(totals), _SUMS)
    once = totals["pages"] == 1
    sums["site"], sums["place"], sums["on"], sums["unit"] = totals["site"], totals["place"], totals["firsts"], _NO_UNIT
    sums["single"] = np.where(once, totals["words"], 0)
    sums["chosen"] = np.where(once, totals["words"] * totals["kept"], 0)
    sums["several"] = np.where(totals["pages"] > 1, totals["words"] * totals["pages"], 0)
    asked = np.zeros(len(rows), _SUMS)
    for name in ("site", "place", "unit"):
        asked[name] = rows[name]
    both = _added(np.concatenate([sums, asked]), ("site", "place", "unit"), ("single", "chosen", "several", "on"))
    buckets = np.uint64(len(list(scratch.glob("texts-*"))))
    _scatter(both, _mixed(both, "site", "place") % buckets, scratch, "places")


def _sum_places(counts: SiteCounts, parts: Sequence[Slice], bucket: Path) -> None:
    """Sums of places to the sections that have them."""
    rows = np.fromfile(bucket, _SUMS)
    rows = _added(rows, ("site", "place", "unit"), ("single", "chosen", "several", "on"))
    group = np.cumsum(_begins(rows, "site", "place")) - 1
    totals = _added(rows.copy(), ("site", "place"), ("single", "chosen", "several", "on"))
    for name in ("single", "chosen", "several", "on"):
        rows[name] = totals[name][group]
    _append(rows[rows["unit"] != _NO_UNIT], "unit", lambda unit: _of_unit(counts, parts, unit, "places"))


def _of_unit(counts: SiteCounts, parts: Sequence[Slice], unit: int, what: str) -> Path:
    return counts.sums(parts[unit >> 32], unit & 0xFFFFFFFF, what)


def _in_pieces(path: Path, kind: np.dtype[Any], most: int) -> Iterator[_Rows]:
    with path.open("rb") as file:
        while len(rows := np.fromfile(file, kind, most)):
            yield rows


def _begins(rows: _Rows, *names: str) -> NDArray[np.bool_]:
    """Of sorted rows, those that begin a group."""
    first = np.ones(len(rows), np.bool_)
    if len(rows):
        first[1:] = np.logical_or.reduce([rows[name][1:] != rows[name][:-1] for name in names])
    return first


def _added(rows: _Rows, by: Sequence[str], names: Sequence[str]) -> _Rows:
    """A row for each group, in order, with the sums of some columns; the others are the first row's."""
    rows = rows[np.lexsort([rows[name] for name in reversed(by)])]
    starts = np.flatnonzero(_begins(rows, *by))
    sums = rows[starts]
    for name in names if len(rows) else ():
        sums[name] = np.add.reduceat(rows[name], starts)
    return sums


def _mixed(rows: _Rows, *names: str) -> NDArray[np.uint64]:
    """A number for each row by which it finds its bucket."""
    mixed = np.zeros(len(rows), np.uint64)
    for name in names:
        mixed = (mixed ^ rows[name].astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return mixed


def _scatter(rows: _Rows, buckets: NDArray[np.uint64], folder: Path, name: str) -> None:
    order = np.argsort(buckets, kind="stable")
    numbers, starts = np.unique(buckets[order], return_index=True)
    for number, some in zip(numbers.tolist(), np.split(order, starts[1:]), strict=True) if len(rows) else ():
        with (folder / f"{name}-{number:05d}").open("ab") as file:
            rows[some].tofile(file)


def _append(
    rows: _Rows, by: str, path: Callable[[int], Path], kind: np.dtype[Any] | None = None, column: str | None = None
) -> None:
    """Rows to the ends of files, each to that of its group."""
    rows = rows[np.argsort(rows[by], kind="stable")]
    starts = np.flatnonzero(_begins(rows, by))
    for some in np.split(rows, starts[1:]) if len(rows) else ():
        with path(int(some[by][0])).open("ab") as file:
            (some[column].astype(kind) if column else some).tofile(file)
