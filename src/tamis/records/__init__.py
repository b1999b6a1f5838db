"""The repeated records of a page: posts of a thread, cards of a listing, rows of a specification."""

from __future__ import annotations

from tamis.blocks.page import Page
from tamis.records.item import Item
from tamis.records.places import outside
from tamis.records.repeated import repeated_items
from tamis.records.rows import specification_rows
from tamis.records.stated import stated_items

__all__ = ["Item", "read_items"]


def read_items(page: Page) -> tuple[Item, ...]:
    """All records of a page: those it states, those it repeats, and the rows of its specifications.

    >>> import tamis
    >>> card = "<li class=card><h3><a href=/{0}>Loaf {0}</a></h3><p>Baked on day {0}, with rye.</p><b>{0}.50 €</b></li>"
    >>> page = "<ul>" + "".join(card.format(i) for i in range(1, 5)) + "</ul>"
    >>> [(item.title, item.price, item.link) for item in tamis.analyze(page, "https://mill.example/").items][:2]
    [('Loaf 1', '1.50 €', 'https://mill.example/1'), ('Loaf 2', '2.50 €', 'https://mill.example/2')]
    """
    beside = outside(page.tree)
    repeated = repeated_items(page, beside)
    taken = {block for item in repeated for block in item.blocks}
    rows = [row for row in specification_rows(page, beside) if not taken.issuperset(row.blocks)]
    return (*stated_items(page), *repeated, *rows)
