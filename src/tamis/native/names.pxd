from tamis.native.nodes cimport Nodes

cdef enum:
    CLASS_NAME = 1
    ID_NAME = 2

cdef struct Name:
    unsigned long long key
    Py_ssize_t begin
    int size
    int kind
    int text  # in which text it is written: 0 is the page
    int first  # of its tokens
    int count

cdef struct Token:
    int name, node
    int after  # the next token of the same name

cdef class Names:
    cdef Name *names
    cdef Token *tokens
    cdef int *slots
    cdef int *starts
    cdef int *tagged
    cdef int *next_tagged
    cdef int count, room, token_count, token_room, mask, tags
    cdef str written
    cdef list texts
    cdef int kind
    cdef const void *data

    cdef int read(self, Nodes nodes) except -1
    cdef int add_slowly(self, str value, int kind, int node) except -1
    cdef int token(self, int name, int node) except -1
    cdef int grow(self) except -1
    cdef unsigned int letter(self, Name *name, Py_ssize_t at) noexcept
    cdef int find(self, const unsigned int *letters, Py_ssize_t size, int kind) except -2
    cdef int find_word(self, str word, int kind) except -2
    cdef int first_of_tag(self, int number) noexcept

cdef inline bint is_named(Names names, int node, int name) noexcept:
    """Whether an element has this class or id."""
    cdef int at
    for at in range(names.starts[node], names.starts[node + 1]):
        if names.tokens[at].name == name:
            return True
    return False

cdef Names names_of(Nodes nodes)
