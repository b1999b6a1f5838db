# cython: boundscheck=False, wraparound=False
"""The rules for what stands around a page's body: the root, the head, templates, and where a mode ends (13.2.6.4.1 on)."""

from tamis.native.nodes cimport FOREIGN, NULS, REFERENCES, SHADOW
from tamis.native.stack cimport Stack
from tamis.native.stack cimport (
    AFTER_HEAD, BASEFONT, BEFORE_HEAD, BEFORE_HTML, BGSOUND, BODY, CAPTION, COL, COLGROUP, FRAMESET, HEAD,
    HEAD_START, HTML, INITIAL, IN_BODY, IN_CAPTION, IN_CELL, IN_COLGROUP, IN_FRAMESET, IN_HEAD, IN_NOSCRIPT, IN_ROW,
    IN_SECTION, IN_TABLE, IN_TEMPLATE, LINK, META, NOFRAMES, NOSCRIPT, STYLE, TABLE, TEMPLATE, TITLE, TR, cell, host,
    implied, kind_of, raw, rcdata, section, start_at, table_part,
)
from tamis.native.tokens cimport letter_at

from tamis.native.attributes import merged, value_of
from tamis.native.noscripts import leaves_open


cdef class Outline(Stack):
    """The outline of a page."""

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

    cdef int start_before_body(self, int mode, int number, int kind) except -1:
        if mode == BEFORE_HTML and number == HTML:
            return self.begin_page(True)
        if mode > BEFORE_HTML and number == HTML:
            return self.start_html()
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
            if start_at(number) == HEAD_START:
                self.push(self.head, HEAD, kind_of(HEAD))
                self.start_in_head(number, kind)
                self.remove(self.open_at(self.head))
                return 0
            if number == HEAD:
                return 0
        return self.step()

    cdef int start_html(self) except -1:
        """Another tag of the root: what its first one does not say it says."""
        if not self.templates and self.html_element >= 0:
            self.more.setdefault(self.html_element, []).append(self.tag.begin)
        return 0

    cdef int start_in_head(self, int number, int kind) except -1:
        if number == TEMPLATE:
            return self.start_template()
        if number == NOSCRIPT:
            if not self.ask_noscript():
                return 0
            if self.insert(number, True):
                self.mode = IN_NOSCRIPT
            return 0
        if start_at(number) == HEAD_START:
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
        if start_at(number) == HEAD_START:
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

    cdef int end_template(self) except -1:
        if not self.templates:
            return 0
        while self.kinds[self.depth - 1] & (implied | table_part):
            self.pop()
        self.pop_until(TEMPLATE)
        self.forget_to_marker()
        self.templates -= 1
        return self.reset()

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
            self.nodes[<int> node].holds = ~(<unsigned long long> 0)
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
