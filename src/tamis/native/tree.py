"""The loops that run once per node, text run or block of every page.

Compiled by Cython with the types that ``tree.pxd`` declares. What belongs here: loops that cannot be columns, and
nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.html.tags import BLOCK, HIDDEN, LINK, PRE
from tamis.text.words import SCRIPTS_WITHOUT_SPACES

if TYPE_CHECKING:
    from tamis.native.arrays import Column, Int64s, UInt8s, UInt32s

WORDS = (1 << 40) - 1
TIDY = 1 << 41
EVEN = 1 << 42
_FIRST = "".join(first for _, first, _ in SCRIPTS_WITHOUT_SPACES)
_LAST = "".join(last for _, _, last in SCRIPTS_WITHOUT_SPACES)
_SPACELESS_FROM = _FIRST[0]
_IN_SPACE, _IN_WORD, _BEHIND_WORD = range(3)
"""where a character stands; a character of a script without spaces is a word that ends with it"""


def is_spaceless(character: str) -> bool:
    """Whether a character is of a script without spaces between words, and so counts as a word."""
    for script in range(len(_FIRST)):
        if character <= _LAST[script]:
            return character >= _FIRST[script]
    return False


def measure(text: str) -> int:
    """How many words a text has, with ``EVEN`` if single spaces stand between them, ``TIDY`` if also nothing around.

    Words are what stands between white space, and each character of a script without spaces.
    """
    words, even, around, state, gap = 0, True, False, _IN_SPACE, 0
    for character in text:
        if character.isspace():
            gap += 1 if character == " " else 2
            state = _IN_SPACE
        elif state != _IN_WORD or character >= _SPACELESS_FROM:
            if state == _IN_SPACE:
                if not words:
                    around = gap > 0
                elif gap != 1:
                    even = False
                gap = 0
            if character >= _SPACELESS_FROM and is_spaceless(character):
                words += 1
                state = _BEHIND_WORD
            elif state != _IN_WORD:
                words += 1
                state = _IN_WORD
    tidy = even and state != _IN_SPACE and not around
    return words | (TIDY if tidy else 0) | (EVEN if even else 0)


def count_words(text: str) -> int:
    """How many words a text has, as :func:`measure` counts them."""
    return measure(text) & WORDS


def in_line(text: str) -> str:
    """A text with its white space collapsed to single spaces."""
    return text if measure(text) & TIDY else " ".join(text.split())


def add_words(runs: list[str], run_parents: Column, groups: Column, words: Column) -> None:
    """Add the words of each run to those of the group that its element is in, if it is in one."""
    for run in range(len(runs)):
        group = groups[run_parents[run]]
        if group >= 0:
            words[group] += count_words(runs[run])


def count_parts(numbers: Column, parents: Column, tables: Column, kinds: Column, table: int, counts: Int64s) -> None:
    """Count for each table the elements of each kind that stand in it and in no table inside.

    ``tables`` holds the innermost table around each element, itself included; ``kinds`` are by the tags' numbers, and
    ``table`` is the kind of tables themselves, which are counted for the table around them.
    """
    for row in range(len(numbers)):
        kind = kinds[numbers[row]]
        within = tables[row] if kind != table else tables[parents[row]] if row else -1
        if kind and within >= 0:
            counts[within, kind] += 1


def gather(
    runs: list[str], run_parents: Column, run_cuts: Column, parents: Column, traits: Column, flags: Column,
    begins: Column | None, texts: list[str], rows: Int64s, hidden: UInt8s,
) -> int:  # fmt: skip
    """Join the runs of each block, collapse their white space and count their words; leave out blank blocks.

    Blocks begin at the runs ``begins``; without that, wherever the number of cuts changes, and within a line wherever
    hidden text begins or ends: a block is either hidden or not. A block stands in the nearest block-level element
    around its first run. ``texts``, ``rows`` (elements, first and last runs, words and words in links) and ``hidden``
    are filled as :class:`tamis.blocks.page.Page` has them; returns how many blocks there are.
    """
    block, link, preformatted, a_hidden = BLOCK, LINK, PRE, HIDDEN
    total, place, found = len(runs), 0, 0
    end = 0
    if begins is not None:
        end = begins[0] if len(begins) else total
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
        above = flags[run_parents[begin]] & a_hidden
        if begins is None:
            for run in range(begin + 1, end):
                if flags[run_parents[run]] & a_hidden != above:
                    piece = runs[run]
                    if not piece.isspace():
                        end = following = run
                        break
        if end - begin > 1:
            piece = runs[end - 1]
            while piece.isspace():
                end -= 1
                piece = runs[end - 1]
            if end - begin > 1:
                raw = "".join(runs[begin:end])
        shape = measure(raw)
        count = shape & WORDS
        text = raw if shape & TIDY else raw.strip() if shape & EVEN else " ".join(raw.split())
        linked = 0
        for run in range(begin, end):
            if flags[run_parents[run]] & link:
                linked += count if end == begin + 1 else count_words(runs[run])
        element = run_parents[begin]
        above = flags[element]
        while not traits[element] & block:
            element = parents[element]
        texts.append(raw.strip("\n") if above & preformatted else text)
        rows[0, found] = element
        rows[1, found] = begin
        rows[2, found] = end - 1
        rows[3, found] = count
        rows[4, found] = linked if linked < count else count
        hidden[found] = (above & a_hidden) != 0
        found += 1
        end = following
    return found


def stands(word: str, text: str, at: int) -> bool:
    """Whether a word stands at a place of a text."""
    if at < 0 or at + len(word) > len(text):
        return False
    i = 0
    while i < len(word) and text[at + i] == word[i]:
        i += 1
    return i == len(word)


def mentioned(text: str, begins: Column, words: list[str], places: Column, masks: UInt32s) -> set[str]:
    """The words that stand in the attributes which begin at these places, found in one pass.

    ``places`` are those of a rare letter in each word; ``masks`` has, by letters, a bit for each word that has one
    there, before it and behind. Elements that were opened again share their attributes, which are read once.
    """
    found: set[str] = set()
    size, done, quote = len(text) - 1, 0, 0
    for row in range(len(begins)):
        at = begins[row]
        if at < done or at >= size:
            continue
        quote = 0
        while at < size:
            letter = ord(text[at])
            mask = masks[0, letter & 255]
            if mask:
                if letter == 34 or letter == 39:
                    quote = letter if not quote else 0 if letter == quote else quote
                elif letter == 62 and not quote:
                    break
                if at:
                    mask &= masks[1, ord(text[at - 1]) & 255] & masks[2, ord(text[at + 1]) & 255]
                    number = 0
                    while mask:
                        if mask & 1 and stands(words[number], text, at - places[number]):
                            found.add(words[number])
                        mask >>= 1
                        number += 1
            at += 1
        if row:  # the body's may stand behind the source, joined of several tags
            done = at
    return found


def trimmed(
    source: str, begins: Column, ends: Column, first: Column, last: Column, starts: Column, stops: Column, moved: UInt8s
) -> None:
    """Where blocks that reach from run ``first[i]`` to run ``last[i]`` begin and end, without white space around them.

    -1 for a block without runs. What ends after a later block begins was moved ahead of it.
    """
    earliest = len(source)
    for block in range(len(first) - 1, -1, -1):
        start = stop = -1
        if first[block] >= 0:
            start, stop = begins[first[block]], ends[last[block]]
            while start < stop and source[start].isspace():
                start += 1
            while stop > start and source[stop - 1].isspace():
                stop -= 1
        moved[block] = stop <= start or stop > earliest
        if stop <= start:
            start = stop = -1
        elif not moved[block]:
            earliest = start
        starts[block] = start
        stops[block] = stop


def subtree_ends(parents: Column, ends: Column) -> None:
    """One past the last element of each element's subtree."""
    count = len(parents)
    for i in range(count):
        ends[i] = i + 1
    for i in range(count - 1, 0, -1):
        above = parents[i]
        if ends[above] < ends[i]:
            ends[above] = ends[i]


