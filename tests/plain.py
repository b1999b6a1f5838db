"""Compiled modules as they run where there is no compiler."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

import tamis


def plain(name: str, **instead: ModuleType) -> ModuleType:
    """The module ``tamis.name`` from its source. ``instead`` gives what it is to import, by the last part of the name,
    of the modules of its own package.
    """
    path = Path(tamis.__file__).parent / f"{name.replace('.', '/')}.py"
    spec = importlib.util.spec_from_file_location(f"plain_{name.replace('.', '_')}", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    package = f"tamis.{name}".rpartition(".")[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, spec.name, module)  # dataclasses look their module up
        for part, other in instead.items():
            patch.setitem(sys.modules, f"{package}.{part}", other)
        spec.loader.exec_module(module)
    return module
