# cython: boundscheck=False, wraparound=False
"""Reads style sheets and ``style`` attributes: which rules declare one of a few properties, and which of them may hide.

A page has 50 KB of style sheets in the mean, and most of it has nothing to do with what is hidden. So each character
is looked at once, of names that are no property of interest often only the first and the last; selectors and values
are left for those who need them. Nothing here is exact about CSS where a mistake makes no difference: what might hide
is looked at again.
"""

from cpython.mem cimport PyMem_Free, PyMem_Realloc
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND

from tamis.native.tokens cimport Letter

cdef enum:
    SLOTS = 256
    DEEPEST = 64  # blocks in blocks
    MOST_RULES = 200_000
    FIRST_ROOM = 64
    # what a value has to be like to hide text
    BY_FIRST = 0  # by its first character
    FAR = 1
    COLOUR = 2
    SMALL = 3
    MOVED = 4
    FAINT = 5
    # what a character means
    STOP = 1
    IN_NAME = 2

KINDS = {"far": FAR, "colour": COLOUR, "small": SMALL, "moved": MOVED, "faint": FAINT}
HINTS = {
    "display": "n", "visibility": "hc", "content-visibility": "h", "opacity": "0.-c", "font-size": "01.c",
    "font": "small", "color": "colour", "-webkit-text-fill-color": "colour", "text-indent": "far", "filter": "faint",
    "clip": "r", "clip-path": "icperx", "-webkit-clip-path": "icperx", "transform": "moved",
    "-webkit-transform": "moved", "-ms-transform": "moved", "scale": "0.", "translate": "far",
    "height": "01.", "max-height": "01.", "width": "01.", "max-width": "01.", "block-size": "01.", "inline-size": "01.",
    "left": "far", "top": "far", "right": "far", "bottom": "far", "inset": "far", "margin": "far", "margin-left": "far",
    "margin-right": "far", "margin-top": "far", "margin-inline-start": "far",
    "position": "", "overflow": "", "overflow-x": "", "overflow-y": "", "background": "", "background-color": "",
    "background-image": "", "background-clip": "", "-webkit-background-clip": "", "text-shadow": "", "padding": "",
    "padding-top": "", "padding-bottom": "", "min-height": "",
}
"""properties that decide whether text is seen, with the characters that values begin with by which alone it may be
hidden, or with what such values are like; nothing for those that only have a say in it
"""
PROPERTIES = tuple(HINTS)
CONDITIONS = frozenset(("media", "supports", "layer", "container", "scope", "document", "-moz-document"))
"""rules that hold other rules"""

cdef unsigned char MEANING[256]
cdef unsigned char HINTED[64][128]
cdef int KIND_OF[64]
cdef unsigned long long KEYS[SLOTS]
cdef int NUMBERS[SLOTS]
cdef unsigned int LENGTHS[128]  # of the properties that begin with a letter
cdef unsigned long long FACTOR = 0x9E3779B97F4A7C15


cdef inline bint is_space(unsigned int letter) noexcept:
    return letter == 32 or letter == 10 or letter == 9 or letter == 13 or letter == 12


cdef inline unsigned int small(unsigned int letter) noexcept:
    return letter | 32 if 65 <= letter <= 90 else letter


def fill():
    """Make tables of what is written above."""
    cdef unsigned long long key
    cdef int number, code, slot
    for code in range(256):
        MEANING[code] = STOP if chr(code) in "\"'()/;{}[]\\" else IN_NAME if chr(code).isalnum() or code in (45, 95) or code > 127 else 0
    for number, (name, hint) in enumerate(HINTS.items()):
        key = 0
        for code in name.encode():
            key = key * 131 + code
        slot = key * FACTOR >> 56
        while KEYS[slot]:
            slot = (slot + 1) % SLOTS
        KEYS[slot], NUMBERS[slot] = key, number
        LENGTHS[ord(name[0])] |= 1 << len(name)
        KIND_OF[number] = KINDS.get(hint, BY_FIRST)
        for code in range(128):
            HINTED[number][code] = hint != "" and (hint in KINDS or chr(code) in f"{hint}\\/v(+")


fill()


