# The types of kernel.py's variables, read by Cython when it compiles that file. Nothing runs here.
cimport cython

cdef class Walked:
    cdef public list nodes, tags, parents, traits, flags, runs, run_parents, run_cuts, run_seen
    cdef public str over

@cython.locals(
    walked=Walked, nodes=list, tags=list, parents=list, traits=list, flags=list, runs=list, run_parents=list, run_cuts=list,
    run_seen=list, known=dict, block=int, link=int, a_hidden=int, handed_down=int, skip=int, here=Py_ssize_t, mine=int, count=Py_ssize_t, cuts=Py_ssize_t,
    last_cut=Py_ssize_t, check=Py_ssize_t, text=str, tag=str, bits=int,
    some_hidden=bint, skipped=set, above=int, inherited=int,
)
cpdef Walked walk(object body, set hidden, Py_ssize_t max_nodes, double deadline, object clock)

@cython.locals(words=cython.longlong, tidy=bint, spaceless=bint, within=bint, letter=Py_UCS4)
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

@cython.locals(count=Py_ssize_t, ends=list, i=Py_ssize_t, end=Py_ssize_t, above=Py_ssize_t)
cpdef list subtree_ends(list parents)

@cython.locals(
    count=Py_ssize_t, found=list, i=Py_ssize_t, parent=Py_ssize_t, above=Py_ssize_t, element=Py_ssize_t
)
cpdef list outermost(list marked, list parents, list elements)

@cython.locals(letter=Py_UCS4)
cpdef bint has_surrogates(str text)
