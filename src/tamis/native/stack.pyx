# cython: boundscheck=False, wraparound=False
"""What is open as a page is read, where nodes go by that, and the formatting that is opened again (13.2.4.2, 13.2.4.3).

The rules for tags are in modules beside, one class upon the other: the outline of a page, its body, its tables, and
:mod:`tamis.native.reader`, which asks them.
"""

from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from libc.string cimport memcmp

from tamis.native.nodes cimport FOREIGN, Node, Nodes
from tamis.native.tokens cimport NAMED

from tamis.html.syntax import (
    BLOCK_END, BREAKS_OUT, CELL, CLEARS, CONTEXT, FORMATTING, HEADING, HOST, HTML_POINT, IMPLIED, ITEM_STOP, RAW, RCDATA,
    SCOPE, SECTION, SPECIAL, STARTS, TABLE_PART, TAG_NUMBERS, TEXT_POINT, VOID,
)
from tamis.html.tags import TRAITS
from tamis.native.attributes import attributes_of

cdef enum:
    EQUALS = 3  # elements of formatting that are alike and opened again
    ADOPTIONS = 8
    RENEWED = 3

formatting_bit, special, scope, implied, void, heading, block_end, table_part, section = (
    FORMATTING, SPECIAL, SCOPE, IMPLIED, VOID, HEADING, BLOCK_END, TABLE_PART, SECTION,
)
cell, raw, rcdata, item_stop, clears, context, breaks_out, text_point, html_point, host = (
    CELL, RAW, RCDATA, ITEM_STOP, CLEARS, CONTEXT, BREAKS_OUT, TEXT_POINT, HTML_POINT, HOST,
)
for _at in range(NAMED):
    start_of[_at] = 0
for _at, _names in enumerate(STARTS):
    for _name in _names.split():
        start_of[TAG_NUMBERS[_name]] = _at + 1

(P, LI, DD, DT, A, BUTTON, FORM, NOBR, IMG, TABLE, TR, TBODY, COLGROUP, COL, CAPTION, BODY, HTML, HEAD, NOSCRIPT,
 SELECT, BR, UL, OL, TITLE, TEMPLATE, OPTION, OPTGROUP, FRAMESET, FRAME, NOFRAMES, SCRIPT, STYLE, INPUT, RUBY, RTC,
 FONT, ANNOTATION, MGLYPH, MALIGNMARK, SVG_TAG, BASEFONT, BGSOUND, LINK, META, NOEMBED) = (
    TAG_NUMBERS[name] for name in (
        "p li dd dt a button form nobr img table tr tbody colgroup col caption body html head noscript select br ul ol"
        " title template option optgroup frameset frame noframes script style input ruby rtc font annotation-xml mglyph"
        " malignmark svg basefont bgsound link meta noembed"
    ).split()
)


