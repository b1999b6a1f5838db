"""Pages through a datatrove pipeline: python with_datatrove.py PAGES.jsonl OUT

The lines of PAGES.jsonl have ``text`` (the HTML), ``id`` and, as metadata, ``url``. For WARC files put datatrove's
``WarcReader`` in the place of its ``JsonlReader``.
"""

import json
import sys
from pathlib import Path

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.readers import JsonlReader
from datatrove.pipeline.writers import JsonlWriter

from tamis.crawl.datatrove import TamisExtractor

if __name__ == "__main__":
    pages, out = Path(sys.argv[1]), sys.argv[2]
    steps = [
        JsonlReader(str(pages.parent), glob_pattern=pages.name),
        TamisExtractor(favor_precision=True),
        JsonlWriter(out, output_filename="${rank}.jsonl", compression=None),
    ]
    LocalPipelineExecutor(steps, logging_dir=f"{out}/logs").run()
    for line in Path(out, "00000.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        print(row["id"], row["metadata"]["tamis_status"], repr(row["text"][:38]))
