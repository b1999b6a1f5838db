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
        self.elements: list[int] = []
        self.first: list[int] = []
        self.last: list[int] = []
        self.words: list[int] = []
        self.link_words: list[int] = []
        self.hidden: list[bool] = []


WORDS = (1 << 40) - 1
TIDY = 1 << 41
SPACELESS = 1 << 42


def measure(text: str) -> int:
    """How many words a text has, with ``TIDY`` if single spaces stand between them and nothing around them.

    ``SPACELESS`` tells of letters that stand for words of their own, without spaces: Thai, Lao, Burmese, Khmer,
    Japanese and Chinese; such words are counted by :func:`tamis.segment.text_flow.count_words`.
    """
    words, tidy, spaceless, within = 0, True, False, False
    for letter in text:
        if letter.isspace():
            if not within or letter != " ":
                tidy = False
            within = False
        else:
            if not within:
                words += 1
                within = True
            if letter >= "\u0e00" and (
                letter <= "\u0eff"
                or "\u1000" <= letter <= "\u109f"
                or "\u1780" <= letter <= "\u17ff"
                or "\u3040" <= letter <= "\u30ff"
                or "\u3400" <= letter <= "\u4dbf"
                or "\u4e00" <= letter <= "\u9fff"
                or "\uf900" <= letter <= "\ufaff"
                or "\U00020000" <= letter <= "\U0003ffff"
            ):
                spaceless = True
    if not within:
        tidy = False
    return words | (TIDY if tidy else 0) | (SPACELESS if spaceless else 0)


def gather(
    runs: list[str],
    run_parents: list[int],
    run_cuts: list[int],
    parents: list[int],
    traits: list[int],
    flags: list[int],
    begins: list[int] | None,
    count_spaceless: Callable[[str], int],
) -> Rows:
    """Join the runs of each block, collapse their white space and count their words; leave out blank blocks.

    Blocks begin at the runs ``begins``; without that, wherever the number of cuts changes. A block stands in the
    nearest block-level element around its first run.
    """
    rows = Rows()
    block, link, preformatted, a_hidden = BLOCK, LINK, PRE, HIDDEN
    texts, elements, firsts, lasts = rows.texts, rows.elements, rows.first, rows.last
    words, link_words, hidden = rows.words, rows.link_words, rows.hidden
    total, place = len(runs), 0
    end = begins[0] if begins else 0
    while end < total:
        begin = end
        if begins is None:
            cut = run_cuts[begin]
            end += 1
            while end < total and run_cuts[end] == cut:
                end += 1
        else:
            place += 1
            end = begins[place] if place < len(begins) else total
        following = end
        raw = runs[begin]
        while raw.isspace():
            begin += 1
            if begin == end:
                break
            raw = runs[begin]
        if begin == end:
            continue
        if end - begin > 1:
            piece = runs[end - 1]
            while piece.isspace():
                end -= 1
                piece = runs[end - 1]
            if end - begin > 1:
                raw = "".join(runs[begin:end])
        shape = measure(raw)
        count, spaced = shape & WORDS, shape & SPACELESS == 0
        text = raw if shape & TIDY else " ".join(raw.split())
        if not spaced:
            count = count_spaceless(text)
        linked = 0
        for run in range(begin, end):
            if flags[run_parents[run]] & link:
                if end == begin + 1:
                    linked = count
                elif spaced:
                    linked += measure(runs[run]) & WORDS
                else:
                    linked += count_spaceless(runs[run])
        element = run_parents[begin]
        above = flags[element]
        while not traits[element] & block:
            element = parents[element]
        texts.append(raw.strip("\n") if above & preformatted else text)
        elements.append(element)
        firsts.append(begin)
        lasts.append(end - 1)
        words.append(count)
        link_words.append(linked if linked < count else count)
        hidden.append((above & a_hidden) != 0)
        end = following
    return rows


def subtree_ends(parents: list[int]) -> list[int]:
    """One past the last element of each element's subtree."""
    count = len(parents)
    ends = [0] * count
    for i in range(count - 1, -1, -1):
        end = ends[i]
        if end == 0:
            end = i + 1
            ends[i] = end
        above = parents[i]
        if above >= 0 and ends[above] < end:
            ends[above] = end
    return ends


def outermost(marked: list[bool], parents: list[int], elements: list[int]) -> list[int]:
    """For each of the elements the outermost marked one around it, itself included; -1 if there is none."""
    count = len(parents)
    found = [0] * count
    for i in range(count):
        parent = parents[i]
        above = found[parent] if parent >= 0 else -1
        found[i] = i if above < 0 and marked[i] else above
    return [found[element] for element in elements]


def paths(tags: list[str], parents: list[int], elements: list[int]) -> list[tuple[str, ...]]:
    """For each of the elements the tag names from the root down to it."""
    known: list[tuple[str, ...]] = [()] * len(tags)
    found = []
    for element in elements:
        path = known[element]
        if not path:
            missing = [element]
            above = parents[element]
            while above >= 0 and not known[above]:
                missing.append(above)
                above = parents[above]
            path = known[above] if above >= 0 else ()
            place = len(missing)
            while place:
                place -= 1
                below = missing[place]
                path = path + (tags[below],)  # noqa: RUF005 - twice as fast in C
                known[below] = path
        found.append(path)
    return found


def has_surrogates(text: str) -> bool:
    """Whether half of a surrogate pair stands in the text."""
    for letter in text:  # noqa: SIM110 - a loop in C where this file is compiled
        if "\ud800" <= letter <= "\udfff":
            return True
    return False
