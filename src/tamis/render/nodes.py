"""The tree that every markup format is written from: a few elements, cleaned attributes, text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(slots=True)
class Node:
    """An element of the output. The names are HTML's, and ``math`` for a formula, whose text is LaTeX."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node | str] = field(default_factory=list)

    def walk(self) -> Iterator[tuple[Node | str, bool]]:
        """Everything below in document order: each node twice, as it begins and (``True``) as it ends; texts once."""
        stack: list[tuple[Node, Iterator[Node | str]]] = [(self, iter(self.children))]
        while stack:
            node, rest = stack[-1]
            for child in rest:
                yield child, False
                if isinstance(child, Node):
                    stack.append((child, iter(child.children)))
                    break
            else:
                stack.pop()
                if stack:
                    yield node, True

    def text(self) -> str:
        """All text below."""
        return "".join(part for part, _ in self.walk() if isinstance(part, str))

    def elements(self, *names: str) -> Iterator[Node]:
        """The elements below that have one of the names, or all of them."""
        for part, ends in self.walk():
            if not ends and isinstance(part, Node) and (not names or part.name in names):
                yield part
