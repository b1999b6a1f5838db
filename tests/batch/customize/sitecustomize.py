"""Python runs this when it starts, if the folder is on its path: our strategies are there in every process."""

import sys
from pathlib import Path

if len(sys.argv) == 1 and sys.argv[0] in ("-m", "-c", ""):  # a module or a line of code: ours, not pip or the like
    sys.path.insert(0, str(Path(__file__).parents[3]))
    import tests.batch.misbehave  # noqa: F401
