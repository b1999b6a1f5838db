# cython: boundscheck=False, wraparound=False
"""The tokenizer: where tags, comments and texts begin and end, and what a start tag says of its element.

The numbers of sections are those of the standard: https://html.spec.whatwg.org/multipage/parsing.html
"""

from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND

from tamis.html.syntax import GROUPS, NAMES, TAG_NUMBERS
from tamis.html.tags import ANCHOR, HIDDEN, LINK, STYLED, TRAITS

cdef extern from "Python.h":
    Py_ssize_t PyUnicode_FindChar(object text, Py_UCS4 letter, Py_ssize_t begin, Py_ssize_t end, int direction) except -2

cdef enum:
    SLOTS = 1 << 12
    EXACT = 8  # letters of a name that its key holds: the last ones

cdef unsigned long long SPREAD = 0xC4CEB9FE1A85EC53
"""of some well-known multipliers for hashes (this is MurmurHash's) the first by which no two names share a slot"""
cdef int traits_of[NAMED]
cdef int slots[SLOTS]
cdef unsigned long long keys[NAMED]
cdef int STYLES = STYLED, HIDES = HIDDEN, LINKS = LINK, LINKS_HERE = ANCHOR
cdef int SCRIPT = TAG_NUMBERS["script"]

known_names = len(NAMES)
tag_names = list(NAMES)
tag_numbers = TAG_NUMBERS
for _number, _name in enumerate(NAMES):
    traits_of[_number] = TRAITS.get(_name, 0)
    keys[_number] = int.from_bytes(_name.encode()[-EXACT:], "big")
    slots[(keys[_number] * SPREAD) >> 52] = _number
    syntax_of[_number] = sum(bit for bit, names in GROUPS.items() if _name in names.split())
AS_PARSED = {0: "\ufffd"} | {code: chr(code + 32) for code in range(65, 91)}
"""letters of names (13.2.5.8): no other capitals than these become small, whatever Unicode says"""


cdef inline bint is_space(unsigned int letter) noexcept:
    return letter == 32 or letter == 10 or letter == 9 or letter == 13 or letter == 12


cdef inline bint is_letter(unsigned int letter) noexcept:
    return 97 <= letter | 32 <= 122


cdef Py_ssize_t end_of_name(Letter *text, Py_ssize_t at, Py_ssize_t size, unsigned long long *key, unsigned int *every) noexcept:
    """Where a tag's name ends; ``key`` is made of its last letters, in lower case, and ``every`` has the bits of all."""
    cdef unsigned long long found = 0
    cdef unsigned int bits = 0, letter
    while at < size:
        letter = text[at]
        if letter == 62 or letter == 47 or is_space(letter):
            break
        if 65 <= letter <= 90:
            letter += 32
        bits |= letter
        found = found << 8 | letter & 255
        at += 1
    key[0], every[0] = found, bits
    return at


cdef bint has_zero(Letter *text, Py_ssize_t size) noexcept:
    """Whether a NUL stands in a text; to the end in any case, since such a loop takes many letters at a time."""
    cdef Letter found = 0
    cdef Py_ssize_t at
    for at in range(size):
        found |= text[at] == 0
    return found != 0


cdef inline bint called(Letter *text, const char *name, int size) noexcept:
    """Whether an attribute has this name, which is in lower case."""
    cdef int i
    cdef unsigned int letter
    for i in range(size):
        letter = text[i]
        if letter != <unsigned char> name[i] and not (65 <= letter <= 90 and letter + 32 == <unsigned char> name[i]):
            return False
    return True


