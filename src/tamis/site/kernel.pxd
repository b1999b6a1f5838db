# The types of kernel.py's variables, read by Cython when it compiles that file. Nothing runs here.
cimport cython

@cython.locals(
    known=list, found=list, chain=list, element=Py_ssize_t, place=Py_ssize_t, here=Py_ssize_t, step=tuple,
)
cpdef list find(list elements, object attr, list tags, const long long[::1] parents, dict steps, object look_up)
