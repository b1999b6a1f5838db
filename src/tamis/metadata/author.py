"""Who wrote it: by name, one or several."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from tamis.blocks.page import Page
from tamis.html.nodes import Element, ancestors
from tamis.metadata.facts import Fact, vocabulary
from tamis.metadata.structured import ARTICLES, Structured, texts
from tamis.names.markup import BESIDE, Meaning, meanings
from tamis.text.space import tidy

_METAS: Final = (
    "sailthru.author", "parsely-author", "byl", "author", "authors", "article:author", "dc.creator", "dcterms.creator",
    "dc.author", "article.author", "cxenseparse:author", "creator",
)  # fmt: skip
_BYLINES: Final = (
    '[itemprop~="author"] [itemprop~="name"]', '[rel~="author"]', '[itemprop~="author"]', ".author-name",
    ".byline-name", ".byline__name", ".author__name", ".post-author-name", ".entry-author-name", ".p-author",
    '[class*="author-name"]', '[class*="authorName"]', '[class*="author_name"]', '[class*="AuthorName"]',
    'a[href*="/author/"]', 'a[href*="/authors/"]', 'a[href*="/people/"]', ".byline a", ".byline", ".post-author",
    ".entry-author", ".article-author", '[class*="byline"] a', '[class*="byline"]', '[class*="Byline"]',
    '[data-testid*="author"]', ".author a", ".author", ".username", '[class*="username"]', '[class*="post-author"]',
    '[class*="postauthor"]', '[class*="author"] a', '[class*="author"]',
)  # fmt: skip
"""best first; the order and the list were set on wcxb-dev"""
_LEAD: Final = re.compile(
    r"^(?:(?:written|posted|published|reviewed|edited|words|story|article|text|contributed|medically reviewed)\s{1,3})?"
    r"(?:by|author|authors|from|von|par|por|di|door|av|af)\s{0,3}[:\-–]?\s{1,3}",
    re.IGNORECASE,
)
_TAIL: Final = re.compile(
    r"\s{0,3}(?:[|·•–—/]|\s-\s|\bon\s[A-Z0-9]|\bupdated\b|\bpublished\b|\bposted\b|\blast\b|\bfollow\b|\bview\b|\bread\b"
    r"|\d{1,2}[./]\d|\b(?:19|20)\d\d\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s\d"
    r"|\s[\d,]{2,9}\s|\d{3,9}\s(?:gold|silver|bronze)|,?\s(?:senior|staff|contributing|managing|associate|chief)\s).{0,2000}$",
    re.IGNORECASE | re.DOTALL,
)
_NO_NAME: Final = re.compile(
    r"https?:|www\.|@|^\d+$|[{}<>\[\]=]|\.(?:com|net|org)\b"
    r"|\b(?:admin|administrator|webmaster|editor|staff writer|guest|anonymous|unknown|undefined|authors?|by|posts?"
    r"|quote|report|unlock|printer|facebook|members?|edited|answered|asked|view all|skip to|about|comments?|reply|share"
    r"|home|login|sign in|log in|subscribe|minutes?|min read)\b",
    re.IGNORECASE,
)
_BETWEEN: Final = re.compile(r"\s{0,3}(?:;|,|&|\band\b|\bund\b|\bet\b)\s{1,3}", re.IGNORECASE)
_TITLES: Final = frozenset(
    "phd md rd rdn jr sr ms ma mba cpa esq dds mph do np rn lcsw jd pharmd cfp cfa ii iii".split()
)
_ELSEWHERE: Final = frozenset(("nav", "footer", "aside", "form"))
_ELSEWHERE_NAMED: Final = BESIDE | Meaning.TEASER | Meaning.COMMENTS | Meaning.COMMENT


def find_authors(page: Page, stated: Structured) -> tuple[tuple[str, ...], Fact | None]:
    """The names, and the fact they come from."""
    for fact in _stated(stated):
        names = split_names(fact.value)
        if names:
            return names, fact._replace(value=", ".join(names))
    for fact in _in_page(page):
        return split_names(fact.value), fact
    return (), None


def _stated(stated: Structured) -> Iterator[Fact]:
    scholars = [_turned(value) for _, value in stated.meta("citation_author", "citation_authors")]
    if scholars:
        yield Fact("; ".join(dict.fromkeys(scholars)), "meta: citation_author", 0.9)
    for record in [r for r in stated.about_page if r.is_a(ARTICLES)]:
        for key in ("author", "creator"):
            names = texts(record.values.get(key), stated.by_id)
            if names := [name for name in names if _is_name(name)]:
                yield Fact("; ".join(dict.fromkeys(names)), f"{record.source}: {key}", 0.9)
    for name in _METAS:
        values = [value for _, value in stated.meta(name) if _is_name(value)]
        if values:
            yield Fact("; ".join(dict.fromkeys(values)), f"{vocabulary(name)}: {name}", 0.89)
    labels = dict(zip(stated.metas.get("twitter:label1", []), stated.metas.get("twitter:data1", []), strict=False))
    for label, value in labels.items():
        if re.search(r"writ|author|by|verfasst|écrit|escrito|scritto", label, re.IGNORECASE) and _is_name(value):
            yield Fact(value, "meta: twitter:data1", 0.83)


def _turned(name: str) -> str:
    """``Berger, Emery`` as it is said.

    >>> _turned("Berger, Emery D.")
    'Emery D. Berger'
    """
    last, comma, given = name.partition(",")
    return f"{given.strip()} {last.strip()}" if comma and "," not in given else name


def _in_page(page: Page) -> Iterator[Fact]:
    for selector in _BYLINES:
        for element in page.tree.document.select(selector)[:5]:
            name = byline(element.text[:400])
            if name and not _elsewhere(element):
                yield Fact(name, f"page: {selector}", 0.6)


def byline(text: str) -> str:
    """The name in a byline; empty if there is none that looks like one.

    >>> byline("Written by Ann Baker | 3 May 2024")
    'Ann Baker'
    >>> byline("12 comments")
    ''
    """
    text = _LEAD.sub("", tidy(text))
    if "://" in text:
        return ""
    text = _TAIL.sub("", text).strip(" ,;:-–|·")
    if " " in text:  # a count that stands beside a name; a user's name may well end in digits
        text = text.rstrip("0123456789").strip(" ,;:-–|·")
    names = split_names(text)
    if not names or len(text) > 120 or not all(_is_name(name) for name in names):
        return ""
    return text


def _is_name(text: str) -> bool:
    words = text.split()
    return 0 < len(words) <= 8 and not _NO_NAME.search(text) and any(letter.isalpha() for letter in text)


def split_names(text: str) -> tuple[str, ...]:
    """The names in a list of them; degrees and the like stay with theirs.

    >>> split_names("Ann Baker, PhD and Bo Miller")
    ('Ann Baker, PhD', 'Bo Miller')
    """
    names: list[str] = []
    for raw in _BETWEEN.split(_LEAD.sub("", text)[:1000]):
        part = raw.strip(' ,;"')
        if names and part.replace(".", "").casefold() in _TITLES:
            names[-1] += f", {part}"
        elif part and part not in names:
            names.append(part)
    return tuple(names[:50])


def _elsewhere(element: Element) -> bool:
    """Whether it stands in navigation, a footer, a sidebar or among comments."""
    for above in (element, *islice(ancestors(element), 11)):
        if above.tag in ("body", "main"):
            return False
        if above.tag in _ELSEWHERE or meanings(above.attr("class") or "") & _ELSEWHERE_NAMED:
            return True
    return False
