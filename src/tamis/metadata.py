"""What a page says about itself: title, author, date, language, site."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from tamis.page import Page


@dataclass(frozen=True, slots=True)
class Metadata:
    """Each field is ``None`` (or empty) when the page does not say."""

    title: str | None
    author: str | None
    date: str | None
    description: str | None
    language: str | None
    url: str | None
    site: str | None
    image: str | None
    tags: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The fields as plain data."""
        return {**asdict(self), "tags": list(self.tags)}


def read_metadata(page: Page) -> Metadata:
    """Read the metadata that the parser finds in the head, in OpenGraph and in the page's heading.

    >>> import tamis
    >>> tamis.analyze("<title>Bread - The Mill</title><h1>Bread</h1><p>Flour and water.").title
    'Bread'
    """
    found = page.tree.document.article()
    return Metadata(
        title=found.title,
        author=found.byline,
        date=found.date,
        description=found.description,
        language=found.lang,
        url=found.canonical or page.url,
        site=found.site_name,
        image=found.image,
        tags=found.tags,
    )
