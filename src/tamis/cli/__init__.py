"""The command line: one file a command, each with ``add_parser`` and ``run``.

Exit codes: 0 done; 1 some input could not be read or processed (the rest was); 2 wrong use, one line on stderr.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from tamis.cli.parser import Parser
from tamis.errors import TamisError, UsageError
from tamis.version import __version__

COMMANDS = (
    "extract", "blocks", "inspect", "fetch", "site", "run", "strategies", "evaluate", "diff", "reproduce",
    "index", "search", "stats", "forget", "train", "serve", "mcp",
)  # fmt: skip


class _Version(argparse.Action):
    """Print the version, after a check that all modules are compiled."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from tamis.native.status import check_build

        check_build()
        print(f"tamis {__version__}")
        parser.exit()


def build_parser(names: Sequence[str] = COMMANDS) -> Parser:
    """The parser with those commands; no other command's file is imported."""
    parser = Parser(prog="tamis", description="Keep the informative blocks of web pages, drop the rest.")
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name in names:
        command = import_module(f"tamis.cli.{name}")
        command.add_parser(commands).set_defaults(run=command.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    given = sys.argv[1:] if argv is None else argv
    parser = build_parser(given[:1] if given and given[0] in COMMANDS else COMMANDS)
    args = parser.parse_args(argv)
    if args.command is None:
        parser.print_help()
        return 2
    _escape_unknown_characters()
    try:
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except TamisError as error:
        print(f"tamis {args.command}: {error}", file=sys.stderr)
        return 2 if isinstance(error, UsageError) else 1
    except KeyboardInterrupt:
        print("tamis: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of our output went away, as `head` does
        _close_output()
        return 141
    except OSError as error:  # errors of named files are reported where they are read and written; this is the output's
        print(f"tamis {args.command}: {error.strerror or error}: {error.filename or 'output'}", file=sys.stderr)
        _close_output()
        return 1


def _escape_unknown_characters() -> None:
    r"""Write characters that the output's encoding does not have by their numbers.

    In UTF-8 these are file names in another encoding, and their ``\udcff`` is what JSON writes too.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _close_output() -> None:
    """Python must not try once more, at its end, to write what could not be written."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
