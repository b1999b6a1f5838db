"""The loops that every page goes through, once per node, run or block.

This file is plain Python and runs as it is. Where there is a C compiler it is also built as an extension, with the
types that ``kernel.pxd`` declares, and then runs about three times as fast; ``COMPILED`` says which one this is. A
test holds both to the same answers. What belongs here: loops that cannot be columns, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from turbohtml import Element, Node, Text

from tamis.tags import BLOCK, HIDDEN, INHERITED, LINK, PRE, SKIP, TRAITS, VOID

COMPILED = not __file__.endswith(".py")

_CHECK_EVERY = 1024
"""elements between two looks at the clock and the node count"""


_PLAIN_STRETCH = 16_384
"""characters; in longer stretches runs are looked for among tokens, read once, which keeps the cost linear"""


class Walked:
    """The columns of a walked tree; their meaning is told in :class:`tamis.dom.Tree`."""

    def __init__(self, body: Element) -> None:
        self.nodes = [body]
        self.tags = [body.tag]
        self.parents = [-1]
        self.traits = [BLOCK]
        self.flags = [0]
        self.runs: list[str] = []
        self.run_parents: list[int] = []
        self.run_cuts: list[int] = []
        self.run_seen: list[int] = []
        self.over = ""
        """the limit that ended the walk, if one did"""


def walk(body: Element, hidden: set[Element], max_nodes: int, deadline: float, clock: Callable[[], float]) -> Walked:
    """Read all elements and runs of text below ``body`` in document order, without recursion."""
    walked = Walked(body)
    nodes, tags, parents, traits, flags = walked.nodes, walked.tags, walked.parents, walked.traits, walked.flags
    runs, run_parents, run_cuts, run_seen = walked.runs, walked.run_parents, walked.run_cuts, walked.run_seen
    leaf = SKIP | VOID
    known = TRAITS
    some_hidden = len(hidden) > 0
    stack: list[tuple[Iterator[Node], int, int, int]] = []
    children, here, mine, above = iter(body), 0, 0, 0
    count, cuts, last_cut = 1, 0, -1
    check = min(_CHECK_EVERY, max_nodes)
    while True:
        for node in children:
            if type(node) is Text:
                text = node.data
                if cuts != last_cut and text.isspace():
                    continue  # white space before a block's first word
                last_cut = cuts
                runs.append(text)
                run_parents.append(here)
                run_cuts.append(cuts)
                run_seen.append(count)
            elif type(node) is Element:
                tag = node.tag
                bits = known.get(tag, 0)
                nodes.append(node)
                tags.append(tag)
                parents.append(here)
                if bits & BLOCK:
                    cuts += 1
                if bits & LINK and node.attr("href") is None:
                    bits &= ~LINK  # an anchor without an address is no link
                if some_hidden and node in hidden:
                    bits |= HIDDEN
                inherited = above | (bits & INHERITED)
                traits.append(bits)
                flags.append(inherited)
                if count >= check:
                    check = count + _CHECK_EVERY
                    if count + len(runs) >= max_nodes:
                        walked.over = "nodes"
                    elif clock() > deadline:
                        walked.over = "time"
                    if walked.over:
                        return walked
                count += 1
                if not bits & leaf:
                    stack.append((children, here, mine, above))
                    children, here, mine, above = iter(node), count - 1, bits, inherited
                    break
        else:
            if not stack:
                return walked
            if mine & BLOCK:
                cuts += 1
            children, here, mine, above = stack.pop()


class Rows:
    """The columns of gathered blocks; their meaning is told in :class:`tamis.page.Page`."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.first: list[int] = []
        self.last: list[int] = []
        self.words: list[int] = []
        self.link_words: list[int] = []


