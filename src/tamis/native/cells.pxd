# The types of cells.py's variables, read by Cython when it compiles that file. Nothing runs here.
cimport cython
from tamis.native.attributes cimport Attribute

cdef unsigned long long _MIX, _ALL
cdef int _CLASS, _ID, _ITEM
cdef Py_ssize_t _SIGNS, _OWN, _INDEXED, _CLASSES, _BY_ID, _LAST, _COUNT, _FIRST, _ITEM_NAME, _LONGEST, _ROWS_UP, _ITEM_UP

cdef unsigned long long mixed(unsigned long long key, unsigned long long other) noexcept

@cython.locals(key=cython.ulonglong, number=bint, space=bint, i=Py_ssize_t, character=Py_UCS4)
cdef unsigned long long hashed(str text, Py_ssize_t begin, Py_ssize_t end) except? 0

@cython.locals(
    key=cython.ulonglong, before=cython.ulonglong, kind=cython.ulonglong, count=int, i=Py_ssize_t, character=Py_UCS4
)
cdef unsigned long long shape(str text) except? 0

@cython.locals(
    count=Py_ssize_t, slots=cython.ulonglong, run=Py_ssize_t, text=str, key=cython.ulonglong, above=Py_ssize_t,
    element=Py_ssize_t, place=Py_ssize_t, own=cython.ulonglong, last=cython.ulonglong, classes=cython.ulonglong,
    label=cython.ulonglong, before=cython.ulonglong, after=cython.ulonglong, slot=cython.ulonglong,
    head=cython.ulonglong, item=cython.ulonglong, sign=Py_ssize_t, _=int,
)
cpdef Py_ssize_t signs(
    str markup, const long long[::1] names_begin, const long long[::1] names_end, const long long[::1] numbers,
    const long long[::1] parents, list runs, const long long[::1] run_parents, unsigned long long[:, ::1] parts,
    unsigned long long[:, ::1] ordinals, long long[::1] rows, unsigned long long[::1] texts,
    unsigned long long[:, ::1] out,
) except -1

@cython.locals(
    attribute=Attribute, element=Py_ssize_t, own=cython.ulonglong, named=cython.ulonglong, until=Py_ssize_t, kind=int,
    above=Py_ssize_t, step=cython.ulonglong, far=Py_ssize_t,
)
cdef void name_elements(
    str markup, const long long[::1] names_begin, const long long[::1] names_end, const long long[::1] numbers,
    const long long[::1] parents, unsigned long long[:, ::1] parts,
) except *

@cython.locals(
    last=cython.ulonglong, wanted=Py_ssize_t, row=Py_ssize_t, sign=Py_ssize_t, key=cython.ulonglong,
    slot=cython.ulonglong, place=Py_ssize_t, column=Py_ssize_t,
)
cpdef void fit(
    const unsigned long long[:, ::1] signs, Py_ssize_t count, const unsigned long long[::1] slots,
    const long long[::1] places, const double[:, ::1] weights, double[:, ::1] scores,
) except *
