"""Size, writing time and search time of the store beside one FTS5 table of the same pages; readers and writers at once.

    python benchmarks/store.py compare  [--data $TAMIS_DATA] [--sets dragnet,wcxb-dev,andy] [--strategy NAME] [--step N]
    python benchmarks/store.py together [--seconds 60] [--pages 2000]

``compare`` puts the same pages into a store of kept blocks on SQLite, one on a PostgreSQL server of its own, one
FTS5 table of their visible text and one of their kept text, a row a page, all a hundred pages at a time. All get ready
texts: reading the pages and choosing their blocks is not in the times. Processor time is that of this process, and of
PostgreSQL's besides. Then each gets the known-item queries of ``tamis evaluate --search`` and the 20 commonest words of
the gold texts; FTS5 orders by its BM25. ``together`` runs one
writer and eight readers on SQLite, then four writers and eight readers on a PostgreSQL server.
"""

from __future__ import annotations

import argparse
import gc
import os
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.store.load import Report, read_for, write_for
from tests.store.samples import made_page
from tests.store.server import start_server

import tamis
from tamis.lab.corpora import load
from tamis.lab.search import known_items
from tamis.store import PageRecord, open_store, record
from tamis.store.records import storable
from tamis.text.terms import terms

SETS = "dragnet,wcxb-dev,andy"
BATCH = 100
QUERIES = 421
COMMONEST = 20


@dataclass
class Pages:
    """What is stored, and what is asked."""

    records: list[PageRecord] = field(default_factory=list)
    visible: list[tuple[str, str]] = field(default_factory=list)
    gold: list[tuple[str, str, str]] = field(default_factory=list)

    def queries(self) -> list[str]:
        return [query.text for query in known_items(self.gold, QUERIES)]

    def commonest(self) -> list[str]:
        counts = Counter(word for _, gold, _ in self.gold for word in terms(gold))
        return [word for word, _ in counts.most_common(COMMONEST)]


def read_pages(data: Path, sets: str, strategy: str, step: int) -> Pages:
    pages = Pages()
    for name in sets.split(","):
        for number, page in enumerate(load(data / f"{name}.jsonl.xz")):
            if number % step:
                continue
            document = tamis.analyze(page.html, page.url, strategy)
            url = f"{name}#{page.id}"
            pages.records.append(replace(record(document, page.html, host=page.host, url=url), url=url))
            shown = np.flatnonzero(~document.page.hidden).tolist()
            pages.visible.append((url, storable("\n".join(document.page.texts[i] for i in shown))))
            pages.gold.append((url, page.gold, page.title or ""))
    return pages


def compare(args: argparse.Namespace) -> None:
    pages = read_pages(args.data, args.sets, args.strategy, args.step)
    blocks = sum(len(page.blocks) for page in pages.records)
    print(f"{len(pages.records):,} pages, {blocks:,} kept blocks; load average {os.getloadavg()[0]:.1f}")
    server = start_server()
    try:
        with tempfile.TemporaryDirectory() as scratch:
            _compare(pages, Path(scratch), server.url)
    finally:
        server.remove()


def _table(path: Path) -> sqlite3.Connection:
    plain = sqlite3.connect(path)
    plain.execute("PRAGMA journal_mode = wal")
    plain.execute("CREATE VIRTUAL TABLE pages USING fts5 (url UNINDEXED, text)")
    plain.commit()
    return plain


