# The types of tree.py's variables, read by Cython when it compiles that file. Nothing runs here.
cimport cython

cdef long long WORDS, TIDY, EVEN
cdef str _FIRST, _LAST
cdef Py_UCS4 _SPACELESS_FROM
cdef int _IN_SPACE, _IN_WORD, _BEHIND_WORD

@cython.locals(script=Py_ssize_t)
cdef bint is_spaceless(Py_UCS4 character) except -1

@cython.locals(
    words=cython.longlong, tidy=bint, state=int, character=Py_UCS4, even=bint, around=bint, gap=Py_ssize_t
)
cpdef long long measure(str text) except -1

cpdef long long count_words(str text) except -1

cpdef str in_line(str text)

@cython.locals(run=Py_ssize_t, group=cython.longlong, text=str)
cpdef void add_words(
    list runs, const long long[::1] run_parents, const long long[::1] groups, long long[::1] words
) except *

@cython.locals(row=Py_ssize_t, kind=cython.longlong, within=Py_ssize_t)
cpdef void count_parts(
    const long long[::1] numbers, const long long[::1] parents, const long long[::1] tables, const long long[::1] kinds,
    long long table, long long[:, ::1] counts
) except *

@cython.locals(
    total=Py_ssize_t, place=Py_ssize_t, found=Py_ssize_t, following=Py_ssize_t, block=int, link=int, preformatted=int,
    a_hidden=int, begin=Py_ssize_t, end=Py_ssize_t, cut=cython.longlong, raw=str, piece=str, shape=cython.longlong,
    text=str, count=cython.longlong, linked=cython.longlong, run=Py_ssize_t, element=cython.longlong,
    above=cython.longlong,
)
cpdef Py_ssize_t gather(
    list runs, const long long[::1] run_parents, const long long[::1] run_cuts, const long long[::1] parents,
    const long long[::1] traits, const long long[::1] flags, const long long[::1] begins,
    list texts, long long[:, ::1] rows, unsigned char[::1] hidden,
) except -1

@cython.locals(
    known=list, found=list, missing=list, path=tuple, element=Py_ssize_t, above=Py_ssize_t, place=Py_ssize_t,
    below=Py_ssize_t,
)
cpdef list paths(list tags, const long long[::1] parents, list elements)

@cython.locals(i=Py_ssize_t)
cdef bint stands(str word, str text, Py_ssize_t at) except -1

@cython.locals(
    at=Py_ssize_t, size=Py_ssize_t, done=Py_ssize_t, row=Py_ssize_t, number=Py_ssize_t, letter=cython.uint,
    quote=cython.uint, mask=cython.uint,
)
cpdef set mentioned(
    str text, const long long[::1] begins, list words, const long long[::1] places, const unsigned int[:, ::1] masks
)

@cython.locals(block=Py_ssize_t, start=Py_ssize_t, stop=Py_ssize_t, earliest=Py_ssize_t)
cpdef void trimmed(
    str source, const long long[::1] begins, const long long[::1] ends, const long long[::1] first,
    const long long[::1] last, long long[::1] starts, long long[::1] stops, unsigned char[::1] moved,
)

@cython.locals(count=Py_ssize_t, i=Py_ssize_t, above=Py_ssize_t)
cpdef void subtree_ends(const long long[::1] parents, long long[::1] ends)

@cython.locals(found=list, row=Py_ssize_t)
cpdef list rows_of(const long long[::1] numbers, long long number)

@cython.locals(found=list, row=Py_ssize_t)
cpdef list rows_with(const long long[::1] traits, long long bits)

@cython.locals(i=Py_ssize_t, row=Py_ssize_t, above=cython.longlong)
cpdef void outermost(list rows, const long long[::1] parents, long long[::1] found)

@cython.locals(i=Py_ssize_t)
cpdef void hand_down(long long[::1] bits, const long long[::1] parents)

@cython.locals(i=Py_ssize_t, row=Py_ssize_t)
cpdef void innermost(list rows, const long long[::1] parents, long long[::1] found)

cpdef bint is_prose(long long words, long long link_words, long long least, double links) noexcept

@cython.locals(shown=cython.longlong, covered=cython.longlong, every=cython.longlong, i=Py_ssize_t, prose=bint)
cpdef tuple tally(
    const long long[::1] words, const long long[::1] link_words, const unsigned char[::1] hidden, long long least,
    double links,
)

@cython.locals(found=cython.uint, character=Py_UCS4)
cpdef bint has_surrogates(str text) except -1
