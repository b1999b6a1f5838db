"""Python runs this when it starts, if the folder is on its path: our strategies are there in every process."""

import sys
from pathlib import Path

if sys.argv[1:2] in (["sandbox"], ["worker"]):  # tamis.batch.child
    sys.path.insert(0, str(Path(__file__).parents[3]))
    from tests.crawl.misbehave import register

    register()
