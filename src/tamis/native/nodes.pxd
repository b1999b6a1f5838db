from tamis.native.attributes cimport Attribute
from tamis.native.tokens cimport Tokens

cdef enum:
    TEXT = -1
    COMMENT = -2
    DOCUMENT = -3
    SVG = 1 << 20  # elements that are not HTML's
    MATH = 1 << 21
    FOREIGN = SVG | MATH
    SHADOW = 1 << 22  # a template that is its parent's shadow
    OWN = (1 << 20) - 1
    # how the texts of a text are read
    REFERENCES = 1
    NULS = 2

cdef struct Node:
    int parent, first, last, before, after  # of a text first and last are its further pieces
    int number
    int bits  # of a text how it is read
    int row
    Py_ssize_t begin  # where its attributes begin, or its text
    Py_ssize_t names_begin  # of a text where it ends
    Py_ssize_t names_end
    unsigned long long holds  # its attributes (tamis.native.tokens)

cdef struct Piece:
    Py_ssize_t begin, end
    int after, how

cdef class Nodes(Tokens):
    cdef Node *nodes
    cdef Piece *pieces
    cdef int count, room, piece_count, piece_room, row_count
    cdef str written  # the source, and behind it attributes that come from several tags
    cdef dict shadows, places
    cdef object named  # the names of its elements (tamis.native.names), when they were read
    cdef bint returns, nuls, quirks

    cdef int new(self, int number) except -1
    cdef void put(self, int node, int parent, int before) noexcept
    cdef void take_out(self, int node) noexcept
    cdef bint put_text(self, int parent, int before, Py_ssize_t begin, Py_ssize_t end, int how) except -1
    cdef str piece_text(self, Py_ssize_t begin, Py_ssize_t end, int how)
    cdef str own_text(self, int node)
    cdef bint is_blank(self, Py_ssize_t begin, Py_ssize_t end) noexcept
    cdef int bounds(self, int node, Py_ssize_t *begin, Py_ssize_t *end) noexcept
    cpdef int element_before(self, int node) noexcept
    cpdef int place_of(self, int node, bint last, bint alike) except -1
    cdef int next_in(self, int node, int top) noexcept
    cdef int behind(self, int node, int top) noexcept
    cdef int child(self, int parent, int number) noexcept
    cdef bint is_void(self, int node) noexcept
    cdef int shrink(self) noexcept
    cdef str start_tag(self, int node)
    cdef str text_markup(self, int node)
