"""Blocks that are nearly the same, linked when they come in.

Debnath 2005 (section 1) stores a block similar to a stored one as a pointer. Here its text is stored, since it differs
and somebody may search for it; the pointer is stored beside it. Blocks of under eight words are not compared: headings
and captions are alike by chance. The bands of the sketches (:mod:`tamis.text.fingerprint`) find candidates by equality.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tamis.store.database import Database
from tamis.text.fingerprint import bands, near
from tamis.text.words import words_or_text

SHORT: Final = 8
"""words: shorter texts are the same by chance"""
_SIMILAR: Final = 0.9
"""the cosine of two texts' sets of words, SIM of Debnath 2005 (section 3.1) less its counts: similar is above this"""
_FULL: Final = 64
"""blocks under one band: what comes after so many of its kind is found by the first of them"""
_SHARED: Final = 2
"""bands of four that two texts must share to be compared: texts with a share J of their words in common do with
probability 0.89 at J = 0.82 (a cosine of 0.9), 0.98 at 0.9 and 0.01 at 0.2; with one, most of the time went into texts
that share a band by chance"""
_CANDIDATES: Final = 2
"""texts a block is compared with: those that share the most bands, which a near-duplicate does"""


def link_near(database: Database, blocks: Sequence[tuple[int, int, str]]) -> None:
    """Link new blocks, given as id, number of words and text, to the first one they are similar to."""
    long = [block for block in blocks if block[1] >= SHORT]
    if not long:
        return
    keys = _keys([text for _, _, text in long])
    texts = {block: text for block, _, text in long}
    buckets = _buckets(database, {key for row in keys for key in row})
    candidates: list[list[int]] = []
    rows: list[tuple[int, int, int]] = []
    for (block, words, _), row in zip(long, keys, strict=True):
        shared: dict[int, int] = {}
        for key in row:
            bucket = buckets.setdefault(key, [])
            for size, other in bucket:
                if 4 * words <= 5 * size and 4 * size <= 5 * words:  # cosine 0.9 of sets: sizes within 0.81
                    shared[other] = shared.get(other, 0) + 1
            if len(bucket) < _FULL:
                bucket.append((words, block))
                rows.append((key, words, block))
        likely = [other for other, count in shared.items() if count >= _SHARED]
        candidates.append(sorted(likely, key=lambda other: (-shared[other], other))[:_CANDIDATES])
    missing = {other for row in candidates for other in row} - set(texts)
    texts |= dict(database.rows_with("SELECT id, text FROM blocks WHERE id IN ?", missing))
    # A version that cut words otherwise may have left bands of blocks that are gone.
    candidates = [[other for other in row if other in texts] for row in candidates]
    roots: dict[int, int] = dict(database.rows_with("SELECT block, twin FROM near WHERE block IN ?", missing))
    links = _links(long, candidates, texts, roots)
    database.run_many("INSERT INTO bands (band, words, block) VALUES (?, ?, ?)", rows)
    database.run_many("INSERT INTO near (block, twin) VALUES (?, ?)", links)


def _buckets(database: Database, keys: set[int]) -> dict[int, list[tuple[int, int]]]:
    buckets: dict[int, list[tuple[int, int]]] = {}
    for key, words, block in database.rows_with("SELECT band, words, block FROM bands WHERE band IN ?", keys):
        buckets.setdefault(key, []).append((words, block))
    return buckets


def _links(
    blocks: Sequence[tuple[int, int, str]],
    candidates: Sequence[list[int]],
    texts: dict[int, str],
    roots: dict[int, int],
) -> list[tuple[int, int]]:
    """Each block's link to the first of its kind: what it is similar to, or what that in turn is linked to."""
    sets: dict[int, frozenset[str]] = {}

    def words_in(block: int) -> frozenset[str]:
        if block not in sets:
            sets[block] = frozenset(words_or_text(texts[block]))
        return sets[block]

    links = []
    for (block, _, _), others in zip(blocks, candidates, strict=True):
        for other in others:
            mine, yours = words_in(block), words_in(other)
            if len(mine & yours) > _SIMILAR * (len(mine) * len(yours)) ** 0.5:
                roots[block] = roots.get(other, other)
                links.append((block, roots[block]))
                break
    return links


def unlink_near(database: Database, blocks: Sequence[tuple[int, int, str]]) -> None:
    """Remove the links and bands of blocks that are about to be deleted."""
    long = [block for block in blocks if block[1] >= SHORT]
    rows = zip(long, _keys([text for _, _, text in long]), strict=True)
    bands_ = [(key, words, block) for (block, words, _), row in rows for key in row]
    database.run_many("DELETE FROM bands WHERE band = ? AND words = ? AND block = ?", bands_)
    database.run_many("DELETE FROM near WHERE block = ?", [(block,) for block, _, _ in long])
    database.run_many("DELETE FROM near WHERE twin = ?", [(block,) for block, _, _ in long])


def _keys(texts: Sequence[str]) -> list[list[int]]:
    """The bands of each text, each with its number in front, so that one column holds all four."""
    return [[band << 16 | value for band, value in enumerate(row)] for row in bands(near(texts)).tolist()]
