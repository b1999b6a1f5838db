"""Which files pytest does not import for their doctests: compiled modules, and what runs when it is imported."""

from __future__ import annotations

from tamis.native.status import MODULES

collect_ignore = [f"src/tamis/native/{name}.py" for name in MODULES] + ["src/tamis/__main__.py"]
