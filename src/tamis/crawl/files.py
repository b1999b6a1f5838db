"""Files by path or address: ``s3://…``, ``gs://…``, ``hf://…`` through PyArrow, others through fsspec."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, BinaryIO, cast

from tamis.errors import InputError, MissingExtraError
from tamis.web.inputs import is_url


def is_remote(name: str) -> bool:
    """Whether a name is an address that PyArrow opens.

    >>> is_remote("s3://bucket/a.warc.gz"), is_remote("a.warc.gz"), is_remote("https://example.org/")
    (True, False, False)
    """
    return "://" in name and not is_url(name)


def open_binary(name: str) -> BinaryIO:
    """A file open for reading, with ``seek``; :class:`tamis.InputError` if it cannot be."""
    try:
        if is_remote(name):
            system, path = _system(name)
            return cast(BinaryIO, system.open_input_file(path))
        return Path(name).open("rb")
    except OSError as error:
        raise InputError(f"{name}: {error.strerror or error}") from None


def stamp_of(name: str) -> tuple[int, str]:
    """The size of a file, and a word that changes when the file does."""
    try:
        if is_remote(name):
            system, path = _system(name)
            info = system.get_file_info(path)
            if not info.is_file:
                raise InputError(f"{name}: no such file")
            return int(info.size), f"{info.size}-{info.mtime_ns}"
        stat = Path(name).stat()
    except OSError as error:
        raise InputError(f"{name}: {error.strerror or error}") from None
    return stat.st_size, f"{stat.st_size}-{stat.st_mtime_ns}"


def write_whole(path: Path, text: str, errors: str = "backslashreplace") -> None:
    """Write a file under another name first, so that it is there whole or not at all, even after a power cut.

    ``errors`` is for names of files that are no UTF-8; in JSON the default is read back as it was.
    """
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_text(text, encoding="utf-8", errors=errors)
    sync(draft)
    draft.replace(path)


def sync(path: Path) -> None:
    """Wait until a file is on the disk: renamed before that, it could be empty after a power cut."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _system(name: str) -> tuple[Any, str]:
    try:
        from pyarrow import ArrowException
        from pyarrow.fs import FileSystem
    except ImportError:
        raise MissingExtraError("pyarrow", "batch") from None
    try:
        system, path = FileSystem.from_uri(name)
    except (ArrowException, ValueError) as error:
        if "Unrecognized filesystem type" not in str(error):
            raise InputError(f"{name}: {error}") from None
        return _system_of_fsspec(name)
    return system, path


def _system_of_fsspec(name: str) -> tuple[Any, str]:
    from pyarrow.fs import FSSpecHandler, PyFileSystem

    try:
        import fsspec
    except ImportError:
        raise InputError(
            f"{name}: PyArrow does not know such addresses: install fsspec, and its plug-in for them"
        ) from None
    try:
        system, path = fsspec.core.url_to_fs(name)
    except (ImportError, ValueError) as error:  # it names the plug-in that is missing
        raise InputError(f"{name}: {error}") from None
    return PyFileSystem(FSSpecHandler(system)), path
