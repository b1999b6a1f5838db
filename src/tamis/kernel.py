"""The loops that every page goes through, once per node, run or block.

This file is plain Python and runs as it is. Where there is a C compiler it is also built as an extension, with the
types that ``kernel.pxd`` declares, and then runs about three times as fast; ``COMPILED`` says which one this is. A
test holds both to the same answers. What belongs here: loops that cannot be columns, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable

from turbohtml import Element, Text

from tamis.tags import BLOCK, HIDDEN, INHERITED, LINK, PRE, SKIP, TRAITS

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
    # Names of this module are looked up in C as well; variables of the function are not.
    a_text, an_element, known = Text, Element, TRAITS
    block, link, a_hidden, handed_down, skip = BLOCK, LINK, HIDDEN, INHERITED, SKIP
    some_hidden = len(hidden) > 0
    skipped: set[object] = set()
    holder, here, mine, above = body, 0, block, 0
    count, cuts, last_cut = 1, 0, -1
    check = min(_CHECK_EVERY, max_nodes)
    for node in body.descendants:
        parent = node.parent
        if parent is not holder:
            if parent in skipped or type(parent) is not an_element:  # a template's content hangs on a fragment
                skipped.add(node)
                continue
            while here and holder is not parent:  # what has ended since the last node
                if mine & block:
                    cuts += 1
                here = parents[here]
                holder, mine, above = nodes[here], traits[here], flags[here]
        kind = type(node)
        if kind is a_text:
            text: str = node.data  # type: ignore[attr-defined]
            if cuts != last_cut and text.isspace():
                continue  # white space before a block's first word
            last_cut = cuts
            runs.append(text)
            run_parents.append(here)
            run_cuts.append(cuts)
            run_seen.append(count)
        elif kind is an_element:
            element: Element = node  # type: ignore[assignment]
            tag = element.tag
            bits = known.get(tag, 0)
            nodes.append(element)
            tags.append(tag)
            parents.append(here)
            if bits & block:
                cuts += 1
            if bits & link and element.attr("href") is None:
                bits &= ~link  # an anchor without an address is no link
            if some_hidden and element in hidden:
                bits |= a_hidden
            inherited = above | (bits & handed_down)
            traits.append(bits)
            flags.append(inherited)
            if bits & skip:
                skipped.add(element)
            else:  # a void element too: in MathML one of that name may hold something
                holder, here, mine, above = element, count, bits, inherited
            if count >= check:
                check = count + _CHECK_EVERY
                if count + len(runs) >= max_nodes:
                    walked.over = "nodes"
                elif clock() > deadline:
                    walked.over = "time"
                if walked.over:
                    break
            count += 1
    return walked


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
    run_cuts: list[int],
    begins: list[int] | None,
    spaceless: Callable[[str], object],
    count_spaceless: Callable[[str], int],
) -> Rows:
    """Join the runs of each block, collapse their white space and count their words; leave out blank blocks.

    Blocks begin at the runs ``begins``; without that, wherever the number of cuts changes.
    """
    rows = Rows()
    link, preformatted = LINK, PRE
    texts, firsts, lasts, words, link_words = rows.texts, rows.first, rows.last, rows.words, rows.link_words
    total, place = len(runs), 0
    end = begins[0] if begins else 0
    while end < total:
        begin = end
        if begins is None:
            end += 1
            while end < total and run_cuts[end] == run_cuts[begin]:
                end += 1
        else:
            place += 1
            end = begins[place] if place < len(begins) else total
        following = end
        while begin < end and runs[begin].isspace():
            begin += 1
        if begin == end:
            end = following
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
            if flags[run_parents[run]] & link:
                if end == begin + 1:
                    linked = count
                elif spaced:
                    linked += len(runs[run].split())
                else:
                    linked += count_spaceless(runs[run])
        texts.append(raw.strip("\n") if flags[run_parents[begin]] & preformatted else text)
        firsts.append(begin)
        lasts.append(end - 1)
        words.append(count)
        link_words.append(min(linked, count))
        end = following
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


def paths(tags: list[str], parents: list[int], elements: list[int]) -> list[tuple[str, ...]]:
    """For each of the elements the tag names from the root down to it."""
    known: dict[int, tuple[str, ...]] = {-1: ()}
    found = []
    for element in elements:
        missing, above = [], element
        while above not in known:
            missing.append(above)
            above = parents[above]
        path = known[above]
        for below in reversed(missing):
            path = (*path, tags[below])
            known[below] = path
        found.append(known[element])
    return found


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
