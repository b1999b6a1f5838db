# cython: boundscheck=False, wraparound=False
"""The classes and ids of a page's elements, each name with a number, and the elements that have it."""

import os

from cpython.array cimport array
from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND
from libc.string cimport memset

from tamis.native.attributes cimport read_value
from tamis.native.nodes cimport Nodes
from tamis.native.tokens cimport Letter, known_names

cdef enum:
    FIRST_ROOM = 512

cdef unsigned long long FACTOR = int.from_bytes(os.urandom(8), "big") | 1
"""a page cannot know it, and so cannot choose names that hash alike"""


cdef inline bint is_space(unsigned int letter) noexcept:
    return letter == 32 or letter == 10 or letter == 9 or letter == 13 or letter == 12


cdef inline unsigned long long mixed(unsigned long long key, unsigned int letter) noexcept:
    return (key ^ letter) * FACTOR


cdef inline unsigned long long done(unsigned long long key) noexcept:
    return (key ^ key >> 32) * FACTOR


cdef class Names:
    """The names of a page."""

    def __dealloc__(self):
        PyMem_Free(self.names)
        PyMem_Free(self.tokens)
        PyMem_Free(self.slots)
        PyMem_Free(self.starts)
        PyMem_Free(self.tagged)
        PyMem_Free(self.next_tagged)

    cdef int read(self, Nodes nodes) except -1:
        """Read the names of all elements."""
        cdef int node, number
        self.tags = known_names + len(nodes.names)
        self.room = FIRST_ROOM
        self.token_room = FIRST_ROOM + 2 * nodes.count
        self.mask = 4 * FIRST_ROOM - 1
        self.names = <Name *> PyMem_Malloc(self.room * sizeof(Name))
        self.tokens = <Token *> PyMem_Malloc(self.token_room * sizeof(Token))
        self.slots = <int *> PyMem_Calloc(self.mask + 1, sizeof(int))
        self.starts = <int *> PyMem_Malloc((nodes.count + 1) * sizeof(int))
        self.tagged = <int *> PyMem_Malloc(self.tags * sizeof(int))
        self.next_tagged = <int *> PyMem_Malloc(nodes.count * sizeof(int))
        if not (self.names and self.tokens and self.slots and self.starts and self.tagged and self.next_tagged):
            raise MemoryError
        memset(self.tagged, 255, self.tags * sizeof(int))
        self.written = nodes.written
        self.texts = [nodes.written]
        self.kind = PyUnicode_KIND(self.written)
        self.data = PyUnicode_DATA(self.written)
        for node in range(nodes.count):
            self.starts[node] = self.token_count
            number = nodes.nodes[node].number
            if number < 0:
                continue
            if nodes.nodes[node].names_begin < nodes.nodes[node].names_end:
                if self.kind == 1:
                    read_names(self, <unsigned char *> self.data, nodes.nodes[node].names_begin, nodes.nodes[node].names_end, node)
                elif self.kind == 2:
                    read_names(self, <unsigned short *> self.data, nodes.nodes[node].names_begin, nodes.nodes[node].names_end, node)
                else:
                    read_names(self, <unsigned int *> self.data, nodes.nodes[node].names_begin, nodes.nodes[node].names_end, node)
            self.next_tagged[node] = self.tagged[number]
            self.tagged[number] = node
        self.starts[nodes.count] = self.token_count
        return 0

    cdef int add_slowly(self, str value, int kind, int node) except -1:
        """Add the names in a value that is not written as it reads."""
        cdef str name
        cdef int at
        value = read_value(value)
        for name in [value] if kind == ID_NAME else value.split():
            at = self.find_word(name, kind)
            if at < 0:
                self.texts.append(name)
                at = new_name(self, key_of(name, 0, len(name), kind), len(self.texts) - 1, 0, len(name), kind)
            self.token(at, node)
        return 0

    cdef int token(self, int name, int node) except -1:
        """Note that an element has a name."""
        cdef Token *token
        if self.token_count == self.token_room:
            self.token_room *= 2
            token = <Token *> PyMem_Realloc(self.tokens, self.token_room * sizeof(Token))
            if token == NULL:
                raise MemoryError
            self.tokens = token
        token = self.tokens + self.token_count
        token.name, token.node, token.after = name, node, self.names[name].first
        self.names[name].first = self.token_count
        self.names[name].count += 1
        self.token_count += 1
        return 0

    cdef int grow(self) except -1:
        """Make room for twice as many names."""
        cdef int i, slot
        cdef Name *names
        self.room *= 2
        names = <Name *> PyMem_Realloc(self.names, self.room * sizeof(Name))
        if names == NULL:
            raise MemoryError
        self.names = names
        PyMem_Free(self.slots)
        self.mask = 2 * self.mask + 1
        self.slots = <int *> PyMem_Calloc(self.mask + 1, sizeof(int))
        if self.slots == NULL:
            raise MemoryError
        for i in range(self.count):
            slot = self.names[i].key >> 32 & self.mask
            while self.slots[slot]:
                slot = (slot + 1) & self.mask
            self.slots[slot] = i + 1
        return 0

    cdef unsigned int letter(self, Name *name, Py_ssize_t at) noexcept:
        """A character of a name."""
        if name.text:
            return <unsigned int> (<str> self.texts[name.text])[at]
        at += name.begin
        if self.kind == 1:
            return (<const unsigned char *> self.data)[at]
        if self.kind == 2:
            return (<const unsigned short *> self.data)[at]
        return (<const unsigned int *> self.data)[at]

    cdef int find(self, const unsigned int *letters, Py_ssize_t size, int kind) except -2:
        """The number of a name; -1 if no element has it."""
        cdef unsigned long long key = kind
        cdef Name *name
        cdef int slot
        cdef Py_ssize_t i
        for i in range(size):
            key = mixed(key, letters[i])
        key = done(key)
        slot = key >> 32 & self.mask
        while self.slots[slot]:
            name = self.names + self.slots[slot] - 1
            if name.key == key and name.kind == kind and name.size == size:
                for i in range(size):
                    if self.letter(name, i) != letters[i]:
                        break
                else:
                    return self.slots[slot] - 1
            slot = (slot + 1) & self.mask
        return -1

    cdef int find_word(self, str word, int kind) except -2:
        """The same for a name that is written in another way."""
        cdef Py_ssize_t i
        cdef array letters = array("I", [ord(letter) for letter in word])
        return self.find(<const unsigned int *> letters.data.as_voidptr, len(letters), kind)

    cdef int first_of_tag(self, int number) noexcept:
        """The last element with a tag's number, from which ``next_tagged`` leads on; -1 if there is none."""
        return self.tagged[number] if 0 <= number < self.tags else -1


