"""Where rows go: shards in a folder, or a store; and the notes that say which shards are done.

A shard is written under another name, renamed when it is whole, and then noted in ``_shards/``; what is not noted is
not done and will be done again, over whatever a killed run has left. So a run can be taken up at any moment, and no row
is there twice.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Protocol

from tamis.crawl.account import Account
from tamis.crawl.files import sync, write_whole
from tamis.crawl.rows import Settings, records_of, records_schema, schema
from tamis.crawl.slices import Slice, input_id
from tamis.errors import InputError, MissingExtraError, UsageError

RECORDS: Final = ".records"
"""what the folder of the records is called by, behind the name of the pages' folder"""
_STORES: Final = (".db", ".sqlite", ".sqlite3")
_ROWS: Final = 2000
_BYTES: Final = 33_554_432
"""rows, and bytes of text, that are held until they are written"""
_TRANSACTION: Final = 100


@dataclass(frozen=True, slots=True)
class Output:
    """Where a run writes to."""

    kind: str
    address: str
    """the folder, or the store"""
    home: str
    """the folder for all that is not rows: the same as ``address``, or one beside the store"""

    @classmethod
    def of(cls, address: str, kind: str | None = None) -> Output:
        """By the address: a folder for Parquet unless it names a store.

        >>> Output.of("out").kind, Output.of("pages.db").kind, Output.of("out", "jsonl").kind
        ('parquet', 'store', 'jsonl')
        """
        from tamis.store.store import is_server

        server = is_server(address)
        if kind is None:
            kind = "store" if server or address.endswith(_STORES) else "parquet"
        if kind != "store" and server:
            raise UsageError("a server takes rows for a store alone: leave out --to, or write to a folder")
        if kind != "store":
            return cls(kind, address, address)
        name = f"tamis-{input_id(address)}" if server else address
        return cls(kind, address, f"{name}.run")

    @property
    def notes(self) -> Path:
        """The folder of the notes."""
        return Path(self.home) / "_shards"

    def prepare(self) -> None:
        """Make the folders."""
        for folder in (self.notes, self._drafts):
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise UsageError(f"cannot write to {self.home}: {error.strerror or error}") from None

    @property
    def _drafts(self) -> Path:
        return Path(self.home) / "_drafts"

    def draft(self, shard: str) -> Path:
        """Where a shard is written until it is whole, by this process."""
        return self._drafts / f"{shard}.{os.getpid()}"

    def data(self, shard: str) -> Path:
        """Where a whole shard is."""
        return Path(self.address) / f"part-{shard}.{self.kind}"

    def records(self, shard: str) -> Path:
        """Where the records of a whole shard's pages are: in a folder beside that of the pages."""
        return self._records_folder / f"part-{shard}.{self.kind}"

    @property
    def _records_folder(self) -> Path:
        return Path(f"{Path(self.address).absolute()}{RECORDS}")

    def tidy(self) -> None:
        """Remove what was not finished."""
        shutil.rmtree(self._drafts, ignore_errors=True)
        for draft in self.notes.glob("*.json.*"):
            draft.unlink(missing_ok=True)

    def noted(self) -> Iterator[dict[str, Any]]:
        """All notes, in order."""
        for path in sorted(self.notes.glob("*.json")):
            note = _read_note(path)
            if note is not None:
                yield note

    def done(self, part: Slice) -> list[dict[str, Any]]:
        """The notes on the finished shards of a slice, in order: those that still hold."""
        found: list[dict[str, Any]] = []
        for number in range(1_000_000):
            note = _read_note(self.notes / f"{part.id}-{number:03d}.json")
            if note is None or note["stamp"] != part.stamp or note["failure"]:
                break
            if self.kind != "store" and not all(path.exists() for path in self._files(note)):
                break
            found.append(note)
            if note["last"]:
                break
        return found

    def forget(self, part: Slice, first: int) -> None:
        """Remove the shards of a slice from one on, before they are made again."""
        for note in sorted(self.notes.glob(f"{part.id}-*.json")):
            if int(note.stem.rpartition("-")[2]) >= first:
                self._remove(note)

    def forget_beyond(self, path: str, slices: int) -> None:
        """Remove what was made of slices that an input no longer has."""
        for note in sorted(self.notes.glob(f"{input_id(path)}-*.json")):
            if int(note.stem.split("-")[1]) >= slices:
                self._remove(note)

    def _files(self, note: dict[str, Any]) -> list[Path]:
        """The files of a noted shard."""
        shard = note["shard"]
        return [self.data(shard), self.records(shard)] if note.get("records") else [self.data(shard)]

    def _remove(self, note: Path) -> None:
        note.unlink(missing_ok=True)
        if self.kind != "store":
            self.data(note.stem).unlink(missing_ok=True)
            self.records(note.stem).unlink(missing_ok=True)

    def clear(self) -> None:
        """Remove the shards and notes of an earlier run, and nothing else."""
        for note in sorted(self.notes.glob("*.json")):
            note.unlink(missing_ok=True)
        if self.kind != "store":
            for folder in (Path(self.address), self._records_folder):
                for path in folder.glob("part-*"):
                    path.unlink(missing_ok=True)


