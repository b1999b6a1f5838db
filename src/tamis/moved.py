"""Modules by the names that they had up to 0.1: importing one works for one more version, and warns.

The names are those that the documentation showed as users' code. Real modules come first: only what no other finder
has found is looked up here.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Final

PACKAGES: Final = {"tamis.batch": "tamis.crawl", "tamis.evaluate": "tamis.lab", "tamis.spark": "tamis.crawl.spark"}
"""old packages and new; their modules are called as before"""


class Moved:
    """Finds a module by its old name and gives one that has everything the moved module has."""

    def find_spec(self, name: str, _path: Sequence[str] | None, _module: ModuleType | None = None) -> ModuleSpec | None:
        """The specification of a module by its old name, if there is one by the new name."""
        package = next((old for old in PACKAGES if name == old or name.startswith(f"{old}.")), None)
        if package is None:
            return None
        from importlib.util import find_spec

        new = PACKAGES[package] + name.removeprefix(package)
        # A package without folders: the modules in it are found by this finder, too, and not loaded a second time.
        loader: Any = self  # no subclass of importlib.abc.Loader: to import that takes longer than most of tamis
        return ModuleSpec(name, loader, origin=new, is_package=True) if find_spec(new) else None

    def create_module(self, spec: ModuleSpec) -> None:
        """Take an ordinary module."""

    def exec_module(self, module: ModuleType) -> None:
        """Hand on look-ups to the moved module."""
        spec = module.__spec__
        assert spec and spec.origin
        warnings.warn(f"{spec.name} has moved: import {spec.origin}", DeprecationWarning, stacklevel=2)
        module.__getattr__ = partial(getattr, import_module(spec.origin))  # type: ignore[method-assign]


def find_moved() -> None:
    """Have old names found."""
    if not any(isinstance(finder, Moved) for finder in sys.meta_path):
        sys.meta_path.append(Moved())
