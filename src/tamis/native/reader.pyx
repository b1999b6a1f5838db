# cython: boundscheck=False, wraparound=False
"""Reads pages as browsers do: the whole tree construction of the standard, straight into :mod:`tamis.native.nodes`.

A few bounds that browsers have as well keep every page linear: at most 512 elements are open at once (what begins
inside of these stands in the innermost of them, side by side), and of equal formatting three are opened again. There
is no error that a page could make; what stands where it should not is put where the standard says.

The numbers of sections are those of the standard: https://html.spec.whatwg.org/multipage/parsing.html
"""

import re

from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from libc.string cimport memcmp

from tamis.native.nodes cimport COMMENT, DOCUMENT, FOREIGN, MATH, NULS, REFERENCES, SHADOW, SVG, TEXT, Node, Nodes
from tamis.native.tokens cimport NAMED, Tag, known_names, letter_at, syntax_of, tag_names

from tamis.html.syntax import (
    BLOCK_END, BREAKS_OUT, CELL, CLEARS, CONTEXT, FORMATTING, HEADING, HOST, HTML_POINT, IMPLIED, ITEM_STOP, RAW, RCDATA,
    SCOPE, SECTION, SPECIAL, STARTS, TABLE_PART, TAG_NUMBERS, TEXT_POINT, VOID,
)
from tamis.html.tags import TRAITS
from tamis.native.attributes import attributes_of, merged, value_of
from tamis.native.noscripts import leaves_open

cdef enum:
    DEEPEST = 512  # elements that are open at once
    SPARE = 16  # for those that others imply
    EQUALS = 3
    ADOPTIONS = 8
    RENEWED = 3
    MARKER = -1
    CHECK_EVERY = 1024

cdef enum Mode:
    INITIAL, BEFORE_HTML, BEFORE_HEAD, IN_HEAD, IN_NOSCRIPT, AFTER_HEAD, IN_BODY, IN_TABLE, IN_CAPTION, IN_COLGROUP
    IN_SECTION, IN_ROW, IN_CELL, IN_TEMPLATE, AFTER_BODY, IN_FRAMESET, AFTER_FRAMESET, AFTER_PAGE, AFTER_FRAMES

cdef enum Start:
    OTHER, BLOCK_START, HEADING_START, FORMATTING_START, A_START, LI_START, DD_START, AREA_START, INPUT_START, HEAD_START
    TABLE_START, LOST_START, BUTTON_START, FORM_START, SELECT_START, OPTION_START, OPTGROUP_START, SVG_START, MATH_START
    PARAM_START, HR_START, PRE_START, OBJECT_START, TEXTAREA_START, IFRAME_START, NOSCRIPT_START, NOBR_START, XMP_START
    IMAGE_START, RB_START, RT_START, PLAINTEXT_START, HTML_START, BODY_START, FRAMESET_START

cdef int formatting_bit = FORMATTING, special = SPECIAL, scope = SCOPE, implied = IMPLIED, void = VOID
cdef int heading = HEADING, block_end = BLOCK_END, table_part = TABLE_PART, section = SECTION, cell = CELL
cdef int raw = RAW, rcdata = RCDATA, item_stop = ITEM_STOP, clears = CLEARS, context = CONTEXT
cdef int breaks_out = BREAKS_OUT, text_point = TEXT_POINT, html_point = HTML_POINT, host = HOST
cdef unsigned char start_of[NAMED]
for _at in range(NAMED):
    start_of[_at] = 0
for _at, _names in enumerate(STARTS):
    for _name in _names.split():
        start_of[TAG_NUMBERS[_name]] = _at + 1

cdef int P, LI, DD, DT, A, BUTTON, FORM, NOBR, IMG, TABLE, TR, TBODY, COLGROUP, COL, CAPTION, BODY, HTML, HEAD, NOSCRIPT
cdef int SELECT, BR, UL, OL, TITLE, TEMPLATE, OPTION, OPTGROUP, FRAMESET, FRAME, NOFRAMES, SCRIPT, STYLE, INPUT, RUBY, RTC
cdef int FONT, ANNOTATION, MGLYPH, MALIGNMARK, SVG_TAG, BASEFONT, BGSOUND, LINK, META, NOEMBED
(P, LI, DD, DT, A, BUTTON, FORM, NOBR, IMG, TABLE, TR, TBODY, COLGROUP, COL, CAPTION, BODY, HTML, HEAD, NOSCRIPT,
 SELECT, BR, UL, OL, TITLE, TEMPLATE, OPTION, OPTGROUP, FRAMESET, FRAME, NOFRAMES, SCRIPT, STYLE, INPUT, RUBY, RTC,
 FONT, ANNOTATION, MGLYPH, MALIGNMARK, SVG_TAG, BASEFONT, BGSOUND, LINK, META, NOEMBED) = (
    TAG_NUMBERS[name] for name in (
        "p li dd dt a button form nobr img table tr tbody colgroup col caption body html head noscript select br ul ol"
        " title template option optgroup frameset frame noframes script style input ruby rtc font annotation-xml mglyph"
        " malignmark svg basefont bgsound link meta noembed"
    ).split()
)
cdef int IMG_BITS = TRAITS.get("img", 0)


cdef struct Entry:
    int node, number
    Py_ssize_t begin, end  # of its attributes
    Py_hash_t sum  # of them, 0 until it is asked for


