"""A page's elements, as the reader found them: read-only, made when somebody asks for one.

Renderers, records, metadata and templates read elements through this module alone. Texts come as plain strings, and
comments not at all. What stands in a ``template`` counts as its content; a declarative shadow is an element's
``shadow_root``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import overload
from urllib.parse import urljoin

from tamis.limits import Limits
from tamis.native.matching import closest, select
from tamis.native.reader import Reader, read_source


class Selectable:
    """A document or an element, which can be searched by CSS selectors."""

    __slots__ = ("at", "nodes")

    def __init__(self, nodes: Reader, at: int) -> None:
        self.nodes = nodes
        self.at = at

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Selectable) and self.at == other.at and self.nodes is other.nodes

    def __hash__(self) -> int:
        return hash(self.at)

    def __iter__(self) -> Iterator[Element | str]:
        """The elements and texts directly inside."""
        return _typed(self.nodes, self.nodes.first(self.at))

    @property
    def text(self) -> str:
        """All text inside."""
        return self.nodes.text(self.at)

    @property
    def html(self) -> str:
        """Itself as markup."""
        return self.nodes.html(self.at, False)

    @property
    def inner_html(self) -> str:
        """What is inside as markup."""
        return self.nodes.html(self.at, True)

    def select(self, selector: str, /) -> list[Element]:
        """The elements inside that match a selector, in document order."""
        return [Element(self.nodes, number) for number in select(self.nodes, self.at, selector, False)]

    def select_one(self, selector: str, /) -> Element | None:
        """The first of them."""
        found = select(self.nodes, self.at, selector, True)
        return Element(self.nodes, found[0]) if found else None


class Element(Selectable):
    """One element of a page."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{self.tag}>"

    @property
    def tag(self) -> str:
        """Its name, in lower case."""
        return self.nodes.name(self.at)

    @property
    def attrs(self) -> dict[str, str]:
        """Its attributes."""
        return self.nodes.attributes(self.at)

    def attr(self, name: str, /) -> str | None:
        """The value of an attribute; ``None`` when it is absent."""
        return self.nodes.attribute(self.at, name)

    @property
    def parent(self) -> Selectable:
        """The element that it stands in, or the document."""
        around = self.nodes.parent(self.at)
        return Element(self.nodes, around) if around > 0 else ParsedDocument(self.nodes)

    @property
    def around(self) -> Element | None:
        """The element that it stands in."""
        around = self.nodes.parent(self.at)
        return Element(self.nodes, around) if around > 0 else None

    @property
    def before(self) -> Element | None:
        """The element before it in its parent."""
        before = self.nodes.element_before(self.at)
        return Element(self.nodes, before) if before >= 0 else None

    @property
    def begin(self) -> int:
        """Where in the source its attributes begin, behind its name; at the end of the source if it has no tag."""
        return self.nodes.begin(self.at)

    @property
    def shadow_root(self) -> Element | None:
        """Its declarative shadow tree."""
        shadow = self.nodes.shadow(self.at)
        return Element(self.nodes, shadow) if shadow >= 0 else None

    def closest(self, selector: str, /) -> Element | None:
        """The innermost element that matches a selector, of itself and those around it."""
        found = closest(self.nodes, self.at, selector)
        return Element(self.nodes, found) if found >= 0 else None

    def place(self, last: bool, alike: bool) -> int:
        """Its number among its parent's elements, from the first or the last on; of all or of those named alike."""
        return self.nodes.place_of(self.at, last, alike)

    def xpath_path(self) -> str:
        """Its XPath, with a position at each step where several elements have its name."""
        steps = []
        here: Element | None = self
        while here is not None:
            number, last = here.place(False, True), here.place(True, True)
            steps.append(f"{here.tag}[{number}]" if number > 1 or last > 1 else here.tag)
            here = here.around
        return "/" + "/".join(reversed(steps))


class ParsedDocument(Selectable):
    """A page that was read."""

    __slots__ = ()

    def __init__(self, nodes: Reader) -> None:
        super().__init__(nodes, 0)

    @property
    def root(self) -> Element | None:
        """The ``html`` element."""
        return Element(self.nodes, self.nodes.html_element) if self.nodes.html_element >= 0 else None

    def base_url(self, fallback: str = "") -> str:
        """The address that relative ones are resolved against."""
        base = self.select_one("base[href]")
        try:
            return fallback if base is None else urljoin(fallback, (base.attr("href") or "").strip())
        except ValueError:
            return fallback


def read_markup(source: str) -> ParsedDocument:
    """Some markup as a page of its own.

    >>> read_markup("<p>Rye <b>bread").select_one("b").html
    '<b>bread</b>'
    """
    limits = Limits()
    deadline = perf_counter() + limits.seconds
    return ParsedDocument(read_source(source, False, limits.max_nodes, deadline, perf_counter))


class Elements(Sequence[Element]):
    """The elements of a tree's rows, each made when it is asked for."""

    def __init__(self, nodes: Reader) -> None:
        self._nodes = nodes
        self._rows = nodes.rows()

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, row: int, /) -> Element: ...
    @overload
    def __getitem__(self, row: slice, /) -> list[Element]: ...
    def __getitem__(self, row: int | slice, /) -> Element | list[Element]:
        if isinstance(row, slice):
            return [Element(self._nodes, number) for number in self._rows[row]]
        return Element(self._nodes, self._rows[row])


def contents(node: Selectable) -> Iterator[Element | str]:
    """The elements and texts directly inside, in order.

    >>> body = read_markup("<p>Rye <b>bread</b><!-- -->!").select("p")[0]
    >>> [part if isinstance(part, str) else part.tag for part in contents(body)]
    ['Rye ', 'b', '!']
    """
    return iter(node)


def children(node: Selectable) -> Iterator[Element]:
    """The elements directly inside, in order."""
    return (part for part in node if not isinstance(part, str))


def following(element: Element) -> Iterator[Element | str]:
    """All elements and texts behind an element's end tag, in document order."""
    nodes = element.nodes
    at = nodes.next_behind(element.at)
    while at >= 0:
        if (part := _part(nodes, at)) is not None:
            yield part
        at = nodes.next(at)


def siblings_behind(element: Element) -> Iterator[Element | str]:
    """The elements and texts behind an element in its parent."""
    return _typed(element.nodes, element.nodes.after(element.at))


def ancestors(element: Element) -> Iterator[Element]:
    """The elements around an element, the innermost first."""
    here = element.around
    while here is not None:
        yield here
        here = here.around


def _typed(nodes: Reader, at: int) -> Iterator[Element | str]:
    while at >= 0:
        if (part := _part(nodes, at)) is not None:
            yield part
        at = nodes.after(at)


def _part(nodes: Reader, at: int) -> Element | str | None:
    """An element or a text; ``None`` for a comment."""
    if nodes.is_element(at):
        return Element(nodes, at)
    return nodes.own(at)
