"""Products of matrices as small as the network's; without a compiler NumPy makes them (:mod:`tamis.models.network`)."""

cdef extern from "product.h":
    void tamis_multiply(
        const float *rows, Py_ssize_t count, Py_ssize_t stride, Py_ssize_t inside, const float *across, float *out
    ) noexcept nogil
    int tamis_can_multiply() noexcept

WIDTH = 32 if tamis_can_multiply() else 0
"""of the matrices that can be multiplied here; 0 if this processor lacks the instructions for it"""


def multiply(const float[:, :] rows, const float[:, ::1] across, float[:, ::1] out):
    """``rows @ across``, which is WIDTH wide, into ``out``; the numbers of a row stand side by side."""
    if rows.shape[0] != out.shape[0] or rows.shape[1] != across.shape[0] or across.shape[1] != 32 or out.shape[1] != 32:
        raise ValueError("shapes that do not fit")
    if rows.shape[1] > 1 and rows.strides[1] != sizeof(float) or rows.strides[0] % <Py_ssize_t>sizeof(float):
        raise ValueError("rows whose numbers do not stand side by side")
    if not rows.shape[0] or not rows.shape[1]:
        out[:, :] = 0
        return
    cdef Py_ssize_t stride = rows.strides[0] // <Py_ssize_t>sizeof(float)
    with nogil:
        tamis_multiply(&rows[0, 0], rows.shape[0], stride, rows.shape[1], &across[0, 0], &out[0, 0])