def rows_of(numbers: Column, number: int) -> list[int]:
    """The rows of the elements whose names have this number."""
    found: list[int] = []
    for row in range(len(numbers)):
        if numbers[row] == number:
            found.append(row)
    return found


def rows_with(traits: Column, bits: int) -> list[int]:
    """The rows of the elements that have one of these traits."""
    found: list[int] = []
    for row in range(len(traits)):
        if traits[row] & bits:
            found.append(row)
    return found


def outermost(rows: list[int], parents: Column, found: Column) -> None:
    """For each element the outermost one of these rows around it, itself included; -1 if there is none."""
    for i in range(len(parents)):
        found[i] = -1
    for row in rows:
        found[row] = row
    for i in range(1, len(parents)):
        above = found[parents[i]]
        if above >= 0:
            found[i] = above


def innermost(rows: list[int], parents: Column, found: Column) -> None:
    """For each element the innermost one of these rows around it, itself included; -1 if there is none."""
    for i in range(len(parents)):
        found[i] = -1
    for row in rows:
        found[row] = row
    for i in range(1, len(parents)):
        if found[i] < 0:
            found[i] = found[parents[i]]


def hand_down(bits: Int64s, parents: Column) -> None:
    """Give each element the bits of all that it is in, besides its own."""
    for i in range(1, len(parents)):
        bits[i] |= bits[parents[i]]


def paths(tags: list[str], parents: Column, elements: list[int]) -> list[tuple[str, ...]]:
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


def is_prose(words: int, link_words: int, least: int, links: float) -> bool:
    """Whether a block is prose (:attr:`tamis.Page.prose`): long enough, and with a low share of words in links."""
    return words >= least and link_words <= links * words


def tally(words: Column, link_words: Column, hidden: UInt8s, least: int, links: float) -> tuple[int, int, int]:
    """The words of prose that are shown and that are hidden, and all words shown."""
    shown = covered = every = 0
    for i in range(len(words)):
        prose = is_prose(words[i], link_words[i], least, links)
        if hidden[i]:
            covered += words[i] if prose else 0
        else:
            shown += words[i] if prose else 0
            every += words[i]
    return shown, covered, every


def has_surrogates(text: str) -> bool:
    """Whether half of a surrogate pair stands in a text by itself."""
    found = 0
    for character in text:  # to the end in any case: a loop without a way out takes many characters at a time
        found |= (ord(character) & 0xF800) == 0xD800
    return found != 0