cdef Py_ssize_t read_attributes(Letter *text, Py_ssize_t at, Py_ssize_t size, Tag *tag) noexcept:
    """Read a tag from behind its name to its end (13.2.5.32 to 13.2.5.40); -1 where the page ends before it does."""
    cdef bint linked = False, anchored = False, hidden = False, labelled = False, names
    cdef Py_ssize_t name, value, value_end, length
    cdef unsigned int letter, quote
    tag.closed = False
    while True:
        while at < size and (is_space(text[at]) or text[at] == 47):
            tag.closed = text[at] == 47
            at += 1
        if at >= size:
            return -1
        if text[at] == 62:
            break
        tag.closed = False
        name = at
        at += 1
        while at < size:
            letter = text[at]
            if letter <= 62 and (letter == 61 or letter == 62 or letter == 47 or is_space(letter)):
                break
            at += 1
        length = at - name
        tag.holds |= attribute_bit(text[name], text[at - 1], length)
        value = value_end = at
        while at < size and is_space(text[at]):
            at += 1
        if at < size and text[at] == 61:
            at += 1
            while at < size and is_space(text[at]):
                at += 1
            if at >= size:
                return -1
            quote = text[at]
            if quote == 34 or quote == 39:
                at += 1
                value = at
                while at < size and text[at] != quote:
                    at += 1
                if at >= size:
                    return -1
                value_end = at
                at += 1
            else:
                value = at
                while at < size and text[at] != 62 and not is_space(text[at]):
                    at += 1
                value_end = at
        if length == 5:
            if called(text + name, "class", 5):
                names = True
            else:
                names = False
                tag.styled = tag.styled or called(text + name, "style", 5)
        elif length == 4:
            names = called(text + name, "role", 4)
            if not linked and called(text + name, "href", 4):
                linked = True
                anchored = value < value_end and text[value] == 35
        elif length == 2:
            names = called(text + name, "id", 2)
        elif length == 6:
            names = False
            hidden = hidden or called(text + name, "hidden", 6)
        elif length == 8:
            names = called(text + name, "itemprop", 8)
        elif length == 10:
            names = called(text + name, "aria-label", 10)
        elif length == 11:
            names = called(text + name, "data-testid", 11)
            if not labelled and called(text + name, "aria-hidden", 11):
                labelled = True
                hidden = hidden or (value_end - value == 4 and text[value] == 116 and text[value + 1] == 114
                                    and text[value + 2] == 117 and text[value + 3] == 101)
        else:
            names = False
        if names:
            if not tag.names_end:
                tag.names_begin = name
            tag.names_end = at
    if hidden:
        tag.bits |= HIDES
    if tag.bits & LINKS:
        if not linked:
            tag.bits &= ~LINKS  # an anchor without an address is no link
        elif anchored:
            tag.bits |= LINKS_HERE
    return at + 1


