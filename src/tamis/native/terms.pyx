# cython: boundscheck=False, wraparound=False
"""The terms of many texts as numbers, as :func:`tamis.text.terms.terms` cuts them.

Each character is looked up in a table (:mod:`tamis.store.folding`). A text with a character whose terms depend on its
neighbours is cut by the definition itself.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_FromKindAndData, PyUnicode_KIND, PyUnicode_READ
from libc.stdlib cimport qsort
from libc.string cimport memcmp, memset

ctypedef unsigned long long Hash

cdef enum:
    LONGEST = 100
    ALONE = 1 << 28
    DROPPED = -1
    SLOW = -2
    FIRST_SEVERAL = -3
    CODES = 1 << 16
    WIDE = 4

cdef Hash BASIS = 0xCBF29CE484222325
cdef Hash PRIME = 0x100000001B3
"""of FNV-1a (Fowler, Noll and Vo), here over code points"""

dropped, slow, first_several, alone = DROPPED, SLOW, FIRST_SEVERAL, ALONE


cdef struct Word:
    Hash head  # its first three letters
    const unsigned int *letters
    int length, number


cdef int compare(const void *first, const void *second) noexcept nogil:
    """The order of two words by their code points."""
    cdef const Word *a = <const Word *> first
    cdef const Word *b = <const Word *> second
    cdef int i
    if a.head != b.head:
        return 1 if a.head > b.head else -1
    for i in range(min(a.length, b.length)):
        if a.letters[i] != b.letters[i]:
            return 1 if a.letters[i] > b.letters[i] else -1
    return a.length - b.length


cdef void *grown(void *old, Py_ssize_t size) except NULL:
    cdef void *new = PyMem_Realloc(old, size)
    if new == NULL:
        raise MemoryError
    return new


cdef class Vocabulary:
    """The different terms so far, each with its number; and the numbers of all terms in order."""

    cdef int *slots
    cdef Hash *hashes
    cdef Py_ssize_t *begins
    cdef unsigned int *letters
    cdef int *numbers
    cdef Py_ssize_t size, words, room_words, room_letters, count, room_numbers
    cdef unsigned int[LONGEST] term
    cdef int length
    cdef Hash key

    def __cinit__(self):
        self.size, self.room_words, self.room_letters, self.room_numbers = 1 << 12, 1 << 10, 1 << 13, 1 << 13
        self.slots = <int *> grown(NULL, self.size * sizeof(int))
        memset(self.slots, 0xFF, self.size * sizeof(int))
        self.hashes = <Hash *> grown(NULL, self.room_words * sizeof(Hash))
        self.begins = <Py_ssize_t *> grown(NULL, (self.room_words + 1) * sizeof(Py_ssize_t))
        self.letters = <unsigned int *> grown(NULL, self.room_letters * sizeof(int))
        self.numbers = <int *> grown(NULL, self.room_numbers * sizeof(int))
        self.begins[0] = 0
        self.start()

    def __dealloc__(self):
        PyMem_Free(self.slots)
        PyMem_Free(self.hashes)
        PyMem_Free(self.begins)
        PyMem_Free(self.letters)
        PyMem_Free(self.numbers)

    cdef inline void start(self) noexcept:
        self.length, self.key = 0, BASIS

    cdef inline void take(self, unsigned int letter) noexcept:
        """Add a character to the term; those of an overlong one do not count."""
        if self.length < LONGEST:
            self.term[self.length] = letter
            self.length += 1
            self.key = (self.key ^ letter) * PRIME

    cdef int end(self) except -1:
        """End the term, if there is one."""
        cdef Py_ssize_t at, first
        cdef int number
        if not self.length:
            return 0
        at = (self.key ^ self.key >> 32) & (self.size - 1)
        while True:
            number = self.slots[at]
            if number < 0:
                number = self.add(at)
                break
            first = self.begins[number]
            if (
                self.hashes[number] == self.key
                and self.begins[number + 1] - first == self.length
                and memcmp(self.letters + first, self.term, self.length * sizeof(int)) == 0
            ):
                break
            at = (at + 1) & (self.size - 1)
        if self.count == self.room_numbers:
            self.room_numbers *= 2
            self.numbers = <int *> grown(self.numbers, self.room_numbers * sizeof(int))
        self.numbers[self.count] = number
        self.count += 1
        self.start()
        return 0

    cdef int add(self, Py_ssize_t at) except -1:
        """Note a new term, whose slot is known."""
        cdef Py_ssize_t first = self.begins[self.words]
        cdef int number = <int> self.words, i
        if self.words == self.room_words:
            self.room_words *= 2
            self.hashes = <Hash *> grown(self.hashes, self.room_words * sizeof(Hash))
            self.begins = <Py_ssize_t *> grown(self.begins, (self.room_words + 1) * sizeof(Py_ssize_t))
        if first + LONGEST > self.room_letters:
            self.room_letters *= 2
            self.letters = <unsigned int *> grown(self.letters, self.room_letters * sizeof(int))
        for i in range(self.length):
            self.letters[first + i] = self.term[i]
        self.hashes[number] = self.key
        self.begins[number + 1] = first + self.length
        self.slots[at] = number
        self.words += 1
        if 2 * self.words > self.size:
            self.widen()
        return number

    cdef int widen(self) except -1:
        cdef Py_ssize_t at, i
        self.size *= 2
        self.slots = <int *> grown(self.slots, self.size * sizeof(int))
        memset(self.slots, 0xFF, self.size * sizeof(int))
        for i in range(self.words):
            at = (self.hashes[i] ^ self.hashes[i] >> 32) & (self.size - 1)
            while self.slots[at] >= 0:
                at = (at + 1) & (self.size - 1)
            self.slots[at] = <int> i
        return 0

    cdef bytes in_order(self):
        """The numbers of the words in their order, as the bytes of an array (``int32``)."""
        cdef bytes found = PyBytes_FromStringAndSize(NULL, self.words * sizeof(int))
        cdef int *order = <int *> <char *> found
        cdef Word *listed = <Word *> grown(NULL, (self.words + 1) * sizeof(Word))
        cdef Word *word
        cdef Py_ssize_t i, k
        for i in range(self.words):
            word = &listed[i]
            word.letters = self.letters + self.begins[i]
            word.length = <int> (self.begins[i + 1] - self.begins[i])
            word.number, word.head = <int> i, 0
            for k in range(3):
                word.head = word.head << 21 | (word.letters[k] if k < word.length else 0)
        qsort(listed, self.words, sizeof(Word), compare)
        for i in range(self.words):
            order[i] = listed[i].number
        PyMem_Free(listed)
        return found

    cdef bint cut(self, str text, const int[::1] folds, const int[::1] several, const int[::1] ends) except -1:
        """Add the terms of a text; whether the table was enough for it. If not, none is added."""
        cdef Py_ssize_t i, k, before = self.count
        cdef int kind = PyUnicode_KIND(text), folded
        cdef void *data = PyUnicode_DATA(text)
        cdef unsigned int code
        for i in range(len(text)):
            code = PyUnicode_READ(kind, data, i)
            folded = folds[code] if code < CODES else SLOW
            if folded > 0:
                if folded & ALONE:
                    self.end()
                    self.take(folded ^ ALONE)
                    self.end()
                else:
                    self.take(folded)
            elif folded == 0:
                self.end()
            elif folded <= FIRST_SEVERAL:
                k = FIRST_SEVERAL - folded
                for k in range(ends[k], ends[k + 1]):
                    if several[k]:
                        self.take(several[k])
                    else:
                        self.end()
            elif folded == SLOW:
                self.count = before
                self.start()
                return False
        self.end()
        return True


def tokenize(list texts, folds, several, ends, slowly):
    """The different terms of texts, their order, their hashes, the number of each term, how many terms each text has.

    All but the first are the bytes of arrays (``int32``, ``uint64``, ``int32``, ``int64``). ``slowly`` cuts what the
    table cannot.
    """
    cdef Vocabulary found = Vocabulary()
    cdef const int[::1] table = folds, more = several, borders = ends
    cdef bytes sizes = PyBytes_FromStringAndSize(NULL, len(texts) * sizeof(long long))
    cdef long long *size = <long long *> <char *> sizes
    cdef Py_ssize_t before, i
    cdef str text, term
    cdef Py_UCS4 letter
    for i in range(len(texts)):
        text = texts[i]
        before = found.count
        if not found.cut(text, table, more, borders):
            for term in slowly(text):
                for letter in term:
                    found.take(letter)
                found.end()
        size[i] = found.count - before
    words = [
        PyUnicode_FromKindAndData(WIDE, found.letters + found.begins[i], found.begins[i + 1] - found.begins[i])
        for i in range(found.words)
    ]
    return (
        words,
        found.in_order(),
        PyBytes_FromStringAndSize(<char *> found.hashes, found.words * sizeof(Hash)),
        PyBytes_FromStringAndSize(<char *> found.numbers, found.count * sizeof(int)),
        sizes,
    )


def least(const int[::1] terms, const long long[::1] sizes, const Hash[:, ::1] hashes, Hash[:, ::1] out):
    """For each text, the least hash of its terms by each of some hash functions, whose values are rows by term."""
    cdef Py_ssize_t text, i, k, at = 0, functions = hashes.shape[1]
    cdef const Hash *own
    for text in range(len(sizes)):
        for i in range(at, at + sizes[text]):
            own = &hashes[terms[i], 0]
            for k in range(functions):
                if own[k] < out[text, k]:
                    out[text, k] = own[k]
        at += sizes[text]


def by_term(const int[::1] terms, const long long[::1] sizes, long long[::1] starts, long long[::1] places):
    """The places of each term in one sequence of all texts, with a place between two, in order.

    ``starts``, one more than there are terms, begins as zeros and ends as where each term's places begin.
    """
    cdef Py_ssize_t text, i, at = 0, words = len(starts) - 1
    cdef long long total = 0, count
    for i in range(len(terms)):
        starts[terms[i]] += 1
    for i in range(words + 1):
        count = starts[i]
        starts[i] = total
        total += count
    for text in range(len(sizes)):
        for i in range(at, at + sizes[text]):
            places[starts[terms[i]]] = i + text
            starts[terms[i]] += 1
        at += sizes[text]
    for i in range(words, 0, -1):
        starts[i] = starts[i - 1]
    starts[0] = 0
