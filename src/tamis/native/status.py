"""The list of compiled modules, and the check that all of them are compiled or none.

``setup.py`` builds what stands here, and pytest leaves it out of the doctests.
"""

from __future__ import annotations

import os
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

MODULES: Final = (
    "tree", "reader", "scan", "features", "hashing", "compute", "decide", "network", "places", "utf8", "product",
    "cells",
)  # fmt: skip
"""modules of this package; Python takes an extension before the source file beside it"""
SLOW: Final = (
    "tamis runs as plain Python, without its compiled modules: about 40 times slower. Install a C compiler and the "
    "headers of Python (on Debian: apt install gcc python3-dev), then reinstall tamis with pip's options "
    "--force-reinstall --no-cache-dir --no-deps; or install a wheel for this platform."
)
_PARTIAL: Final = "tamis is only partly compiled, and its modules do not fit together; reinstall it. Not compiled: {}"
_WARNED: Final = "TAMIS_WARNED_PLAIN_PYTHON"
"""in the environment, so that worker processes, however they are started, do not repeat the warning"""


def plain_modules() -> list[str]:
    """The names of the modules that have no extension and run as plain Python."""
    try:
        files = {file.name for file in Path(__file__).parent.iterdir()}
    except OSError:  # in an archive, where there are no extensions
        files = set()
    return [name for name in MODULES if not any(f"{name}{end}" in files for end in EXTENSION_SUFFIXES)]


def check_build() -> None:
    """Raise an error if some of the modules are compiled and others not; warn if none is."""
    plain = plain_modules()
    if len(plain) == len(MODULES):
        warn_plain()
    elif plain:
        raise ImportError(_PARTIAL.format(", ".join(plain)))


def warn_plain() -> None:
    """Warn on the logger ``tamis`` that it is slow, once in a process and those that it starts.

    Without a logging configuration that is a line on stderr. It is not one of Python's warnings: being slow is no fault
    of the code that imports tamis, and where warnings are errors the import would fail.
    """
    if not os.environ.get(_WARNED):
        import logging

        os.environ[_WARNED] = "1"
        logging.getLogger("tamis").warning(SLOW)


def kernel_kind() -> str:
    """What ``tamis --version`` says of the modules; one that is partly compiled cannot be imported."""
    return "pure Python kernel" if plain_modules() else "compiled kernel"
