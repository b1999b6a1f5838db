"""The forms of words: which words of a store have the same stem.

The index has the words as they are written. ``forms`` has each word whose stem differs from it, by its stem, so that a
query finds the other forms of its words. ``languages`` counts the pages by the language that they are stemmed in, and
names the version of the stemmers; another version makes the forms anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from tamis.store.database import Database
from tamis.text.stems import STEMMER, stem, stems


def add_forms(database: Database, words: Sequence[str], language: str) -> None:
    """Note the stems of words that pages in a language have."""
    rows = sorted((one, word) for word, one in zip(words, stems(words, language), strict=True) if one != word)
    database.run_many("INSERT INTO forms (stem, word) VALUES (?, ?) ON CONFLICT DO NOTHING", rows)


def count_languages(database: Database, languages: Iterable[str], sign: int = 1) -> None:
    """Count pages that came, or with a sign of -1 went, given by the language that each is stemmed in."""
    counts = Counter(languages)
    database.run_many(
        """INSERT INTO languages (language, stemmer, pages) VALUES (?, ?, ?) ON CONFLICT (language)
        DO UPDATE SET pages = languages.pages + excluded.pages""",
        [(language, STEMMER, sign * counts[language]) for language in sorted(counts)],
    )
    database.run("DELETE FROM languages WHERE pages = 0")


def languages(database: Database) -> list[str]:
    """The languages that pages are stemmed in, those of most pages first."""
    return [row[0] for row in database.run("SELECT language FROM languages ORDER BY pages DESC, language")]


def forms_of(database: Database, words: Collection[str], listed: Sequence[str]) -> dict[str, set[str]]:
    """For each of some words all words that have its stem in one of the languages ``listed``, itself included."""
    of_word = {word: {stem(word, language) for language in listed} for word in words}
    found: dict[str, set[str]] = {}
    rows = database.rows_with("SELECT stem, word FROM forms WHERE stem IN ?", sorted(set().union(*of_word.values())))
    for one, word in rows:
        found.setdefault(one, {one}).add(word)
    return {word: {word}.union(*(found.get(one, {one}) for one in of_word[word])) for word in words}


def stems_beginning(database: Database, words: Sequence[str]) -> list[str]:
    """All words with a stem that one of some words has in the store."""
    own = {row[0] for row in database.rows_with("SELECT stem FROM forms WHERE word IN ?", words)}
    return [row[0] for row in database.rows_with("SELECT word FROM forms WHERE stem IN ?", sorted(own))]


def renew_forms(database: Database, words: Iterable[Sequence[str]]) -> None:
    """Make the forms of all words anew if another version of the stemmers made them."""
    stale = "SELECT 1 FROM languages WHERE stemmer <> ?"
    if not database.run(stale, (STEMMER,)):
        return
    with database.writing():
        if not database.run(stale, (STEMMER,)):  # another process may have been faster
            return
        database.run("DELETE FROM forms")
        listed = languages(database)
        for some in words:
            for language in listed:
                add_forms(database, some, language)
        database.run("UPDATE languages SET stemmer = ?", (STEMMER,))
