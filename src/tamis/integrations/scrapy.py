"""An item pipeline for Scrapy that adds the main content of each item's page; needs ``scrapy``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tamis.api import analyze_content, split_options
from tamis.errors import MissingExtraError
from tamis.formats import check_format, render
from tamis.options import PageOptions

try:
    from itemadapter import ItemAdapter
except ImportError as error:
    raise MissingExtraError("scrapy", "scrapy") from error


class TamisPipeline:
    """Reads an item's page and writes its content and metadata beside it.

    Settings: ``TAMIS_PAGE_FIELD`` (default ``html``) has the page, as text, bytes or a Scrapy response, and
    ``TAMIS_URL_FIELD`` (``url``) its address. ``TAMIS_FIELDS`` maps what is written to the names of fields; by default
    these are content, title, author, date and page_type, each in the field of its name.
    ``TAMIS_FORMAT`` (``text``) and ``TAMIS_OPTIONS`` are those of :func:`tamis.extract`. ``TAMIS_DROP_PAGE`` deletes
    the page from the item. An item without a page, or a field that the item has no place for, is left alone.
    """

    def __init__(
        self,
        page_field: str = "html",
        url_field: str = "url",
        fields: Mapping[str, str] | None = None,
        output_format: str = "text",
        options: PageOptions | None = None,
        drop_page: bool = False,
    ) -> None:
        check_format(output_format)
        self.page_field, self.url_field, self.drop_page = page_field, url_field, drop_page
        self.fields = fields or {name: name for name in ("content", "title", "author", "date", "page_type")}
        self.output_format = output_format
        self.selection, self.rendering = split_options(options or {})

    @classmethod
    def from_crawler(cls, crawler: Any) -> TamisPipeline:
        """The pipeline with a project's settings."""
        settings = crawler.settings
        return cls(
            settings.get("TAMIS_PAGE_FIELD", "html"),
            settings.get("TAMIS_URL_FIELD", "url"),
            settings.getdict("TAMIS_FIELDS"),
            settings.get("TAMIS_FORMAT", "text"),
            settings.getdict("TAMIS_OPTIONS"),
            settings.getbool("TAMIS_DROP_PAGE"),
        )

    def process_item(self, item: Any, spider: Any = None) -> Any:
        """The item, with the content of its page. Older Scrapy hands its spider over, which is not needed."""
        del spider
        adapter = ItemAdapter(item)
        page = adapter.get(self.page_field)
        if page is None:
            return item
        url = adapter.get(self.url_field) or getattr(page, "url", None)
        document = analyze_content(getattr(page, "body", page), url, **self.selection)
        for name, field in self.fields.items():
            if isinstance(item, dict) or field in adapter.field_names():
                adapter[field] = self._value(document, name)
        if self.drop_page:
            del adapter[self.page_field]
        return item

    def _value(self, document: Any, name: str) -> Any:
        if name == "content":
            return render(document, self.output_format, **self.rendering)
        if name in ("page_type", "status", "confidence"):
            return getattr(document, name)
        return document.metadata.to_dict().get(name)
