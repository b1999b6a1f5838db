"""What the elements of HTML mean to a segmenter: tables of tag names, as data."""

from __future__ import annotations

from typing import Final

BLOCK: Final = 1
"""begins and ends a text block (SVM 2013, section III.A; ``br`` counts, as its footnote 1 says)"""
SKIP: Final = 2
"""its text is not visible text (the list in the docstring of :mod:`tamis.html.tree`)"""
LINK: Final = 4
"""its words are link words"""
PRE: Final = 8
"""its white space is kept"""
HIDDEN: Final = 16
"""in the ledger, but no browser shows it"""
RAW: Final = 32
"""what stands in it is no markup, whatever it looks like"""
ANCHOR: Final = 64
"""a link to a place on the same page"""
STYLED: Final = 128
"""has a style of its own, which may hide it (:mod:`tamis.html.hidden`)"""
INHERITED: Final = LINK | PRE | HIDDEN
"""what an element hands down to all that is in it"""

BLOCK_LEVEL: Final = frozenset(
    "html body frameset address article aside blockquote br button caption center col colgroup dd details dialog dir"
    " div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu"
    " nav noembed noframes ol optgroup option p plaintext pre search section summary table tbody td tfoot th thead tr"
    " ul xmp".split()
)
INVISIBLE: Final = frozenset("script style noscript template svg iframe object select textarea".split())
PREFORMATTED: Final = frozenset("pre listing plaintext xmp".split())
UNRENDERED: Final = frozenset("noframes noembed datalist title".split())
"""``rp`` is none of them: its brackets are for those who do not lay out ruby text, as nothing here does"""
UNPARSED: Final = frozenset("title xmp plaintext noembed noframes".split())
"""of those that are not invisible"""
HEADINGS: Final = frozenset("h1 h2 h3 h4 h5 h6".split())
OVERLAY_ROLES: Final = frozenset("dialog alertdialog alert navigation menu search complementary contentinfo".split())
"""roles of what comes up over a page's text or stands beside it"""


def _traits(tag: str) -> int:
    return (
        BLOCK * (tag in BLOCK_LEVEL)
        | SKIP * (tag in INVISIBLE)
        | LINK * (tag == "a")
        | PRE * (tag in PREFORMATTED)
        | HIDDEN * (tag in UNRENDERED)
        | RAW * (tag in UNPARSED)
    )


TRAITS: Final = {tag: _traits(tag) for tag in BLOCK_LEVEL | INVISIBLE | PREFORMATTED | UNRENDERED | UNPARSED | {"a"}}
"""tag name -> bits; a tag that is not here is inline and plain"""
