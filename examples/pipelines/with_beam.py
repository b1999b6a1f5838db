"""Pages through Apache Beam: python with_beam.py PAGES.jsonl OUT

The lines of PAGES.jsonl have ``html`` and ``url``; OUT-00000-of-00001 and so on get a line of JSON for each page. It
runs on Beam's own local runner. Each ``DoFn`` keeps a process for pages: a page that ends it costs itself alone.
"""

import json
import sys
from collections.abc import Iterator

import apache_beam as beam

from tamis.crawl.inputs import Input
from tamis.crawl.rows import Settings
from tamis.crawl.sandbox import Sandbox

COLUMNS = ("text", "status", "language", "page_type")


class Extract(beam.DoFn):
    """Some lines become lines of what is in their pages."""

    def setup(self) -> None:
        """Called once for each worker."""
        self.sandbox = Sandbox(Settings())

    def teardown(self) -> None:
        """Called when the worker ends."""
        self.sandbox.close()

    def process(self, lines: list[str]) -> Iterator[str]:
        """What some pages become."""
        pages = [Input(page["url"], page["html"], page["url"]) for page in map(json.loads, lines)]
        for page, (row, _) in zip(pages, self.sandbox.analyse(pages), strict=True):
            yield json.dumps({"url": page.url} | {name: row.get(name) for name in COLUMNS}, ensure_ascii=False)


if __name__ == "__main__":
    with beam.Pipeline(argv=[]) as pipeline:
        (
            pipeline
            | beam.io.ReadFromText(sys.argv[1])
            | beam.BatchElements(min_batch_size=16, max_batch_size=64)
            | beam.ParDo(Extract())
            | beam.io.WriteToText(sys.argv[2])
        )
