# The types of tree.py's variables, read by Cython when it compiles that file. Nothing runs here.
cimport cython

cdef object _ZERO
cdef int _BLOCK, _SKIP, _LINK, _HIDDEN, _ANCHOR, _INHERITED
cdef dict _TRAITS, _NUMBERS
cdef Py_ssize_t _CHECK_EVERY, _ROOM
cdef long long WORDS, TIDY, EVEN
cdef str _FIRST, _LAST
cdef Py_UCS4 _SPACELESS_FROM
cdef int _IN_SPACE, _IN_WORD, _BEHIND_WORD

cpdef object numbers(Py_ssize_t count)

@cython.final
cdef class Columns:
    cdef public list tags, runs, of_element, of_run
    cdef public long long[::1] numbers, parents, traits, flags, begins, names_begin, names_end
    cdef public long long[::1] run_parents, run_cuts, run_seen, run_begins, run_ends
    cdef public object clock
    cdef public str over
    cdef public Py_ssize_t max_nodes, check, here, cuts, last_cut, element_room, run_room
    cdef public double deadline

    cpdef take_up(self)
    cpdef let_go(self)
    cpdef make_room(self, bint of_elements)
    @cython.locals(row=Py_ssize_t)
    cpdef Py_ssize_t add_element(self, str tag, long long number, int bits) except? -2
    @cython.locals(count=Py_ssize_t, at=Py_ssize_t)
    cpdef bint wrap(self, Py_ssize_t row, Py_ssize_t parent, str tag, long long number, int bits) except -1
    cpdef end_element(self)
    @cython.locals(row=Py_ssize_t)
    cpdef add_text(self, str text, Py_ssize_t begin, Py_ssize_t end)
    cpdef bint is_over(self, Py_ssize_t count) except -1

cdef long long NOWHERE
cdef int _LINE
cdef Py_ssize_t _KEPT_NODES

@cython.locals(line=cython.longlong, column=cython.longlong)
cpdef long long place_of(object element) except? -2

@cython.locals(
    nodes=list, around=list, most=Py_ssize_t, row=Py_ssize_t, tag=str, bits=int, some_hidden=bint, skipped=set, text=str
)
cpdef list walk(object body, set hidden, Columns columns, bint every)

@cython.locals(at=Py_ssize_t, character=Py_UCS4)
cpdef bint is_blank(str text, Py_ssize_t begin, Py_ssize_t end) except -1

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
