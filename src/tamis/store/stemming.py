"""Stems into the index: those of new blocks, and of all of them when an older store is opened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from tamis.text.stems import STEMMER, language_of_page, stems
from tamis.text.terms import terms

if TYPE_CHECKING:
    from tamis.store.sql import SqlStore

_AT_ONCE: Final = 1000
"""blocks read at once when all are indexed anew"""
_PAGES: Final = 100


def index_stems(store: SqlStore, blocks: Sequence[tuple[int, Sequence[str], str]]) -> None:
    """Make blocks findable, given as id, terms and language."""
    rows: list[tuple[int, list[str]]] = []
    forms: set[tuple[str, str]] = set()
    for block, words, language in blocks:
        stemmed = stems(words, language)
        rows.append((block, stemmed))
        forms.update((word, stem) for word, stem in zip(words, stemmed, strict=True) if word != stem)
    store.index_terms(rows)
    store.run_many("INSERT INTO forms (word, stem) VALUES (?, ?) ON CONFLICT DO NOTHING", sorted(forms))
    count_languages(store, [(language, 1, len(words)) for _, words, language in blocks])


def count_languages(store: SqlStore, changes: Iterable[tuple[str, int, int]]) -> None:
    """Count blocks and words that came or went, given as language and numbers."""
    blocks: Counter[str] = Counter()
    words: Counter[str] = Counter()
    for language, more, longer in changes:
        blocks[language] += more
        words[language] += longer
    store.run_many(
        """INSERT INTO languages (language, stemmer, blocks, words) VALUES (?, ?, ?, ?) ON CONFLICT (language)
        DO UPDATE SET blocks = languages.blocks + excluded.blocks, words = languages.words + excluded.words""",
        [(language, STEMMER, blocks[language], words[language]) for language in sorted(blocks)],
    )
    store.run("DELETE FROM languages WHERE blocks = 0")


def detect_languages(store: SqlStore) -> None:
    """Give each block the language of the first page it stands on."""
    pages = [row[0] for row in store.run("SELECT id FROM pages ORDER BY id")]
    for start in range(0, len(pages), _PAGES):
        sql = """SELECT o.page, o.block, b.text FROM occurrences o JOIN blocks b ON b.id = o.block
            WHERE o.page IN ? ORDER BY o.page, o.place"""
        of_page: dict[int, list[tuple[int, str]]] = {}
        for page, block, text in store.rows_with(sql, pages[start : start + _PAGES]):
            of_page.setdefault(page, []).append((block, text))
        for blocks in of_page.values():
            language = language_of_page(text for _, text in blocks)
            ids = sorted({block for block, _ in blocks})
            store.run_many(
                "UPDATE blocks SET language = ? WHERE id = ? AND language = ''", [(language, i) for i in ids]
            )


def index_anew(store: SqlStore) -> None:
    """Index all blocks, by the stemmers of today."""
    store.empty_terms()
    store.run("DELETE FROM forms")
    store.run("DELETE FROM languages")
    last = 0
    while rows := store.run(
        "SELECT id, text, language FROM blocks WHERE id > ? ORDER BY id LIMIT ?", (last, _AT_ONCE)
    ):  # fmt: skip
        index_stems(store, [(block, terms(text), language) for block, text, language in rows])
        last = rows[-1][0]
