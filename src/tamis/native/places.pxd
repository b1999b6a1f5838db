# The types of places.py's variables, read by Cython when it compiles that file. Nothing runs here.
cimport cython
from tamis.native.attributes cimport Attribute

cdef extern from "math.h":
    cpdef double log(double)

@cython.locals(i=Py_ssize_t)
cpdef list doubtful(const unsigned char[:] kept, const unsigned char[:] hidden, const double[:] score, double least)

@cython.locals(
    known=list, chain=list, i=Py_ssize_t, here=Py_ssize_t, place=Py_ssize_t, until=Py_ssize_t, own=str, named=str,
    step=tuple, attribute=Attribute,
)
cpdef void find(
    const long long[:] elements, list rows, list tags, const long long[::1] parents, str markup,
    const long long[::1] begins, const long long[::1] ends, object attr, dict steps, object look_up, long long[::1] found,
) except *

@cython.locals(i=Py_ssize_t, first=cython.longlong, cut=cython.longlong, before=cython.longlong)
cpdef bint is_text_flow(const long long[:] first_run, const long long[:] last_run, const long long[::1] cuts) except -1

@cython.locals(
    i=Py_ssize_t, place=cython.longlong, wanted=cython.ulonglong, low=Py_ssize_t, high=Py_ssize_t, middle=Py_ssize_t,
    standing=cython.longlong,
)
cpdef void count(
    const unsigned long long[::1] text_keys, const long long[::1] places, const unsigned long long[::1] marks,
    const unsigned long long[::1] keys, const long long[::1] counts, long long less, long long[::1] out,
)

@cython.locals(
    level=cython.longlong, total=cython.longlong, lost=cython.longlong, rarely=cython.longlong, i=Py_ssize_t,
    here=cython.longlong, place=cython.longlong, row=Py_ssize_t,
)
cpdef long long level_of(
    list rows, const unsigned char[:] kept, const long long[:] words, const long long[::1] places,
    const unsigned char[::1] kinds, const long long[::1] standing, long long others, double copy, double rare,
) except -1

@cython.locals(
    least=double, sure=double, surest=double, label=double, clearly=double, by_place=double, margin=double,
    changed=Py_ssize_t, last=Py_ssize_t, i=Py_ssize_t, row=Py_ssize_t, place=cython.longlong, at=cython.longlong, kind=int, repeated=bint,
    chance=double, value=double, after=bint, before=bint,
)
cpdef Py_ssize_t judge(
    list rows, const unsigned char[:] kept, const unsigned char[:] hidden, const double[:] score,
    const long long[:] elements, list tags, frozenset headings, const long long[::1] places,
    const unsigned char[::1] kinds, const long long[::1] standing, const long long[::1] where, const double[::1] share,
    const double[::1] odds, const double[::1] against, long long level, tuple rule, unsigned char[::1] change,
) except -1
