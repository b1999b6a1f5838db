# cython: boundscheck=False, wraparound=False
"""Reads pages as browsers do: the whole tree construction of the standard, straight into :mod:`tamis.native.nodes`.

A few bounds that browsers have as well keep every page linear: at most 512 elements are open at once (what begins
inside of these stands in the innermost of them, side by side), and of equal formatting three are opened again. There
is no error that a page could make; what stands where it should not is put where the standard says.

The numbers of sections are those of the standard: https://html.spec.whatwg.org/multipage/parsing.html
"""

import re

from tamis.native.nodes cimport COMMENT, FOREIGN, MATH, NULS, REFERENCES, SVG
from tamis.native.stack cimport (
    AFTER_BODY, AFTER_FRAMES, AFTER_FRAMESET, AFTER_HEAD, AFTER_PAGE, ANNOTATION, BEFORE_HEAD, BEFORE_HTML, BODY, BR,
    CAPTION, COL, COLGROUP, FONT, FRAME, FRAMESET, HEAD, HTML, INITIAL, IN_BODY, IN_CAPTION, IN_CELL, IN_COLGROUP,
    IN_FRAMESET, IN_HEAD, IN_NOSCRIPT, IN_ROW, IN_SECTION, IN_TABLE, IN_TEMPLATE, LOST_START, MALIGNMARK, MGLYPH,
    NOFRAMES, NOSCRIPT, P, SVG_TAG, TABLE, TEMPLATE, TR, breaks_out, cell, context, html_point, kind_of, section,
    start_at, table_part, text_point,
)
from tamis.native.tables cimport Tables
from tamis.native.tokens cimport letter_at

from tamis.native.attributes import value_of

cdef enum:
    CHECK_EVERY = 1024


cdef inline bint is_space(unsigned int letter) noexcept:
    return letter == 32 or letter == 10 or letter == 9 or letter == 13 or letter == 12


cdef inline bint is_letter(unsigned int letter) noexcept:
    return 97 <= letter | 32 <= 122


