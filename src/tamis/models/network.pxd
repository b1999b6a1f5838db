# The types of network.py's variables, read by Cython when it compiles that file. Nothing runs here.
cimport cython
from tamis.models.kernel cimport (
    add_up, bags, bias_of_page, embed, group_rows, how_many, kind_rows, last_word, neighbours, number_groups, page_row,
    rectify, rectify_onto, sum_up, type_logits, with_opinion,
)
from tamis.models.product cimport multiply

cdef const long long[:, ::1] _GROUPS
cdef Py_ssize_t _ROWS

@cython.locals(
    table="const float[:, ::1]", names="float[:, ::1]", words="float[:, ::1]", numbers="const float[:, ::1]",
    tags="const long long[:, ::1]", chain="const long long[:, ::1]", heading="const long long[::1]",
    mean="const float[::1]", of_scale="const float[::1]", of_tags="const float[:, ::1]", across="const float[:, ::1]",
    rows=Py_ssize_t, some="float[:, ::1]", out="float[:, ::1]", low=Py_ssize_t, count=Py_ssize_t,
)
cdef float[:, ::1] _look(object weights, object columns)

@cython.locals(
    across="const float[:, ::1]", rows=Py_ssize_t, dilation=Py_ssize_t, some="float[:, ::1]", out="float[:, ::1]",
    low=Py_ssize_t, count=Py_ssize_t,
)
cdef float[:, ::1] _convolve(object weights, Py_ssize_t layer, float[:, ::1] hidden)

@cython.locals(
    start="const long long[:, ::1]", stop="const long long[:, ::1]", kinds="const long long[::1]",
    heading="const long long[::1]", rows=Py_ssize_t, width=Py_ssize_t, levels=Py_ssize_t, half=Py_ssize_t,
    count=Py_ssize_t, sums="double[:, ::1]", of_kinds="double[:, ::1]", which="long long[:, ::1]",
    firsts="long long[::1]", ends="long long[::1]", found=Py_ssize_t, groups="float[:, ::1]",
    across="const float[:, ::1]", out="float[:, ::1]", said="float[:, ::1]", begin=Py_ssize_t, level=Py_ssize_t,
    means="float[:, ::1]", of_kind="float[:, ::1]",
)
cdef float[:, ::1] _mix(object weights, float[:, ::1] state, object columns, float[:, ::1] page)

@cython.locals(
    hidden="float[:, ::1]", rows=Py_ssize_t, width=Py_ssize_t, state="float[:, ::1]", page="float[:, ::1]",
    mixed="float[:, ::1]", heads="const float[:, ::1]", said="float[:, ::1]", article=double, bias="float[::1]",
    of_page="float[:, ::1]",
)
cpdef object run(object weights, object columns, tuple conventions)
