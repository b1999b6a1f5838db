"""Tables as rows of cells: what spans cover, what Markdown can hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tamis.render.nodes import Node

_FLAT_IN_CELL: Final = frozenset(
    "p li dt dd ul ol dl blockquote figure figcaption details summary h1 h2 h3 h4 h5 h6"
    " table thead tbody tfoot tr caption".split()
)
MAX_SPAN: Final = 1000
"""columns or rows a cell may span, the bound that browsers have"""
_BLANKS_PER_CELL: Final = 8
"""empty cells that spans and short rows may cost for each real one; a table that needs more keeps its shape in HTML"""


def span(value: str | None) -> int:
    """How many columns or rows a cell spans, by what its attribute says.

    >>> span("3"), span("0"), span("many"), span(None)
    (3, 1, 1, 1)
    """
    stated = int(value[:5]) if value and value.isascii() and value.isdigit() else 1
    return min(max(stated, 1), MAX_SPAN)


def grid_of(table: Node) -> tuple[list[Node], list[list[Node]]]:
    """The captions of a table and its own rows, all of one length, empty cells where spans reach.

    A table whose spans are absurd has rows as they stand.
    """
    captions = [node for node in table.children if isinstance(node, Node) and node.name == "caption"]
    rows = [
        [cell for cell in row.children if isinstance(cell, Node) and cell.name in ("td", "th")]
        for row in _own_rows(table)
    ]
    return captions, _expand(rows) or rows


def _own_rows(table: Node) -> Iterator[Node]:
    """The rows of a table, not those of tables in its cells."""
    for part in table.children:
        if isinstance(part, Node) and part.name == "tr":
            yield part
        elif isinstance(part, Node) and part.name in ("thead", "tbody", "tfoot"):
            yield from (row for row in part.children if isinstance(row, Node) and row.name == "tr")


def as_grid(table: Node) -> None:
    """Make a table one that Markdown can hold, in place: a header, rows of one length, cells of inline content.

    A span's text stands in its first cell, and the others are empty. What stands in a cell in lines of its own is
    parted by ``br``. Columns in which nothing is kept are left out. A table whose spans are absurd is left as it is.
    """
    captions, rows = grid_of(table)
    if not rows or len({len(row) for row in rows}) > 1:
        return
    headed = all(cell.name == "th" for cell in rows[0] if cell.children) or _in_head(table)
    used = [column for column in range(len(rows[0])) if any(row[column].children for row in rows)]
    if len(used) <= 1:  # what is left of a table when one column is kept is no table
        cells = [row[column] for row in rows for column in used if row[column].children]
        table.name, table.children = "div", [Node("p", {}, _in_line(cell)) for cell in [*captions, *cells]]
        return
    grid = [[row[column] for column in used] for row in rows]
    if not headed:
        grid.insert(0, [Node("th") for _ in used])
    table.children = [*captions]
    for number, cells in enumerate(grid):
        line = Node("tr", {}, [Node("td" if number else "th", {}, _in_line(cell)) for cell in cells])
        table.children.append(line)


def _expand(rows: list[list[Node]]) -> list[list[Node]] | None:
    """All rows with as many cells as the longest has; ``None`` if that would take too many."""
    widest = max((len(row) for row in rows), default=0)
    allowed = _BLANKS_PER_CELL * sum(map(len, rows)) + 100
    carried: dict[int, int] = {}
    """column -> rows that a cell further up still takes there"""
    grid = []
    for row in rows:
        cells: list[Node] = []
        for cell in row:
            while carried.get(len(cells), 0) > 0:
                carried[len(cells)] -= 1
                cells.append(Node("td"))
            across = min(int(cell.attributes.get("colspan", "1")), max(1, widest - len(cells)))
            down = min(int(cell.attributes.get("rowspan", "1")), len(rows))
            for column in range(len(cells), len(cells) + across):
                carried[column] = down - 1
            cells += [cell, *(Node("td") for _ in range(across - 1))]
            allowed -= across - 1
        while carried.get(len(cells), 0) > 0:
            carried[len(cells)] -= 1
            cells.append(Node("td"))
        grid.append(cells)
        allowed -= len(cells) - len(row)
        if allowed < 0:
            return None
    width = max(map(len, grid), default=0)
    if sum(width - len(cells) for cells in grid) > allowed:
        return None
    return [cells + [Node("td") for _ in range(width - len(cells))] for cells in grid]


def _in_head(table: Node) -> bool:
    """Whether the first row stands in a ``thead``."""
    first = next((node for node in table.children if isinstance(node, Node) and node.name != "caption"), None)
    return first is not None and first.name == "thead"


def _in_line(cell: Node) -> list[Node | str]:
    """What is in a cell, its blocks parted by ``br``."""
    line: list[Node | str] = []
    stack = [(iter(cell.children), True)]
    """with each element whether a line ends where it does"""
    broken = True
    while stack:
        child = next(stack[-1][0], None)
        if child is None:
            _, ends_line = stack.pop()
            if stack and not broken and ends_line:
                line.append(Node("br"))
                broken = True
        elif isinstance(child, Node) and child.name in ("td", "th"):  # of a table in the cell
            if not broken:
                line.append(" ")
            stack.append((iter(child.children), False))
        elif isinstance(child, Node) and child.name in _FLAT_IN_CELL:
            if not broken:
                line.append(Node("br"))
                broken = True
            stack.append((iter(child.children), True))
        else:
            line.append(Node("code", {}, child.children) if isinstance(child, Node) and child.name == "pre" else child)
            broken = False
    while line and isinstance(line[-1], Node) and line[-1].name == "br":
        line.pop()
    return line
