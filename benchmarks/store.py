"""Size, search time and writing time of the block store against the raw pages; readers and writers at once.

    python benchmarks/store.py sizes    [--data $TAMIS_DATA] [--strategy NAME] [--step N] [--ways …] [--keep FOLDER]
    python benchmarks/store.py together [--seconds 60] [--pages 2000]

``sizes`` puts the same pages into three stores, the same way: the kept blocks; the visible text of each page, one block
a page; and the source of each page, one block a page, which is what PAB 2015 calls raw data. ``together`` runs one
writer and eight readers on SQLite, then four writers and eight readers on a PostgreSQL server of its own.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.store.load import Report, read_for, write_for
from tests.store.samples import made_page
from tests.store.server import start_server

import tamis
from tamis.store import PageRecord, Store, open_store, record
from tamis.store.records import BlockRecord, storable
from tamis.text.terms import terms

SETS = ("dragnet", "wcxb-dev")
FORMS = ("blocks", "text", "source")
KEYWORDS = 50
BATCH = 100


@dataclass
class Way:
    """One of the three stores."""

    name: str
    store: Store
    path: Path
    wall: float = 0.0
    cpu: float = 0.0

    def add(self, pages: list[PageRecord]) -> None:
        wall, cpu = time.perf_counter(), time.process_time()
        self.store.add(pages)
        self.wall += time.perf_counter() - wall
        self.cpu += time.process_time() - cpu


def pages_of(data: Path, strategy: str, step: int) -> Iterator[tuple[PageRecord, PageRecord, PageRecord]]:
    """Each page as kept blocks, as visible text and as source."""
    for name in SETS:
        with lzma.open(data / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines):
                if number % step:
                    continue
                row = json.loads(line)
                document = tamis.analyze(row["html"], row.get("url"), strategy)
                kept = record(document, row["html"], url=f"{name}#{row['id']}", host=row.get("host"))
                text, source = storable("\n".join(document.page.texts)), storable(row["html"])
                yield kept, _whole(kept, text), _whole(kept, source)


def _whole(page: PageRecord, text: str) -> PageRecord:
    return replace(page, blocks=(BlockRecord(0, text, "/html/body[1]", (0, page.raw_bytes), 1.0, 1.0),))


def sizes(args: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.keep or Path(scratch)
        folder.mkdir(exist_ok=True)
        ways = []
        for name in args.ways.split(","):
            path = folder / f"{name}.db"
            if not args.again:
                path.unlink(missing_ok=True)
            ways.append(Way(name, open_store(str(path)), path))
        batches: list[list[PageRecord]] = [[] for _ in ways]
        start = time.process_time()
        for page in () if args.again else pages_of(args.data, args.strategy, args.step):
            for batch, way in zip(batches, ways, strict=True):
                batch.append(page[FORMS.index(way.name)])
            if len(batches[0]) == BATCH:
                _flush(ways, batches)
        _flush(ways, batches)
        spent = time.process_time() - start - sum(way.cpu for way in ways)
        stats = ways[0].store.stats()
        print(
            f"{stats.pages:,} pages, {stats.blocks:,} blocks kept by {args.strategy}, {stats.unique_blocks:,} texts; ",
            end="",
        )
        print(f"{spent:.0f} s of CPU to read and analyse them")
        print(f"bytes: {stats.raw_bytes:,} raw, {stats.text_bytes:,} of visible text, {stats.kept_bytes:,} kept")
        keywords = random_words(ways[0].store)
        print("store   MB     write: s, CPU s   search, ms: p50   p95   max   CPU p95   first hit's page the same")
        for way in ways:
            report(way, keywords, ways[0])
            scan(way, keywords)
        for way in ways:
            way.store.close()


def _flush(ways: list[Way], batches: list[list[PageRecord]]) -> None:
    for way, batch in zip(ways, batches, strict=True):
        way.add(batch)
        batch.clear()


def random_words(store: Store) -> list[str]:
    """Words of four letters or more, drawn at random from all that the store knows."""
    known: set[str] = set()
    for (text,) in store.database.run("SELECT text FROM blocks"):
        known.update(word for word in terms(text) if len(word) >= 4 and word.isalpha())
    return random.Random(50).sample(sorted(known), KEYWORDS)


def report(way: Way, keywords: list[str], first: Way) -> None:
    way.store.database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    megabytes = sum(p.stat().st_size for p in way.path.parent.glob(f"{way.name}.db*")) / 1e6
    for keyword in keywords[:5]:  # what is measured is a store in use, not its first second
        way.store.search(keyword, rank="priority")
    wall, cpu = [], []
    for keyword in keywords:
        start, used = time.perf_counter(), time.process_time()
        way.store.search(keyword, rank="priority")
        wall.append(1000 * (time.perf_counter() - start))
        cpu.append(1000 * (time.process_time() - used))
    low, high = np.percentile(wall, [50, 95])
    same = sum(_best(way, word) == _best(first, word) for word in keywords[:20])
    print(
        f"{way.name:<7} {megabytes:6.1f} {way.wall:8.1f} {way.cpu:6.1f} {low:18.2f} {high:6.2f} {max(wall):6.2f} "
        f"{np.percentile(cpu, 95):8.2f} {same:12} of 20"
    )


def _best(way: Way, word: str) -> str | None:
    hits = way.store.search(word, rank="priority", limit=1, by_page=True)
    return hits[0].url if hits else None


def scan(way: Way, keywords: list[str]) -> None:
    """The same words looked for without an index: every text read."""
    times = []
    for word in keywords[:10]:
        start = time.perf_counter()
        way.store.database.run("SELECT id FROM blocks WHERE text LIKE '%' || ? || '%'", (word,))
        times.append(1000 * (time.perf_counter() - start))
    print(f"        a scan of it, without an index: {np.median(times):.0f} ms")


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
    one = commands.add_parser("sizes")
    one.add_argument("--data", type=Path, default=os.environ.get("TAMIS_DATA"), required="TAMIS_DATA" not in os.environ)
    one.add_argument("--strategy", default="auto")
    one.add_argument("--step", type=int, default=1, help="take every Nth page")
    one.add_argument("--ways", default=",".join(FORMS), help="which stores to make; default: all three")
    one.add_argument("--keep", type=Path, help="a folder to leave the stores in")
    one.add_argument(
        "--again", action="store_true", help="search the stores that --keep left, without making them anew"
    )
    one.set_defaults(run=sizes)
    two = commands.add_parser("together")
    two.add_argument("--seconds", type=float, default=60.0)
    two.add_argument("--pages", type=int, default=2000)
    two.set_defaults(run=together)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
