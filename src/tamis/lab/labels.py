"""Which blocks hold the gold text: one truth for block-level measures and for training.

A gold text has what to keep, but not which blocks it came from. Aligning the page's words with it by a
longest common subsequence, as dragnet did for its training data, gives each block the share of its words
that the gold text holds. SVM 2013 (section III-C) labels a block "based on whether they appear in the
gold standard": a share above a half.

What the share is good for, and what not:

* A block of prose gets close to 0 or 1, since no other passage holds its words in that order.
* A **short block is ambiguous**. "Read more" or "Contact" outside the content may catch a stray "more"
  that the alignment leaves free, and get 0.5 or 1.0. Weigh blocks by their words in losses and measures,
  never by one each.
* **Repeated text** (a headline in the breadcrumb and above the article) is counted once if gold has it
  once. Which copy is taken follows from the rest of the page: among equally long alignments the choice is
  deterministic but arbitrary.
* Words that gold has and the page does not (and the reverse) change nothing: they are set aside before
  aligning.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from tamis.lab.metrics import Counts, block_counts, lcs_module, numbered
from tamis.text.words import words

# rapidfuzz keeps one bit per cell of the table while it aligns: 2**31 cells are 256 MB, 46,000 words squared.
MAX_CELLS = 2**31


def label_blocks(texts: Sequence[str], gold: str) -> NDArray[np.float32]:
    """The share of each block's words that belongs to the gold text, 0-1; a block without words has 0.

    ``texts`` are the blocks in page order. The result does not depend on ``MAX_CELLS`` but for the choice
    between equally long alignments.

    >>> label_blocks(["Home News", "The cat sat on the mat", "Share this"], "The cat sat on a mat.").tolist()
    [0.0, 0.8333333134651184, 0.0]
    """
    blocks = [words(text) for text in texts]
    page, wanted = numbered(list(chain.from_iterable(blocks)), words(gold))
    block_of = np.repeat(np.arange(len(blocks)), [len(block) for block in blocks])
    sizes = np.bincount(block_of, minlength=len(blocks))
    hits = np.bincount(block_of[aligned(page, wanted)], minlength=len(blocks))
    return (hits / np.maximum(sizes, 1)).astype(np.float32)


def block_counts_of(texts: Sequence[str], kept: Sequence[bool], gold: str) -> Counts:
    """Kept blocks against those with more than half of their words in the gold text (SVM 2013, section III-C).

    >>> block_counts_of(["Home News", "The cat sat on the mat"], [True, True], "The cat sat on a mat.")
    Counts(found=1, wrong=1, missed=0)
    """
    return block_counts(kept, (label_blocks(texts, gold) > 0.5).tolist())


def aligned(page: Sequence[int], gold: Sequence[int], max_cells: int | None = None) -> NDArray[np.intp]:
    """The places of ``page`` that a longest common subsequence with ``gold`` passes through."""
    in_page, in_gold = set(page), set(gold)
    places = np.array([i for i, word in enumerate(page) if word in in_gold], dtype=np.intp)
    a = [page[i] for i in places]
    b = [word for word in gold if word in in_page]
    lcs = lcs_module()
    hit = np.zeros(len(a), dtype=bool)
    todo = [(0, len(a), 0, len(b))]
    while todo:
        start, end, first, last = todo.pop()
        if (end - start) * (last - first) > (max_cells or MAX_CELLS) and last - first > 1:
            middle = (first + last) // 2
            cut = start + _best_cut(a[start:end], b[first:middle], b[middle:last])
            todo += [(start, cut, first, middle), (cut, end, middle, last)]
            continue
        for match in lcs.opcodes(a[start:end], b[first:last]).as_matching_blocks():
            hit[start + match.a : start + match.a + match.size] = True
    return places[hit]


def _best_cut(a: list[int], left: list[int], right: list[int]) -> int:
    """Where to cut ``a`` so that its parts' LCS with ``left`` and ``right`` add up to the whole's
    (Hirschberg 1975).

    Halves the memory that an alignment needs and stays exact; the price is going over the table once more.
    """
    before = _lcs_of_prefixes(a, left)
    after = _lcs_of_prefixes(a[::-1], right[::-1])[::-1]
    return int(np.argmax(before + after))


def _lcs_of_prefixes(a: list[int], b: list[int]) -> NDArray[np.int64]:
    """The LCS length of ``b`` with each prefix of ``a``, the empty one first.

    Hyyrö's bit-vector recurrence ("Bit-parallel LCS-length computation revisited", 2004) on Python's long
    integers: bit i of ``row`` is 0 where the length grows at ``a[i]``.

    >>> _lcs_of_prefixes([1, 2, 3, 1], [2, 1]).tolist()
    [0, 1, 1, 1, 2]
    """
    places: dict[int, list[int]] = {}
    for i, word in enumerate(a):
        places.setdefault(word, []).append(i)

    @lru_cache(maxsize=1000)  # the commonest words make up most of a text; a mask is len(a) / 8 bytes
    def mask(word: int) -> int:
        bits = bytearray(len(a) // 8 + 1)
        for i in places.get(word, ()):
            bits[i >> 3] |= 1 << (i & 7)
        return int.from_bytes(bits, "little")

    full = (1 << len(a)) - 1
    row = full
    for word in b:
        matches = row & mask(word)
        row = ((row + matches) | (row ^ matches)) & full
    buffer = np.frombuffer(row.to_bytes(len(a) // 8 + 1, "little"), dtype=np.uint8)
    grows = 1 - np.unpackbits(buffer, count=len(a), bitorder="little").astype(np.int64)
    return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(grows)])
