"""Models on disk: what NumPy wrote is what is read, and what is damaged is refused."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tamis.errors import InputError
from tamis.model.folder import read_model, write_model

ARRAYS: dict[str, np.ndarray[Any, Any]] = {
    "a": np.arange(6, dtype=np.float32).reshape(2, 3),
    "größe.b": np.zeros(0),
    "c": np.arange(100_000),
}


def write_bytes(folder: Path, data: bytes) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "weights.npz").write_bytes(data)
    card = {"kind": "x", "format": 1, "weights_sha256": hashlib.sha256(data).hexdigest()}
    (folder / "card.json").write_text(json.dumps(card))
    return folder


def saved(save: Callable[..., None] = np.savez) -> bytes:
    buffer = io.BytesIO()
    save(buffer, **ARRAYS)
    return buffer.getvalue()


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write_model(tmp_path, ARRAYS, {"kind": "x", "format": 1})
    arrays, card = read_model(tmp_path, "x", 1)
    assert card["kind"] == "x"
    assert all(np.array_equal(arrays[name], array) for name, array in ARRAYS.items())


def test_a_card_holds_whatever_a_corpus_or_a_page_type_is_called(tmp_path: Path) -> None:
    write_model(tmp_path, ARRAYS, {"kind": "x", "format": 1, "corpora": {"br\udce9ad": {"\ud800": 1}}})
    assert read_model(tmp_path, "x", 1)[1]["corpora"] == {"br\udce9ad": {"\ud800": 1}}


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_archives_are_read_as_numpy_reads_them(tmp_path: Path, save: Callable[..., None]) -> None:
    data = saved(save)
    arrays, _ = read_model(write_bytes(tmp_path, data), "x", 1)
    with np.load(io.BytesIO(data)) as expected:
        assert list(arrays) == expected.files
        for name in arrays:
            assert np.array_equal(arrays[name], expected[name])
            assert arrays[name].dtype == expected[name].dtype


@pytest.mark.parametrize("damaged", [b"", b"not an archive", saved()[:1000], saved()[-1000:], saved()[50:]])
def test_what_is_damaged_is_refused(tmp_path: Path, damaged: bytes) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_model(write_bytes(tmp_path, damaged), "x", 1)
