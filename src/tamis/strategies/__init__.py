"""The algorithms, one a file. Importing a file registers its strategy; this list is the order they are shown in."""

from tamis.strategies import auto, shallow

__all__ = ["auto", "shallow"]
