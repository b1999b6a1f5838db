"""Which modules run compiled, and the warning where none does."""

from __future__ import annotations

import logging
import os
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

MODULES: Final = (
    "tree", "reader", "scan", "features", "hashing", "compute", "decide", "network", "places", "utf8", "product",
)  # fmt: skip
"""what ``setup.py`` compiles, all in this package; Python takes an extension before the source file beside it"""
SLOW: Final = (
    "tamis runs as plain Python, without its compiled modules: about 40 times slower. Install a C compiler and the "
    "headers of Python (on Debian: apt install gcc python3-dev), then reinstall tamis with pip's options "
    "--force-reinstall --no-cache-dir --no-deps; or install a wheel for this platform."
)
_WARNED: Final = "TAMIS_WARNED_PLAIN_PYTHON"
"""in the environment, so that worker processes, however they are started, do not repeat the warning"""


def warn_plain() -> None:
    """Warn on the logger ``tamis`` that it is slow, once in a process and those that it starts.

    Without a logging configuration that is a line on stderr. It is not one of Python's warnings: being slow is no fault
    of the code that imports tamis, and where warnings are errors the import would fail.
    """
    if not os.environ.get(_WARNED):
        os.environ[_WARNED] = "1"
        logging.getLogger("tamis").warning(SLOW)


def plain_modules(folder: Path | None = None) -> list[str]:
    """The names of the modules that have no extension and run as plain Python."""
    where = folder or Path(__file__).parent
    return [name for name in MODULES if not any((where / f"{name}{end}").exists() for end in EXTENSION_SUFFIXES)]


def kernel_kind(plain: list[str]) -> str:
    """What ``tamis --version`` says of the modules, given those that run as plain Python.

    >>> kernel_kind([])
    'compiled kernel'
    >>> kernel_kind(list(MODULES))
    'pure Python kernel'
    >>> kernel_kind(["scan", "utf8"])
    'partly compiled, reinstall it; plain Python: scan, utf8'
    """
    if not plain:
        return "compiled kernel"
    if len(plain) == len(MODULES):
        return "pure Python kernel"
    return f"partly compiled, reinstall it; plain Python: {', '.join(plain)}"
