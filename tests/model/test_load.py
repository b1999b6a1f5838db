"""The shipped model: its card, its size, its features; and cards that do not fit."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import tamis
from tamis.errors import InputError
from tamis.model.features import NUMBERS
from tamis.model.load import SHIPPED, load


def test_the_card_says_what_the_weights_are() -> None:
    model = load(str(SHIPPED))
    assert model.card["numbers"] == list(NUMBERS)
    assert model.card["conventions"][-2:] == ["general", "article"]
    assert "dragnet" not in [entry["corpus"] for entry in model.card["training"]]
    assert all(entry["licence"] and entry["credit"] and len(entry["sha256"]) == 64 for entry in model.card["training"])
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) < 3_000_000
    assert all(np.isfinite(array).all() for array in model.weights.values())


def test_weights_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        load(str(SHIPPED)).weights["mean"][0] = 1


def test_other_features_are_refused(tmp_path: Path) -> None:
    shutil.copytree(SHIPPED, tmp_path / "model")
    path = tmp_path / "model" / "card.json"
    card = json.loads(path.read_text(encoding="utf-8"))
    card["numbers"] = card["numbers"][::-1]
    path.write_text(json.dumps(card), encoding="utf-8")
    with pytest.raises(InputError, match="other features"):
        tamis.analyze("<p>x", strategy=f"model:{tmp_path / 'model'}")


def test_no_model_is_said_to_be_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no model in"):
        tamis.analyze("<p>x", strategy=f"model:{tmp_path}")


def test_importing_tamis_reads_no_weights() -> None:
    code = "import sys, tamis; sys.exit('tamis.model.load' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_threads_agree() -> None:
    page = "<nav><a href=/>Home</a></nav><h1>Bread</h1><p>Mix flour, water and salt, and wait until it has risen."
    load.cache_clear()
    tamis.analyze(page)  # NumPy reads array headers with ast, which Python 3.11 does not do in two threads at once
    with ThreadPoolExecutor(4) as pool:
        scores = list(pool.map(lambda _: tamis.analyze(page).decisions.score.tolist(), range(8)))
    assert all(score == scores[0] for score in scores)
