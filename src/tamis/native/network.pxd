# The types of network.py's variables, read by Cython when it compiles that file. Nothing runs here.
cimport cython
from tamis.native.decide cimport (
    add_contexts, append_probability, apply_linear, content_row, count_templates, embed, group_rows, number_bounds,
    number_groups, page_bias, page_row, rectify, sum_embeddings, sum_states, template_rows, type_logits,
)
from tamis.native.product cimport convolve, multiply

@cython.final
cdef class Layers:
    cdef const float[:, ::1] names, words, tags, head, dense, first, types, conventions, of_head, own, of_page, of_template
    cdef const float[:, ::1] groups, biases, last
    cdef const float[::1] mean, inverse_scale, dense_bias, first_bias, types_bias, mix_bias, last_bias
    cdef const float[:, :, ::1] convolutions
    cdef const long long[::1] group_ends

cdef const long long[:, ::1] _GROUPS
cdef Py_ssize_t _ROWS

@cython.locals(
    names="float[:, ::1]", words="float[:, ::1]", numbers="const float[:, ::1]",
    tags="const long long[:, ::1]", chain="const long long[:, ::1]", heading="const long long[::1]",
    across="const float[:, ::1]", rows=Py_ssize_t, reach=Py_ssize_t, some="float[:, ::1]", state="float[:, ::1]", low=Py_ssize_t, high=Py_ssize_t,
    begin=Py_ssize_t, end=Py_ssize_t, count=Py_ssize_t, hidden="float[:, ::1]",
)
cdef float[:, ::1] _encode(Layers layers, object features)

@cython.locals(out="float[:, ::1]")
cdef float[:, ::1] _convolve(Layers layers, Py_ssize_t layer, float[:, ::1] hidden)

@cython.locals(
    width=Py_ssize_t, count=Py_ssize_t, half=Py_ssize_t, template_sums="double[:, ::1]", means="float[:, ::1]",
    of_template="float[:, ::1]",
)
cdef float[:, ::1] _sum_up(
    Layers layers, float[:, ::1] state, object features, long long[::1] bounds, double[:, ::1] sums,
    float[:, ::1] page,
)

@cython.locals(
    start="const long long[:, ::1]", stop="const long long[:, ::1]", heading="const long long[::1]", rows=Py_ssize_t,
    width=Py_ssize_t, levels=Py_ssize_t, which="long long[:, ::1]", firsts="long long[::1]", ends="long long[::1]",
    found=Py_ssize_t, groups="float[:, ::1]", across="const float[:, ::1]", out="float[:, ::1]",
    of_groups="float[:, ::1]", at=Py_ssize_t, level=Py_ssize_t,
)
cdef float[:, ::1] _mix(
    Layers layers, float[:, ::1] state, object features, long long[::1] bounds, double[:, ::1] sums,
    float[:, ::1] of_template, Py_ssize_t begin, Py_ssize_t end,
)

@cython.locals(
    state="float[:, ::1]", rows=Py_ssize_t, width=Py_ssize_t, bounds="long long[::1]", sums="double[:, ::1]",
    layers=Layers, page="float[:, ::1]", of_template="float[:, ::1]", head="float[:, ::1]", article=double,
    bias="float[::1]", of_page="float[:, ::1]", reach=Py_ssize_t, low=Py_ssize_t, high=Py_ssize_t, begin=Py_ssize_t,
    end=Py_ssize_t, mixed="float[:, ::1]",
)
cpdef object predict(object weights, object features, tuple conventions)
