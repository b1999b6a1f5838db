"""The default: never empty-handed, headings with their sections, reasons in words."""

from __future__ import annotations

import numpy as np

import tamis
from tamis.strategies.auto import fence_of

SENTENCE = "The baker of the old town mixes flour, water and salt, and waits until the dough has risen well. "


def test_a_page_of_prose_is_never_empty() -> None:
    for html in (f"<p>{SENTENCE}", f"<table><tr><td><font>{SENTENCE}</table>", f"<aside>{SENTENCE}</aside>", SENTENCE):
        assert tamis.extract(html).strip()


def test_noscript_is_read_when_there_is_nothing_else() -> None:
    prose = (SENTENCE * 2).strip()
    page = f"<title>x</title><div id=app></div><noscript><p>{prose}</p></noscript>"
    document = tamis.analyze(page)
    assert document.text == prose and "noscript" in document.blocks[0].reason
    assert page[slice(*document.blocks[0].span or ())] == prose
    assert document.title == "x"
    assert not tamis.analyze("<div></div><noscript>Please turn your scripts on.</noscript>").blocks


def test_noscript_beside_text_is_left_alone() -> None:
    blocks = tamis.analyze(f"<p>{SENTENCE}</p><noscript><p>Please turn your scripts on.</p></noscript>").blocks
    assert [block.text for block in blocks] == [SENTENCE.strip()]


def test_reasons_name_signals() -> None:
    document = tamis.analyze(f"<nav><a href=/>Home</a></nav><h1>Bread</h1><p>{SENTENCE * 3}")
    for block in document.blocks:
        assert "words, link share" in block.reason
    assert document.page_type in ("article", "documentation", "service", "product", "listing", "collection", "forum")
    assert 0 <= document.confidence <= 1


def test_the_fence_follows_the_best_words() -> None:
    settings = {"fence": 0.5, "relative": 0.5, "article_fence": 0.4, "article_relative": 1.0, "best_words": 10}
    doubtful = np.array([0.2, 0.1])
    assert fence_of(doubtful, np.array([50.0, 50.0]), settings, article=False) == 0.1
    assert fence_of(np.array([0.9, 0.1]), np.array([50.0, 50.0]), settings, article=False) == 0.45
    assert fence_of(np.array([0.9, 0.1]), np.array([50.0, 50.0]), settings, article=True) == 0.4
