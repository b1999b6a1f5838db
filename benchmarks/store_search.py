"""Known-item search: is the page found again from a few of its words, how fast, and how large is the store?

    python benchmarks/store_search.py [--data $TAMIS_DATA] [--pages N] [--queries 300] [--store ADDRESS]

Pages of wcxb-dev are stored by what `auto` keeps of them. A query is four words of a page's gold text, drawn from 40
of its different words of four letters or more, without those of its title, by a fixed seed. MRR@10 is the mean of one
over the place of the page itself among the first ten pages. The same queries go to one FTS5 table of the visible text
of the pages, every word wanted, ordered by BM25. Times are those of the queries, and of the 20 commonest words of the
gold texts one by one.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

import tamis
from tamis.store import RANKS, PageRecord, Store, open_store, record
from tamis.store.records import storable
from tamis.text.terms import terms

BATCH = 100
FROM, WORDS = 40, 4


def pages_of(data: Path, count: int) -> list[tuple[PageRecord, str, str, str]]:
    """Each page as it is stored, its visible text, its gold text and its title."""
    found = []
    with lzma.open(data / "wcxb-dev.jsonl.xz", "rt", encoding="utf-8") as lines:
        for _, line in zip(range(count), lines, strict=False):
            row = json.loads(line)
            document = tamis.analyze(row["html"], row.get("url"))
            kept = record(document, row["html"], url=f"wcxb-dev#{row['id']}", host=row.get("host"))
            found.append((kept, storable("\n".join(document.page.texts)), row["gold"] or "", row.get("title") or ""))
    return found


def queries_of(pages: list[tuple[PageRecord, str, str, str]], count: int) -> list[tuple[str, str]]:
    """Queries and the pages that they are about."""
    rng = random.Random(7)
    queries = []
    for page, _, gold, title in rng.sample(pages, len(pages)):
        words = sorted({word for word in terms(gold) if len(word) >= 4 and word.isalpha()} - set(terms(title)))
        if len(words) >= FROM:
            queries.append((" ".join(rng.sample(rng.sample(words, FROM), WORDS)), page.url))
    return queries[:count]


def reciprocal(urls: list[str], url: str) -> float:
    return 1 / (1 + urls.index(url)) if url in urls else 0.0


def text_table(pages: list[tuple[PageRecord, str, str, str]]) -> Callable[[str], list[str]]:
    plain = sqlite3.connect(":memory:")
    plain.execute("CREATE VIRTUAL TABLE t USING fts5 (url UNINDEXED, text)")
    plain.executemany("INSERT INTO t VALUES (?, ?)", [(page.url, text) for page, text, _, _ in pages])
    sql = "SELECT url FROM t WHERE t MATCH ? ORDER BY bm25(t) LIMIT 10"
    return lambda query: [row[0] for row in plain.execute(sql, (" ".join(f'"{word}"' for word in query.split()),))]


def timed(store: Store, queries: list[str], **options: bool) -> str:
    store.search(queries[0], **options)  # type: ignore[arg-type]
    times = []
    for query in queries:
        start = time.process_time()
        store.search(query, **options)  # type: ignore[arg-type]
        times.append(1000 * (time.process_time() - start))
    return f"p50 {np.percentile(times, 50):.1f}, p95 {np.percentile(times, 95):.1f} ms of CPU"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    data = os.environ.get("TAMIS_DATA")
    parser.add_argument("--data", type=Path, default=data, required=data is None)
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--queries", type=int, default=300)
    parser.add_argument("--store", help="postgresql://… or a file that is not there yet; default: a scratch file")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        run(args, args.store or f"{scratch}/tamis.db")


def run(args: argparse.Namespace, address: str) -> None:
    pages = pages_of(args.data, args.pages)
    queries = queries_of(pages, args.queries)
    common = Counter(word for _, _, gold, _ in pages for word in terms(gold))
    commonest = [word for word, _ in common.most_common(20)]
    with open_store(address) as store:
        wall, cpu = time.perf_counter(), time.process_time()
        for start in range(0, len(pages), BATCH):
            store.add([page for page, *_ in pages[start : start + BATCH]])
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        print(
            f"{len(pages):,} pages, {store.stats().unique_blocks:,} texts; written in {wall:.1f} s, {cpu:.1f} s of CPU"
        )
        if "://" not in address:
            store.database.run("PRAGMA wal_checkpoint(TRUNCATE)")
            print(f"{Path(address).stat().st_size / 1e6:.1f} MB")
        for rank in RANKS:
            found = [
                reciprocal([hit.url for hit in store.search(q, rank=rank, by_page=True)], url) for q, url in queries
            ]
            print(f"MRR@10 by {rank}: {np.mean(found):.3f} ({sum(map(bool, found))} of {len(queries)} found)")
        blocks = [reciprocal([hit.url for hit in store.search(q)], url) for q, url in queries]
        print(f"MRR@10 of blocks by blend: {np.mean(blocks):.3f}")
        table = text_table(pages)
        found = [reciprocal(table(query), url) for query, url in queries]
        print(f"MRR@10 of the visible text in one FTS5 table: {np.mean(found):.3f}")
        for name, asked in (("queries", [query for query, _ in queries]), ("commonest words", commonest)):
            print(f"{name}: {timed(store, asked)}; by page {timed(store, asked, by_page=True)}")


if __name__ == "__main__":
    main()
