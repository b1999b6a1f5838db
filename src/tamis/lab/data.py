"""How well data are read out of pages: tables of sites against SWDE's annotations, and entities of single pages.

SWDE's protocol: a predicted value is right if it equals one of the annotated ones of its page; precision is over the
pages with a prediction, recall over those with an annotation; F1 an attribute, mean over the attributes of a site and
over sites. Of several predicted values the first counts. Which pages are labelled is drawn anew for each seed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any, Final
from zlib import crc32

from tamis.api import analyze
from tamis.crawl.inputs import unpacked
from tamis.errors import InputError
from tamis.report.table import Table
from tamis.site.tables.table import SiteTable
from tamis.text.space import tidy

SEEDS: Final = 3
UNLABELLED: Final = 20
"""pages that names and columns without examples are learned from"""
RIGHT: Final = 0.9
"""of the pages with an annotation on which a column without a name has to be right"""
_WAYS: Final = ("5 labelled pages", "1 labelled page", "names alone", "no labels")


@dataclass(frozen=True, slots=True)
class DataPage:
    """A page with annotated values."""

    html: str
    url: str | None
    site: str | None
    vertical: str
    values: dict[str, frozenset[str]]


def data_pages(path: Path) -> Iterator[DataPage]:
    """The pages of a set with ``attributes``, JSON lines, plain or packed."""
    try:
        with path.open("rb") as file, unpacked(file, path.name) as lines:
            for line in lines:
                record = json.loads(line)
                values = {name: frozenset(map(tidy, found)) for name, found in record["attributes"].items()}
                yield DataPage(
                    record["html"], record.get("url"), record.get("site"), record.get("vertical", ""), values
                )
    except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{path}: not a set of pages with attributes ({type(error).__name__}: {error})") from None


def evaluate_data(path: Path, watch: Callable[[Sequence[str]], Iterator[str]]) -> Table:
    """The figures of a set: of tables if its pages name their site, else of entities."""
    pages = list(data_pages(path))
    if not pages:
        raise InputError(f"{path}: no pages")
    if pages[0].site is None:
        return entity_table(path.name, pages)
    sites: dict[str, list[DataPage]] = {}
    for page in pages:
        sites.setdefault(f"{page.vertical}/{page.site}", []).append(page)
    return site_tables(path.name, sites, watch)


def site_tables(
    name: str, sites: Mapping[str, list[DataPage]], watch: Callable[[Sequence[str]], Iterator[str]]
) -> Table:
    """F1 of tables, a row a vertical; without labels the share of annotated values that some column has."""
    by_vertical: dict[str, list[list[float]]] = {}
    for site in watch(list(sites)):
        pages = sites[site]
        found = [fmean(_f1(pages, seed, labelled) for seed in range(SEEDS)) for labelled in (5, 1)]
        found += [_f1(pages, 0, 0), _covered(pages)]
        by_vertical.setdefault(pages[0].vertical, []).append(found)
    rows = [[vertical, *_means(found)] for vertical, found in by_vertical.items()]
    rows.append(["mean over sites", *_means([found for sites_found in by_vertical.values() for found in sites_found])])
    return Table(f"Tables of {len(sites)} sites of {name}: F1", ["vertical", *_WAYS], rows)


def _means(found: Sequence[Sequence[float]]) -> list[str]:
    return [f"{fmean(column):.3f}" for column in zip(*found, strict=True)]


def _f1(pages: Sequence[DataPage], seed: int, labelled: int) -> float:
    """The mean F1 over a site's attributes, on pages that were not learned from; ``labelled`` of 0 is by names."""
    chosen, others = _split(pages, seed, labelled or UNLABELLED)
    names = [name for name in pages[0].values if any(page.values.get(name) for page in pages)]
    learned = [page.html for page in chosen]
    if labelled:
        values = ({name: sorted(found) for name, found in page.values.items() if found} for page in chosen)
        table = SiteTable.learn(learned, [{"page": number, **found} for number, found in enumerate(values)])
    else:
        table = SiteTable.learn(learned, names=names)
    rows = [(table.apply(page.html) or [{}])[0] for page in others]
    return fmean(
        _f1_of([(row.get(name, []), page.values[name]) for row, page in zip(rows, others, strict=True)])
        for name in names
    )


def _split(pages: Sequence[DataPage], seed: int, count: int) -> tuple[list[DataPage], list[DataPage]]:
    """Pages to learn from, drawn at random, and the others."""
    drawn = sorted(range(len(pages)), key=lambda number: crc32(f"{seed} {number}".encode()))
    chosen = set(drawn[: min(count, len(pages) - 1)])
    return [pages[n] for n in sorted(chosen)], [page for n, page in enumerate(pages) if n not in chosen]


def _f1_of(pairs: Sequence[tuple[Sequence[str], frozenset[str]]]) -> float:
    """F1 over pages with predicted and annotated values.

    >>> _f1_of([(["a"], frozenset("a")), (["b"], frozenset("c")), ([], frozenset("d"))])
    0.4
    """
    right = sum(bool(found) and found[0] in gold for found, gold in pairs)
    return 2 * right / max(sum(bool(found) for found, _ in pairs) + sum(bool(gold) for _, gold in pairs), 1)


def _covered(pages: Sequence[DataPage]) -> float:
    """The share of the annotated values that are in a column that is right on most pages, without any labels."""
    chosen, others = _split(pages, 0, UNLABELLED)
    table = SiteTable.learn([page.html for page in chosen])
    rows = [(table.apply(page.html) or [{}])[0] for page in others]
    covered = annotated = 0
    for name in pages[0].values:
        having = [(row, page.values[name]) for row, page in zip(rows, others, strict=True) if page.values[name]]
        annotated += len(having)
        right = (
            sum(bool(row.get(column)) and gold.issuperset(row[column]) for row, gold in having)
            for column in table.columns
        )
        covered += len(having) if having and max(right, default=0) >= RIGHT * len(having) else 0
    return covered / max(annotated, 1)


def entity_table(name: str, pages: Sequence[DataPage]) -> Table:
    """Precision, recall and F1 of the attributes of entities, each page by itself; the first value counts."""
    rows = []
    entities = [analyze(page.html, page.url or "https://nowhere.invalid/").entity for page in pages]
    for attribute in ("price", "sku", "availability", "brand", "gtin", "mpn"):
        pairs = []
        for page, entity in zip(pages, entities, strict=True):
            values: Sequence[Any] = entity.attributes.get(attribute, []) if entity else []
            gold = frozenset(comparable(attribute, value) for value in page.values.get(attribute, ()))
            pairs.append(([comparable(attribute, value.normalized) for value in values], gold))
        right = sum(bool(found) and found[0] in gold for found, gold in pairs)
        precision = right / max(sum(bool(found) for found, _ in pairs), 1)
        recall = right / max(sum(bool(gold) for _, gold in pairs), 1)
        rows.append([attribute, f"{precision:.3f}", f"{recall:.3f}", f"{_f1_of(pairs):.3f}"])
    return Table(f"Entities of {len(pages)} pages of {name}", ["attribute", "precision", "recall", "F1"], rows)


def comparable(attribute: str, value: str) -> str:
    """A value as it is compared: prices as numbers, identifiers without leading zeros, the rest in lower case.

    >>> comparable("price", "36.50"), comparable("price", "36.5"), comparable("gtin", "099482467999")
    ('36.50', '36.50', '99482467999')
    """
    value = value.strip().lower()
    if attribute == "gtin":
        return value.lstrip("0")
    try:
        return f"{float(value):.2f}" if attribute == "price" else value
    except ValueError:
        return value
