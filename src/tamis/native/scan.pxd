# The types of scan.py's variables, read by Cython when it compiles that file. Nothing runs here.
cimport cython
from tamis.native.tree cimport numbers
from tamis.native.attributes cimport find, is_letter, is_space

cdef long long _PLACES
cdef long long _LINE, _COLUMN
cdef const long long[::1] _FORMATTING_CODES
cdef Py_ssize_t _NEARBY, _REMEMBERED, _LONGEST_NAME, _NOTED
cdef long long _EQUALS, _FEW_OPEN
cdef frozenset _FORMATTING
cdef long long _PLAIN, _FORMAT, _TABLE, _CELL, _PART, _BOUND, _RAW, _ALONE
cdef long long[::1] _WEIGHTS, _CODES_OF_KINDS, _KINDS
cdef Py_ssize_t _CODED
cdef long long _ROOM

@cython.locals(found=cython.uint, character=Py_UCS4)
cpdef bint has_surrogates(str text) except -1

@cython.locals(
    opened=dict, times=dict, count=cython.longlong, nodes=cython.longlong, size=Py_ssize_t, at=Py_ssize_t, ends=bint,
    tags=cython.longlong,
    begin=Py_ssize_t, end=Py_ssize_t, name=str, whole=str, stack=list,
)
cpdef Py_ssize_t safe_length(str source, long long most) except -1

cdef long long _code(str name) except -1

@cython.locals(
    size=Py_ssize_t, count=Py_ssize_t, most=Py_ssize_t, at=Py_ssize_t, ends=bint, named=bint, begin=Py_ssize_t,
    end=Py_ssize_t, code=cython.longlong, place=cython.longlong, codes="const long long[::1]", counts="long long[::1]",
)
cpdef Py_ssize_t most_open(str source) except -1

@cython.locals(
    size=Py_ssize_t, codes="long long[::1]", kinds="long long[::1]", before="long long[::1]", formats="long long[::1]",
    count=Py_ssize_t, formatting=Py_ssize_t, total=Py_ssize_t, at=Py_ssize_t, begin=Py_ssize_t, name=Py_ssize_t, ends=bint,
    code=cython.longlong, kind=cython.longlong, open_kind=cython.longlong, place=Py_ssize_t, other=Py_ssize_t,
    inside=Py_ssize_t, ended=Py_ssize_t, name_end=Py_ssize_t,
)
cpdef list too_deep(str source, Py_ssize_t most)

@cython.locals(size=Py_ssize_t, end=Py_ssize_t, near=Py_ssize_t, limit=Py_ssize_t, character=Py_UCS4)
cdef Py_ssize_t end_of_raw_text(str source, Py_ssize_t at, str name) except? -2

cdef class Lines:
    cdef public str source
    cdef public list starts
    cdef public Py_ssize_t line, start, feed, carriage
    @cython.locals(source=str, current=Py_ssize_t, start=Py_ssize_t, feed=Py_ssize_t, carriage=Py_ssize_t)
    cpdef Py_ssize_t offset(self, Py_ssize_t line, Py_ssize_t column) except? -2

@cython.locals(
    lines=Lines, size=Py_ssize_t, at=Py_ssize_t, row=Py_ssize_t, into="long long[::1]", place=cython.longlong
)
cpdef object attributes_begin(str source, const long long[::1] places)

@cython.locals(named=bint, character=Py_UCS4, quote=Py_UCS4)
cpdef Py_ssize_t after_tag(str source, Py_ssize_t at, Py_ssize_t size) except? -2

cdef Py_ssize_t after_comment(str source, Py_ssize_t at, Py_ssize_t size) except? -2

@cython.locals(end=Py_ssize_t, character=Py_UCS4)
cdef Py_ssize_t text_end(str source, Py_ssize_t at, Py_ssize_t high) except? -2

cdef class Finder:
    cdef public str source
    cdef public list nodes, runs
    cdef public const long long[::1] traits, run_seen
    cdef public object unescape, find_slowly
    cdef public Lines lines
    cdef public Py_ssize_t seen, at, high, cursor, start, end, known, known_place
    cdef public bint slow, moved
    cdef Py_ssize_t place(self, Py_ssize_t element) except? -2
    @cython.locals(
        total=Py_ssize_t, element=Py_ssize_t, low=Py_ssize_t, following=Py_ssize_t, after=Py_ssize_t, skip=int, raw=int
    )
    cdef void enter(self, Py_ssize_t seen)
    @cython.locals(text=str)
    cdef bint blank(self, Py_ssize_t run) except -1
    cpdef void find(self, Py_ssize_t run)
    @cython.locals(
        source=str, at=Py_ssize_t, high=Py_ssize_t, length=Py_ssize_t, end=Py_ssize_t, begin=Py_ssize_t, character=Py_UCS4,
        plain=bint,
    )
    cdef bint read(self, str text) except -1
    cdef bint same(self, str piece, str text) except -1

cdef class Places:
    cdef public list start, end, moved

@cython.locals(
    places=Places, run_seen="const long long[::1]", starts=list, ends=list, moves=list, block=Py_ssize_t, begin=Py_ssize_t,
    until=Py_ssize_t, start=Py_ssize_t, end=Py_ssize_t, moved=bint, run=Py_ssize_t, earliest=Py_ssize_t,
)
cpdef Places locate(Finder finder, const long long[::1] first, const long long[::1] last)
