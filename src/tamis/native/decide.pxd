# The types of decide.py's variables, read by Cython when it compiles that file. Nothing runs here.
cimport cython

cdef extern from "math.h":
    cpdef double sqrt(double)
    cpdef double exp(double)

@cython.locals(
    width=Py_ssize_t, total=Py_ssize_t, at=Py_ssize_t, owner=Py_ssize_t, begin=Py_ssize_t, column=Py_ssize_t, root=float
)
cpdef void sum_embeddings(
    const float[:, ::1] table, const long long[::1] owners, const long long[::1] tokens, float[:, ::1] out
)

@cython.locals(
    count=Py_ssize_t, tag_width=Py_ssize_t, tag_ids=Py_ssize_t, name_width=Py_ssize_t, word_width=Py_ssize_t, row=Py_ssize_t,
    block=Py_ssize_t, column=Py_ssize_t, value=float, at=Py_ssize_t, place=Py_ssize_t, tag=Py_ssize_t,
    group=Py_ssize_t, element=Py_ssize_t, headline=Py_ssize_t,
)
cpdef void embed(
    const float[:, ::1] numbers, const float[::1] mean, const float[::1] inverse_scale, float clip, const long long[:, ::1] tags,
    const float[:, ::1] tag_table, const long long[:, ::1] chain, const float[:, ::1] name_rows,
    const long long[:, ::1] groups, const float[:, ::1] word_rows, const long long[::1] heading,
    Py_ssize_t low, Py_ssize_t rows, float[:, ::1] out,
)

@cython.locals(
    rows=Py_ssize_t, levels=Py_ssize_t, found=Py_ssize_t, level=Py_ssize_t, block=Py_ssize_t, place=Py_ssize_t
)
cpdef Py_ssize_t number_bounds(const long long[:, ::1] start, const long long[:, ::1] stop, long long[::1] bounds)

@cython.locals(
    width=Py_ssize_t, at=Py_ssize_t, block=Py_ssize_t, weight=double, template=Py_ssize_t, column=Py_ssize_t, value=double
)
cpdef void sum_states(
    const float[:, ::1] state, Py_ssize_t half, const double[::1] weights, const long long[::1] templates,
    const long long[::1] bounds, double[:, ::1] sums, double[:, ::1] template_sums,
)

@cython.locals(most=cython.longlong, block=Py_ssize_t)
cpdef Py_ssize_t count_templates(const long long[::1] templates) except -1

@cython.locals(
    rows=Py_ssize_t, levels=Py_ssize_t, found=Py_ssize_t, level=Py_ssize_t, block=Py_ssize_t, new=bint
)
cpdef Py_ssize_t number_groups(
    const long long[:, ::1] start, const long long[:, ::1] stop, const long long[::1] heading,
    long long[:, ::1] which, long long[::1] firsts, long long[::1] ends,
)

@cython.locals(
    width=Py_ssize_t, levels=Py_ssize_t, group=Py_ssize_t, level=Py_ssize_t, block=Py_ssize_t, first=Py_ssize_t,
    column=Py_ssize_t, begin=Py_ssize_t, end=Py_ssize_t,
)
cpdef void group_rows(
    const double[:, ::1] sums, const long long[::1] bounds, Py_ssize_t half, const long long[:, ::1] start,
    const long long[:, ::1] stop, const long long[::1] heading, Py_ssize_t pointers, const float[:, ::1] state,
    const long long[::1] firsts, const long long[::1] ends, float[:, ::1] out,
)

@cython.locals(plain=double, weighted=double, column=Py_ssize_t)
cdef void mean_of(
    const double[:, ::1] sums, Py_ssize_t end, Py_ssize_t begin, Py_ssize_t half, Py_ssize_t width, float[:, ::1] out,
    Py_ssize_t row,
) noexcept

cpdef void page_row(const double[:, ::1] sums, Py_ssize_t half, float[:, ::1] out)

@cython.locals(width=Py_ssize_t, total=double, block=Py_ssize_t, weight=double, column=Py_ssize_t)
cpdef void content_row(const float[:, ::1] state, const double[::1] weights, double[::1] sums, float[:, ::1] out)

