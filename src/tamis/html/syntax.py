"""What the elements of HTML mean to a parser: groups of tag names, by the terms of the standard, as data.

:mod:`tamis.html.tags` tells what they mean to a segmenter. The rules that go by these groups are in
:mod:`tamis.native.reader`.
"""

from __future__ import annotations

from typing import Final

from tamis.html.tags import TRAITS

FORMATTING: Final = 1 << 0
"""opened again where a block cut it off"""
SPECIAL: Final = 1 << 1
"""end tags of other elements do not reach over it"""
SCOPE: Final = 1 << 2
"""bounds what an end tag can reach"""
IMPLIED: Final = 1 << 3
"""ends by itself"""
VOID: Final = 1 << 4
"""never holds anything"""
HEADING: Final = 1 << 5
"""a heading"""
BLOCK_END: Final = 1 << 6
"""its end tag ends what is open in it"""
TABLE_PART: Final = 1 << 7
"""part of a table"""
SECTION: Final = 1 << 8
"""holds a table's rows"""
CELL: Final = 1 << 9
"""a table's cell"""
RAW: Final = 1 << 10
"""what stands in it is no markup"""
RCDATA: Final = 1 << 11
"""nor in these, but for references"""
ITEM_STOP: Final = 1 << 12
"""special, but another item may follow over it"""
CLEARS: Final = 1 << 13
"""formatting that began in it ends with it for good"""
CONTEXT: Final = 1 << 14
"""what stands directly in it and is no part of a table goes before the table"""
BREAKS_OUT: Final = 1 << 15
"""ends a drawing or a formula"""
TEXT_POINT: Final = 1 << 16
"""in MathML: holds text and HTML"""
HTML_POINT: Final = 1 << 17
"""in SVG: holds HTML"""
HOST: Final = 1 << 18
"""can have a shadow, besides the elements whose names authors made up"""

GROUPS: Final = {
    FORMATTING: "a b big code em font i nobr s small strike strong tt u",
    SPECIAL: "address applet area article aside base basefont bgsound blockquote body br button caption center col"
    " colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6"
    " head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes"
    " noscript object ol p param plaintext pre script search section select source style summary table tbody td"
    " template textarea tfoot th thead title tr track ul wbr xmp",
    SCOPE: "applet caption html table td th marquee object select template",
    IMPLIED: "dd dt li optgroup option p rb rp rt rtc",
    VOID: "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr",
    HEADING: "h1 h2 h3 h4 h5 h6",
    BLOCK_END: "address article aside blockquote button center details dialog dir div dl fieldset figcaption figure"
    " footer header hgroup listing main menu nav ol pre search section select summary ul applet marquee object",
    TABLE_PART: "caption col colgroup tbody td tfoot th thead tr",
    SECTION: "tbody thead tfoot",
    CELL: "td th",
    RAW: "script style iframe noembed noframes xmp",
    RCDATA: "textarea title",
    ITEM_STOP: "address div p",
    CLEARS: "td th caption object applet marquee template",
    CONTEXT: "table tbody thead tfoot tr",
    BREAKS_OUT: "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing"
    " menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var",
    TEXT_POINT: "mi mo mn ms mtext",
    HTML_POINT: "foreignobject desc title",
    HOST: "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span",
}

STARTS: Final = (
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup"
    " main menu nav ol p search section summary ul",
    "h1 h2 h3 h4 h5 h6",
    "b big code em font i s small strike strong tt u",
    "a",
    "li",
    "dd dt",
    "area br embed img keygen wbr",
    "input",
    "base basefont bgsound link meta noframes script style template title",
    "table",
    "caption col colgroup frame head tbody td tfoot th thead tr",
    "button",
    "form",
    "select",
    "option",
    "optgroup",
    "svg",
    "math",
    "param source track",
    "hr",
    "pre listing",
    "applet marquee object",
    "textarea",
    "iframe noembed",
    "noscript",
    "nobr",
    "xmp",
    "image",
    "rb rtc",
    "rp rt",
    "plaintext",
    "html",
    "body",
    "frameset",
)
"""groups of elements, of each of which a start tag in a page's body means something else"""

_OTHERS: Final = (
    "svg select img picture video audio canvas span label time cite q abbr sub sup mark var kbd samp del ins math"
    " annotation-xml mglyph malignmark mjx-container"
)
NAMES: Final = (
    "",
    *sorted(
        {*" ".join(GROUPS.values()).split(), *" ".join(STARTS).split(), *TRAITS, *_OTHERS.split(), "mjx-container"}
    ),
)
"""the names that some rule or column knows, each at its number"""
TAG_NUMBERS: Final = {name: number for number, name in enumerate(NAMES) if name}
