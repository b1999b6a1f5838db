"""The title of a page, without the site's name: candidates from its headings, head and JSON-LD."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

from tamis.metadata.facts import Fact, vocabulary
from tamis.metadata.reading import Reading
from tamis.metadata.score import Candidate, Signs, Weights, chosen
from tamis.metadata.structured import ARTICLES, texts
from tamis.text.space import tidy

_SEPARATOR: Final = re.compile(r"\s+(?:[|\-–—·•»:/<>~«]{1,2}|::)\s+|\s{0,3}[|»]\s{0,3}|:\s")
_NO_LETTER: Final = re.compile(r"[\W_]+")
_PLAIN: Final = str.maketrans(
    {"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " ", "‑": "-", "´": "'", "`": "'"}
)
_LONG: Final = 200
"""characters; a heading that is longer is no title"""
_ALIKE: Final = 0.5
"""share of words in common"""
_MOST_PARTS: Final = 6
_METAS: Final = {
    "og:title": "og", "twitter:title": "twitter", "dc.title": "dublin", "dcterms.title": "dublin",
    "citation_title": "dublin", "sailthru.title": "other-meta", "parsely-title": "other-meta", "title": "other-meta",
    "headline": "other-meta", "hdl": "other-meta", "article.headline": "other-meta", "cxenseparse:title": "other-meta",
}  # fmt: skip
_EXTENSION: Final = re.compile(r"\.[a-z]{2,5}$")


class _Titles:
    """The evidence for each wording, as it is gathered."""

    def __init__(self) -> None:
        self.signs: dict[str, Signs] = {}
        self.values: dict[str, tuple[str, str]] = {}

    def add(self, value: str, source: str, *signs: str) -> None:
        value = value.strip(" -–—|·•»:")[:1000]
        key = plain(value)
        if not fold(key):
            return
        own = self.signs.setdefault(key, {})
        for sign in signs:
            own[sign] = 1.0
        known = self.values.get(key)
        if known is None or (known[0].isupper() and not value.isupper()):
            self.values[key] = (value, source)


def find_title(reading: Reading, weights: Weights) -> Fact | None:
    """The title, by what agrees among the headings, the head and JSON-LD."""
    found = chosen("title", title_candidates(reading), weights)
    return found[0] if found else None


def title_candidates(reading: Reading) -> list[Candidate]:
    """What may be the page's title, with the evidence for each."""
    titles = _Titles()
    for number, row in enumerate(reading.headings[:8]):
        text = reading.text(row, _LONG * 2).rstrip("¶#").strip()
        place = reading.beside(row)
        titles.add(text, "page: h1", "h1", f"h1-{place or 'main'}", "h1-first" if not number else "h1-later")
        _parts(titles, text, "page: h1", "h1")
    for name, values in reading.stated.metas.items():
        if kind := _METAS.get(name):
            _whole(titles, values[0], f"{vocabulary(name)}: {name}", kind)
    for record in reading.stated.about_page[:20]:
        kind = "article" if record.is_a(ARTICLES) else "page"
        for key in ("headline", "name"):
            for value in texts(record.values.get(key), {})[:1]:
                titles.add(value, f"{record.source}: {key}", f"{record.source[:5]}-{kind}-{key}")
    _whole(titles, tidy(reading.tree.attributes.title), "page: title", "title")
    _subheadings(titles, reading)
    _compare(titles, reading)
    return [Candidate(*titles.values[key], signs) for key, signs in titles.signs.items()]


def _whole(titles: _Titles, text: str, source: str, kind: str) -> None:
    titles.add(text, source, kind)
    _parts(titles, text, source, kind)


def _parts(titles: _Titles, text: str, source: str, kind: str) -> None:
    """What is before and behind each separator."""
    places = list(_SEPARATOR.finditer(text[: _LONG * 2]))[:_MOST_PARTS]
    for number, place in enumerate(places):
        last, first = number == len(places) - 1, not number
        mark = "colon" if place[0] == ": " else "bar"
        titles.add(text[: place.start()], source, f"{kind}-{mark}-{'less-last' if last else 'start'}")
        titles.add(text[place.end() :], source, f"{kind}-{mark}-{'less-first' if first else 'end'}")


def parts_of(text: str) -> list[str]:
    """The parts of a title.

    >>> parts_of("Rye bread - Recipes | The Mill")
    ['Rye bread', 'Recipes', 'The Mill']
    """
    return [part for part in _SEPARATOR.split(text[: _LONG * 2]) if part]


