"""Print a version's part of CHANGELOG.md: the notes of its release. ``python packaging/notes.py 0.2.0``"""

from __future__ import annotations

import re
import sys
from pathlib import Path

CHANGELOG = Path(__file__).parent.parent / "CHANGELOG.md"


def notes(changelog: str, version: str) -> str:
    r"""What stands under the version's heading; links to files are left as they are.

    >>> notes("## [0.2.0] - 2026-01-01\n\n### Added\n- Rye.\n\n## [0.1.0]\n- Oats.\n", "0.2.0")
    '### Added\n- Rye.\n'
    """
    found = re.search(rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## \[|\Z)", changelog, re.DOTALL | re.MULTILINE)
    if found is None or not found[1].strip():
        raise SystemExit(f"CHANGELOG.md has nothing on {version}")
    return f"{found[1].strip()}\n"


if __name__ == "__main__":
    print(notes(CHANGELOG.read_text(encoding="utf-8"), sys.argv[1]), end="")
