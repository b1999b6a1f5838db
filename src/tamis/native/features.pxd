# The types of features.py's variables, read by Cython when it compiles that file. Nothing runs here.
cimport cython
from tamis.native.tree cimport is_prose

# Constants: as C variables they are not looked up each time.
cdef long long _KIND, _AROUND, _TEXT, _TITLE
cdef long long _FEW_LOGS, _NAMED, _OWN_NAMES
cdef unsigned long long _MIX, _ALL

cdef extern from "math.h":
    cpdef double log1p(double)


cdef double log_of(const double[::1] logs, long long value) noexcept

@cython.locals(i=Py_ssize_t, code=cython.longlong)
cpdef void tag_columns(const long long[::1] numbers, const long long[::1] known, long long[::1] ids, long long[::1] between)

@cython.locals(i=Py_ssize_t)
cpdef void prose_words(
    const long long[::1] words, const long long[::1] link_words, const unsigned char[::1] never_shown, long long least,
    double links, long long[::1] out,
)

@cython.locals(i=Py_ssize_t, level=Py_ssize_t)
cpdef void container_ranges(
    const long long[:, ::1] levels, const long long[::1] start, const long long[::1] stop, long long[:, ::1] starts,
    long long[:, ::1] stops,
)

@cython.locals(i=Py_ssize_t, run=Py_ssize_t)
cpdef void runs_of(
    const long long[::1] first_run, const long long[::1] run_parents, const long long[::1] run_seen,
    long long[::1] innermost, long long[::1] elements_before
)

@cython.locals(total=Py_ssize_t, blocks=Py_ssize_t, i=Py_ssize_t, parent=cython.longlong, block=Py_ssize_t)
cpdef void surround(
    const long long[::1] elements, const long long[::1] elements_before, const long long[::1] parents, long long[::1] above, long long[::1] ends,
    long long[::1] count, long long[::1] larger, long long[::1] start, long long[::1] stop,
)

@cython.locals(i=Py_ssize_t, element=cython.longlong, place=cython.longlong, level=Py_ssize_t)
cpdef void chains(
    const long long[::1] elements, const long long[::1] innermost, const long long[::1] above,
    const long long[::1] larger, const long long[::1] ids, long long top, long long[:, ::1] chain,
    long long[:, ::1] levels, long long[:, ::1] tags,
)

@cython.locals(
    rows=Py_ssize_t, depth=Py_ssize_t, total=Py_ssize_t, i=Py_ssize_t, level=Py_ssize_t, number=cython.longlong,
    place=cython.longlong,
)
cpdef long long number_chain_elements(long long[:, ::1] chain, long long[::1] marks, long long[::1] wanted)

@cython.locals(
    count=Py_ssize_t, mask=cython.ulonglong, i=Py_ssize_t, key=cython.ulonglong, place=cython.longlong, level=int,
    part=cython.ulonglong, name=cython.ulonglong, template=Py_ssize_t, slot=cython.ulonglong,
)
cpdef Py_ssize_t number_templates(
    const long long[::1] elements, const long long[::1] above, const long long[::1] ids,
    const unsigned long long[::1] hashed, long long top, unsigned long long[::1] keys, long long[::1] slots,
    long long[::1] templates, long long[::1] sizes,
)

@cython.locals(
    known=Py_ssize_t, upper=int, digit=int, stop=int, comma=int, quote=int, bar=int, currency=int,
    mark=int, colon=int, sign=int, i=Py_ssize_t, text=str, kind=Py_ssize_t, dots=Py_ssize_t, first=Py_ssize_t,
    begun=bint, character=Py_UCS4, code=Py_ssize_t, size=Py_ssize_t, count=cython.longlong, per_word=double, row=Py_ssize_t,
    share=double, kind_of=Py_ssize_t,
)
cpdef void text_numbers(
    list texts, const long long[::1] words, const long long[::1] link_words, const long long[::1] first_run,
    const long long[::1] last_run, const unsigned char[::1] classes, const double[::1] logs, long long[::1] counts,
    long long[::1] marks, float[:, ::1] out, Py_ssize_t at,
)

@cython.locals(
    blocks=Py_ssize_t, total=cython.longlong, linked=cython.longlong, good=cython.longlong, top=Py_ssize_t,
    i=Py_ssize_t, all_words=cython.longlong, before=cython.longlong, heading=Py_ssize_t, level=int, tag=cython.longlong, deep=int,
    place=cython.longlong,
)
cpdef void position_numbers(
    const long long[::1] elements, const long long[::1] ids, const long long[::1] words,
    const long long[::1] link_words, const unsigned char[::1] hidden, const unsigned char[::1] never_shown, const long long[::1] prose,
    const long long[::1] above, long long h1, long long depth, const double[::1] logs, float[:, ::1] out, Py_ssize_t at,
)

