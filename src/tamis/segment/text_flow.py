"""Text blocks: a block ends at the begin or end of each block-level element, ``br`` included.

SVM 2013, section III.A ("Blockifying"). Two neighbouring runs of text belong to one block if no block-level element
begins between them and both have the same nearest block-level ancestor (else one ended), so the cuts are one
comparison of two columns.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.dom import Tree
from tamis.page import Page
from tamis.tags import HIDDEN, LINK, PRE

_SPACELESS: Final = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)


def text_flow(tree: Tree, url: str | None = None) -> Page:
    """Cut a tree into text blocks.

    >>> from tamis.dom import read
    >>> from tamis.limits import Limits
    >>> text_flow(read("<p>One <b>bold</b> line<br>two<ul><li>three", None, Limits())).texts
    ['One bold line', 'two', 'three']
    """
    owners = np.array(tree.owners, np.int64)
    run_owners = owners[np.array(tree.run_parents, np.int64)]
    cuts = np.array(tree.run_cuts, np.int64)
    begins = np.flatnonzero(np.concatenate(([True], (cuts[1:] != cuts[:-1]) | (run_owners[1:] != run_owners[:-1]))))
    return gather(tree, url, begins if len(cuts) else begins[:0], run_owners)


def gather(tree: Tree, url: str | None, begins: NDArray[np.int64], run_elements: NDArray[np.int64]) -> Page:
    """Make the page whose blocks begin at the runs ``begins``; blocks of white space alone are left out.

    ``run_elements`` gives the element that a block stands in, read at the block's first run with text.
    """
    runs, flags = tree.runs, tree.flags
    run_flags = [flags[i] for i in tree.run_parents]
    texts: list[str] = []
    firsts: list[int] = []
    lasts: list[int] = []
    words: list[int] = []
    link_words: list[int] = []
    bounds = begins.tolist()
    for begin, end in zip(bounds, [*bounds[1:], len(runs)], strict=True):
        while begin < end and runs[begin].isspace():
            begin += 1
        if begin == end:
            continue
        while runs[end - 1].isspace():
            end -= 1
        raw = runs[begin] if end == begin + 1 else "".join(runs[begin:end])
        pieces = raw.split()
        count = len(pieces)
        text = " ".join(pieces) if not run_flags[begin] & PRE else raw.strip("\n")
        spaced = text.isascii() or not _SPACELESS.search(text)
        if not spaced:
            count = _count(text)
        linked = 0
        if end == begin + 1:
            linked = count if run_flags[begin] & LINK else 0
        else:
            for run in range(begin, end):
                if run_flags[run] & LINK:
                    linked += len(runs[run].split()) if spaced else _count(runs[run])
        texts.append(text)
        firsts.append(begin)
        lasts.append(end - 1)
        words.append(count)
        link_words.append(min(linked, count))
    first = np.array(firsts, np.int64)
    hidden = np.array([run_flags[i] & HIDDEN != 0 for i in firsts], np.bool_)
    return Page(
        tree, url, texts, run_elements[first], first, np.array(lasts, np.int64),
        np.array(words, np.int64), np.array(link_words, np.int64), hidden,
    )  # fmt: skip


def _count(text: str) -> int:
    """Words of a text some of whose letters stand for words of their own.

    >>> _count("Python \u662f\u4e00\u79cd\u8bed\u8a00")
    6
    """
    return len(_SPACELESS.findall(text)) + len(_SPACELESS.sub(" ", text).split())
