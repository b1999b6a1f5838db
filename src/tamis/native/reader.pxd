# The types of reader.py's variables, read by Cython when it compiles that file. Nothing runs here.
cimport cython
from tamis.native.tree cimport Columns, is_blank

cdef int _CLOSES_P, _FORMATTING, _SPECIAL, _SCOPE, _IMPLIED, _VOID, _HEADING, _BLOCK_END, _TABLE_PART, _SECTION, _CELL
cdef int _RAW, _RCDATA, _IN_HEAD, _NOT_READ, _LINE_FEED, _ITEM_STOP, _QUIET, _CLEARS
cdef Py_ssize_t _KNOWN, _P, _LI, _DD, _DT, _A, _BUTTON, _FORM, _TABLE, _TR, _TBODY, _COLGROUP, _COL, _CAPTION, _BODY
cdef Py_ssize_t _HTML, _HEAD, _NOSCRIPT, _SVG, _SELECT, _BR, _UL, _OL, _TITLE, _TEMPLATE, _DEEPEST, _NEAR, _SAME, _CUT_OFF
cdef Py_ssize_t _CLASS, _ID, _ITEM, _ROLE
cdef int _ALL_CODES
cdef Py_ssize_t _SKIPPED, _ADOPTED, _JOINED, _MOVED, _NOBR, _IMAGE, _IMG, _OPTION, _OPTGROUP
cdef frozenset _HOSTS
cdef dict _IDS
cdef list _TAGS
cdef long long[::1] _SYNTAX, _TRAITS_OF, _SLOTS
cdef unsigned long long[::1] _KEYS
cdef unsigned long long _ALL, _SPREAD
cdef Py_ssize_t _DOWN, _EXACT
cdef long long _MOST
cdef int _INHERITED, _HIDDEN, _LINK, _ANCHOR, _SKIP

cdef class Markup:
    cdef public list head
    cdef public object title

@cython.final
cdef class Attribute:
    cdef public str text
    cdef public Py_ssize_t at, name, name_end, value, value_end
    cdef public bint has_value
    @cython.locals(text=str, at=Py_ssize_t, size=Py_ssize_t, character=Py_UCS4)
    cpdef bint next(self) except -1
    @cython.locals(text=str, size=Py_ssize_t, quote=Py_UCS4, character=Py_UCS4, near=Py_ssize_t)
    cpdef Py_ssize_t read_value(self, Py_ssize_t at) except -2
    cpdef bint closed(self) except -1
    cpdef bint called(self, str name) except -1
    @cython.locals(length=Py_ssize_t)
    cpdef int naming(self) except -1

cpdef bint is_space(Py_UCS4 character) noexcept
cdef bint is_white(str text, Py_ssize_t begin, Py_ssize_t end) except -1
cpdef bint is_letter(Py_UCS4 character) noexcept

@cython.locals(size=Py_ssize_t, at=Py_ssize_t, base=int, code=int, digit=int, control=bint)
cdef bint holds_odd_number(str text) except -1

@cython.locals(code=int)
cdef int digit_of(Py_UCS4 character) noexcept

cdef int quirks_of(str doctype) except -1

cpdef Py_ssize_t find(str text, str part, Py_ssize_t begin, Py_ssize_t end) except -2

@cython.locals(i=Py_ssize_t, character=Py_UCS4, small=Py_UCS4)
cpdef bint same(str text, Py_ssize_t begin, Py_ssize_t end, str name) except -1

@cython.locals(attribute=Attribute)
cpdef value_of(str markup, Py_ssize_t at, str name)


@cython.locals(attribute=Attribute, found=list, at=Py_ssize_t, value=str, instead=str)
cpdef list values_of(str markup, list places, str name, str other)

@cython.locals(
    attribute=Attribute, found=dict, row=Py_ssize_t, values=list, number=Py_ssize_t, given=cython.longlong, value=str
)
cpdef dict values_by_row(str markup, const long long[::1] begins, list names, unescape)

@cython.locals(attribute=Attribute, found=list, number=Py_ssize_t, part=str, held=bint)
cpdef list holding(str markup, list places, str name, str other, tuple parts)

