# cython: boundscheck=False, wraparound=False
"""The rules for tags in a page's body (13.2.6.4.7)."""

from tamis.native.nodes cimport MATH, NULS, SVG
from tamis.native.outline cimport Outline
from tamis.native.stack cimport (
    A, AFTER_BODY, ANNOTATION, AREA_START, A_START, BLOCK_START, BODY, BODY_START, BR, BUTTON, BUTTON_START, DD,
    DD_START, DT, FORM, FORMATTING_START, FORM_START, FRAMESET_START, HEADING_START, HEAD_START, HR_START, HTML,
    HTML_START, IFRAME_START, IMAGE_START, IMG, INPUT_START, IN_FRAMESET, IN_TABLE, LI, LI_START, LOST_START, MARKER,
    MATH_START, NOBR, NOBR_START, NOEMBED, NOSCRIPT_START, OBJECT_START, OL, OPTGROUP, OPTGROUP_START, OPTION,
    OPTION_START, OTHER, P, PARAM_START, PLAINTEXT_START, PRE_START, RB_START, RTC, RT_START, RUBY, SELECT,
    SELECT_START, SVG_START, TABLE_START, TEMPLATE, TEXTAREA_START, UL, XMP_START, block_end, clears, formatting_bit,
    heading, html_point, item_stop, kind_of, scope, special, start_at, text_point,
)

from tamis.html.tags import TRAITS
from tamis.native.attributes import value_of

cdef int IMG_BITS = TRAITS.get("img", 0)


cdef class Body(Outline):
    """The body of a page."""

    cdef int start_in_body(self, int number, int kind) except -1:
        """The rules for start tags in the body (13.2.6.4.7)."""
        cdef int what = start_at(number)
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
            self.start_html()
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
