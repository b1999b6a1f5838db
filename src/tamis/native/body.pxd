from tamis.native.outline cimport Outline

cdef class Body(Outline):
    cdef int start_in_body(self, int number, int kind) except -1
    cdef int start_rarer(self, int what, int number, int kind) except -1
    cdef int start_a(self) except -1
    cdef int close_item(self, int number) except -1
    cdef bint in_scope_of_select(self) noexcept
    cdef bint end_select(self) noexcept
    cdef bint is_hidden_input(self) except -1
    cdef int insert_foreign(self, int number, int space) except -1
    cdef int end_in_body(self, int number, int kind) except -1
    cdef int end_form(self) except -1
