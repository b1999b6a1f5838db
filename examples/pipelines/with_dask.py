"""Pages through Dask: python with_dask.py PAGES.jsonl OUT

The lines of PAGES.jsonl have ``html`` and ``url``; OUT becomes a folder of Parquet files. The pages of a partition are
analysed in a process of their own, so that a page that ends it costs itself alone.
"""

import sys

import dask.dataframe as dd
import pandas as pd

from tamis.crawl.inputs import Input
from tamis.crawl.rows import Settings
from tamis.crawl.sandbox import Sandbox

COLUMNS = dict.fromkeys(("url", "text", "status", "language", "page_type"), "string")


def extracted(pages: pd.DataFrame) -> pd.DataFrame:
    """What a partition becomes."""
    inputs = [Input(url, html, url) for url, html in zip(pages["url"], pages["html"], strict=True)]
    with Sandbox(Settings()) as sandbox:
        rows = [{"url": page.url} | row for page, (row, _) in zip(inputs, sandbox.analyse(inputs), strict=True)]
    return pd.DataFrame(rows, columns=list(COLUMNS)).astype(COLUMNS)


if __name__ == "__main__":
    pages = dd.read_json(sys.argv[1], lines=True, blocksize=33_554_432)
    pages.map_partitions(extracted, meta=COLUMNS).to_parquet(sys.argv[2])
