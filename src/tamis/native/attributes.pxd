# The types of attributes.py's variables, read by Cython when it compiles that file. Nothing runs here.
cimport cython

cdef Py_ssize_t _NEAR, _CLASS, _ID, _ITEM, _ROLE

@cython.final
cdef class Attribute:
    cdef public str text
    cdef public Py_ssize_t at, name, name_end, value, value_end
    cdef public bint has_value
    @cython.locals(text=str, at=Py_ssize_t, size=Py_ssize_t, character=Py_UCS4)
    cpdef bint next(self) except -1
    @cython.locals(text=str, size=Py_ssize_t, quote=Py_UCS4, character=Py_UCS4, near=Py_ssize_t)
    cpdef Py_ssize_t read_value(self, Py_ssize_t at) except -2
    cpdef bint closed(self) except -1
    cpdef bint called(self, str name) except -1
    @cython.locals(length=Py_ssize_t)
    cpdef int naming(self) except -1

cpdef bint is_space(Py_UCS4 character) noexcept
cpdef bint is_letter(Py_UCS4 character) noexcept


cpdef Py_ssize_t find(str text, str part, Py_ssize_t begin, Py_ssize_t end) except -2

@cython.locals(i=Py_ssize_t, character=Py_UCS4, small=Py_UCS4)
cpdef bint same(str text, Py_ssize_t begin, Py_ssize_t end, str name) except -1

@cython.locals(attribute=Attribute)
cpdef value_of(str markup, Py_ssize_t at, str name)


@cython.locals(attribute=Attribute, found=list, at=Py_ssize_t, value=str, instead=str)
cpdef list values_of(str markup, list places, str name, str other)

@cython.locals(
    attribute=Attribute, found=dict, row=Py_ssize_t, values=list, number=Py_ssize_t, given=cython.longlong, value=str
)
cpdef dict values_by_row(str markup, const long long[::1] begins, list names, unescape)

@cython.locals(attribute=Attribute, found=dict, row=Py_ssize_t, value=str, rows=list)
cpdef dict rows_by_value(str markup, const long long[::1] begins, const long long[::1] ends, str name)

@cython.locals(attribute=Attribute, found=list, number=Py_ssize_t, part=str, held=bint)
cpdef list holding(str markup, list places, str name, str other, tuple parts)

@cython.locals(attribute=Attribute, found=dict, name=str)
cpdef dict attributes_of(str markup, Py_ssize_t at)

cpdef str read_value(str value)

@cython.locals(attribute=Attribute)
cpdef Py_ssize_t end_of_tag(str markup, Py_ssize_t at) except -2
