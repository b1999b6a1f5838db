"""SiteTable: a table out of the pages of one site, learned from some, saved to a file, applied to the next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

from tamis.errors import UsageError
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.site.pages import PageInput, as_pairs
from tamis.site.tables import file
from tamis.site.tables.cells import Cells
from tamis.site.tables.drift import TableDrift, drift_of
from tamis.site.tables.examples import Example, checked, learn_columns
from tamis.site.tables.found import Sheet, found_columns
from tamis.site.tables.named import named_columns
from tamis.site.tables.wrapper import Column, Scorer
from tamis.web.domains import site_of

ENOUGH: Final = 64
"""pages that are looked at besides those with examples; up to twice as many"""
Row = dict[str, list[str]]
"""values by column, as the page shows them"""


class Sample:
    """Every page of a few, every second of more, every fourth …, and those that are wanted: bounded, whatever comes."""

    def __init__(self) -> None:
        self.pages = 0
        self.kept: dict[int, str | bytes] = {}
        self._wanted: set[int] = set()
        self._step = 1

    def add(self, html: str | bytes, wanted: bool) -> None:
        """Count a page, and keep it if it is wanted or its turn."""
        if wanted:
            self._wanted.add(self.pages)
        if wanted or self.pages % self._step == 0:
            self.kept[self.pages] = html
        self.pages += 1
        if len(self.kept) - len(self._wanted) > 2 * ENOUGH:
            self._step *= 2
            stay = self._wanted
            self.kept = {page: html for page, html in self.kept.items() if page in stay or page % self._step == 0}


@dataclass(eq=False, repr=False)
class SiteTable:
    """Columns of values that the pages of a site show.

    >>> import tamis
    >>> page = "<h1>{}</h1><table><tr><td>Flour<td>{}<tr><td>Price<td>{}</table>"
    >>> pages = [page.format("Rye loaf", "rye", "4 €"), page.format("Oat loaf", "oats", "5 €")]
    >>> table = tamis.SiteTable.learn(pages, examples=[{"page": 0, "name": "Rye loaf", "price": "4 €"}])
    >>> table.apply(page.format("Baguette", "wheat", "2 €"))
    [{'name': ['Baguette'], 'price': ['2 €']}]
    """

    learned: list[Column] = field(default_factory=list)
    site: str | None = None
    """the site (registrable domain) of the pages, if they came with addresses"""
    pages: int = 0
    """pages that it was learned from"""
    filled: dict[str, float] = field(default_factory=dict)
    """the share of these pages that have a value, by column"""
    remarks: tuple[str, ...] = ()
    """what is odd about the pages and examples"""

    @classmethod
    def learn(
        cls,
        pages: Iterable[PageInput],
        examples: Iterable[Example] | None = None,
        names: Sequence[str] | None = None,
        limits: Limits = Limits(),
    ) -> SiteTable:
        """Learn a table from pages of one site: HTML, or pairs of address and HTML.

        ``examples`` give values of some of the pages: ``{"page": 0, "price": "$ 20"}``; one page is enough to begin,
        five are better. Columns in ``names`` have no examples: they are found by labels, names in the markup and what
        the values look like, and take some twenty pages. With neither, every text that differs from page to page is a
        column, under the label beside it. Of many pages without examples a hundred or so are looked at.
        """
        table = cls()
        given = list(examples or ())
        sample = table._sample(pages, {example.get("page") for example in given if isinstance(example, Mapping)})
        if not sample.pages:
            raise UsageError("a table needs pages to learn from, and got none")
        table.pages = sample.pages
        labelled = checked(given, sample.pages)
        read_pages = {page: Cells(read(html, None, limits)) for page, html in sample.kept.items()}
        columns, remarks = learn_columns(read_pages, labelled)
        if names or not given:
            known = {column.name for column in columns}
            more, odd = _unlabelled(
                Sheet(list(read_pages.values())), [name for name in names or () if name not in known]
            )
            columns, remarks = columns + more, remarks + odd
        table.learned, table.remarks = columns, tuple(remarks)
        values = [table.scorer.values(cells) for cells in read_pages.values()]
        for number, column in enumerate(columns):
            table.filled[column.name] = sum(bool(row[number]) for row in values) / len(values)
        return table

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return [column.name for column in self.learned]

    @cached_property
    def scorer(self) -> Scorer:
        """The weights of all columns."""
        return Scorer(self.learned)

    def apply(self, html: str | bytes, url: str | None = None, limits: Limits = Limits()) -> list[Row]:
        """The rows of a page, one for a page about one thing; none for a page that has no value of any column."""
        self._check_site(url)
        row = dict(zip(self.columns, self.scorer.values(Cells(read(html, None, limits))), strict=True))
        return [row] if any(row.values()) else []

    def drift(self, pages: Iterable[PageInput], limits: Limits = Limits()) -> TableDrift:
        """Whether pages still have what the pages had that the table was learned from, and which columns are empty."""
        rows = [self.scorer.values(Cells(read(html, None, limits))) for _, html in as_pairs(pages)]
        return drift_of(self.filled, [[bool(values) for values in row] for row in rows])

    def save(self, path: str | Path) -> None:
        """Write the table's columns to a file, as JSON; not the values of any page."""
        file.write(Path(path), self.site, self.pages, self.filled, self.learned)

    @classmethod
    def load(cls, path: str | Path) -> SiteTable:
        """Read a table that :meth:`save` wrote."""
        return cls(*file.read(Path(path)))

    def __repr__(self) -> str:
        return f"<SiteTable {self.site or 'of a site'}: {', '.join(self.columns) or 'no columns'}>"

    def _sample(self, pages: Iterable[PageInput], wanted: Collection[object]) -> Sample:
        sample = Sample()
        for url, html in as_pairs(pages):
            self._check_site(url)
            self.site = self.site or site_of(url)
            sample.add(html, sample.pages in wanted)
        return sample

    def _check_site(self, url: str | None) -> None:
        site = site_of(url)
        if site and self.site and site != self.site:
            raise UsageError(f"a page of {site}, but the table is of {self.site}: learn one table a site")


def _unlabelled(sheet: Sheet, names: Sequence[str]) -> tuple[list[Column], list[str]]:
    """The columns of these names, or all that there are; and what is odd about them."""
    if names:
        return named_columns(sheet, names)
    columns = found_columns(sheet)
    return columns, [] if columns else ["nothing differs from page to page: these may not be pages of one site"]
