"""The title of the page, without the site's name.

The heading, OpenGraph and the ``title`` element often differ. What two of them agree on is the title; a heading that
shares half of its words with the others comes next. Chosen on wcxb-dev (``benchmarks/metadata.py``).
"""

from __future__ import annotations

import re
from typing import Final

from tamis.blocks.page import Page
from tamis.html.tags import HIDDEN
from tamis.html.tree import Tree
from tamis.metadata.facts import Fact, vocabulary
from tamis.metadata.structured import Structured
from tamis.text.space import tidy
from tamis.web.domains import host_of

_SEPARATOR: Final = re.compile(r"\s+[|\-–—·•»:/<>~]{1,2}\s+|\s{0,3}[|»]\s{0,3}|\s::\s")
_NO_LETTER: Final = re.compile(r"[\W_]+")
_ALIKE: Final = 0.5
"""words that a heading shares with the other titles; 0.4 to 0.6 do equally well on wcxb-dev, 0.75 does worse"""
_LONG: Final = 200
"""characters; a heading that is longer is no title"""


def find_title(page: Page, stated: Structured) -> Fact | None:
    """The title, from what agrees among the headings, OpenGraph, JSON-LD and the ``title`` element."""
    site = stated.value("og:site_name")
    host = re.sub(r"\W+", "", host_of(page.url) or "")
    element = page.tree.document.select_one("title")
    given = tidy(element.text) if element is not None else ""
    name, shared = next(stated.meta("og:title", "twitter:title", "dc.title", "citation_title"), ("", ""))
    headline = _headline(stated)
    whole = [fold(given), fold(shared)]
    parts = {fold(part) for text in (given, shared) for part in _SEPARATOR.split(text)}
    cut = without_site(given, site, host)
    headings = [h for h in _headings(page) if fold(h) != fold(site) and not (host and fold(h).replace(" ", "") in host)]
    agreed = [
        h for h in headings
        if fold(h) in parts or (any(fold(h) in text for text in whole) and 2 * len(fold(h)) >= len(fold(cut)))
        or (headline and fold(h) == fold(headline))
    ]  # fmt: skip
    if agreed:
        return Fact(max(agreed, key=len), "page: h1, as in the head", 0.89)
    if headline and fold(headline) in (fold(cut), fold(without_site(shared, site, host))):
        return Fact(headline, "json-ld: headline", 0.5)
    near = [(max(_alike(h, given), _alike(h, shared)), h) for h in headings if len(h) < _LONG]
    if near and max(near)[0] >= _ALIKE:
        return Fact(max(near, key=lambda pair: pair[0])[1], "page: h1", 0.46)
    if shared:
        return Fact(without_site(shared, site, host), f"{vocabulary(name)}: {name}", 0.73)
    publishers = [fold(fact.value) for fact in stated.record_facts(0.5, "publisher")]
    if fold(cut) in ("", fold(site), *publishers):  # the element names the site alone
        for fact in stated.record_facts(0.5, "headline"):
            return fact
    if cut:
        return Fact(cut, "page: title", 0.55)
    return Fact(headings[0], "page: h1", 0.4) if headings else None


def fold(text: str) -> str:
    """Letters and digits alone, in one case.

    >>> fold("Rye - a Grass!")
    'rye a grass'
    """
    return _NO_LETTER.sub(" ", text.casefold()).strip()


def without_site(title: str, site: str, host: str) -> str:
    """A title less the site's name: by what the page calls the site, by its host, else by the last separator.

    >>> without_site("Rye | The Mill", "The Mill", "")
    'Rye'
    >>> without_site("The Mill: Rye bread - recipes", "", "")
    'The Mill: Rye bread'
    """
    places = list(_SEPARATOR.finditer(title[:1000]))
    if not places:
        return title

    def is_site(part: str) -> bool:
        name = fold(part)
        squeezed = name.replace(" ", "")
        return bool(name) and (name == fold(site) or (len(squeezed) > 2 and squeezed in host))

    for place in places:
        if is_site(title[place.end() :]):
            return title[: place.start()]
    for place in reversed(places):
        if is_site(title[: place.start()]):
            return title[place.end() :]
    before, after = title[: places[-1].start()], title[places[-1].end() :]
    return before if len(before) >= len(after) or len(before.split()) >= 2 else after


def _headings(page: Page) -> list[str]:
    """The texts of the page's ``h1`` elements that are shown."""
    tree = page.tree
    shown = [element for element in tree.rows("h1") if not tree.flags[element] & HIDDEN]
    texts = [tidy(_lines(tree, element)).rstrip("¶#").strip() for element in shown]
    return [text for text in texts if fold(text)][:20]


def _lines(tree: Tree, element: int) -> str:
    """The text of an element that is shown, with white space where a line ends."""
    parts: list[str] = []
    cut = -1
    for run in tree.runs_in(element)[:200]:
        if not tree.flags[tree.run_parents[run]] & HIDDEN:
            parts += [" " if tree.run_cuts[run] != cut else "", tree.runs[run]]
            cut = tree.run_cuts[run]
    return "".join(parts)[:2000]


def _headline(stated: Structured) -> str:
    headlines = (tidy(record.values.get("headline")) for record in stated.about_page if record.source == "json-ld")
    return next(filter(None, headlines), "")


def _alike(a: str, b: str) -> float:
    words, others = set(fold(a).split()), set(fold(b).split())
    return len(words & others) / min(len(words), len(others)) if words and others else 0.0
