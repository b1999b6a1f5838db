"""Who wrote a page, by name: candidates from its JSON-LD, head, markup and the text beside its heading."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from tamis.metadata.facts import Fact, vocabulary
from tamis.metadata.names import AUTHOR_METAS, ORGANISATION
from tamis.metadata.reading import Reading
from tamis.metadata.score import Candidate, Signs, Weights, chosen
from tamis.metadata.structured import ARTICLES, texts
from tamis.metadata.title import fold, plain
from tamis.names.phrases import begins_byline
from tamis.text.people import byline, given_first, is_name, split_names, without_role

_LINKS: Final = (
    "/author",
    "/people/",
    "/profile",
    "/contributor",
    "/autor",
    "/staff/",
    "/by/",
    "/journalist",
    "/team/",
)
_NOT_THERE: Final = ("comments", "outside")
"""places where no author of the page is named"""
_MAIN: Final = (
    ("record", "json--article"), ("meta", "meta-"), ("byline", "byline-"), ("author", "author-"),
)  # fmt: skip
_LABELS: Final = re.compile(r"writ|author|by|verfasst|écrit|escrito|scritto|autor", re.IGNORECASE)
_MOST: Final = 15
"""elements of a kind that are looked at"""
_NEAR: Final = 50
"""elements behind the heading in which a byline stands"""
Names = tuple[str, ...]


class _Authors:
    """The evidence for each set of names, as it is gathered."""

    def __init__(self, reading: Reading) -> None:
        self.signs: dict[frozenset[str], Signs] = {}
        self.values: dict[frozenset[str], tuple[Names, str]] = {}
        site = reading.stated.value("og:site_name")
        host = reading.host.removeprefix("www.")
        self.site = {fold(site), fold(host), fold(host.partition(".")[0])} - {""}

    def add(self, names: Sequence[str], source: str, *signs: str) -> None:
        """Evidence for the names, and for those of them that are no organisation's."""
        found = tuple(dict.fromkeys(without_role(name) for name in names if is_name(name) and len(name) <= 80))
        self._add(found, source, signs)
        people = tuple(name for name in found if not self.is_organisation(name))
        if people and len(people) < len(found):
            self._add(people, source, [f"{sign}-people" for sign in signs])

    def _add(self, names: Names, source: str, signs: Sequence[str]) -> None:
        key = frozenset(map(plain, names))
        if not key:
            return
        own = self.signs.setdefault(key, {})
        for sign in signs:
            own[sign] = 1.0
        known = self.values.get(key)
        if known is None or (known[0][0].isupper() and not names[0].isupper()):
            self.values[key] = (names, source)

    def is_organisation(self, name: str) -> bool:
        folded = fold(name)
        return folded in self.site or not ORGANISATION.isdisjoint(folded.split())


def find_authors(reading: Reading, weights: Weights) -> tuple[Names, Fact | None]:
    """The names, and the fact they come from."""
    found = chosen("authors", author_candidates(reading), weights)
    return (found[1].values, found[0]) if found else ((), None)


def author_candidates(reading: Reading) -> list[Candidate]:
    """Who may have written the page, with the evidence for each set of names."""
    authors = _Authors(reading)
    _of_records(reading, authors)
    _of_head(reading, authors)
    _of_elements(reading, authors)
    _of_text(reading, authors)
    _compare(authors)
    return [
        Candidate(", ".join(names), source, authors.signs[key], names)
        for key, (names, source) in authors.values.items()
    ]


def _of_records(reading: Reading, authors: _Authors) -> None:
    stated = reading.stated
    for record in stated.records[:200]:
        for key in ("author", "creator"):
            value: Any = record.values.get(key)
            names = [name for text in texts(value, stated.by_id) for name in split_names(text)] if value else []
            if names:
                place = "inner" if not record.top else "article" if record.is_a(ARTICLES) else "page"
                authors.add(names, f"{record.source}: {key}", f"{record.source[:5]}-{place}-{key}")
    for record in stated.records[:200]:
        if record.is_a(("Person",)) and record.source == "json-ld":
            authors.add(texts(record.values, stated.by_id)[:1], "json-ld: Person", "json-person")


def _of_head(reading: Reading, authors: _Authors) -> None:
    metas = reading.stated.metas
    for name, values in metas.items():
        if kind := AUTHOR_METAS.get(name):
            scholar = kind in ("meta-citation", "meta-dublin")
            names = [given_first(value) if scholar else value for value in values[:50]]
            split = [part for value in names for part in ([value] if scholar else split_names(byline(value) or value))]
            authors.add(split, f"{vocabulary(name)}: {name}", kind)
    for label, value in zip(metas.get("twitter:label1", []), metas.get("twitter:data1", []), strict=False):
        if _LABELS.search(label):
            authors.add(split_names(value), "opengraph: twitter:data1", "meta-twitter")


