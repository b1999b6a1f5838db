from tamis.native.stack cimport Stack

cdef class Outline(Stack):
    cdef int step(self) except -1
    cdef int begin_page(self, bint own) except -1
    cdef int finish(self) except -1
    cdef int reset(self) except -1
    cdef bint insert_raw(self, bint behind_line) except -1
    cdef int skip_line(self) except -1
    cdef int start_before_body(self, int mode, int number, int kind) except -1
    cdef int start_html(self) except -1
    cdef int start_in_head(self, int number, int kind) except -1
    cdef bint ask_noscript(self) except -1
    cdef int start_template(self) except -1
    cdef bint makes_shadow(self, int host_) except -1
    cdef int start_in_template(self, int number, int kind) except -1
    cdef int end_template(self) except -1
    cdef int merge(self) except -1
