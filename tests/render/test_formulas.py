"""Formulas come out as TeX, once, from whatever a page holds them in."""

from __future__ import annotations

import pytest

from tests.render.formula_pages import DISPLAYED, MATHML, SOURCES, squeezed
from tests.render.test_markdown import everything


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("tex", MATHML)
def test_inline_formulas(source: str, tex: str) -> None:
    document = everything(f"<p>We say {SOURCES[source](tex)} here.</p><p>And more.</p>")
    assert squeezed(document.markdown()) == squeezed(f"We say ${tex}$ here. And more.")
    assert squeezed(document.text) == squeezed(f"We say ${tex}$ here. And more.")


@pytest.mark.parametrize("source", DISPLAYED)
@pytest.mark.parametrize("tex", MATHML)
def test_formulas_on_lines_of_their_own(source: str, tex: str) -> None:
    document = everything(f"<p>We say</p>{DISPLAYED[source](tex)}<p>here.</p>")
    assert squeezed(document.markdown()) == squeezed(f"We say $${tex}$$ here.")
    assert squeezed(document.text) == squeezed(f"We say $${tex}$$ here.")
