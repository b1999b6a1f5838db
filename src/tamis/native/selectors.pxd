from tamis.native.names cimport Names
from tamis.native.nodes cimport Nodes

cdef enum:
    # what a test asks of an element
    NAMED = 1  # the class or id with the number a
    ATTRIBUTE = 2  # the attribute with the number a
    PLACE = 3  # its place among siblings is one of a times n plus b; flags say from which end, and of all or of one tag
    ONE_OF = 4  # one of the alternatives from a on; with b, none of them
    HOLDS = 5  # an element in it is one of the alternatives
    ROOT = 6
    EMPTY = 7
    LINK = 8
    # flags of a place
    FROM_LAST = 1
    OF_TYPE = 2
    # tags
    ANY_TAG = -1
    NO_TAG = -2

cdef struct Test:
    int kind, a, b, flags
    int after  # the next test of the step; -1 behind the last

cdef struct Step:
    unsigned int combinator  # before it; 0 for the first
    int before  # the step before it; -1 for the first
    int tag
    int test
    int name  # a class or an id that it asks for; -1 if it asks for none
    int attribute  # the same of attributes

cdef struct Alternative:
    long long weight  # its specificity
    int last  # its last step
    int after  # the next alternative; -1 behind the last
    int scope  # the first selector of the rule around it; -1 if there is none
    bint nested  # it goes on from that

cdef class Selectors:
    cdef Nodes nodes
    cdef Names names
    cdef Step *steps
    cdef Test *tests
    cdef Alternative *alternatives
    cdef int step_count, step_room, test_count, test_room, count, room
    cdef int scope  # the selectors of the rule around what is read
    cdef list wanted  # what tests ask of attributes: name, operator, value, whether capitals count not
    cdef str text
    cdef unsigned int *letters  # what is read
    cdef Py_ssize_t letter_room, begin, at, end
    cdef bint strict
    cdef bint escaped  # the name that was read last has escapes
    cdef bint live  # the selector at hand can match
    cdef bint failed, unknown  # part of it was not understood; and so much depends on that that nothing can be said
    cdef long long heaviest  # specificity of those in the list that was read last
    cdef unsigned long long tag_keys[64]
    cdef int tag_values[64]

    cdef int parse(self, str text, Py_ssize_t begin, Py_ssize_t end) except -2
    cdef int alternatives_in(self, int depth) except -2
    cdef int add_alternative(self) except -1
    cdef bint alternative_in(self, int found, int depth) except -1
    cdef int nest(self, int found) except -1
    cdef int step_in(self, int found, int before, unsigned int combinator, int depth) except -2
    cdef int skip_comment(self) except -1
    cdef int skip_space(self) except -1
    cdef int take(self, str text, Py_ssize_t begin, Py_ssize_t end) except -1
    cdef int skip_alternative(self, int depth) except -1
    cdef int fail(self, str what) except -1
    cdef int name_test(self, int step, int kind) except -1
    cdef int add_test(self, int step, int kind, int a, int b, int flags) except -1
    cdef Py_ssize_t end_of_word(self) except -1
    cdef str word(self)
    cdef int named(self, int kind) except -2
    cdef int tag_number(self) except -3
    cdef bint attribute_test(self, int step) except -1
    cdef bint pseudo(self, int step, int found, int depth) except -1
    cdef bint plain_pseudo(self, int step, str name) except -1
    cdef bint may_end_in(self, str text, Py_ssize_t begin, Py_ssize_t end, unsigned char *wanted) except -1
