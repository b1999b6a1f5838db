cpdef str decode(str text, bint value)
