"""Python runs this when it starts, if the folder is on its path: ours then have the strategies that misbehave."""

import sys
from pathlib import Path

if sys.argv[1:2] == ["serve"] or "tamis.workers.child" in sys.orig_argv or "misbehave-auto" in sys.orig_argv:
    sys.path.insert(0, str(Path(__file__).parents[3]))
    from tests.workers.misbehave import register

    register()
