# cython: boundscheck=False, wraparound=False
"""Reads CSS selectors. Style sheets and users' selectors go by the same rules.

A selector is read for one page: names become the numbers that :mod:`tamis.native.names` has for them. Of a style sheet
a selector with a name that no element has is left at that name, and what is not understood matches nothing; what a
user asks for has to be a selector (:class:`SelectorError`).
"""

import re

from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND

from tamis.native.names cimport CLASS_NAME, ID_NAME, Names, names_of
from tamis.native.nodes cimport Nodes
from tamis.native.tokens cimport tag_numbers

cdef enum:
    FIRST_ROOM = 16
    MOST_STEPS = 100
    MOST_ALTERNATIVES = 200_000
    DEEPEST = 20  # selectors in selectors

cdef unsigned long long SPREAD = 0x9E3779B97F4A7C15
cdef long long ONE_ID = 1 << 40, ONE_CLASS = 1 << 20
cdef frozenset LISTS = frozenset(("not", "is", "where", "matches", "-webkit-any", "-moz-any"))
cdef dict PLACES = {
    "first-child": 0, "last-child": FROM_LAST, "first-of-type": OF_TYPE, "last-of-type": FROM_LAST | OF_TYPE,
    "nth-child": 0, "nth-last-child": FROM_LAST, "nth-of-type": OF_TYPE, "nth-last-of-type": FROM_LAST | OF_TYPE,
}
cdef frozenset ALWAYS = frozenset(("enabled", "defined", "read-only"))
"""states that hold for what is there when a page has loaded, or nearly so"""
cdef frozenset STATES = frozenset(("hover", "focus", "after", "active", "before"))
"""the most frequent ones that nothing has when a page has loaded"""
FORMULA = re.compile(r"\s*(?:([+-]?\d{0,9})n\s*(?:([+-])\s*(\d{1,9}))?|([+-]?\d{1,9})|(odd)|(even))\s*", re.IGNORECASE)
STRING = re.compile(r""""((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'""", re.DOTALL)
ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)


class SelectorError(ValueError):
    """What is not a CSS selector."""


cdef inline bint is_space(unsigned int letter) noexcept:
    return letter == 32 or letter == 10 or letter == 9 or letter == 13 or letter == 12


cdef inline bint in_name(unsigned int letter) noexcept:
    return 97 <= letter <= 122 or letter == 45 or 65 <= letter <= 90 or 48 <= letter <= 57 or letter == 95 or letter >= 128


cdef inline bint is_hexadecimal(unsigned int letter) noexcept:
    return 48 <= letter <= 57 or 97 <= letter | 32 <= 102


def unescape(str text):
    r"""What a name with escapes says: ``disp\6c ay`` is ``display``."""
    return ESCAPE.sub(escaped, text) if "\\" in text else text


def escaped(found):
    if found[1] is None:
        return found[2]
    code = int(found[1], 16)
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"


cdef inline unsigned int peek(Selectors self, Py_ssize_t ahead) noexcept:
    """The character at hand, or one behind it; 0 at the end."""
    return self.letters[self.at + ahead] if self.at + ahead < self.end else 0


