# cython: boundscheck=False, wraparound=False
"""A page as nodes that know their neighbours, in one array: what is moved changes a few numbers.

When all is in its place, :meth:`Nodes.columns` writes the body down in document order, as :class:`tamis.html.tree.Tree`
has it. The nodes stay, for who asks for elements (:mod:`tamis.html.elements`).
"""

from array import array

from cpython cimport array as arrays
from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cpython.unicode cimport PyUnicode_Substring

from tamis.native.attributes cimport Attribute, attributes_of, find, read_value, value_of
from tamis.native.references cimport decode
from tamis.native.tokens cimport Tokens, known_names, letter_at, syntax_of, tag_names, tag_numbers

from tamis.html.syntax import VOID
from tamis.html.tags import BLOCK, INHERITED, SKIP
from tamis.native.attributes import NAMING

cdef int void = VOID
cdef str QUOTE = '"'
cdef frozenset UNESCAPED = frozenset("script style xmp iframe noembed noframes plaintext".split())
cdef int BREAKS = BLOCK, HANDED_DOWN = INHERITED, UNSEEN = SKIP
cdef arrays.array NUMBERS = array("q")
cdef enum:
    FIRST_ROOM = 1024
    MOST_PLACES = 100  # parents whose children's numbers are kept
    PER_NODE = 24  # letters of a page; few have more nodes, and they get more room when they need it


