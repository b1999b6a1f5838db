# cython: boundscheck=False, wraparound=False
"""What the style sheets and ``style`` attributes of a page declare for its elements, where that may hide text.

First the elements are found that some rule or attribute may hide; then all rules are looked up that have a say about
these. Selectors are read when their rule is first needed, and steps of matching are counted: when a page has used up
what it may, nothing more matches.
"""

from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cpython.unicode cimport PyUnicode_Substring
from libc.string cimport memset

from tamis.native.attributes cimport Attribute, read_value, value_of
from tamis.native.matching cimport FEW, Matcher
from tamis.native.names cimport Names
from tamis.native.nodes cimport Node, Nodes, TEXT
from tamis.native.selectors cimport ANY_TAG, Step
from tamis.native.sheets cimport Declaration, Rule, Sheets
from tamis.native.tokens cimport attribute_bit, letter_at, tag_numbers

from tamis.html.tags import STYLED
from tamis.native.sheets import PROPERTIES

cdef enum:
    MOST_MATCHES = 1_000_000  # steps of matching selectors for a page
    MOST_SHEETS = 2000
    UNREAD = -2
    INLINE = -3
    OF_HTML = -1  # the row of ``html``, which is not in the tree
    NEAR = 12  # of 255: colours that differ no more are alike

cdef int HAS_STYLE = STYLED
cdef int STYLE_TAG = tag_numbers["style"]
cdef int COLOR = PROPERTIES.index("color"), GROUND = PROPERTIES.index("background"), DISPLAY = PROPERTIES.index("display")
cdef int GROUND_COLOR = PROPERTIES.index("background-color")
cdef long long UNLAYERED = 1 << 40
cdef const char *NONE = b"none"

cdef struct Won:
    long long rank, weight
    int property, declaration
    int after


