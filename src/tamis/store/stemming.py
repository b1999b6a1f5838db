"""Stems into the index: those of new blocks, and of all of them when an older store is opened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from tamis.store.database import Database
from tamis.text.stems import STEMMER, language_of_page, stems
from tamis.text.terms import terms

_AT_ONCE: Final = 1000
"""blocks read at once when all are indexed again"""
_PAGES: Final = 100


def index_stems(database: Database, blocks: Sequence[tuple[int, Sequence[str], str]]) -> None:
    """Make blocks findable, given as id, terms and language."""
    rows: list[tuple[int, list[str]]] = []
    forms: set[tuple[str, str]] = set()
    for block, words, language in blocks:
        stemmed = stems(words, language)
        rows.append((block, stemmed))
        forms.update((word, stem) for word, stem in zip(words, stemmed, strict=True) if word != stem)
    database.index_terms(rows)
    database.run_many("INSERT INTO forms (word, stem) VALUES (?, ?) ON CONFLICT DO NOTHING", sorted(forms))
    count_languages(database, [(language, 1, len(words)) for _, words, language in blocks])


def count_languages(database: Database, changes: Iterable[tuple[str, int, int]]) -> None:
    """Count blocks and words that came or went, given as language and numbers."""
    blocks: Counter[str] = Counter()
    words: Counter[str] = Counter()
    for language, more, longer in changes:
        blocks[language] += more
        words[language] += longer
    database.run_many(
        """INSERT INTO languages (language, stemmer, blocks, words) VALUES (?, ?, ?, ?) ON CONFLICT (language)
        DO UPDATE SET blocks = languages.blocks + excluded.blocks, words = languages.words + excluded.words""",
        [(language, STEMMER, blocks[language], words[language]) for language in sorted(blocks)],
    )
    database.run("DELETE FROM languages WHERE blocks = 0")


def languages(database: Database) -> list[str]:
    """The languages that blocks are stemmed in, those of most blocks first."""
    return [row[0] for row in database.run("SELECT language FROM languages ORDER BY blocks DESC, language")]


def size(database: Database) -> tuple[int, int]:
    """The number of blocks and of their words."""
    blocks, words = database.run("SELECT coalesce(sum(blocks), 0), coalesce(sum(words), 0) FROM languages")[0]
    return int(blocks), int(words)


def detect_languages(database: Database) -> None:
    """Set the language of each block to that of the first page that has it."""
    pages = [row[0] for row in database.run("SELECT id FROM pages ORDER BY id")]
    for start in range(0, len(pages), _PAGES):
        sql = """SELECT o.page, o.block, b.text FROM occurrences o JOIN blocks b ON b.id = o.block
            WHERE o.page IN ? ORDER BY o.page, o.place"""
        of_page: dict[int, list[tuple[int, str]]] = {}
        for page, block, text in database.rows_with(sql, pages[start : start + _PAGES]):
            of_page.setdefault(page, []).append((block, text))
        for blocks in of_page.values():
            language = language_of_page(text for _, text in blocks)
            ids = sorted({block for block, _ in blocks})
            database.run_many(
                "UPDATE blocks SET language = ? WHERE id = ? AND language = ''", [(language, i) for i in ids]
            )


def rebuild_index(database: Database) -> None:
    """Index all blocks, by the stemmers of today."""
    database.empty_index()
    database.run("DELETE FROM forms")
    database.run("DELETE FROM languages")
    last = 0
    while rows := database.run(
        "SELECT id, text, language FROM blocks WHERE id > ? ORDER BY id LIMIT ?", (last, _AT_ONCE)
    ):  # fmt: skip
        index_stems(database, [(block, terms(text), language) for block, text, language in rows])
        last = rows[-1][0]
