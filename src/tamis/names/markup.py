"""What the names of elements mean: their tags, roles, classes, ids and labels.

General words alone, none of a single site or of its templates.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final


class Meaning:
    """The meanings of an element's tag, class, id and role, as bits; :data:`ZONES` are those of a page's parts."""

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
    SIDEBAR: Final = 1 << 17
    FILTERS: Final = 1 << 18
    """of a list of products and the like"""
    TEASER: Final = 1 << 19
    """of another page: beside an article it is related, on a page of teasers it is the content"""
    OVERLAY: Final = 1 << 20
    """opens over the page"""
    MARGINAL: Final = 1 << 21
    """disclaimers, signatures, page numbers, and what is for screen readers alone"""
    COMMENTS: Final = 1 << 22
    """comments of readers, one or all"""
    COMMENT: Final = 1 << 23
    """a single one"""


ZONES: Final = (
    Meaning.ADVERTISEMENT
    | Meaning.LEGAL
    | Meaning.RELATED
    | Meaning.NAVIGATION
    | Meaning.FORM
    | Meaning.FOOTER
    | Meaning.TOOLS
)
"""parts of a page beside its content; of several in one name the one with the lowest bit counts (:func:`zone_of`)"""
BESIDE: Final = (
    Meaning.LEGAL
    | Meaning.RELATED
    | Meaning.NAVIGATION
    | Meaning.FOOTER
    | Meaning.TOOLS
    | Meaning.SIDEBAR
    | Meaning.FILTERS
)
"""what stands beside the content of any kind of page"""
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
    " mostread upsell crosssell upnext most-read most-viewed read-next up-next also-like also-bought"
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
    Meaning.SIDEBAR: "sidebar sidebars widget widgets",
    Meaning.FILTERS: "filter filters facet facets",
    Meaning.TEASER: "teaser teasers promo promos",
    Meaning.OVERLAY: "modal modals dialog dialogs popup popups popover popovers lightbox tooltip tooltips",
    Meaning.MARGINAL: "disclaimer disclaimers breadcrumb breadcrumbs pagination signature$ sr-only"
    " visually-hidden visuallyhidden screen-reader",
}
"""words, and pairs of words in a row with a hyphen between them; a ``$`` stands for the end of a name"""
COMMENT_STEMS: Final = ("comment", "disqus", "kommentar", "comentario", "talkback")
"""of which each name of comments has one: most pages have none at all"""


def _compounds(first: str, second: str) -> frozenset[str]:
    """Each word of one list with each of the other, in one word and with a hyphen."""
    return frozenset(f"{a}{hyphen}{b}" for a in first.split() for b in second.split() for hyphen in ("", "-"))


_ANY: Final = "comment comments"
_COMMENTS: Final = (
    {*_ANY.split(), "disqus-thread"}
    | {*"commentaire commentaires comentario comentarios kommentar kommentare talkback talkbacks".split()}
    | _compounds(_ANY, "list area section container wrap wrapper body block holder content thread text entry item box")
    | _compounds("article blog entry facebook fb gigya livefyre page post reader story user visitor wp", _ANY)
)
_ONE_COMMENT: Final = {"comment"} | _compounds("comment", "body entry item text")
_NOT_COMMENTS: Final = (
    {"respond"}
    | _compounds(
        _ANY, "count counts counter counters link links number numbers num icon icons button buttons toggle on off"
    )
    | _compounds(_ANY, "form respond reply open closed bubble policy")
    | _compounds("no recent latest last new top popular", "comments")
    | _compounds("add leave write", _ANY)
)
"""what is about comments: the form for one, their number, a button that opens them, a list of the latest ones"""
_BY_NAME: Final[dict[str, int]] = {}
for _meaning, _names in _NAMES.items():
    for _name in _names.split():
        _BY_NAME[_name] = _BY_NAME.get(_name, 0) | _meaning
_FIRST_WORDS: Final = frozenset(name.partition("-")[0].rstrip("$") for name in _BY_NAME)
_LETTERS: Final = re.compile(r"[a-z]+")
_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_LAST: Final = re.compile(r"(?:[A-Z]?[a-z]+|[A-Z]+)(?!\S)")
_LONGEST: Final = 400
"""characters of names that are looked at; generated class lists run to thousands"""


@lru_cache(maxsize=1 << 14)
def meanings(names: str) -> int:
    """The meanings of the words in an element's class, id and other names.

    >>> meanings("story__byline") == Meaning.BYLINE, meanings("relatedPosts") == Meaning.RELATED, meanings("headroom")
    (True, True, 0)
    """
    names = names[:_LONGEST]
    words = [word.lower() for word in _WORD.findall(names)]
    found = _comments(names.lower())
    if _FIRST_WORDS.isdisjoint(words):  # as most
        return found
    pairs = [*map("-".join, pairwise(words))]
    for name in (*words, *pairs, *(f"{last.lower()}$" for last in _LAST.findall(names))):
        found |= _BY_NAME.get(name, 0)
    return found & ~Meaning.MARGINAL if "label-visually" in pairs else found  # Drupal's fields whose label is hidden


def _comments(names: str) -> int:
    """The bits for an area of comments or a single comment, by an element's names.

    Capitals within a name count for nothing here: ``shareComment`` is a button.
    """
    if not any(map(names.__contains__, COMMENT_STEMS)):
        return 0
    found: set[str] = set()
    single = False
    for name in names.split():
        words = _LETTERS.findall(name)
        found.update(words, map("-".join, pairwise(words)))
        single = single or "-".join(words) in _ONE_COMMENT
    if "form-position" in found:  # WordPress says of comments where the form for one stands
        found -= {"comment-form"}
    all_of_them = found & _COMMENTS and not found & _NOT_COMMENTS
    return (Meaning.COMMENTS if all_of_them else 0) | (Meaning.COMMENT if single else 0)


def zone_of(found: int) -> int:
    """The zone among meanings; of several the first in the order of their bits. Teasers count as related."""
    zones = found & ZONES | (Meaning.RELATED if found & Meaning.TEASER else 0)
    return zones & -zones
