# What is open as a page is read, and the numbers and kinds of elements that the rules go by.
from tamis.native.nodes cimport Node, Nodes
from tamis.native.tokens cimport NAMED, known_names, syntax_of

cdef enum:
    DEEPEST = 512  # elements that are open at once
    SPARE = 16  # for those that others imply
    MARKER = -1

cdef enum Mode:
    INITIAL, BEFORE_HTML, BEFORE_HEAD, IN_HEAD, IN_NOSCRIPT, AFTER_HEAD, IN_BODY, IN_TABLE, IN_CAPTION, IN_COLGROUP
    IN_SECTION, IN_ROW, IN_CELL, IN_TEMPLATE, AFTER_BODY, IN_FRAMESET, AFTER_FRAMESET, AFTER_PAGE, AFTER_FRAMES

cdef enum Start:
    OTHER, BLOCK_START, HEADING_START, FORMATTING_START, A_START, LI_START, DD_START, AREA_START, INPUT_START, HEAD_START
    TABLE_START, LOST_START, BUTTON_START, FORM_START, SELECT_START, OPTION_START, OPTGROUP_START, SVG_START, MATH_START
    PARAM_START, HR_START, PRE_START, OBJECT_START, TEXTAREA_START, IFRAME_START, NOSCRIPT_START, NOBR_START, XMP_START
    IMAGE_START, RB_START, RT_START, PLAINTEXT_START, HTML_START, BODY_START, FRAMESET_START

cdef int formatting_bit, special, scope, implied, void, heading, block_end, table_part, section
cdef int cell, raw, rcdata, item_stop, clears, context, breaks_out, text_point, html_point, host
cdef unsigned char start_of[NAMED]
cdef int P, LI, DD, DT, A, BUTTON, FORM, NOBR, IMG, TABLE, TR, TBODY, COLGROUP, COL, CAPTION, BODY, HTML, HEAD, NOSCRIPT
cdef int SELECT, BR, UL, OL, TITLE, TEMPLATE, OPTION, OPTGROUP, FRAMESET, FRAME, NOFRAMES, SCRIPT, STYLE, INPUT, RUBY, RTC
cdef int FONT, ANNOTATION, MGLYPH, MALIGNMARK, SVG_TAG, BASEFONT, BGSOUND, LINK, META, NOEMBED

cdef struct Entry:
    int node, number
    Py_ssize_t begin, end  # of its attributes
    Py_hash_t sum  # of them, 0 until it is asked for

cdef inline int kind_of(int number) noexcept:
    return syntax_of[number] if number < known_names else 0

cdef inline int start_at(int number) noexcept:
    return start_of[number] if number < known_names else 0

cdef class Stack(Nodes):
    cdef int open[DEEPEST + SPARE]
    cdef int numbers[DEEPEST + SPARE]  # of what is open, with a bit for what is not HTML's
    cdef int kinds[DEEPEST + SPARE]
    cdef int modes[DEEPEST + SPARE]  # of the templates that are open
    cdef int depth, mode, templates, head, form, formatted, formatting_room, paragraphs
    cdef Entry *formatting
    cdef bint frames_allowed, astray, scripting, waits
    cdef readonly int deepest
    cdef public bint again, nested
    cdef list waiting
    cdef dict more
    cdef public str over
    cdef readonly int html_element
    cdef object clock
    cdef double deadline
    cdef Py_ssize_t most

    cdef int put_here(self, int node) except -1
    cdef int place(self, int at, int *parent, int *before) except -1
    cdef int put_chars(self, Py_ssize_t begin, Py_ssize_t end, int how) except -1
    cdef bint push(self, int node, int number, int kind) except -1
    cdef int pop(self) noexcept
    cdef int make(self, int number, bint own) except -1
    cdef int plain_bits(self, int number) except -1
    cdef bint insert(self, int number, bint own) except -1
    cdef bint in_scope(self, int number, int stop, int other) noexcept
    cdef bint in_table_scope(self, int number) noexcept
    cdef bint kind_in_table_scope(self, int kind) noexcept
    cdef int pop_until(self, int number) noexcept
    cdef int pop_until_kind(self, int kind) noexcept
    cdef int pop_to(self, int kind, int number) noexcept
    cdef int pop_implied(self, int but) noexcept
    cdef int remove(self, int at) noexcept
    cdef int open_at(self, int node) noexcept
    cdef int close_p(self) noexcept
    cdef int remember(self, int node) except -1
    cdef bint equal(self, Entry *one, Entry *other) except -1
    cdef Py_hash_t sum_of(self, Entry *entry) except? -2
    cdef int mark(self) except -1
    cdef int forget(self, int at) noexcept
    cdef int forget_to_marker(self) noexcept
    cdef int formatting_at(self, int node) noexcept
    cdef int copy_of(self, int node) except -1
    cdef int reopen(self) except -1
    cdef int adopt(self, int number) except -1
    cdef int move_entry(self, int entry, int bookmark, int node) noexcept
    cdef int open_behind(self, int place, int node, int number) noexcept
    cdef int end_any(self, int number) noexcept
