"""Trees of lxml, for programs that hand them over or ask for them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tamis.errors import MissingExtraError, UsageError
from tamis.html.decode import decode


def parse(source: str | bytes, charset: str | None = None) -> Any:
    """The page as a tree of lxml."""
    try:
        from lxml import etree, html
    except ImportError:
        raise MissingExtraError("lxml", "lxml") from None
    text = source if isinstance(source, str) else decode(source, charset)[0]
    try:
        return html.document_fromstring(text.encode(), parser=html.HTMLParser(encoding="utf-8"))
    except (etree.ParserError, ValueError):
        return None


def prune(source: str | bytes, charset: str | None, paths: Iterable[str]) -> str:
    """The page without the elements that XPath expressions name."""
    tree = parse(source, charset)
    if tree is None:
        return ""
    from lxml import etree, html

    for path in paths:
        try:
            found = tree.xpath(path)
        except etree.XPathError as error:
            raise UsageError(f"not an XPath expression: {path!r} ({error})") from None
        for element in found if isinstance(found, list) else []:
            if isinstance(element, etree._Element) and element.getparent() is not None:
                element.drop_tree()
    text: str = html.tostring(tree, encoding="unicode")
    return text