def gather(
    runs: list[str],
    run_parents: list[int],
    flags: list[int],
    begins: list[int],
    spaceless: Callable[[str], object],
    count_spaceless: Callable[[str], int],
) -> Rows:
    """Join the runs of each block, collapse their white space and count their words; leave out blank blocks."""
    rows = Rows()
    texts, firsts, lasts, words, link_words = rows.texts, rows.first, rows.last, rows.words, rows.link_words
    total, blocks = len(runs), len(begins)
    for block in range(blocks):
        begin = begins[block]
        end = begins[block + 1] if block + 1 < blocks else total
        while begin < end and runs[begin].isspace():
            begin += 1
        if begin == end:
            continue
        while runs[end - 1].isspace():
            end -= 1
        raw = runs[begin] if end == begin + 1 else "".join(runs[begin:end])
        pieces = raw.split()
        text = " ".join(pieces)
        spaced = text.isascii() or not spaceless(text)
        count = len(pieces) if spaced else count_spaceless(text)
        linked = 0
        for run in range(begin, end):
            if flags[run_parents[run]] & LINK:
                if end == begin + 1:
                    linked = count
                elif spaced:
                    linked += len(runs[run].split())
                else:
                    linked += count_spaceless(runs[run])
        texts.append(raw.strip("\n") if flags[run_parents[begin]] & PRE else text)
        firsts.append(begin)
        lasts.append(end - 1)
        words.append(count)
        link_words.append(min(linked, count))
    return rows


def stretches(nodes: list[Element], run_seen: list[int], wanted: list[int], lines: list[int], size: int) -> Stretches:
    """For each of the runs, where the last element before it begins and where the next after it does."""
    found = Stretches()
    total = len(nodes)
    for run in wanted:
        element = run_seen[run] - 1
        place = nodes[element].position
        while place is None and element:  # an element that the parser made up has no place
            element -= 1
            place = nodes[element].position
        low = 0 if place is None else lines[place[0] - 1] + place[1]
        high = size
        element = run_seen[run]
        while element < total and element < run_seen[run] + 8:
            place = nodes[element].position
            if place is not None and lines[place[0] - 1] + place[1] > low:
                high = lines[place[0] - 1] + place[1]
                break
            element += 1
        found.low.append(low)
        found.high.append(high)
    return found


class Stretches:
    """The source around runs of text."""

    def __init__(self) -> None:
        self.low: list[int] = []
        self.high: list[int] = []


class Found:
    """Where runs begin and end, and which were moved."""

    def __init__(self) -> None:
        self.start: list[int] = []
        self.end: list[int] = []
        self.moved: list[bool] = []


def find_runs(
    source: str,
    texts: list[str],
    around: Stretches,
    unescape: Callable[[str], str],
    find_slowly: Callable[[int, int, int], tuple[int, int, bool]],
) -> Found:
    """Look for each text in its stretch of the source; ``find_slowly`` is asked when in doubt.

    A run is found at once if it stands between ``>`` and ``<`` in just one place of its stretch, verbatim or with
    character references.
    """
    found = Found()
    windows = "\r" in source
    cursor = 0
    for index in range(len(texts)):
        text, low, high = texts[index], around.low[index], around.high[index]
        begin = cursor if low < cursor <= high else low
        at = end = 0
        moved = False
        if high - begin <= _PLAIN_STRETCH:
            written = text.replace("\n", "\r\n") if windows else text
            bounded = ">" + written + "<"
            at = source.find(bounded, begin, high + 1) + 1
            if at and "&" not in text:
                end = at + len(written)
                if source.find(bounded, at, high + 1) >= 0:
                    at = 0  # also in an attribute or a comment
            else:
                at = 0
                opened = source.find(">", begin, high + 1) + 1
                while opened:  # each piece between > and < may be the text, with character references in it
                    closed = source.find("<", opened, high + 1)
                    if closed < 0:
                        break
                    if closed - opened >= len(text):
                        piece = source[opened:closed]
                        if windows:
                            piece = piece.replace("\r\n", "\n")
                        if unescape(piece) == text:
                            if at:
                                at = 0
                                break
                            at, end = opened, closed
                    opened = source.find(">", closed, high + 1) + 1
        if at == 0:
            at, end, moved = find_slowly(index, low, high)
        elif text[0].isspace() or text[len(text) - 1].isspace():
            raw = source[at:end]
            at += len(raw) - len(raw.lstrip())
            end -= len(raw) - len(raw.rstrip())
        if not moved:
            cursor = end
        found.start.append(at)
        found.end.append(end)
        found.moved.append(moved)
    return found
