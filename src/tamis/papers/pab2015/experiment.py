"""PAB 2015, sections 4.1 to 4.6: blocks, store size, Naive Bayes accuracy, standard error and search, against ENIW.

The three stores that are searched hold the raw pages, ENIW's blocks and PAB's blocks; a search reads every row that has
the word and ranks pages by keyword density, or for PAB by ``Pb × Kd`` (its eq. 4), summed over a page's blocks. A raw
page is its visible text ("a mixture of the noisy and informative blocks"), not its source, which nobody would search.
"""

from __future__ import annotations

import math
import sqlite3
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from tamis.errors import MissingExtraError
from tamis.lab.corpora import GoldPage
from tamis.lab.experiments import Decided, Setting, decided, mean, shown
from tamis.lab.metrics import words
from tamis.report.table import Table

_PAGES = 500
_METHODS = ("pab", "eniw")
_TEST_PAGES = (10, 20, 30, 40, 50, 60, 70)  # table 4.3.1
_KEYWORD = "computer"
_KEYWORDS = 50
_SEED = 0
_JUDGED = 32
_LEAST_LETTERS = 4
_RARE, _COMMON = 5, 50

_PAPER_BLOCKS = {"pab": ("111,918", "8,319", "89.56"), "eniw": ("113,624", "6,613", "95.58")}
_PAPER_SIZE = {"pab": "19.4", "eniw": "22.6"}
_PAPER_ACCURACY = {"eniw": (80, 85, 83, 85, 86, 83.3, 80), "pab": (80, 80, 83, 86, 88, 88.3, 90)}
_PAPER_ERROR = {"pab": "0.1496", "eniw": "0.20396"}
_PAPER_SEARCH = {"raw": ("0.278", "140"), "eniw": ("0.235", "137"), "pab": ("0.012", "136")}


def experiments(setting: Setting) -> Iterator[Table]:
    """The tables of sections 4.1 to 4.6."""
    pages = list(setting.some("wcxb-dev", _PAGES))
    found = {name: decided(name, pages) for name in _METHODS}
    notes = [f"Ours: {len(pages)} pages spread over wcxb-dev; the paper's: 500 articles of ezinearticles.com, gone."]
    yield _blocks(found, notes)
    rows = {"raw": _raw_rows(pages)} | {name: _rows(result) for name, result in found.items()}
    with tempfile.TemporaryDirectory() as folder:
        stores = {name: _store(Path(folder) / f"{name}.db", some) for name, some in rows.items()}
        yield _sizes(stores, notes)
        yield from _accuracies(found, pages, notes)
        yield from _searches(stores, found, notes)
        yield _relevance(stores, pages, notes)
        for store in stores.values():
            store.connection.close()


def _blocks(found: dict[str, Decided], notes: Sequence[str]) -> Table:
    rows = []
    for name, result in found.items():
        kept = sum(int(outcome.kept.sum()) for outcome in result.outcomes)
        total = sum(len(outcome.texts) for outcome in result.outcomes)
        rows.append([name, f"{total:,}", f"{kept:,}", f"{total - kept:,}", shown(result.seconds, 2)])
    rows += [[f"paper: {name}", "120,237", *_PAPER_BLOCKS[name]] for name in _METHODS]
    header = ["method", "blocks", "informative", "noisy", "seconds"]
    return Table("PAB 2015, table 4.1.1: blocks and the time to extract them", header, rows, notes)


def _sizes(stores: Mapping[str, _Store], notes: Sequence[str]) -> Table:
    rows = [[name, shown(store.megabytes, 1), _PAPER_SIZE.get(name, "–")] for name, store in stores.items()]
    header = ["store", "MB", "paper: MB"]
    return Table("PAB 2015, figure 4.2.1: size of the store (SQLite, no index)", header, rows, notes)


