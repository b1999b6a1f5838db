"""Tables for people: as text in columns, as Markdown, as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tamis.report.page import safe


@dataclass(frozen=True, slots=True)
class Table:
    """A header, rows of as many cells, and notes on them. The first column holds names."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()

    def text(self) -> str:
        """The table in columns, numbers aligned at the right.

        >>> print(Table("Sets", ["set", "pages"], [["a", "10"], ["b", "9"]], ["Small."]).text())
        Sets
        set  pages
        a       10
        b        9
        Small.
        """
        widths = [max(map(len, column)) for column in zip(self.header, *self.rows, strict=True)]
        lines = [
            "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip()
            for row in (self.header, *self.rows)
        ]
        return "\n".join([*filter(None, [self.title]), *lines, *self.notes])

    def markdown(self) -> str:
        r"""The table in Markdown.

        >>> print(Table("Sets", ["set", "pages"], [["a|b", "10"]]).markdown())
        **Sets**
        <BLANKLINE>
        | set | pages |
        | --- | ---: |
        | a\|b | 10 |
        """
        rule = ["---", *["---:"] * (len(self.header) - 1)]
        escaped = [[cell.replace("|", "\\|") for cell in row] for row in self.rows]
        lines = [f"| {' | '.join(row)} |" for row in (self.header, rule, *escaped)]
        title = [f"**{self.title}**", ""] if self.title else []
        return "\n".join([*title, *lines, *(f"\n{note}" for note in self.notes)])

    def html(self, *, leads: bool = False) -> str:
        """The table with its notes, without its title; ``leads`` highlights its first row."""
        head = "".join(f"<th>{safe(cell)}</th>" for cell in self.header)
        rows = "".join("<tr>" + "".join(f"<td>{safe(cell)}</td>" for cell in row) + "</tr>" for row in self.rows)
        notes = "".join(f"<p>{safe(note)}</p>" for note in self.notes)
        body = f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody>"
        return f'<div class="scroll"><table{" class=leads" if leads else ""}>{body}</table></div>{notes}'


def size(count: int) -> str:
    """Bytes with a unit.

    >>> size(900), size(4000), size(52_258_000)
    ('900 B', '4.0 kB', '52.3 MB')
    """
    if count < 1000:
        return f"{count} B"
    value = float(count)
    for unit in ("kB", "MB", "GB", "TB"):
        value /= 1000
        if value < 1000 or unit == "TB":
            break
    return f"{value:.1f} {unit}"