cdef class Selectors:
    """Selectors that are read for one page."""

    def __init__(self, Nodes nodes, bint strict):
        self.nodes, self.strict = nodes, strict
        self.names = names_of(nodes)
        self.wanted = []
        self.scope = -1

    def __dealloc__(self):
        PyMem_Free(self.letters)
        PyMem_Free(self.steps)
        PyMem_Free(self.tests)
        PyMem_Free(self.alternatives)

    cdef int parse(self, str text, Py_ssize_t begin, Py_ssize_t end) except -2:
        """Read a list of selectors; returns the first alternative, -1 if there is none."""
        cdef int first
        self.take(text, begin, end)
        first = self.alternatives_in(0)
        if self.strict and self.at < self.end:
            self.fail("not understood")
        return first

    cdef int take(self, str text, Py_ssize_t begin, Py_ssize_t end) except -1:
        """Take a stretch of a text to be read."""
        cdef Py_ssize_t at
        cdef const void *data = PyUnicode_DATA(text)
        cdef int kind = PyUnicode_KIND(text)
        self.text, self.begin, self.at, self.end = text, begin, 0, end - begin
        if self.end > self.letter_room:
            self.letter_room = 2 * self.end
            PyMem_Free(self.letters)
            self.letters = <unsigned int *> PyMem_Malloc(self.letter_room * sizeof(int))
            if self.letters == NULL:
                raise MemoryError
        for at in range(self.end):
            self.letters[at] = (
                (<const unsigned char *> data)[begin + at] if kind == 1
                else (<const unsigned short *> data)[begin + at] if kind == 2
                else (<const unsigned int *> data)[begin + at]
            )
        return 0

    cdef int skip_space(self) except -1:
        """Go behind white space and comments; returns whether there was white space."""
        cdef unsigned int letter = peek(self, 0)
        cdef bint found = False
        while is_space(letter) or (letter == 47 and peek(self, 1) == 42):
            if letter == 47:
                self.skip_comment()
            else:
                found = True
                self.at += 1
            letter = peek(self, 0)
        return found

    cdef int fail(self, str what) except -1:
        """Say what is wrong with a user's selector; of a style sheet it matches nothing."""
        if self.strict:
            raise SelectorError(f"{what} at position {self.at}")
        return 0

    cdef int alternatives_in(self, int depth) except -2:
        """Read a list up to its end, or its bracket; returns the first alternative that can match, -1 if none can."""
        cdef int first = -1, last = -1, found, steps, tests
        cdef long long heaviest = 0
        if depth > DEEPEST:
            self.fail("too deep")
            self.unknown = True
            self.skip_alternative(depth)
            return -1
        while True:
            self.skip_space()
            steps, tests, found = self.step_count, self.test_count, self.count
            self.add_alternative()
            if self.alternative_in(found, depth):
                if last < 0:
                    first = found
                else:
                    self.alternatives[last].after = found
                last = found
            if depth:
                heaviest = max(heaviest, self.alternatives[found].weight)
            if last != found:
                if not depth:
                    self.step_count, self.test_count, self.count = steps, tests, found
                self.skip_alternative(depth)
            if peek(self, 0) != 44:
                self.heaviest = heaviest
                return first
            self.at += 1

    cdef int add_alternative(self) except -1:
        cdef Alternative *found
        if self.count == self.room:
            self.room = 2 * self.room or FIRST_ROOM
            found = <Alternative *> PyMem_Realloc(self.alternatives, self.room * sizeof(Alternative))
            if found == NULL:
                raise MemoryError
            self.alternatives = found
        found = self.alternatives + self.count
        found.weight, found.last, found.after, found.scope, found.nested = 0, -1, -1, self.scope, False
        self.count += 1
        return 0

    cdef int skip_alternative(self, int depth) except -1:
        """Go to the comma behind a selector, or to the bracket that its list ends with."""
        cdef unsigned int letter, quote = 0
        cdef int deep = 0
        while self.at < self.end:
            letter = peek(self, 0)
            if letter == 92:
                self.at += 1
            elif quote:
                quote = 0 if letter == quote else quote
            elif letter == 34 or letter == 39:
                quote = letter
            elif letter == 40 or letter == 91:
                deep += 1
            elif letter == 44 and not deep:
                return 0
            elif letter == 41 and not deep and depth:
                return 0
            elif (letter == 41 or letter == 93) and deep:
                deep -= 1
            self.at += 1
        self.at = self.end
        return 0

    cdef bint alternative_in(self, int found, int depth) except -1:
        """Read one selector; returns whether it can match."""
        cdef int step = -1, count = 0
        cdef unsigned int combinator = 0, letter = peek(self, 0)
        cdef bint spaced
        self.live = True
        self.unknown = self.unknown and depth > 0
        if self.count > MOST_ALTERNATIVES:
            return False
        if self.scope >= 0 and not depth and (letter == 62 or letter == 43 or letter == 126):
            combinator = letter  # "> a" in a rule
            self.at += 1
            self.skip_space()
        while True:
            if count == MOST_STEPS:
                return self.fail("too many parts")
            count += 1
            step = self.step_in(found, step, combinator, depth)
            if step < 0:
                self.failed = self.failed or depth > 0 and not self.strict
                return False
            spaced = self.skip_space()
            letter = peek(self, 0)
            if self.at == self.end or letter == 44 or (letter == 41 and depth):
                break
            if letter == 62 or letter == 43 or letter == 126:
                combinator = letter
                self.at += 1
                self.skip_space()
            elif spaced:
                combinator = 32
            else:
                return self.fail("not understood")
        self.alternatives[found].last = step
        if self.scope >= 0 and not depth:
            self.nest(found)
        return self.live and not self.unknown

    cdef int nest(self, int found) except -1:
        """Let a selector go on from those of the rule around it."""
        cdef int step = self.alternatives[found].last, other = self.scope
        cdef long long weight = 0
        while self.steps[step].before >= 0:
            step = self.steps[step].before
        if not self.alternatives[found].nested and not self.steps[step].combinator:
            self.steps[step].combinator = 32  # "a" in a rule is "& a"
        self.alternatives[found].nested = True
        while other >= 0:
            weight = max(weight, self.alternatives[other].weight)
            other = self.alternatives[other].after
        self.alternatives[found].weight += weight
        return 0

    cdef int step_in(self, int found, int before, unsigned int combinator, int depth) except -2:
        """Read what one element has to be; returns its number, -1 if nothing is so."""
        cdef int number = self.step_count
        cdef Py_ssize_t begin = self.at
        cdef unsigned int letter = peek(self, 0)
        cdef Step *step
        if self.step_count == self.step_room:
            self.step_room = 2 * self.step_room or FIRST_ROOM
            step = <Step *> PyMem_Realloc(self.steps, self.step_room * sizeof(Step))
            if step == NULL:
                raise MemoryError
            self.steps = step
        step = self.steps + number
        self.step_count += 1
        step.combinator, step.before, step.tag, step.test, step.name, step.attribute = combinator, before, ANY_TAG, -1, -1, -1
        if letter == 42:
            self.at += 1
        elif letter == 38 and self.scope >= 0 and before < 0 and not combinator and not depth:
            self.at += 1
            self.alternatives[found].nested = True
        elif in_name(letter) or letter == 92:
            step.tag = self.tag_number()
            self.alternatives[found].weight += 1
        if peek(self, 0) == 124 and peek(self, 1) != 61:  # of a namespace
            self.at += 1
            if peek(self, 0) == 42:
                self.at += 1
                step.tag = ANY_TAG
            else:
                step.tag = self.tag_number()
        if step.tag == NO_TAG:
            self.live = False
        while self.live or self.strict or depth:
            letter = peek(self, 0)
            if letter == 46:
                self.at += 1
                self.name_test(number, CLASS_NAME)
                self.alternatives[found].weight += ONE_CLASS
            elif letter == 35:
                self.at += 1
                self.name_test(number, ID_NAME)
                self.alternatives[found].weight += ONE_ID
            elif letter == 91:
                if not self.attribute_test(number):
                    self.at = begin
                    return -1
                self.alternatives[found].weight += ONE_CLASS
            elif letter == 58:
                if not self.pseudo(number, found, depth):
                    self.at = begin
                    return -1
            elif letter == 47 and peek(self, 1) == 42 and self.at > begin:
                self.skip_comment()
            else:
                if self.at == begin:
                    self.fail("expected a selector")
                    return -1
                return number
        return -1

    cdef int skip_comment(self) except -1:
        """Go behind a comment."""
        self.at += 2
        while self.at < self.end and not (peek(self, 0) == 42 and peek(self, 1) == 47):
            self.at += 1
        self.at = min(self.at + 2, self.end)
        return 0

    cdef int name_test(self, int step, int kind) except -1:
        """Read the name of a class or an id."""
        cdef int name = self.named(kind)
        if name < 0:
            self.live = False
            return 0
        if self.steps[step].name < 0 or kind == ID_NAME:
            self.steps[step].name = name
        return self.add_test(step, NAMED, name, 0, 0)

    cdef int add_test(self, int step, int kind, int a, int b, int flags) except -1:
        cdef Test *test
        if self.test_count == self.test_room:
            self.test_room = 2 * self.test_room or FIRST_ROOM
            test = <Test *> PyMem_Realloc(self.tests, self.test_room * sizeof(Test))
            if test == NULL:
                raise MemoryError
            self.tests = test
        test = self.tests + self.test_count
        test.kind, test.a, test.b, test.flags, test.after = kind, a, b, flags, self.steps[step].test
        self.steps[step].test = self.test_count
        self.test_count += 1
        return 0

    cdef Py_ssize_t end_of_word(self) except -1:
        """Where the name at hand ends; an error if it is none."""
        cdef Py_ssize_t at = self.at, code
        cdef unsigned int letter = peek(self, 0)
        if not (in_name(letter) or letter == 92) or 48 <= letter <= 57:
            self.fail("expected a name")
            self.live = False
            return at
        self.escaped = False
        while at < self.end:
            letter = self.letters[at]
            if letter == 92:
                self.escaped = True
                at += 1
                code = at
                while at < self.end and at < code + 6 and is_hexadecimal(self.letters[at]):
                    at += 1
                if at == code or (at < self.end and is_space(self.letters[at])):
                    at += 1
            elif in_name(letter):
                at += 1
            else:
                break
        return min(at, self.end)

    cdef str word(self):
        """The name at hand, with what its escapes stand for."""
        cdef Py_ssize_t begin = self.at
        self.at = self.end_of_word()
        return unescape(self.text[self.begin + begin : self.begin + self.at])

    cdef int named(self, int kind) except -2:
        """The number of the name at hand, -1 if no element has it."""
        cdef Py_ssize_t begin = self.at, end = self.end_of_word()
        cdef str word
        if end == begin:
            return -1
        if not self.escaped:
            self.at = end
            return self.names.find(self.letters + begin, end - begin, kind)
        return self.names.find_word(self.word(), kind)

    cdef int tag_number(self) except -3:
        """The number of the tag at hand; ``NO_TAG`` if no element has it."""
        cdef Py_ssize_t begin = self.at, end = self.end_of_word(), at
        cdef unsigned long long key = 0
        cdef unsigned int letter
        cdef int slot = 0
        cdef bint plain = 0 < end - begin <= 8
        for at in range(begin, end if plain else begin):
            letter = self.letters[at]
            plain = plain and letter < 128 and letter != 92
            key = key << 8 | (letter | 32 if 65 <= letter <= 90 else letter) & 255
        if plain:
            slot = (key * SPREAD) >> 58
            if self.tag_keys[slot] == key:
                self.at = end
                return self.tag_values[slot]
        word = self.word().lower()
        found = tag_numbers.get(word)
        if found is None:
            found = self.nodes.others.get(word)
        if found is None or self.names.first_of_tag(found) < 0:
            found = NO_TAG
        if plain:
            self.tag_keys[slot], self.tag_values[slot] = key, found
        return found

    cdef bint attribute_test(self, int step) except -1:
        """Read what stands in square brackets."""
        cdef str name, relation = "", value = "", mark
        cdef bint small = False
        self.at += 1
        self.skip_space()
        name = self.word().lower()
        self.skip_space()
        if peek(self, 0) != 61 and peek(self, 1) == 61 and self.text[self.begin + self.at] in "~|^$*":
            relation = self.text[self.begin + self.at]
            self.at += 1
        if peek(self, 0) == 61:
            relation += "="
            self.at += 1
            self.skip_space()
            mark = self.text[self.begin + self.at] if self.at < self.end else ""
            if mark and mark in "\"'":
                string = STRING.match(self.text, self.begin + self.at, self.begin + self.end)
                if string is None:
                    return self.fail("expected a string")
                value = unescape(string[1] or string[2] or "")
                self.at = string.end() - self.begin
            else:
                value = self.word()
            self.skip_space()
            if self.at < self.end and self.text[self.begin + self.at] in "iIsS":
                small = self.text[self.begin + self.at] in "iI"
                self.at += 1
                self.skip_space()
        elif relation:
            return self.fail("expected =")
        if peek(self, 0) != 93:
            return self.fail("expected ]")
        self.at += 1
        self.wanted.append((name, relation, value.lower() if small else value, small))
        self.steps[step].attribute = len(self.wanted) - 1
        self.add_test(step, ATTRIBUTE, len(self.wanted) - 1, 0, 0)
        return True

    cdef bint pseudo(self, int step, int found, int depth) except -1:
        """Read a pseudo-class; of a style sheet, states that a page does not begin with match nothing."""
        cdef str name
        cdef bint live = self.live, failed
        cdef int first, flags
        self.at += 1
        name = self.word().lower()
        if not self.live and live:
            return False
        if peek(self, 0) != 40:
            self.alternatives[found].weight += ONE_CLASS
            return self.plain_pseudo(step, name)
        self.at += 1
        if name in LISTS or name == "has":
            failed, self.failed = self.failed, False
            first = self.alternatives_in(depth + 1)
            if self.failed and name == "has":
                self.unknown = True
            self.live, self.failed = live and not self.unknown, failed
            if name == "has":
                self.add_test(step, HOLDS, first, 0, 0)
                self.live = self.live and (first >= 0 or self.strict)
            elif first >= 0 or name != "not":
                self.add_test(step, ONE_OF, first, name == "not", 0)
                self.live = self.live and (first >= 0 or self.strict)
            self.alternatives[found].weight += 0 if name == "where" else self.heaviest
        elif name in PLACES and name.startswith("nth"):
            formula = FORMULA.match(self.text, self.begin + self.at, self.begin + self.end)
            if formula is None:
                return self.fail("expected a number")
            self.at = formula.end() - self.begin
            flags = PLACES[name]
            if formula[4]:
                self.add_test(step, PLACE, 0, int(formula[4]), flags)
            elif formula[5] or formula[6]:
                self.add_test(step, PLACE, 2, 1 if formula[5] else 0, flags)
            else:
                self.add_test(step, PLACE, int(formula[1] + "1") if formula[1] in ("", "+", "-") else int(formula[1]),
                              int((formula[2] or "+") + (formula[3] or "0")), flags)
            self.alternatives[found].weight += ONE_CLASS
        else:
            return self.fail("unknown pseudo-class")
        self.skip_space()
        if peek(self, 0) != 41:
            return self.fail("expected )")
        self.at += 1
        return True

    cdef bint plain_pseudo(self, int step, str name) except -1:
        if name in PLACES and not name.startswith("nth"):
            self.add_test(step, PLACE, 0, 1, PLACES[name])
        elif name == "only-child" or name == "only-of-type":
            for flags in (0, FROM_LAST):
                self.add_test(step, PLACE, 0, 1, flags | (OF_TYPE if name == "only-of-type" else 0))
        elif name == "root" or name == "empty":
            self.add_test(step, ROOT if name == "root" else EMPTY, 0, 0, 0)
        elif name == "link" or name == "any-link":
            self.add_test(step, LINK, 0, 0, 0)
        elif self.strict or name not in ALWAYS:
            return self.fail("unknown pseudo-class")
        return True

    cdef bint may_end_in(self, str text, Py_ssize_t begin, Py_ssize_t end, unsigned char *wanted) except -1:
        """Whether a selector of a list may be about elements of which the names and tags that are wanted are known.

        What the last name of each is, is enough for most. Tags are behind the names.
        """
        cdef Py_ssize_t at, stop = 0, name
        cdef unsigned int letter = 0
        cdef int number
        self.take(text, begin, end)
        for at in range(self.end):
            letter = self.letters[at]
            if letter == 40 or letter == 91 or letter == 92 or letter == 47 or letter == 38:
                return True
        end = self.end
        while stop < end:
            begin = stop
            while stop < end and self.letters[stop] != 44:
                stop += 1
            at = stop
            stop += 1
            while at > begin and is_space(self.letters[at - 1]):
                at -= 1
            name = at
            while name > begin and in_name(self.letters[name - 1]):
                name -= 1
            letter = self.letters[name - 1] if name > begin else 32
            if letter == 46 or letter == 35:
                number = self.names.find(self.letters + name, at - name, CLASS_NAME if letter == 46 else ID_NAME)
                if number >= 0 and wanted[number]:
                    return True
            elif letter == 58:
                if at - name not in (5, 6) or text[self.begin + name : self.begin + at] not in STATES:
                    return True
            elif name == at:
                return True
            else:
                self.at, self.end = name, at
                number = self.tag_number()
                self.end = end
                if number >= 0 and wanted[self.names.count + number]:
                    return True
        return False