def _processor_time(server: int) -> float:
    """Of this process and of a process of the server, in seconds."""
    used = sum(map(int, Path(f"/proc/{server}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return time.process_time() + used / os.sysconf("SC_CLK_TCK")


def _compare(pages: Pages, folder: Path, server: str) -> None:
    tables = {name: _table(folder / f"{name}.db") for name in ("FTS5", "FTS5, kept text")}
    stores = {"SQLite": open_store(str(folder / "store.db")), "PostgreSQL": open_store(server)}
    ((backend,),) = stores["PostgreSQL"].database.run("SELECT pg_backend_pid()")
    seconds = dict.fromkeys((*tables, *stores), 0.0)
    gc.collect()
    gc.freeze()  # what this program itself holds is not the store's to look through
    for start in range(0, len(pages.records), BATCH):  # in turn, so that whatever slows the machine affects all alike
        some = slice(start, start + BATCH)
        kept = [(page.url, "\n".join(block.text for block in page.blocks)) for page in pages.records[some]]
        ways: dict[str, Callable[[], object]] = {
            "FTS5": partial(_fill, tables["FTS5"], pages.visible[some]),
            "FTS5, kept text": partial(_fill, tables["FTS5, kept text"], kept),
            **{name: partial(store.add, pages.records[some]) for name, store in stores.items()},
        }
        for name, write in ways.items():
            begin = _processor_time(backend)
            write()
            seconds[name] += _processor_time(backend) - begin
    for table in tables.values():
        table.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    stores["SQLite"].database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    sizes = {name: (folder / f"{name}.db").stat().st_size for name in tables}
    sizes["SQLite"] = (folder / "store.db").stat().st_size
    ((sizes["PostgreSQL"],),) = stores["PostgreSQL"].database.run(
        """SELECT sum(pg_total_relation_size(oid)) FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'tamis'::regnamespace"""
    )
    sql = "SELECT url FROM pages WHERE pages MATCH ? ORDER BY bm25(pages) LIMIT 10"

    def plain_search(query: str) -> object:
        return tables["FTS5"].execute(sql, (" ".join(f'"{word}"' for word in query.split()),)).fetchall()

    searches: dict[str, Callable[[str], object]] = {"FTS5": plain_search}
    for name, store in stores.items():
        searches[name] = partial(store.search, by_page=True)
        searches[f"{name}, blocks"] = store.search
    print("                    MB   × FTS5   writing: s of CPU   × FTS5   × FTS5 of the kept text")
    for name, size in sizes.items():
        mine = f"{int(size) / 1e6:8.1f} {int(size) / sizes['FTS5']:8.2f} {seconds[name]:14.2f}"
        print(f"{name:<16}{mine}" + "".join(f"{seconds[name] / seconds[peer]:14.2f}" for peer in tables))
    print(f"load average {os.getloadavg()[0]:.1f}; ms, processor time of this process and as it passed:")
    print("                        queries: p50, p95        p50, p95     commonest words: p50, p95     p50, p95")
    for name, search in searches.items():
        figures = [figure for asked in (pages.queries(), pages.commonest()) for figure in _timed(search, asked)]
        print(f"{name:<20}" + "".join(f"{figure:12.2f}" for figure in figures))
    for name, store in stores.items():
        print(name, "afterwards:", store.check() or "whole")
        store.close()


def _fill(table: sqlite3.Connection, rows: list[tuple[str, str]]) -> None:
    with table:
        table.executemany("INSERT INTO pages VALUES (?, ?)", rows)


def _timed(search: Callable[[str], object], queries: list[str]) -> list[float]:
    """The median and the 95th percentile of the best of three times that each query took, in milliseconds.

    By processor time, then as time passed.
    """
    search(queries[0])
    times = np.array([np.min([_once(search, query) for _ in range(3)], 0) for query in queries])
    return [float(figure) for column in times.T for figure in np.percentile(1000 * column, [50, 95])]


def _once(search: Callable[[str], object], query: str) -> tuple[float, float]:
    start, begin = time.perf_counter(), time.process_time()
    search(query)
    return time.process_time() - begin, time.perf_counter() - start


def together(args: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        run_together(str(Path(scratch) / "tamis.db"), 1, 8, args)
    server = start_server()
    try:
        run_together(server.url, 4, 8, args)
    finally:
        server.remove()


def run_together(address: str, writers: int, readers: int, args: argparse.Namespace) -> None:
    with open_store(address) as store:
        for start in range(0, args.pages, BATCH):
            store.add([made_page(number) for number in range(start, start + BATCH)])
    words = tuple(f"end{number}" for number in range(1000))
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.store.load"])
    with context.Pool(writers + readers) as pool:
        writing = [pool.apply_async(write_for, (address, args.seconds, seed)) for seed in range(writers)]
        reading = [pool.apply_async(read_for, (address, args.seconds, seed, words)) for seed in range(readers)]
        wrote, read = [job.get() for job in writing], [job.get() for job in reading]
    with open_store(address) as store:
        problems = store.check()
    kind = "PostgreSQL" if "://" in address else "SQLite"
    print(
        f"{kind}, {args.seconds:g} s, {args.pages} pages at first; "
        f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )
    print(f"  {writers} writers: {_said(wrote)}")
    print(f"  {readers} readers: {_said(read)}")
    blocked = np.array([1000 * t for report in read for t in report.blocked])
    p99, longest = np.percentile(blocked, 99), blocked.max()
    print(f"  of that not for want of a processor: p99 {p99:.1f} ms, longest {longest:.1f} ms")
    print(f"  afterwards: {problems or 'whole'}")


def _said(reports: list[Report]) -> str:
    times = np.array([1000 * t for report in reports for t in report.times])
    errors = [error for report in reports for error in report.errors]
    p50, p99 = np.percentile(times, [50, 99])
    figures = f"{len(times):,} times, p50 {p50:.1f} ms, p99 {p99:.1f} ms, longest {times.max():.1f} ms"
    return f"{figures}; errors: {errors or 'none'}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("compare")
    one.add_argument("--data", type=Path, default=os.environ.get("TAMIS_DATA"), required="TAMIS_DATA" not in os.environ)
    one.add_argument("--sets", default=SETS)
    one.add_argument("--strategy", default="auto")
    one.add_argument("--step", type=int, default=1, help="take every Nth page")
    one.set_defaults(run=compare)
    two = commands.add_parser("together")
    two.add_argument("--seconds", type=float, default=60.0)
    two.add_argument("--pages", type=int, default=2000)
    two.set_defaults(run=together)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
