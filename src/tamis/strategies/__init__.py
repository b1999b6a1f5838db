"""The learned default, strategies that no paper of ours has, and in :mod:`tamis.strategies.base` the table of all."""

import sys
import warnings
from types import ModuleType
from typing import Any


class _Callable(ModuleType):
    """The package, callable for one more version: ``tamis.strategies()`` was the function's name up to 0.1."""

    def __call__(self) -> tuple[Any, ...]:
        from tamis.strategies.base import available_strategies

        warnings.warn("tamis.strategies() is now tamis.available_strategies()", DeprecationWarning, stacklevel=2)
        return available_strategies()


sys.modules[__name__].__class__ = _Callable
