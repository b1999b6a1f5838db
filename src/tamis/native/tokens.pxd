cimport cython

ctypedef fused Letter:
    unsigned char
    unsigned short
    unsigned int

cdef enum:
    NAMED = 1 << 10  # room for the names that are known; others have numbers beyond them

cdef int known_names
cdef int syntax_of[NAMED]
cdef list tag_names
cdef dict tag_numbers

cdef struct Tag:
    int number
    int bits  # traits, by the name and the attributes
    bint closed  # it ends with a slash of its own
    Py_ssize_t begin  # where its attributes begin
    Py_ssize_t end  # behind it
    Py_ssize_t names_begin, names_end  # the stretch of them in which it is named
    bint styled
    unsigned long long holds  # attributes, each as a bit that few others share

cdef class Tokens:
    cdef str source
    cdef int kind
    cdef const void *data
    cdef Py_ssize_t size, at
    cdef dict others
    cdef list names
    cdef Tag tag

    cdef Py_ssize_t find(self, unsigned int letter, Py_ssize_t at) except -2
    cdef bint has_nul(self) noexcept
    cdef bint spells(self, Py_ssize_t begin, Py_ssize_t end, str small) noexcept
    cdef bint says(self, Py_ssize_t at, str text) except -1
    cdef Py_ssize_t end_of_text(self, Py_ssize_t begin) except -2
    cdef Py_ssize_t end_of_comment(self, Py_ssize_t begin) except -2
    cdef Py_ssize_t end_of_raw(self, int number) except -2
    cdef Py_ssize_t end_of_script(self, Py_ssize_t at, Py_ssize_t end) except -2
    cdef bint ends_at(self, Py_ssize_t at, str name) noexcept
    cdef bint read_tag(self, Py_ssize_t begin) except -1
    cdef Py_ssize_t to_end_of_tag(self) noexcept
    cdef int number_of(self, Py_ssize_t begin) except -1
    cdef str name_of(self, int number)

cdef inline unsigned long long attribute_bit(unsigned int first, unsigned int last, Py_ssize_t length) noexcept:
    """The bit of an attribute's name, by its length, its first and its last letter."""
    return 1ull << ((length * 11 + (first | 32) * 5 + (last | 32)) & 63)

cdef inline unsigned int letter_at(Tokens tokens, Py_ssize_t at) noexcept:
    """The letter at a place; 0 behind the end."""
    if at >= tokens.size:
        return 0
    if tokens.kind == 1:
        return (<const unsigned char *> tokens.data)[at]
    if tokens.kind == 2:
        return (<const unsigned short *> tokens.data)[at]
    return (<const unsigned int *> tokens.data)[at]
