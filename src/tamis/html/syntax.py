"""What the elements of HTML mean to a parser: groups of tag names, by the terms of the standard, as data.

:mod:`tamis.html.tags` tells what they mean to a segmenter. The rules that go by these groups are in
:mod:`tamis.native.reader`.
"""

from __future__ import annotations

from typing import Final

from tamis.html.tags import TRAITS

CLOSES_P: Final = 1 << 0
"""ends an open paragraph as it begins"""
FORMATTING: Final = 1 << 1
"""opened again by the parser where a block cut it off"""
SPECIAL: Final = 1 << 2
"""end tags of other elements do not reach over it"""
SCOPE: Final = 1 << 3
"""bounds what an end tag can reach"""
IMPLIED: Final = 1 << 4
"""ends by itself"""
VOID: Final = 1 << 5
"""never holds anything"""
HEADING: Final = 1 << 6
"""a heading"""
BLOCK_END: Final = 1 << 7
"""its end tag ends what is open in it"""
TABLE_PART: Final = 1 << 8
"""part of a table"""
SECTION: Final = 1 << 9
"""holds a table's rows"""
CELL: Final = 1 << 10
"""a table's cell"""
RAW: Final = 1 << 11
"""what stands in it is no markup"""
RCDATA: Final = 1 << 12
"""nor in these, but for references"""
IN_HEAD: Final = 1 << 13
"""belongs to the head"""
NOT_READ: Final = 1 << 14
"""takes a parser"""
LINE_FEED: Final = 1 << 15
"""a line end behind its start tag is dropped"""
ITEM_STOP: Final = 1 << 16
"""special, but another item may follow over it"""
QUIET: Final = 1 << 17
"""does not bring back formatting that a block cut off, besides those that end a paragraph"""
CLEARS: Final = 1 << 18
"""formatting that began in it ends with it for good"""

GROUPS: Final = {
    CLOSES_P: "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer"
    " header hgroup main menu nav ol p search section summary ul h1 h2 h3 h4 h5 h6 pre listing form table hr xmp li dd"
    " dt",
    FORMATTING: "a b big code em font i nobr s small strike strong tt u",
    SPECIAL: "address applet area article aside base basefont bgsound blockquote body br button caption center col"
    " colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6"
    " head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes"
    " noscript object ol p param plaintext pre script search section select source style summary table tbody td"
    " template textarea tfoot th thead title tr track ul wbr xmp",
    SCOPE: "applet caption html table td th marquee object",
    IMPLIED: "dd dt li p",
    VOID: "area base basefont bgsound br col embed hr img input keygen link meta param source track wbr",
    HEADING: "h1 h2 h3 h4 h5 h6",
    BLOCK_END: "address article aside blockquote button center details dialog dir div dl fieldset figcaption figure"
    " footer header hgroup listing main menu nav ol pre search section summary ul applet marquee object",
    TABLE_PART: "caption col colgroup tbody td tfoot th thead tr",
    SECTION: "tbody thead tfoot",
    CELL: "td th",
    RAW: "script style iframe noembed noframes xmp",
    RCDATA: "textarea title",
    IN_HEAD: "base basefont bgsound link meta title script style noscript noframes template",
    NOT_READ: "math plaintext frameset frame html head body image isindex rb rt rtc rp ruby option"
    " optgroup selectedcontent",
    LINE_FEED: "pre listing",
    ITEM_STOP: "address div p",
    QUIET: "base basefont bgsound link meta title script style noframes template param source track textarea iframe"
    " noembed",
    CLEARS: "td th caption object applet marquee",
}

_OTHERS: Final = (
    "svg select img picture video audio canvas span label time cite q abbr sup sub mark var kbd samp del ins math"
)
NAMES: Final = ("", *sorted({*" ".join(GROUPS.values()).split(), *TRAITS, *_OTHERS.split(), "mjx-container"}))
"""the names that some rule or column knows, each at its number"""
TAG_NUMBERS: Final = {name: number for number, name in enumerate(NAMES) if name}
