"""The network's loops, compiled and plain, give the same answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.model.compute import compute_features
from tamis.model.load import SHIPPED, load
from tamis.native import decide as kernel
from tamis.native import network
from tests.plain import plain

PLAIN = plain("native.decide")
PLAIN_NETWORK = plain("native.network", decide=PLAIN, product=plain("native.product"))
PAGES = sorted(Path("examples/pages").glob("*.html"))[:4]


def outcome(html: str | bytes, module: Any = network) -> network.Prediction:
    model = load(str(SHIPPED))
    found: network.Prediction = module.predict(
        model.weights, compute_features(text_flow(read(html, None, Limits()))), (0, 1)
    )
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_compiled_and_plain_agree(page: Path) -> None:
    assert kernel.COMPILED and not PLAIN.COMPILED, "build it: make kernel"
    compiled = outcome(page.read_bytes())
    slow = outcome(page.read_bytes(), PLAIN_NETWORK)
    assert np.abs(compiled.logits - slow.logits).max() < 1e-5
    assert np.abs(compiled.types - slow.types).max() < 1e-5


def test_pages_in_pieces_are_as_whole_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    html = "".join(f"<div class=a><h2>Part {i}</h2><p>{'words, ' * (i % 9)}</p></div>" for i in range(60))
    whole = outcome(html)
    monkeypatch.setattr(PLAIN_NETWORK, "_ROWS", 7)
    pieces = outcome(html, PLAIN_NETWORK)
    assert np.abs(whole.logits - pieces.logits).max() < 1e-5
    assert np.abs(whole.types - pieces.types).max() < 1e-5


def test_a_page_that_could_be_anything_is_as_much_an_article_as_any_of_them() -> None:
    assert network.article_probability(np.zeros(4)) == 0.25
    assert network.article_probability(np.array([1000.0, 0.0])) == 1
