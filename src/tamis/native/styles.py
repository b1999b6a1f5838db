"""Reads style sheets, to find by which rules text may be hidden; compiled like :mod:`tamis.native.tree`.

A page has 60 KB of style sheets in the mean, and most of it has nothing to do with what is hidden. So the loops here
look at each character once, note which rules declare one of a few properties, and which of these rules have selectors
that can match at all. What a value or a selector means is worked out in :mod:`tamis.html.styles`, for the few that are
left. Nothing here is exact about CSS where a mistake makes no difference: what might hide is looked at again.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING

from tamis.native.attributes import CLASS, ID, Attribute, find, is_space, same

if TYPE_CHECKING:
    from tamis.native.arrays import Column

_FAR, _COLOUR, _SMALL, _MOVED, _FAINT = "far", "colour", "small", "small or far", "opacity"
HINTS = {
    "display": "n", "visibility": "hc", "content-visibility": "h", "opacity": "0.-c", "font-size": "01.c",
    "font": _SMALL, "color": _COLOUR, "-webkit-text-fill-color": _COLOUR, "text-indent": _FAR, "filter": _FAINT,
    "clip": "r", "clip-path": "icperx", "-webkit-clip-path": "icperx", "transform": _MOVED,
    "-webkit-transform": _MOVED, "-ms-transform": _MOVED, "scale": "0.", "translate": _FAR, "rotate": "",
    "height": "01.", "max-height": "01.", "width": "01.", "max-width": "01.", "block-size": "01.", "inline-size": "01.",
    "left": _FAR, "top": _FAR, "right": _FAR, "bottom": _FAR, "inset": _FAR, "margin": _FAR, "margin-left": _FAR,
    "margin-right": _FAR, "margin-top": _FAR, "margin-inline-start": _FAR,
    "position": "", "overflow": "", "overflow-x": "", "overflow-y": "", "background": "", "background-color": "",
    "background-image": "", "background-clip": "", "-webkit-background-clip": "", "text-shadow": "", "padding": "",
    "padding-top": "", "padding-bottom": "", "min-height": "",
}  # fmt: skip
"""properties that decide whether text is seen, with the characters that values begin with by which alone it may be
hidden, or with what such values are like; nothing for those that only have a say in it
"""
_KINDS = ("", _FAR, _COLOUR, _SMALL, _MOVED, _FAINT)
PROPERTIES = tuple(HINTS)
_SLOTS = 512
_SPREAD = 0x9E3779B97F4A7C15
_ALL = (1 << 64) - 1
_KEYS, _NUMBERS = array("Q", bytes(8 * _SLOTS)), array("q", bytes(8 * _SLOTS))
_STOPS = array("B", bytes(128))
"""characters at which the reading of a value or a selector has to look up"""
_HINTED = array("B", bytes(128 * len(PROPERTIES)))
_ONE = 1
_WIDTH = 8
"""numbers of a rule: selector, rule around it, properties, those that may hide, declarations; and its layer"""
_DEEPEST = 64
"""blocks in blocks"""
_CLASS, _ID = CLASS, ID
_LONGEST_CHAIN = 256
"""different names of which a few bits of their hashes are the same"""
_CONDITIONS = frozenset(("media", "supports", "layer", "container", "scope", "document", "-moz-document"))
"""rules that hold other rules"""


def _key(name: str) -> int:
    key = 0
    for character in name:
        key = (key * 131 + ord(character)) & _ALL
    return key


for _number, _name in enumerate(PROPERTIES):
    _slot = _key(_name) * _SPREAD % (1 << 64) >> 55
    while _KEYS[_slot]:
        _slot = (_slot + 1) % _SLOTS
    _KEYS[_slot], _NUMBERS[_slot] = _key(_name), _number
    for _code in range(128):
        _hint = HINTS[_name]
        _HINTED[128 * _number + _code] = _hint != "" and (_hint in _KINDS or chr(_code) in f"{_hint}\\/v(+")
_KIND_OF = array("q", [_KINDS.index(_hint) if _hint in _KINDS else 0 for _hint in HINTS.values()])
for _stop in "\"'()/;{}[]\\":
    _STOPS[ord(_stop)] = 1


class Sheet:
    """The rules of a style sheet that declare something by which text can be hidden or shown."""

    def __init__(self, text: str, applies: Callable[[str, str], int]) -> None:
        """``applies`` says of a conditional rule, by its name and what follows it, whether what it holds counts: 0
        nowhere, 1 on some screens, 2 on all.
        """
        self.text = text
        self.applies = applies
        self.at = 0
        self.count = 0
        self.room = 64
        self.of_rules = array("q", bytes(8 * _WIDTH * self.room))
        self.rules = self.of_rules
        self.layers = 0
        """layers that were seen; a rule in none of them has the number 0"""
        self.hiding = 0
        """rules that may hide"""

    def read(self) -> None:
        """Read it all."""
        text, size = self.text, len(self.text)
        stack = [-1] * _DEEPEST
        layers = [0] * _DEEPEST
        """twice the number of the layer, and 1 more for what counts on some screens only"""
        depth = 0  # what is open: rules by their number, others as -1
        while self.at < size:
            at = self.at
            character = text[at]
            if is_space(character) or character == ";":
                self.at += 1
            elif character == "}":
                if depth:
                    depth -= 1
                    if stack[depth] >= 0:
                        self.end_rule(stack[depth], at)
                self.at += 1
            elif character == "/" and at + 1 < size and text[at + 1] == "*":
                self.skip_comment()
            elif character == "<" or (character == "-" and text.startswith("-->", at)):
                self.at += 1 if character == "<" and not text.startswith("<!--", at) else 3
            elif character == "@":
                counts = self.enter()
                if counts and depth == _DEEPEST - 1:
                    self.skip_block()
                elif counts:
                    around = layers[depth]
                    if same_start(text, at + 1, "layer"):
                        self.layers += 1
                        around = 2 * self.layers + (around & 1)
                    layers[depth + 1] = around | (counts & 1)
                    stack[depth] = -1
                    depth += 1
            else:
                around = stack[depth - 1] if depth else -1
                inside = depth > 0 and around >= 0
                if self.read_item(around, layers[depth], inside):
                    if depth < _DEEPEST - 1:
                        layers[depth + 1] = layers[depth]
                        stack[depth] = self.count - 1
                        depth += 1
                    else:
                        self.skip_block()
        while depth:
            depth -= 1
            if stack[depth] >= 0:
                self.end_rule(stack[depth], size)

    def read_item(self, around: int, layer: int, inside: bool) -> bool:
        """Read a declaration, or the selector of a rule up to what the rule holds; returns whether it was a rule."""
        text, size, begin = self.text, len(self.text), self.at
        at, key = begin, 0
        slow = False
        while at < size:  # the name of a property, or the beginning of a selector
            character = text[at]
            code = ord(character)
            if code - 97 > 25 or code < 97:
                if 65 <= code <= 90:
                    code += 32
                elif code == 92:
                    slow = True
                    at += 1
                elif code != 45 and code != 95 and (code < 48 or code > 57) and code < 128:
                    break
            key = (key * 131 + code) & _ALL
            at += 1
        named = at
        while at < size and (is_space(text[at]) or text.startswith("/*", at)):
            if text[at] == "/":
                slow = True
                self.at = at
                self.skip_comment()
                at = self.at
            else:
                at += 1
        number = -1
        custom = text[begin] == "-" and begin + 1 < size and text[begin + 1] == "-"
        first = " "
        value = at
        if inside and at < size and text[at] == ":":
            at += 1
            while at < size and is_space(text[at]):
                at += 1
            slot = (key * _SPREAD & _ALL) >> 55
            while _KEYS[slot]:
                if _KEYS[slot] == key:
                    number = _NUMBERS[slot]
                    break
                slot = (slot + 1) % _SLOTS
            first = text[at] if at < size else " "
            value = at
        elif inside and at == named and at < size and text[at] == "/":
            slow = True
        self.at = at
        stop = self.to_stop(inside, custom)
        if stop == "{":
            self.begin_rule(begin, self.at, around, layer)
            self.at += 1
            return True
        if inside and (slow or number >= 0):
            base = around * _WIDTH
            rules = self.rules
            if slow:
                rules[base + 3] = -1
                rules[base + 4] = -1
            else:
                rules[base + 3] |= _ONE << number
                code = ord(first)
                if 65 <= code <= 90:
                    code += 32
                if code < 128 and _HINTED[128 * number + code] and promises(text, value, self.at, _KIND_OF[number]):
                    rules[base + 4] |= _ONE << number
        if stop == ";":
            self.at += 1
        return False

    def to_stop(self, inside: bool, custom: bool) -> str:
        """Go to the ``;``, ``{`` or ``}`` that ends what is being read; outside of rules only ``{`` does."""
        text, at, size, deep = self.text, self.at, len(self.text), 0
        while at < size:
            character = text[at]
            if ord(character) > 127 or not _STOPS[ord(character)]:
                at += 1
                continue
            if character == "{" and not deep:
                if not custom:
                    self.at = at
                    return "{"
                self.at = at + 1
                self.skip_block()
                at = self.at
                continue
            if (character == "}" or character == ";") and not deep and inside:
                self.at = at
                return character
            if character == "}" and deep:  # a bracket that was never closed
                self.at = at
                return "}"
            if character == '"' or character == "'":
                at = self.after_string(at)
                continue
            if character == "/" and at + 1 < size and text[at + 1] == "*":
                self.at = at
                self.skip_comment()
                at = self.at
                continue
            if character == "(":
                deep += 1
                if at > 2 and same(text, at - 3, at, "url"):
                    end = at + 1
                    while end < size and is_space(text[end]):
                        end += 1
                    if end < size and text[end] != '"' and text[end] != "'":
                        end = find(text, ")", end, size)
                        if end < 0:
                            break
                        at = end
                        continue
            elif character == "[":
                deep += 1
            elif (character == ")" or character == "]") and deep:
                deep -= 1
            elif character == "\\":
                at += 1
            at += 1
        self.at = size
        return " "

    def after_string(self, at: int) -> int:
        """One past the string that begins here; without its end it goes to the end of the line."""
        text, size, quote = self.text, len(self.text), self.text[at]
        at += 1
        while at < size:
            character = text[at]
            if character == quote:
                return at + 1
            if character == "\n":
                return at
            at += 2 if character == "\\" else 1
        return size

    def skip_comment(self) -> None:
        """Go behind the comment that begins here."""
        end = find(self.text, "*/", self.at + 2, len(self.text))
        self.at = len(self.text) if end < 0 else end + 2

    def skip_block(self) -> None:
        """Go behind the block that was entered."""
        text, at, size, deep = self.text, self.at, len(self.text), 1
        while at < size:
            character = text[at]
            if ord(character) > 127 or not _STOPS[ord(character)]:
                at += 1
            elif character == '"' or character == "'":
                at = self.after_string(at)
            elif character == "/" and at + 1 < size and text[at + 1] == "*":
                self.at = at
                self.skip_comment()
                at = self.at
            else:
                if character == "{":
                    deep += 1
                elif character == "}":
                    deep -= 1
                    if not deep:
                        self.at = at + 1
                        return
                elif character == "\\":
                    at += 1
                at += 1
        self.at = size

    def enter(self) -> int:
        """Read the beginning of a rule such as ``@media``; returns whether what it holds counts."""
        text, begin, size = self.text, self.at + 1, len(self.text)
        at = begin
        while at < size and (text[at] == "-" or text[at].isalnum()):
            at += 1
        name = text[begin:at].lower()
        self.at = at
        stop = self.to_stop(True, False)
        if stop == ";":
            self.at += 1
        if stop != "{":
            return 0
        condition = text[at : self.at]
        self.at += 1
        counts = self.applies(name, condition) if name in _CONDITIONS else 0
        if not counts:
            self.skip_block()
        return counts

    def begin_rule(self, begin: int, end: int, around: int, layer: int) -> None:
        """Note a rule."""
        if self.count == self.room:
            self.rules = _NO_RULES
            self.of_rules.extend(self.of_rules)
            self.rules = self.of_rules
            self.room *= 2
        base = self.count * _WIDTH
        rules = self.rules
        rules[base] = begin
        rules[base + 1] = end
        rules[base + 2] = around
        rules[base + 3] = rules[base + 4] = 0
        rules[base + 5] = end + 1
        rules[base + 6] = end + 1
        rules[base + 7] = layer
        self.count += 1

    def end_rule(self, number: int, end: int) -> None:
        """Note where a rule ends; forget it if nothing in it is of interest."""
        base = number * _WIDTH
        self.rules[base + 6] = end
        if self.rules[base + 4]:
            self.hiding += 1
        elif not self.rules[base + 3] and number == self.count - 1:
            self.count -= 1


_NO_RULES = array("q")


def promises(text: str, begin: int, end: int, kind: int) -> bool:
    """Whether a value can hide text, for those properties whose values need more than a look at one character."""
    if kind == 0 or find(text, "\\", begin, end) >= 0 or find(text, "/*", begin, end) >= 0:
        return True
    if kind == 2:  # transparent, or of four parts
        size = end - begin
        character = text[begin]
        return character != "#" or (size >= 5 and text[begin + 4 : begin + 5] in " !;}") or size >= 9 or size == 5
    if kind == 5:
        return find(text, "pacity", begin, end) >= 0 or find(text, "PACITY", begin, end) >= 0
    before, at = " ", begin
    while at < end:
        character = text[at]
        digits = at
        while at < end and "0" <= text[at] <= "9":
            at += 1
        if digits == at:
            at += 1
        elif before != "." and kind != 1:
            small = text[digits] == "0" or (text[digits] == "1" and at == digits + 1)
            if small and before != "/":
                return True
        if digits < at and "0" <= text[digits] <= "9" and kind != 3:
            many = at - digits
            pixels = at < end and (text[at] == "p" or text[at] == "P")
            if many >= 4 or (before == "-" and (many >= 3 or (many == 2 and not pixels))):
                return True
            if not pixels and many >= 3:
                return True
        elif character == "." and kind != 1:
            return True
        before = text[at - 1]
    return False


def same_start(text: str, at: int, word: str) -> bool:
    """Whether a text goes on with this word, in capitals or not."""
    return text[at : at + len(word)].lower() == word


class Names:
    """Which elements have which classes and ids, by hashes."""

    def __init__(self) -> None:
        self.room = 1024
        self.count = 0
        self.of_tokens = array("Q", bytes(8 * self.room))
        self.of_rows = array("q", bytes(8 * self.room))
        self.of_next, self.of_alike = array("q", bytes(8 * self.room)), array("q", bytes(8 * self.room))
        self.take_up()
        self.heads = _NO_RULES
        self.size = 0

    def fill(self, markup: str, begins: Column, ends: Column, unescape: Callable[[str], str]) -> None:
        """Add classes and ids; ``begins`` and ``ends`` are the stretches of the markup in which elements are named."""
        attribute = Attribute(markup, 0)
        for row in range(len(begins)):
            if begins[row] < ends[row]:
                self.add_names(attribute, begins[row], ends[row], row, unescape)

    def add_names(self, attribute: Attribute, begin: int, end: int, row: int, unescape: Callable[[str], str]) -> None:
        """Add the classes and the id of an element whose attributes begin there."""
        known, markup = 0, attribute.text
        attribute.at = begin
        while attribute.at < end and attribute.next():
            kind = attribute.naming()
            if (kind != _CLASS and kind != _ID) or known & kind:
                continue
            known |= kind
            if find(markup, "&", attribute.value, attribute.value_end) >= 0:
                value = unescape(markup[attribute.value : attribute.value_end])
                self.add(value, 0, len(value), row, kind)
            else:
                self.add(markup, attribute.value, attribute.value_end, row, kind)

    def add_tag(self, tag: str, rows: list[int]) -> None:
        """Add the elements of a tag."""
        for row in rows:
            self.add(tag, 0, len(tag), row, 0)

    def finish(self) -> None:
        """Make what was added findable."""
        self.size = 16
        while self.size < 2 * self.count:
            self.size *= 2
        heads = array("q", [-1]) * self.size
        self.heads = heads
        for token in range(self.count):
            slot = (self.tokens[token] * _SPREAD & _ALL) >> 40 & (self.size - 1)
            first = self.first(self.tokens[token])
            if first >= 0:
                self.alike[token] = self.alike[first]
                self.alike[first] = token
            else:
                self.alike[token] = -1
                self.following[token] = self.heads[slot]
                self.heads[slot] = token

    def add(self, text: str, begin: int, end: int, row: int, kind: int) -> None:
        """Note the names in a value; ``kind`` is the length of the attribute's name, 0 for a tag."""
        at = begin
        while at < end:
            while at < end and is_space(text[at]):
                at += 1
            key = 46 if kind == _CLASS else 35 if kind == _ID else 0
            start = at
            while at < end and not is_space(text[at]):
                key = (key * 131 + ord(text[at])) & _ALL
                at += 1
            if start < at:
                if self.count == self.room:
                    self.grow()
                self.tokens[self.count] = key
                self.rows[self.count] = row
                self.count += 1

    def grow(self) -> None:
        """Make room for twice as many."""
        self.tokens = _NO_TOKENS
        self.rows = self.following = self.alike = _NO_RULES
        self.of_tokens.extend(self.of_tokens)
        for column in (self.of_rows, self.of_next, self.of_alike):
            column.extend(column)
        self.take_up()
        self.room *= 2

    def take_up(self) -> None:
        """Make the columns what is filled."""
        self.tokens, self.rows, self.following, self.alike = self.of_tokens, self.of_rows, self.of_next, self.of_alike

    def first(self, key: int) -> int:
        """The first token with this key; -1 if there is none among so many that nobody would have written."""
        token, steps = self.heads[(key * _SPREAD & _ALL) >> 40 & (self.size - 1)], 0
        while token >= 0 and self.tokens[token] != key:
            token = self.following[token]
            steps += 1
            if steps > _LONGEST_CHAIN:
                return -1
        return token

    def named(self, mark: str, name: str) -> list[int]:
        """The rows of the elements with a class (``.``) or an id (``#``)."""
        key = ord(mark)
        for character in name:
            key = (key * 131 + ord(character)) & _ALL
        return self.find(key)

    def find(self, key: int) -> list[int]:
        """The rows of the elements that have the name."""
        found: list[int] = []
        token = self.first(key)
        while token >= 0:
            found.append(self.rows[token])
            token = self.alike[token]
        return found


_NO_TOKENS = array("Q")


def live_selectors(
    sheet: Sheet, names: Names, subjects: Names, properties: int, least: int
) -> list[tuple[int, int, int, int]]:
    """The selectors that can match, of rules that declare one of these properties; with ``least`` 4 that may hide.

    Each with the number of its rule, its place in the sheet, and the key of the name by which elements are found; 0
    where it has none. A selector with a name that no element has matches nothing, nor do pseudo-elements. Those are
    left out, too, that match none of the elements whose names are the ``subjects``.
    """
    found: list[tuple[int, int, int, int]] = []
    text, rules = sheet.text, sheet.rules
    for rule in range(sheet.count):
        if not rules[rule * _WIDTH + least] & properties:
            continue
        at, stop = rules[rule * _WIDTH], rules[rule * _WIDTH + 1]
        while at < stop:
            begin = at
            key, kind, deep, dead, gap = 0, 0, 0, False, False
            name, name_kind, reading = 0, 0, False
            while at <= stop:
                character = text[at] if at < stop else ","
                code = ord(character)
                word = 97 <= code <= 122 or 48 <= code <= 57 or 65 <= code <= 90 or code == 45 or code == 95
                if deep == 0 and (word or code >= 128 or code == 92):
                    if not reading:
                        if gap:  # another compound
                            key, kind, gap = 0, 0, False
                        reading, name, name_kind = True, 0, 1
                    if code == 92 and at + 1 < stop:
                        at += 1
                        digit = digit_of(text[at])
                        if digit < 16:
                            code, count = 0, 0
                            while count < 6 and at < stop and digit_of(text[at]) < 16:
                                code = code * 16 + digit_of(text[at])
                                at += 1
                                count += 1
                            if at >= stop or not is_space(text[at]):
                                at -= 1
                        else:
                            code = ord(text[at])
                    elif name_kind == 1 and 65 <= code <= 90:
                        code += 32
                    name = (name * 131 + code) & _ALL
                    at += 1
                    continue
                if reading:
                    reading = False
                    if name_kind and names.first(name) < 0:
                        dead = True
                    if name_kind > kind:
                        key, kind = name, name_kind
                if character == "," and deep == 0:
                    break
                if character == "(" or character == "[":
                    if character == "[" and gap and deep == 0:
                        key, kind, gap = 0, 0, False
                    deep += 1
                elif (character == ")" or character == "]") and deep:
                    deep -= 1
                elif deep == 0:
                    if is_space(character) or character == ">" or character == "+" or character == "~":
                        gap = True
                    elif (code == 46 or code == 35) or (code == 58 or code == 42 or code == 38):  # . # : * &
                        if gap:
                            key, kind, gap = 0, 0, False
                        if character == "." or character == "#":
                            reading, name, name_kind = True, code, 2 if character == "." else 3
                        elif character == ":":
                            if at + 1 < stop and text[at + 1] == ":":
                                dead = True
                            reading, name, name_kind = True, 0, 0
                at += 1
            end = at
            at += 1
            if not dead and (not key or subjects.first(key) >= 0):
                found.append((rule, begin, end, key))
    return found


def digit_of(character: str) -> int:
    """What a hexadecimal digit stands for; 99 for other characters."""
    code = ord(character)
    if 48 <= code <= 57:
        return code - 48
    code |= 32
    return code - 87 if 97 <= code <= 102 else 99


def inline_styles(
    markup: str, begins: Column, rows: list[int], unescape: Callable[[str], str]
) -> list[tuple[int, str]]:
    """The styles of elements by their attribute, of those that may hide."""
    found: list[tuple[int, str]] = []
    attribute = Attribute(markup, 0)
    for row in rows:
        attribute.at = begins[row]
        while attribute.next():
            if attribute.called("style"):
                value = markup[attribute.value : attribute.value_end]
                if "&" in value:
                    value = unescape(value)
                found.append((row, value))
                break
    return found