def _of_elements(reading: Reading, authors: _Authors) -> None:
    """Elements that are named for authors, and links to them."""
    tree = reading.tree
    of_kind: dict[str, list[int]] = {}
    for row, kind, _ in reading.marked:
        if kind:
            of_kind.setdefault(kind, []).append(row)
    of_kind["link"] = tree.attributes.holding(tree.rows("a"), "href", _LINKS)
    for kind, rows in of_kind.items():
        _of_rows(reading, authors, kind, rows)


def _of_rows(reading: Reading, authors: _Authors, kind: str, rows: Sequence[int]) -> None:
    """The names in elements of one kind: those of the first, and those of all that stand in the content."""
    tree, first, last = reading.tree, True, -1
    every: list[str] = []
    for row in rows[:_MOST]:
        if row < last:
            continue
        text = reading.text(row, 200)
        name = byline(text)
        if not name:
            continue
        last = int(tree.ends[row])
        place, behind = reading.beside(row), _behind(reading, row)
        if place in _NOT_THERE:
            continue
        signs = [f"{kind}-{place or 'main'}", f"{kind}-{behind}"]
        if first and not place:
            signs.append(f"{kind}-first")
            first = False
        names = split_names(name)
        if not place and behind != "far":
            every += names
        authors.add(names, f"page: {kind}", *signs)
    if len(every) > 1:
        authors.add(every, f"page: {kind}", f"{kind}-all")


def _behind(reading: Reading, row: int) -> str:
    if not reading.headings:
        return "anywhere"
    behind = row - reading.headings[0]
    return "near" if 0 <= behind < _NEAR else "before" if -20 <= behind < 0 else "far"


def _of_text(reading: Reading, authors: _Authors) -> None:
    """Short texts near the heading that begin as bylines do."""
    page = reading.page
    first = True
    for block, text in _short(page.texts):
        lines = text.split("\n")
        for line in lines[:4]:
            if not begins_byline(line.casefold()) or page.hidden[block]:
                continue
            name = byline(line)
            row = int(page.elements[block])
            place = reading.beside(row) if name else ""
            if name and place not in _NOT_THERE:
                signs = [f"text-{place or 'main'}", f"text-{_behind(reading, row)}"]
                if first and not place:
                    signs.append("text-first")
                    first = False
                authors.add(split_names(name), "page: byline", *signs)


def _short(blocks: Sequence[str]) -> Iterator[tuple[int, str]]:
    for block, text in enumerate(blocks):
        if 5 <= len(text) <= 160:
            yield block, text


def _compare(authors: _Authors) -> None:
    """Signs of the form of the names and of how they stand to the other candidates."""
    main = {
        kind: [key for key, signs in authors.signs.items() if any(sign.startswith(start) for sign in signs)]
        for kind, start in (
            ("record", "json--article"),
            ("meta", "meta-"),
            ("byline", "byline-"),
            ("author", "author-"),
        )
    }
    for key, signs in authors.signs.items():
        names = authors.values[key][0]
        kinds = {sign.partition("-")[0] for sign in signs}
        signs["bias"] = 1.0
        signs["kinds"] = min(len(kinds), 6) / 4
        for kind, others in main.items():
            if not others:
                signs[f"no-{kind}"] = 1.0
                continue
            signs[f"like-{kind}"] = max(len(key & other) / len(key | other) for other in others)
            if any(key < other for other in others):
                signs[f"part-of-{kind}"] = 1.0
            if any(other < key for other in others):
                signs[f"more-than-{kind}"] = 1.0
        organisations = sum(map(authors.is_organisation, names))
        for sign, holds in (
            ("single", len(names) == 1),
            ("many", len(names) > 3),
            ("organisation", organisations == len(names)),
            ("some-organisation", 0 < organisations < len(names)),
            ("is-site", any(fold(name) in authors.site for name in names)),
            ("one-word", any(len(name.split()) == 1 for name in names)),
            ("long-name", any(len(name.split()) > 4 for name in names)),
            ("digits", any(map(str.isdigit, "".join(names)))),
            ("lower-case", any(name[:1].islower() for name in names)),
        ):
            if holds:
                signs[sign] = 1.0
