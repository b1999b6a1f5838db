# cython: boundscheck=False, wraparound=False
"""Matches selectors with the nodes of a page, from their last part backwards and within a number of steps."""

from tamis.native.attributes cimport Attribute, read_value
from tamis.native.names cimport is_named
from tamis.native.nodes cimport Nodes, TEXT
from tamis.native.selectors cimport (
    ANY_TAG, ATTRIBUTE, EMPTY, FROM_LAST, HOLDS, NAMED, OF_TYPE, ONE_OF, PLACE, ROOT, Alternative, Selectors, Step, Test,
)
from tamis.native.tokens cimport attribute_bit, tag_numbers

from tamis.native.selectors import SelectorError

cdef enum:
    LONGEST = 10_000
    MOST_MATCHED = 100_000_000  # steps that a user's selector may take; most take some thousands
    # results of a step
    STANDS = 1
    FAILS = 0  # another element may do
    FAILS_SIBLINGS = -1  # none beside it will do
    FAILS_ALL = -2  # nor around it

cdef int A_TAG = tag_numbers["a"], AREA_TAG = tag_numbers["area"]


cdef class Matcher(Selectors):
    """Selectors that are read for one page, and matched with its nodes."""

    def __init__(self, Nodes nodes, bint strict, long long left):
        """``strict``: whether what is no selector is an error; ``left`` is how many steps matching may take."""
        Selectors.__init__(self, nodes, strict)
        self.attribute = Attribute(nodes.written, 0)
        self.left = left

    cdef bint is_one_of(self, int alternative, int node) except -1:
        """Whether an element matches one of some alternatives."""
        while alternative >= 0:
            if self.matches(alternative, node):
                return True
            alternative = self.alternatives[alternative].after
        return False

    cdef bint matches(self, int alternative, int node) except -1:
        """Whether an element matches an alternative."""
        return self.stands(self.alternatives + alternative, self.alternatives[alternative].last, node) == STANDS

    cdef int stands(self, Alternative *alternative, int number, int node) except -3:
        """Whether an element is what a step asks for, with elements before and around it as the steps before ask for.

        What fails for good says so, and no other element is tried (as browsers do it).
        """
        cdef Step *step = self.steps + number
        cdef unsigned int combinator = step.combinator
        cdef int found
        cdef bint beside = combinator == 43 or combinator == 126
        self.left -= 1
        if self.left < 0:
            return FAILS_ALL
        if not self.fits(step, node):
            return FAILS
        if step.before < 0 and not combinator:
            return STANDS if not alternative.nested or self.is_one_of(alternative.scope, node) else FAILS
        if combinator == 32 and self.ends != NULL and step.before >= 0 and self.nodes.nodes[node].row >= 0:
            found = self.steps[step.before].name
            if found >= 0 and self.names.names[found].count <= FEW:
                return self.stands_in_few(alternative, step.before, self.names.names[found].first, self.nodes.nodes[node].row)
        while True:
            node = self.nodes.element_before(node) if beside else self.nodes.nodes[node].parent
            if node < 0 or self.nodes.nodes[node].number < 0:
                return FAILS_SIBLINGS if beside else FAILS_ALL
            if step.before >= 0:
                found = self.stands(alternative, step.before, node)
            else:
                self.left -= 1
                found = STANDS if self.is_one_of(alternative.scope, node) else FAILS
            if found == STANDS or found == FAILS_ALL or (beside and found == FAILS_SIBLINGS):
                return found
            if combinator == 43 or combinator == 62:
                return FAILS if combinator == 62 else found

    cdef int stands_in_few(self, Alternative *alternative, int step, int token, int row) except -3:
        """Whether one of the few elements with a name that a step wants is around a row, and is what the step asks for."""
        cdef int top, node
        while token >= 0:
            node = self.names.tokens[token].node
            top = self.nodes.nodes[node].row
            self.left -= 1
            if (node == self.html or (0 <= top < row < self.ends[top])) and self.stands(alternative, step, node) == STANDS:
                return STANDS
            token = self.names.tokens[token].after
        return FAILS_ALL

    cdef bint fits(self, Step *step, int node) except -1:
        """Whether an element is what a step asks for, wherever it stands."""
        cdef int test = step.test
        if step.tag != ANY_TAG and step.tag != self.nodes.nodes[node].number:
            return False
        if step.name >= 0 and not is_named(self.names, node, step.name):
            return False
        while test >= 0:
            if not self.passes(self.tests + test, node):
                return False
            test = self.tests[test].after
        return True

    cdef bint passes(self, Test *test, int node) except -1:
        cdef int place
        if test.kind == NAMED:
            return is_named(self.names, node, test.a)
        if test.kind == ATTRIBUTE:
            return self.has_attribute(test.a, node)
        if test.kind == PLACE:
            place = self.nodes.place_of(node, test.flags & FROM_LAST != 0, test.flags & OF_TYPE != 0) - test.b
            if test.a == 0:
                return place == 0
            return place % test.a == 0 and (place >= 0 if test.a > 0 else place <= 0)
        if test.kind == ONE_OF:
            return self.is_one_of(test.a, node) != test.b
        if test.kind == HOLDS:
            place = self.nodes.next_in(node, node)
            while place >= 0:
                if self.nodes.nodes[place].number >= 0 and self.is_one_of(test.a, place):
                    return True
                place = self.nodes.next_in(place, node)
            return False
        if test.kind == ROOT:
            return self.nodes.nodes[self.nodes.nodes[node].parent].number < 0
        if test.kind == EMPTY:
            return self.is_empty(node)
        place = self.nodes.nodes[node].number
        return (place == A_TAG or place == AREA_TAG) and self.value_of(node, "href") is not None

    cdef bint is_empty(self, int node) except -1:
        cdef int inside = self.nodes.nodes[node].first
        while inside >= 0:
            if self.nodes.nodes[inside].number >= 0 or (self.nodes.nodes[inside].number == TEXT and self.nodes.own_text(inside)):
                return False
            inside = self.nodes.nodes[inside].after
        return True

    cdef str value_of(self, int node, str name):
        """The value of an attribute; ``None`` when it is absent."""
        cdef Attribute attribute = self.attribute
        if not name or not self.nodes.nodes[node].holds & attribute_bit(<unsigned int> name[0], <unsigned int> name[len(name) - 1], len(name)):
            return None
        self.left -= 1
        attribute.at = self.nodes.nodes[node].begin
        while attribute.next():
            if attribute.called(name):
                return read_value(attribute.text[attribute.value : attribute.value_end])
        return None

    cdef bint has_attribute(self, int wanted, int node) except -1:
        """Whether an element has an attribute as a test wants it."""
        cdef str name, relation, value, found
        cdef bint small
        name, relation, value, small = self.wanted[wanted]
        found = self.value_of(node, name)
        if found is None or not relation:
            return found is not None
        if small:
            found = found.lower()
        if relation == "=":
            return found == value
        if relation == "~=":
            return value in found.split()
        if relation == "|=":
            return found == value or found.startswith(f"{value}-")
        if not value:
            return False
        if relation == "^=":
            return found.startswith(value)
        return found.endswith(value) if relation == "$=" else value in found


def select(Nodes nodes, int top, str text, bint one):
    """The elements in a node, in document order, that match a user's selector; of these ``one``."""
    cdef Matcher selectors = Matcher(nodes, True, MOST_MATCHED)
    cdef int first = read_strictly(selectors, text), node = nodes.next_in(top, top)
    cdef list found = []
    while node >= 0 and first >= 0:
        if nodes.nodes[node].number >= 0 and selectors.is_one_of(first, node):
            found.append(node)
            if one:
                break
        node = nodes.next_in(node, top)
    return found


def closest(Nodes nodes, int node, str text):
    """The innermost element that matches a user's selector, of one and those around it; -1 if none does."""
    cdef Matcher selectors = Matcher(nodes, True, MOST_MATCHED)
    cdef int first = read_strictly(selectors, text)
    while node > 0 and not selectors.is_one_of(first, node):
        node = nodes.nodes[node].parent
    return node if node > 0 else -1


cdef int read_strictly(Matcher selectors, str text) except -2:
    if len(text) > LONGEST:
        raise SelectorError("too long")
    text = text.strip()
    return selectors.parse(text, 0, len(text))