cdef class Cascade(Sheets):
    """The style sheets and styles of a page."""

    cdef Nodes nodes
    cdef Matcher selectors
    cdef int html
    cdef const long long[::1] ends
    cdef int *asked  # the nodes that are asked for
    cdef int asked_count
    cdef int *node_of
    cdef unsigned char *has_text
    cdef unsigned char *wanted  # of names, and behind them of tags: whether elements that are asked for have them
    cdef int *place  # of each node among those that are asked for, from 1 on
    cdef int *matching
    cdef int matched
    cdef Won *won
    cdef int won_count, won_room
    cdef object judge
    cdef dict holders
    cdef readonly int sheets  # rules of style sheets

    def __init__(self, Nodes nodes, const long long[::1] run_parents, const long long[::1] ends, int html, applies, number_of, judge, list wide):
        """``judge`` says of a property and a value whether it is important, which properties it hides by, and whether
        browsers know it.
        """
        Sheets.__init__(self, nodes.written, applies, number_of, wide)
        self.nodes, self.html, self.judge, self.ends = nodes, html, judge, ends
        self.node_of = <int *> PyMem_Malloc((nodes.row_count + 1) * sizeof(int))
        self.has_text = <unsigned char *> PyMem_Calloc(nodes.row_count + 1, 1)
        self.place = <int *> PyMem_Calloc(nodes.count, sizeof(int))
        self.matching = <int *> PyMem_Malloc((nodes.count + 1) * sizeof(int))
        self.asked = <int *> PyMem_Malloc((nodes.count + 1) * sizeof(int))
        if not (self.node_of and self.has_text and self.place and self.matching and self.asked):
            raise MemoryError
        self.holders = {}
        self.read_sheets()
        self.sheets = self.count
        self.read_styles()
        self.mark_text(run_parents)

    def __dealloc__(self):
        PyMem_Free(self.node_of)
        PyMem_Free(self.has_text)
        PyMem_Free(self.place)
        PyMem_Free(self.wanted)
        PyMem_Free(self.matching)
        PyMem_Free(self.asked)
        PyMem_Free(self.won)

    # Reading

    cdef int read_sheets(self) except -1:
        """Read the style sheets of the head, and those in the body."""
        cdef Node *nodes = self.nodes.nodes
        cdef int node, parent, first
        cdef list found = []
        for node in range(self.nodes.count):
            if nodes[node].row >= 0:
                self.node_of[nodes[node].row] = node
            if nodes[node].number == STYLE_TAG and nodes[node].first >= 0:
                parent = nodes[node].parent
                if nodes[node].row >= 0 or (parent >= 0 and nodes[parent].parent == self.html and nodes[parent].row < 0):
                    found.append((nodes[node].row, node))
        found.sort()
        for _, node in found[:MOST_SHEETS]:
            media = value_of(self.nodes.written, nodes[node].begin, "media")
            kind = value_of(self.nodes.written, nodes[node].begin, "type")
            if (media and self.applies("media", read_value(media)) < 2) or (kind and kind.strip().lower() != "text/css"):
                continue
            first = nodes[node].first
            if nodes[first].number == TEXT:
                self.read_sheet(nodes[first].begin, nodes[first].names_begin)
        return 0

    cdef int read_styles(self) except -1:
        """Read the ``style`` attributes of elements in the body, and of ``html``."""
        cdef Node *nodes = self.nodes.nodes
        cdef Attribute attribute = Attribute(self.nodes.written, 0)
        cdef int node, rule
        for node in range(self.nodes.count):
            if not nodes[node].bits & HAS_STYLE or nodes[node].number < 0 or nodes[node].row < 0:
                continue
            attribute.at = nodes[node].begin
            while attribute.next():
                if attribute.called("style"):
                    self.texts.append(read_value(attribute.text[attribute.value : attribute.value_end]))
                    rule = self.add_rule(node, 0, -1, 0, False)
                    self.rules[rule].selectors = INLINE
                    self.read_style(rule, len(self.texts) - 1)
                    if not self.rules[rule].properties:
                        self.count -= 1
                        self.texts.pop()
                    break
        return 0

    cdef int mark_text(self, const long long[::1] run_parents) except -1:
        """Note which elements have text in them."""
        cdef Py_ssize_t run
        cdef int row
        for run in range(run_parents.shape[0]):
            row = run_parents[run]
            while row >= 0 and not self.has_text[row]:
                self.has_text[row] = 1
                row = self.nodes.nodes[self.nodes.nodes[self.node_of[row]].parent].row
        return 0

    cdef Declaration *judged(self, int number) except NULL:
        """A declaration that was looked at."""
        cdef Declaration *found = self.declarations + number
        cdef str value
        if not found.judged and found.property == DISPLAY and self.is_none(found):
            found.hides, found.judged = 1ull << DISPLAY, True
        if not found.judged:
            value = PyUnicode_Substring(self.texts[found.text], found.begin, found.end)
            important, hides, known = self.judge(found.property, value)
            found.important, found.hides, found.unknown, found.judged = important, hides, not known, True
        return found

    cdef bint is_none(self, Declaration *one) noexcept:
        """Whether the value of ``display`` is just ``none``, as it mostly is."""
        cdef Py_ssize_t at
        if one.text or one.end - one.begin != 4:
            return False
        for at in range(4):
            if letter_at(self.nodes, one.begin + at) != <unsigned char> NONE[at]:
                return False
        return True

    cdef int begin_matching(self) except -1:
        """Get ready to read selectors."""
        if self.selectors is None:
            self.selectors = Matcher(self.nodes, False, MOST_MATCHES)
            self.selectors.html = self.html
            self.selectors.ends = &self.ends[0] if self.ends.shape[0] else NULL
        return 0

    cdef int selectors_of(self, int number) except -3:
        """The first of a rule's selectors that can match; -1 if none can."""
        cdef Rule *rule = self.rules + number
        cdef int scope = -1
        if rule.selectors != UNREAD:
            return rule.selectors
        rule.selectors = -1
        self.begin_matching()
        if self.selectors.left < 0:
            return -1
        self.selectors.left -= (rule.end - rule.begin) >> 4
        if rule.around >= 0:
            scope = self.selectors_of(rule.around)
            if scope < 0:
                return -1
        self.selectors.scope = scope
        rule.selectors = self.selectors.parse(self.texts[0], rule.begin, rule.end)
        return rule.selectors

    # Matching

    cdef int match(self, int alternative, bint placed) except -1:
        """Find the elements with text that an alternative matches; with ``placed``, of those that are asked for."""
        cdef Step *step = self.selectors.steps + self.selectors.alternatives[alternative].last
        cdef Names names = self.selectors.names
        cdef int at, node
        self.matched = 0
        if self.selectors.left < 0:
            return 0
        if placed and (step.name < 0 or names.names[step.name].count > self.asked_count):
            for at in range(self.asked_count):
                self.try_node(alternative, self.asked[at], placed)
        elif self.match_within(alternative, step, placed):
            pass
        elif step.name >= 0:
            at = names.names[step.name].first
            while at >= 0:
                self.try_node(alternative, names.tokens[at].node, placed)
                at = names.tokens[at].after
        elif step.tag != ANY_TAG:
            node = names.first_of_tag(step.tag)
            while node >= 0:
                self.try_node(alternative, node, placed)
                node = names.next_tagged[node]
        elif step.attribute >= 0:
            for node in self.holding(self.selectors.wanted[step.attribute][0]):
                self.try_node(alternative, node, placed)
        else:
            for at in range(self.nodes.row_count):
                self.try_node(alternative, self.node_of[at], placed)
            self.try_node(alternative, self.html, placed)
        return 0

    cdef bint match_within(self, int alternative, Step *step, bint placed) except -1:
        """Try the elements that stand in the few with a name that a selector wants around them, if these are fewer
        than have the name that it ends with.
        """
        cdef Names names = self.selectors.names
        cdef int few = self.nodes.row_count >> 2 if step.name < 0 else names.names[step.name].count
        cdef int tops[FEW]
        cdef int token, row, total, count, around = -1
        while step.before >= 0 and (step.combinator == 32 or step.combinator == 62):
            step = self.selectors.steps + step.before
            if step.name < 0 or names.names[step.name].count > FEW:
                continue
            total = 0
            token = names.names[step.name].first
            while token >= 0 and total < few:
                row = self.nodes.nodes[names.tokens[token].node].row
                total += self.ends[row] - row if row >= 0 else few
                token = names.tokens[token].after
            if total < few:
                few, around = total, step.name
        if around < 0:
            return False
        count = 0
        token = names.names[around].first
        while token >= 0:
            tops[count] = self.nodes.nodes[names.tokens[token].node].row
            count += 1
            token = names.tokens[token].after
        for token in range(count):
            for row in range(count):
                if tops[row] < tops[token] < self.ends[tops[row]]:
                    break  # it stands in another
            else:
                for row in range(tops[token] + 1, self.ends[tops[token]]):
                    self.try_node(alternative, self.node_of[row], placed)
        return True

    cdef int try_node(self, int alternative, int node, bint placed) except -1:
        cdef int row = self.nodes.nodes[node].row
        self.selectors.left -= 1
        if (self.place[node] if placed else node == self.html or (row >= 0 and self.has_text[row])):
            if self.selectors.left >= 0 and self.selectors.matches(alternative, node):
                self.matching[self.matched] = node
                self.matched += 1
        return 0

    cdef list holding(self, str name):
        """The elements with text that have an attribute."""
        cdef list found
        cdef int row, node
        if name not in self.holders:
            found = [self.html]
            for row in range(self.nodes.row_count):
                node = self.node_of[row]
                if self.has_text[row] and self.selectors.value_of(node, name) is not None:
                    found.append(node)
            self.holders[name] = found
        return self.holders[name]

    def candidates(self):
        """The elements that a declaration may hide, by their rows, with the properties that do."""
        cdef int number, alternative, at, i
        cdef unsigned long long hides
        cdef dict found = {}
        cdef Rule *rule
        for number in range(self.count):
            rule = self.rules + number
            if not rule.hiding or rule.sometimes:
                continue
            if rule.selectors == INLINE:
                at = self.nodes.nodes[<int> rule.begin].row
                if self.has_text[at]:
                    hides = self.hides(number)
                    if hides:
                        found[at] = found.get(at, 0) | hides
                continue
            alternative = self.selectors_of(number)
            while alternative >= 0:
                self.match(alternative, False)
                alternative = self.selectors.alternatives[alternative].after
                if self.matched:
                    hides = self.hides(number)
                    if not hides:
                        break
                    for i in range(self.matched):
                        at = self.nodes.nodes[self.matching[i]].row
                        found[at] = found.get(at, 0) | hides
        return found

    cdef unsigned long long hides(self, int rule) except? 0:
        """The properties by which a rule hides text."""
        cdef int at = self.rules[rule].first
        cdef unsigned long long found = 0
        while at >= 0:
            if self.rules[rule].hiding >> self.declarations[at].property & 1 and not self.judged(at).unknown:
                found |= self.declarations[at].hides
            at = self.declarations[at].after
        return found

    # The cascade

    cdef int resolve(self, rows, unsigned long long mask) except -1:
        """Find which declarations of some properties win for the elements of these rows."""
        cdef int number, alternative, i, count = 0, node
        cdef Rule *rule
        cdef Names names = None
        if self.sheets:
            self.begin_matching()
            self.selectors.left = MOST_MATCHES
            names = self.selectors.names
            if self.wanted == NULL:
                self.wanted = <unsigned char *> PyMem_Malloc(names.count + names.tags)
                if self.wanted == NULL:
                    raise MemoryError
            memset(self.wanted, 0, names.count + names.tags)
        memset(self.place, 0, self.nodes.count * sizeof(int))
        for row in rows:
            count += 1
            node = self.html if row < 0 else self.node_of[<int> row]
            self.place[node] = count
            self.asked[count - 1] = node
            if names is None:
                continue
            for i in range(names.starts[node], names.starts[node + 1]):
                self.wanted[names.tokens[i].name] = 1
            self.wanted[names.count + self.nodes.nodes[node].number] = 1
        self.asked_count = count
        self.won_count = 0
        while self.won_count < count:
            self.add_won(0, 0, -1, -1)
        for number in range(self.sheets):
            rule = self.rules + number
            if rule.properties & mask and self.may_concern(number):
                alternative = self.selectors_of(number)
                while alternative >= 0:
                    self.match(alternative, True)
                    for i in range(self.matched):
                        self.take(self.matching[i], number, mask, self.selectors.alternatives[alternative].weight)
                    alternative = self.selectors.alternatives[alternative].after
        for number in range(self.sheets, self.count):
            node = self.rules[number].begin
            if self.place[node]:
                self.take(node, number, mask, -1)
        return count

    cdef bint may_concern(self, int number) except -1:
        """Whether a rule may be about one of the elements that are asked for."""
        cdef Rule *rule = self.rules + number
        if rule.selectors != UNREAD or rule.around >= 0:
            return rule.selectors != -1
        return self.selectors.may_end_in(self.texts[0], rule.begin, rule.end, self.wanted)

    cdef int take(self, int node, int number, unsigned long long mask, long long weight) except -1:
        """Let the declarations of a rule compete with others of an element; a weight of -1 is that of its own style."""
        cdef Rule *rule = self.rules + number
        cdef Declaration *one
        cdef unsigned long long properties, every = 0
        cdef int last[64]
        cdef int at = rule.first, property
        while at >= 0:
            if weight >= 0:
                self.selectors.left -= 1
                if self.selectors.left < 0:
                    return 0
            properties = self.wide[self.declarations[at].property] & mask
            if properties and not self.judged(at).unknown:
                for property in range(64):
                    if properties >> property & 1 and (
                        not every >> property & 1 or self.declarations[at].important >= self.declarations[last[property]].important
                    ):
                        last[property] = at
                every |= properties
            at = self.declarations[at].after
        for property in range(64):
            if every >> property & 1:
                one = self.declarations + last[property]
                if not (rule.sometimes and one.hides >> property & 1):  # on another screen it is to be seen
                    self.compete(self.place[node] - 1, property, last[property],
                                 (<long long> one.important << 62) | ((rule.layer or UNLAYERED) << 1) | (weight < 0), weight)
        return 0

    cdef int compete(self, int first, int property, int declaration, long long rank, long long weight) except -1:
        cdef int at = first
        while self.won[at].after >= 0:
            at = self.won[at].after
            if self.won[at].property == property:
                if rank > self.won[at].rank or (rank == self.won[at].rank and weight >= self.won[at].weight):
                    self.won[at].rank, self.won[at].weight, self.won[at].declaration = rank, weight, declaration
                return 0
        self.won[at].after = self.won_count
        return self.add_won(rank, weight, property, declaration)

    cdef int add_won(self, long long rank, long long weight, int property, int declaration) except -1:
        cdef Won *won
        if self.won_count == self.won_room:
            self.won_room = 2 * self.won_room or 256
            won = <Won *> PyMem_Realloc(self.won, self.won_room * sizeof(Won))
            if won == NULL:
                raise MemoryError
            self.won = won
        won = self.won + self.won_count
        won.rank, won.weight, won.property, won.declaration, won.after = rank, weight, property, declaration, -1
        self.won_count += 1
        return 0

    def winners(self, list rows, unsigned long long mask):
        """For each of these elements with such properties: the properties, by whom declared, and as what."""
        cdef int place = 0, at
        cdef Declaration *one
        cdef dict found = {}
        self.resolve(rows, mask)
        for row in rows:
            at = self.won[place].after
            place += 1
            if at < 0:
                continue
            own = found[row] = []
            while at >= 0:
                one = self.declarations + self.won[at].declaration
                own.append((self.won[at].property, one.property, PyUnicode_Substring(self.texts[one.text], one.begin, one.end)))
                at = self.won[at].after
        return found

    def unseen(self, list rows):
        """Those of these elements that ``display: none`` hides."""
        cdef int place = 0, at
        cdef list found = []
        self.resolve(rows, 1ull << DISPLAY)
        for row in rows:
            at = self.won[place].after
            place += 1
            if at >= 0 and self.declarations[self.won[at].declaration].hides >> DISPLAY & 1:
                found.append(row)
        return found

    def holders_of(self, str name):
        """The rows of the elements with text that have an attribute."""
        cdef unsigned long long bit = attribute_bit(<unsigned int> name[0], <unsigned int> name[len(name) - 1], len(name))
        cdef int row
        for row in range(self.nodes.row_count):
            if self.nodes.nodes[self.node_of[row]].holds & bit:
                self.begin_matching()
                return [self.nodes.nodes[<int> node].row for node in self.holding(name)]
        return []

    # Colours

    @property
    def colours(self):
        """Whether a rule gives text a colour."""
        cdef int number
        for number in range(self.sheets):
            if self.rules[number].properties >> COLOR & 1:
                return True
        return False

    def shows(self, int row):
        """Whether an element has text in it; asked of pages without styles, too."""
        return self.has_text[row] != 0

    def own_colours(self):
        """The rows of elements with text whose own style gives them a colour, with that."""
        cdef int number, at, row
        cdef list found = []
        for number in range(self.sheets, self.count):
            row = self.nodes.nodes[<int> self.rules[number].begin].row
            if self.rules[number].properties >> COLOR & 1 and self.has_text[row]:
                at = self.rules[number].first
                while at >= 0:
                    if self.declarations[at].property == COLOR:
                        found.append((row, self.value(at)))
                    at = self.declarations[at].after
        return found

    def grounds(self):
        """All that is declared as background."""
        cdef int at
        cdef set found = set()
        for at in range(self.declaration_count):
            if self.declarations[at].property == GROUND or self.declarations[at].property == GROUND_COLOR:
                found.add(self.value(at))
        return found

    def coloured(self, long canvas, test):
        """The rows of elements with text that match rules whose colour passes a test, which gets it and the ground
        that the same rule gives; ``canvas`` is the colour of the page: -1 if it is not plain, -2 if it is not known.
        """
        cdef int number, at, alternative, i, own, ground
        cdef Declaration *one
        cdef list found = []
        for number in range(self.sheets):
            if self.rules[number].sometimes or not self.rules[number].properties >> COLOR & 1:
                continue
            at, own, ground = self.rules[number].first, -1, -1
            while at >= 0:
                one = self.declarations + at
                if one.property == COLOR:
                    own = at
                elif one.property == GROUND or one.property == GROUND_COLOR:
                    ground = at
                at = one.after
            if not self.may_be_alike(own, ground, canvas):
                continue
            alternative = self.selectors_of(number)
            if alternative < 0 or not test(self.value(own), self.value(ground)):
                continue
            while alternative >= 0:
                self.match(alternative, False)
                for i in range(self.matched):
                    found.append(self.nodes.nodes[self.matching[i]].row)
                alternative = self.selectors.alternatives[alternative].after
        return found

    cdef str value(self, int declaration):
        cdef Declaration *one = self.declarations + declaration
        return "" if declaration < 0 else PyUnicode_Substring(self.texts[one.text], one.begin, one.end)

    cdef bint may_be_alike(self, int own, int ground, long canvas) noexcept:
        """Whether two colours may be alike, at a quick look: not if either is none, or both are plain and differ."""
        cdef long one = self.plain_colour(own), other = self.plain_colour(ground) if ground >= 0 else canvas
        cdef int shift
        if one == -2 or (ground < 0 and canvas == -2):
            return False
        if one >= 0 and other >= 0:
            for shift in (0, 8, 16):
                if abs((one >> shift & 255) - (other >> shift & 255)) > NEAR:
                    return False
        return True

    cdef long plain_colour(self, int declaration) noexcept:
        """The number that a colour is written as; -1 for others, -2 for what is no colour."""
        cdef Declaration *one = self.declarations + declaration
        cdef Py_ssize_t at = one.begin + 1, end = one.end
        cdef unsigned int letter = letter_at(self.nodes, one.begin)
        cdef long found = 0
        cdef int digits = 0
        if letter != 35:
            return -2 if letter | 32 == 118 or letter | 32 == 105 else -1  # var() and inherit
        while at < end and digits <= 6:
            letter = letter_at(self.nodes, at)
            if 48 <= letter <= 57:
                letter -= 48
            elif 97 <= letter | 32 <= 102:
                letter = (letter | 32) - 87
            else:
                break
            found = found << 4 | letter
            digits += 1
            at += 1
        if at < end and letter_at(self.nodes, at) != 32 and letter_at(self.nodes, at) != 33:
            return -1
        if digits == 3:
            return (found >> 8) * 0x110000 + (found >> 4 & 15) * 0x1100 + (found & 15) * 0x11
        return found if digits == 6 else -1
