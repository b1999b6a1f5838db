"""What a page's elements can be asked, whichever parser made them, and the ways to walk them.

Renderers, records, metadata and templates read elements through this module alone. Nothing here changes a page; texts
come as plain strings, and comments not at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Protocol


class Node(Protocol):
    """Anything in a page, comments included."""

    @property
    def parent(self) -> object:
        """What it stands in; of the outermost one ``None``."""


class Selectable(Protocol):
    """A document or an element, which can be searched by CSS selectors."""

    @property
    def text(self) -> str:
        """All text inside."""

    @property
    def html(self) -> str:
        """Itself as markup."""

    def __iter__(self) -> Iterator[object]:
        """The parser's nodes directly inside; :func:`contents` gives them typed."""

    def select(self, selector: str, /) -> Sequence[Element]:
        """The elements inside that match a selector, in document order."""

    def select_one(self, selector: str, /) -> Element | None:
        """The first of them."""


class Element(Node, Selectable, Protocol):
    """One element of a page."""

    @property
    def tag(self) -> str:
        """Its name, in lower case."""

    @property
    def attrs(self) -> Collection[str]:
        """The names of its attributes."""

    @property
    def inner_html(self) -> str:
        """What is inside as markup."""

    @property
    def shadow_root(self) -> ShadowRoot | None:
        """Its declarative shadow tree."""

    @property
    def position(self) -> tuple[int, int] | None:
        """The line and column of its start tag; ``None`` where the source has none."""

    @property
    def descendants(self) -> Iterator[Node]:
        """The parser's nodes inside, each before what it holds."""

    @property
    def ancestors(self) -> Iterator[object]:
        """The parser's nodes around it; :func:`ancestors` gives them typed."""

    @property
    def next_siblings(self) -> Iterator[object]:
        """The parser's nodes behind it in its parent; :func:`siblings_behind` gives them typed."""

    @property
    def following(self) -> Iterator[object]:
        """The parser's nodes behind its end tag; :func:`following` gives them typed."""

    def attr(self, name: str, /) -> str | None:
        """The value of an attribute; ``None`` when it is absent."""

    def closest(self, selector: str, /) -> Element | None:
        """The innermost element that matches a selector, of itself and those around it."""

    def xpath_path(self) -> str:
        """Its XPath, with a position at each step."""


class ShadowRoot(Protocol):
    """The root of a shadow tree."""

    @property
    def inner_html(self) -> str:
        """What is inside as markup."""


class MicrodataItem(Protocol):
    """One item of a page's microdata."""

    @property
    def type(self) -> str | None:
        """What it is an item of: addresses of types."""

    @property
    def properties(self) -> Mapping[str, Sequence[str | MicrodataItem]]:
        """The values of each of its properties."""


class ParsedDocument(Selectable, Protocol):
    """A parsed page."""

    @property
    def root(self) -> Element | None:
        """The ``html`` element."""

    def base_url(self, fallback: str = "") -> str:
        """The address that relative ones are resolved against."""

    def json_ld(self) -> Sequence[object]:
        """The values of its JSON-LD scripts."""

    def microdata(self) -> Sequence[MicrodataItem]:
        """The items of its microdata that are no part of others."""


def contents(node: Selectable) -> Iterator[Element | str]:
    """The elements and texts directly inside, in order.

    >>> from tamis.html.parser import parse
    >>> body = parse("<p>Rye <b>bread</b><!-- -->!").select("p")[0]
    >>> [part if isinstance(part, str) else part.tag for part in contents(body)]
    ['Rye ', 'b', '!']
    """
    return _typed(iter(node))


def children(node: Selectable) -> Iterator[Element]:
    """The elements directly inside, in order."""
    return (part for part in contents(node) if not isinstance(part, str))


def following(element: Element) -> Iterator[Element | str]:
    """All elements and texts behind an element's end tag, in document order."""
    return _typed(element.following)


def siblings_behind(element: Element) -> Iterator[Element | str]:
    """The elements and texts behind an element in its parent."""
    return _typed(element.next_siblings)


def ancestors(element: Element) -> Iterator[Element]:
    """The elements around an element, the innermost first."""
    from tamis.html import parser

    return (node for node in element.ancestors if isinstance(node, parser.Element))


def _typed(nodes: Iterator[object]) -> Iterator[Element | str]:
    from tamis.html import parser  # late: who walks elements has a page that was parsed

    for node in nodes:
        if isinstance(node, parser.Element):
            yield node
        elif isinstance(node, parser.Text):
            yield node.data
