# The types of hashing.py's variables, read by Cython when it compiles that file. Nothing runs here.
cimport cython
from tamis.native.attributes cimport Attribute, find, same

# Constants: as C variables they are not looked up each time.
cdef long long _NAME_CHARACTERS, _NAME_PARTS, _LOOKED_AT, _FIRST_WORDS, _LONGEST, _SHORT_BLOCK, _MOST_NAMES, _REMEMBERED
cdef unsigned long long _MIX, _ALL
cdef long long _HALF
cdef unsigned int _ONES, _DOTTED_I, _SIGMA
cdef int _CLASS, _ID, _ITEM, _ROLE, _COMMENTS, _OUTSIDE, _LOOKED

@cython.locals(
    place=Py_ssize_t, element=Py_ssize_t, begin=Py_ssize_t, i=Py_ssize_t, total=cython.ulonglong, count=Py_ssize_t,
    room=Py_ssize_t, first=Py_ssize_t, maybe=int, end=Py_ssize_t, kind=int, given=int, until=Py_ssize_t, value=str, attribute=Attribute,
    key=cython.ulonglong, slot=Py_ssize_t, old=Py_ssize_t, may=int, half=cython.longlong,
)
cpdef Py_ssize_t names(
    str markup, const long long[::1] begins, const long long[::1] ends, const long long[::1] wanted, object unescape, const unsigned int[::1] table, long long buckets,
    long long[::1] owners, long long[::1] tokens, unsigned long long[::1] hashed, list maybe_comments, list maybe_outside, long long[:, ::1] known,
) except? -2

@cython.locals(at=Py_ssize_t, character=Py_UCS4)
cdef bint may_name_comments(str markup, Py_ssize_t begin, Py_ssize_t end) except -1

@cython.locals(at=Py_ssize_t, character=Py_UCS4, after=Py_UCS4)
cdef bint may_be_outside(str markup, Py_ssize_t begin, Py_ssize_t end) except -1

@cython.locals(parts=int, size=Py_ssize_t, code=cython.uint, begin=Py_ssize_t)
cdef Py_ssize_t add_names(
    str text, Py_ssize_t at, Py_ssize_t end, const unsigned int[::1] table, long long buckets, long long[::1] tokens,
    Py_ssize_t count,
) except -1

@cython.locals(crc=cython.uint, place=Py_ssize_t, code=cython.uint)
cdef unsigned int crc_of(str text, Py_ssize_t begin, Py_ssize_t end, const unsigned int[::1] table) noexcept

@cython.locals(
    count=Py_ssize_t, word=str, i=Py_ssize_t, found=Py_ssize_t, both=double, place=Py_ssize_t, other=Py_ssize_t, mine=set,
)
cpdef void title_numbers(
    list texts, const long long[::1] words, set wanted, unsigned long long[::1] sought, unsigned long long[::1] own,
    float[:, ::1] out, Py_ssize_t at,
)

@cython.locals(
    first=Py_ssize_t, room=Py_ssize_t, key=cython.ulonglong, within=bint, character=Py_UCS4, code=cython.uint
)
cdef Py_ssize_t word_numbers(str text, unsigned long long[::1] numbers, Py_ssize_t count) except -2

@cython.locals(place=Py_ssize_t)
cdef Py_ssize_t add_number(
    unsigned long long key, unsigned long long[::1] numbers, Py_ssize_t first, Py_ssize_t count, Py_ssize_t room
) noexcept

@cython.locals(
    i=Py_ssize_t, text=str, size=Py_ssize_t, plain=bint, at=Py_ssize_t, count=int, mark=Py_ssize_t, begin=Py_ssize_t,
    end=Py_ssize_t, filled=Py_ssize_t,
)
cpdef Py_ssize_t first_words(
    list texts, const unsigned int[::1] table, long long buckets, const unsigned char[::1] stripped, object slowly,
    long long[::1] owners, long long[::1] tokens,
) except? -2

cdef bint is_mark(unsigned int code, const unsigned char[::1] stripped) noexcept

@cython.locals(found=list, size=Py_ssize_t, length=Py_ssize_t, at=Py_ssize_t)
cpdef list places_of(str text, str mark, str behind)
