"""The list of compiled modules, and the check that all of them are compiled.

``setup.py`` builds what stands here, and pytest leaves it out of the doctests.
"""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

MODULES: Final = (
    "references", "attributes", "tokens", "nodes", "stack", "outline", "body", "tables", "reader", "tree", "features",
    "hashing", "compute", "decide", "network", "places", "utf8", "product", "cells", "names",
    "selectors", "matching", "sheets", "cascade",
    "terms", "postings",
)  # fmt: skip
"""modules of this package; Python takes an extension before the source file beside it"""
MISSING: Final = (
    "tamis is not compiled ({}). Install a wheel for this platform, or reinstall it where there is a C compiler with "
    "Python's headers (on Debian: apt install gcc python3-dev); in a clone of the repository: make kernel"
)


def uncompiled_modules() -> list[str]:
    """The names of the modules that have no extension."""
    try:
        files = {file.name for file in Path(__file__).parent.iterdir()}
    except OSError:  # in an archive, where there are no extensions
        files = set()
    return [name for name in MODULES if not any(f"{name}{end}" in files for end in EXTENSION_SUFFIXES)]


def check_build() -> None:
    """Raise an error that says what to do if a module is not compiled."""
    if missing := uncompiled_modules():
        raise ImportError(MISSING.format("missing: " + ", ".join(missing)))