cdef class Stack(Nodes):
    """The elements that are open, the innermost last."""

    def __cinit__(self, *_, **__):
        self.formatting_room = DEEPEST
        self.formatting = <Entry *> PyMem_Malloc(self.formatting_room * sizeof(Entry))
        if self.formatting == NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.formatting)

    cdef int put_here(self, int node) except -1:
        """Put a node where the next one belongs (13.2.6.1)."""
        cdef int parent, before
        self.place(self.depth - 1, &parent, &before)
        self.put(node, parent, before)
        return 0

    cdef int place(self, int at, int *parent, int *before) except -1:
        """Where what is put into an open element goes: into it, or before a table where it is astray."""
        parent[0], before[0] = self.open[at], -1
        if not self.astray or not self.kinds[at] & context:
            return 0
        while at > 0 and self.numbers[at] != TABLE:
            if self.numbers[at] == TEMPLATE:
                parent[0] = self.open[at]
                return 0
            at -= 1
        if self.numbers[at] != TABLE:
            parent[0] = self.open[0]
        elif self.nodes[self.open[at]].parent >= 0:
            parent[0], before[0] = self.nodes[self.open[at]].parent, self.open[at]
        else:
            parent[0] = self.open[at - 1]
        return 0

    cdef int put_chars(self, Py_ssize_t begin, Py_ssize_t end, int how) except -1:
        """Put text where it belongs."""
        cdef int parent, before
        if begin < end:
            self.place(self.depth - 1, &parent, &before)
            if parent:
                self.put_text(parent, before, begin, end, how)
        return 0

    cdef bint push(self, int node, int number, int kind) except -1:
        """Open an element, unless too many are open; what others imply may always be."""
        if self.depth >= DEEPEST and (not kind & table_part or self.depth >= DEEPEST + SPARE - 1):
            self.nested = True
            return False
        self.open[self.depth] = node
        self.numbers[self.depth] = number
        self.kinds[self.depth] = kind
        self.depth += 1
        self.deepest = max(self.deepest, self.depth)
        if number == P:
            self.paragraphs += 1
        return True

    cdef int pop(self) noexcept:
        """The innermost element ends."""
        self.depth -= 1
        if self.numbers[self.depth] == P:
            self.paragraphs -= 1
        return 0

    cdef int make(self, int number, bint own) except -1:
        """Make an element, with the attributes of the tag that was read if it is its ``own``."""
        cdef int node = self.new(number)
        cdef Node *at = self.nodes + node
        if own:
            at.bits = self.tag.bits
            at.begin, at.names_begin, at.names_end = self.tag.begin, self.tag.names_begin, self.tag.names_end
            at.holds = self.tag.holds
        else:
            at.bits = self.plain_bits(number)
        return node

    cdef int plain_bits(self, int number) except -1:
        return TRAITS.get(self.name_of(number), 0) if number < known_names and number != A else 0

    cdef bint insert(self, int number, bint own) except -1:
        """Put an element where it belongs and open it, if it can hold something; returns whether it is open."""
        cdef int node = self.make(number, own), kind = kind_of(number)
        self.put_here(node)
        return not kind & void and self.push(node, number, kind)

    cdef bint in_scope(self, int number, int stop, int other) noexcept:
        """Whether such an element is open, with none around it that bounds its scope (13.2.4.2)."""
        cdef int at
        for at in range(self.depth - 1, -1, -1):
            if self.numbers[at] == number:
                return True
            if self.kinds[at] & scope or self.numbers[at] == stop or self.numbers[at] == other:
                return False
        return False

    cdef bint in_table_scope(self, int number) noexcept:
        """The same, bounded by tables alone."""
        cdef int at
        for at in range(self.depth - 1, -1, -1):
            if self.numbers[at] == number:
                return True
            if self.numbers[at] == TABLE or self.numbers[at] == TEMPLATE or self.numbers[at] == HTML:
                return False
        return False

    cdef bint kind_in_table_scope(self, int kind) noexcept:
        cdef int at
        for at in range(self.depth - 1, -1, -1):
            if self.kinds[at] & kind and not self.numbers[at] & FOREIGN:
                return True
            if self.numbers[at] == TABLE or self.numbers[at] == TEMPLATE or self.numbers[at] == HTML:
                return False
        return False

    cdef int pop_until(self, int number) noexcept:
        """End all that is open up to an element with this number."""
        while self.depth > 1:
            self.pop()
            if self.numbers[self.depth] == number:
                break
        return 0

    cdef int pop_until_kind(self, int kind) noexcept:
        while self.depth > 1:
            self.pop()
            if self.kinds[self.depth] & kind and not self.numbers[self.depth] & FOREIGN:
                break
        return 0

    cdef int pop_to(self, int kind, int number) noexcept:
        """End all that is open inside an element of this kind or number, a template or the root."""
        cdef int at
        while self.depth > 1:
            at = self.numbers[self.depth - 1]
            if at == number or at == TEMPLATE or (self.kinds[self.depth - 1] & kind and not at & FOREIGN):
                break
            self.pop()
        return 0

    cdef int pop_implied(self, int but) noexcept:
        """End what ends by itself (13.2.6.3), but for elements with this number."""
        while self.kinds[self.depth - 1] & implied and self.numbers[self.depth - 1] != but:
            self.pop()
        return 0

    cdef int remove(self, int at) noexcept:
        """One of the open elements is open no more."""
        if self.numbers[at] == P:
            self.paragraphs -= 1
        self.depth -= 1
        while at < self.depth:
            self.open[at], self.numbers[at], self.kinds[at] = self.open[at + 1], self.numbers[at + 1], self.kinds[at + 1]
            at += 1
        return 0

    cdef int open_at(self, int node) noexcept:
        """Where among the open elements one stands; -1 if it is not open."""
        cdef int at = self.depth - 1
        while at >= 0 and self.open[at] != node:
            at -= 1
        return at

    cdef int close_p(self) noexcept:
        """End the paragraph that is open, if one is."""
        if self.paragraphs and self.in_scope(P, BUTTON, BUTTON):
            self.pop_implied(P)
            self.pop_until(P)
        return 0

    cdef int remember(self, int node) except -1:
        """Note formatting that is open; of more than three alike the first is forgotten."""
        cdef int at, alike = 0, first = -1, number = self.tag.number
        cdef Entry *entry
        cdef Entry *new
        cdef Entry *room
        if self.formatted == self.formatting_room:
            room = <Entry *> PyMem_Realloc(self.formatting, 2 * self.formatting_room * sizeof(Entry))
            if room == NULL:
                raise MemoryError
            self.formatting = room
            self.formatting_room *= 2
        new = self.formatting + self.formatted
        new.node, new.number, new.begin, new.end, new.sum = node, number, self.tag.begin, self.tag.end, 0
        at = -1 if node == MARKER else self.formatted - 1
        while at >= 0 and self.formatting[at].node != MARKER:
            entry = self.formatting + at
            if entry.number == number and self.equal(entry, new):
                alike += 1
                first = at
            at -= 1
        self.formatted += 1
        if alike >= EQUALS:
            self.forget(first)
        return 0

    cdef bint equal(self, Entry *one, Entry *other) except -1:
        """Whether two elements have the same attributes."""
        cdef Py_ssize_t size = one.end - one.begin
        if size == other.end - other.begin and not memcmp(
            <const char *> self.data + one.begin * self.kind, <const char *> self.data + other.begin * self.kind, size * self.kind
        ):
            return True
        return self.sum_of(one) == self.sum_of(other)

    cdef Py_hash_t sum_of(self, Entry *entry) except? -2:
        """A hash of an element's attributes, in whatever order."""
        if not entry.sum:
            entry.sum = hash(frozenset(attributes_of(self.source, entry.begin).items())) or 1
        return entry.sum

    cdef int mark(self) except -1:
        """Formatting before this does not reach into what is opened now."""
        self.remember(MARKER)
        return 0

    cdef int forget(self, int at) noexcept:
        """Do not open this formatting again."""
        self.formatted -= 1
        while at < self.formatted:
            self.formatting[at] = self.formatting[at + 1]
            at += 1
        return 0

    cdef int forget_to_marker(self) noexcept:
        while self.formatted:
            self.formatted -= 1
            if self.formatting[self.formatted].node == MARKER:
                break
        return 0

    cdef int formatting_at(self, int node) noexcept:
        """Where formatting stands in the list; -1 if it does not."""
        cdef int at = self.formatted - 1
        while at >= 0 and self.formatting[at].node != node:
            at -= 1
        return at

    cdef int copy_of(self, int node) except -1:
        """An element with the name and the attributes of another."""
        cdef int copy = self.new(self.nodes[node].number)
        cdef Node *here = self.nodes + copy
        cdef Node *there = self.nodes + node
        here.bits, here.begin = there.bits, there.begin
        here.names_begin, here.names_end = there.names_begin, there.names_end
        here.holds = there.holds
        return copy

    cdef int reopen(self) except -1:
        """Open the formatting again that blocks ended."""
        cdef int at = self.formatted - 1, node
        if at < 0 or self.formatting[at].node == MARKER or self.open_at(self.formatting[at].node) >= 0:
            return 0
        while at > 0 and self.formatting[at - 1].node != MARKER and self.open_at(self.formatting[at - 1].node) < 0:
            at -= 1
        while at < self.formatted:
            if self.count > self.most:
                return 0  # which ends the reading before the next tag
            if self.depth >= DEEPEST:
                self.nested = True
                return 0
            node = self.copy_of(self.formatting[at].node)
            self.put_here(node)
            self.push(node, self.formatting[at].number, kind_of(self.formatting[at].number))
            self.formatting[at].node = node
            at += 1
        return 0

    cdef int adopt(self, int number) except -1:
        """End formatting, which blocks may stand in the way of (13.2.6.4.7, "adoption agency")."""
        cdef int _, entry, place, block, bookmark, steps, at, node, last, renewed, parent, before, child
        at = self.depth - 1
        if self.numbers[at] == number and self.formatting_at(self.open[at]) < 0:
            return self.pop()
        for _ in range(ADOPTIONS):
            entry = self.formatted - 1
            while entry >= 0 and self.formatting[entry].node != MARKER and self.formatting[entry].number != number:
                entry -= 1
            if entry < 0 or self.formatting[entry].node == MARKER:
                return self.end_any(number)
            place = self.open_at(self.formatting[entry].node)
            if place < 0:
                return self.forget(entry)
            for at in range(self.depth - 1, place, -1):
                if self.kinds[at] & scope:
                    return 0
            block = place + 1
            while block < self.depth and not self.kinds[block] & special:
                block += 1
            if block == self.depth:
                while self.depth > place:
                    self.pop()
                return self.forget(entry)
            bookmark, steps = entry, 0
            at, last = block, self.open[block]
            while True:
                at -= 1
                steps += 1
                if at == place:
                    break
                node = self.open[at]
                renewed = self.formatting_at(node)
                if steps > RENEWED and renewed >= 0:
                    self.forget(renewed)
                    bookmark -= renewed < bookmark
                    entry -= renewed < entry
                    renewed = -1
                if renewed < 0:
                    self.remove(at)
                    block -= 1
                    continue
                node = self.copy_of(node)
                self.open[at] = self.formatting[renewed].node = node
                if last == self.open[block]:
                    bookmark = renewed + 1
                self.take_out(last)
                self.put(last, node, -1)
                last = node
            self.take_out(last)
            self.place(place - 1, &parent, &before)
            self.put(last, parent, before)
            node = self.copy_of(self.formatting[entry].node)
            child = self.nodes[self.open[block]].first
            self.nodes[node].first, self.nodes[node].last = child, self.nodes[self.open[block]].last
            while child >= 0:
                self.nodes[child].parent = node
                child = self.nodes[child].after
            self.nodes[self.open[block]].first = self.nodes[self.open[block]].last = -1
            self.put(node, self.open[block], -1)
            self.move_entry(entry, bookmark, node)
            self.remove(place)
            self.open_behind(block - 1, node, number)
        return 0

    cdef int move_entry(self, int entry, int bookmark, int node) noexcept:
        """Formatting is another element from now on, and stands elsewhere in the list."""
        cdef Entry moved = self.formatting[entry]
        moved.node = node
        self.forget(entry)
        bookmark -= entry < bookmark
        cdef int at = self.formatted
        while at > bookmark:
            self.formatting[at] = self.formatting[at - 1]
            at -= 1
        self.formatting[bookmark] = moved
        self.formatted += 1
        return 0

    cdef int open_behind(self, int place, int node, int number) noexcept:
        """Open an element inside of one that is open, around those that are inside of it."""
        cdef int at = self.depth
        while at > place + 1:
            self.open[at], self.numbers[at], self.kinds[at] = self.open[at - 1], self.numbers[at - 1], self.kinds[at - 1]
            at -= 1
        self.open[at], self.numbers[at], self.kinds[at] = node, number, kind_of(number)
        self.depth += 1
        return 0

    cdef int end_any(self, int number) noexcept:
        """Other end tags: end the nearest such element, unless a special one is in the way."""
        cdef int at
        for at in range(self.depth - 1, 0, -1):
            if self.numbers[at] == number:
                self.pop_implied(number)
                while self.depth > at:
                    self.pop()
                return 0
            if self.kinds[at] & special:
                return 0
        return 0
