"""Support vectors as arrays: the decision function, and folders that hold something else."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tamis.errors import InputError
from tamis.model.folder import write_model
from tamis.model.load import SHIPPED as AUTO
from tamis.papers.svm2013.features import feature_names
from tamis.papers.svm2013.support_vectors import SHIPPED, SupportVectors, load, save


def made(vectors: int = 5, width: int = 9, seed: int = 0) -> SupportVectors:
    rng = np.random.default_rng(seed)
    return SupportVectors(
        np.zeros(width), np.full(width, 2.0), rng.random((vectors, width)), rng.normal(size=vectors),
        0.25, 0.7, 2.0, np.zeros((2, width)), ("nav",),
    )  # fmt: skip


def arrays() -> dict[str, Any]:
    with np.load(SHIPPED / "weights.npz") as archive:
        return {name: archive[name] for name in archive.files}


def write(folder: Path, changed: Mapping[str, Any], **card: Any) -> Path:
    """The shipped model with other arrays and entries of the card, and a hash that is right."""
    original = json.loads((SHIPPED / "card.json").read_text(encoding="utf-8"))
    write_model(folder, {**arrays(), **changed}, {**original, **card})
    return folder


def test_margins_are_the_decision_function() -> None:
    model = made()
    rows = np.random.default_rng(1).random((40, 9)) * 2
    scaled = (rows / 2).astype(np.float32).astype(np.float64)
    expected = [
        sum(w * np.exp(-0.7 * ((x - v) ** 2).sum()) for v, w in zip(model.vectors, model.weights, strict=True)) + 0.25
        for x in scaled
    ]
    assert np.abs(model.margins(rows) - expected).max() < 1e-12


def test_what_is_out_of_range_is_cut_off() -> None:
    rows = np.array([[-9.0, 1.0, 9.0]])
    assert made(width=3).scaled(rows).tolist() == [[0.0, 0.5, 1.0]]


def test_a_row_does_not_depend_on_its_neighbours() -> None:
    model, rows = made(vectors=3000), np.random.default_rng(1).random((300, 9)) * 2
    together = model.margins(rows)
    assert np.abs(together - [model.margins(row[None])[0] for row in rows]).max() < 1e-9
    assert model.margins(rows[:0]).shape == (0,)


def test_scores_have_the_fence_of_the_margins() -> None:
    margins = np.array([-1e300, -3.0, -1e-3, 0.0, 1e-3, 3.0, 1e300])
    scores = made().scores(margins)
    assert ((scores >= 0.5) == (margins >= 0)).all()
    assert (np.diff(scores) >= 0).all() and scores.min() >= 0 and scores.max() <= 1


def test_saved_and_loaded_it_is_the_same(tmp_path: Path) -> None:
    model = made()
    card = save(tmp_path / "model", model, {"note": "made up"})
    again = load(tmp_path / "model")
    assert card["features"] == feature_names(["nav"]) and again.tokens == ("nav",)
    assert np.array_equal(again.vectors, model.vectors.astype(np.float32))
    assert np.array_equal(again.weights, model.weights)
    assert (again.intercept, again.gamma, again.slope) == (0.25, 0.7, 2.0)
    assert not any(array.flags.writeable for array in (again.vectors, again.weights, again.low, again.typical))
    save(tmp_path / "again", model, {"note": "made up"})
    for name in ("card.json", "weights.npz"):
        assert (tmp_path / "model" / name).read_bytes() == (tmp_path / "again" / name).read_bytes()


def test_a_model_that_was_trained_anew_is_read_anew(tmp_path: Path) -> None:
    save(tmp_path, made(seed=0), {})
    first = load(tmp_path)
    save(tmp_path, made(vectors=6, seed=1), {})
    assert len(load(tmp_path).weights) == len(first.weights) + 1


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    shutil.copytree(SHIPPED, tmp_path / "model")
    path = tmp_path / "model" / "weights.npz"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(InputError, match="not the file that its card describes: copy or train"):
        load(tmp_path / "model")


def test_no_model_and_other_kinds_of_model(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no model in .*: .* card.json and weights.npz"):
        load(tmp_path)
    with pytest.raises(InputError, match="does not hold a model of kind 'svm': make one with `tamis train svm`"):
        load(AUTO)
    with pytest.raises(InputError, match="has format 99"):
        load(write(tmp_path / "newer", {}, format=99))


def test_objects_are_never_unpickled(tmp_path: Path) -> None:
    folder = write(tmp_path / "model", {})
    with (folder / "weights.npz").open("wb") as file:
        np.savez(file, vectors=np.array([print], dtype=object))
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    import hashlib

    card["weights_sha256"] = hashlib.sha256((folder / "weights.npz").read_bytes()).hexdigest()
    (folder / "card.json").write_text(json.dumps(card), encoding="utf-8")
    with pytest.raises(InputError, match="cannot be read"):
        load(folder)


@pytest.mark.parametrize("names", [["words"], feature_names(["nav"])[::-1], "words", None])
def test_other_features_are_refused(tmp_path: Path, names: object) -> None:
    with pytest.raises(InputError, match="other features than this version"):
        load(write(tmp_path, {}, features=names))


@pytest.mark.parametrize(
    "changed",
    [
        {"vectors": np.zeros((3, 18), np.float32)},
        {"low": np.zeros(17)},
        {"weights": np.full(len(arrays()["weights"]), np.nan)},
        {"constants": np.zeros(3, np.int64)},
        {"more": np.zeros(1)},
    ],
)
def test_other_arrays_are_refused(tmp_path: Path, changed: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="other arrays than this version"):
        load(write(tmp_path, changed))
