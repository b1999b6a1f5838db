"""Names of people in bylines: without what stands before and behind them, one by one."""

from __future__ import annotations

import re
from typing import Final

from tamis.text.patterns import late
from tamis.text.space import tidy

_LEAD: Final = late(
    r"^\W{0,3}(?:(?:written|posted|published|reviewed|edited|words|story|article|text|contributed|medically reviewed"
    r"|reported|photos?|fotos?|ein beitrag|ein kommentar|eine analyse|ein gastbeitrag|kommentar|interview|report"
    r"|analysis|opinion|scritto|pubblicato|publié|écrit|geschrieben|verfasst|veröffentlicht|escrito|publicado)"
    r"\s{0,3}[:\-–|]?\s{1,3})?"
    r"(?:by|author|authors|author\(s\)|from|von|par|por|di|door|av|af|autor|autoren|autorin|auteur|texte?|texto|testo"
    r"|przez|od|автор)\s{0,3}[:\-–]?\s{1,3}",
    re.IGNORECASE,
)
_TAIL: Final = late(
    r"\s{0,3}(?:[|·•–—/(\[<]|\s-\s|\bon\s[A-Z0-9]|\bupdated\b|\bpublished\b|\bposted\b|\blast\b|\bfollow\b|\bview\b"
    r"|\bread\b|\d{1,2}[./]\d|\b(?:19|20)\d\d\b"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s\d"
    r"|\s[\d,]{2,9}\s|\d{3,9}\s(?:gold|silver|bronze)|\s(?:is|are|was|has|covers|writes|leitet|ist)\s"
    r"|,?\s(?:senior|staff|contributing|managing|associate|chief|deputy|special|freelance)\s).{0,2000}$",
    re.IGNORECASE | re.DOTALL,
)
_NO_NAME: Final = late(
    r"https?:|www\.|@|^\d+$|[{}<>\[\]=#]|\.(?:com|net|org)\b"
    r"|\b(?:admin|administrator|webmaster|guest|anonymous|unknown|undefined|null|none|authors?|by|posts?"
    r"|quote|report|unlock|printer|facebook|twitter|members?|edited|answered|asked|view all|skip to|about|comments?"
    r"|reply|share|home|login|sign in|log in|subscribe|minutes?|min read|read more|follow|contact|published|updated"
    r"|redirect|true|false)\b",
    re.IGNORECASE,
)
_BETWEEN: Final = late(
    r"\s{0,3}[;,]\s{0,3}|\s{0,3}(?:&|\||\band\b|\bund\b|\bet\b|\by\b(?=\s[A-Z])|\bi\b(?=\s[A-ZŁŚŻ])|\be\b(?=\s[A-Z]))\s{1,3}",
    re.IGNORECASE,
)
_TITLES: Final = frozenset(
    "phd md rd rdn jr sr ms ma mba cpa esq dds mph do np rn lcsw jd pharmd cfp cfa ii iii".split()
)
_ROLES: Final = frozenset(
    "editor editors reporter correspondent contributor writer staff columnist journalist redakteur redakteurin"
    " korrespondent korrespondentin journalistin journaliste senior chief managing freelance".split()
)
_LONGEST: Final = 120
"""characters of a byline's names"""


def byline(text: str) -> str:
    """The name in a byline; empty if no part of it looks like a name.

    >>> byline("Written by Ann Baker | 3 May 2024")
    'Ann Baker'
    >>> byline("12 comments"), byline("By Ann Baker ann@mill.example")
    ('', 'Ann Baker')
    """
    text = _LEAD.sub("", tidy(text))
    if "://" in text:
        return ""
    if "@" in text:  # an address beside the name
        text = " ".join(word for word in text.split() if "@" not in word)
    text = _TAIL.sub("", text).strip(" ,;:-–|·")
    if " " in text:  # a count that stands beside a name; a user's name may well end in digits
        text = text.rstrip("0123456789").strip(" ,;:-–|·")
    names = split_names(text)
    if not names or len(text) > _LONGEST or not all(is_name(name) for name in names):
        return ""
    return text


def is_name(text: str) -> bool:
    """Whether a text may be the name of a person or of who signs in their place.

    >>> is_name("Ann Baker"), is_name("View all posts")
    (True, False)
    """
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


def without_role(name: str) -> str:
    """A name less what its bearer does, and less initials in brackets.

    >>> without_role("Ann Baker Staff Writer"), without_role("Ann Baker (aba)"), without_role("News Team")
    ('Ann Baker', 'Ann Baker', 'News Team')
    """
    words = name.partition("(")[0].split() or name.split()
    while len(words) > 2 and words[-1].lower() in _ROLES:
        words.pop()
    return " ".join(words)


def given_first(name: str) -> str:
    """``Berger, Emery`` with the given name first.

    >>> given_first("Berger, Emery D.")
    'Emery D. Berger'
    """
    last, comma, given = name.partition(",")
    return f"{given.strip()} {last.strip()}" if comma and "," not in given else name
