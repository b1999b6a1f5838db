"""What several fields of the metadata ask of a page: where its headings are, what stands beside its content."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from tamis.blocks.page import Page
from tamis.html.tags import HIDDEN
from tamis.html.tree import Tree
from tamis.metadata.names import AUTHOR_MARKS, DATE_MARKS
from tamis.metadata.structured import Structured, root_attribute, structured
from tamis.names.markup import BESIDE, BY_TAG, Meaning, meanings
from tamis.text.space import tidy
from tamis.web.domains import host_of

_OUTSIDE_TAGS: Final = frozenset(("nav", "footer", "form"))
_BESIDE_NAMED: Final = BESIDE | Meaning.TEASER | Meaning.ADVERTISEMENT
_COMMENTS: Final = Meaning.COMMENTS | Meaning.COMMENT
_LONGEST: Final = 400
"""characters of names that are looked at; generated class lists run to thousands"""
_DEEPEST: Final = 12
"""elements around one that are looked at"""


_PARTS: Final = tuple(
    {part for _, parts in AUTHOR_MARKS for part in parts if "-" not in part} | {*DATE_MARKS, "by-", "by_", "user"}
)


class Marked(NamedTuple):
    """An element that is named for an author or a date."""

    row: int
    author: str
    date: str
    """what it is named, empty if it is not"""


@lru_cache(maxsize=1 << 14)
def marks_of(names: str) -> tuple[str, str]:
    """What of authors and of dates the names of an element speak of.

    >>> marks_of("post-authorName"), marks_of("entry-date published"), marks_of("story")
    (('author-name', ''), ('', 'publish'), ('', ''))
    """
    names = names[:_LONGEST].lower()
    for part in _PARTS:
        if part in names:
            break
    else:  # as most
        return "", ""
    names = names.replace("_", "-")
    author = next((kind for kind, parts in AUTHOR_MARKS if any(part in names for part in parts)), "")
    return author, next((kind for kind in DATE_MARKS if kind in names), "")


class Reading:
    """A page, with what is worked out of it once for all fields."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tree: Tree = page.tree
        self._beside: dict[int, str] = {}

    @cached_property
    def stated(self) -> Structured:
        """JSON-LD, microdata and ``meta`` elements."""
        return structured(self.tree)

    @cached_property
    def address(self) -> str:
        """The page's address: as the caller gave it, else as the page states it."""
        links = (href for rel, href, _ in self.stated.links if "canonical" in rel.split())
        return self.page.url or next(links, "") or self.stated.value("og:url")

    @cached_property
    def host(self) -> str:
        """The host of that address."""
        return host_of(self.address) or ""

    @cached_property
    def language(self) -> str:
        """The language that the page declares."""
        declared = tidy(root_attribute(self.tree, "lang") or root_attribute(self.tree, "xml:lang"))
        declared = declared or self.stated.value("og:locale", "dc.language", "content-language", "language")
        return declared.replace("_", "-")[:20]

    @cached_property
    def marked(self) -> list[Marked]:
        """The elements whose class, ``itemprop``, ``rel`` or ``data-testid`` speaks of authors or dates."""
        found = []
        for row, (prop, _, names, rel, test) in self.stated.named.items():
            author, date = marks_of(names) if names else ("", "")
            if prop and ("author" in prop or "creator" in prop):
                author = author or "prop"
            if rel and "author" in rel:
                author = "rel"
            if test and not author and marks_of(test)[0]:
                author = "test"
            if author or date:
                found.append(Marked(row, author, date))
        return found

    @cached_property
    def headings(self) -> list[int]:
        """The ``h1`` elements that are shown and have text, at most twenty."""
        tree = self.tree
        shown = [row for row in tree.rows("h1") if not tree.flags[row] & HIDDEN]
        return [row for row in shown[:40] if self.text(row)][:20]

    def text(self, row: int, most: int = 400) -> str:
        """The text of an element that is shown, in one line, with white space where a line ends."""
        tree, parts, cut, size = self.tree, [], -1, 0
        for run in tree.runs_in(row):
            if not tree.flags[tree.run_parents[run]] & HIDDEN:
                parts += [" " if tree.run_cuts[run] != cut else "", tree.runs[run]]
                cut, size = tree.run_cuts[run], size + len(tree.runs[run])
                if size > 4 * most:
                    break
        return tidy("".join(parts))[:most]

    def beside(self, row: int) -> str:
        """Where an element stands if that is not the content.

        ``comments``; ``outside`` (navigation, footer, a form); or ``beside``, by its names (a sidebar, teasers …).
        """
        tree, known = self.tree, self._beside
        path: list[int] = []
        place = ""
        while row > 0 and len(path) < _DEEPEST:
            if row in known:
                place = known[row]
                break
            path.append(row)
            tag = tree.tags[row]
            if tag == "main":
                break
            names = tree.attr(row, "class") or ""
            named = meanings(f"{names} {tree.attr(row, 'id') or ''}") if names else BY_TAG.get(tag, 0)
            if named & _COMMENTS:
                place = "comments"
                break
            if tag in _OUTSIDE_TAGS:
                place = "outside"
                break
            if tag == "aside" or named & _BESIDE_NAMED:
                place = "beside"
                break
            row = tree.parents[row]
        if len(path) < _DEEPEST:
            known.update(dict.fromkeys(path, place))
        return place