@cython.locals(times=dict, blocks=Py_ssize_t, i=Py_ssize_t, size=cython.longlong, template=cython.longlong)
cpdef void repetition_numbers(
    list texts, const long long[::1] words, const long long[::1] link_words, const long long[::1] templates,
    const long long[::1] sizes,
    double[:, ::1] sums, const double[::1] logs, float[:, ::1] out, Py_ssize_t at,
)

@cython.locals(element=Py_ssize_t, total=Py_ssize_t, i=Py_ssize_t, kind=Py_ssize_t)
cpdef void between_numbers(
    const long long[::1] elements_before, const long long[::1] kinds, Py_ssize_t width, long long[::1] counts,
    const double[::1] logs, float[:, ::1] out, Py_ssize_t at,
)

@cython.locals(i=Py_ssize_t, place=cython.longlong, level=int, column=cython.longlong)
cpdef void near_numbers(
    const long long[::1] elements, const long long[::1] above, const long long[::1] ids, const long long[::1] columns,
    Py_ssize_t depth, float[:, ::1] out, Py_ssize_t at,
)

@cython.locals(
    total=double, blocks=Py_ssize_t, all_elements=Py_ssize_t, i=Py_ssize_t, share=Py_ssize_t, main=Py_ssize_t,
)
cpdef void main_numbers(
    const long long[::1] elements, const long long[::1] prose, const long long[::1] above, const long long[::1] ends,
    double[::1] held, const double[::1] shares, float[:, ::1] out, Py_ssize_t at,
)

@cython.locals(
    blocks=Py_ssize_t, i=Py_ssize_t, level=Py_ssize_t, element=cython.longlong, low=Py_ssize_t, high=Py_ssize_t,
    count=double, some=double, column=Py_ssize_t,
)
cpdef void container_numbers(
    const long long[::1] words, const long long[::1] link_words, const long long[::1] marks, const long long[::1] prose,
    const long long[:, ::1] levels, const long long[::1] start, const long long[::1] stop, double[:, ::1] sums,
    unsigned char[::1] done, double[:, ::1] facts, float[:, ::1] out, Py_ssize_t at,
)

@cython.locals(i=Py_ssize_t, trait=cython.longlong, around=cython.longlong, held=cython.longlong, end=Py_ssize_t)
cpdef void mark_parts(
    const long long[::1] numbers, const long long[::1] traits, const long long[::1] parents, const long long[::1] ends,
    unsigned char[::1] codes, unsigned char[::1] inside, long long[::1] texts, long long[::1] titles,
)

@cython.locals(i=Py_ssize_t, total=cython.longlong)
cpdef void spread_parts(
    const long long[::1] elements, const long long[::1] words, const unsigned char[::1] never_shown, const long long[::1] parents,
    const long long[::1] ends, const double[::1] most, const double[::1] most_of_all, unsigned char[::1] codes,
    long long[::1] before, long long[::1] held, unsigned char[::1] found,
)

@cython.locals(i=Py_ssize_t, element=Py_ssize_t, top=Py_ssize_t)
cpdef void outermost_hidden(
    const long long[::1] elements, const unsigned char[::1] hidden, const long long[::1] parents, const long long[::1] flags, int mask,
    long long[::1] tops,
)

@cython.locals(
    blocks=Py_ssize_t, total=cython.longlong, shown=cython.longlong, in_comments=cython.longlong, i=Py_ssize_t, share=double,
    begin=Py_ssize_t, end=Py_ssize_t, held=cython.longlong, linked=cython.longlong, headed=bint, of_page=double,
    of_links=double, length=double,
)
cpdef void section_numbers(
    const long long[::1] words, const long long[::1] link_words, const long long[::1] elements, const long long[::1] ids, long long first,
    long long last, const unsigned char[::1] hidden, const unsigned char[::1] never_shown, const unsigned char[::1] comment,
    long long[::1] heading, float[:, ::1] out, Py_ssize_t at,
)

@cython.locals(since=Py_ssize_t, text=double, found=Py_ssize_t, block=Py_ssize_t, template=Py_ssize_t)
cpdef Py_ssize_t mark_teasers(
    const float[::1] links, float all_link, const double[::1] words, const unsigned char[::1] never_shown,
    const long long[::1] templates, const double[::1] probability, double headline, Py_ssize_t reach, double shortest,
    double longest, double alike, double most, double of_text, double[:, ::1] sums, unsigned char[::1] out,
) except -1