cdef class Sheets:
    """The rules of style sheets that declare something by which text can be hidden or shown."""

    def __init__(self, str text, applies, number_of, list wide):
        """``applies`` says of a conditional rule, by its name and what follows it, whether what it holds counts: 0
        nowhere, 1 on some screens, 2 on all; ``number_of`` the number of a property that is written in an odd way;
        ``wide`` which properties each stands for.
        """
        cdef int i
        self.wide = <unsigned long long *> PyMem_Realloc(NULL, len(wide) * sizeof(long long))
        if self.wide == NULL:
            raise MemoryError
        for i in range(len(wide)):
            self.wide[i] = wide[i]
        self.texts = [text]
        self.applies, self.number_of = applies, number_of
        self.named_layers = {}

    def __dealloc__(self):
        PyMem_Free(self.rules)
        PyMem_Free(self.declarations)
        PyMem_Free(self.wide)

    cdef int read_sheet(self, Py_ssize_t begin, Py_ssize_t end) except -1:
        """Read the style sheet that stands in this stretch of the page."""
        cdef str text = self.texts[0]
        if PyUnicode_KIND(text) == 1:
            return read_rules(self, <unsigned char *> PyUnicode_DATA(text), begin, end)
        if PyUnicode_KIND(text) == 2:
            return read_rules(self, <unsigned short *> PyUnicode_DATA(text), begin, end)
        return read_rules(self, <unsigned int *> PyUnicode_DATA(text), begin, end)

    cdef int layer_of(self, int around, str name) except -1:
        """The number of a layer: the order in which they are first named counts."""
        name = name.strip()
        if (around, name) in self.named_layers:
            return self.named_layers[around, name]
        self.layers += 1
        if name:
            self.named_layers[around, name] = self.layers
        return self.layers

    cdef int read_style(self, int rule, int text) except -1:
        """Read the declarations of a text for a rule."""
        cdef str style = self.texts[text]
        if PyUnicode_KIND(style) == 1:
            return read_declarations(self, <unsigned char *> PyUnicode_DATA(style), len(style), rule, text)
        if PyUnicode_KIND(style) == 2:
            return read_declarations(self, <unsigned short *> PyUnicode_DATA(style), len(style), rule, text)
        return read_declarations(self, <unsigned int *> PyUnicode_DATA(style), len(style), rule, text)

    cdef int add_rule(self, Py_ssize_t begin, Py_ssize_t end, int around, int layer, bint sometimes) except -1:
        """Note a rule; returns its number."""
        cdef Rule *rule
        if self.count == self.room:
            self.room = 2 * self.room or FIRST_ROOM
            rule = <Rule *> PyMem_Realloc(self.rules, self.room * sizeof(Rule))
            if rule == NULL:
                raise MemoryError
            self.rules = rule
        rule = self.rules + self.count
        rule.begin, rule.end, rule.around, rule.layer, rule.sometimes = begin, end, around, layer, sometimes
        rule.first, rule.last, rule.properties, rule.hiding, rule.selectors = -1, -1, 0, 0, -2
        self.count += 1
        return self.count - 1

    cdef int add_declaration(self, int rule, int property, int text, Py_ssize_t begin, Py_ssize_t end) except -1:
        """Note a declaration of a rule."""
        cdef Declaration *found
        cdef Rule *of = self.rules + rule
        if self.declaration_count == self.declaration_room:
            self.declaration_room = 2 * self.declaration_room or 2 * FIRST_ROOM
            found = <Declaration *> PyMem_Realloc(self.declarations, self.declaration_room * sizeof(Declaration))
            if found == NULL:
                raise MemoryError
            self.declarations = found
        found = self.declarations + self.declaration_count
        found.begin, found.end, found.text, found.property, found.after = begin, end, text, property, -1
        found.hides, found.important, found.judged, found.unknown = 0, False, False, False
        if of.first < 0:
            of.first = self.declaration_count
        else:
            self.declarations[of.last].after = self.declaration_count
        of.last = self.declaration_count
        of.properties |= self.wide[property]
        self.declaration_count += 1
        return 0


