"""``extract_metadata()``, where trafilatura's documentation imports it from."""

from tamis.compat.trafilatura import extract_metadata

__all__ = ["extract_metadata"]
