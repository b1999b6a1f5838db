"""The network's loops, compiled and plain, give the same answers."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tamis.dom import read
from tamis.features.fill import fill
from tamis.limits import Limits
from tamis.models import kernel, network
from tamis.models.load import SHIPPED, load
from tamis.segment.text_flow import text_flow


def plain() -> ModuleType:
    spec = importlib.util.spec_from_file_location("plain_network", Path(network.__file__).with_name("kernel.py"))
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PLAIN = plain()
PAGES = sorted(Path("examples/pages").glob("*.html"))[:4]


def outcome(html: str | bytes) -> network.Outcome:
    model = load(str(SHIPPED))
    return network.run(model.weights, fill(text_flow(read(html, None, Limits()))), (0, 1))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_compiled_and_plain_agree(page: Path) -> None:
    assert kernel.COMPILED and not PLAIN.COMPILED, "build it: make kernel"
    compiled = outcome(page.read_bytes())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(network, "kernel", PLAIN)
        slow = outcome(page.read_bytes())
    assert np.abs(compiled.logits - slow.logits).max() < 1e-5
    assert np.abs(compiled.types - slow.types).max() < 1e-5


def test_pages_in_pieces_are_as_whole_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    html = "".join(f"<div class=a><h2>Part {i}</h2><p>{'words, ' * (i % 9)}</p></div>" for i in range(60))
    whole = outcome(html)
    monkeypatch.setattr(network, "_ROWS", 7)
    pieces = outcome(html)
    assert np.abs(whole.logits - pieces.logits).max() < 1e-5
    assert np.abs(whole.types - pieces.types).max() < 1e-5