cdef inline bint is_space(unsigned int letter) noexcept:
    return letter == 32 or letter == 10 or letter == 9 or letter == 13 or letter == 12


cdef inline bint is_letter(unsigned int letter) noexcept:
    return 97 <= letter | 32 <= 122


cdef inline int kind_of(int number) noexcept:
    return syntax_of[number] if number < known_names else 0


cdef class Reader(Nodes):
    """The state of reading a page: what is open, and by which rules the next tag is read."""

    cdef int open[DEEPEST + SPARE]
    cdef int numbers[DEEPEST + SPARE]  # of what is open, with a bit for what is not HTML's
    cdef int kinds[DEEPEST + SPARE]
    cdef int modes[DEEPEST + SPARE]  # of the templates that are open
    cdef int depth, mode, templates, head, form, formatted, formatting_room, paragraphs
    cdef Entry *formatting
    cdef bint frames_allowed, astray, scripting, waits
    cdef readonly int deepest
    cdef public bint again, nested
    cdef list waiting
    cdef dict more
    cdef public str over
    cdef readonly int html_element
    cdef object clock
    cdef double deadline
    cdef Py_ssize_t most

    def __cinit__(self, *_, **__):
        self.formatting_room = DEEPEST
        self.formatting = <Entry *> PyMem_Malloc(self.formatting_room * sizeof(Entry))
        if self.formatting == NULL:
            raise MemoryError

    def __init__(self, str source, bint scripting, Py_ssize_t most, double deadline, clock):
        """``scripting``: whether a ``noscript`` holds text; ``most`` is how many nodes there may be."""
        Nodes.__init__(self, source)
        self.scripting = scripting
        self.most, self.deadline, self.clock = most, deadline, clock
        self.over = ""
        self.head = self.form = self.html_element = -1
        self.frames_allowed = True
        self.waiting = []
        self.more = {}

    def __dealloc__(self):
        PyMem_Free(self.formatting)

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

    # Where things go

    cdef int put_here(self, int node) except -1:
        """Put a node where the next one belongs (13.2.6.1)."""
        cdef int parent, before
        self.place(self.depth - 1, &parent, &before)
        self.put(node, parent, before)
        return 0

    cdef int place(self, int at, int *parent, int *before) except -1:
        """Where what is put into an open element goes: into it, or before a table where it is astray."""
        parent[0], before[0] = self.open[at], -1
        if not self.astray or not self.kinds[at] & context:
            return 0
        while at > 0 and self.numbers[at] != TABLE:
            if self.numbers[at] == TEMPLATE:
                parent[0] = self.open[at]
                return 0
            at -= 1
        if self.numbers[at] != TABLE:
            parent[0] = self.open[0]
        elif self.nodes[self.open[at]].parent >= 0:
            parent[0], before[0] = self.nodes[self.open[at]].parent, self.open[at]
        else:
            parent[0] = self.open[at - 1]
        return 0

    cdef int put_chars(self, Py_ssize_t begin, Py_ssize_t end, int how) except -1:
        """Put text where it belongs."""
        cdef int parent, before
        if begin < end:
            self.place(self.depth - 1, &parent, &before)
            if parent:
                self.put_text(parent, before, begin, end, how)
        return 0

    cdef bint push(self, int node, int number, int kind) except -1:
        """Open an element, unless too many are open; what others imply may always be."""
        if self.depth >= DEEPEST and (not kind & table_part or self.depth >= DEEPEST + SPARE - 1):
            self.nested = True
            return False
        self.open[self.depth] = node
        self.numbers[self.depth] = number
        self.kinds[self.depth] = kind
        self.depth += 1
        self.deepest = max(self.deepest, self.depth)
        if number == P:
            self.paragraphs += 1
        return True

    cdef int pop(self) noexcept:
        """The innermost element ends."""
        self.depth -= 1
        if self.numbers[self.depth] == P:
            self.paragraphs -= 1
        return 0

    cdef int make(self, int number, bint own) except -1:
        """Make an element, with the attributes of the tag that was read if it is its ``own``."""
        cdef int node = self.new(number)
        cdef Node *at = self.nodes + node
        if own:
            at.bits = self.tag.bits
            at.begin, at.names_begin, at.names_end = self.tag.begin, self.tag.names_begin, self.tag.names_end
        else:
            at.bits = self.plain_bits(number)
        return node

    cdef int plain_bits(self, int number) except -1:
        return TRAITS.get(self.name_of(number), 0) if number < known_names and number != A else 0

    cdef bint insert(self, int number, bint own) except -1:
        """Put an element where it belongs and open it, if it can hold something; returns whether it is open."""
        cdef int node = self.make(number, own), kind = kind_of(number)
        self.put_here(node)
        return not kind & void and self.push(node, number, kind)

    cdef bint insert_raw(self, bint behind_line) except -1:
        """Put an element whose content is no markup where it belongs, with its content."""
        cdef int node = self.make(self.tag.number, True)
        cdef Py_ssize_t begin, end
        self.put_here(node)
        if behind_line:
            self.skip_line()
        begin = self.at
        end = self.end_of_raw(self.tag.number)
        if begin < end:
            self.put_text(node, -1, begin, end, NULS | (REFERENCES if kind_of(self.tag.number) & rcdata else 0))
        return True

    cdef int skip_line(self) except -1:
        """Leave out the line end behind the start tag of a ``pre``."""
        if letter_at(self, self.at) == 13 and letter_at(self, self.at + 1) == 10:
            self.at += 2
        elif letter_at(self, self.at) == 10 or letter_at(self, self.at) == 13:
            self.at += 1
        elif letter_at(self, self.at) == 38:
            for written in ("&#10;", "&#xA;", "&#xa;", "&#XA;", "&#x0A;", "&#x0a;", "&NewLine;"):
                if self.says(self.at, written):
                    self.at += len(written)
                    break
        return 0

    # What is open

    cdef bint in_scope(self, int number, int stop, int other) noexcept:
        """Whether such an element is open, with none around it that bounds its scope (13.2.4.2)."""
        cdef int at
        for at in range(self.depth - 1, -1, -1):
            if self.numbers[at] == number:
                return True
            if self.kinds[at] & scope or self.numbers[at] == stop or self.numbers[at] == other:
                return False
        return False

    cdef bint in_table_scope(self, int number) noexcept:
        """The same, bounded by tables alone."""
        cdef int at
        for at in range(self.depth - 1, -1, -1):
            if self.numbers[at] == number:
                return True
            if self.numbers[at] == TABLE or self.numbers[at] == TEMPLATE or self.numbers[at] == HTML:
                return False
        return False

    cdef bint kind_in_table_scope(self, int kind) noexcept:
        cdef int at
        for at in range(self.depth - 1, -1, -1):
            if self.kinds[at] & kind and not self.numbers[at] & FOREIGN:
                return True
            if self.numbers[at] == TABLE or self.numbers[at] == TEMPLATE or self.numbers[at] == HTML:
                return False
        return False

    cdef int pop_until(self, int number) noexcept:
        """End all that is open up to an element with this number."""
        while self.depth > 1:
            self.pop()
            if self.numbers[self.depth] == number:
                break
        return 0

    cdef int pop_until_kind(self, int kind) noexcept:
        while self.depth > 1:
            self.pop()
            if self.kinds[self.depth] & kind and not self.numbers[self.depth] & FOREIGN:
                break
        return 0

    cdef int pop_to(self, int kind, int number) noexcept:
        """End all that is open inside an element of this kind or number, a template or the root."""
        cdef int at
        while self.depth > 1:
            at = self.numbers[self.depth - 1]
            if at == number or at == TEMPLATE or (self.kinds[self.depth - 1] & kind and not at & FOREIGN):
                break
            self.pop()
        return 0

    cdef int pop_implied(self, int but) noexcept:
        """End what ends by itself (13.2.6.3), but for elements with this number."""
        while self.kinds[self.depth - 1] & implied and self.numbers[self.depth - 1] != but:
            self.pop()
        return 0

    cdef int remove(self, int at) noexcept:
        """One of the open elements is open no more."""
        if self.numbers[at] == P:
            self.paragraphs -= 1
        self.depth -= 1
        while at < self.depth:
            self.open[at], self.numbers[at], self.kinds[at] = self.open[at + 1], self.numbers[at + 1], self.kinds[at + 1]
            at += 1
        return 0

    cdef int open_at(self, int node) noexcept:
        """Where among the open elements one stands; -1 if it is not open."""
        cdef int at = self.depth - 1
        while at >= 0 and self.open[at] != node:
            at -= 1
        return at

    cdef int close_p(self) noexcept:
        """End the paragraph that is open, if one is."""
        if self.paragraphs and self.in_scope(P, BUTTON, BUTTON):
            self.pop_implied(P)
            self.pop_until(P)
        return 0

    # Formatting (13.2.4.3)

    cdef int remember(self, int node) except -1:
        """Note formatting that is open; of more than three alike the first is forgotten."""
        cdef int at, alike = 0, first = -1, number = self.tag.number
        cdef Entry *entry
        cdef Entry *new
        cdef Entry *room
        if self.formatted == self.formatting_room:
            room = <Entry *> PyMem_Realloc(self.formatting, 2 * self.formatting_room * sizeof(Entry))
            if room == NULL:
                raise MemoryError
            self.formatting = room
            self.formatting_room *= 2
        new = self.formatting + self.formatted
        new.node, new.number, new.begin, new.end, new.sum = node, number, self.tag.begin, self.tag.end, 0
        at = -1 if node == MARKER else self.formatted - 1
        while at >= 0 and self.formatting[at].node != MARKER:
            entry = self.formatting + at
            if entry.number == number and self.equal(entry, new):
                alike += 1
                first = at
            at -= 1
        self.formatted += 1
        if alike >= EQUALS:
            self.forget(first)
        return 0

    cdef bint equal(self, Entry *one, Entry *other) except -1:
        """Whether two elements have the same attributes."""
        cdef Py_ssize_t size = one.end - one.begin
        if size == other.end - other.begin and not memcmp(
            <const char *> self.data + one.begin * self.kind, <const char *> self.data + other.begin * self.kind, size * self.kind
        ):
            return True
        return self.sum_of(one) == self.sum_of(other)

    cdef Py_hash_t sum_of(self, Entry *entry) except? -2:
        """A hash of an element's attributes, in whatever order."""
        if not entry.sum:
            entry.sum = hash(frozenset(attributes_of(self.source, entry.begin).items())) or 1
        return entry.sum

    cdef int mark(self) except -1:
        """Formatting before this does not reach into what is opened now."""
        self.remember(MARKER)
        return 0

    cdef int forget(self, int at) noexcept:
        """Do not open this formatting again."""
        self.formatted -= 1
        while at < self.formatted:
            self.formatting[at] = self.formatting[at + 1]
            at += 1
        return 0

    cdef int forget_to_marker(self) noexcept:
        while self.formatted:
            self.formatted -= 1
            if self.formatting[self.formatted].node == MARKER:
                break
        return 0

    cdef int formatting_at(self, int node) noexcept:
        """Where formatting stands in the list; -1 if it does not."""
        cdef int at = self.formatted - 1
        while at >= 0 and self.formatting[at].node != node:
            at -= 1
        return at

    cdef int copy_of(self, int node) except -1:
        """An element with the name and the attributes of another."""
        cdef int copy = self.new(self.nodes[node].number)
        cdef Node *here = self.nodes + copy
        cdef Node *there = self.nodes + node
        here.bits, here.begin = there.bits, there.begin
        here.names_begin, here.names_end = there.names_begin, there.names_end
        return copy

    cdef int reopen(self) except -1:
        """Open the formatting again that blocks ended."""
        cdef int at = self.formatted - 1, node
        if at < 0 or self.formatting[at].node == MARKER or self.open_at(self.formatting[at].node) >= 0:
            return 0
        while at > 0 and self.formatting[at - 1].node != MARKER and self.open_at(self.formatting[at - 1].node) < 0:
            at -= 1
        while at < self.formatted:
            if self.count > self.most:
                return 0  # which ends the reading before the next tag
            if self.depth >= DEEPEST:
                self.nested = True
                return 0
            node = self.copy_of(self.formatting[at].node)
            self.put_here(node)
            self.push(node, self.formatting[at].number, kind_of(self.formatting[at].number))
            self.formatting[at].node = node
            at += 1
        return 0

    cdef int adopt(self, int number) except -1:
        """End formatting, which blocks may stand in the way of (13.2.6.4.7, "adoption agency")."""
        cdef int _, entry, place, block, bookmark, steps, at, node, last, renewed, parent, before, child
        at = self.depth - 1
        if self.numbers[at] == number and self.formatting_at(self.open[at]) < 0:
            return self.pop()
        for _ in range(ADOPTIONS):
            entry = self.formatted - 1
            while entry >= 0 and self.formatting[entry].node != MARKER and self.formatting[entry].number != number:
                entry -= 1
            if entry < 0 or self.formatting[entry].node == MARKER:
                return self.end_any(number)
            place = self.open_at(self.formatting[entry].node)
            if place < 0:
                return self.forget(entry)
            for at in range(self.depth - 1, place, -1):
                if self.kinds[at] & scope:
                    return 0
            block = place + 1
            while block < self.depth and not self.kinds[block] & special:
                block += 1
            if block == self.depth:
                while self.depth > place:
                    self.pop()
                return self.forget(entry)
            bookmark, steps = entry, 0
            at, last = block, self.open[block]
            while True:
                at -= 1
                steps += 1
                if at == place:
                    break
                node = self.open[at]
                renewed = self.formatting_at(node)
                if steps > RENEWED and renewed >= 0:
                    self.forget(renewed)
                    bookmark -= renewed < bookmark
                    entry -= renewed < entry
                    renewed = -1
                if renewed < 0:
                    self.remove(at)
                    block -= 1
                    continue
                node = self.copy_of(node)
                self.open[at] = self.formatting[renewed].node = node
                if last == self.open[block]:
                    bookmark = renewed + 1
                self.take_out(last)
                self.put(last, node, -1)
                last = node
            self.take_out(last)
            self.place(place - 1, &parent, &before)
            self.put(last, parent, before)
            node = self.copy_of(self.formatting[entry].node)
            child = self.nodes[self.open[block]].first
            self.nodes[node].first, self.nodes[node].last = child, self.nodes[self.open[block]].last
            while child >= 0:
                self.nodes[child].parent = node
                child = self.nodes[child].after
            self.nodes[self.open[block]].first = self.nodes[self.open[block]].last = -1
            self.put(node, self.open[block], -1)
            self.move_entry(entry, bookmark, node)
            self.remove(place)
            self.open_behind(block - 1, node, number)
        return 0

    cdef int move_entry(self, int entry, int bookmark, int node) noexcept:
        """Formatting is another element from now on, and stands elsewhere in the list."""
        cdef Entry moved = self.formatting[entry]
        moved.node = node
        self.forget(entry)
        bookmark -= entry < bookmark
        cdef int at = self.formatted
        while at > bookmark:
            self.formatting[at] = self.formatting[at - 1]
            at -= 1
        self.formatting[bookmark] = moved
        self.formatted += 1
        return 0

    cdef int open_behind(self, int place, int node, int number) noexcept:
        """Open an element inside of one that is open, around those that are inside of it."""
        cdef int at = self.depth
        while at > place + 1:
            self.open[at], self.numbers[at], self.kinds[at] = self.open[at - 1], self.numbers[at - 1], self.kinds[at - 1]
            at -= 1
        self.open[at], self.numbers[at], self.kinds[at] = node, number, kind_of(number)
        self.depth += 1
        return 0

    # Texts

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

    # The outline of a page

    cdef int step(self) except -1:
        """Do what is implied where a page does not say it: begin the root, the head, the body."""
        if self.mode == INITIAL:
            self.quirks = True
            self.mode = BEFORE_HTML
        elif self.mode == BEFORE_HTML:
            self.begin_page(False)
        elif self.mode == BEFORE_HEAD:
            self.insert(HEAD, False)
            self.head = self.open[self.depth - 1]
            self.mode = IN_HEAD
        elif self.mode == IN_HEAD:
            self.pop()
            self.mode = AFTER_HEAD
        elif self.mode == IN_NOSCRIPT:
            self.pop()
            self.mode = IN_HEAD
        elif self.mode == AFTER_HEAD:
            self.insert(BODY, False)
            self.mode = IN_BODY
        return 1

    cdef int begin_page(self, bint own) except -1:
        self.html_element = self.make(HTML, own)
        self.put(self.html_element, 0, -1)
        self.push(self.html_element, HTML, kind_of(HTML))
        self.mode = BEFORE_HEAD
        return 0

    cdef int finish(self) except -1:
        """The page ends."""
        while self.templates or self.mode < IN_BODY:
            if self.templates:
                self.pop_until(TEMPLATE)
                self.forget_to_marker()
                self.templates -= 1
                self.reset()
            else:
                self.step()
        return 0

    cdef int reset(self) except -1:
        """Find the mode by what is open (13.2.4.1)."""
        cdef int at, number
        for at in range(self.depth - 1, -1, -1):
            number = self.numbers[at]
            if number & FOREIGN:
                continue
            if self.kinds[at] & cell and at:
                self.mode = IN_CELL
            elif number == TR:
                self.mode = IN_ROW
            elif self.kinds[at] & section:
                self.mode = IN_SECTION
            elif number == CAPTION:
                self.mode = IN_CAPTION
            elif number == COLGROUP:
                self.mode = IN_COLGROUP
            elif number == TABLE:
                self.mode = IN_TABLE
            elif number == TEMPLATE:
                self.mode = self.modes[self.templates - 1]
            elif number == HEAD and at:
                self.mode = IN_HEAD
            elif number == BODY:
                self.mode = IN_BODY
            elif number == FRAMESET:
                self.mode = IN_FRAMESET
            elif number == HTML:
                self.mode = BEFORE_HEAD if self.head < 0 else AFTER_HEAD
            else:
                continue
            return 0
        self.mode = IN_BODY
        return 0

    # Start tags

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

    cdef int insert_foreign(self, int number, int space) except -1:
        """Put an element of a drawing or a formula where it belongs."""
        cdef int node = self.make(number, True), kind = kind_of(number)
        self.nodes[node].bits |= space
        self.put_here(node)
        if not self.tag.closed:
            if space == MATH:
                kind = special | scope if kind & text_point or number == ANNOTATION else 0
            else:
                kind = special | scope if kind & html_point else 0
            self.push(node, number | space, kind)
        return 0

    cdef int start_by(self, int mode, int number) except -1:
        """The rules of a mode for start tags; returns 1 where those of another are to be asked next."""
        cdef int kind = kind_of(number)
        if mode == IN_BODY:
            return self.start_in_body(number, kind)
        if mode == IN_CELL:
            if start_of[number if number < known_names else 0] == LOST_START and kind & table_part:
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

    cdef int start_before_body(self, int mode, int number, int kind) except -1:
        if mode == BEFORE_HTML and number == HTML:
            return self.begin_page(True)
        if mode > BEFORE_HTML and number == HTML:
            return self.start_in_body(number, kind)
        if mode == BEFORE_HEAD and number == HEAD:
            self.insert(HEAD, True)
            self.head = self.open[self.depth - 1]
            self.mode = IN_HEAD
            return 0
        if mode == IN_HEAD:
            return self.start_in_head(number, kind)
        if mode == IN_NOSCRIPT:
            if number == BASEFONT or number == BGSOUND or number == LINK or number == META or number == NOFRAMES or number == STYLE:
                return self.start_in_head(number, kind)
            if number == HEAD or number == NOSCRIPT:
                return 0
        if mode == AFTER_HEAD:
            if number == BODY or number == FRAMESET:
                self.insert(number, True)
                self.frames_allowed = self.frames_allowed and number != BODY
                self.mode = IN_BODY if number == BODY else IN_FRAMESET
                return 0
            if start_of[number if number < known_names else 0] == HEAD_START:
                self.push(self.head, HEAD, kind_of(HEAD))
                self.start_in_head(number, kind)
                self.remove(self.open_at(self.head))
                return 0
            if number == HEAD:
                return 0
        return self.step()

    cdef int start_in_head(self, int number, int kind) except -1:
        if number == TEMPLATE:
            return self.start_template()
        if number == NOSCRIPT:
            if not self.ask_noscript():
                return 0
            if self.insert(number, True):
                self.mode = IN_NOSCRIPT
            return 0
        if start_of[number if number < known_names else 0] == HEAD_START:
            if kind & (raw | rcdata):
                self.insert_raw(False)
            else:
                self.insert(number, True)
            return 0
        if number == HEAD:
            return 0
        return self.step()

    cdef bint ask_noscript(self) except -1:
        """Whether the content of a ``noscript`` is markup; where it is text it is read here."""
        if self.scripting:
            self.insert_raw(False)
            return False
        if leaves_open(self.source, self.tag.begin):
            self.again = True
            return False
        return True

    cdef int start_template(self) except -1:
        """Open a template, or a shadow, which is no part of what its host holds."""
        cdef int node, host_ = self.open[self.depth - 1]
        node = self.make(TEMPLATE, True)
        if self.depth > 1 and self.makes_shadow(host_):
            self.nodes[node].parent = host_
            self.nodes[node].bits |= SHADOW
            self.shadows[host_] = node
        else:
            self.put_here(node)
        if self.push(node, TEMPLATE, kind_of(TEMPLATE)):
            self.mark()
            self.frames_allowed = False
            self.modes[self.templates] = self.mode = IN_TEMPLATE
            self.templates += 1
        return 0

    cdef bint makes_shadow(self, int host_) except -1:
        """Whether a template is none, but what the element around it shows in the place of its own content."""
        cdef int at, number = self.numbers[self.depth - 1]
        if self.tag.end - self.tag.begin < 15 or host_ in self.shadows or number & FOREIGN:
            return False
        mode = value_of(self.source, self.tag.begin, "shadowrootmode")
        if mode is None or mode.lower() not in ("open", "closed"):
            return False
        for at in range(self.depth):
            if self.numbers[at] == TEMPLATE and not self.nodes[self.open[at]].bits & SHADOW:
                return False
        return kind_of(number) & host != 0 or "-" in self.name_of(number)

    cdef int start_in_template(self, int number, int kind) except -1:
        cdef int mode = IN_BODY
        if start_of[number if number < known_names else 0] == HEAD_START:
            return self.start_in_head(number, kind)
        if number == CAPTION or number == COLGROUP or kind & section:
            mode = IN_TABLE
        elif number == COL:
            mode = IN_COLGROUP
        elif number == TR:
            mode = IN_SECTION
        elif kind & cell:
            mode = IN_ROW
        self.modes[self.templates - 1] = self.mode = mode
        return 1

    cdef int start_in_body(self, int number, int kind) except -1:
        """The rules for start tags in the body (13.2.6.4.7)."""
        cdef int what = start_of[number] if number < known_names else OTHER
        if what == BLOCK_START:
            self.close_p()
            self.insert(number, True)
        elif what == OTHER:
            self.reopen()
            self.insert(number, True)
        elif what == A_START:
            self.start_a()
        elif what == FORMATTING_START:
            self.reopen()
            if self.insert(number, True):
                self.remember(self.open[self.depth - 1])
        elif what == AREA_START:
            self.reopen()
            self.insert(number, True)
            self.frames_allowed = False
        elif what == LI_START or what == DD_START:
            self.close_item(number)
            self.close_p()
            self.insert(number, True)
            self.frames_allowed = False
        elif what == HEAD_START:
            return self.start_in_head(number, kind)
        elif what == HEADING_START:
            self.close_p()
            if self.kinds[self.depth - 1] & heading:
                self.pop()
            self.insert(number, True)
        elif what == TABLE_START:
            if not self.quirks:
                self.close_p()
            self.frames_allowed = False
            if self.insert(number, True):
                self.mode = IN_TABLE
        elif what == INPUT_START:
            self.end_select()
            self.reopen()
            self.insert(number, True)
            if not self.is_hidden_input():
                self.frames_allowed = False
        elif what == SVG_START or what == MATH_START:
            self.reopen()
            self.insert_foreign(number, SVG if what == SVG_START else MATH)
        elif what == BUTTON_START:
            if self.in_scope(BUTTON, -1, -1):
                self.pop_implied(-1)
                self.pop_until(BUTTON)
            self.reopen()
            self.insert(number, True)
            self.frames_allowed = False
        elif what == IMAGE_START:
            self.tag.number = IMG  # "Don't ask."
            self.tag.bits |= IMG_BITS
            return 1
        elif what == LOST_START:
            return 0
        else:
            return self.start_rarer(what, number, kind)
        return 0

    cdef int start_rarer(self, int what, int number, int kind) except -1:
        """Those that pages have less of."""
        if what == FORM_START:
            if self.form >= 0 and not self.templates:
                return 0
            self.close_p()
            if self.insert(number, True) and not self.templates:
                self.form = self.open[self.depth - 1]
        elif what == SELECT_START:
            if self.end_select():
                return 0
            self.reopen()
            self.insert(number, True)
            self.frames_allowed = False
        elif what == OPTION_START or what == OPTGROUP_START:
            if self.in_scope_of_select():
                self.pop_implied(OPTGROUP if what == OPTION_START else -1)
            elif self.numbers[self.depth - 1] == OPTION:
                self.pop()
            self.reopen()
            self.insert(number, True)
        elif what == PARAM_START:
            self.insert(number, True)
        elif what == HR_START:
            self.close_p()
            if self.in_scope_of_select():
                self.pop_implied(-1)
            self.insert(number, True)
            self.frames_allowed = False
        elif what == PRE_START:
            self.close_p()
            self.insert(number, True)
            self.skip_line()
            self.frames_allowed = False
        elif what == OBJECT_START:
            self.reopen()
            if self.insert(number, True):
                self.mark()
            self.frames_allowed = False
        elif what == TEXTAREA_START or what == IFRAME_START or what == XMP_START:
            if what == XMP_START:
                self.close_p()
                self.reopen()
            self.frames_allowed = self.frames_allowed and number == NOEMBED
            self.insert_raw(what == TEXTAREA_START)
        elif what == NOSCRIPT_START:
            if self.ask_noscript():
                self.reopen()
                self.insert(number, True)
        elif what == NOBR_START:
            self.reopen()
            if self.in_scope(NOBR, -1, -1):
                self.adopt(NOBR)
                self.reopen()
            if self.insert(number, True):
                self.remember(self.open[self.depth - 1])
        elif what == RB_START or what == RT_START:
            if self.in_scope(RUBY, -1, -1):
                self.pop_implied(RTC if what == RT_START else -1)
            self.insert(number, True)
        elif what == PLAINTEXT_START:
            self.close_p()
            self.insert(number, True)
            if self.at < self.size:
                self.reopen()
                self.put_chars(self.at, self.size, NULS)
            self.at = self.size
        elif what == HTML_START:
            if not self.templates and self.html_element >= 0:
                self.more.setdefault(self.html_element, []).append(self.tag.begin)
        elif what == BODY_START:
            if self.depth > 1 and self.numbers[1] == BODY and not self.templates:
                self.frames_allowed = False
                self.more.setdefault(self.open[1], []).append(self.tag.begin)
        elif what == FRAMESET_START:
            if self.depth > 1 and self.numbers[1] == BODY and self.frames_allowed:
                self.take_out(self.open[1])
                while self.depth > 1:
                    self.pop()
                self.insert(number, True)
                self.mode = IN_FRAMESET
        return 0

    cdef int start_a(self) except -1:
        """A link ends the one that it begins in."""
        cdef int at = self.formatted - 1, node
        while at >= 0 and self.formatting[at].node != MARKER:
            if self.formatting[at].number == A:
                node = self.formatting[at].node
                self.adopt(A)
                at = self.formatting_at(node)
                if at >= 0:
                    self.forget(at)
                at = self.open_at(node)
                if at >= 0:
                    self.remove(at)
                break
            at -= 1
        self.reopen()
        if self.insert(A, True):
            self.remember(self.open[self.depth - 1])
        return 0

    cdef int close_item(self, int number) except -1:
        """End the item, term or description that another one follows."""
        cdef int at, open_one
        for at in range(self.depth - 1, -1, -1):
            open_one = self.numbers[at]
            if open_one == number or (number != LI and (open_one == DD or open_one == DT)):
                self.pop_implied(open_one)
                self.pop_until(open_one)
                return 0
            if self.kinds[at] & special and not self.kinds[at] & item_stop:
                return 0
        return 0

    cdef bint in_scope_of_select(self) noexcept:
        """Whether a select is open around here: it bounds the scope itself."""
        return self.in_scope(SELECT, -1, -1)

    cdef bint end_select(self) noexcept:
        """End the select that is open, if one is."""
        if not self.in_scope_of_select():
            return False
        self.pop_until(SELECT)
        return True

    cdef bint is_hidden_input(self) except -1:
        said = value_of(self.source, self.tag.begin, "type")
        return said is not None and said.lower() == "hidden"

    # What the columns are made of

    def body(self):
        """The element whose content the columns have: a page of frames has no body, and its frameset stands in for it."""
        cdef int node
        if self.html_element < 0:
            return 0
        for number in (BODY, FRAMESET):
            node = self.child(self.html_element, number)
            if node >= 0:
                return node
        return self.html_element

    cdef int merge(self) except -1:
        """Give elements that have several tags the attributes of all, which are written behind the source."""
        cdef str text = self.source
        for node, places in self.more.items():
            own = self.nodes[<int> node].begin
            self.nodes[<int> node].begin = len(text) + 1
            text = f"{text}>{merged(self.source, [own, *places])}"
            self.nodes[<int> node].names_begin, self.nodes[<int> node].names_end = self.nodes[<int> node].begin, len(text)
        self.written = text
        return 0

    @property
    def markup(self):
        """The source, and what does not stand there."""
        return self.written

    def head_elements(self):
        """The tags of the head's elements, and where their attributes begin; and the title."""
        cdef int node = self.nodes[self.head].first if self.head >= 0 else -1
        cdef list found = []
        title = None
        while node >= 0:
            if self.nodes[node].number >= 0:
                found.append((self.name_of(self.nodes[node].number), self.nodes[node].begin))
                if self.nodes[node].number == TITLE and title is None and self.nodes[node].first >= 0:
                    title = self.own_text(self.nodes[node].first)
            node = self.nodes[node].after
        return found, title

    # Tables

    cdef int start_in_table(self, int number, int kind) except -1:
        if number == CAPTION or number == COLGROUP or kind & section:
            self.pop_to(0, TABLE)
            if number == CAPTION:
                self.mark()
            self.insert(number, True)
            self.mode = IN_CAPTION if number == CAPTION else IN_COLGROUP if number == COLGROUP else IN_SECTION
            return 0
        if kind & table_part:
            self.pop_to(0, TABLE)
            self.insert(COLGROUP if number == COL else TBODY, False)
            self.mode = IN_COLGROUP if number == COL else IN_SECTION
            return 1
        if number == TABLE:
            if not self.in_table_scope(TABLE):
                return 0
            self.pop_until(TABLE)
            self.reset()
            return 1
        if number == STYLE or number == SCRIPT or number == TEMPLATE:
            return self.start_in_head(number, kind)
        if number == INPUT and self.is_hidden_input():
            self.insert(number, True)
            return 0
        if number == FORM:
            if not self.templates and self.form < 0:
                self.insert(number, True)
                self.form = self.open[self.depth - 1]
                self.pop()
            return 0
        self.astray = True
        kind = self.start_in_body(number, kind)
        self.astray = False
        return kind

    cdef int start_in_section(self, int number, int kind) except -1:
        if number == TR or kind & cell:
            self.pop_to(section, -1)
            self.insert(TR, number == TR)
            self.mode = IN_ROW
            return number != TR
        if kind & table_part:
            if not self.kind_in_table_scope(section):
                return 0
            self.pop_to(section, -1)
            self.pop()
            self.mode = IN_TABLE
            return 1
        return self.start_in_table(number, kind)

    cdef int start_in_row(self, int number, int kind) except -1:
        if kind & cell:
            self.pop_to(0, TR)
            self.insert(number, True)
            self.mark()
            self.mode = IN_CELL
            return 0
        if kind & table_part:
            return self.close_row()
        return self.start_in_table(number, kind)

    cdef bint close_row(self) except -1:
        """End the row that is open; returns whether there was one."""
        if not self.in_table_scope(TR):
            return False
        self.pop_to(0, TR)
        self.pop()
        self.mode = IN_SECTION
        return True

    cdef int close_cell(self) except -1:
        """End the cell that is open."""
        self.pop_implied(-1)
        self.pop_until_kind(cell)
        self.forget_to_marker()
        self.mode = IN_ROW
        return 0

    cdef int close_caption(self) except -1:
        self.pop_implied(-1)
        self.pop_until(CAPTION)
        self.forget_to_marker()
        self.mode = IN_TABLE
        return 0

    # End tags

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

    cdef int end_in_body(self, int number, int kind) except -1:
        """The rules for end tags in the body."""
        cdef int at
        if kind & formatting_bit:
            return self.adopt(number)
        if kind & block_end:
            if self.in_scope(number, -1, -1):
                self.pop_implied(-1)
                self.pop_until(number)
                if kind & clears:
                    self.forget_to_marker()
            return 0
        if number == P:
            if not self.paragraphs or not self.in_scope(P, BUTTON, BUTTON):
                self.insert(P, False)
            self.close_p()
            return 0
        if number == LI or number == DD or number == DT:
            if self.in_scope(number, UL if number == LI else -1, OL if number == LI else -1):
                self.pop_implied(number)
                self.pop_until(number)
            return 0
        if kind & heading:
            for at in range(self.depth - 1, -1, -1):
                if self.kinds[at] & heading:
                    self.pop_implied(-1)
                    self.pop_until_kind(heading)
                    return 0
                if self.kinds[at] & scope:
                    return 0
            return 0
        if number == FORM:
            return self.end_form()
        if number == BR:
            self.reopen()
            self.insert(BR, False)
            self.frames_allowed = False
            return 0
        if number == TEMPLATE:
            return self.end_template()
        if number == BODY or number == HTML:
            if self.in_scope(BODY, -1, -1):
                self.mode = AFTER_BODY
                return number == HTML
            return 0
        return self.end_any(number)

    cdef int end_any(self, int number) noexcept:
        """Other end tags: end the nearest such element, unless a special one is in the way."""
        cdef int at
        for at in range(self.depth - 1, 0, -1):
            if self.numbers[at] == number:
                self.pop_implied(number)
                while self.depth > at:
                    self.pop()
                return 0
            if self.kinds[at] & special:
                return 0
        return 0

    cdef int end_form(self) except -1:
        cdef int at
        if self.templates:
            if self.in_scope(FORM, -1, -1):
                self.pop_implied(-1)
                self.pop_until(FORM)
            return 0
        at, self.form = self.open_at(self.form) if self.form >= 0 else -1, -1
        if at < 0:
            return 0
        cdef int node = self.open[at], above
        for above in range(self.depth - 1, at, -1):
            if self.kinds[above] & scope:
                return 0
        self.pop_implied(-1)
        self.remove(self.open_at(node))
        return 0

    cdef int end_template(self) except -1:
        if not self.templates:
            return 0
        while self.kinds[self.depth - 1] & (implied | table_part):
            self.pop()
        self.pop_until(TEMPLATE)
        self.forget_to_marker()
        self.templates -= 1
        return self.reset()

    cdef int end_in_table(self, int mode, int number, int kind) except -1:
        if number == TEMPLATE:
            return self.end_template()
        if mode == IN_ROW:
            if number == TR:
                self.close_row()
                return 0
            if number == TABLE or kind & section:
                if number != TABLE and not self.in_table_scope(number):
                    return 0
                return self.close_row()
        elif mode == IN_SECTION:
            if kind & section:
                if self.in_table_scope(number):
                    self.pop_to(section, -1)
                    self.pop()
                    self.mode = IN_TABLE
                return 0
            if number == TABLE:
                if not self.kind_in_table_scope(section):
                    return 0
                self.pop_to(section, -1)
                self.pop()
                self.mode = IN_TABLE
                return 1
        if number == TABLE:
            if self.in_table_scope(TABLE):
                self.pop_until(TABLE)
                self.reset()
            return 0
        if number == BODY or number == HTML or kind & table_part:
            return 0
        self.astray = True
        kind = self.end_in_body(number, kind)
        self.astray = False
        return kind


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
