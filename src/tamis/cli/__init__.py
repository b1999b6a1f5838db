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
from typing import Any, NoReturn

from tamis.errors import TamisError, UsageError
from tamis.version import __version__

COMMANDS = (
    "extract", "blocks", "inspect", "site", "run", "strategies", "evaluate", "diff", "reproduce",
    "index", "search", "stats", "forget", "train", "serve",
)  # fmt: skip

_NEAR = 0.75
"""likeness of two options of which one may be meant for the other; --no-blocks and --no-byline have 0.73"""


class _Parser(argparse.ArgumentParser):
    """Wrong use is one line that says what to do, and whose help to look at."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        found, rest = super().parse_known_args(args, namespace)
        if rest:
            self.error(f"unrecognized arguments: {' '.join(rest)}{self._nearest(rest)}")
        return found, rest

    def _nearest(self, unknown: Sequence[str]) -> str:
        """For each option that does not exist, the one whose spelling is nearest, if any is near."""
        from difflib import get_close_matches

        known = [option for action in self._actions for option in action.option_strings if option.startswith("--")]
        given = [name.partition("=")[0] for name in unknown if name.startswith("--")]
        near = [match for name in given for match in get_close_matches(name, known, 1, _NEAR)]
        return f"; did you mean {' '.join(dict.fromkeys(near))}?" if near else ""

    def add_subparsers(self, **how: Any) -> Any:
        return _Commands(super().add_subparsers(**how))

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; see `{self.prog} --help`\n")


class _Version(argparse.Action):
    """Which modules are compiled is looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from tamis.native.status import kernel_kind, plain_modules

        print(f"tamis {__version__} ({kernel_kind(plain_modules())})")
        parser.exit()


class _Commands:
    """Commands whose own help begins with the line that the list of commands has for them."""

    def __init__(self, action: Any) -> None:
        self._action = action

    def add_parser(self, name: str, *, help: str, description: str = "", **how: Any) -> argparse.ArgumentParser:
        told = f"{help[0].upper()}{help[1:]}. {description}".strip()
        parser: argparse.ArgumentParser = self._action.add_parser(name, help=help, description=told, **how)
        return parser


def build_parser(names: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser with those commands; no other command's file is imported."""
    parser = _Parser(prog="tamis", description="Keep the informative blocks of web pages, drop the rest.")
    parser.add_argument(
        "--version", action=_Version, nargs=0, help="show the version, whether it is compiled, and exit"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
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
    _let_every_letter_out()
    try:
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except UsageError as error:
        print(f"tamis {args.command}: {error}", file=sys.stderr)
        return 2
    except TamisError as error:
        print(f"tamis {args.command}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("tamis: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of our output went away, as `head` does
        _close_output()
        return 141
    except OSError as error:  # what files say is said where they are read and written; this is the output's
        print(f"tamis {args.command}: {error.strerror or error}: {error.filename or 'output'}", file=sys.stderr)
        _close_output()
        return 1


def _let_every_letter_out() -> None:
    r"""What the output's encoding cannot say is written by its number; in UTF-8, that is file names that are not, and
    their ``\udcff`` is what JSON writes too.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _close_output() -> None:
    """Python must not try once more, at its end, to write what could not be written."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
