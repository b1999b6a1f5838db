"""The parsers of the command line: errors of one line, and the nearest option to one that does not exist."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

_NEAR = 0.75
"""likeness of two options of which one may be meant for the other; --no-blocks and --no-byline have 0.73"""


class Parser(argparse.ArgumentParser):
    """Answers wrong use by one line that says what to do, and which help to read."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Parse, and refuse what is unknown."""
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
        """Add commands, see :class:`Commands`."""
        return Commands(super().add_subparsers(**how))

    def error(self, message: str) -> NoReturn:
        """End with exit code 2."""
        self.exit(2, f"{self.prog}: {message}; see `{self.prog} --help`\n")


class Commands:
    """Commands whose own help begins with the line that the list of commands has for them."""

    def __init__(self, action: Any) -> None:
        self._action = action

    def add_parser(self, name: str, *, help: str, description: str = "", **how: Any) -> Parser:
        """Add a command."""
        about = f"{help[0].upper()}{help[1:]}. {description}".strip()
        parser: Parser = self._action.add_parser(name, help=help, description=about, **how)
        return parser
