from tamis.native.body cimport Body

cdef class Tables(Body):
    cdef int start_in_table(self, int number, int kind) except -1
    cdef int start_in_section(self, int number, int kind) except -1
    cdef int start_in_row(self, int number, int kind) except -1
    cdef bint close_row(self) except -1
    cdef int close_cell(self) except -1
    cdef int close_caption(self) except -1
    cdef int end_in_table(self, int mode, int number, int kind) except -1