def _subheadings(titles: _Titles, reading: Reading) -> None:
    rows = [row for row in reading.tree.rows("h2")[:6] if not reading.beside(row)]
    for number, row in enumerate(rows[:2]):
        text = reading.text(row, _LONG)
        titles.add(text, "page: h2", "h2-without-h1" if not reading.headings else "h2", f"h2-{number}")


def _compare(titles: _Titles, reading: Reading) -> None:
    """Signs of how a wording stands to the others, to the address and to the site's name."""
    site = {fold(value) for _, value in reading.stated.meta("og:site_name", "application-name")}
    host = "".join(reading.host.removeprefix("www.").split(".")[:-1])
    slug = _slug(reading.address)
    wordings = {key: _Wording.of(key) for key in titles.signs}
    groups = {
        kind: [wordings[key] for key, signs in titles.signs.items() if kind in signs]
        for kind in ("h1", "og", "title", "twitter", "json--article-headline")
    }
    single = len(reading.headings) == 1
    for key, signs in titles.signs.items():
        own = wordings[key]
        kinds = {sign for sign in signs if sign in groups}
        signs["bias"] = 1.0
        signs["kinds"] = len(kinds) / 3
        if single and "h1" in signs:
            signs["h1-single"] = 1.0
        for kind, others in groups.items():
            near = max((own.like(other) for other in others), default=-1.0)
            if near < 0:
                signs[f"no-{kind}"] = 1.0
            else:
                signs[f"like-{kind}"] = near
                if "h1" in signs:
                    signs[f"h1-alike-{kind}" if near >= _ALIKE else f"h1-unlike-{kind}"] = 1.0
                if any(own.text in other.text and own.text != other.text for other in others):
                    signs[f"in-{kind}"] = 1.0
                if any(other.text in own.text and own.text != other.text for other in others):
                    signs[f"holds-{kind}"] = 1.0
        if slug:
            signs["like-slug"] = len(own.words & slug) / len(own.words | slug) if own.words else 0.0
            signs["slug-covered"] = len(own.words & slug) / len(slug)
        signs[_of_site(own, site, host)] = 1.0
        count = len(own.words)
        signs["one-word"] = float(count == 1)
        signs["two-words"] = float(count == 2)
        signs["long"] = float(len(key) > 120)
        signs["very-long"] = float(len(key) > _LONG)
        signs["has-bar"] = float("|" in key)
        if "is-site" in signs and "h1" in signs:
            signs["site-heading"] = signs.pop("is-site")


def _of_site(own: _Wording, site: set[str], host: str) -> str:
    """How a wording stands to the site's names and its host."""
    squeezed = own.text.replace(" ", "")
    if own.text in site or (len(squeezed) > 2 and squeezed in host):
        return "is-site"
    if any(name and own.text.endswith(" " + name) for name in site) or (host and squeezed.endswith(host)):
        return "ends-with-site"
    if any(name and own.text.startswith(name + " ") for name in site) or (host and squeezed.startswith(host)):
        return "begins-with-site"
    return "without-site"


class _Wording(NamedTuple):
    text: str
    words: frozenset[str]

    @staticmethod
    def of(key: str) -> _Wording:
        text = fold(key)
        return _Wording(text, frozenset(text.split()))

    def like(self, other: _Wording) -> float:
        """The share of words in common."""
        either = len(self.words | other.words)
        return len(self.words & other.words) / either if either else 0.0


def _slug(address: str) -> frozenset[str]:
    """The words of the last part of an address that has several."""
    try:
        path = unquote(urlsplit(address).path)
    except ValueError:
        return frozenset()
    parts: Iterable[str] = [fold(_EXTENSION.sub("", part)) for part in path.split("/")[-4:]]
    words = [frozenset(word for word in part.split() if not word.isdigit()) for part in parts]
    return next((part for part in reversed(words) if len(part) > 1), frozenset())


def plain(text: str) -> str:
    """A text in one case, with plain quotes, dashes and spaces, as titles are compared.

    >>> plain("The  mill’s")
    "the mill's"
    """
    return " ".join(text.translate(_PLAIN).split()).casefold()


def fold(text: str) -> str:
    """Letters and digits alone, in one case.

    >>> fold("Rye - a Grass!")
    'rye a grass'
    """
    return _NO_LETTER.sub(" ", text.casefold()).strip()
