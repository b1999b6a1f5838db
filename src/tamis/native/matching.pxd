from tamis.native.attributes cimport Attribute
from tamis.native.selectors cimport Alternative, Selectors, Step, Test

cdef enum:
    FEW = 8  # elements with a name, for which all of them are tried

cdef class Matcher(Selectors):
    cdef Attribute attribute
    cdef long long left  # steps that may yet be taken
    cdef const long long *ends  # of rows, where those of what is in them end; NULL if they are not known
    cdef int html

    cdef bint is_one_of(self, int alternative, int node) except -1
    cdef bint matches(self, int alternative, int node) except -1
    cdef int stands(self, Alternative *alternative, int number, int node) except -3
    cdef int stands_in_few(self, Alternative *alternative, int step, int token, int row) except -3
    cdef bint fits(self, Step *step, int node) except -1
    cdef bint passes(self, Test *test, int node) except -1
    cdef bint is_empty(self, int node) except -1
    cdef str value_of(self, int node, str name)
    cdef bint has_attribute(self, int wanted, int node) except -1
