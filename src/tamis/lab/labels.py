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
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from tamis.lab.metrics import Counts, block_counts, lcs_module, numbered
from tamis.text.words import words

# rapidfuzz keeps one bit per cell of the table while it aligns: 2**32 cells are 512 MB, 65,000 words squared.
MAX_CELLS = 2**32


def label_blocks(texts: Sequence[str], gold: str) -> NDArray[np.float32]:
    """The share of each block's words that belongs to the gold text, 0-1; a block without words has 0.

    ``texts`` are the blocks in page order. A gold text that needs more than ``MAX_CELLS`` is aligned piece by piece,
    each behind the one before, which need not be the longest alignment.

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


def aligned(page: Sequence[int], gold: Sequence[int]) -> NDArray[np.intp]:
    """The places of ``page`` that a longest common subsequence with ``gold`` passes through."""
    in_page, in_gold = set(page), set(gold)
    places = np.array([i for i, word in enumerate(page) if word in in_gold], dtype=np.intp)
    a = [page[i] for i in places]
    b = [word for word in gold if word in in_page]
    lcs = lcs_module()
    hit = np.zeros(len(a), dtype=bool)
    start, step = 0, max(1, MAX_CELLS // max(1, len(a)))
    for first in range(0, len(b), step):
        for match in lcs.opcodes(a[start:], b[first : first + step]).as_matching_blocks():
            hit[start + match.a : start + match.a + match.size] = True
        start = int(np.flatnonzero(hit)[-1]) + 1 if hit.any() else 0
    return places[hit]
