"""The data of the site page's table: its columns, learned from values that were clicked, and the rows of all pages."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tamis.limits import Limits
from tamis.site.tables.output import write_rows
from tamis.site.tables.table import SiteTable


def table_view(
    pages: Sequence[tuple[str | None, str | None, str | bytes]],
    examples: Sequence[Mapping[str, Any]],
    names: Sequence[str],
    limits: Limits,
) -> dict[str, Any]:
    """The table of several pages, as (name, address, HTML): rows, the same as CSV, and the columns as a file has them.

    >>> page = "<h1>{}</h1><p>Price: <b>{}</b>"
    >>> pages = [(None, None, page.format(name, price)) for name, price in (("Rye", "4 €"), ("Oats", "5 €"))]
    >>> table_view(pages, [{"page": 0, "price": "4 €"}], [], Limits())["rows"]
    [{'page': 0, 'values': {'price': ['4 €']}}, {'page': 1, 'values': {'price': ['5 €']}}]
    """
    table = SiteTable.learn([(url, html) for _, url, html in pages], examples, names or None, limits)
    rows = [(at, row) for at, (_, url, html) in enumerate(pages) for row in table.apply(html, url, limits)]
    named = [name or url or f"page {at}" for at, (name, url, _) in enumerate(pages, start=1)]
    with tempfile.TemporaryDirectory() as folder:
        columns, cells = Path(folder) / "table.json", Path(folder) / "table.csv"
        table.save(columns)
        write_rows(cells, table.columns, [(named[at], row) for at, row in rows])
        return {
            "site": table.site,
            "columns": table.columns,
            "rows": [{"page": at, "values": row} for at, row in rows],
            "remarks": list(table.remarks),
            "csv": cells.read_text(encoding="utf-8"),
            "table": json.loads(columns.read_text(encoding="utf-8")),
        }