cdef class Reader(Tables):
    """Reads a page, tag by tag."""

    def __init__(self, str source, bint scripting, Py_ssize_t most, double deadline, clock):
        """``scripting``: whether a ``noscript`` holds text; ``most`` is how many nodes there may be."""
        Tables.__init__(self, source)
        self.scripting = scripting
        self.most, self.deadline, self.clock = most, deadline, clock
        self.over = ""
        self.head = self.form = self.html_element = -1
        self.frames_allowed = True
        self.waiting = []
        self.more = {}

    def read(self):
        """Read the whole page, or as much of it as the limits allow."""
        cdef Py_ssize_t check = 0
        cdef unsigned int letter
        while self.at < self.size and not self.again:
            if self.count >= check:
                check = min(self.count + CHECK_EVERY, self.most + 1)
                if self.count > self.most:
                    self.over = "nodes"
                elif self.clock() > self.deadline:
                    self.over = "time"
                if self.over:
                    break
            letter = letter_at(self, self.at + 1) if letter_at(self, self.at) == 60 else 0
            if is_letter(letter):
                if self.read_tag(self.at + 1):
                    if self.waits:
                        self.flush()
                    self.start()
            elif letter == 47 and self.at + 2 < self.size:
                self.read_slash()
            elif letter == 33 or letter == 63:
                self.read_declaration()
            else:
                self.read_text()
        if self.count > self.most:
            self.over = self.over or "nodes"
        self.flush()
        self.finish()
        self.merge()

    cdef int read_slash(self) except -1:
        """Read an end tag; without a name it is nothing, and with anything but a letter first it is a comment."""
        cdef unsigned int letter = letter_at(self, self.at + 2)
        if is_letter(letter):
            if self.read_tag(self.at + 2):
                if self.waits:
                    self.flush()
                self.end()
        elif letter == 62:
            self.at += 3
        else:
            self.comment(self.find(62, self.at) + 1)
        return 0

    cdef int read_declaration(self) except -1:
        """Read a comment, a doctype, a stretch of character data, or what is taken for a comment."""
        cdef Py_ssize_t begin = self.at, end
        if self.says(begin, "<!--"):
            return self.comment(self.end_of_comment(begin))
        if letter_at(self, begin + 1) == 33 and self.spells(begin + 2, begin + 9, "doctype"):
            return self.doctype()
        if self.says(begin, "<![CDATA[") and self.depth and self.numbers[self.depth - 1] & FOREIGN:
            end = self.source.find("]]>", begin + 9)
            self.at = self.size if end < 0 else end + 3
            if end < 0:
                end = self.size
            if end > begin + 9:
                self.foreign_text(begin + 9, end, NULS)
            return 0
        return self.comment(self.find(62, begin) + 1)

    cdef int doctype(self) except -1:
        """The doctype, of which only matters whether a table may stand in a paragraph (13.2.6.4.1)."""
        cdef Py_ssize_t begin = self.at
        self.at = min(self.find(62, begin) + 1, self.size)
        self.flush()
        if self.mode == INITIAL:
            self.quirks = has_quirks(self.source[begin : min(self.at, begin + 1000)])
            self.mode = BEFORE_HTML
        return 0

    cdef int comment(self, Py_ssize_t end) except -1:
        """Put a comment where it belongs: it parts texts."""
        cdef int node
        self.flush()
        self.at = min(end, self.size)
        node = self.new(COMMENT)
        if self.mode == AFTER_BODY and self.depth:
            self.put(node, self.open[0], -1)
        elif self.depth == 0 or self.mode >= AFTER_PAGE:
            self.put(node, 0, -1)
        else:
            self.put_here(node)
        return 0

    cdef int read_text(self) except -1:
        """Read the text up to the next tag."""
        cdef Py_ssize_t begin = self.at
        self.at = self.end_of_text(begin)
        if self.at == begin:  # what begins like a tag at the end of a page
            self.at = self.size
        if self.depth and self.numbers[self.depth - 1] & FOREIGN and not self.is_point(self.depth - 1, -1):
            self.foreign_text(begin, self.at, REFERENCES | NULS)
        else:
            self.text(begin, self.at)
        return 0

    cdef int foreign_text(self, Py_ssize_t begin, Py_ssize_t end, int how) except -1:
        if self.frames_allowed and self.shows(begin, end):
            self.frames_allowed = False
        return self.put_chars(begin, end, how)

    cdef bint shows(self, Py_ssize_t begin, Py_ssize_t end) except -1:
        """Whether a text holds more than white space and NULs."""
        begin = self.end_of_space(begin, end)
        while begin < end and not letter_at(self, begin):
            begin = self.end_of_space(begin + 1, end)
        return begin < end

    cdef Py_ssize_t end_of_space(self, Py_ssize_t begin, Py_ssize_t end) except -1:
        """Where the white space ends that a text begins with, some of which may be written as references."""
        cdef unsigned int letter
        while begin < end:
            letter = letter_at(self, begin)
            if letter == 38:
                for written in ("&#9;", "&#10;", "&#12;", "&#13;", "&#32;", "&#x9;", "&#xA;", "&#xC;", "&#xD;", "&#x20;",
                                "&#xa;", "&#xc;", "&#xd;", "&Tab;", "&NewLine;"):
                    if self.says(begin, written):
                        begin += len(written)
                        break
                else:
                    return begin
            elif is_space(letter):
                begin += 1
            else:
                return begin
        return end

    cdef int text(self, Py_ssize_t begin, Py_ssize_t end) except -1:
        """Put a text where the rules of the mode want it."""
        cdef Py_ssize_t middle
        cdef int mode
        while begin < end:
            mode = self.mode
            if mode == IN_TABLE or mode == IN_SECTION or mode == IN_ROW:
                if self.kinds[self.depth - 1] & context or self.numbers[self.depth - 1] == TEMPLATE:
                    self.waiting.append((begin, end))
                    self.waits = True
                    return 0
                self.astray = True
                self.body_text(begin, end)
                self.astray = False
                return 0
            if IN_BODY <= mode <= IN_TEMPLATE and mode != IN_COLGROUP:
                return self.body_text(begin, end)
            middle = self.end_of_space(begin, end)
            if mode <= BEFORE_HEAD:
                pass
            elif mode <= AFTER_HEAD or mode == IN_COLGROUP or mode == IN_FRAMESET or mode == AFTER_FRAMESET:
                self.put_chars(begin, middle, REFERENCES)
            else:
                self.body_text(begin, middle)
            begin = middle
            if begin == end:
                return 0
            if mode == IN_FRAMESET or mode == AFTER_FRAMESET or mode == AFTER_FRAMES:
                while begin < end and not is_space(letter_at(self, begin)):
                    begin += 1
            elif mode == AFTER_BODY or mode == AFTER_PAGE:
                self.mode = IN_BODY
            elif mode == IN_COLGROUP:
                if self.numbers[self.depth - 1] != COLGROUP:
                    return 0
                self.pop()
                self.mode = IN_TABLE
            else:
                self.step()
        return 0

    cdef int body_text(self, Py_ssize_t begin, Py_ssize_t end) except -1:
        """Put text into the body."""
        cdef Py_ssize_t at
        if self.nuls:  # what is nothing but NULs is no text
            for at in range(begin, end):
                if letter_at(self, at):
                    break
            else:
                return 0
        if begin == end:
            return 0
        self.reopen()
        if self.frames_allowed and self.shows(begin, end):
            self.frames_allowed = False
        return self.put_chars(begin, end, REFERENCES)

    cdef int flush(self) except -1:
        """Put the text that stands directly in a table where it belongs: before the table, unless it is white space."""
        cdef bint blank = True
        cdef list waiting = self.waiting
        if not waiting:
            return 0
        self.waiting, self.waits = [], False
        for begin, end in waiting:
            blank = blank and self.end_of_space(begin, end) == end
        for begin, end in waiting:
            if blank:
                self.put_chars(begin, end, REFERENCES)
            else:
                self.astray = True
                self.body_text(begin, end)
                self.astray = False
        return 0

    cdef int start(self) except -1:
        """Put the element of a start tag where it belongs."""
        cdef int number = self.tag.number
        if self.depth and self.numbers[self.depth - 1] & FOREIGN and not self.is_point(self.depth - 1, number):
            if not self.breaks_out(number):
                return self.start_foreign(number)
            while self.numbers[self.depth - 1] & FOREIGN and not self.is_point(self.depth - 1, P):
                self.pop()
        while self.start_by(self.mode, self.tag.number):
            pass
        return 0

    cdef bint is_point(self, int at, int number) except -1:
        """Whether in an element that is not HTML's a start tag, or text (-1), is read as HTML."""
        cdef int name = self.numbers[at], kind
        if name & MATH:
            name &= ~MATH
            kind = kind_of(name)
            if kind & text_point:
                return number != MGLYPH and number != MALIGNMARK
            if name != ANNOTATION:
                return False
            if number == SVG_TAG:
                return True
            said = value_of(self.source, self.nodes[self.open[at]].begin, "encoding")
            return said is not None and said.lower() in ("text/html", "application/xhtml+xml")
        return kind_of(name & ~SVG) & html_point != 0

    cdef bint breaks_out(self, int number) except -1:
        """Whether a start tag ends a drawing or a formula (13.2.6.5)."""
        if number == FONT:
            return any(value_of(self.source, self.tag.begin, name) is not None for name in ("color", "face", "size"))
        return kind_of(number) & breaks_out != 0

    cdef int start_foreign(self, int number) except -1:
        return self.insert_foreign(number, self.numbers[self.depth - 1] & FOREIGN)

    cdef int start_by(self, int mode, int number) except -1:
        """The rules of a mode for start tags; returns 1 where those of another are to be asked next."""
        cdef int kind = kind_of(number)
        if mode == IN_BODY:
            return self.start_in_body(number, kind)
        if mode == IN_CELL:
            if start_at(number) == LOST_START and kind & table_part:
                self.close_cell()
                return 1
            return self.start_in_body(number, kind)
        if mode == IN_ROW:
            return self.start_in_row(number, kind)
        if mode == IN_SECTION:
            return self.start_in_section(number, kind)
        if mode == IN_TABLE:
            return self.start_in_table(number, kind)
        if mode == IN_CAPTION:
            if not kind & table_part:
                return self.start_in_body(number, kind)
            if not self.in_table_scope(CAPTION):
                return 0
            self.close_caption()
            return 1
        if mode == IN_COLGROUP:
            if number == HTML:
                return self.start_in_body(number, kind)
            if number == COL:
                self.insert(number, True)
                return 0
            if number == TEMPLATE:
                return self.start_in_head(number, kind)
            if self.numbers[self.depth - 1] != COLGROUP:
                return 0
            self.pop()
            self.mode = IN_TABLE
            return 1
        if mode == IN_TEMPLATE:
            return self.start_in_template(number, kind)
        if mode <= AFTER_HEAD:
            return self.start_before_body(mode, number, kind)
        if mode == IN_FRAMESET:
            if number == FRAMESET or number == FRAME:
                self.insert(number, True)
            elif number == HTML:
                return self.start_in_body(number, kind)
            elif number == NOFRAMES:
                self.insert_raw(False)
            return 0
        if mode == AFTER_FRAMESET or mode == AFTER_FRAMES:
            if number == HTML:
                return self.start_in_body(number, kind)
            if number == NOFRAMES:
                self.insert_raw(False)
            return 0
        if number == HTML:  # behind the body
            return self.start_in_body(number, kind)
        self.mode = IN_BODY
        return 1

    cdef int end(self) except -1:
        """Do what an end tag says."""
        cdef int number = self.tag.number, at = self.depth - 1, name
        if self.depth and self.numbers[at] & FOREIGN:
            if number == BR or number == P:
                while self.numbers[self.depth - 1] & FOREIGN and not self.is_point(self.depth - 1, P):
                    self.pop()
            else:
                while at > 0 and self.numbers[at] & FOREIGN:
                    name = self.numbers[at] & ~FOREIGN
                    if name == number:
                        while self.depth > at:
                            self.pop()
                        return 0
                    at -= 1
        while self.end_by(self.mode, number):
            pass
        return 0

    cdef int end_by(self, int mode, int number) except -1:
        """The rules of a mode for end tags; returns 1 where those of another are to be asked next."""
        cdef int kind = kind_of(number)
        if mode == IN_BODY:
            return self.end_in_body(number, kind)
        if mode == IN_CELL:
            if kind & cell:
                if self.in_table_scope(number):
                    self.pop_implied(-1)
                    self.pop_until(number)
                    self.forget_to_marker()
                    self.mode = IN_ROW
                return 0
            if number == BODY or number == CAPTION or number == COL or number == COLGROUP or number == HTML:
                return 0
            if number == TABLE or kind & section or number == TR:
                if not self.in_table_scope(number):
                    return 0
                self.close_cell()
                return 1
            return self.end_in_body(number, kind)
        if mode == IN_ROW or mode == IN_SECTION or mode == IN_TABLE:
            return self.end_in_table(mode, number, kind)
        if mode == IN_CAPTION:
            if number == CAPTION or number == TABLE:
                if not self.in_table_scope(CAPTION):
                    return 0
                self.close_caption()
                return number == TABLE
            if number == BODY or number == HTML or kind & table_part:
                return 0
            return self.end_in_body(number, kind)
        if mode == IN_COLGROUP:
            if number == TEMPLATE:
                return self.end_template()
            if number == COL or self.numbers[self.depth - 1] != COLGROUP:
                return 0
            self.pop()
            self.mode = IN_TABLE
            return number != COLGROUP
        if mode == IN_TEMPLATE:
            return self.end_template() if number == TEMPLATE else 0
        if mode <= AFTER_HEAD:
            if number == TEMPLATE and mode >= IN_HEAD and mode != IN_NOSCRIPT:
                return self.end_template()
            if (number == HEAD and mode == IN_HEAD) or (number == NOSCRIPT and mode == IN_NOSCRIPT):
                self.step()
                return 0
            if number == BR or (mode != IN_NOSCRIPT and (number == BODY or number == HTML)) or mode == INITIAL:
                return self.step()
            if number == HEAD and (mode == BEFORE_HTML or mode == BEFORE_HEAD):
                return self.step()
            return 0
        if mode == IN_FRAMESET:
            if number == FRAMESET and self.depth > 1:
                self.pop()
                if self.numbers[self.depth - 1] != FRAMESET:
                    self.mode = AFTER_FRAMESET
            return 0
        if mode == AFTER_FRAMESET:
            if number == HTML:
                self.mode = AFTER_FRAMES
            return 0
        if mode == AFTER_FRAMES:
            return 0
        if mode == AFTER_BODY and number == HTML:
            self.mode = AFTER_PAGE
            return 0
        self.mode = IN_BODY
        return 1


