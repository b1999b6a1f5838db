# cython: boundscheck=False, wraparound=False
"""The rules for tags in tables (13.2.6.4.9 to 13.2.6.4.15)."""

from tamis.native.body cimport Body
from tamis.native.stack cimport (
    BODY, CAPTION, COL, COLGROUP, FORM, HTML, INPUT, IN_CAPTION, IN_CELL, IN_COLGROUP, IN_ROW, IN_SECTION, IN_TABLE,
    SCRIPT, STYLE, TABLE, TBODY, TEMPLATE, TR, cell, section, table_part,
)


cdef class Tables(Body):
    """The tables of a page."""

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