cdef int read_rules(Sheets self, Letter *text, Py_ssize_t at, Py_ssize_t end) except -1:
    """Read the rules of a style sheet."""
    cdef int stack[DEEPEST]  # what is open: rules by their number, others as -1
    cdef int layers[DEEPEST]
    cdef bint sometimes[DEEPEST]
    cdef int depth = 0, around, counts, rule
    cdef unsigned int letter
    cdef Py_ssize_t begin, named
    layers[0] = 0
    sometimes[0] = False
    while at < end:
        letter = text[at]
        if is_space(letter) or letter == 59:
            at += 1
        elif letter == 125:
            if depth:
                depth -= 1
                drop_if_idle(self, stack[depth])
            at += 1
        elif letter == 47 and at + 1 < end and text[at + 1] == 42:
            at = behind_comment(text, at, end)
        elif letter == 60 or (letter == 45 and at + 2 < end and text[at + 1] == 45 and text[at + 2] == 62):
            at += 3 if letter == 45 else 4 if at + 3 < end and text[at + 1] == 33 else 1
        elif letter == 64:
            begin = at + 1
            at = begin
            while at < end and (text[at] == 45 or MEANING[text[at] & 255] == IN_NAME) and text[at] < 128:
                at += 1
            named = at
            at = to_stop(text, at, end, True)
            name = (<str> self.texts[0])[begin:named].lower()
            if at >= end or text[at] != 123:
                if name == "layer":
                    for part in (<str> self.texts[0])[named:at].split(","):
                        self.layer_of(layers[depth], part)
                at += at < end and text[at] == 59
                continue
            condition = (<str> self.texts[0])[named:at]
            counts = self.applies(name, condition) if name in CONDITIONS else 0
            at += 1
            if not counts or depth == DEEPEST - 1:
                at = behind_block(text, at, end)
                continue
            stack[depth] = -1
            depth += 1
            layers[depth], sometimes[depth] = layers[depth - 1], sometimes[depth - 1] or counts == 1
            if name == "layer":
                layers[depth] = self.layer_of(layers[depth], condition)
        else:
            around = stack[depth - 1] if depth else -1
            begin = at
            at = read_declaration(self, text, at, end, around, 0) if around >= 0 else to_stop(text, at, end, False)
            if at >= end or text[at] != 123:
                at += at < end and text[at] == 59
                continue
            at += 1
            if depth == DEEPEST - 1 or self.count >= MOST_RULES:
                at = behind_block(text, at, end)
                continue
            stack[depth] = self.add_rule(begin, at - 1, around, layers[depth], sometimes[depth])
            depth += 1
            layers[depth], sometimes[depth] = layers[depth - 1], sometimes[depth - 1]
    while depth:
        depth -= 1
        drop_if_idle(self, stack[depth])
    return 0


cdef int drop_if_idle(Sheets self, int rule) except -1:
    """Forget a rule that has ended, if nothing in it is of interest."""
    if rule >= 0 and rule == self.count - 1 and not self.rules[rule].properties:
        self.count -= 1
    return 0


cdef int read_declarations(Sheets self, Letter *text, Py_ssize_t end, int rule, int number) except -1:
    """Read a text that is nothing but declarations."""
    cdef Py_ssize_t at = 0
    while at < end:
        if is_space(text[at]) or text[at] == 59 or text[at] == 125:
            at += 1
        elif text[at] == 47 and at + 1 < end and text[at + 1] == 42:
            at = behind_comment(text, at, end)
        else:
            at = read_declaration(self, text, at, end, rule, number)
            if at < end and text[at] == 123:
                at = behind_block(text, at + 1, end)
    return 0


cdef Py_ssize_t read_declaration(Sheets self, Letter *text, Py_ssize_t at, Py_ssize_t end, int rule, int number) except -1:
    """Read a declaration, or the selector of a rule inside; returns what it ends at."""
    cdef Py_ssize_t begin = at, named, stop
    cdef unsigned int letter = small(text[at])
    cdef unsigned long long key = 0
    cdef int slot, property = -1
    while at < end and (text[at] > 127 or MEANING[text[at] & 255] == IN_NAME):
        at += 1
    named = at
    while at < end and is_space(text[at]):
        at += 1
    if at < end and text[at] == 58 and letter < 128:
        if named - begin < 32 and LENGTHS[letter] >> (named - begin) & 1:
            for stop in range(begin, named):
                key = key * 131 + small(text[stop])
            slot = key * FACTOR >> 56
            while KEYS[slot]:
                if KEYS[slot] == key:
                    property = NUMBERS[slot]
                    break
                slot = (slot + 1) % SLOTS
        elif letter == 45 and text[begin + 1] == 45:  # a variable, which may hold anything
            return behind_variable(text, at + 1, end)
        at += 1
    elif at < end and (text[at] == 92 or text[at] == 47):  # an escape, or a comment
        stop = at
        while stop < end and text[stop] != 58 and text[stop] != 59 and text[stop] != 123 and text[stop] != 125:
            stop += 1
        if stop < end and text[stop] == 58:
            property = self.number_of((<str> self.texts[number])[begin:stop])
            if property >= 0:
                at = stop + 1
    while at < end and is_space(text[at]):
        at += 1
    stop = to_stop(text, at, end, True)
    if property >= 0 and (stop == end or text[stop] != 123):
        if at < stop:
            self.add_declaration(rule, property, number, at, stop)
            if may_hide(text, at, stop, property):
                self.rules[rule].hiding |= 1ull << property
    return stop


