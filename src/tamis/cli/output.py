"""Where results and failures go: files, folders, standard output and standard error."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import Final

from tamis.cli.inputs import Source
from tamis.cli.terminal import say, show
from tamis.errors import TamisError, UsageError
from tamis.formats import get_format

_JSON: Final = ("json", "jsonl")


class Failures:
    """Reports on stderr what went wrong with single inputs; the others still go through."""

    def __init__(self, command: str) -> None:
        self._command = command
        self.code = 0
        """the exit code"""

    def __call__(self, message: object) -> None:
        """Report what went wrong."""
        self.code = 1
        say(f"tamis {self._command}: {message}")

    @contextmanager
    def reported(self) -> Iterator[None]:
        """Report an error of one input and go on; wrong use, which is that of all inputs, ends the command."""
        try:
            yield
        except UsageError:
            raise
        except TamisError as error:
            self(error)


def write_file(path: Path, text: str, *, make_folder: bool = False) -> None:
    """Write a file, or say why that fails."""
    try:
        if make_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", errors="backslashreplace")
    except FileExistsError:
        raise UsageError(f"cannot write {path}: {path.parent} is not a folder") from None
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from None


def writer(args: argparse.Namespace, count: int) -> Callable[[Source, str], None]:
    """Where ``-o`` and ``-f`` send the results of ``count`` pages."""

    def named(source: Source, text: str) -> str:
        """JSON names the source, as a saved run must; a single page from a pipe has no name."""
        if args.format not in _JSON or (args.format == "json" and count == 1 and source.name == "-"):
            return text
        return json.dumps({"source": source.name, **json.loads(text)}, ensure_ascii=False)

    if args.output is None:
        return lambda source, text: _to_stdout(args.format, source, named(source, text), count)
    target = Path(args.output)
    if args.format == "jsonl" and not target.is_dir():
        append = _one_a_line(target)
        return lambda source, text: append(named(source, text))
    if count == 1 and not target.is_dir():
        return lambda source, text: _to_file(target, named(source, text))
    if target.exists() and not target.is_dir():
        raise UsageError(f"{target} is a file; several pages go into a folder, or as JSON lines (-f jsonl) into a file")
    used: dict[str, int] = {}

    def into_folder(source: Source, text: str) -> None:
        wished = _place(source)
        place = unused_name(wished, used)
        path = target / f"{place}{get_format(args.format).suffix}"
        _to_file(path, named(source, text))
        if place != wished:
            say(f"tamis {args.command}: {source.name} is written as {path}, as another page has its name")

    return into_folder


def _place(source: Source) -> str:
    """The path of a page's output without its suffix; pages of a folder keep their places below it.

    >>> _place(Source("crawl/news/index.html", "crawl")), _place(Source("news/index.html")), _place(Source("-"))
    ('news/index', 'index', 'page')
    """
    path = PurePath("page" if source.name == "-" else source.name.rstrip("/"))
    below = path.relative_to(source.folder).parent if source.folder is not None else PurePath()
    return (below / (path.stem or "page")).as_posix()


def unused_name(stem: str, used: dict[str, int]) -> str:
    """The stem, or the first that is free of it with a number behind; a crawl's pages may all be called index.

    >>> used: dict[str, int] = {}
    >>> [unused_name(stem, used) for stem in ("index", "index-2", "index", "index", "about")]
    ['index', 'index-2', 'index-3', 'index-4', 'about']
    """
    name, number = stem, used.get(stem, 0)
    while name in used:
        number += 1
        name = f"{stem}-{number}"
    used[stem] = max(number, 1)
    used.setdefault(name, 1)
    return name


def _one_a_line(target: Path) -> Callable[[str], None]:
    """All pages in one file, an object a line."""
    write_file(target, "", make_folder=True)

    def append(line: str) -> None:
        try:
            with target.open("a", encoding="utf-8", errors="backslashreplace") as lines:
                lines.write(line + "\n")
        except OSError as error:
            raise UsageError(f"cannot write {target}: {error.strerror or error}") from None

    return append


def _to_stdout(output_format: str, source: Source, text: str, count: int) -> None:
    if count > 1 and output_format not in _JSON:
        show(f"==> {source.name} <==\n{text}{chr(10) * bool(text)}")
    elif text:
        show(text)


def _to_file(path: Path, text: str) -> None:
    write_file(path, text + "\n" if text else "", make_folder=True)
