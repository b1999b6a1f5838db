"""An image comes once, from where the page keeps it in its full size."""

from __future__ import annotations

import pytest

from tests.render.image_pages import IMAGE, KINDS
from tests.render.test_markdown import everything


@pytest.mark.parametrize("kind", KINDS)
def test_images(kind: str) -> None:
    document = everything(f"<article><p>Rye.</p><figure>{KINDS[kind]}</figure><p>That is all.</p></article>")
    assert document.markdown(images=True) == f"Rye.\n\n![Loaf]({IMAGE})\n\nThat is all."
    assert document.html().count("<img") == 1
    assert document.markdown() == "Rye.\n\nThat is all."


@pytest.mark.parametrize("kind", KINDS)
def test_different_images_stay(kind: str) -> None:
    html = f"<p>Rye.</p><div>{KINDS[kind]}<img src=/img/oats.jpg alt=Oats></div><p>That is all.</p>"
    written = everything(html).markdown(images=True)
    assert written.count(IMAGE) == 1 and "![Oats](https://example.com/img/oats.jpg)" in written
