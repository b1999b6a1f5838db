"""A model on disk: a folder with ``weights.npz``, plain arrays, and ``card.json``, which says what they are.

Nothing in a model is ever run: arrays are read without pickle, and only if their hash is the one on the card.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tamis.errors import InputError

Arrays = Mapping[str, NDArray[Any]]
_CARD: Final = "card.json"
_WEIGHTS: Final = "weights.npz"
_MOST_BYTES: Final = 50_000_000
_AGAIN: Final = "copy or train the model again"


def read_model(folder: Path, kind: str, version: int) -> tuple[Arrays, dict[str, Any]]:
    """The arrays and the card of a model of that kind and format version."""
    try:
        card = json.loads((folder / _CARD).read_text(encoding="utf-8"))
        if (folder / _WEIGHTS).stat().st_size > _MOST_BYTES:
            raise InputError(f"{folder / _WEIGHTS} is too large to be a model's weights: {_AGAIN}")
        data = (folder / _WEIGHTS).read_bytes()
    except (OSError, ValueError) as error:
        needs = f"a model is a folder with {_CARD} and {_WEIGHTS}"
        raise InputError(f"no model in {folder}: {error}; {needs}") from None
    if not isinstance(card, dict) or card.get("kind") != kind:
        raise InputError(f"{folder} does not hold a model of kind {kind!r}: make one with `tamis train {kind}`")
    if card.get("format") != version:
        raise InputError(f"{folder} has format {card.get('format')!r}, this version of tamis reads {version}: {_AGAIN}")
    if hashlib.sha256(data).hexdigest() != card.get("weights_sha256"):
        raise InputError(f"{folder / _WEIGHTS} is not the file that its card describes: {_AGAIN}")
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
    except (OSError, ValueError, zipfile.BadZipFile) as error:
        raise InputError(f"{folder / _WEIGHTS} cannot be read: {error}; {_AGAIN}") from None
    return arrays, card


def write_model(folder: Path, arrays: Arrays, card: Mapping[str, Any]) -> None:
    """Write a model; the same arrays and card give the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    buffer = io.BytesIO()
    named: dict[str, Any] = {name: arrays[name] for name in sorted(arrays)}
    np.savez_compressed(buffer, allow_pickle=False, **named)
    written = {**card, "weights_sha256": hashlib.sha256(buffer.getvalue()).hexdigest()}
    (folder / _WEIGHTS).write_bytes(buffer.getvalue())
    (folder / _CARD).write_text(json.dumps(written, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
