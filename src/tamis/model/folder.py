"""A model on disk: a folder with ``weights.npz``, plain arrays, and ``card.json``, which says what they are.

Nothing in a model is ever run: arrays are read without pickle, and only if their hash is the one on the card.
"""

from __future__ import annotations

import hashlib
import io
import json
import struct
import zlib
from collections.abc import Iterator, Mapping
from functools import lru_cache
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
_TAMIS: Final = Path(__file__).parent.parent
_SHIPPED: Final = {"auto": _TAMIS / "model" / "auto", "svm": _TAMIS / "papers" / "svm2013" / "weights"}
"""the models that come with tamis, by the strategies that run on them"""


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
        arrays = {
            name.removesuffix(".npy"): np.lib.format.read_array(io.BytesIO(array), allow_pickle=False)
            for name, array in _members(data)
        }
    except (OSError, ValueError, struct.error, zlib.error) as error:
        raise InputError(f"{folder / _WEIGHTS} cannot be read: {error}; {_AGAIN}") from None
    return arrays, card


@lru_cache
def model_of(strategy: str) -> str:
    """The hash of the weights that a strategy runs on, from the model's card; empty if it runs on none.

    >>> model_of("pab")
    ''
    """
    folder = Path(strategy.removeprefix("model:")) if strategy.startswith("model:") else _SHIPPED.get(strategy)
    if folder is None:
        return ""
    try:
        card = json.loads((folder / _CARD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    return str(card.get("weights_sha256", ""))


def _members(archive: bytes) -> Iterator[tuple[str, bytes]]:
    """The files in a zip archive as NumPy writes it, by its directory.

    NumPy's own reading imports :mod:`zipfile` and all that it needs: for the first page as long as all of the rest.
    """
    end = archive.rfind(b"PK\5\6")
    if end < 0:
        raise ValueError("it is not an archive")
    count, _, at = struct.unpack_from("<HLL", archive, end + 10)
    room = _MOST_BYTES
    for _ in range(count):
        method, packed, size, name, extra, comment, place = struct.unpack_from("<10xH8xLLHHH8xL", archive, at)
        begin = place + 30 + sum(struct.unpack_from("<HH", archive, place + 26))
        content = archive[begin : begin + packed]
        if (room := room - size) < 0:
            raise ValueError("it is too large to be a model's weights")
        if method:
            content = zlib.decompressobj(-zlib.MAX_WBITS).decompress(content, size + 1)
        if len(content) != size:
            raise ValueError("a file in it has not the length that its directory says")
        yield archive[at + 46 : at + 46 + name].decode(), content
        at += 46 + name + extra + comment


def write_model(folder: Path, arrays: Arrays, card: Mapping[str, Any]) -> None:
    """Write a model; the same arrays and card give the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    buffer = io.BytesIO()
    named: dict[str, Any] = {name: arrays[name] for name in sorted(arrays)}
    np.savez_compressed(buffer, allow_pickle=False, **named)
    written = {**card, "weights_sha256": hashlib.sha256(buffer.getvalue()).hexdigest()}
    (folder / _WEIGHTS).write_bytes(buffer.getvalue())
    text = json.dumps(written, indent=1, ensure_ascii=False) + "\n"  # names of corpora, which may be no UTF-8
    (folder / _CARD).write_text(text, encoding="utf-8", errors="backslashreplace")
