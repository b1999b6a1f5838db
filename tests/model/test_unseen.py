"""The networks of the shipped model's folds, by which it is measured on pages that it learned from."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import tamis
from tamis.errors import InputError
from tamis.model.load import SHIPPED, load
from tamis.model.unseen import Unseen, read_unseen, write_unseen


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


def test_the_shipped_networks_know_how_many_pages_of_each_site_they_left_out() -> None:
    unseen = read_unseen(SHIPPED)
    left_out = np.array(list(unseen.sites.values()))
    assert left_out.shape[1] == len(unseen.numbers) == 4 and (left_out.sum(axis=1) > 0).all()
    pages = [fold for found in unseen.folds.values() for fold in found.values()]
    of_folds = np.bincount(pages, minlength=4)
    without_host = of_folds - left_out.sum(axis=0)
    assert (without_host >= 0).all() and without_host.sum() < 0.05 * of_folds.sum()


def test_they_decide_and_give_reasons_as_the_model_does() -> None:
    page = Path("examples/pages/article.html").read_bytes()
    document = tamis.analyze(page, strategy=f"model:{SHIPPED / 'unseen' / '0'}")
    assert "Skelling Bay" in document.text and all(block.reason for block in document.blocks)


def test_written_and_read(tmp_path: Path) -> None:
    weights = {"a": np.ones(3, np.float32)}
    networks = [(weights, {"kind": "auto"}), (weights, {"kind": "auto"})]
    write_unseen(tmp_path, networks, {"mine": {"ä": 1}}, {"ä.example": [0, 1]})
    assert read_unseen(tmp_path) == Unseen(tmp_path, {"mine": {"ä": 1}}, {"ä.example": [0, 1]})
    assert read_unseen(tmp_path).model_for("mine", "ä") == tmp_path / "unseen" / "1"
    assert json.loads((tmp_path / "unseen" / "1" / "card.json").read_text())["weights_sha256"]


# Three networks: "news" was left out whole by the second one, "shops" was cut by host; rye.example was in two folds.
UNSEEN = Unseen(
    Path("mine"),
    {"news": {"n1": 1, "n2": 1}, "shops": {"s1": 0, "s2": 0, "s3": 2}},
    {
        "old.example": [0, 2, 0],
        "oat.example": [2, 0, 0],
        "rye.example": [1, 0, 3],
    },
)


@pytest.mark.parametrize(
    ("corpus", "page", "host", "network"),
    [
        ("news", "n1", "rye.example", 1),  # the one that left it out
        ("news", "new", "new.example", 1),  # nobody knows the site: as the corpus's other pages
        ("news", "new", "www.old.example", 1),
        ("news", "new", "oat.example", 0),  # the network that left the corpus out has learned from this site
        ("shops", "new", "new.example", 0),
        ("shops", "new", "m.rye.example", 2),  # all have learned from it, this one from the fewest pages
        ("other", "n1", "new.example", None),  # the model itself
        ("other", "n1", None, None),
        ("other", "n1", "oat.example", 0),  # has learned nothing of the site, the model itself has
    ],
)
def test_a_new_page_is_for_a_network_that_knows_nothing_of_its_site(
    corpus: str, page: str, host: str | None, network: int | None
) -> None:
    wanted = Path("mine") if network is None else Path("mine") / "unseen" / str(network)
    assert UNSEEN.model_for(corpus, page, host) == wanted


def test_a_new_page_without_a_host_cannot_be_told_from_one_that_was_learned_from() -> None:
    with pytest.raises(InputError, match="give the page a host, or"):
        UNSEEN.model_for("news", "new")


@pytest.mark.parametrize("sites", ["[]", "{", '{"rye.example": 3}', '{"rye.example": [1]}'])
def test_broken_counts_are_named(tmp_path: Path, sites: str) -> None:
    networks = [({"a": np.ones(3, np.float32)}, {"kind": "auto"})] * 2
    write_unseen(tmp_path, networks, {"mine": {"a": 1}}, {})
    (tmp_path / "unseen" / "sites.json").write_text(sites)
    with pytest.raises(InputError, match="train"):
        read_unseen(tmp_path)
