"""Code comes out as it was typed, whatever highlighter has laid it out."""

from __future__ import annotations

import pytest

from tests.render.code_pages import KINDS, LISTINGS
from tests.render.test_markdown import everything

NAMELESS = ("GitHub blob", "Gitea", "Crayon")
"""these say nowhere in the page what language it is"""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LISTINGS)
def test_listings(kind: str, language: str) -> None:
    code = LISTINGS[language]
    document = everything(f"<article><p>So:</p>{KINDS[kind](code, language)}<p>That is all.</p></article>")
    expected = "" if kind in NAMELESS else language
    assert document.markdown() == f"So:\n\n```{expected}\n{code}\n```\n\nThat is all."
    assert document.text == f"So:\n{code}\nThat is all."
