# The types of styles.py's variables, read by Cython when it compiles that file. Nothing runs here.
cimport cython
from tamis.native.attributes cimport Attribute, find, is_space, same

cdef Py_ssize_t _WIDTH, _DEEPEST, _SLOTS, _LONGEST_CHAIN
cdef long long _ONE
cdef int _CLASS, _ID
cdef unsigned long long _SPREAD, _ALL
cdef unsigned long long[::1] _KEYS
cdef long long[::1] _NUMBERS, _KIND_OF
cdef unsigned char[::1] _STOPS, _HINTED
cdef frozenset _CONDITIONS
cdef object _NO_RULES, _NO_TOKENS

@cython.final
cdef class Sheet:
    cdef public str text
    cdef public object applies, of_rules
    cdef public Py_ssize_t at, count, room, hiding
    cdef public long long layers
    cdef public long long[::1] rules

    @cython.locals(
        text=str, size=Py_ssize_t, stack=list, layers=list, depth=Py_ssize_t, at=Py_ssize_t, character=Py_UCS4,
        counts=int, around=Py_ssize_t, inside=bint,
    )
    cpdef read(self)
    @cython.locals(
        text=str, size=Py_ssize_t, begin=Py_ssize_t, at=Py_ssize_t, key=cython.ulonglong, slow=bint, character=Py_UCS4,
        code=int, named=Py_ssize_t, value=Py_ssize_t, number=Py_ssize_t, custom=bint, first=Py_UCS4, slot=Py_ssize_t, stop=Py_UCS4,
        base=Py_ssize_t,
    )
    cpdef bint read_item(self, Py_ssize_t around, long long layer, bint inside) except -1
    @cython.locals(
        text=str, at=Py_ssize_t, size=Py_ssize_t, deep=Py_ssize_t, character=Py_UCS4, end=Py_ssize_t
    )
    cpdef Py_UCS4 to_stop(self, bint inside, bint custom) except? 1
    @cython.locals(text=str, size=Py_ssize_t, quote=Py_UCS4, character=Py_UCS4)
    cpdef Py_ssize_t after_string(self, Py_ssize_t at) except -1
    @cython.locals(end=Py_ssize_t)
    cpdef skip_comment(self)
    @cython.locals(text=str, at=Py_ssize_t, size=Py_ssize_t, deep=Py_ssize_t, character=Py_UCS4)
    cpdef skip_block(self)
    @cython.locals(text=str, begin=Py_ssize_t, size=Py_ssize_t, at=Py_ssize_t, stop=Py_UCS4, counts=int)
    cpdef int enter(self) except -1
    @cython.locals(base=Py_ssize_t)
    cpdef begin_rule(self, Py_ssize_t begin, Py_ssize_t end, Py_ssize_t around, long long layer)
    @cython.locals(base=Py_ssize_t)
    cpdef end_rule(self, Py_ssize_t number, Py_ssize_t end)

@cython.locals(
    size=Py_ssize_t, character=Py_UCS4, before=Py_UCS4, at=Py_ssize_t, digits=Py_ssize_t, small=bint, many=Py_ssize_t,
    pixels=bint,
)
cdef bint promises(str text, Py_ssize_t begin, Py_ssize_t end, Py_ssize_t kind) except -1

cdef bint same_start(str text, Py_ssize_t at, str word) except -1

@cython.final
cdef class Names:
    cdef public Py_ssize_t room, count, size
    cdef public object of_tokens, of_rows, of_next, of_alike
    cdef public unsigned long long[::1] tokens
    cdef public long long[::1] rows, following, alike, heads

    @cython.locals(attribute=Attribute, row=Py_ssize_t)
    cpdef fill(self, str markup, const long long[::1] begins, const long long[::1] ends, object unescape)
    @cython.locals(known=int, markup=str, kind=int, value=str)
    cpdef add_names(self, Attribute attribute, Py_ssize_t begin, Py_ssize_t end, Py_ssize_t row, object unescape)
    @cython.locals(row=Py_ssize_t)
    cpdef add_tag(self, str tag, list rows)
    @cython.locals(token=Py_ssize_t, slot=Py_ssize_t, first=Py_ssize_t)
    cpdef finish(self)
    @cython.locals(at=Py_ssize_t, key=cython.ulonglong, start=Py_ssize_t)
    cpdef add(self, str text, Py_ssize_t begin, Py_ssize_t end, Py_ssize_t row, int kind)
    cpdef grow(self)
    cpdef take_up(self)
    @cython.locals(token=Py_ssize_t, steps=Py_ssize_t)
    cpdef Py_ssize_t first(self, unsigned long long key) except -2
    @cython.locals(key=cython.ulonglong, character=Py_UCS4)
    cpdef list named(self, str mark, str name)
    @cython.locals(token=Py_ssize_t, found=list)
    cpdef list find(self, unsigned long long key)

@cython.locals(
    found=list, text=str, rules=cython.longlong[::1], rule=Py_ssize_t, at=Py_ssize_t, stop=Py_ssize_t, begin=Py_ssize_t,
    key=cython.ulonglong, kind=int, deep=Py_ssize_t, dead=bint, gap=bint, name=cython.ulonglong,
    name_kind=int, reading=bint, character=Py_UCS4, code=int, word=bint, digit=int, count=int, end=Py_ssize_t,
)
cpdef list live_selectors(Sheet sheet, Names names, Names subjects, long long properties, Py_ssize_t least)

@cython.locals(code=int)
cdef int digit_of(Py_UCS4 character) noexcept

@cython.locals(found=list, attribute=Attribute, row=Py_ssize_t, value=str)
cpdef list inline_styles(str markup, const long long[::1] begins, list rows, object unescape)
