"""The algorithms, one a file. Importing a file registers its strategy; this list is the order they are shown in."""

from tamis.strategies import (
    auto,
    content_extractor,
    eniw,
    entropy,
    feature_extractor,
    k_feature_extractor,
    key_patterns,
    lbda,
    pab,
    shallow,
)

__all__ = [
    "auto",
    "content_extractor",
    "eniw",
    "entropy",
    "feature_extractor",
    "k_feature_extractor",
    "key_patterns",
    "lbda",
    "pab",
    "shallow",
]
