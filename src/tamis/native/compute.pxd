# The types of compute.py's variables, read by Cython when it compiles that file. Nothing runs here.
cimport cython
from tamis.native.hashing cimport first_words, names, title_numbers
from tamis.native.features cimport (
    between_numbers, chains, container_numbers, main_numbers, near_numbers, number_chain_elements, number_templates,
    position_numbers, prose_words, repetition_numbers, runs_of, section_numbers, container_ranges, surround, tag_columns,
    text_numbers,
)

cdef Py_ssize_t _MOST_TITLE_WORDS

@cython.final
cdef class Tables:
    cdef const long long[::1] tag_codes, near_columns
    cdef const double[::1] logs, main_shares
    cdef const unsigned char[::1] marks, characters
    cdef const unsigned int[::1] crc
    cdef Py_ssize_t numbers, chain, levels, between
    cdef long long above_body, h1, h6, name_buckets, word_buckets
    cdef Py_ssize_t at_words, at_place, at_section, at_repeated, at_title, at_between, at_near, at_main, at_containers

@cython.final
cdef class Computation:
    cdef Tables tables
    cdef readonly list maybe_comments, maybe_outside
    cdef readonly object tags, chain, starts, stops, templates, heading
    cdef readonly Py_ssize_t around
    cdef const long long[::1] elements, first_run
    cdef long long[::1] elements_before, ids, between, above, ends, start, stop, wanted
    cdef long long[:, ::1] levels
    cdef unsigned long long[::1] hashed

    @cython.locals(
        tables=Tables, blocks=Py_ssize_t, total=Py_ssize_t, of_blocks="long long[:, ::1]",
        of_elements="long long[:, ::1]", innermost="long long[::1]", count="long long[::1]", larger="long long[::1]",
        chain="long long[:, ::1]",
    )
    cpdef place_blocks(
        self, const long long[::1] elements, const long long[::1] first_run, const long long[::1] numbers,
        const long long[::1] parents, const long long[::1] run_parents, const long long[::1] run_seen,
    )

    @cython.locals(tables=Tables, total=Py_ssize_t, room=Py_ssize_t, found=Py_ssize_t)
    cpdef tuple read_names(
        self, str markup, const long long[::1] begins, const long long[::1] ends, object unescape
    )

    @cython.locals(
        tables=Tables, elements="const long long[::1]", blocks=Py_ssize_t, total=Py_ssize_t,
        of_blocks="long long[:, ::1]", prose="long long[::1]", sizes="long long[::1]", marks="long long[::1]",
        templates="long long[::1]", different=Py_ssize_t, out="float[:, ::1]", counts="long long[::1]",
        logs="const double[::1]",
    )
    cpdef object compute_numbers(
        self, list texts, const long long[::1] words, const long long[::1] link_words, const long long[::1] last_run,
        const unsigned char[::1] hidden, const unsigned char[::1] never_shown, const unsigned char[::1] comment,
        set title, long long least_prose, double most_links,
    )

    @cython.locals(tables=Tables, blocks=Py_ssize_t, found=Py_ssize_t)
    cpdef tuple read_first_words(self, list texts, object slowly)