@cython.final
cdef class Reader:
    cdef public str source
    cdef public Columns columns
    cdef public object hides, unescape
    cdef public Markup found
    cdef public long long[::1] stack
    cdef public dict others
    cdef public list cut_off
    cdef public Py_ssize_t moved
    cdef public set hosts
    cdef public str tag
    cdef public Attribute attribute
    cdef public Py_ssize_t depth, skip, at, state, links, named, names_from, names_to
    cdef public int bits
    cdef public int quirks, form
    cdef public bint after_text, ignored, is_run, after_body, closed

    @cython.locals(source=str, size=Py_ssize_t, character=Py_UCS4)
    cpdef bint read(self) except -1
    @cython.locals(source=str, begin=Py_ssize_t, end=Py_ssize_t, columns=Columns, top=Py_ssize_t, at=Py_ssize_t, text=str)
    cdef bint read_text(self) except -1
    @cython.locals(source=str, size=Py_ssize_t, end=Py_ssize_t, character=Py_UCS4)
    cdef Py_ssize_t end_of_text(self, Py_ssize_t begin) except? -2
    @cython.locals(text=str)
    cdef str text_between(self, Py_ssize_t begin, Py_ssize_t end)
    cdef str raw_between(self, Py_ssize_t begin, Py_ssize_t end)
    @cython.locals(columns=Columns, text=str)
    cdef bint join_text(self, Py_ssize_t begin, Py_ssize_t end) except -1
    @cython.locals(character=Py_UCS4)
    cdef bint read_slash(self) except -1
    @cython.locals(source=str, at=Py_ssize_t, end=Py_ssize_t)
    cdef bint read_comment(self) except -1
    @cython.locals(source=str, at=Py_ssize_t, size=Py_ssize_t, key=cython.ulonglong, every=cython.ulonglong, character=Py_UCS4, code=cython.ulonglong, number=Py_ssize_t, exact=bint, name=str)
    cdef Py_ssize_t number_at(self, Py_ssize_t begin) except -2
    @cython.locals(attribute=Attribute)
    cdef bint end_of_tag(self) except -1
    @cython.locals(
        bits=int, attribute=Attribute, text=str, linked=bint, anchored=bint, hid=bint, styled=bint, labelled=bint,
        first=Py_ssize_t, last=Py_ssize_t, size=Py_ssize_t,
    )
    cdef bint read_attributes(self, Py_ssize_t number) except -1
    @cython.locals(text=str, at=Py_ssize_t, character=Py_UCS4)
    cdef bint style_hides(self, Py_ssize_t begin, Py_ssize_t end) except -1
    @cython.locals(tag=str, number=Py_ssize_t)
    cdef bint read_start(self) except -1
    @cython.locals(begin=Py_ssize_t, end=Py_ssize_t)
    cdef bint read_in_head(self, str tag, Py_ssize_t number) except -1
    @cython.locals(source=str, size=Py_ssize_t, at=Py_ssize_t, tag=str, number=Py_ssize_t)
    cdef bint skip_noscript(self) except -1
    @cython.locals(source=str, opened=list, at=Py_ssize_t, ends=bint, tag=str, number=Py_ssize_t, tags=Py_ssize_t)
    cdef bint skip_template(self) except -1
    @cython.locals(after_text=bint)
    cdef bint open_template(self, str tag) except -1
    @cython.locals(host=Py_ssize_t, tag=str, mode=str, hosts=bint)
    cdef bint makes_shadow(self, Py_ssize_t named) except -1
    cdef begin_body(self, Py_ssize_t named)
    @cython.locals(columns=Columns)
    cdef note_names(self, Py_ssize_t row, Py_ssize_t named)
    @cython.locals(row=Py_ssize_t)
    cdef bint add(self, str tag, Py_ssize_t number, int bits, Py_ssize_t named) except -1
    cdef pop(self)
    @cython.locals(top=Py_ssize_t)
    cdef bint pop_until(self, Py_ssize_t number) except -1
    @cython.locals(number=Py_ssize_t, same_name=Py_ssize_t, place=Py_ssize_t, known=tuple)
    cdef bint put_off(self) except -1
    @cython.locals(cut_off=list, number=Py_ssize_t, named=Py_ssize_t, bits=int)
    cdef bint open_again(self) except -1
    @cython.locals(place=Py_ssize_t)
    cdef bint forget(self, Py_ssize_t number) except -1
    @cython.locals(place=Py_ssize_t)
    cdef bint is_open(self, Py_ssize_t number) except -1
    @cython.locals(top=Py_ssize_t)
    cdef pop_implied(self, Py_ssize_t but)
    @cython.locals(place=Py_ssize_t, open_one=Py_ssize_t)
    cdef bint in_scope(self, Py_ssize_t number, Py_ssize_t stop, Py_ssize_t other_stop) except -1
    cdef bint close_p(self) except -1
    @cython.locals(kind=int, bits=int, named=Py_ssize_t, top=Py_ssize_t)
    cdef bint open(self, str tag, Py_ssize_t number) except -1
    cdef bint close_before(self, Py_ssize_t number) except -1
    @cython.locals(place=Py_ssize_t, open_one=Py_ssize_t, kind=int)
    cdef bint close_item(self, Py_ssize_t number) except -1
    @cython.locals(begin=Py_ssize_t, end=Py_ssize_t, columns=Columns, text=str)
    cdef bint add_raw(self, str tag, Py_ssize_t number, int bits, Py_ssize_t named) except -1
    @cython.locals(source=str, at=Py_ssize_t, size=Py_ssize_t, end=Py_ssize_t, after=Py_ssize_t, character=Py_UCS4, closed=Py_ssize_t, hidden=Py_ssize_t)
    cdef Py_ssize_t end_of_raw(self, str tag) except -2
    @cython.locals(source=str, size=Py_ssize_t, inside=int, character=Py_UCS4, begin=Py_ssize_t, behind=Py_ssize_t)
    cdef Py_ssize_t end_of_script(self, Py_ssize_t at) except -2
    @cython.locals(source=str, at=Py_ssize_t, ends=bint)
    cdef bint skip_select(self, str tag, int bits, Py_ssize_t named) except -1
    @cython.locals(source=str, opened=list, at=Py_ssize_t, name=str, number=Py_ssize_t)
    cdef bint skip_drawing(self, str tag, int bits, Py_ssize_t named) except -1
    @cython.locals(source=str, at=Py_ssize_t)
    cdef bint skip_label(self, str name) except -1
    @cython.locals(bits=int, named=Py_ssize_t, kind=int, top=Py_ssize_t, above=int)
    cdef bint open_table_part(self, str tag, Py_ssize_t number) except -1
    @cython.locals(cell=Py_ssize_t)
    @cython.locals(kind=str)
    cdef bint open_in_table(self, str tag, Py_ssize_t number) except -1
    cdef bint close_cell(self) except -1
    @cython.locals(place=Py_ssize_t, open_one=Py_ssize_t)
    cdef Py_ssize_t cell_in_scope(self) except -1
    @cython.locals(number=Py_ssize_t)
    cdef bint read_end(self) except -1
    cdef bint ignore(self) except -1
    @cython.locals(kind=int, top=Py_ssize_t, place=Py_ssize_t)
    cdef bint close(self, Py_ssize_t number) except -1
    @cython.locals(place=Py_ssize_t)
    cdef bint close_heading(self) except -1
    @cython.locals(place=Py_ssize_t, open_one=Py_ssize_t, blocked=bint)
    cdef bint close_formatting(self, Py_ssize_t number) except -1
    @cython.locals(
        columns=Columns, number=Py_ssize_t, named=Py_ssize_t, bits=int, block=Py_ssize_t, row=Py_ssize_t, gone=Py_ssize_t,
        part=Py_ssize_t, at=Py_ssize_t,
    )
    cdef bint adopt(self, Py_ssize_t place) except -1
    @cython.locals(row=Py_ssize_t)
    cdef Py_ssize_t row_of(self, Py_ssize_t place) except -1
    @cython.locals(place=Py_ssize_t, open_one=Py_ssize_t)
    cdef bint close_any(self, Py_ssize_t number) except -1
    @cython.locals(kind=int, top=Py_ssize_t)
    cdef bint close_table_part(self, Py_ssize_t number) except -1

@cython.locals(reader=Reader)
cpdef read_source(str source, Columns columns, object hides, object unescape, long long[::1] stack)
