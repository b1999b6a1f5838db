"""Markdown, by turbohtml's renderer from the clean HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turbohtml import Markdown, parse

from tamis.render.html import to_html

if TYPE_CHECKING:
    from tamis.document import Document


def to_markdown(document: Document, *, links: bool = False, images: bool = False, tables: bool = True) -> str:
    """The kept blocks as GitHub-flavoured Markdown.

    >>> import tamis
    >>> page = "<h2>Dough</h2><p>Knead it for ten minutes, rest it for an hour, fold it twice."
    >>> print(tamis.analyze(page).markdown())
    ## Dough
    <BLANKLINE>
    Knead it for ten minutes, rest it for an hour, fold it twice.
    """
    clean = to_html(document, links=links, images=images, tables=tables)
    return parse(clean).to_markdown(Markdown()).strip() if clean else ""
