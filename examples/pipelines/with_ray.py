"""Pages through Ray Data: python with_ray.py PAGES.jsonl OUT

The lines of PAGES.jsonl have ``html`` and ``url``; OUT becomes a folder of Parquet files. Each of Ray's workers keeps a
process for pages, so that a page that ends it costs itself alone.
"""

import sys
from pathlib import Path

import ray

from tamis.crawl.inputs import Input
from tamis.crawl.rows import Settings
from tamis.crawl.sandbox import shared_sandbox

COLUMNS = ("text", "status", "language", "page_type")


def extracted(batch: dict) -> dict:
    """What a batch becomes, column by column."""
    pages = [Input(url, html, url) for url, html in zip(batch["url"], batch["html"], strict=True)]
    rows = [row for row, _ in shared_sandbox(Settings()).analyse(pages)]
    return {"url": list(batch["url"])} | {name: [row.get(name) for row in rows] for name in COLUMNS}


if __name__ == "__main__":
    ray.init(include_dashboard=False, log_to_driver=False)
    pages = ray.data.read_json(str(Path(sys.argv[1]).resolve()), lines=True)
    pages.map_batches(extracted, batch_size=64).write_parquet(str(Path(sys.argv[2]).resolve()))
