"""An extractor step for datatrove pipelines; needs datatrove.

    from tamis.crawl.datatrove import TamisExtractor

    LocalPipelineExecutor([WarcReader("crawl/"), TamisExtractor(), JsonlWriter("out/")]).run()

It takes the place of datatrove's ``Trafilatura``. A page that crashes, hangs or eats memory is dropped and counted,
like a page without content; the others have status, language and the like in their metadata.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from datatrove.pipeline.extractors.base import BaseExtractor
from datatrove.utils.typeshelper import StatHints

from tamis.api import analyze_content
from tamis.crawl.account import is_failure
from tamis.crawl.inputs import Input
from tamis.crawl.rows import Settings
from tamis.crawl.sandbox import Sandbox

_NOTED = ("status", "language", "page_type", "confidence")


class TamisExtractor(BaseExtractor):  # type: ignore[misc]
    """HTML in ``document.text`` becomes its main text.

    ``options`` are keyword arguments of :func:`tamis.analyze`: ``favor_precision=True``, ``include_comments=False`` …
    """

    name = "⛏ tamis"
    _requires_dependencies = ("tamis",)

    def __init__(self, strategy: str = "auto", timeout: float = 60, **options: Any) -> None:
        super().__init__(timeout)
        analyze_content("", None, strategy, **options)  # a wrong option is wrong use, not a failure of every page
        self.settings = Settings(strategy, options, timeout=timeout)

    def extract(self, text: str) -> str:
        """The main text of one page, in this process."""
        return analyze_content(text, None, self.settings.strategy, **self.settings.options).text

    def run(self, data: Iterable[Any], rank: int = 0, world_size: int = 1) -> Iterator[Any]:  # noqa: ARG002
        """The documents that have content, their text in place of their HTML."""
        with Sandbox(self.settings) as sandbox:
            for document in data:
                self.stat_update(StatHints.total)
                with self.track_time():
                    ((row, _),) = sandbox.analyse([Input("", document.text, document.metadata.get("url"))])
                if is_failure(row["status"]):
                    self.stat_update(row["status"].partition(":")[0])
                elif row["text"]:
                    document.text = row["text"]
                    document.metadata |= {f"tamis_{name}": row[name] for name in _NOTED}
                    self.stat_update(StatHints.forwarded)
                    self.update_doc_stats(document)
                    yield document
                else:
                    self.stat_update(StatHints.dropped)
