"""Products of matrices as small as the network's, for which a call of BLAS costs more than the product."""

cdef extern from "product.h":
    void tamis_multiply(
        const float *rows, Py_ssize_t count, Py_ssize_t stride, Py_ssize_t inside, const float *across,
        Py_ssize_t width, float *out
    ) noexcept nogil
    void tamis_convolve(
        const float *hidden, Py_ssize_t count, Py_ssize_t width, Py_ssize_t dilation, const float *across,
        const float *bias, float *out
    ) noexcept nogil


cpdef int multiply(
    const float[:, ::1] rows, const float[:, ::1] across, float[:, ::1] out, Py_ssize_t begin, Py_ssize_t end
) except -1:
    """``rows @ across`` for the rows from ``begin`` to ``end``, of each as many numbers as ``across`` has rows."""
    if not 0 <= begin <= end <= min(rows.shape[0], out.shape[0]):
        raise ValueError("rows that are not there")
    if across.shape[0] > rows.shape[1] or across.shape[1] != out.shape[1] or not out.shape[1]:
        raise ValueError("shapes that do not fit")
    if not across.shape[0]:
        out[begin:end] = 0
    elif begin < end:
        with nogil:
            tamis_multiply(
                &rows[begin, 0], end - begin, rows.shape[1], across.shape[0], &across[0, 0], across.shape[1],
                &out[begin, 0],
            )
    return 0


cpdef int convolve(
    const float[:, ::1] hidden, Py_ssize_t dilation, const float[:, ::1] across, const float[::1] bias, float[:, ::1] out
) except -1:
    """A convolution of width 3 along the blocks, what is below zero cut off, added to what went in."""
    cdef Py_ssize_t count = hidden.shape[0], width = hidden.shape[1]
    fits = across.shape[0] == 3 * width and across.shape[1] == width and bias.shape[0] == width
    if not fits or out.shape[0] != count or out.shape[1] != width or not width:
        raise ValueError("shapes that do not fit")
    if count:
        with nogil:
            tamis_convolve(&hidden[0, 0], count, width, dilation, &across[0, 0], &bias[0], &out[0, 0])
    return 0
