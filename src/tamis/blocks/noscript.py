"""What a page offers in its ``noscript`` elements to those who run no scripts.

Forums that build their pages by script put the same posts into ``noscript`` for those who run none.
:mod:`tamis.blocks.embedded` decides when they are read. Offsets stay those of the page's source.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property

from tamis.html.nodes import Element, ParsedDocument
from tamis.html.tree import Tree, read
from tamis.limits import Limits
from tamis.native.noscripts import insides


@dataclass(frozen=True)
class NoscriptTree(Tree):
    """The tree of what stands in a page's ``noscript`` elements."""

    page: Tree
    inner: Tree

    @cached_property
    def document(self) -> ParsedDocument:
        """The page's."""
        return self.page.document

    @cached_property
    def nodes(self) -> Sequence[Element]:
        """Those of the elements inside."""
        return self.inner.nodes


def noscript_tree(tree: Tree) -> NoscriptTree | None:
    """The tree of what is in a page's ``noscript`` elements; ``None`` if there are none.

    >>> from tamis.blocks.text_flow import text_flow
    >>> source = f"<div id=app></div><noscript><p>{'Read this. ' * 20}</p><p>Or that.</p></noscript>"
    >>> page = text_flow(noscript_tree(read(source, None, Limits())))
    >>> page.texts[1], source[page.spans.start[1] : page.spans.end[1]]
    ('Or that.', 'Or that.')
    >>> noscript_tree(read("<p>x", None, Limits())) is None
    True
    """
    masked = _masked(tree.source)
    if masked is None:
        return None
    inner = read(masked, None, Limits())
    columns = {field.name: getattr(inner, field.name) for field in fields(Tree)}
    columns |= {
        "source": tree.source,
        "encoding": tree.encoding,
        "status": tree.status,
        "attributes": inner.attributes,
    }
    return NoscriptTree(**columns, page=tree, inner=inner)


def _masked(source: str) -> str | None:
    """The source with all but the insides of ``noscript`` blanked, which keep their places."""
    pieces: list[str] = []
    done = 0
    for begin, end in insides(source):
        pieces += (" " * (begin - done), source[begin:end])
        done = end
    return "".join(pieces) + " " * (len(source) - done) if pieces else None
