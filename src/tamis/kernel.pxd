# The types of kernel.py's variables, read by Cython when it compiles that file. Nothing runs here.
cimport cython

cdef int _BLOCK, _SKIP, _LINK, _HIDDEN, _ANCHOR, _INHERITED
cdef dict _TRAITS
cdef Py_ssize_t _CHECK_EVERY
cdef long long WORDS, TIDY, SPACELESS, EVEN

@cython.final
cdef class Columns:
    cdef public list tags, parents, traits, flags, runs, run_parents, run_cuts, run_seen, run_begins, run_ends
    cdef public object clock
    cdef public str over
    cdef public Py_ssize_t max_nodes, check, here, cuts, last_cut
    cdef public double deadline

    @cython.locals(row=Py_ssize_t, above=int)
    cpdef Py_ssize_t add_element(self, str tag, int bits) except? -2
    @cython.locals(bits=int)
    cpdef end_element(self)
    cpdef add_text(self, str text)
    cpdef bint is_over(self, Py_ssize_t count) except -1

@cython.locals(nodes=list, tag=str, bits=int, some_hidden=bint, skipped=set, text=str)
cpdef list walk(object body, set hidden, Columns columns)

@cython.locals(at=Py_ssize_t, letter=Py_UCS4)
cpdef bint is_blank(str text, Py_ssize_t begin, Py_ssize_t end)

@cython.locals(
    words=cython.longlong, tidy=bint, spaceless=bint, within=bint, letter=Py_UCS4, even=bint, around=bint, gap=Py_ssize_t
)
cpdef long long measure(str text)

cdef class Rows:
    cdef public list texts, elements, first, last, words, link_words, hidden

@cython.locals(
    rows=Rows, texts=list, elements=list, firsts=list, lasts=list, words=list, link_words=list, hidden=list,
    total=Py_ssize_t, place=Py_ssize_t, following=Py_ssize_t, block=int, link=int, preformatted=int, a_hidden=int,
    begin=Py_ssize_t, end=Py_ssize_t, cut=Py_ssize_t, raw=str, piece=str, shape=cython.longlong, text=str, spaced=bint,
    count=Py_ssize_t, linked=Py_ssize_t, run=Py_ssize_t, element=Py_ssize_t, above=int,
)
cpdef Rows gather(
    list runs, list run_parents, list run_cuts, list parents, list traits, list flags, list begins,
    object count_spaceless,
)

@cython.locals(
    known=list, found=list, missing=list, path=tuple, element=Py_ssize_t, above=Py_ssize_t, place=Py_ssize_t,
    below=Py_ssize_t,
)
cpdef list paths(list tags, list parents, list elements)

@cython.locals(starts=list, stops=list, block=Py_ssize_t, start=Py_ssize_t, stop=Py_ssize_t)
cpdef tuple trimmed(str source, list begins, list ends, list first, list last)

@cython.locals(count=Py_ssize_t, ends=list, i=Py_ssize_t, end=Py_ssize_t, above=Py_ssize_t)
cpdef list subtree_ends(list parents)

@cython.locals(found=dict, row=Py_ssize_t, rows=list)
cpdef dict rows_by_tag(list tags)

@cython.locals(
    count=Py_ssize_t, found=list, i=Py_ssize_t, parent=Py_ssize_t, above=Py_ssize_t, element=Py_ssize_t
)
cpdef list outermost(list marked, list parents, list elements)

@cython.locals(count=Py_ssize_t, found=list, i=Py_ssize_t, parent=Py_ssize_t, element=Py_ssize_t)
cpdef list innermost(list marked, list parents, object elements)
