"""Reads pages whose elements are opened and closed in order, without a parser; compiled like :mod:`tamis.native.tree`.

Most pages of today are written by programs, and what a parser makes of them follows from a small part of its rules.
Those rules are here: implied ends of paragraphs, items, cells and the like, missing ends of blocks and of formatting,
implied rows of tables, raw text. As soon as a page needs others (formatting that ends in a block it began outside of,
text astray in a table, frames, formulas, nested forms …) the reader gives up, and the page goes to the real parser. So
the result always equals the parser's; a test holds them together on generated pages, and ``make fuzz`` on many
more. Few elements are opened again at a time, so a page cannot make many more elements than it has tags.

It is one file, long as it is: only within a module the C compiler puts small functions where they are called, and the
rules call each other.

The numbers of sections are those of the standard: https://html.spec.whatwg.org/multipage/parsing.html
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING

from tamis.html import syntax
from tamis.html.tags import ANCHOR, HIDDEN, INHERITED, LINK, SKIP, TRAITS
from tamis.native.noscripts import leaves_open
from tamis.native.tree import Columns, is_blank

if TYPE_CHECKING:
    from tamis.native.arrays import Column

_CLOSES_P, _FORMATTING, _SPECIAL, _SCOPE = syntax.CLOSES_P, syntax.FORMATTING, syntax.SPECIAL, syntax.SCOPE
_IMPLIED, _VOID, _HEADING, _BLOCK_END = syntax.IMPLIED, syntax.VOID, syntax.HEADING, syntax.BLOCK_END
_TABLE_PART, _SECTION, _CELL, _ITEM_STOP = syntax.TABLE_PART, syntax.SECTION, syntax.CELL, syntax.ITEM_STOP
_RAW, _RCDATA, _IN_HEAD, _NOT_READ, _LINE_FEED, _QUIET, _CLEARS = (
    syntax.RAW, syntax.RCDATA, syntax.IN_HEAD, syntax.NOT_READ, syntax.LINE_FEED, syntax.QUIET, syntax.CLEARS,
)  # fmt: skip
# In C these are plain variables; names that are imported are looked up each time.

_IDS = syntax.TAG_NUMBERS
_TAGS = list(syntax.NAMES)
_KNOWN = len(_TAGS)
_MOST = 4096
"""different names; elements that none of the rules knows get the numbers after those that are known"""
_SYNTAX = array("q", [0] * _MOST)
for _bit, _names in syntax.GROUPS.items():
    for _name in _names.split():
        _SYNTAX[_IDS[_name]] |= _bit
_P, _LI, _DD, _DT, _A, _BUTTON, _FORM, _NOBR, _IMAGE, _IMG = (
    _IDS[name] for name in ("p", "li", "dd", "dt", "a", "button", "form", "nobr", "image", "img")
)
_TABLE, _TR, _TBODY, _COLGROUP, _COL, _CAPTION, _BODY = (
    _IDS[name] for name in ("table", "tr", "tbody", "colgroup", "col", "caption", "body")
)
_HTML, _HEAD, _NOSCRIPT, _SVG, _SELECT, _BR, _UL, _OL, _TITLE, _TEMPLATE = (
    _IDS[name] for name in ("html", "head", "noscript", "svg", "select", "br", "ul", "ol", "title", "template")
)
_OPTION, _OPTGROUP = _IDS["option"], _IDS["optgroup"]
_TRAITS_OF = array("q", [0] * _MOST)
_SLOTS = array("q", [0] * _MOST)
"""the numbers of names by a hash of their keys"""
_KEYS = array("Q", [0] * _MOST)
"""the last eight characters of names, by their numbers"""
_ALL, _SPREAD, _DOWN, _EXACT = (1 << 64) - 1, 0xC4CEB9FE1A85EC53, 52, 8
"""of some well-known multipliers for hashes (this is MurmurHash's) the first by which no two names share a slot"""
for _number, _name in enumerate(_TAGS):
    _TRAITS_OF[_number] = TRAITS.get(_name, 0)
    _KEYS[_number] = int.from_bytes(_name.encode()[-_EXACT:], "big")
    _SLOTS[(_KEYS[_number] * _SPREAD & _ALL) >> _DOWN] = _number
_AS_PARSED = {0: "\ufffd"} | {code: chr(code + 32) for code in range(65, 91)}
"""characters of names (13.2.5.8): no other capitals than these become small, whatever Unicode says"""
_BREAKS_OUT = frozenset(
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta"
    " nobr ol p pre ruby s small span strong strike sub sup table tt u ul var font foreignobject".split()
)
"""elements that end a drawing (13.2.6.5), and those in which other rules hold"""
_HOSTS = frozenset("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split())
"""elements that can have a shadow, besides those whose names authors made up"""
_HIDDEN, _LINK, _ANCHOR, _SKIP, _INHERITED = HIDDEN, LINK, ANCHOR, SKIP, INHERITED
NAMING = frozenset(("class", "id", "role", "itemprop", "aria-label", "data-testid"))
"""attributes that say what an element is called"""
CLASS, ID, ITEM, ROLE = len("class"), len("id"), len("itemprop"), len("role")
"""the results of :meth:`Attribute.naming` for these"""
_CLASS, _ID, _ITEM, _ROLE = CLASS, ID, ITEM, ROLE
_NEAR = 40
_ALL_CODES = 0x110000
_DEEPEST = 400
"""elements; the parser flattens what is deeper than 512"""
_SKIPPED = 25
"""elements of a template that is not looked into: with the rows that are implied they nest 100 deep at the most"""
ROOM = 3 * _DEEPEST
"""for the numbers of the elements that are open, where their attributes begin, and what they are like"""
_SAME = 3
"""elements of one name that formatting may be cut off of; of more alike the parser forgets some"""
_CUT_OFF = 8
"""of all names"""
_JOINED = 4000
"""characters; to copy a longer text for each tag that is ignored in it would take time by the square"""
_ADOPTED = 7
"""blocks in each other that move out of formatting; of more the rules leave some where they are"""
_MOVED = 20_000
"""rows of a page; where more would have to move it is quicker to parse it"""


class Markup:
    """The findings about a page besides its columns."""

    def __init__(self) -> None:
        self.head: list[tuple[str, int]] = []
        """tags of the head's elements, and where their attributes begin"""
        self.title: str | None = None


class Attribute:
    """Steps through the attributes of a start tag (13.2.5.32 to 13.2.5.40)."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        """after the tag's name at first, after its end at last"""
        self.name = 0
        self.name_end = 0
        self.value = 0
        self.value_end = 0
        self.has_value = False

    def next(self) -> bool:
        """Go to the next attribute, if there is one; -1 is where a text ends before its tag does."""
        text, at, size = self.text, self.at, len(self.text)
        character = text[at] if at < size else ">"
        while is_space(character) or character == "/":
            at += 1
            character = text[at] if at < size else ">"
        if character == ">":
            self.at = at + 1 if at < size else -1
            return False
        self.name = at
        at += 1
        character = text[at] if at < size else ">"
        while character > "=" or (character != "=" and character != "/" and not is_space(character)):
            if character == ">":
                break
            at += 1
            character = text[at] if at < size else ">"
        self.name_end = at
        self.value = self.value_end = at
        self.has_value = False
        while is_space(character):
            at += 1
            character = text[at] if at < size else ">"
        if character == "=":
            at += 1
            while at < size and is_space(text[at]):
                at += 1
            if at < size and text[at] != ">":
                self.has_value = True
                at = self.read_value(at)
        self.at = at
        return at >= 0

    def read_value(self, at: int) -> int:
        """Read the value that begins here; returns where it ends, -1 if it does not end."""
        text, size = self.text, len(self.text)
        quote = text[at]
        if quote != '"' and quote != "'":
            self.value = at
            character = quote
            while character != ">" and not is_space(character):
                at += 1
                character = text[at] if at < size else ">"
            self.value_end = at
            return at
        at += 1
        self.value = at
        near = min(at + _NEAR, size)
        while at < near and text[at] != quote:
            at += 1
        if at == near:  # a long one; here it pays to ask
            at = find(text, '"' if quote == '"' else "'", at, len(text))
            if at < 0:
                return -1
        self.value_end = at
        return at + 1

    def closed(self) -> bool:
        """Whether the tag, which was read to its end, ends with a slash of its own."""
        return self.text[self.at - 2] == "/" and not (self.has_value and self.value_end == self.at - 1)

    def called(self, name: str) -> bool:
        """Whether the attribute has this name, which is in lower case."""
        return same(self.text, self.name, self.name_end, name)

    def naming(self) -> int:
        """The length of the attribute's name if it names its element, as ``class`` does, else 0; all lengths differ."""
        length = self.name_end - self.name
        if length == _CLASS:
            return length if self.called("class") else 0
        if length == _ID:
            return length if self.called("id") else 0
        if length == _ROLE:
            return length if self.called("role") else 0
        if length == _ITEM:
            return length if self.called("itemprop") else 0
        if length == 10:
            return length if self.called("aria-label") else 0
        if length == 11:
            return length if self.called("data-testid") else 0
        return 0


def is_space(character: str) -> bool:
    """White space as HTML has it."""
    return character == " " or character == "\n" or character == "\t" or character == "\r" or character == "\f"


def is_white(text: str, begin: int, end: int) -> bool:
    """Whether a stretch is HTML white space; :func:`tamis.native.tree.is_blank` uses Unicode's definition."""
    while begin < end and is_space(text[begin]):
        begin += 1
    return begin == end


def is_letter(character: str) -> bool:
    """An ASCII letter, which a tag's name can begin with."""
    return "a" <= character <= "z" or "A" <= character <= "Z"


def find(text: str, part: str, begin: int, end: int) -> int:
    """Where a part of a text first stands between two places, -1 if nowhere."""
    return end >= 0 and text.find(part, begin, end)  # as a condition, or C makes objects of the numbers


def holds_odd_number(text: str) -> bool:
    """Whether a reference is a number that no text should have: a control, or what is no character at all. Of those
    the parser makes characters, and what reads references for us makes nothing (13.2.5.80).
    """
    size = len(text)
    at = find(text, "&#", 0, len(text))
    while at >= 0:
        at += 2
        base, code = 10, 0
        if at < size and (text[at] == "x" or text[at] == "X"):
            base = 16
            at += 1
        digit = digit_of(text[at]) if at < size else 99
        while digit < base:
            code = min(code * base + digit, _ALL_CODES)
            at += 1
            digit = digit_of(text[at]) if at < size else 99
        control = code == 127 or (0 < code < 32 and not 8 < code < 14) or code == 11
        if control or 0xFDD0 <= code <= 0xFDEF or code & 0xFFFE == 0xFFFE:
            return True
        at = find(text, "&#", at, len(text))
    return False


def digit_of(character: str) -> int:
    """What a hexadecimal digit stands for; 99 for other characters."""
    code = ord(character)
    if 48 <= code <= 57:
        return code - 48
    code |= 32
    return code - 87 if 97 <= code <= 102 else 99


def quirks_of(doctype: str) -> int:
    """Whether a page of such a doctype, in lower case, allows tables in paragraphs (13.2.6.4.1): 0 no, 2 unknown."""
    known = (
        doctype.split() == ["<!doctype", "html"] or '"-//w3c//dtd xhtml 1.' in doctype
        or ('"-//w3c//dtd html 4.01' in doctype and '"http://www.w3.org/tr/html4/' in doctype)
    )  # fmt: skip
    return 0 if known else 2


def same(text: str, begin: int, end: int, name: str) -> bool:
    """Whether a stretch of a text is this name, in capitals or not."""
    if end - begin != len(name):
        return False
    for i in range(end - begin):
        character, small = text[begin + i], name[i]
        if character != small and not ("A" <= character <= "Z" and ord(character) + 32 == ord(small)):
            return False
    return True


def value_of(markup: str, at: int, name: str) -> str | None:
    """The value of an attribute among those that begin here, as it is written; ``None`` if it is not there."""
    attribute = Attribute(markup, at)
    while attribute.next():
        if attribute.called(name):
            return markup[attribute.value : attribute.value_end]
    return None


def values_of(markup: str, places: list[int], name: str, other: str) -> list[str | None]:
    """The same for several elements; where the value is empty, that of another attribute."""
    attribute = Attribute(markup, 0)
    found: list[str | None] = []
    for at in places:
        attribute.at = at
        value = instead = None
        while not value and attribute.next():
            if value is None and attribute.called(name):
                value = markup[attribute.value : attribute.value_end]
            elif instead is None and other and attribute.called(other):
                instead = markup[attribute.value : attribute.value_end]
        found.append(instead if instead and not value else value)
    return found


def values_by_row(
    markup: str, begins: Column, names: list[str], unescape: Callable[[str], str]
) -> dict[int, list[str]]:
    """The values of some attributes of each element that has one of them, by its row; empty where one is absent."""
    attribute = Attribute(markup, 0)
    found: dict[int, list[str]] = {}
    for row in range(len(begins)):
        attribute.at = begins[row]
        given = 0
        while attribute.next():
            for number in range(len(names)):
                if attribute.called(names[number]):
                    if not given:
                        values = found[row] = [""] * len(names)
                    if not given >> number & 1:  # of two with one name the first counts
                        value = markup[attribute.value : attribute.value_end]
                        values[number] = unescape(value) if "&" in value else value
                    given |= 1 << number
                    break
    return found


def holding(markup: str, places: list[int], name: str, other: str, parts: tuple[str, ...]) -> list[int]:
    """Which of several elements have an attribute of one of two names whose value holds one of these parts, as it is
    written.
    """
    attribute = Attribute(markup, 0)
    found: list[int] = []
    for number in range(len(places)):
        attribute.at = places[number]
        held = False
        while not held and attribute.next():
            if attribute.called(name) or (other and attribute.called(other)):
                for part in parts:
                    held = held or find(markup, part, attribute.value, attribute.value_end) >= 0
                if not other:
                    break
        if held:
            found.append(number)
    return found


class Reader:
    """The state of reading a page: open elements, the position in the source, the findings."""

    def __init__(
        self, source: str, columns: Columns, hides: Callable[[str], bool], unescape: Callable[[str], str], stack: Column
    ) -> None:
        self.source = source
        self.columns = columns
        self.hides = hides
        self.unescape = unescape
        self.found = Markup()
        self.stack = stack
        """numbers of the elements that are open, the body first"""
        self.depth = 0
        self.cut_off: list[tuple[int, int, int]] = []
        """formatting that blocks ended, to be opened again before the next text: numbers, attributes, bits"""
        self.hosts: set[int] = set()
        """rows of elements that have a shadow"""
        self.moved = 0
        """rows that were moved to put an element before them"""
        self.skip = 0
        """how deep the element is whose content is not visible; 0 if there is none"""
        self.at = 0
        self.state = 0
        """where in the page: 0 before html, 1 before the head, 2 in it, 3 behind it, 4 in the body"""
        self.quirks = 1
        """whether a table may stand in a paragraph, as it may without a doctype; 2 if only a parser knows"""
        self.links = 0
        self.form = 0
        """1 if a form is open, 2 if it ended without its tag, and others are ignored until that comes"""
        self.others: dict[str, int] = {}
        self.after_text = False
        """whether a text came last, leaving out tags that are ignored"""
        self.ignored = False
        self.is_run = False
        self.after_body = False
        self.closed = False
        self.named = 0
        self.names_from = 0
        self.names_to = 0
        """of the element whose tag was read last: where its attributes begin, and from where to where it is named"""
        self.bits = 0
        self.tag = ""
        """the name that was read last"""
        self.attribute = Attribute(source, 0)

    def read(self) -> bool:
        """Read the whole page; returns whether that was possible."""
        source, size = self.source, len(self.source)
        while self.at < size:
            if source[self.at] != "<":
                if not self.read_text():
                    return False
                continue
            character = source[self.at + 1] if self.at + 1 < size else " "
            if character == "!" or character == "?":
                if not self.read_comment():
                    return False
            elif character == "/":
                if self.at + 2 >= size or not self.read_slash():
                    return False
            elif is_letter(character):
                if not self.read_start():
                    return False
            elif not self.read_text():
                return False
            if self.columns.over:
                return True
        if self.state < 4:
            self.begin_body(0)
        return True

    def read_slash(self) -> bool:
        """Read an end tag; without a name it is nothing, and with anything but a letter first it is a comment."""
        character = self.source[self.at + 2]
        if is_letter(character):
            return self.read_end()
        if character != ">":
            return self.read_comment()
        if self.depth and _SYNTAX[self.stack[self.depth - 1]] & _LINE_FEED:
            return False  # a line feed behind it may be the one that does not count
        self.at += 3
        return self.ignore()

    # Text and comments

    def read_text(self) -> bool:
        """Read the text up to the next tag."""
        source, begin = self.source, self.at
        end = self.end_of_text(begin)
        self.at = end
        if self.state < 4:
            while begin < end and is_space(source[begin]):
                begin += 1
            if begin == end:
                return True
            if self.state < 1 or source[begin] == "&":  # which may be white space
                return False
            self.begin_body(0)
        columns = self.columns
        top = self.stack[self.depth - 1]
        if top == _TABLE or top == _TR or top == _COLGROUP or _SYNTAX[top] & _SECTION:
            if not is_white(source, begin, end):
                return False  # it would go before the table
        elif self.cut_off and not self.open_again():
            return False
        if self.after_body and not is_white(source, begin, end):
            if find(source, "&", begin, end) >= 0:
                return False  # which may be white space
            self.after_body = False  # the body goes on
        if self.skip:
            return True
        if self.ignored and self.after_text:
            return self.join_text(begin, end)
        self.ignored, self.after_text, self.is_run = False, True, False
        if columns.cuts != columns.last_cut and is_blank(source, begin, end):
            return True
        text = self.text_between(begin, end)
        if text is None:
            return False
        if columns.cuts != columns.last_cut and is_blank(text, 0, len(text)):
            return True
        columns.add_text(text, begin, end)
        self.is_run = True
        return True

    def end_of_text(self, begin: int) -> int:
        """Where the text that begins here ends: a ``<`` that nothing follows which could be a tag is text."""
        source, size = self.source, len(self.source)
        end = find(source, "<", begin, len(source))
        while 0 <= end < size - 1:
            character = source[end + 1]
            if is_letter(character) or character == "/" or character == "!" or character == "?":
                return end
            end = find(source, "<", end + 1, len(source))
        return size

    def text_between(self, begin: int, end: int) -> str | None:
        """A stretch of the source as text: line ends made one, references read. ``None`` if only the parser can."""
        text = self.source[begin:end]
        if "\0" in text:
            return None  # the parser leaves it out
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        if "&" not in text:
            return text
        return None if holds_odd_number(text) else self.unescape(text)

    def raw_between(self, begin: int, end: int) -> str:
        """A stretch of the source in which references are none."""
        return self.source[begin:end].replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")

    def join_text(self, begin: int, end: int) -> bool:
        """A tag that is ignored does not part texts: this one goes on where the last one ended."""
        columns = self.columns
        self.ignored = False
        text = self.text_between(begin, end)
        if text is None:
            return False
        if not self.is_run:
            return is_blank(text, 0, len(text))
        last = len(columns.runs) - 1
        if len(columns.runs[last]) > _JOINED:
            return False
        columns.runs[last] += text
        columns.run_ends[last] = end
        return True

    def read_comment(self) -> bool:
        """Read a comment, a doctype, or what is taken for a comment."""
        source, at = self.source, self.at
        if source.startswith("<!--", at):
            if source.startswith(">", at + 4) or source.startswith("->", at + 4):
                return False
            end = find(source, "-->", at + 4, len(source))
            if end < 0 or find(source, "--!>", at + 4, end) >= 0:
                return False
            self.at = end + 3
        else:
            end = find(source, ">", at, len(source))
            if end < 0:
                return False
            self.at = end + 1
            if source[at + 1] == "!" and same(source, at + 2, at + 9, "doctype"):
                if self.state == 0 and self.quirks == 1:  # the first one counts
                    self.quirks = quirks_of(source[at:end].lower())
                return self.ignore()
        if self.after_body:  # the comment is not in the body
            self.ignored = True
        else:
            self.after_text = self.ignored = False
        return True

    # Tags

    def number_at(self, begin: int) -> int:
        """The number of the tag whose name begins here, -1 for one name too many; ``at`` moves behind the name."""
        source, at, size, key, every = self.source, begin, len(self.source), 0, 0
        while at < size:
            character = source[at]
            if character == ">" or character == "/" or is_space(character):
                break
            code = ord(character)
            if 65 <= code <= 90:
                code += 32
            every |= code
            key = (key << 8 | code) & _ALL
            at += 1
        self.at = at
        number = _SLOTS[(key * _SPREAD & _ALL) >> _DOWN]
        exact = at - begin <= _EXACT and every < 128
        if number and (_KEYS[number] == key if exact else same(source, begin, at, _TAGS[number])):
            self.tag = _TAGS[number]
            return number
        name = source[begin:at]
        self.tag = name.lower() if name.isascii() and "\0" not in name else name.translate(_AS_PARSED)
        found = _IDS.get(self.tag) or self.others.get(self.tag)
        if found is None:
            found = _KNOWN + len(self.others)
            self.others[self.tag] = found
        return found if found < _MOST else -1

    def end_of_tag(self) -> bool:
        """Go to the end of the tag whose name was read."""
        if self.at < len(self.source) and self.source[self.at] == ">":
            self.at += 1
            return True
        attribute = self.attribute
        attribute.at = self.at
        while attribute.next():
            pass
        self.at = attribute.at
        return attribute.at >= 0

    def read_attributes(self, number: int) -> bool:
        """Read a start tag to its end: what the element is like is in ``bits`` then."""
        bits = _TRAITS_OF[number]
        self.named = self.at
        attribute = self.attribute
        attribute.at = self.at
        attribute.has_value = False
        text = self.source
        linked = anchored = hid = styled = labelled = False
        first = last = 0
        while attribute.next():
            size = attribute.name_end - attribute.name
            if attribute.naming():
                first = first or attribute.name
                last = attribute.at
            elif size == 4:
                if not linked and attribute.called("href"):  # of two the first counts
                    linked = True
                    anchored = attribute.value < attribute.value_end and text[attribute.value] == "#"
            elif size == 5:
                if not styled and attribute.called("style"):
                    styled = True
                    hid = hid or self.style_hides(attribute.value, attribute.value_end)
            elif size == 6:
                hid = hid or attribute.called("hidden")
            elif size == 11:
                if not labelled and attribute.called("aria-hidden"):
                    labelled = True
                    hid = hid or (
                        attribute.value_end - attribute.value == 4 and text.startswith("true", attribute.value)
                    )
        if attribute.at < 0:
            return False
        self.names_from, self.names_to = first, last
        if hid:
            bits |= _HIDDEN
        if bits & _LINK:
            if not linked:
                bits &= ~_LINK
            elif anchored:
                bits |= _ANCHOR
        self.bits = bits
        self.at = attribute.at
        self.closed = attribute.closed()
        return True

    def style_hides(self, begin: int, end: int) -> bool:
        """Whether a style hides its element; most do not, which a quick look shows."""
        text = self.source
        for at in range(begin, end - 2):  # "display" and "visibility" begin so; "padding" and "gradient" do not
            character = text[at]
            if character == "&":
                return self.hides(text[begin:end])
            if (character == "d" or character == "v" or character == "D" or character == "V") and same(
                text, at + 1, at + 3, "is"
            ):
                return self.hides(text[begin:end])
        return False

    def read_start(self) -> bool:
        """Read a start tag and put its element where it belongs."""
        number = self.number_at(self.at + 1)
        tag = self.tag
        if number < 0 or not self.read_attributes(number):
            return False
        if number == _NOSCRIPT and leaves_open(self.source, self.named):
            return False
        if self.state < 4:
            self.after_text = self.ignored = False
            if number == _HTML and self.state == 0:
                self.state = 1
                return True
            if self.state < 3 and (number == _HTML or (number == _HEAD and self.state == 2)):
                return True  # it is not the first
            self.state = max(self.state, 1)
            if number == _HEAD and self.state == 1:
                self.state = 2
                return True
            self.state = max(self.state, 2)
            if _SYNTAX[number] & _IN_HEAD and (self.state == 2 or number != _NOSCRIPT):
                return self.read_in_head(tag, number)
            if number == _BODY:
                self.begin_body(self.named)
                return True
            if _SYNTAX[number] & _NOT_READ:
                return False
            self.begin_body(0)
        elif number == _BODY:
            self.after_body = False
            if self.columns.begins[0] == len(self.source):
                self.note_names(0, self.named)  # it had begun before its tag
            elif self.at > self.named + 1:
                return False  # what the first does not say the second may
            return self.ignore()
        self.after_body = self.after_body and number == _HTML
        return self.open(tag, number)

    def read_in_head(self, tag: str, number: int) -> bool:
        """Read an element of the head."""
        self.found.head.append((tag, self.named))
        if number == _NOSCRIPT:
            return self.skip_noscript()
        if number == _TEMPLATE:
            return find(self.source, "shadowroot", self.named, self.at) < 0 and self.skip_template()
        begin = self.at
        if _SYNTAX[number] & (_RAW | _RCDATA):
            end = self.end_of_raw(tag)
            if end < 0:
                return False
            if number == _TITLE and self.found.title is None and end > begin:
                self.found.title = self.text_between(begin, end)
                return self.found.title is not None
        return True

    def skip_noscript(self) -> bool:
        """Read a noscript in the head (13.2.6.4.5), as long as it holds what may stand there."""
        source, size = self.source, len(self.source)
        while True:
            at = self.at
            while at < size and is_space(source[at]):
                at += 1
            self.at = at
            if source.startswith("<!--", at):
                if not self.read_comment():
                    return False
                continue
            if at + 1 >= size:
                return False
            if source[at] != "<":
                return True
            if source[at + 1] == "/":
                self.number_at(at + 2)
                return self.tag == "noscript" and self.end_of_tag()
            number = self.number_at(at + 1)
            tag = self.tag
            if tag != "link" and tag != "meta" and tag != "style":  # with others the noscript ends
                self.at = at
                return tag != "html" and tag != "head" and tag != "noscript"
            if not self.read_attributes(number):
                return False
            if tag == "style" and self.end_of_raw(tag) < 0:
                return False

    def skip_template(self) -> bool:
        """Read a template, which keeps all that is in it, to its end."""
        source = self.source
        opened = [_TEMPLATE]
        """and what else formatting does not reach out of; what does not end in order is for the parser"""
        tags = 0
        while opened:
            at = find(source, "<", self.at, len(source))
            if at < 0 or at + 2 >= len(source):
                return False
            self.at = at
            if source[at + 1] == "!":
                if not self.read_comment():
                    return False
                continue
            ends = source[at + 1] == "/"
            if not is_letter(source[at + 2 if ends else at + 1]):
                return False
            number = self.number_at(at + 2 if ends else at + 1)
            tag = self.tag
            if number < 0 or tag == "plaintext" or tag == "math" or not self.end_of_tag():
                return False
            tags += not ends
            if tags > _SKIPPED:
                return False
            if number == _TEMPLATE or _SYNTAX[number] & _CLEARS:
                if not ends:
                    opened.append(number)
                elif opened.pop() != number:
                    return False
            elif not ends and _SYNTAX[number] & (_RAW | _RCDATA) and self.end_of_raw(tag) < 0:
                return False
        return True

    def open_template(self, tag: str) -> bool:
        """Read a template, or a shadow, which leaves nothing between the texts around it."""
        if find(self.source, "shadowroot", self.named, self.at) >= 0:
            if self.skip:
                return False
            if self.makes_shadow(self.named):
                after_text = self.after_text
                if not self.skip_template():
                    return False
                self.after_text = after_text
                return self.ignore()
        if not self.add(tag, _TEMPLATE, self.bits, self.named):
            return False
        if not self.columns.over:
            if not self.skip_template():
                return False
            self.pop()
        return True

    def makes_shadow(self, named: int) -> bool:
        """Whether a template is none, but what the element around it shows in the place of its own content."""
        host = self.columns.here
        tag = self.columns.tags[host]
        mode = value_of(self.source, named, "shadowrootmode") or ""
        hosts = tag in _HOSTS or "-" in tag
        if host in self.hosts or not hosts or mode.lower() not in ("open", "closed"):
            return False
        self.hosts.add(host)
        return True

    def begin_body(self, named: int) -> None:
        """The body begins, with or without a tag of its own."""
        self.state = 4
        self.columns.tags[0] = "body"
        self.note_names(0, named or len(self.source))  # there no attributes begin
        self.stack[0] = _BODY
        self.depth = 1

    def note_names(self, row: int, named: int) -> None:
        """Note where an element's attributes begin, and those by which it is named."""
        columns = self.columns
        columns.begins[row] = named
        if named == self.named:
            columns.names_begin[row] = self.names_from
            columns.names_end[row] = self.names_to
        else:  # implied, or opened again
            columns.names_begin[row] = named
            columns.names_end[row] = len(self.source)

    def add(self, tag: str, number: int, bits: int, named: int) -> bool:
        """Put an element at the end of the one that is open, and open it; the limit and the depth have their say."""
        self.after_text = self.ignored = self.after_body = False
        if not self.skip:
            row = self.columns.add_element(tag, number if number < _KNOWN else 0, bits)
            if row < 0:
                return True
            self.note_names(row, named)
        if _SYNTAX[number] & _VOID:
            if not self.skip:
                self.columns.end_element()
            return True
        if self.depth >= _DEEPEST:
            return False
        if self.cut_off and _SYNTAX[number] & _CLEARS:
            return False  # it is opened again behind it, not in it
        self.stack[self.depth] = number
        self.stack[self.depth + _DEEPEST] = named
        self.stack[self.depth + 2 * _DEEPEST] = bits
        self.depth += 1
        if number == _A:
            self.links += 1
        if bits & _SKIP and not self.skip:
            self.columns.end_element()
            self.skip = self.depth
        return True

    def pop(self) -> None:
        """The element that was opened last ends."""
        if not self.skip:
            self.columns.end_element()
        elif self.skip == self.depth:
            self.skip = 0
        self.depth -= 1
        if self.stack[self.depth] == _A:
            self.links -= 1
        self.after_text = self.ignored = False

    def pop_until(self, number: int) -> bool:
        """End all that is open up to an element of this number, which is open."""
        top = self.stack[self.depth - 1]
        while top != number:
            if top == _FORM:
                self.form = 2
            if _SYNTAX[top] & _FORMATTING and not _SYNTAX[number] & _CLEARS and not self.put_off():
                return False
            self.pop()
            top = self.stack[self.depth - 1]
        self.pop()
        if _SYNTAX[number] & _CLEARS:
            self.cut_off.clear()
        return True

    def put_off(self) -> bool:
        """Remember the formatting that was opened last, which ends with a block and goes on behind it (13.2.4.3)."""
        number, same_name = self.stack[self.depth - 1], 0
        for place in range(self.depth):
            same_name += self.stack[place] == number
        for known in self.cut_off:
            same_name += known[0] == number
        if same_name > _SAME or len(self.cut_off) >= _CUT_OFF:
            return False
        named, bits = self.stack[self.depth - 1 + _DEEPEST], self.stack[self.depth - 1 + 2 * _DEEPEST]
        self.cut_off.insert(0, (number, named, bits))
        return True

    def open_again(self) -> bool:
        """Open the formatting again that blocks ended."""
        cut_off, self.cut_off = self.cut_off, []
        for number, named, bits in cut_off:
            if not self.add(_TAGS[number], number, bits, named):
                return False
            if self.columns.over:
                return True
        return True

    def forget(self, number: int) -> bool:
        """Do not open such formatting again, the last one that blocks ended; returns whether there was one."""
        for place in range(len(self.cut_off) - 1, -1, -1):
            if self.cut_off[place][0] == number:
                del self.cut_off[place]
                return True
        return False

    def pop_implied(self, but: int) -> None:
        """End what ends by itself (13.2.6.3), but for elements of this number."""
        top = self.stack[self.depth - 1]
        while _SYNTAX[top] & _IMPLIED and top != but:
            self.pop()
            top = self.stack[self.depth - 1]

    def in_scope(self, number: int, stop: int, other_stop: int) -> bool:
        """Whether such an element is open, with none around it that bounds its scope."""
        place = self.depth - 1
        while place >= 0:
            open_one = self.stack[place]
            if open_one == number:
                return True
            if _SYNTAX[open_one] & _SCOPE or open_one == stop or open_one == other_stop:
                return False
            place -= 1
        return False

    def close_p(self) -> bool:
        """End the paragraph that is open, if one is."""
        if self.stack[self.depth - 1] == _P:
            self.pop()
            return True
        if not self.in_scope(_P, _BUTTON, _BUTTON):
            return True
        self.pop_implied(_P)
        return self.pop_until(_P)

    def open(self, tag: str, number: int) -> bool:
        """The rules for start tags in the body and in tables (13.2.6.4.7 to 13.2.6.4.15)."""
        kind = _SYNTAX[number]
        bits, named = self.bits, self.named
        if number == _HTML or number == _HEAD:
            return self.ignore()
        if number == _IMAGE:
            self.bits |= _TRAITS_OF[_IMG]
            return self.open("img", _IMG)  # "Don't ask." (13.2.6.4.7)
        if kind & _NOT_READ:
            return False
        if kind & _TABLE_PART:
            return self.open_table_part(tag, number)
        top = self.stack[self.depth - 1]
        if top == _COLGROUP:
            self.pop()
            top = self.stack[self.depth - 1]
        if (top == _TABLE or top == _TR or _SYNTAX[top] & _SECTION) and (
            tag != "script" and tag != "style" and tag != "template"
        ):
            return self.open_in_table(tag, number)
        if self.cut_off and not kind & _QUIET:
            if kind & _RAW:
                return False
            if not kind & _CLOSES_P and number != _A and not self.open_again():
                return False
        if number == _FORM:
            if self.form:
                return self.ignore()
            self.form = 1
        if kind & _CLOSES_P:
            if not self.close_before(number):
                return False
        elif number == _A:
            if (self.links or self.cut_off) and not self.close_formatting(_A):
                return False
            if self.cut_off and not self.open_again():
                return False
        elif number == _BUTTON or number == _NOBR:
            if self.in_scope(number, number, number):
                return False
        elif number == _SVG:
            return self.skip_drawing(tag, bits, named)
        elif number == _SELECT:
            return self.skip_select(tag, bits, named)
        elif number == _TEMPLATE:
            return self.open_template(tag)
        if kind & (_RAW | _RCDATA):
            if self.cut_off and kind & _CLOSES_P:
                return False  # before an xmp, of all of them, formatting is opened again
            return self.add_raw(tag, number, bits, named)
        if not self.add(tag, number, bits, named):
            return False
        if kind & _LINE_FEED:
            if self.cut_off or self.source.startswith("&", self.at):
                return False  # whether a line feed opens formatting, and whether a reference is one, the parser knows
            if self.source.startswith("\r\n", self.at):
                self.at += 2
            elif self.source.startswith("\n", self.at) or self.source.startswith("\r", self.at):
                self.at += 1
        return True

    def close_before(self, number: int) -> bool:
        """End what cannot go on when a block of this number begins: an item, a paragraph, another heading."""
        if number == _LI or number == _DD or number == _DT:
            if not self.close_item(number):
                return False
        if number == _TABLE and self.quirks:
            if self.quirks == 2 and self.in_scope(_P, _BUTTON, _BUTTON):
                return False
        elif not self.close_p():
            return False
        if _SYNTAX[number] & _HEADING and _SYNTAX[self.stack[self.depth - 1]] & _HEADING:
            self.pop()
        return True

    def close_item(self, number: int) -> bool:
        """End the item, term or description that another one follows."""
        place = self.depth - 1
        while place > 0:
            open_one = self.stack[place]
            if open_one == number or (number != _LI and (open_one == _DD or open_one == _DT)):
                self.pop_implied(open_one)
                return self.pop_until(open_one)
            kind = _SYNTAX[open_one]
            if kind & _SPECIAL and not kind & _ITEM_STOP:
                return True
            place -= 1
        return True

    def add_raw(self, tag: str, number: int, bits: int, named: int) -> bool:
        """Add an element whose content is no markup."""
        begin = self.at
        end = self.end_of_raw(tag)
        if end < 0 or not self.add(tag, number, bits, named):
            return False
        if self.columns.over:
            return True
        if end > begin and not self.skip:
            columns = self.columns
            text = self.text_between(begin, end) if _SYNTAX[number] & _RCDATA else self.raw_between(begin, end)
            if text is None:
                return False
            if columns.cuts == columns.last_cut or not is_blank(text, 0, len(text)):
                columns.add_text(text, begin, end)
        self.pop()
        return True

    def end_of_raw(self, tag: str) -> int:
        """Where raw text ends, -1 if it does not; ``at`` moves behind the end tag."""
        source, at, size = self.source, self.at, len(self.source)
        end = find(source, "<", at, len(source))  # to look for one character is far quicker than for two
        while end >= 0:
            after = end + 2 + len(tag)
            if after < size and source[end + 1] == "/" and same(source, end + 2, after, tag):
                character = source[after]
                if character == ">" or character == "/" or is_space(character):
                    break
            end = find(source, "<", end + 1, len(source))
        if end < 0:
            return -1
        if tag == "script":
            hidden = find(source, "<!--", at, end)
            if hidden >= 0 and source[hidden:end].lower().find("<script") >= 0:
                end = self.end_of_script(hidden)
                if end < 0:
                    return -1
        closed = find(source, ">", end, len(source))
        self.at = closed + 1
        return end if closed >= 0 else -1

    def end_of_script(self, at: int) -> int:
        """Where a script ends in which a comment holds a script (13.2.5.20 and on); -1 if it does not."""
        source, size, inside = self.source, len(self.source), 0
        while at + 8 < size:
            character = source[at]
            if character == "-" and inside and source[at + 1] == "-" and source[at + 2] == ">":
                inside = 0
            elif character == "<":
                begin = at + 2 if source[at + 1] == "/" else at + 1
                behind = begin + len("script")
                if source.startswith("!--", at + 1):
                    inside = max(inside, 1)
                    at += 1  # its dashes may be those of its end
                elif same(source, begin, behind, "script") and (
                    source[behind] == ">" or source[behind] == "/" or is_space(source[behind])
                ):
                    if begin == at + 1:
                        inside = 2 if inside else 0
                    elif inside < 2:
                        return at
                    else:
                        inside = 1
            at += 1
        return -1

    def skip_select(self, tag: str, bits: int, named: int) -> bool:
        """Read a select that holds options, and scripts that make some."""
        source = self.source
        if not self.add(tag, _SELECT, bits, named):
            return False
        while not self.columns.over:
            at = find(source, "<", self.at, len(source))
            if at < 0 or at + 2 >= len(source):
                return False
            self.at = at
            if source.startswith("<!--", at):
                if not self.read_comment():
                    return False
                continue
            ends = source[at + 1] == "/"
            self.number_at(at + 2 if ends else at + 1)
            if self.tag == "script" and not ends:
                if not self.end_of_tag() or self.end_of_raw("script") < 0:
                    return False
            elif self.tag == "select" and ends:
                self.pop()
                return self.end_of_tag()
            elif (self.tag != "option" and self.tag != "optgroup") or not self.end_of_tag():
                return False  # an option is read to its end: its attributes may look like tags
        return True

    def skip_drawing(self, tag: str, bits: int, named: int) -> bool:
        """Read a drawing whose elements end in it."""
        source = self.source
        if not self.add(tag, _SVG, bits, named):
            return False
        if self.columns.over:
            return True
        if self.closed:
            self.pop()
            return True
        opened: list[str] = ["svg"]
        while opened:
            at = find(source, "<", self.at, len(source))
            if at < 0 or at + 2 >= len(source):
                return False
            if source.startswith("<!--", at):
                self.at = at
                if not self.read_comment():
                    return False
                continue
            if source[at + 1] == "/":
                number = self.number_at(at + 2)
                if not self.end_of_tag():
                    return False
                if self.tag in opened:
                    while opened.pop() != self.tag:
                        pass
                elif self.tag in _BREAKS_OUT or self.is_open(number):
                    return False
                continue
            if not is_letter(source[at + 1]):
                return False
            self.number_at(at + 1)
            name = self.tag
            if name in _BREAKS_OUT or name == "title" or name == "desc":
                if name in _BREAKS_OUT or not self.skip_label(name):
                    return False
                continue
            self.attribute.has_value = False
            if not self.end_of_tag():
                return False
            if source[self.at - 2] != "/" or (self.attribute.has_value and self.attribute.value_end == self.at - 1):
                opened.append(name)
        self.pop()
        return True

    def is_open(self, number: int) -> bool:
        """Whether such an element is open."""
        place = self.depth - 1
        while place >= 0 and self.stack[place] != number:
            place -= 1
        return place >= 0

    def skip_label(self, name: str) -> bool:
        """Read a title or description in a drawing, if it is text alone."""
        source = self.source
        self.attribute.has_value = False
        if not self.end_of_tag():
            return False
        if source[self.at - 2] == "/" and not (self.attribute.has_value and self.attribute.value_end == self.at - 1):
            return True
        at = find(source, "<", self.at, len(source))
        if at < 0 or not source.startswith("</", at):
            return False
        self.number_at(at + 2)
        return self.tag == name and self.end_of_tag()

    # Tables

    def open_table_part(self, tag: str, number: int) -> bool:
        """The start tags of tables' parts, with what they imply."""
        bits, named = self.bits, self.named
        kind = _SYNTAX[number]
        while True:
            top = self.stack[self.depth - 1]
            above = _SYNTAX[top]
            if top == _TR:
                if kind & _CELL:
                    return self.add(tag, number, bits, named)
                self.pop()
            elif above & _SECTION:
                if number == _TR:
                    return self.add(tag, number, bits, named)
                if kind & _CELL:
                    if not self.add("tr", _TR, TRAITS["tr"], self.at - 1):
                        return False
                else:
                    self.pop()
            elif top == _TABLE:
                if kind & _SECTION or number == _CAPTION or number == _COLGROUP:
                    return self.add(tag, number, bits, named)
                if number == _COL:
                    if not self.add("colgroup", _COLGROUP, TRAITS["colgroup"], self.at - 1):
                        return False
                elif not self.add("tbody", _TBODY, TRAITS["tbody"], self.at - 1):
                    return False
            elif top == _COLGROUP:
                if number == _COL:
                    return self.add(tag, number, bits, named)
                self.pop()
            elif not self.close_cell():
                return False
            if self.columns.over:
                return True

    def open_in_table(self, tag: str, number: int) -> bool:
        """What may stand in a table, and not only in its cells: a form, which ends at once, and what nobody sees."""
        if number == _FORM:
            if self.form:
                return self.ignore()
            self.form = 2
            if not self.add(tag, number, self.bits, self.named):
                return False
            if not self.columns.over:
                self.pop()
            return True
        kind = value_of(self.source, self.named, "type") if tag == "input" else None
        if kind is None or kind.lower() != "hidden" or not self.source.isascii():
            return False  # in a page of wide characters the parser does not see all that are hidden
        return self.add(tag, number, self.bits, self.named)

    def close_cell(self) -> bool:
        """End the cell that is open."""
        cell = self.cell_in_scope()
        return cell > 0 and self.pop_until(cell)

    def cell_in_scope(self) -> int:
        """The number of the cell that is open in the innermost table, 0 if there is none."""
        place = self.depth - 1
        while place > 0:
            open_one: int = self.stack[place]
            if _SYNTAX[open_one] & _CELL:
                return open_one
            if open_one == _TABLE:
                return 0
            place -= 1
        return 0

    # End tags

    def read_end(self) -> bool:
        """Read an end tag."""
        number = self.number_at(self.at + 2)
        if number < 0 or not self.end_of_tag():
            return False
        if self.state < 4:
            if number == _HEAD:
                self.state = 3
            return number != _BODY and number != _HTML and number != _BR
        if number == _BODY or number == _HTML:
            self.after_body = True
            return self.ignore()
        if self.after_body and number == _TEMPLATE:
            return False
        self.after_body = False
        if number == _HEAD:
            return self.ignore()
        return self.close(number)

    def ignore(self) -> bool:
        """Ignore an end tag without a matching open element."""
        self.ignored = True
        return True

    def close(self, number: int) -> bool:
        """The rules for end tags in the body and in tables."""
        kind = _SYNTAX[number]
        top = self.stack[self.depth - 1]
        if kind & _TABLE_PART or number == _TABLE:
            return self.close_table_part(number)
        if number == _FORM and self.form != 1:
            self.form = 0
            return self.ignore()
        if number == _OPTION or number == _OPTGROUP or number == _IMAGE:
            return self.ignore()  # none is ever open outside of what is skipped
        if top == _TABLE or top == _TR or top == _COLGROUP or _SYNTAX[top] & _SECTION or kind & _NOT_READ:
            return False
        if number == top and not (self.cut_off and kind & _FORMATTING):
            if number == _FORM:
                self.form = 0
            self.pop()
            if kind & _CLEARS:
                self.cut_off.clear()
            return True
        if kind & _BLOCK_END:
            if not self.in_scope(number, 0, 0):
                return self.ignore()
            self.pop_implied(0)
            return self.pop_until(number)
        if number == _FORM:
            self.pop_implied(0)
            if self.stack[self.depth - 1] != _FORM:
                return False
            self.form = 0
            self.pop()
            return True
        if number == _P:
            if not self.in_scope(_P, _BUTTON, _BUTTON):
                if not self.add("p", _P, TRAITS["p"], self.at - 1):
                    return False
                if not self.columns.over:
                    self.pop()
                return True
            self.pop_implied(_P)
            return self.pop_until(_P)
        if number == _LI or number == _DD or number == _DT:
            listed = number == _LI
            if not self.in_scope(number, _UL if listed else 0, _OL if listed else 0):
                return self.ignore()
            self.pop_implied(number)
            return self.pop_until(number)
        if kind & _HEADING:
            return self.close_heading()
        if number == _BR:
            if self.cut_off and not self.open_again():
                return False
            return self.add("br", _BR, TRAITS["br"], self.at - 1)
        if kind & _FORMATTING:
            return self.close_formatting(number)
        return self.close_any(number)

    def close_heading(self) -> bool:
        """Close any open heading: the end tag of one ends another."""
        place = self.depth - 1
        while place > 0 and not _SYNTAX[self.stack[place]] & (_HEADING | _SCOPE):
            place -= 1
        if not _SYNTAX[self.stack[place]] & _HEADING:
            return self.ignore()
        self.pop_implied(0)
        return self.pop_until(self.stack[place])

    def close_formatting(self, number: int) -> bool:
        """End formatting, which blocks may stand in the way of (13.2.6.4.7, "adoption agency")."""
        if self.forget(number):
            return self.ignore()
        place, blocked = self.depth - 1, False
        while place > 0:
            open_one = self.stack[place]
            if open_one == number:
                return self.adopt(place) if blocked else self.pop_until(number)
            if _SYNTAX[open_one] & _SPECIAL:
                blocked = True
                if _SYNTAX[open_one] & _CLEARS:
                    break
            place -= 1
        return self.ignore()

    def adopt(self, place: int) -> bool:
        """End formatting in which blocks are open: they move out, and what they hold gets such formatting anew."""
        columns, number = self.columns, self.stack[place]
        named, bits = self.stack[place + _DEEPEST], self.stack[place + 2 * _DEEPEST]
        if self.cut_off or self.skip or self.hosts:
            return False
        for _ in range(_ADOPTED):
            block = place + 1
            while block < self.depth and not _SYNTAX[self.stack[block]] & _SPECIAL:
                if _SYNTAX[self.stack[block]] & _FORMATTING or self.stack[block + 2 * _DEEPEST] & _INHERITED:
                    return False
                block += 1
            if block == self.depth:
                return self.pop_until(number)
            row = self.row_of(block)
            self.moved += len(columns.tags) - row
            if self.moved > _MOVED or not columns.wrap(row, self.row_of(place - 1), _TAGS[number], number, bits):
                return False
            self.note_names(row + 1, named)
            gone = block - place - 1
            for part in range(0, 3 * _DEEPEST, _DEEPEST):
                self.stack[place + part] = self.stack[block + part]
                for at in range(block + 1, self.depth):
                    self.stack[at - gone + part] = self.stack[at + part]
            place += 1
            self.stack[place], self.stack[place + _DEEPEST], self.stack[place + 2 * _DEEPEST] = number, named, bits
            self.depth -= gone
            self.after_text = self.ignored = False
        return False

    def row_of(self, place: int) -> int:
        """The row of one of the elements that are open."""
        row = self.columns.here
        for _ in range(self.depth - 1 - place):
            row = self.columns.parents[row]
        return row

    def close_any(self, number: int) -> bool:
        """Other end tags: end the nearest such element, unless a special one is in the way."""
        place = self.depth - 1
        while place > 0:
            open_one = self.stack[place]
            if open_one == number:
                self.pop_implied(number)
                return self.pop_until(number)
            if _SYNTAX[open_one] & _SPECIAL:
                break
            place -= 1
        return self.ignore()

    def close_table_part(self, number: int) -> bool:
        """The end tags of tables and their parts."""
        kind = _SYNTAX[number]
        if kind & _CELL or number == _CAPTION:
            if self.stack[self.depth - 1] != number and number == _CAPTION:
                return False
            if self.stack[self.depth - 1] != number and self.cell_in_scope() != number:
                return self.ignore()
            return self.pop_until(number)
        top = self.stack[self.depth - 1]
        if not (top == _TABLE or top == _TR or top == _COLGROUP or _SYNTAX[top] & _SECTION):
            if not self.close_cell():
                return False
        while True:
            top = self.stack[self.depth - 1]
            if top == number:
                self.pop()
                return True
            if number == _COLGROUP or number == _COL:
                return False
            if top == _TR or (number == _TABLE and (top == _COLGROUP or _SYNTAX[top] & _SECTION)):
                self.pop()
            else:
                return False


def read_source(
    source: str, columns: Columns, hides: Callable[[str], bool], unescape: Callable[[str], str], stack: Column
) -> Markup | None:
    """Read a page; ``None`` if it takes a parser. ``stack`` is room for the numbers of what is open."""
    reader = Reader(source, columns, hides, unescape, stack)
    return reader.found if reader.read() else None