cdef unsigned long long key_of(str text, Py_ssize_t begin, Py_ssize_t end, int kind) noexcept:
    cdef unsigned long long key = kind
    for i in range(begin, end):
        key = mixed(key, text[i])
    return done(key)


cdef int new_name(Names self, unsigned long long key, int text, Py_ssize_t begin, int size, int kind) except -1:
    cdef Name *name
    cdef int slot
    if self.count == self.room:
        self.grow()
    slot = key >> 32 & self.mask
    while self.slots[slot]:
        slot = (slot + 1) & self.mask
    name = self.names + self.count
    name.key, name.text, name.begin, name.size, name.kind, name.first, name.count = key, text, begin, size, kind, -1, 0
    self.count += 1
    self.slots[slot] = self.count
    return self.count - 1


cdef int add(Names self, Letter *text, Py_ssize_t begin, Py_ssize_t end, unsigned long long key, int kind, int node) except -1:
    """Add a name that is written in the page."""
    cdef int slot = key >> 32 & self.mask
    cdef Name *name
    cdef Py_ssize_t i
    while self.slots[slot]:
        name = self.names + self.slots[slot] - 1
        if name.key == key and name.kind == kind and name.size == end - begin:
            for i in range(name.size):
                if (text[name.begin + i] if not name.text else self.letter(name, i)) != text[begin + i]:
                    break
            else:
                return self.token(self.slots[slot] - 1, node)
        slot = (slot + 1) & self.mask
    return self.token(new_name(self, key, 0, begin, <int> (end - begin), kind), node)


cdef int add_value(Names self, Letter *text, Py_ssize_t begin, Py_ssize_t end, int kind, int node) except -1:
    """Add the names in a value: an id is all of it, classes stand between white space."""
    cdef Py_ssize_t at, start
    cdef unsigned long long key
    cdef bint slow = False
    for at in range(begin, end):  # to the end in any case: such a loop takes many characters at a time
        slow |= text[at] == 38 or text[at] == 13 or text[at] == 0
    if slow:
        return self.add_slowly(self.written[begin:end], kind, node)
    at = begin
    while at < end:
        while at < end and kind == CLASS_NAME and is_space(text[at]):
            at += 1
        start, key = at, kind
        while at < end and not (kind == CLASS_NAME and is_space(text[at])):
            key = mixed(key, text[at])
            at += 1
        if start < at:
            add(self, text, start, at, done(key), kind, node)
    return 0


cdef int read_names(Names self, Letter *text, Py_ssize_t at, Py_ssize_t end, int node) except -1:
    """Read the class and the id of an element, in the stretch of its tag that names it."""
    cdef Py_ssize_t name, length, value
    cdef unsigned int quote
    cdef int known = 0, kind
    while at < end:
        while at < end and (is_space(text[at]) or text[at] == 47):
            at += 1
        name = at
        at += 1
        while at < end and not (is_space(text[at]) or text[at] == 47 or text[at] == 61):
            at += 1
        length = at - name
        while at < end and is_space(text[at]):
            at += 1
        if at >= end or text[at] != 61:
            continue
        at += 1
        while at < end and is_space(text[at]):
            at += 1
        if at >= end:
            break
        quote = text[at]
        if quote == 34 or quote == 39:
            at += 1
            value = at
            while at < end and text[at] != quote:
                at += 1
        else:
            quote = 0
            value = at
            while at < end and not is_space(text[at]):
                at += 1
        kind = 0
        if length == 5 and text[name] | 32 == 99 and text[name + 1] | 32 == 108 and text[name + 2] | 32 == 97 and (
            text[name + 3] | 32 == 115 and text[name + 4] | 32 == 115
        ):
            kind = CLASS_NAME
        elif length == 2 and text[name] | 32 == 105 and text[name + 1] | 32 == 100:
            kind = ID_NAME
        if kind and not known & kind:  # of two the first counts
            known |= kind
            add_value(self, text, value, at, kind, node)
        if quote:
            at += 1
    return 0


cdef Names names_of(Nodes nodes):
    """The names of a page, which are read when they are first asked for."""
    if nodes.named is None:
        names = Names()
        (<Names> names).read(nodes)
        nodes.named = names
    return <Names> nodes.named
