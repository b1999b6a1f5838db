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

cdef class Rows:
    cdef public list texts, first, last, words, link_words

@cython.locals(
    rows=Rows, texts=list, firsts=list, lasts=list, words=list, link_words=list, total=Py_ssize_t, place=Py_ssize_t,
    following=Py_ssize_t, link=int, preformatted=int, begin=Py_ssize_t, end=Py_ssize_t, raw=str, pieces=list, text=str, spaced=bint, count=Py_ssize_t,
    linked=Py_ssize_t, run=Py_ssize_t,
)
cpdef Rows gather(list runs, list run_parents, list flags, list run_cuts, list begins, object spaceless, object count_spaceless)

cdef class Stretches:
    cdef public list low, high

@cython.locals(
    found=Stretches, total=Py_ssize_t, run=Py_ssize_t, element=Py_ssize_t, low=Py_ssize_t, high=Py_ssize_t,
)
cpdef Stretches stretches(list nodes, list run_seen, list wanted, list lines, Py_ssize_t size)

@cython.locals(known=dict, found=list, missing=list, path=tuple)
cpdef list paths(list tags, list parents, list elements)

cdef class Found:
    cdef public list start, end, moved

@cython.locals(
    found=Found, windows=bint, cursor=Py_ssize_t, index=Py_ssize_t, text=str, low=Py_ssize_t, high=Py_ssize_t,
    begin=Py_ssize_t, at=Py_ssize_t, end=Py_ssize_t, written=str, bounded=str, opened=Py_ssize_t, closed=Py_ssize_t,
    piece=str, raw=str,
)
cpdef Found find_runs(str source, list texts, Stretches around, object unescape, object find_slowly)
