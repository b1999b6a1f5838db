# What other compiled modules may call without a detour through Python.
cpdef int multiply(
    const float[:, ::1] rows, const float[:, ::1] across, float[:, ::1] out, Py_ssize_t begin, Py_ssize_t end
) except -1
