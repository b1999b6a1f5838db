"""Pictures, and what text cannot carry: where they come from and what they are called."""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from tamis.html.nodes import Element, ancestors
from tamis.render.nodes import Node
from tamis.text.space import tidy
from tamis.web.images import image_source
from tamis.web.urls import safe_url

_KINDS: Final = {
    "video": "video",
    "audio": "audio",
    "iframe": "embed",
    "embed": "embed",
    "object": "embed",
    "canvas": "interactive",
    "img": "figure",
    "svg": "figure",
}
_FILMS: Final = re.compile(r"youtube|youtu\.be|vimeo|dailymotion|wistia|video|player\.", re.I)
MEDIA_TAGS: Final = frozenset(_KINDS)
VIDEO_TAGS: Final = ("video", "iframe", "embed", "object")
MARK: Final = "media"
"""the class of links that stand for media"""


def image_node(image: Element, base: str | None) -> Node | None:
    """An image with its address and its alternative text; ``None`` if it has no address that can be written."""
    source = image_source(image, base)
    if source is None:
        return None
    return Node("img", {"src": source, "alt": tidy(image.attr("alt"))})


def mark_node(element: Element, base: str | None) -> Node | None:
    """The mark for something that text cannot carry: ``[video: title](url)``; ``None`` if there is nothing to name.

    >>> from tamis.html.parser import parse
    >>> page = parse("<iframe src='https://www.youtube.com/embed/x' title='Kneading'>")
    >>> mark = mark_node(page.select_one("iframe"), None)
    >>> mark.children, mark.attributes["href"]
    (['[video: Kneading]'], 'https://www.youtube.com/embed/x')
    """
    url = image_source(element, base) if element.tag == "img" else _source(element, base)
    kind = _KINDS[element.tag]
    if kind == "embed" and _FILMS.search(url or ""):
        kind = "video"
    title = _title(element)
    if not url and not title and kind != "interactive":
        return None
    label = f"[{kind}: {title}]" if title else f"[{kind}]"
    return Node("a", {"class": MARK, "href": url}, [label]) if url else Node("small", {}, [label])


def is_video(element: Element) -> bool:
    """Whether an element plays a video."""
    return element.tag == "video" or _FILMS.search(_source(element, None) or "") is not None


def _source(element: Element, base: str | None) -> str | None:
    for name in ("src", "data-src", "data-lazy-src", "data-litespeed-src", "data-url", "data"):
        if url := safe_url(element.attr(name), base):
            return url
    inner = element.select_one("source[src]")
    return safe_url(inner.attr("src"), base) if inner is not None else None


def _title(element: Element) -> str:
    """What an element is called: by its attributes, or as a drawing by its own ``title``."""
    for name in ("title", "aria-label", "alt"):
        if title := tidy(element.attr(name)):
            return title
    inner = element.select_one("title") if element.tag == "svg" else None
    return tidy(inner.text)[:200] if inner is not None else ""


def is_carried_nowhere(element: Element, tag: str, images: bool) -> bool:
    """Whether an element gets a mark in text: videos and embeds always, pictures and drawings only in figures.

    >>> from tamis.html.parser import parse
    >>> page = parse("<figure><img src=a.png></figure><img src=b.png>")
    >>> [is_carried_nowhere(image, "img", images=False) for image in page.select("img")]
    [True, False]
    """
    if tag not in ("img", "svg"):
        return True
    if tag == "img" and images:
        return False
    return any(above.tag == "figure" for above in islice(ancestors(element), 4))
