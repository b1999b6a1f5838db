# cython: boundscheck=False, wraparound=False
"""Numbers as bytes, seven bits a byte; and the leaves of an index, which are the words in order, each with its places.

A leaf is one entry after the other: how many bytes the word has in common with the word before, the number of its own
bytes, these, the number of bytes of its places, and these: the first place, then the steps from one to the next.
Whatever the bytes are, nothing is read beyond them: damaged ones raise ``ValueError``.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from libc.string cimport memcmp, memcpy

ctypedef unsigned char Byte
ctypedef unsigned long long Number

cdef enum:
    LONGEST = 10  # bytes of a number
    WORD = 512  # bytes of a word: a hundred characters of four


cdef inline Byte *put(Byte *at, Number number) noexcept:
    """Write a number; where it ends."""
    while number >= 128:
        at[0] = <Byte> (number | 128)
        number >>= 7
        at += 1
    at[0] = <Byte> number
    return at + 1


cdef inline int take(const Byte **place, const Byte *end, Number *number) except -1:
    """Read a number, and move behind it."""
    cdef const Byte *at = place[0]
    cdef Number found = 0
    cdef int shift = 0
    while at < end and shift < 64:
        found |= <Number> (at[0] & 127) << shift
        if at[0] < 128:
            place[0] = at + 1
            number[0] = found
            return 0
        at += 1
        shift += 7
    raise ValueError("damaged numbers")


def pack(const long long[::1] numbers):
    """Numbers of any order and sign as bytes."""
    cdef Py_ssize_t i, count = len(numbers)
    cdef Byte *room = <Byte *> PyMem_Malloc(LONGEST * count + 1)
    cdef Byte *at = room
    if room == NULL:
        raise MemoryError
    for i in range(count):
        at = put(at, <Number> numbers[i] << 1 ^ <Number> (numbers[i] >> 63))
    packed = PyBytes_FromStringAndSize(<char *> room, at - room)
    PyMem_Free(room)
    return packed


def pack_steps(list numbers):
    """Numbers as the steps from one to the next, of any sign, as bytes."""
    cdef Py_ssize_t i, count = len(numbers)
    cdef Byte *room = <Byte *> PyMem_Malloc(LONGEST * count + 1)
    cdef Byte *at = room
    cdef long long before = 0, number, step
    if room == NULL:
        raise MemoryError
    try:
        for i in range(count):
            number = numbers[i]
            step = number - before
            at = put(at, <Number> step << 1 ^ <Number> (step >> 63))
            before = number
        return PyBytes_FromStringAndSize(<char *> room, at - room)
    finally:
        PyMem_Free(room)


def unpack(bytes data):
    """The numbers that :func:`pack` made bytes of: the bytes of an array (``int64``)."""
    cdef const Byte *at = <const Byte *> PyBytes_AS_STRING(data)
    cdef const Byte *end = at + PyBytes_GET_SIZE(data)
    cdef Py_ssize_t i, count = counted(at, end)
    cdef bytes found = PyBytes_FromStringAndSize(NULL, count * sizeof(long long))
    cdef long long *numbers = <long long *> PyBytes_AS_STRING(found)
    cdef Number number = 0
    for i in range(count):
        take(&at, end, &number)
        numbers[i] = <long long> (number >> 1) ^ -<long long> (number & 1)
    return found


cdef Py_ssize_t counted(const Byte *at, const Byte *end) noexcept:
    """How many numbers end between two places."""
    cdef Py_ssize_t count = 0
    while at < end:
        count += at[0] < 128
        at += 1
    return count


def decode(list lists, const long long[::1] shifts):
    """The places of some lists, one list after the other, each moved by its shift, and how many each has.

    Both are the bytes of arrays (``int64``).
    """
    cdef Py_ssize_t i, k, count, total = 0
    cdef bytes data, sizes = PyBytes_FromStringAndSize(NULL, len(lists) * sizeof(long long)), found
    cdef long long *size = <long long *> PyBytes_AS_STRING(sizes)
    cdef long long *place
    cdef const Byte *at
    cdef const Byte *end
    cdef Number step = 0, sum
    for i in range(len(lists)):
        data = lists[i]
        at = <const Byte *> PyBytes_AS_STRING(data)
        size[i] = counted(at, at + PyBytes_GET_SIZE(data))
        total += size[i]
    found = PyBytes_FromStringAndSize(NULL, total * sizeof(long long))
    place = <long long *> PyBytes_AS_STRING(found)
    for i in range(len(lists)):
        data = lists[i]
        at = <const Byte *> PyBytes_AS_STRING(data)
        end = at + PyBytes_GET_SIZE(data)
        sum = <Number> shifts[i]
        for k in range(size[i]):
            take(&at, end, &step)
            sum += step
            place[k] = <long long> sum
        place += size[i]
    return found, sizes


cdef class Leaves:
    """Leaves that are written word by word, in order."""

    cdef list leaves, firsts
    cdef Byte *room
    cdef Py_ssize_t used, size, limit
    cdef Byte[WORD] last
    cdef Py_ssize_t length

    def __cinit__(self, Py_ssize_t limit):
        self.leaves, self.firsts = [], []
        self.limit, self.size = limit, 2 * limit
        self.room = <Byte *> PyMem_Malloc(self.size)
        if self.room == NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.room)

    cdef int add(self, const Byte *word, Py_ssize_t length, const Byte *places, Py_ssize_t size) except -1:
        """Add a word with its places."""
        cdef Py_ssize_t common = 0, wanted = length + size + 3 * LONGEST
        cdef Byte *at
        if length > WORD:
            raise ValueError("a word is too long")
        if self.used and self.used + length + size > self.limit:
            self.end()
        if not self.used:
            self.length = 0
            self.firsts.append(PyBytes_FromStringAndSize(<char *> word, length).decode())
        if self.used + wanted > self.size:
            self.size = 2 * (self.used + wanted)
            at = <Byte *> PyMem_Realloc(self.room, self.size)
            if at == NULL:
                raise MemoryError
            self.room = at
        while common < length and common < self.length and word[common] == self.last[common]:
            common += 1
        at = put(put(self.room + self.used, common), length - common)
        memcpy(at, word + common, length - common)
        at = put(at + length - common, size)
        memcpy(at, places, size)
        self.used = at + size - self.room
        memcpy(self.last, word, length)
        self.length = length
        return 0

    cdef int end(self) except -1:
        """End a leaf, if one is begun."""
        if self.used:
            self.leaves.append(PyBytes_FromStringAndSize(<char *> self.room, self.used))
        self.used = 0
        return 0


def build(list words, const long long[::1] starts, const long long[::1] places, Py_ssize_t limit):
    """The leaves of words in order, of some ``limit`` of bytes each, and the first word of each leaf."""
    cdef Leaves made = Leaves(limit)
    cdef Py_ssize_t i, k, most = 0
    cdef long long before
    cdef bytes word
    cdef Byte *room
    cdef Byte *at
    for i in range(len(words)):
        most = max(most, starts[i + 1] - starts[i])
    room = <Byte *> PyMem_Malloc(LONGEST * most + 1)
    if room == NULL:
        raise MemoryError
    try:
        for i in range(len(words)):
            at, before = room, 0
            for k in range(starts[i], starts[i + 1]):
                at = put(at, places[k] - before)
                before = places[k]
            word = (<str> words[i]).encode()
            made.add(<const Byte *> PyBytes_AS_STRING(word), PyBytes_GET_SIZE(word), room, at - room)
    finally:
        PyMem_Free(room)
    made.end()
    return made.leaves, made.firsts


cdef class Cursor:
    """The entries of leaves, one after the other."""

    cdef list leaves
    cdef bytes leaf
    cdef Py_ssize_t number
    cdef const Byte *at
    cdef const Byte *end
    cdef Byte[WORD] word
    cdef Py_ssize_t length
    cdef const Byte *places
    cdef Py_ssize_t size

    def __cinit__(self, list leaves):
        self.leaves = leaves

    cdef bint next(self) except -1:
        """Move to the next entry; whether there is one."""
        cdef Number common = 0, own = 0, size = 0
        while self.at == self.end:
            if self.number == len(self.leaves):
                return False
            self.leaf = self.leaves[self.number]
            self.number += 1
            self.at = <const Byte *> PyBytes_AS_STRING(self.leaf)
            self.end = self.at + PyBytes_GET_SIZE(self.leaf)
            self.length = 0
        take(&self.at, self.end, &common)
        take(&self.at, self.end, &own)
        if common > <Number> self.length or own > WORD - common or own > <Number> (self.end - self.at):
            raise ValueError("a damaged word")
        memcpy(self.word + common, self.at, own)
        self.length = common + own
        self.at += own
        take(&self.at, self.end, &size)
        if size > <Number> (self.end - self.at):
            raise ValueError("damaged places")
        self.places, self.size = self.at, size
        self.at += size
        return True

    cdef int compare(self, const Byte *other, Py_ssize_t length) noexcept:
        """Whether the word comes before another one (below 0), is the same (0), or comes after it."""
        cdef int found = memcmp(self.word, other, min(self.length, length))
        return found if found else (self.length > length) - (self.length < length)


def find(bytes leaf, bytes word):
    """The places of a word in a leaf, as they are stored; ``None`` if it is not there."""
    cdef Cursor cursor = Cursor([leaf])
    cdef int order
    while cursor.next():
        order = cursor.compare(<const Byte *> PyBytes_AS_STRING(word), PyBytes_GET_SIZE(word))
        if order == 0:
            return PyBytes_FromStringAndSize(<char *> cursor.places, cursor.size)
        if order > 0:
            return None
    return None


def words_of(bytes leaf):
    """The words of a leaf, in order."""
    cdef Cursor cursor = Cursor([leaf])
    found = []
    while cursor.next():
        found.append(PyBytes_FromStringAndSize(<char *> cursor.word, cursor.length).decode())
    return found


def merge(list parts, list begins, list shifts, Py_ssize_t limit):
    """The leaves of several segments as those of one, and the first word of each leaf.

    Of each segment: its leaves; where its pages begin, and one more for the end; and how far each page's words move,
    which is ``GONE`` for a page that is left out. Places of later segments come after those of earlier ones.
    """
    cdef Leaves made = Leaves(limit)
    cdef list cursors = [], order = []
    cdef Cursor cursor, least
    cdef Byte[WORD] word
    cdef Py_ssize_t i, length, room = 1 << 16, wanted
    cdef Byte *data = <Byte *> PyMem_Malloc(room)
    cdef Byte *at
    cdef Number last
    if data == NULL:
        raise MemoryError
    try:
        for leaves in parts:
            cursor = Cursor(leaves)
            cursors.append(cursor if cursor.next() else None)
        while True:
            least, wanted = None, 0
            for i in range(len(cursors)):
                cursor = cursors[i]
                if cursor is not None and (least is None or cursor.compare(least.word, least.length) < 0):
                    least = cursor
            if least is None:
                break
            length = least.length
            memcpy(word, least.word, length)
            order.clear()
            for i in range(len(cursors)):
                cursor = cursors[i]
                if cursor is not None and cursor.compare(word, length) == 0:
                    order.append(i)
                    wanted += LONGEST * (cursor.size + 1)
            if wanted > room:
                room = 2 * wanted
                at = <Byte *> PyMem_Realloc(data, room)
                if at == NULL:
                    raise MemoryError
                data = at
            at, last = data, 0
            for i in order:
                cursor = cursors[i]
                at = moved(at, &last, cursor, begins[i], shifts[i])
                if not cursor.next():
                    cursors[i] = None
            if at > data:
                made.add(word, length, data, at - data)
    finally:
        PyMem_Free(data)
    made.end()
    return made.leaves, made.firsts


GONE = -(1 << 62)
cdef long long LEFT_OUT = GONE


cdef Byte *moved(
    Byte *at, Number *last, Cursor cursor, const long long[::1] begins, const long long[::1] shifts
) except NULL:
    """Write a word's places behind those before, moved with their pages; where they end."""
    cdef const Byte *read = cursor.places
    cdef const Byte *end = read + cursor.size
    cdef Number step = 0, place = 0
    cdef Py_ssize_t page = 0, low, high, middle, pages = len(begins) - 1
    if pages < 1 or len(shifts) != pages:
        raise ValueError("places without pages")
    while read < end:
        take(&read, end, &step)
        place += step
        if <long long> place >= begins[page + 1]:
            low, high = page + 1, pages  # the first page that begins after the place is between them
            while low < high:
                middle = (low + high) // 2
                if begins[middle + 1] <= <long long> place:
                    low = middle + 1
                else:
                    high = middle
            if low >= pages:
                raise ValueError("a place beyond the pages")
            page = low
        if shifts[page] != LEFT_OUT:
            step = place + <Number> shifts[page] - last[0]
            at = put(at, step)
            last[0] += step
    return at
