"""``tamis diff``: what another strategy, or another version, does to your own pages."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from tamis.cli.inputs import ReadPage, Source, sources
from tamis.cli.options import positive
from tamis.cli.output import Failures, write_file
from tamis.cli.parser import Commands, Parser
from tamis.cli.progress import progress
from tamis.cli.results import results
from tamis.cli.terminal import in_a_line
from tamis.errors import InputError, UsageError
from tamis.options import SELECTION, Value

if TYPE_CHECKING:
    from tamis.lab.diff import Change, Run

_SIDE: Final = """\
OLD and NEW are each one of:
  NAME                a strategy, see `tamis strategies`
  NAME:KEY=VALUE:…    a strategy with parameters, or with options such as include_title=false
  NAME@COMMAND        a strategy of another version: the path of its tamis command, or of its virtual environment
  FILE                a saved run: tamis extract -f json PAGES… > FILE, or the folder made by -o FOLDER
"""
_BATCH: Final = 200
_RUNS_SHOWN: Final = 3


def add_parser(commands: Commands) -> Parser:
    """Describe the command."""
    parser = commands.add_parser(
        "diff",
        help="compare two strategies, versions or saved runs on your own pages",
        epilog=_SIDE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("old", metavar="OLD", help="what to compare; see below")
    parser.add_argument("new", metavar="NEW", help="with what")
    parser.add_argument("inputs", nargs="*", metavar="PAGE", help="files, folders, URLs; not needed with a saved run")
    parser.add_argument("--html", metavar="FILE", type=Path, help="write the texts side by side")
    parser.add_argument(
        "--limit", metavar="N", type=positive, default=20, help="pages to show, those changed most; default: 20"
    )
    return parser


def run(args: argparse.Namespace) -> int:
    """Compare; 1 if a page could not be read."""
    from tamis.lab.diff import compare, table, to_html

    inputs = list(sources(args.inputs)) if args.inputs else []
    if any(source.name == "-" for source in inputs):
        raise UsageError("pages are read twice, which standard input cannot be: name files")
    saved = {side: _saved(side) for side in (args.old, args.new)}
    if not inputs:
        inputs = [Source(name) for run in saved.values() if run for name in run]
        if not any(saved.values()):
            raise UsageError("name the pages to compare on")
    failures = Failures("diff")
    old, new = (saved[side] or _fresh(side, inputs, failures) for side in (args.old, args.new))
    diff = compare(_only(old, args.inputs, inputs), _only(new, args.inputs, inputs))
    if args.html:  # before anything is printed, whose reader may leave early
        write_file(args.html, to_html(diff, args.old, args.new))
    print(table(diff, args.limit).text())
    for change in diff.changes[: args.limit]:
        print(f"\n{change.name}", *_shown(change), sep="\n")
    return failures.code


def _saved(side: str) -> Run | None:
    """The saved run that a side names, if it names one."""
    from tamis.lab.diff import read_run
    from tamis.strategies.base import available_strategies

    path = Path(side)
    if any(s.name == side for s in available_strategies()) or _command(side):
        return None
    return read_run(path) if path.is_file() or (path.is_dir() and any(path.glob("*.json"))) else None


def _only(run: Run, chosen: Sequence[str], inputs: Sequence[Source]) -> Run:
    """The pages of a run that were named."""
    names = {source.name for source in inputs}
    return {name: text for name, text in run.items() if name in names} if chosen else run


def _fresh(side: str, inputs: Sequence[Source], failures: Failures) -> Run:
    """A run made now, by this version or another one."""
    from tamis.lab.competitors import parse_spec

    strategy, at, command = side.partition("@")
    if not at and _command(side):
        strategy, command = "auto", side
    name, params = parse_spec(strategy)
    if command:
        found = _command(command)
        if found is None:
            raise UsageError(f"{command} is neither a tamis command nor a virtual environment that has one")
        return _by_command(found, name, params, inputs, failures)
    return dict(_by_us(name, params, inputs, failures))


def _by_us(
    name: str, settings: dict[str, str], inputs: Sequence[Source], failures: Failures
) -> Iterator[tuple[str, str]]:
    """What this version makes of the pages; to a site strategy they are the pages of one site."""
    from tamis.lab.competitors import PageInput, decide_site, split_settings
    from tamis.strategies.base import get_strategy

    chosen = get_strategy(name)
    params, options = split_settings(settings)
    if chosen.scope == "page":
        work = partial(_text, {"strategy": name, "params": params, **options})
        yield from ((source.name, text) for source, text in results(name, inputs, work, failures))
        return
    site: list[PageInput] = []
    for source in progress(inputs, len(inputs), name):
        with failures.reported():
            page = source.read()
            site.append(PageInput(page.name, page.html, page.url, page.charset))
    for member, document in zip(site, decide_site(chosen, site, params, options), strict=True):
        yield member.id, document.text


def _text(chosen: dict[str, Any], page: ReadPage) -> str:
    from tamis.api import analyze

    return analyze(page.html, page.url, charset=page.charset, **chosen).text


def _by_command(
    command: str, name: str, settings: dict[str, str], inputs: Sequence[Source], failures: Failures
) -> dict[str, str]:
    """What another version's command line makes of the pages, by its JSON form."""
    from tamis.lab.competitors import split_settings
    from tamis.lab.diff import add_record

    params, chosen = split_settings(settings)
    options = ["extract", "-f", "json", "--strategy", name]
    options += [part for key, value in params.items() for part in ("--set", f"{key}={value}")]
    options += [part for key, value in chosen.items() for part in SELECTION[key].arguments(cast("Value", value))]
    found: dict[str, str] = {}
    batches = [inputs[i : i + _BATCH] for i in range(0, len(inputs), _BATCH)]
    for batch in progress(batches, len(batches), command):
        names = [source.name for source in batch]
        done = subprocess.run(  # noqa: S603 - the user named this command
            [command, *options, *names], capture_output=True, encoding="utf-8", errors="backslashreplace", check=False
        )
        for line in filter(str.strip, done.stderr.splitlines()):
            failures(line)
        if done.returncode not in (0, 1):
            raise InputError(f"{command} failed with exit code {done.returncode}: {done.stderr.strip()[-300:]}")
        try:
            for line in done.stdout.split("\n"):  # splitlines() would cut JSON at U+2028 and its like
                if line:
                    add_record(found, line, names[0])
        except (ValueError, KeyError, AttributeError) as error:
            raise InputError(f"{command} does not write the JSON form we know: {error!r}") from None
    return found


def _command(name: str) -> str | None:
    for path in (Path(name), Path(name) / "bin" / "tamis", Path(name) / "Scripts" / "tamis.exe"):
        if path.is_file() and os.access(path, os.X_OK):
            return str(path.absolute())
    return None


def _shown(change: Change) -> list[str]:
    """The longest passages that were lost and gained."""
    width = max(60, min(shutil.get_terminal_size((100, 24)).columns, 160)) - 4
    lines = []
    for sign, marked in (("-", change.old), ("+", change.new)):
        longest = sorted(marked.runs, key=lambda run: run[0] - run[1])
        for start, end in sorted(longest[:_RUNS_SHOWN]):
            lines.append(f"  {sign} {in_a_line(marked.text[start:end], width)}")
        if len(longest) > _RUNS_SHOWN:
            lines.append(f"  {sign} … and {len(longest) - _RUNS_SHOWN} shorter passages")
    return lines
