# ruff: noqa: E501 - markup reads better in one line
"""Plain text: lines, rows, formulas, notes and marks."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import tamis
from tests.html_pages import pages
from tests.render.test_markdown import everything


def test_a_row_is_a_line_with_tabs() -> None:
    html = "<p>Bread</p><table><caption>Ratios</caption><tr><th>Flour<th>Water<th>Salt<tr><td rowspan=2>Rye<td>80<td><tr><td>85<td><p>2</p><p>3</p></table><p>End"
    assert everything(html).text == "Bread\nRatios\nFlour\tWater\tSalt\nRye\t80\n\t85\t2 3\nEnd"


def test_a_layout_table_has_a_line_for_each_block() -> None:
    assert everything("<table><tr><td><h1>News</h1><td><p>Rye</p><p>Oats</p></table>").text == "News\nRye\nOats"


@pytest.mark.parametrize(
    "formula",
    [
        "<math><msup><mi>x</mi><mn>2</mn></msup></math>",
        "<script type='math/tex'>x^{2}</script>",
        "<span class=katex><span class=katex-mathml><math><semantics><mi>x</mi><annotation encoding='application/x-tex'>x^{2}</annotation></semantics></math></span><span class=katex-html aria-hidden=true>x2</span></span>",
        "<img class=latex alt='x^{2}' src=a.png>",
    ],
)
def test_formulas_are_latex(formula: str) -> None:
    assert everything(f"<p>so {formula} it is").text == "so $x^{2}$ it is"


def test_line_numbers_are_no_text() -> None:
    html = (
        "<table><tr><td class=linenos><pre>1\n2</pre></td><td class=code><pre>def f():\n\tpass</pre></td></tr></table>"
    )
    assert everything(html).text == "def f():\n\tpass"


def test_marks_are_on_by_choice() -> None:
    html = "<p>a<figure><img src=/b.png alt=Loaf><figcaption>Rye</figcaption></figure><p>c <video src=/d.mp4 title=Folding></video> e"
    assert tamis.extract(html, "https://x.org", strategy="eniw") == "a\nRye\nc e"
    assert tamis.extract(html, "https://x.org", strategy="eniw", include_media=True) == (
        "a\n[figure: Loaf](https://x.org/b.png)\nRye\nc [video: Folding](https://x.org/d.mp4) e"
    )


@pytest.mark.parametrize(
    ("content", "marks"),
    [
        ("{film}<p>a<p>b", 1),
        ("<p>a<p>b</p>{film}", 1),
        ("<p>a<p>b</p><div><div>{film}</div></div>", 1),
        ("<p>a</p><figure><img src=c.png><figcaption class=no>c</figcaption></figure>{film}<p>b", 2),
        ("<p>a<p>b</p><aside>{film}<b class=no>Related</b></aside>", 0),
        ("<p>a<p>b</p></article>{film}", 0),
    ],
)
def test_a_film_at_the_edge_of_what_is_kept_leaves_a_mark(content: str, marks: int) -> None:
    film = "<iframe src=https://www.youtube.com/embed/1 title=Kneading></iframe>"
    html = f"<p class=no>Menu</p><article>{content.format(film=film)}</article><p class=no>Imprint</p>"
    text = tamis.extract(html, "https://x.org", strategy="eniw", include_media=True, drop=".no")
    assert text.count("](") == marks
    assert text.count("[video: Kneading](https://www.youtube.com/embed/1)") == (marks > 0)


def test_what_is_hidden_leaves_no_mark() -> None:
    html = "<p>a<div hidden><iframe src=https://x.org/></iframe></div><p>b"
    assert tamis.extract(html, strategy="eniw", include_media=True) == "a\nb"


@settings(max_examples=60)
@given(pages)
def test_both_ways_to_write_text_agree(html: str) -> None:
    """Pages with nothing but lines are written straight from their blocks; marks for media take the other way."""
    document = everything(html)
    marked = tamis.extract(html, "https://example.com/a/", strategy="eniw", include_media=True)
    assert "".join(marked.split()).startswith("".join(document.text.split())) or "[" in marked


def test_a_cell_of_many_lines() -> None:
    lines = 40_000  # by the square that took minutes
    rows = "<tr><th>a<td>b<td>c" * lines  # a table of data, not one that lays text out
    cell = "this is a long line of many more words for a rule to keep, and it goes on<br>" * lines
    document = tamis.analyze(f"<table>{rows}<tr><th>x<td>{cell}<td>y</table>", strategy="shallow")
    assert document.page.data_tables
    assert document.text.count("line") == lines