cdef Py_ssize_t to_stop(Letter *text, Py_ssize_t at, Py_ssize_t end, bint inside) noexcept:
    """Where the ``;``, ``{`` or ``}`` stands that ends what is being read; outside of rules only ``{`` does."""
    cdef int deep = 0
    cdef unsigned int letter
    cdef Py_ssize_t close
    while at < end:
        letter = text[at]
        if letter > 127 or MEANING[letter] != STOP:
            at += 1
        elif letter == 123 and not deep:
            return at
        elif (letter == 125 or letter == 59) and not deep and inside:
            return at
        elif letter == 125 and deep:  # a bracket that was never closed
            return at
        elif letter == 34 or letter == 39:
            at = behind_string(text, at, end)
        elif letter == 47 and at + 1 < end and text[at + 1] == 42:
            at = behind_comment(text, at, end)
        elif letter == 92:
            at += 2
        else:
            if letter == 40:
                deep += 1
                if at > 2 and text[at - 1] | 32 == 108 and text[at - 2] | 32 == 114 and text[at - 3] | 32 == 117:
                    close = at + 1
                    while close < end and is_space(text[close]):
                        close += 1
                    if close < end and text[close] != 34 and text[close] != 39:
                        while close < end and text[close] != 41:
                            close += 1
                        at = close
                        continue
            elif letter == 91:
                deep += 1
            elif (letter == 41 or letter == 93) and deep:
                deep -= 1
            at += 1
    return end


cdef Py_ssize_t behind_variable(Letter *text, Py_ssize_t at, Py_ssize_t end) noexcept:
    """Where the value of a variable ends."""
    while at < end:
        at = to_stop(text, at, end, True)
        if at >= end or text[at] != 123:
            break
        at = behind_block(text, at + 1, end)
    return min(at, end)


cdef Py_ssize_t behind_string(Letter *text, Py_ssize_t at, Py_ssize_t end) noexcept:
    """One past the string that begins here; without its end it goes to the end of the line."""
    cdef unsigned int quote = text[at]
    at += 1
    while at < end:
        if text[at] == quote:
            return at + 1
        if text[at] == 10:
            return at
        at += 2 if text[at] == 92 else 1
    return end


cdef Py_ssize_t behind_comment(Letter *text, Py_ssize_t at, Py_ssize_t end) noexcept:
    """One past the comment that begins here."""
    at += 2
    while at + 1 < end:
        if text[at] == 42 and text[at + 1] == 47:
            return at + 2
        at += 1
    return end


cdef Py_ssize_t behind_block(Letter *text, Py_ssize_t at, Py_ssize_t end) noexcept:
    """One past the block that was entered."""
    cdef int deep = 1
    cdef unsigned int letter
    while at < end:
        letter = text[at]
        if letter > 127 or MEANING[letter] != STOP:
            at += 1
        elif letter == 34 or letter == 39:
            at = behind_string(text, at, end)
        elif letter == 47 and at + 1 < end and text[at + 1] == 42:
            at = behind_comment(text, at, end)
        else:
            deep += (letter == 123) - (letter == 125)
            at += 2 if letter == 92 else 1
            if not deep:
                return at
    return end


cdef bint may_hide(Letter *text, Py_ssize_t begin, Py_ssize_t end, int property) noexcept:
    """Whether a value might hide text, at a quick look."""
    cdef int kind = KIND_OF[property]
    cdef unsigned int letter = small(text[begin]), before = 32
    cdef Py_ssize_t at, digits, many
    cdef bint unit
    if letter > 127 or not HINTED[property][letter]:
        return False
    for at in range(begin, end):
        if text[at] == 92 or (text[at] == 47 and at + 1 < end and text[at + 1] == 42):
            return True
    if kind == BY_FIRST:
        return True
    if kind == COLOUR:  # transparent, or of four parts
        if letter != 35:
            return letter == 116 or ((letter == 114 or letter == 104) and end - begin > 8)
        many = 0
        for at in range(begin + 1, end):
            if not (48 <= text[at] <= 57 or 97 <= text[at] | 32 <= 102):
                break
            many += 1
        return many == 4 or many == 8
    if kind == FAINT:
        for at in range(begin, end - 6):
            if text[at] | 32 == 112 and text[at + 1] | 32 == 97 and text[at + 2] | 32 == 99:
                return True
        return False
    at = begin
    while at < end:
        digits = at
        while at < end and 48 <= text[at] <= 57:
            at += 1
        many = at - digits
        if not many:
            if text[at] == 46 and kind != FAR:
                return True
            before = text[at]
            at += 1
            continue
        if before != 46 and kind != FAR and (text[digits] == 48 or (text[digits] == 49 and many == 1)) and before != 47:
            return True
        if kind != SMALL:
            unit = at < end and text[at] | 32 == 112
            if many >= 4 or (before == 45 and (many >= 3 or (many == 2 and not unit))) or (not unit and many >= 3):
                return True
        before = text[at - 1]
    return False
