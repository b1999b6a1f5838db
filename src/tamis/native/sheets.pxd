cdef struct Rule:
    Py_ssize_t begin, end  # its selectors
    int around  # the rule around it; -1 if there is none
    int layer  # 0 for none
    bint sometimes  # it counts on some screens only
    int first, last  # its declarations; -1 if it has none
    unsigned long long properties  # those that it has a say in
    unsigned long long hiding  # those by which it may hide
    int selectors  # the first of them; -1 if none can match, -2 if they were not read

cdef struct Declaration:
    Py_ssize_t begin, end  # the value
    unsigned long long hides  # the properties by which it hides
    int text  # in which text it stands
    int property
    int after  # the next one of its rule
    bint important
    bint judged, unknown  # it was looked at; browsers leave it out

cdef class Sheets:
    cdef Rule *rules
    cdef Declaration *declarations
    cdef int count, room, declaration_count, declaration_room, layers
    cdef list texts
    cdef unsigned long long *wide  # the properties that each stands for, as bits
    cdef dict named_layers
    cdef object applies, number_of

    cdef int read_sheet(self, Py_ssize_t begin, Py_ssize_t end) except -1
    cdef int layer_of(self, int around, str name) except -1
    cdef int read_style(self, int rule, int text) except -1
    cdef int add_rule(self, Py_ssize_t begin, Py_ssize_t end, int around, int layer, bint sometimes) except -1
    cdef int add_declaration(self, int rule, int property, int text, Py_ssize_t begin, Py_ssize_t end) except -1
