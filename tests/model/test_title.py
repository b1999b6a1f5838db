"""The block that is the page's title."""

import numpy as np
import pytest

from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.model.title import title_blocks

HEAD = "<title>Rye bread - Bakers</title>"


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("", None),
        ("<h1>Bakers</h1><h1>Rye bread</h1><p>Mix", "Rye bread"),
        ("<h1>Oats</h1><p>Mix<h1>Barley</h1>", "Oats"),
        ("<p>Mix<h1>Oats</h1><h1>Barley</h1>", "Oats"),
        ("<h2>Oats</h2><h3>Rye bread</h3><p>Mix", "Rye bread"),
        ("<div class=headline>Rye bread</div><p>Mix", "Rye bread"),
        ("<a href=/ class=headline>Rye bread</a><p>Mix", None),
        ("<h2>Oats</h2><h2>Barley</h2><p>Mix", "Barley"),
        ("<h1 hidden>Rye bread</h1><h2>Oats</h2><p>Mix", "Oats"),
    ],
)
def test_the_title_of_a_page(source: str, title: str | None) -> None:
    page = text_flow(read(HEAD + source, None, Limits()))
    kept = np.array([text == "Mix" for text in page.texts], np.bool_)
    found = [page.texts[block] for block in np.flatnonzero(title_blocks(page, kept))]
    assert found == ([title] if title else [])
