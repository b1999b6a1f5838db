"""Where elements stand: in tables, and beside the content."""

from __future__ import annotations

from typing import Final

from tamis.html.tags import HIDDEN
from tamis.html.tree import Tree
from tamis.names.markup import BESIDE, meanings

_OUTSIDE: Final = frozenset("nav footer header aside".split())


def outside(tree: Tree) -> list[bool]:
    """Elements in navigation, footers and the like, by tag or name, and what is hidden."""
    found: list[bool] = []
    for element, parent in enumerate(tree.parents):
        if parent >= 0 and found[parent]:
            found.append(True)
            continue
        names = f"{tree.attr(element, 'class') or ''} {tree.attr(element, 'id') or ''}"
        by_tag = tree.tags[element] in _OUTSIDE and element > 0
        by_name = tree.tags[element] not in ("body", "main", "article") and bool(meanings(names) & BESIDE)
        found.append(by_tag or (by_name and element > 0) or bool(tree.flags[element] & HIDDEN))
    return found


def table_of(tree: Tree, element: int) -> int:
    """The table around an element; -1 if there is none."""
    return next((above for above in tree.around(element) if tree.tags[above] == "table"), -1)
