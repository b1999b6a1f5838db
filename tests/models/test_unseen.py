"""The networks of the shipped model's folds, by which it is measured on pages that it learned from."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

import tamis
from tamis.models.load import SHIPPED, load
from tamis.models.unseen import read_unseen, write_unseen


def test_the_shipped_networks_are_those_of_the_shipped_model() -> None:
    card, unseen = load(str(SHIPPED)).card, read_unseen(SHIPPED)
    assert list(unseen.folds) == [corpus["corpus"] for corpus in card["training"]]
    for corpus, pages in unseen.folds.items():
        assert len(pages) == card["unseen"][corpus]["pages"]
        folds = sorted(set(pages.values()))
        left_out_whole = corpus in card["left_out_whole"]
        assert len(folds) == (1 if left_out_whole else card["folds"])
        for page in list(pages)[:5]:
            model = load(str(unseen.model_for(corpus, page)))
            assert (corpus not in model.card["conventions"]) == left_out_whole
            assert model.card["recipe"] == card["recipe"] and model.card["training"] == card["training"]
            assert model.card["weights_sha256"] != card["weights_sha256"]


def test_they_decide_and_give_reasons_as_the_model_does() -> None:
    page = Path("examples/pages/article.html").read_bytes()
    document = tamis.analyze(page, strategy=f"model:{SHIPPED / 'unseen' / '0'}")
    assert "Skelling Bay" in document.text and all(block.reason for block in document.blocks)


def test_written_and_read(tmp_path: Path) -> None:
    weights = {"a": np.ones(3, np.float32)}
    write_unseen(tmp_path, [(weights, {"kind": "auto"}), (weights, {"kind": "auto"})], {"mine": {"ä": 1}})
    assert read_unseen(tmp_path).model_for("mine", "ä") == tmp_path / "unseen" / "1"
    assert json.loads((tmp_path / "unseen" / "1" / "card.json").read_text())["weights_sha256"]
