# What other compiled modules may call without a detour through Python.
cpdef int multiply(
    const float[:, ::1] rows, const float[:, ::1] across, float[:, ::1] out, Py_ssize_t begin, Py_ssize_t end
) except -1
cpdef int convolve(
    const float[:, ::1] hidden, Py_ssize_t dilation, const float[:, ::1] across, const float[::1] bias, float[:, ::1] out
) except -1
