# The types of compute.py's variables, read by Cython when it compiles that file. Nothing runs here.
cimport cython
from tamis.native.hashing cimport first_words, names, title_numbers
from tamis.native.features cimport (
    between_numbers, chains, held_numbers, kinds_of, main_numbers, near_numbers, number_chains, position_numbers,
    prose_words, repetition_numbers, runs_of, section_numbers, stretches, surround, tag_columns, text_numbers,
)

cdef const long long[::1] _CODES, _NEAR_COLUMNS
cdef const double[::1] _LOGS, _SHARES
cdef const unsigned char[::1] _STRIPPED, _CHARACTERS
cdef const unsigned int[::1] _CRC
cdef Py_ssize_t _AT_WORDS, _AT_PLACE, _AT_OPENABLE, _AT_SAME_TEXT, _AT_TITLE, _AT_BETWEEN, _AT_NEAR, _AT_MAIN
cdef Py_ssize_t _AT_CONTAINERS
cdef long long _FIRST_HEADING, _LAST_HEADING

@cython.locals(
    texts=list, blocks=Py_ssize_t, total=Py_ssize_t, elements="const long long[::1]", words="const long long[::1]",
    link_words="const long long[::1]", first_run="const long long[::1]", hidden="const unsigned char[::1]",
    opens="const unsigned char[::1]", shut="const unsigned char[::1]", comment="const unsigned char[::1]",
    of_blocks="long long[:, ::1]", innermost="long long[::1]", seen="long long[::1]", sizes="long long[::1]",
    dots="long long[::1]", prose="long long[::1]", of_elements="long long[:, ::1]", ids="long long[::1]",
    between="long long[::1]", above="long long[::1]", ends="long long[::1]", count="long long[::1]",
    larger="long long[::1]", start="long long[::1]", stop="long long[::1]", marks="long long[::1]",
    wanted="long long[::1]", chain="long long[:, ::1]", levels="long long[:, ::1]", places=cython.longlong,
    hashed="unsigned long long[::1]", kinds="long long[::1]", held=Py_ssize_t, out="float[:, ::1]",
    counts="long long[::1]", some=Py_ssize_t,
)
cpdef object compute_features(object page)

@cython.locals(
    room=Py_ssize_t, found=Py_ssize_t,
)
cdef tuple _names(object written, long long[::1] wanted, unsigned long long[::1] hashed, list maybe_comments, list maybe_apart)
