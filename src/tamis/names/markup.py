"""What the names of elements mean: their tags, roles, classes, ids and labels.

General words alone, none of a single site or of its templates.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final


class Meaning:
    """What an element says of what is in it, as bits. The zones, parts of a page beside its content, come first."""

    NONE: Final = 0
    ADVERTISEMENT: Final = 1 << 0
    LEGAL: Final = 1 << 1
    RELATED: Final = 1 << 2
    NAVIGATION: Final = 1 << 3
    FORM: Final = 1 << 4
    FOOTER: Final = 1 << 5
    TOOLS: Final = 1 << 6
    """sharing, printing, rating"""
    HEADING: Final = 1 << 7
    BYLINE: Final = 1 << 8
    DATE: Final = 1 << 9
    CAPTION: Final = 1 << 10
    TABLE: Final = 1 << 11
    LIST: Final = 1 << 12
    CODE: Final = 1 << 13
    QUOTE: Final = 1 << 14
    HEADLINE: Final = 1 << 15
    CONTROL: Final = 1 << 16


ZONES: Final = (1 << 7) - 1
BY_TAG: Final = {
    "nav": Meaning.NAVIGATION, "menu": Meaning.NAVIGATION, "form": Meaning.FORM, "search": Meaning.FORM,
    "footer": Meaning.FOOTER,
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), Meaning.HEADING),
    "time": Meaning.DATE, "figcaption": Meaning.CAPTION, "caption": Meaning.CAPTION,
    **dict.fromkeys(("li", "dt", "dd"), Meaning.LIST),
    **dict.fromkeys(("pre", "listing", "xmp", "code", "samp"), Meaning.CODE),
    "blockquote": Meaning.QUOTE,
    **dict.fromkeys(("button", "label", "legend", "option"), Meaning.CONTROL),
}  # fmt: skip
BY_ROLE: Final = {
    "navigation": Meaning.NAVIGATION, "menu": Meaning.NAVIGATION, "menubar": Meaning.NAVIGATION, "search": Meaning.FORM,
    "form": Meaning.FORM, "contentinfo": Meaning.FOOTER,
}  # fmt: skip
_NAMES: Final = {
    Meaning.ADVERTISEMENT: "ad ads adv advert adverts advertisement advertisements advertising adbox adslot adunit"
    " adsense adsbygoogle adwrapper adcontainer sponsor sponsors sponsored anzeige werbung publicite publicidad"
    " reklama",
    Meaning.LEGAL: "cookie cookies consent gdpr ccpa copyright legal disclaimer imprint impressum privacy",
    Meaning.RELATED: "related recommended recommendation recommendations recirc recirculation similar popular trending"
    " mostread upsell crosssell teaser teasers upnext most-read most-viewed read-next up-next also-like also-bought"
    " recent-posts recent-entries read-more more-stories more-from",
    Meaning.NAVIGATION: "nav navbar navigation navi menu submenu breadcrumb breadcrumbs crumbs crumb pagination"
    " paginator pager paging sitemap skip skiplink toc sidenav topnav subnav tagcloud skip-link tag-cloud",
    Meaning.FORM: "newsletter signup login searchform searchbox mailinglist commentform respond sign-up search-form",
    Meaning.FOOTER: "footer colophon",
    Meaning.TOOLS: "share sharing shares social socials addthis sharethis toolbar",
    Meaning.BYLINE: "byline author authors username",
    Meaning.DATE: "date dateline datetime timestamp pubdate published datepublished datemodified",
    Meaning.CAPTION: "caption",
    Meaning.QUOTE: "pullquote blockquote",
    Meaning.HEADLINE: "headline title",
}
"""words, and pairs of words in a row with a hyphen between them"""
_BY_NAME: Final = {name: meaning for meaning, names in _NAMES.items() for name in names.split()}
_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_LONGEST: Final = 400
"""characters of names that are looked at; generated class lists run to thousands"""


@lru_cache(maxsize=1 << 14)
def meanings(names: str) -> int:
    """What an element's class, id and the like say of what is in it.

    >>> meanings("story__byline") == Meaning.BYLINE, meanings("relatedPosts") == Meaning.RELATED, meanings("headroom")
    (True, True, 0)
    """
    words = [word.lower() for word in _WORD.findall(names[:_LONGEST])]
    found = 0
    for name in (*words, *map("-".join, pairwise(words))):
        found |= _BY_NAME.get(name, 0)
    return found


def zone_of(found: int) -> int:
    """The zone among meanings; of several the first in the order of their bits."""
    zones = found & ZONES
    return zones & -zones
