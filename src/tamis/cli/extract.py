"""``tamis extract``: the main content of pages."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from tamis.cli.inputs import Source, sources
from tamis.cli.options import add_output_options, add_page_options, rendering, selection
from tamis.cli.progress import progress
from tamis.cli.terminal import say, show
from tamis.errors import InputError, TamisError, UsageError
from tamis.formats import get_format

_JSON: Final = ("json", "jsonl")


def add_parser(commands: Any) -> argparse.ArgumentParser:
    """Describe the command."""
    parser: argparse.ArgumentParser = commands.add_parser("extract", help="write the main content of pages")
    add_page_options(parser)
    add_output_options(parser)
    return parser


def run(args: argparse.Namespace) -> int:
    """Extract each input in turn; one that fails is reported, the others still go through."""
    from tamis.api import analyze
    from tamis.formats import render

    chosen = selection(args)
    inputs = list(sources(args.inputs, args.output))

    def work(source: Source) -> str:
        data, url, charset = source.read()
        document = analyze(data, args.url or url, charset=charset, **chosen)
        if document.status.startswith("not html"):
            raise InputError(f"{source.name}: {document.status}")
        if document.status != "ok":
            say(f"tamis extract: {source.name}: {document.status}")
        elif len(inputs) == 1 and not document.decisions.kept.any():
            why = "`tamis blocks` says why" if len(document.page) else "the page has no text, or only its scripts do"
            say(f"tamis extract: {source.name}: nothing was kept: {why}")
        return render(document, args.format, **rendering(args))

    write = writer(args, len(inputs))
    failed = 0
    for source, result in results(inputs, work, "extract"):
        if result is None:
            failed = 1
        else:
            write(source, result)
    return failed


def results(inputs: list[Source], work: Callable[[Source], str], command: str) -> Iterator[tuple[Source, str | None]]:
    """The result of each input, ``None`` for one that failed, with the reason on stderr."""
    for source in progress(inputs, len(inputs), command):
        try:
            yield source, work(source)
        except UsageError:
            raise
        except TamisError as error:
            say(f"tamis {command}: {error}")
            yield source, None


def writer(args: argparse.Namespace, count: int) -> Callable[[Source, str], None]:
    """Where ``-o`` and ``-f`` send the results of ``count`` pages."""

    def named(source: Source, text: str) -> str:
        """JSON says where a page came from, as a saved run has to; the only page, from a pipe, has nothing to say."""
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
    folder = target
    used: dict[str, int] = {}

    def into_folder(source: Source, text: str) -> None:
        stem = "page" if source.name == "-" else Path(source.name.rstrip("/")).stem or "page"
        _to_file(folder / f"{_unused(stem, used)}{get_format(args.format).suffix}", named(source, text))

    return into_folder


def _unused(stem: str, used: dict[str, int]) -> str:
    """The stem, or the first that is free of it with a number behind; a crawl's pages may all be called index.

    >>> used: dict[str, int] = {}
    >>> [_unused(stem, used) for stem in ("index", "index-2", "index", "index", "about")]
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
    _to_file(target, "")

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
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n" if text else "", encoding="utf-8", errors="backslashreplace")
    except FileExistsError:
        raise UsageError(f"cannot write {path}: {path.parent} is not a folder") from None
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from None
