"""Inputs cut into slices: what one worker does at a time, the same on every machine.

A slice is a range of bytes of a WARC or JSON-lines file, a range of row groups of a Parquet file, some pages of a
folder, some lines of a list of addresses. Where a file is cut depends on the file alone, so that a run that is taken up
again, and one on a cluster, have the same slices.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO, Final

from tamis.crawl.files import is_remote, open_binary, stamp_of
from tamis.crawl.folders import files_in, is_page
from tamis.crawl.inputs import is_collection
from tamis.crawl.packed import next_start, packing
from tamis.errors import InputError, MissingExtraError
from tamis.web.inputs import PAGE_ENDINGS, is_url

SLICE: Final = 33_554_432
"""bytes: a thousand pages of packed WARC, a few seconds of a worker, so that the last ones are not waited for long"""
_WARC: Final = (".warc", ".warc.gz", ".warc.zst", ".warc.zstd")
_INDEXES: Final = (".cdx", ".cdx.gz", ".cdxj", ".cdxj.gz")
"""what lies beside WARCs and says where in them a page is: a run needs none, and ``crawl/*`` names them"""
_LISTS: Final = (".txt", ".urls")
_URLS: Final = 200
"""addresses of a slice"""
_HEADER: Final = 65_536


@dataclass(frozen=True, slots=True)
class Slice:
    """A part of an input. ``start`` and ``end`` are bytes, row groups or lines, by the input's kind."""

    kind: str
    """``warc``, ``jsonl``, ``packed`` (JSON lines), ``parquet``, ``pages`` or ``urls``"""
    path: str
    number: int
    start: int
    end: int
    size: int
    """bytes to read, about: for the progress bar"""
    stamp: str
    """changes when the input does"""
    names: tuple[str, ...] = ()
    """the pages of a folder"""

    @property
    def id(self) -> str:
        """A name for the slice that is a name for files, too."""
        return f"{input_id(self.path)}-{self.number:05d}"


def input_id(path: str) -> str:
    """Eight hexadecimal digits that identify an input."""
    return blake2b(path.encode("utf-8", "surrogateescape"), digest_size=4).hexdigest()


def is_warc(name: str) -> bool:
    """Whether a file is a web archive, by its name."""
    return name.lower().endswith(_WARC)


def plan(
    names: Sequence[str], failed: Callable[[str], None], size: int = SLICE, output: str | None = None
) -> list[Slice]:
    """The slices of all inputs; what cannot be opened is reported to ``failed``.

    ``output`` is a folder whose files are no inputs, even inside a folder that is one. What has several names
    is read once; of a folder and what is in it, the folder stays, whichever comes first: its slices are the same with
    any other inputs.
    """
    slices: list[Slice] = []
    seen: set[str] = set()
    folders = {Path(name).resolve() for name in names if not is_remote(name) and Path(name).is_dir()}
    archives = any(map(is_warc, names))
    for name in names:
        if archives and name.lower().endswith(_INDEXES):
            continue
        try:
            for found in _inputs(name, output):
                place = _place(found)
                if place not in seen and not (found == name and _is_held(found, folders, output)):
                    seen.add(place)
                    try:
                        slices += _slices(found, size, output)
                    except InputError as error:
                        failed(str(error))
        except InputError as error:
            failed(str(error))
    return slices


def _inputs(name: str, output: str | None) -> Iterator[str]:
    """An input by name; a folder is its own pages, and each file in it that holds many."""
    if is_remote(name) or not Path(name).is_dir():
        yield name
        return
    files = files_in(Path(name), output)
    many = [path for path in files if is_collection(path) or is_warc(path.name)]
    pages = any(map(is_page, files))
    if not many and not pages:
        raise InputError(
            f"{name}: nothing to read in this folder: no pages ({', '.join(PAGE_ENDINGS)}), no WARC, JSON lines or "
            "Parquet files"
        )
    if pages:
        yield name
    yield from map(str, many)


def _place(name: str) -> str:
    """Where an input is, whatever way its name takes; a file that is a link is one of its own."""
    if is_remote(name) or is_url(name):
        return name
    path = Path(name)
    return str(path.resolve() if path.is_dir() else path.parent.resolve() / path.name)


def _is_held(name: str, folders: Collection[Path], output: str | None) -> bool:
    """Whether an input is read with a folder that is one, too."""
    path, place = Path(name), Path(_place(name))
    if not path.is_dir() and not (path.is_file() and (is_page(path) or is_collection(path) or is_warc(path.name))):
        return False
    written = output is not None and place.is_relative_to(Path(output).resolve())  # and so left out with the folder
    return not written and any(folder in folders for folder in place.parents)


def _slices(name: str, size: int, output: str | None) -> list[Slice]:
    if not is_remote(name) and Path(name).is_dir():
        return list(_of_folder(Path(name), size, output))
    if is_url(name):
        return [Slice("urls", name, 0, 0, 1, 1, "", (name,))]
    length, stamp = stamp_of(name)
    lower = name.lower()
    with open_binary(name) as file:
        if is_warc(name):
            return _numbered("warc", name, stamp, _cut_warc(file, length, size))
        if lower.endswith(".jsonl"):
            return _numbered("jsonl", name, stamp, _cut_lines(file, length, size))
        if lower.endswith((".jsonl.gz", ".jsonl.xz")):
            return [Slice("packed", name, 0, 0, length, length, stamp)]
        if lower.endswith(".parquet"):
            return list(_of_parquet(name, file, length, stamp, size))
        if lower.endswith(_LISTS):
            return list(_of_list(name, file, stamp))
        if is_page(Path(name)):
            return [Slice("pages", name, 0, 0, 1, length, stamp, (name,))]
    raise InputError(
        f"{name}: not a kind of input that its name shows: .warc[.gz|.zst], .jsonl[.gz|.xz], .parquet, .html, "
        "a list of URLs in a .txt, or a folder"
    )


def _numbered(kind: str, name: str, stamp: str, cuts: list[int]) -> list[Slice]:
    return [Slice(kind, name, i, start, end, end - start, stamp) for i, (start, end) in enumerate(pairwise(cuts))]


def _cut_warc(file: BinaryIO, length: int, size: int) -> list[int]:
    """Where the slices of a WARC file begin, and its end."""
    magic = packing(file.read(4))
    if not magic:
        return _cut_plain_warc(file, length, size)
    cuts = [0]
    while (at := next_start(file, cuts[-1] + size, length, magic)) < length:
        cuts.append(at)
    return [*cuts, length]


def _cut_plain_warc(file: BinaryIO, length: int, size: int) -> list[int]:
    """By the records' lengths, from head to head. Behind the first wrong one the file is left whole."""
    cuts, at = [0], 0
    while at < length:
        if at - cuts[-1] >= size:
            cuts.append(at)
        file.seek(at)
        head = file.read(_HEADER)
        end = head.find(b"\r\n\r\n")
        declared = [line[15:] for line in head[: max(end, 0)].split(b"\r\n") if line[:15].lower() == b"content-length:"]
        if not head.startswith(b"WARC/") or end < 0 or not declared or not declared[0].strip().isdigit():
            break
        at += end + 4 + int(declared[0]) + 4
    return [*cuts, length]


def _cut_lines(file: BinaryIO, length: int, size: int) -> list[int]:
    cuts = [0]
    while cuts[-1] + size < length:
        file.seek(cuts[-1] + size)
        file.readline()
        if file.tell() >= length:
            break
        cuts.append(file.tell())
    return [*cuts, length]


def _of_parquet(name: str, file: BinaryIO, length: int, stamp: str, size: int) -> Iterator[Slice]:
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError:
        raise MissingExtraError("pyarrow", "batch") from None
    try:
        about = ParquetFile(file).metadata
    except (ArrowException, OSError) as error:
        raise InputError(f"{name}: {error}") from None
    first = total = number = 0
    for group in range(about.num_row_groups):
        total += about.row_group(group).total_byte_size
        if total >= size or group == about.num_row_groups - 1:
            share = length * (group + 1 - first) // about.num_row_groups
            yield Slice("parquet", name, number, first, group + 1, share, stamp)
            first, total, number = group + 1, 0, number + 1


def _of_list(name: str, file: BinaryIO, stamp: str) -> Iterator[Slice]:
    lines = (line.decode("utf-8", "replace").strip() for line in file)
    urls = [line for line in lines if line and not line.startswith("#")]
    wrong = [url for url in urls if not is_url(url)]
    if wrong or not urls:
        raise InputError(
            f"{name}: a list of URLs has one http:// or https:// address a line, not {(wrong or [''])[0]!r}"
        )
    for number, start in enumerate(range(0, len(urls), _URLS)):
        some = tuple(urls[start : start + _URLS])
        yield Slice("urls", name, number, start, start + len(some), len(some), stamp, some)


def _of_folder(folder: Path, size: int, output: str | None) -> Iterator[Slice]:
    whole = Slice("pages", str(folder), 0, 0, 0, 0, "")
    names: list[str] = []
    stamps = blake2b(digest_size=8)
    first = total = number = 0
    pages = list(filter(is_page, files_in(folder, output)))
    for at, path in enumerate(pages, start=1):
        length, stamp = stamp_of(str(path))
        names.append(str(path))
        stamps.update(f"{path} {stamp}\n".encode("utf-8", "surrogateescape"))
        total += length
        if total >= size or at == len(pages):
            some = tuple(names)
            yield replace(whole, number=number, start=first, end=at, size=total, stamp=stamps.hexdigest(), names=some)
            first, total, number = at, 0, number + 1
            names, stamps = [], blake2b(digest_size=8)
