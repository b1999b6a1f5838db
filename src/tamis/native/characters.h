/* How the compiled modules read the letters of a text; included before all else when they are built (setup.py).

   Python's own way to one letter is a call that looks at the text's form each time. Put in place, the compiler takes
   that look out of the loops. A text that is not in one piece (of a subclass of str) goes the old way. */

#include <Python.h>

#define CYTHON_INLINE inline __attribute__((always_inline))

static inline Py_UCS4 tamis_any_letter(PyObject *text, Py_ssize_t at) { return PyUnicode_READ_CHAR(text, at); }

static inline __attribute__((always_inline)) Py_UCS4 tamis_letter(PyObject *text, Py_ssize_t at) {
    const PyASCIIObject *head = (const PyASCIIObject *)text;
    const char *data = (const char *)text + (head->state.ascii ? sizeof(PyASCIIObject) : sizeof(PyCompactUnicodeObject));
    if (__builtin_expect(!head->state.compact, 0)) return tamis_any_letter(text, at);
    if (head->state.kind == 1) return ((const Py_UCS1 *)data)[at];
    if (head->state.kind == 2) return ((const Py_UCS2 *)data)[at];
    return ((const Py_UCS4 *)data)[at];
}

/* Since Python 3.3 texts are made ready as they are made; the check for each letter went with Python 3.12. */
#undef PyUnicode_IS_READY
#define PyUnicode_IS_READY(text) 1

#undef PyUnicode_READ_CHAR
#define PyUnicode_READ_CHAR(text, at) tamis_letter((PyObject *)(text), (at))
