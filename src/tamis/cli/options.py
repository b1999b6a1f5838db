"""Options that several commands have; those for pages are made from the table in :mod:`tamis.options`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any, Final

from tamis.errors import UsageError
from tamis.formats import FORMATS
from tamis.limits import Limits
from tamis.options import RENDERING, SELECTION, Option

LONGEST: Final = 86_400
"""seconds that a page may take; the system's clocks do not take much larger numbers, nor infinity"""
DEFAULTS: Final = Limits()
STORE: Final = "FILE|postgresql://…"
"""how help writes the address of a store"""


def positive(text: str) -> int:
    """A number of 1 or more, for :mod:`argparse`."""
    return _number(text, 1)


def count_from_zero(text: str) -> int:
    """A number of 0 or more, for :mod:`argparse`."""
    return _number(text, 0)


def _number(text: str, least: int) -> int:
    try:
        number = int(text)
    except ValueError:
        number = -1
    if number < least:
        raise argparse.ArgumentTypeError(f"takes a number of {least} or more, not {text!r}")
    return number


def add_page_options(parser: argparse.ArgumentParser, *, inputs: bool = True) -> None:
    """The options of every command that analyses pages; without ``inputs`` not those that say which pages."""
    if inputs:
        parser.add_argument(
            "inputs", nargs="*", metavar="FILE|FOLDER|URL|-", help="pages to read; standard input by default"
        )
    parser.add_argument("--strategy", default="auto", metavar="NAME", help="see `tamis strategies`; default: auto")
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", dest="settings", help="a parameter of the strategy"
    )
    if inputs:
        parser.add_argument("--url", help="the page's address, for strategies and links that need it")
    _add(parser, SELECTION.values())


def add_limit_options(parser: argparse.ArgumentParser) -> None:
    """What a page may cost."""
    for name, kind, what in (
        ("bytes", positive, "of a page that are read"),
        ("nodes", positive, "elements and texts of a page"),
        ("seconds", float, "for parsing a page"),
    ):
        usual = getattr(DEFAULTS, name if name == "seconds" else f"max_{name}")
        parser.add_argument(
            f"--max-{name}", type=kind, default=usual, metavar="N", help=f"{what}; default: {usual:,.0f}"
        )


def limits(args: argparse.Namespace) -> Limits:
    """What a page may cost, as it was given."""
    return Limits(args.max_bytes, args.max_nodes, args.max_seconds)


def remedy(status: str) -> str:
    """A document's status, with the option that lets more of such a page through.

    >>> remedy("truncated: bytes")
    'truncated: bytes, so that some of it is missing: --max-bytes N takes more'
    """
    bound = {"bytes": "bytes", "nodes": "nodes", "time": "seconds"}.get(status.removeprefix("truncated: "))
    return f"{status}, so that some of it is missing: --max-{bound} N takes more" if bound else status


def add_output_options(parser: argparse.ArgumentParser) -> None:
    """The options of every command that writes the content of pages."""
    parser.add_argument("-f", "--format", choices=tuple(FORMATS), default="text", help="default: text")
    parser.add_argument("-o", "--output", metavar="PATH", help="a file; or a folder, made if needed, for several pages")
    _add(parser, RENDERING.values())


def add_store_option(parser: argparse.ArgumentParser) -> None:
    """The option of every command that uses a store."""
    parser.add_argument("--store", default="tamis.db", metavar=STORE, help="where the blocks are; default: tamis.db")


def _add(parser: argparse.ArgumentParser, options: Iterable[Option]) -> None:
    """Add page options; one that is not given has no attribute in the parsed arguments."""
    groups: dict[str, Any] = {}
    for option in options:
        if option.group and option.group not in groups:
            groups[option.group] = parser.add_mutually_exclusive_group()
        _add_option(parser, groups.get(option.group, parser), option)


def _add_option(parser: argparse.ArgumentParser, group: Any, option: Option) -> None:
    def add(to: Any, *flags: str, **how: Any) -> None:
        to.add_argument(*flags, dest=option.name, default=argparse.SUPPRESS, **how)

    if option.kind == "choice":
        pair = parser.add_mutually_exclusive_group()
        keep, drop = option.flags
        add(pair, keep, action="store_true", help=f"keep {option.help}")
        add(pair, drop, action="store_false", help=f"drop {option.help}")
    elif option.kind == "switch":
        action = "store_false" if option.on else "store_true"
        add(group, *option.flags, action=action, help=option.help)
    else:
        action = "append" if option.kind == "list" else "store"
        add(group, *option.flags, action=action, metavar=option.metavar, help=option.help)


def selection(args: argparse.Namespace) -> dict[str, Any]:
    """The keyword arguments of :func:`tamis.analyze` that were given, and the strategy."""
    params: dict[str, str] = {}
    for setting in args.settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise UsageError(f"--set takes KEY=VALUE, not {setting!r}")
        params[key] = value
    return {"strategy": args.strategy, **({"params": params} if params else {}), **_given(args, SELECTION)}


def rendering(args: argparse.Namespace) -> dict[str, Any]:
    """The rendering options that were given."""
    return _given(args, RENDERING)


def _given(args: argparse.Namespace, names: Iterable[str]) -> dict[str, Any]:
    values = {name: getattr(args, name) for name in names if name in args}
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