def _read_note(path: Path) -> dict[str, Any] | None:
    try:
        note: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return note


class _Sink(Protocol):
    def write(self, rows: list[dict[str, Any]]) -> None: ...

    def close(self) -> None: ...


class _Parquet:
    def __init__(self, path: Path, form: Any) -> None:
        try:
            import pyarrow
            from pyarrow.parquet import ParquetWriter
        except ImportError:
            raise MissingExtraError("pyarrow", "batch") from None
        self._schema = form
        self._batch = pyarrow.RecordBatch
        self._file = path.open("wb")  # by us: PyArrow takes no names that are no UTF-8
        self._writer = ParquetWriter(self._file, self._schema, compression="zstd")

    def write(self, rows: list[dict[str, Any]]) -> None:
        self._writer.write_batch(self._batch.from_pylist(rows, schema=self._schema))

    def close(self) -> None:
        self._writer.close()
        self._file.close()


class _JsonLines:
    def __init__(self, path: Path, form: Any) -> None:
        self._names = list(form.names)
        self._file = path.open("w", encoding="utf-8")

    def write(self, rows: list[dict[str, Any]]) -> None:
        for row in rows:
            json.dump({name: row.get(name) for name in self._names}, self._file, ensure_ascii=False)
            self._file.write("\n")

    def close(self) -> None:
        self._file.close()


class _Store:
    """What went in before a crash goes in again, and changes nothing: that is how stores are."""

    def __init__(self, address: str) -> None:
        from tamis.store import open_store

        self._store = open_store(address)

    def write(self, rows: list[dict[str, Any]]) -> None:
        records = [row["stored"] for row in rows if "stored" in row]
        for start in range(0, len(records), _TRANSACTION):
            self._store.add(records[start : start + _TRANSACTION])

    def close(self) -> None:
        self._store.close()


class Shard:
    """A shard in the making."""

    def __init__(self, output: Output, part: Slice, number: int, first: int, settings: Settings) -> None:
        self.name = f"{part.id}-{number:03d}"
        self.account = Account()
        self.rows = 0
        self.size = 0
        self._output, self._part, self._first = output, part, first
        self._held: list[dict[str, Any]] = []
        self._held_size = 0
        self._draft = output.draft(self.name)
        self._made_by = settings.made_by
        self._sink: _Sink
        self._records: _Sink | None = None
        with _writing(self._draft):
            if output.kind == "store":
                self._sink = _Store(output.address)
                return
            sink = _Parquet if output.kind == "parquet" else _JsonLines
            self._sink = sink(self._draft, schema(replace(settings, records=False)))
            if settings.records:
                self._records = sink(self._records_draft, records_schema())

    @property
    def _records_draft(self) -> Path:
        return self._output.draft(f"records-{self.name}")

    def add(self, row: dict[str, Any]) -> None:
        """Write a row, sooner or later."""
        size = row["kept_bytes"] + 3 * row["text_bytes"] * (("blocks" in row) + ("records" in row)) + 500
        self._held.append(row | self._made_by)
        self._held_size += size
        self.rows += 1
        self.size += size
        if len(self._held) >= _ROWS or self._held_size >= _BYTES:
            self._flush()

    def _flush(self) -> None:
        with _writing(self._draft):
            self._sink.write(self._held)
            if self._records is not None:
                self._records.write([found for row in self._held for found in records_of(row)])
        self._held, self._held_size = [], 0

    def commit(self, following: int, last: bool, failure: str | None = None) -> dict[str, Any]:
        """Finish the shard: rows first, then the note that they are there."""
        self._flush()
        self._sink.close()
        if self._records is not None:
            self._records.close()
        note = {
            "shard": self.name, "input": self._part.path, "slice": self._part.number, "stamp": self._part.stamp,
            "first": self._first, "next": following, "last": last, "rows": self.rows, "failure": failure,
            "records": self._records is not None, "account": self.account.to_dict(),
        }  # fmt: skip
        with _writing(self.name):
            if self._records is not None:
                self._put(self._records_draft, self._output.records(self.name))
            if self._output.kind != "store":
                self._put(self._draft, self._output.data(self.name))
            write_whole(self._output.notes / f"{self.name}.json", json.dumps(note, ensure_ascii=False))
        return note

    @staticmethod
    def _put(draft: Path, path: Path) -> None:
        """Give a whole file its name."""
        sync(draft)
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.replace(path)


@contextmanager
def _writing(what: str | Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot write {what}: {error.strerror or error}") from None