cdef class Nodes(Tokens):
    """The nodes of a page, the first of which is the document."""

    def __cinit__(self, str source, *_, **__):
        self.room = FIRST_ROOM + len(source) // PER_NODE
        self.nodes = <Node *> PyMem_Malloc(self.room * sizeof(Node))
        self.pieces = NULL
        if self.nodes == NULL:
            raise MemoryError
        self.count = 0
        self.new(DOCUMENT)

    def __init__(self, str source):
        Tokens.__init__(self, source)
        self.shadows = {}
        self.places = {}
        self.written = source
        self.returns, self.nuls = "\r" in source, self.has_nul()

    def __dealloc__(self):
        PyMem_Free(self.nodes)
        PyMem_Free(self.pieces)

    # Building

    cdef int new(self, int number) except -1:
        """Make a node that stands nowhere yet."""
        cdef Node *node
        cdef Node *nodes
        if self.count == self.room:
            nodes = <Node *> PyMem_Realloc(self.nodes, 2 * self.room * sizeof(Node))
            if nodes == NULL:
                raise MemoryError
            self.nodes = nodes
            self.room *= 2
        node = self.nodes + self.count
        node.parent = node.first = node.last = node.before = node.after = node.row = -1
        node.number = number
        node.bits = 0
        node.begin = self.size
        node.names_begin = node.names_end = 0
        node.holds = 0
        self.count += 1
        return self.count - 1

    cdef void put(self, int node, int parent, int before) noexcept:
        """Put a node before one of a parent's children, or behind all (-1)."""
        cdef Node *nodes = self.nodes
        cdef int behind = nodes[before].before if before >= 0 else nodes[parent].last
        nodes[node].parent = parent
        nodes[node].before = behind
        nodes[node].after = before
        if behind >= 0:
            nodes[behind].after = node
        else:
            nodes[parent].first = node
        if before >= 0:
            nodes[before].before = node
        else:
            nodes[parent].last = node

    cdef void take_out(self, int node) noexcept:
        """Take a node, with all that is in it, from where it stands."""
        cdef Node *nodes = self.nodes
        cdef int parent = nodes[node].parent, before = nodes[node].before, after = nodes[node].after
        if parent < 0:
            return
        if before >= 0:
            nodes[before].after = after
        else:
            nodes[parent].first = after
        if after >= 0:
            nodes[after].before = before
        else:
            nodes[parent].last = before
        nodes[node].parent = nodes[node].before = nodes[node].after = -1

    cdef bint put_text(self, int parent, int before, Py_ssize_t begin, Py_ssize_t end, int how) except -1:
        """Put a stretch of the source as text before one of a parent's children, or behind all; it goes on with what
        stands there, if that is a text.
        """
        cdef int behind = self.nodes[before].before if before >= 0 else self.nodes[parent].last, node
        cdef Piece *piece
        cdef Piece *pieces
        if behind < 0 or self.nodes[behind].number != TEXT:
            node = self.new(TEXT)
            self.nodes[node].begin, self.nodes[node].names_begin = begin, end
            self.nodes[node].bits = how
            self.put(node, parent, before)
            return True
        if self.piece_count == self.piece_room:
            self.piece_room = 2 * self.piece_room or FIRST_ROOM
            pieces = <Piece *> PyMem_Realloc(self.pieces, self.piece_room * sizeof(Piece))
            if pieces == NULL:
                raise MemoryError
            self.pieces = pieces
        piece = self.pieces + self.piece_count
        piece.begin, piece.end, piece.how, piece.after = begin, end, how, -1
        if self.nodes[behind].first < 0:
            self.nodes[behind].first = self.piece_count
        else:
            self.pieces[self.nodes[behind].last].after = self.piece_count
        self.nodes[behind].last = self.piece_count
        self.piece_count += 1
        return True

    # Reading

    cdef str piece_text(self, Py_ssize_t begin, Py_ssize_t end, int how):
        """A stretch of the source as text: line ends made one, references read, NULs left out or replaced."""
        cdef str text = PyUnicode_Substring(self.source, begin, end)
        if self.returns and "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        if self.nuls and "\0" in text:
            text = text.replace("\0", "\ufffd" if how & NULS else "")
        return decode(text, False) if how & REFERENCES else text

    cdef str own_text(self, int node):
        """The text of a text."""
        cdef Node *at = self.nodes + node
        cdef str text = self.piece_text(at.begin, at.names_begin, at.bits)
        cdef int piece = at.first
        cdef list parts
        if piece < 0:
            return text
        parts = [text]
        while piece >= 0:
            parts.append(self.piece_text(self.pieces[piece].begin, self.pieces[piece].end, self.pieces[piece].how))
            piece = self.pieces[piece].after
        return "".join(parts)

    cdef bint is_blank(self, Py_ssize_t begin, Py_ssize_t end) noexcept:
        """Whether a stretch of the source is white space."""
        cdef Py_ssize_t at
        for at in range(begin, end):
            if not (<Py_UCS4> letter_at(self, at)).isspace():
                return False
        return True

    cdef int bounds(self, int node, Py_ssize_t *begin, Py_ssize_t *end) noexcept:
        """Where a text begins and ends in the source, without blank pieces at its ends."""
        cdef Node *at = self.nodes + node
        cdef int piece = at.first
        cdef bint blank = piece >= 0 and self.is_blank(at.begin, at.names_begin)
        begin[0], end[0] = at.begin, at.names_begin
        while piece >= 0:
            if not self.is_blank(self.pieces[piece].begin, self.pieces[piece].end):
                if blank:
                    begin[0], blank = self.pieces[piece].begin, False
                end[0] = self.pieces[piece].end
            piece = self.pieces[piece].after
        return 0

    cdef int behind(self, int node, int top) noexcept:
        """The next node in document order that is not inside this one; -1 where ``top`` has no more."""
        while node != top and self.nodes[node].after < 0:
            node = self.nodes[node].parent
        return -1 if node == top else self.nodes[node].after

    cdef int next_in(self, int node, int top) noexcept:
        """The next node of ``top`` in document order."""
        if self.nodes[node].number != TEXT and self.nodes[node].first >= 0:
            return self.nodes[node].first
        return self.behind(node, top)

    cdef int child(self, int parent, int number) noexcept:
        """The first child of an element that has this number; -1 if there is none."""
        cdef int node = self.nodes[parent].first
        while node >= 0 and self.nodes[node].number != number:
            node = self.nodes[node].after
        return node

    def columns(self, int top):
        """The columns of the element ``top`` and all that is in it: tags, those of elements, texts, those of texts."""
        cdef list tags = [], texts = []
        cdef int elements = 0, runs = 0, node, above, bits
        for node in range(self.count):
            elements += self.nodes[node].number >= 0
            runs += self.nodes[node].number == TEXT
        cdef list of_elements = [arrays.clone(NUMBERS, elements, False) for _ in range(7)]
        cdef list of_runs = [arrays.clone(NUMBERS, runs, False) for _ in range(5)]
        cdef long long[::1] numbers, parents, traits, flags, begins, names_begin, names_end
        cdef long long[::1] run_parents, run_cuts, run_seen, run_begins, run_ends
        numbers, parents, traits, flags, begins, names_begin, names_end = of_elements
        run_parents, run_cuts, run_seen, run_begins, run_ends = of_runs
        cdef Node *at
        cdef Py_ssize_t row = 0, run = 0, cuts = 0, last_cut = -1
        cdef str text
        node, above = top, -1
        while node >= 0:
            at = self.nodes + node
            if at.number >= 0:
                bits = at.bits & OWN
                if node == top:
                    bits = BREAKS
                tags.append(self.name_of(at.number))
                at.row = row
                numbers[row] = at.number if at.number < known_names else 0
                parents[row] = above
                traits[row] = bits
                flags[row] = (flags[above] if above >= 0 else 0) | (bits & HANDED_DOWN)
                begins[row], names_begin[row], names_end[row] = at.begin, at.names_begin, at.names_end
                row += 1
                if bits & BREAKS and node != top:
                    cuts += 1
                if at.first >= 0 and not bits & UNSEEN:
                    above = at.row
                    node = at.first
                    continue
                if bits & BREAKS:
                    cuts += 1
            elif at.number == TEXT and (cuts == last_cut or at.first >= 0 or not self.is_blank(at.begin, at.names_begin)):
                text = self.own_text(node)
                if text and (cuts == last_cut or not text.isspace()):
                    texts.append(text)
                    run_parents[run], run_cuts[run], run_seen[run] = above, cuts, row
                    self.bounds(node, <Py_ssize_t *> &run_begins[run], <Py_ssize_t *> &run_ends[run])
                    run += 1
                    last_cut = cuts
            if node == top:
                break
            while at.after < 0:
                node = at.parent
                if node == top:
                    break
                at = self.nodes + node
                if at.bits & BREAKS:
                    cuts += 1
                above = parents[above]
            node = -1 if node == top else at.after
        numbers = parents = traits = flags = begins = names_begin = names_end = None
        run_parents = run_cuts = run_seen = run_begins = run_ends = None
        for column in of_elements:
            arrays.resize(column, row)
        for column in of_runs:
            arrays.resize(column, run)
        self.row_count = row
        self.shrink()
        return tags, of_elements, texts, of_runs

    cdef int shrink(self) noexcept:
        """Give back the room that no node needed."""
        cdef Node *nodes = <Node *> PyMem_Realloc(self.nodes, self.count * sizeof(Node))
        if nodes != NULL:
            self.nodes, self.room = nodes, self.count
        return 0

    # For who asks for elements

    def rows(self):
        """The nodes of the rows that columns have."""
        cdef list found = [-1] * self.row_count
        cdef int node
        for node in range(self.count):
            if self.nodes[node].row >= 0:
                found[self.nodes[node].row] = node
        return found

    def is_element(self, int node):
        """Whether a node is an element."""
        return self.nodes[node].number >= 0

    def name(self, int node):
        """An element's name."""
        return self.name_of(self.nodes[node].number)

    def own(self, int node):
        """The text of a text; ``None`` for a comment."""
        if self.nodes[node].number != TEXT:
            return None
        return self.own_text(node) or None

    def begin(self, int node):
        """Where an element's attributes begin."""
        return self.nodes[node].begin

    def parent(self, int node):
        """The node that one stands in; -1 for the document."""
        return self.nodes[node].parent

    def first(self, int node):
        """The first node in an element; -1 if there is none."""
        return self.nodes[node].first

    def after(self, int node):
        """The node behind one in its parent; -1 if there is none."""
        return self.nodes[node].after

    def next(self, int node):
        """The next node in document order; -1 behind the last."""
        return self.next_in(node, 0)

    def next_behind(self, int node):
        """The next node in document order that is not in this one; -1 if there is none."""
        return self.behind(node, 0)

    cpdef int element_before(self, int node) noexcept:
        """The element before a node in its parent; -1 if there is none."""
        node = self.nodes[node].before
        while node >= 0 and self.nodes[node].number < 0:
            node = self.nodes[node].before
        return node

    def shadow(self, int node):
        """The shadow of an element; -1 if it has none."""
        return self.shadows.get(node, -1)

    cpdef int place_of(self, int node, bint last, bint alike) except -1:
        """An element's number among those in its parent, from the first or the last on; of all or those named alike.

        What is worked out for one is kept for its neighbours.
        """
        cdef int parent = self.nodes[node].parent, at, count = 0
        cdef dict known, counts
        known = self.places.get((parent, last, alike))
        if known is None:
            known, counts = {}, {}
            at = (self.nodes[parent].last if last else self.nodes[parent].first) if parent >= 0 else -1
            while at >= 0:
                if self.nodes[at].number >= 0:
                    key = self.nodes[at].number if alike else 0
                    count = counts.get(key, 0) + 1
                    counts[key] = known[at] = count
                at = self.nodes[at].before if last else self.nodes[at].after
            if len(self.places) > MOST_PLACES:
                self.places.clear()
            self.places[parent, last, alike] = known
        return known.get(node, 1)

    def text(self, int top):
        """All text in a node."""
        cdef list parts = []
        cdef int node = self.next_in(top, top)
        while node >= 0:
            if self.nodes[node].number == TEXT:
                parts.append(self.own_text(node))
            node = self.next_in(node, top)
        return "".join(parts)

    def attribute(self, int node, str name):
        """The value of an element's attribute; ``None`` when it is absent."""
        value = value_of(self.written, self.nodes[node].begin, name)
        return value if value is None else read_value(value)

    def attributes(self, int node):
        """The values of an element's attributes."""
        return attributes_of(self.written, self.nodes[node].begin)

    def html(self, int top, bint inside):
        """A node as markup, or what is inside of it; comments are left out."""
        cdef list parts = [] if top or self.quirks else ["<!DOCTYPE html>"]
        cdef int node = top
        cdef Node *at
        while True:
            at = self.nodes + node
            if at.number == TEXT:
                parts.append(self.text_markup(node))
            elif at.number >= 0 and not (inside and node == top):
                parts.append(self.start_tag(node))
            if at.number != TEXT and at.first >= 0:
                node = at.first
                continue
            while True:
                at = self.nodes + node
                if at.number >= 0 and not (inside and node == top) and not self.is_void(node):
                    parts.append(f"</{self.name_of(at.number)}>")
                if node == top:
                    return "".join(parts)
                if at.after >= 0:
                    node = at.after
                    break
                node = at.parent

    cdef bint is_void(self, int node) noexcept:
        cdef Node *at = self.nodes + node
        return at.number < known_names and syntax_of[at.number] & void != 0 and not at.bits & FOREIGN

    cdef str start_tag(self, int node):
        cdef Node *at = self.nodes + node
        cdef list parts = ["<", self.name_of(at.number)]
        for name, value in attributes_of(self.written, at.begin).items():
            parts.append(f' {name}="{escaped(value).replace(QUOTE, "&quot;")}"')
        parts.append(">")
        if at.number < known_names and tag_names[at.number] in ("pre", "listing", "textarea") and at.first >= 0:
            if self.nodes[at.first].number == TEXT and self.own_text(at.first).startswith("\n"):
                parts.append("\n")  # which whoever reads this leaves out
        return "".join(parts)

    cdef str text_markup(self, int node):
        cdef int above = self.nodes[self.nodes[node].parent].number
        cdef str text = self.own_text(node)
        if 0 <= above < known_names and tag_names[above] in UNESCAPED and not self.nodes[self.nodes[node].parent].bits & FOREIGN:
            return text
        return escaped(text)


cdef str escaped(str text):
    return text.replace("&", "&amp;").replace("\xa0", "&nbsp;").replace("<", "&lt;").replace(">", "&gt;")