@cython.locals(template=Py_ssize_t, plain=double, weighted=double, column=Py_ssize_t)
cpdef void template_rows(const double[:, ::1] template_sums, Py_ssize_t half, Py_ssize_t width, float[:, ::1] out)

@cython.locals(width=Py_ssize_t, block=Py_ssize_t, template=Py_ssize_t, column=Py_ssize_t, level=Py_ssize_t, group=Py_ssize_t)
cpdef void add_contexts(
    const long long[:, ::1] which, const float[:, ::1] group_values, const long long[::1] templates,
    const float[:, ::1] template_rows, float[:, ::1] out,
)

@cython.locals(width=Py_ssize_t, row=Py_ssize_t, column=Py_ssize_t, value=float)
cpdef void rectify(float[:, ::1] rows, const float[::1] bias)

@cython.locals(width=Py_ssize_t, row=Py_ssize_t, column=Py_ssize_t, logit=double)
cpdef void append_probability(
    const float[:, ::1] hidden, const float[:, ::1] weight, const float[::1] bias, float[:, ::1] out
)

@cython.locals(width=Py_ssize_t, page_type=Py_ssize_t, logit=double, column=Py_ssize_t)
cpdef void type_logits(
    const float[:, ::1] page, const float[:, ::1] head, const float[:, ::1] weight, const float[::1] bias,
    double[::1] out,
)

@cython.locals(column=Py_ssize_t, value=double, token=Py_ssize_t)
cpdef void page_bias(
    const float[::1] bias, const float[:, ::1] conventions, Py_ssize_t general, Py_ssize_t of_article, double article,
    const float[:, ::1] head_weights, const float[:, ::1] head, const float[:, ::1] page_part, float[::1] out,
)

@cython.locals(row=Py_ssize_t, logit=double, column=Py_ssize_t)
cpdef void apply_linear(
    const float[:, ::1] hidden, const float[:, ::1] weight, const float[::1] bias, double[::1] out
)

@cython.locals(block=Py_ssize_t, value=double)
cpdef void logistic(const double[::1] log_odds, double[::1] out)

@cython.locals(
    size=Py_ssize_t, found=Py_ssize_t, place=Py_ssize_t, block=Py_ssize_t, kept=Py_ssize_t, wanted=Py_ssize_t,
    count=double, right=double, best=double, threshold=double, alone=double, together=double, above=double, both=double,
    value=double,
)
cpdef double best_threshold(
    const double[::1] probability, const double[::1] words, double recall, double shared, double[:, ::1] bins
) except? -2

@cython.locals(column=Py_ssize_t, block=Py_ssize_t)
cpdef void sum_confidence_signals(const double[::1] probability, const double[::1] words, double threshold, double[::1] out)

@cython.locals(block=Py_ssize_t, odds=double, moved=double)
cpdef void score(
    const double[::1] probability, double threshold, const unsigned char[::1] kept, const unsigned char[::1] never_shown,
    double[::1] out,
)

@cython.locals(found=Py_ssize_t, text=Py_ssize_t, block=Py_ssize_t)
cpdef Py_ssize_t find_headings(
    const long long[:, ::1] tags, long long first, long long last, const double[::1] probability, double lowest,
    double threshold, long long[::1] below,
) except -1

@cython.locals(first=Py_ssize_t, last=Py_ssize_t, block=Py_ssize_t, found=list, template=Py_ssize_t)
cpdef list find_same_template(
    const long long[::1] templates, const double[::1] words, const unsigned char[::1] never_shown, const float[:, ::1] numbers,
    Py_ssize_t link_share, float all_link, double share, const double[::1] probability, double least,
    const unsigned char[::1] kept, double[:, ::1] sums,
)

@cython.locals(found=list, block=Py_ssize_t)
cpdef list find_repeated(
    const float[:, ::1] numbers, Py_ssize_t times, float one_copy, Py_ssize_t code, const unsigned char[::1] kept
)
