"""Data tables told from tables that lay out a page."""

from __future__ import annotations

import pytest

import tamis
from tamis.blocks.data_tables import find_data_tables
from tamis.html.tree import read
from tamis.limits import Limits

SENTENCE = "The ferry left the quay at seven in the morning, with forty passengers and a van of bread on board. "
SPACER = f"<tr>{'<td></td>' * 5}</tr>"
POST = f"<tr><td>3 May 2009, 18:20<td>#7<tr><td>Marta<td>Skerry<tr><td>{SENTENCE * 5}<td>"
NOTES = "".join(f"<tr><td>Ferry {i}<td>{SENTENCE}" for i in range(5))


def data_tables(html: str) -> set[int]:
    return find_data_tables(read(f"<table>{html}</table>", None, Limits()))


@pytest.mark.parametrize(
    "rows",
    [
        f"{SPACER}<tr><td>Home<td><td>{SENTENCE * 12}<td><td>Search</tr>{SPACER}",  # empty cells beside an article
        POST,
        f"<tr><td>Home<td>{f'<p>{SENTENCE}</p>' * 6}<td>Search<tr><td>{'<br>Weather' * 59}<td><td>",
    ],
)
def test_cells_that_hold_an_essay_lay_out_a_page(rows: str) -> None:
    assert not data_tables(rows)
    assert data_tables(f"<caption>Posts</caption>{rows}") == {1}  # it is named as a table


@pytest.mark.parametrize(
    "rows",
    [
        NOTES,
        f"{NOTES}<tr><td>Remarks<td>{SENTENCE * 5}",  # one long note, and as many words in short ones
        "<tr><td>Rye<td>80 %<tr><td>Oat<td>70 %",
    ],
)
def test_values_and_notes_are_data(rows: str) -> None:
    assert data_tables(rows) == {1}


def test_an_article_in_a_layout_table_is_not_written_as_a_table() -> None:
    paragraphs = "".join(f"<p>{SENTENCE}It was day {day}.</p>" for day in range(6))
    page = f"<table>{SPACER}<tr><td>Home<td><td>{paragraphs}<td><td>Search</tr>{SPACER}</table>"
    assert "|" not in tamis.extract(page, output_format="markdown")
    assert tamis.extract(page, include_tables=False).count("ferry") == 6
