"""Character references: ``&amp;``, ``&#8217;`` (13.2.5.72 and on).

>>> decode("salt &amp; pepper &#x2019; &copyleft &#150;", False), decode("?a=1&copy=2&amp;b=3", True)
('salt & pepper ’ ©left –', '?a=1&copy=2&b=3')
"""

cdef dict COMMON = {"amp": "&", "nbsp": "\xa0", "quot": '"', "gt": ">", "lt": "<"}
"""nine of ten names on wcxb-dev's pages; Python's table of all of them takes a while to import"""
cdef dict ENTITIES = {}
cdef enum:
    LONGEST = 32
    SHORTEST_OPEN = 2
    LONGEST_OPEN = 6
"""letters of a name, and of those that need no semicolon"""
cdef str WINDOWS = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ"
"""what the numbers from 128 to 159 mean"""


cpdef str decode(str text, bint value):
    """What a text says, or an attribute's value, in which names without a semicolon have rules of their own."""
    cdef Py_ssize_t at = text.find("&"), done = 0, end, size = len(text)
    cdef list parts
    cdef str found
    if at < 0:
        return text
    parts = []
    while 0 <= at < size - 1:
        end = at + 1
        found = number_at(text, &end) if text[at + 1] == "#" else name_at(text, &end, value)
        if found is not None:
            if at > done:
                parts.append(text[done:at])
            parts.append(found)
            done = end
        at = text.find("&", max(end, at + 1))
    if not parts:
        return text
    parts.append(text[done:])
    return "".join(parts)


cdef str number_at(str text, Py_ssize_t *place):
    """The letter with the number that begins here with ``#``; ``place`` moves behind it."""
    cdef Py_ssize_t at = place[0] + 1, size = len(text), begin
    cdef int base = 10, code = 0, digit
    cdef unsigned int letter
    if at < size and (text[at] == "x" or text[at] == "X"):
        base = 16
        at += 1
    begin = at
    while at < size:
        letter = text[at]
        if 48 <= letter <= 57:
            digit = letter - 48
        elif base == 16 and 97 <= letter | 32 <= 102:
            digit = (letter | 32) - 87
        else:
            break
        code = min(code * base + digit, 0x110000)
        at += 1
    if at == begin:
        return None
    if at < size and text[at] == ";":
        at += 1
    place[0] = at
    if 128 <= code < 160:
        return WINDOWS[code - 128]
    if code == 0 or code > 0x10FFFF or 0xD800 <= code < 0xE000:
        return "\ufffd"
    return chr(code)


cdef inline bint is_alphanumeric(unsigned int letter) noexcept:
    return 48 <= letter <= 57 or 97 <= letter | 32 <= 122


cdef str name_at(str text, Py_ssize_t *place, bint value):
    """What the name that begins here means; ``place`` moves behind it."""
    cdef Py_ssize_t begin = place[0], at = begin, size = len(text), length
    cdef str name, found
    while at < size and at - begin < LONGEST and is_alphanumeric(text[at]):
        at += 1
    if at == begin:
        return None
    if at < size and text[at] == ";":
        name = text[begin:at]
        found = COMMON.get(name)
        if found is None:
            found = entities().get(name + ";")
        if found is not None:
            place[0] = at + 1
            return found
    for length in range(min(at - begin, LONGEST_OPEN), SHORTEST_OPEN - 1, -1):
        found = entities().get(text[begin : begin + length])
        if found is not None:
            at = begin + length
            if value and at < size and (text[at] == "=" or is_alphanumeric(text[at])):
                return None
            place[0] = at
            return found
    return None


cdef dict entities():
    """All names, with their semicolons where they need them."""
    if not ENTITIES:
        from html.entities import html5

        ENTITIES.update(html5)
    return ENTITIES
