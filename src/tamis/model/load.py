"""The learned default's model: read from its folder, and checked against the features that this version computes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tamis.errors import InputError
from tamis.model.features import NUMBERS, TAG_IDS, Features
from tamis.model.folder import read_model
from tamis.model.head import HEAD_BUCKETS
from tamis.model.names import NAME_BUCKETS, WORD_BUCKETS
from tamis.native.network import Layers, Prediction, predict

KIND: Final = "auto"
FORMAT: Final = 3
SHIPPED: Final = Path(__file__).parent / "auto"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Model:
    """Weights and what their card says."""

    weights: Mapping[str, NDArray[np.float32]]
    card: Mapping[str, Any]
    layers: Layers = field(init=False)
    """the weights, ready to run"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "layers", Layers(self.weights))

    def predict(self, features: Features) -> Prediction:
        """What the network says of a page, by the conventions of pages at large and of articles, the last two."""
        last = len(self.card["conventions"])
        return predict(self.layers, features, (last - 2, last - 1))


@lru_cache(maxsize=32)  # some models with the networks of their folds
def load(path: str) -> Model:
    """The model in the folder ``path``, read once; two threads that load it at once get the same values."""
    arrays, card = read_model(Path(path), KIND, FORMAT)
    if any(card.get(key) != value for key, value in features().items()):
        raise InputError(f"{path} was trained on other features than this version of tamis computes: train it again")
    weights = {name: np.ascontiguousarray(array, np.float32) for name, array in arrays.items()}
    for array in weights.values():
        array.setflags(write=False)
    return Model(weights, card)


def features() -> dict[str, Any]:
    """What the card of a model says of the features that it was trained on.

    >>> sorted(features())
    ['head_buckets', 'name_buckets', 'numbers', 'tag_ids', 'word_buckets']
    """
    return {
        "numbers": list(NUMBERS), "tag_ids": TAG_IDS, "name_buckets": NAME_BUCKETS, "word_buckets": WORD_BUCKETS,
        "head_buckets": HEAD_BUCKETS,
    }  # fmt: skip
