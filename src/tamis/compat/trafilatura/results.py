"""What trafilatura's functions return: its ``Document`` and ``Response``, JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass, field, fields, replace
from datetime import date
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlsplit

import numpy as np

from tamis.compat.trafilatura.options import Wanted
from tamis.document import Document as Page
from tamis.formats import render
from tamis.html.decode import decode
from tamis.metadata import Metadata
from tamis.text.fingerprint import exact
from tamis.web.fetch import Fetched

_COLUMNS: Final = (
    "url", "id", "fingerprint", "hostname", "title", "image", "date", "text", "comments", "license", "pagetype",
)  # fmt: skip
_JSON_NAMES: Final = {"url": "source", "sitename": "source-hostname", "description": "excerpt"}
"""keys of the JSON form that are not the attributes' names"""


@dataclass
class Document:
    """A page's content and metadata, by trafilatura's names."""

    title: str | None = None
    author: str | None = None
    """several with "; " between them"""
    url: str | None = None
    hostname: str | None = None
    description: str | None = None
    sitename: str | None = None
    date: str | None = None
    categories: list[str] = field(default_factory=list)
    """always empty"""
    tags: list[str] = field(default_factory=list)
    fingerprint: str | None = None
    id: str | None = None
    license: str | None = None
    comments: str | None = None
    raw_text: str | None = None
    text: str | None = None
    language: str | None = None
    image: str | None = None
    pagetype: str | None = None
    filedate: str | None = None
    """today"""
    _page: Page | None = field(default=None, repr=False, compare=False)

    @classmethod
    def of_page(cls, page: Page, given: Wanted, *, text: bool = True) -> Document:
        """The content, with the comments beside it, and the metadata if they are wanted."""
        found = cls(id=given.record_id, _page=page)
        if text:
            comments = np.array([block.role == "comment" for block in page.blocks], np.bool_)
            body, rest = (_part(page, mask) for mask in (~comments, comments))
            as_text = "text" if given.format in ("json", "csv") else given.format
            found.text = render(body, as_text, **given.rendering)
            found.comments = render(rest, "text")
            found.raw_text = body.text
            found.fingerprint = exact(body.text).hex()[:16]
        if given.with_metadata or given.format in ("json", "csv"):
            found._take(page.metadata, given, page.page_type)
        return found

    def _take(self, metadata: Metadata, given: Wanted, page_type: str | None) -> None:
        values = metadata.to_dict()
        names = [name for name in values["authors"] if name.lower() not in given.author_blacklist]
        self.title, self.description = values["title"], values["description"]
        self.author = "; ".join(names) or None
        self.url, self.image, self.language = values["url"], values["image"], values["language"]
        self.hostname = (urlsplit(self.url).hostname or None) if self.url else None
        self.sitename = values.get("site_name") or values.get("site")
        self.date = _date(values, given)
        self.categories, self.tags = list(values["categories"]), list(values["tags"])
        self.license = values.get("license") or values.get("licence")
        self.pagetype = page_type
        self.filedate = date.today().isoformat()

    @cached_property
    def body(self) -> Any:
        """The content as a tree of lxml, without comments; ``None`` where lxml is not installed."""
        return self._tree(comments=False)

    @cached_property
    def commentsbody(self) -> Any:
        """The comments as a tree of lxml."""
        return self._tree(comments=True)

    def _tree(self, *, comments: bool) -> Any:
        from tamis.compat.trafilatura.trees import parse

        content = ""
        if self._page is not None:
            mask = np.array([(block.role == "comment") == comments for block in self._page.blocks], np.bool_)
            content = render(_part(self._page, mask), "html", include_links=True)
        try:
            return parse(f"<html><body>{content}</body></html>").find("body")
        except ImportError:
            return None

    def as_dict(self) -> dict[str, Any]:
        """The attributes as a dictionary."""
        plain = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "_page"}
        return plain | {"body": self.body, "commentsbody": self.commentsbody}


@dataclass(frozen=True)
class Response:
    """What was fetched, by trafilatura's names."""

    data: bytes
    status: int
    url: str
    html: str | None = None
    headers: dict[str, str] | None = None

    @classmethod
    def of_fetched(cls, page: Fetched, decoded: bool) -> Response:
        """The response, with its text if that is wanted."""
        return cls(page.html, page.status, page.url, decode(page.html, page.charset)[0] if decoded else None)

    def __bool__(self) -> bool:
        return True

    def as_dict(self) -> dict[str, Any]:
        """The attributes as a dictionary."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


def _part(page: Page, mask: Any) -> Page:
    """The page with those of its kept blocks alone that are in the mask."""
    return replace(page, decisions=replace(page.decisions, kept=page.decisions.kept & mask))


def _date(values: dict[str, Any], given: Wanted) -> str | None:
    """The date of publication, or else of change; within the bounds and in the form that are wanted.

    trafilatura prefers the change unless ``original_date`` is set, but calls extractors with it set by default.
    """
    params = given.date_params
    published, modified = values.get("date"), values.get("modified")
    order = (published, modified) if params.get("original_date", True) else (modified, published)
    found = next((day for day in order if day), None)
    if found is None:
        return None
    try:
        day = date.fromisoformat(str(found)[:10])
    except ValueError:
        return str(found)
    bounds = (str(params.get("min_date") or "")[:10], str(params.get("max_date") or "9999")[:10])
    if not bounds[0] <= day.isoformat() <= bounds[1]:
        return None
    return day.strftime(params.get("outputformat") or "%Y-%m-%d")


def json_form(found: Document, metadata: bool) -> str:
    """The document as trafilatura's JSON; without metadata just the text and the comments."""
    values = {each.name: getattr(found, each.name) for each in fields(found) if each.name != "_page"}
    if not metadata:
        values = {name: values[name] for name in ("text", "comments")}
    else:
        values["categories"], values["tags"] = (";".join(values[name]) for name in ("categories", "tags"))
    named = {_JSON_NAMES.get(name, name): value for name, value in values.items()}
    return json.dumps(named, ensure_ascii=False)


def csv_line(found: Document) -> str:
    """The document as a line of values with tabs between them; ``null`` for none."""
    buffer = io.StringIO()
    values = [getattr(found, name) for name in _COLUMNS]
    csv.writer(buffer, delimiter="\t", lineterminator="").writerow(["null" if v in (None, "") else v for v in values])
    return buffer.getvalue()
