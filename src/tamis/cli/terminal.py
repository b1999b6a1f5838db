"""Text for terminals: lines that no progress bar runs into, colours if wanted, no control characters."""

from __future__ import annotations

import os
import sys
from typing import Final

_CLEAR: Final = "\r\x1b[K"
_STEERING: Final = {code: " " for code in (*range(32), *range(127, 160)) if chr(code) not in "\t\n"}


def clear() -> None:
    """Remove the progress bar before something is printed; it is drawn again by itself."""
    if sys.stderr.isatty():
        sys.stderr.write(_CLEAR)
        sys.stderr.flush()


def say(message: str) -> None:
    """A line on stderr."""
    clear()
    print(message, file=sys.stderr)


def show(text: str) -> None:
    """Print a page's text: as it is into a pipe or a file, without control characters on a terminal.

    It is flushed, so that a reader has each page when it is done.
    """
    clear()
    print(harmless(text) if sys.stdout.isatty() else text, flush=True)


def counted(number: int, what: str) -> str:
    """A number of things.

    >>> counted(1, "page"), counted(12000, "block")
    ('1 page', '12,000 blocks')
    """
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def without_password(store: str) -> str:
    """A store's address as it may be shown.

    >>> without_password("postgresql://me:secret@host/pages"), without_password("tamis.db")
    ('host/pages', 'tamis.db')
    """
    return store.rpartition("@")[2] if "://" in store else store


def harmless(text: str) -> str:
    r"""The text with its control characters as spaces, but for tabs and ends of lines.

    >>> harmless("a\x1b[31m b\x9b2J\n")
    'a [31m b 2J\n'
    """
    return text.translate(_STEERING)


def in_a_line(text: str, width: int | None = None) -> str:
    r"""The text on one line, of so many characters at most, without any that could steer the terminal.

    >>> in_a_line(" Bread\x1b[31m\n and butter ", 12)
    'Bread [31m …'
    """
    some = text if width is None else text[: 4 * width]  # white space goes, but no page's whole text is read for a line
    line = " ".join(printable(some).split())
    return line if width is None or len(line) <= width else line[: width - 1] + "…"


def printable(text: str) -> str:
    """The text with a space for each character that is not seen, so that all others keep their places."""
    return "".join(c if c.isprintable() else " " for c in text)


def colored() -> bool:
    """Whether to print in colours: on a terminal, unless NO_COLOR is set (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
