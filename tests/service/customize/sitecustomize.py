"""Python runs this when it starts, if the folder is on its path: the service and its workers have our bad strategy."""

import sys
from pathlib import Path

if sys.argv[1:2] == ["serve"] or sys.argv == ["-c"]:  # the latter is how multiprocessing starts its fork server
    sys.path.insert(0, str(Path(__file__).parents[3]))
    from tests.crawl.misbehave import register

    register()