def _accuracies(found: dict[str, Decided], pages: Sequence[GoldPage], notes: Sequence[str]) -> Iterator[Table]:
    labels = [page.page_type or "other" for page in pages]
    texts = {name: word_counts([outcome.text for outcome in result.outcomes]) for name, result in found.items()}
    rng = np.random.default_rng(_SEED)
    splits = []
    for size in _TEST_PAGES:
        order = rng.permutation(len(pages)).tolist()
        test = order[: min(size, len(pages) // 2)]
        splits.append((order[len(test) :], test))
    accuracy = {name: [naive_bayes(texts[name], labels, *split) for split in splits] for name in ("eniw", "pab")}
    columns = [
        *([100 * right for right in accuracy[name]] for name in accuracy),
        *(_PAPER_ACCURACY[n] for n in accuracy),
    ]
    rows = [
        [str(case), str(len(test)), *(shown(figure, 1) for figure in figures)]
        for case, ((_, test), figures) in enumerate(zip(splits, zip(*columns, strict=True), strict=True), start=1)
    ]
    header = ["case", "test pages", "eniw, %", "pab, %", "paper: eniw", "paper: pab"]
    classes = f"Ours distinguishes the {len(set(labels))} page types; the paper's three categories are gone."
    title = "PAB 2015, table 4.3.2: accuracy of Naive Bayes on the kept text, seven random splits"
    yield Table(title, header, rows, [classes, *notes])
    errors = [[name, shown(standard_error(accuracy[name]), 4), _PAPER_ERROR[name]] for name in _METHODS]
    yield Table("PAB 2015, table 4.4.1: standard error", ["method", "SE", "paper: SE"], errors, [classes, *notes])


def word_counts(texts: Sequence[str]) -> Any:
    """How often each word is in each of some texts, as a sparse matrix of scikit-learn's."""
    try:
        from sklearn.feature_extraction.text import CountVectorizer
    except ImportError:
        raise MissingExtraError("scikit-learn", "train") from None
    return CountVectorizer(analyzer=words).fit_transform(texts)


def naive_bayes(counts: Any, labels: Sequence[str], train: Sequence[int], test: Sequence[int]) -> float:
    """The share of the test texts whose label multinomial Naive Bayes, with Laplace smoothing, finds."""
    from sklearn.naive_bayes import MultinomialNB

    model = MultinomialNB().fit(counts[train], [labels[i] for i in train])
    return float(model.score(counts[test], [labels[i] for i in test]))


def standard_error(accuracies: Sequence[float]) -> float:
    """Its eq. 3, with the variance p(1 - p) of each split.

    >>> round(standard_error([0.5, 0.5]), 4)
    0.3536
    """
    return math.sqrt(sum(p * (1 - p) for p in accuracies)) / len(accuracies)


class _Store(NamedTuple):
    connection: sqlite3.Connection
    megabytes: float


def _store(path: Path, rows: Iterator[tuple[int, float, str]]) -> _Store:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("CREATE TABLE blocks (page INTEGER, priority REAL, text TEXT)")
        connection.executemany("INSERT INTO blocks VALUES (?, ?, ?)", rows)
    return _Store(connection, path.stat().st_size / 1e6)


def _raw_rows(pages: Sequence[GoldPage]) -> Iterator[tuple[int, float, str]]:
    """The visible text of each page, as one row."""
    for number, page in enumerate(pages):
        cut = page.cut()
        shown = np.flatnonzero(~cut.hidden).tolist()
        yield number, 1.0, _encodable("\n".join(cut.texts[i] for i in shown))


def _rows(result: Decided) -> Iterator[tuple[int, float, str]]:
    """The kept blocks with their priorities, from PAB's score, which is 1 - 0.5 / (1 + priority)."""
    for number, outcome in enumerate(result.outcomes):
        for i in np.flatnonzero(outcome.kept).tolist():
            rest = 1 - float(outcome.score[i])
            yield number, 0.5 / rest - 1 if rest else 1.0, _encodable(outcome.texts[i])


def _encodable(text: str) -> str:
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")


def _searches(stores: Mapping[str, _Store], found: dict[str, Decided], notes: Sequence[str]) -> Iterator[Table]:
    rows = []
    for name, store in stores.items():
        seconds, pages = _timed(store, [_KEYWORD])
        rows.append([name, shown(seconds), str(pages), *_PAPER_SEARCH[name]])
    header = ["store", "seconds", "pages found", "paper: seconds", "paper: pages found"]
    yield Table(f"PAB 2015, table 4.5.1: searching for {_KEYWORD!r}", header, rows, notes)
    keywords = _random_words(found)
    times = [[name, shown(_timed(store, keywords)[0], 4)] for name, store in stores.items()]
    title = f"PAB 2015, figure 4.6.1: mean time of {len(keywords)} searches for random words"
    lost = "The paper's figure is lost; its text has PAB well ahead of both."
    yield Table(title, ["store", "seconds"], times, [lost, *notes])


def _timed(store: _Store, keywords: Sequence[str]) -> tuple[float, int]:
    """The mean seconds of a search, and how many pages were found in all."""
    start = process_time()
    pages = sum(len(search(store.connection, keyword)) for keyword in keywords)
    return (process_time() - start) / max(1, len(keywords)), pages


def search(connection: sqlite3.Connection, keyword: str) -> list[int]:
    """The pages that have the word, best first: by the sum of ``Pb × Kd`` over their blocks."""
    ranks: defaultdict[int, float] = defaultdict(float)
    query = "SELECT page, priority, text FROM blocks WHERE text LIKE '%' || ? || '%'"
    for page, priority, text in connection.execute(query, (keyword,)):
        found = words(text)
        count = found.count(keyword)
        if count:
            ranks[page] += priority * count / len(found)
    return sorted(ranks, key=lambda page: (-ranks[page], page))


def _relevance(stores: Mapping[str, _Store], pages: Sequence[GoldPage], notes: Sequence[str]) -> Table:
    """What the paper does not measure: are the pages that are found about the word?"""
    golds = [set(words(page.gold)) for page in pages]
    counts = Counter(word for gold in golds for word in gold if len(word) >= _LEAST_LETTERS and word.isalpha())
    usual = sorted(word for word, count in counts.items() if _RARE <= count <= _COMMON)
    size = min(_JUDGED, len(usual))
    asked = np.random.default_rng(_SEED).choice(usual, size, replace=False).tolist() if size else []
    rows = []
    for name, store in stores.items():
        right = [[word in golds[page] for page in search(store.connection, word)] for word in asked]
        precisions = [average_precision(found, counts[word]) for word, found in zip(asked, right, strict=True)]
        rows.append([name, shown(mean(precisions)), shown(mean(mean(found) if found else 0.0 for found in right))])
    how = f"{size} words that {_RARE} to {_COMMON} gold texts have; a page is relevant if its gold text has the word."
    title = "Mean average precision of the same searches (not in the paper)"
    return Table(title, ["store", "MAP", "share of relevant pages"], rows, [how, *notes])


def average_precision(relevant: Sequence[bool], count: int) -> float:
    """The mean of the precisions at each relevant page, of so many that there are.

    >>> round(average_precision([True, False, True], 2), 3)
    0.833
    """
    hits = np.cumsum(relevant)
    precisions = [hits[i] / (i + 1) for i, right in enumerate(relevant) if right]
    return float(sum(precisions) / max(1, count))


def _random_words(found: dict[str, Decided]) -> list[str]:
    """Words of four letters or more that are in the stores."""
    known = {word for result in found.values() for o in result.outcomes[:50] for word in words(o.text)}
    usable = sorted(word for word in known if len(word) >= 4 and word.isalpha())
    count = min(_KEYWORDS, len(usable))
    return [usable[i] for i in np.random.default_rng(_SEED).choice(len(usable), count, replace=False)] if count else []
