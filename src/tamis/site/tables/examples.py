"""Where the values of examples stand on their pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tamis.errors import UsageError
from tamis.site.tables.cells import Cells
from tamis.site.tables.wrapper import Column, learn_column
from tamis.text.space import tidy

Example = Mapping[str, Any]
"""``{"page": 0, "engine": "1.6L I-4", "price": ["$ 24,250"]}``: the page's number, and values by column"""


def checked(examples: Iterable[Example], pages: int) -> list[tuple[int, dict[str, list[str]]]]:
    """The examples' page numbers and their values by column, white space collapsed.

    >>> checked([{"page": 1, "price": " 2 €"}], 2)
    [(1, {'price': ['2 €']})]
    """
    found = []
    for example in examples:
        if not isinstance(example, Mapping):
            raise UsageError(f'an example is a dict such as {{"page": 0, "price": "$ 20"}}, not {example!r:.80}')
        page = example.get("page")
        if not isinstance(page, int) or isinstance(page, bool) or not 0 <= page < pages:
            raise UsageError(f'"page" of an example is the number of one of the {pages} pages, not {page!r}')
        found.append((page, {str(name): _values(name, given) for name, given in example.items() if name != "page"}))
    return found


def _values(name: str, given: Any) -> list[str]:
    values = [given] if isinstance(given, str) else given
    if values is None:
        return []
    if not isinstance(values, list | tuple) or not all(isinstance(value, str) for value in values):
        raise UsageError(f"the values of an example are a text or a list of texts; those of {name!r} are {given!r:.80}")
    return [text for value in values if (text := tidy(value))]


def learn_columns(
    pages: Mapping[int, Cells], examples: Sequence[tuple[int, dict[str, list[str]]]]
) -> tuple[list[Column], list[str]]:
    """A column for each name in the examples, in their order, and what is odd about them."""
    wanted: dict[str, dict[int, list[str]]] = {}
    for page, values in examples:
        for name, texts in values.items():
            wanted.setdefault(name, {}).setdefault(page, []).extend(texts)
    columns, remarks = [], []
    for name, by_page in wanted.items():
        column = _learn(name, [(pages[page], texts) for page, texts in by_page.items()])
        columns.append(column or Column(name, {}, 1.0, 2.0))
        if column is None:
            remarks.append(f"no value given for {name!r} stands on its page: the column stays empty")
    return columns, remarks


def _learn(name: str, given: Sequence[tuple[Cells, list[str]]]) -> Column | None:
    """A column from whole texts; if the values are no whole texts, from the texts that they are part of."""
    whole = [(cells, _whole(cells, values)) for cells, values in given]
    if any(right.any() for _, right in whole):
        return learn_column(name, whole)
    parts = [(cells, part) for cells, values in given for value in values if (part := _part(cells, value))]
    found: dict[int, tuple[Cells, NDArray[np.bool_]]] = {}
    for cells, (place, _, _) in parts:
        found.setdefault(id(cells), (cells, np.zeros(cells.count, np.bool_)))[1][place] = True
    column = learn_column(name, list(found.values()))
    if column is None:
        return None
    before = shared([before[::-1] for _, (_, before, _) in parts])[::-1]
    return replace(column, before=before, after=shared([after for _, (_, _, after) in parts]))


def shared(texts: Sequence[str]) -> str:
    """What all texts begin with.

    >>> shared([" a night", " a week"])
    ' a '
    """
    first, last = min(texts), max(texts)  # what these two share all others do
    differs = (place for place, (one, other) in enumerate(zip(first, last, strict=False)) if one != other)
    return first[: next(differs, len(first))]


def _whole(cells: Cells, values: Sequence[str]) -> NDArray[np.bool_]:
    wanted = frozenset(values)
    return np.array([text in wanted for text in cells.texts], np.bool_)


def _part(cells: Cells, value: str) -> tuple[int, str, str] | None:
    """The shortest text that a value is part of, in whole words, with what stands before and behind it there."""
    best: tuple[int, str, str] | None = None
    shortest = 1 << 30
    for place, text in enumerate(cells.texts):
        if len(value) < len(text) < shortest and (begin := text.find(value)) >= 0:
            before, after = text[:begin], text[begin + len(value) :]
            if not (before[-1:].isalnum() and value[0].isalnum()) and not (after[:1].isalnum() and value[-1].isalnum()):
                best, shortest = (place, before, after), len(text)
    return best