DOCTYPE = re.compile(
    r"""<!doctype\s*(?P<name>[^\s>]+)\s*(?:>|public\s*(?P<public>"[^">]*"|'[^'>]*')\s*"""
    r"""(?:>|(?P<system>"[^">]*"|'[^'>]*'))|system\s*(?P<only>"[^">]*"|'[^'>]*'))""",
    re.IGNORECASE,
)
QUIRKS = (
    "+//silmaril//dtd html pro v0r11 19970101//", "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//", "-//ietf//dtd html ", "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 ", "-//microsoft//dtd internet explorer 3.0 ",
    "-//netscape comm. corp.//dtd ", "-//o'reilly and associates//dtd html ",
    "-//sq//dtd html 2.0 hotmetal + extensions//", "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//", "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//", "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//", "-//w3c//dtd html 3.2 draft//", "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//", "-//w3c//dtd html 3.2s draft//", "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//", "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//", "-//w3c//dtd w3 html//", "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//", "-//webtechs//dtd mozilla html//",
)
"""beginnings of public identifiers (13.2.6.4.1)"""


def has_quirks(doctype):
    """Whether a page of such a doctype allows tables in paragraphs."""
    parsed = DOCTYPE.match(doctype)
    if parsed is None or parsed["name"].lower() != "html":
        return True
    public, system = (
        (said or "").strip("\"'").lower() for said in (parsed["public"], parsed["system"] or parsed["only"])
    )
    if public in ("-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"):
        return True
    if system == "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd" or public.startswith(QUIRKS):
        return True
    return not system and parsed["system"] is None and public.startswith(
        ("-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//")
    )


def read_source(str source, bint scripting, Py_ssize_t most, double deadline, clock):
    """Read a page within its limits.

    It is read as without scripts, unless something would reach out of a ``noscript`` (:mod:`tamis.native.noscripts`).
    """
    reader = Reader(source, scripting, most, deadline, clock)
    reader.read()
    if reader.again:
        reader = Reader(source, True, most, deadline, clock)
        reader.read()
    return reader