cdef class Tokens:
    """A page's source, and the place in it up to which it is read."""

    def __init__(self, str source):
        self.source = source
        self.kind = PyUnicode_KIND(source)
        self.data = PyUnicode_DATA(source)
        self.size = len(source)
        self.others = {}
        self.names = []

    cdef Py_ssize_t find(self, unsigned int letter, Py_ssize_t at) except -2:
        """Where a letter stands next; at the end of the source if nowhere."""
        cdef Py_ssize_t found = PyUnicode_FindChar(self.source, <Py_UCS4> letter, at, self.size, 1) if at < self.size else -1
        return self.size if found == -1 else found

    cdef bint has_nul(self) noexcept:
        """Whether a NUL stands in the source; Python takes long where a letter has several bytes, one of them zero."""
        if self.kind == 1:
            return "\0" in self.source
        if self.kind == 2:
            return has_zero(<unsigned short *> self.data, self.size)
        return has_zero(<unsigned int *> self.data, self.size)

    cdef bint spells(self, Py_ssize_t begin, Py_ssize_t end, str small) noexcept:
        """Whether a stretch of the source is this name, in capitals or not."""
        cdef Py_ssize_t i
        cdef unsigned int letter
        if end > self.size or end - begin != len(small):
            return False
        for i in range(end - begin):
            letter = letter_at(self, begin + i)
            if letter != <unsigned int> small[i] and not (65 <= letter <= 90 and letter + 32 == <unsigned int> small[i]):
                return False
        return True

    cdef bint says(self, Py_ssize_t at, str text) except -1:
        """Whether this text begins at a place."""
        return self.source.startswith(text, at)

    cdef Py_ssize_t end_of_text(self, Py_ssize_t begin) except -2:
        """Where the text ends that begins here: a ``<`` that nothing follows which could be a tag is text."""
        cdef Py_ssize_t end = self.find(60, begin)
        cdef unsigned int letter
        while end < self.size:
            letter = letter_at(self, end + 1)
            if is_letter(letter) or letter == 33 or letter == 63 or (letter == 47 and end + 2 < self.size):
                return end
            end = self.find(60, end + 1)
        return self.size

    cdef Py_ssize_t end_of_comment(self, Py_ssize_t begin) except -2:
        """One past the comment that begins here with ``<!--``."""
        cdef Py_ssize_t at = begin + 4
        if letter_at(self, at) == 62:
            return at + 1
        if letter_at(self, at) == 45 and letter_at(self, at + 1) == 62:
            return at + 2
        while True:
            at = self.find(62, at)
            if at >= self.size:
                return self.size
            if letter_at(self, at - 1) == 45 and letter_at(self, at - 2) == 45 and at - 2 >= begin + 4:
                return at + 1
            if letter_at(self, at - 1) == 33 and letter_at(self, at - 2) == 45 and letter_at(self, at - 3) == 45 and at - 3 >= begin + 4:
                return at + 1
            at += 1

    cdef bint ends_at(self, Py_ssize_t at, str name) noexcept:
        """Whether the end tag of an element in which nothing is markup begins at a ``<``."""
        cdef Py_ssize_t after = at + 2 + len(name)
        cdef unsigned int letter
        if letter_at(self, at + 1) != 47 or after >= self.size or not self.spells(at + 2, after, name):
            return False
        letter = letter_at(self, after)
        return letter == 62 or letter == 47 or is_space(letter)

    cdef Py_ssize_t end_of_raw(self, int number) except -2:
        """Where the text of an element ends in which nothing is markup, from ``at`` on, which moves behind its end tag."""
        cdef str name = self.name_of(number)
        cdef Py_ssize_t end = self.find(60, self.at), hidden
        cdef Tag tag
        while end < self.size and not self.ends_at(end, name):
            end = self.find(60, end + 1)
        if number == SCRIPT:
            hidden = self.source.find("<!--", self.at, end)
            if hidden >= 0:
                end = self.end_of_script(hidden, end)
        if end == self.size:
            self.at = self.size
            return end
        self.at = end + 2 + len(name)
        tag = self.tag
        self.to_end_of_tag()
        self.tag = tag
        return end

    cdef Py_ssize_t end_of_script(self, Py_ssize_t at, Py_ssize_t end) except -2:
        """Where a script ends that holds the beginning of a comment (13.2.5.20 and on), which may hide its end tag."""
        cdef int inside = 0
        cdef unsigned int letter
        cdef Py_ssize_t begin, behind
        begin = self.find(60, at)
        while begin < end and not self.spells(begin + 1, begin + 7, "script"):
            begin = self.find(60, begin + 1)
        if begin >= end:
            return end
        while at < self.size:
            letter = letter_at(self, at)
            if letter == 45 and inside and letter_at(self, at + 1) == 45 and letter_at(self, at + 2) == 62:
                inside = 0
            elif letter == 60:
                begin = at + 2 if letter_at(self, at + 1) == 47 else at + 1
                behind = begin + 6
                if inside == 0 and self.says(at + 1, "!--"):
                    inside = 1
                    at += 1  # its dashes may be those of its end
                elif self.spells(begin, behind, "script"):
                    letter = letter_at(self, behind)
                    if letter == 62 or letter == 47 or is_space(letter):
                        if begin == at + 1:
                            inside = 2 if inside else 0
                        elif inside < 2:
                            return at
                        else:
                            inside = 1
            at += 1
        return self.size

    cdef Py_ssize_t to_end_of_tag(self) noexcept:
        """Read the attributes from ``at`` on, which moves behind the tag."""
        cdef Tag *tag = &self.tag
        tag.begin = self.at
        tag.names_begin = tag.names_end = 0
        tag.styled = False
        tag.holds = 0
        if self.kind == 1:
            self.at = read_attributes(<unsigned char *> self.data, self.at, self.size, tag)
        elif self.kind == 2:
            self.at = read_attributes(<unsigned short *> self.data, self.at, self.size, tag)
        else:
            self.at = read_attributes(<unsigned int *> self.data, self.at, self.size, tag)
        tag.end = self.at
        if self.at < 0:
            self.at = self.size
        return tag.end

    cdef bint read_tag(self, Py_ssize_t begin) except -1:
        """Read the tag whose name begins here into ``tag``; returns whether it has an end."""
        cdef Tag *tag = &self.tag
        tag.number = self.number_of(begin)
        tag.bits = traits_of[tag.number] if tag.number < known_names else 0
        if self.to_end_of_tag() < 0:
            return False
        if tag.styled:
            tag.bits |= STYLES
        return True

    cdef int number_of(self, Py_ssize_t begin) except -1:
        """The number of the name that begins here; ``at`` moves behind it."""
        cdef unsigned long long key = 0
        cdef unsigned int every = 0
        cdef int number
        cdef str name
        if self.kind == 1:
            self.at = end_of_name(<unsigned char *> self.data, begin, self.size, &key, &every)
        elif self.kind == 2:
            self.at = end_of_name(<unsigned short *> self.data, begin, self.size, &key, &every)
        else:
            self.at = end_of_name(<unsigned int *> self.data, begin, self.size, &key, &every)
        number = slots[(key * SPREAD) >> 52]
        if number and keys[number] == key and every < 128:
            if self.at - begin == len(<str> tag_names[number]) and (
                self.at - begin <= EXACT or self.spells(begin, self.at, tag_names[number])
            ):
                return number
        name = self.source[begin : self.at]
        name = name.lower() if name.isascii() and "\0" not in name else name.translate(AS_PARSED)
        found = tag_numbers.get(name) or self.others.get(name)
        if found is None:
            found = known_names + len(self.names)
            self.others[name] = found
            self.names.append(name)
        return found

    cdef str name_of(self, int number):
        """The name with this number."""
        return <str> tag_names[number] if number < known_names else <str> self.names[number - known_names]
