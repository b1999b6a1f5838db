"""Pages a second of ``tamis run`` on a generated archive, one worker and two, beside a plain loop on the same file.

    python benchmarks/batch.py make FOLDER [--pages 20000] [--data $TAMIS_DATA]
    python benchmarks/batch.py run FOLDER [--workers 1,2] [--strategy auto]
    python benchmarks/batch.py turns FOLDER
    python benchmarks/batch.py parts FOLDER
    python benchmarks/batch.py plain FOLDER

The plain loop is what somebody writes with FastWARC and resiliparse: each page's main content and its language into a
Parquet file, in one process. ``make`` writes FOLDER/pages.warc.gz: the pages of wcxb-dev and dragnet in turn, again and
again under new addresses, each a packed record as crawlers write them. ``run`` reads it with the loop, then with
``tamis run`` into Parquet, then with the loop again. It prints pages a second by the clock and by processor time, and
the parent's memory. ``turns`` does slice after slice by both, in turns, each as a worker of a run does it: machines
have moods that last for minutes, and this ratio does not hang on them. ``parts`` does the last slice of the file five
times in this process and prints what each part of it takes, a page.
By the clock the figures need a machine with nothing else to do; by processor time a busy one will do, nearly.
"""

from __future__ import annotations

import argparse
import gzip
import json
import lzma
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from tamis.crawl.rows import Settings
from tamis.crawl.sandbox import Sandbox
from tamis.crawl.shards import Output
from tamis.crawl.slices import Slice, plan
from tamis.crawl.warc import Range
from tamis.crawl.worker import Job, do_slice

SETS = ("wcxb-dev", "dragnet")


def pages(data: Path) -> Iterator[tuple[str, bytes]]:
    """The pages of both sets in turn, for ever."""
    for turn in range(1_000_000):
        files = [lzma.open(data / f"{name}.jsonl.xz", "rt", encoding="utf-8") for name in SETS]  # noqa: SIM115
        for lines in zip(*files, strict=False):
            for name, line in zip(SETS, lines, strict=True):
                row = json.loads(line)
                url = row.get("url") or f"http://{row.get('host') or 'unknown.example'}/{name}/{row['id']}"
                yield f"{url}{'&' if '?' in url else '?'}turn={turn}", row["html"].encode("utf-8", "replace")


def make(args: argparse.Namespace) -> None:
    args.folder.mkdir(parents=True, exist_ok=True)
    path = args.folder / "pages.warc.gz"
    size = 0
    with path.with_suffix(".part").open("wb") as file:
        for url, html in islice(pages(args.data), args.pages):
            http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html
            head = (
                f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2024-01-01T00:00:00Z\r\n"
                f"WARC-Record-ID: <urn:uuid:{uuid5(NAMESPACE_URL, url)}>\r\n"
                f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
            )
            file.write(gzip.compress(head.encode() + http + b"\r\n\r\n", 6))
            size += len(html)
    path.with_suffix(".part").rename(path)
    print(f"{args.pages:,} pages, {size / 1e9:.2f} GB of HTML, {path.stat().st_size / 1e6:.0f} MB packed: {path}")


def plain_loop(path: Path, start: int, end: int, out: Path) -> int:
    """Text and language of the pages between two offsets of an archive, into a Parquet file; how many there are."""
    import pyarrow
    from fastwarc.warc import ArchiveIterator, WarcRecordType
    from pyarrow.parquet import ParquetWriter
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import detect_encoding
    from resiliparse.parse.html import HTMLTree
    from resiliparse.parse.lang import detect_fast

    schema = pyarrow.schema([(name, pyarrow.string()) for name in ("url", "text", "language")])
    rows: list[tuple[str, str, str]] = []
    count = 0
    with path.open("rb") as file, ParquetWriter(out, schema, compression="zstd") as writer:

        def write() -> None:
            columns = [list(column) for column in zip(*rows, strict=True)] if rows else [[], [], []]
            writer.write_batch(pyarrow.RecordBatch.from_arrays(list(map(pyarrow.array, columns)), schema=schema))
            rows.clear()

        for record in ArchiveIterator(Range(file, start, end), record_types=WarcRecordType.response):
            body = record.reader.read()
            text = extract_plain_text(HTMLTree.parse_from_bytes(body, detect_encoding(body)), main_content=True)
            rows.append((record.headers["WARC-Target-URI"], text, detect_fast(text)[0]))
            count += 1
            if len(rows) == 2000:
                write()
        write()
    return count


def plain(args: argparse.Namespace) -> None:
    archive = args.folder / "pages.warc.gz"
    with tempfile.TemporaryDirectory() as scratch:
        print(plain_loop(archive, 0, archive.stat().st_size, Path(scratch) / "pages.parquet"))


_TAMIS = """
import resource, sys
from tamis.cli import main
code = main(sys.argv[1:])
print(code, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def timed(command: list[str]) -> tuple[list[str], float, float]:
    """A command's output, seconds by the clock, and seconds of processor time with all its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.stdout.split(), wall, cpu


def run(args: argparse.Namespace) -> None:
    archive = args.folder / "pages.warc.gz"
    print(f"{archive.stat().st_size / 1e6:.0f} MB; load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    print("\n| | pages/s | pages per second of processor time | the parent's memory |\n| --- | --- | --- | --- |")
    count = _run_plain(archive, "the plain loop, one process")
    rates = []
    for workers in map(int, args.workers.split(",")):
        with tempfile.TemporaryDirectory(dir=args.folder) as scratch:
            out = str(Path(scratch) / "out")
            command = ["run", str(archive), "-o", out, "--workers", str(workers), "--strategy", args.strategy]
            words, wall, cpu = timed([sys.executable, "-c", _TAMIS, *command])
            report = json.loads((Path(out) / "_report.json").read_text())
            assert words[-2] == "0" and report["all"]["pages"] == count and not report["all"]["failed"]
            shutil.rmtree(out)
        rates.append(count / wall)
        name = f"tamis run, {args.strategy}, {workers} worker{'s' * (workers > 1)}"
        print(f"| {name} | {count / wall:.1f} | {count / cpu:.1f} | {int(words[-1]) / 1000:.0f} MB |", flush=True)
    _run_plain(archive, "the plain loop again")
    print(f"\nmost workers against fewest: {rates[-1] / rates[0]:.2f} ×")


def _run_plain(archive: Path, name: str) -> int:
    words, wall, cpu = timed([sys.executable, "-W", "ignore", __file__, "plain", str(archive.parent)])
    count = int(words[0])
    print(f"| {name} | {count / wall:.1f} | {count / cpu:.1f} | |", flush=True)
    return count


def turns(args: argparse.Namespace) -> None:
    """Each slice by both, now this one first and now that; what is started once a run is left out on either side."""
    slices = plan([str(args.folder / "pages.warc.gz")], print)
    ours: list[float] = []
    theirs: list[float] = []
    count = 0
    with Sandbox(Settings()) as sandbox, tempfile.TemporaryDirectory() as scratch:
        _by_tamis(slices[-1], f"{scratch}/first", sandbox)
        _by_plain_loop(slices[-1], f"{scratch}/first")
        number = sandbox._worker.pid
        assert number is not None
        for turn, part in enumerate(slices):
            for tool in ("tamis", "loop") if turn % 2 else ("loop", "tamis"):
                start = time.process_time()
                if tool == "loop":
                    _by_plain_loop(part, f"{scratch}/{turn}")
                    theirs.append(time.process_time() - start)
                else:
                    inside = _processor_time(number)
                    count += _by_tamis(part, f"{scratch}/{turn}", sandbox)
                    ours.append(time.process_time() - start + _processor_time(number) - inside)
    ratios = sorted(b / a for a, b in zip(ours, theirs, strict=True))
    print(f"{count:,} pages in {len(slices)} slices; load average {os.getloadavg()[0]:.1f}\n")
    print("| | ms of processor time a page | pages per second of it |\n| --- | ---: | ---: |")
    for name, spent in (("the plain loop", sum(theirs)), ("tamis run: worker and sandbox", sum(ours))):
        print(f"| {name} | {1000 * spent / count:.2f} | {count / spent:.1f} |")
    print(f"\na run's pages a second are {sum(theirs) / sum(ours):.3f} times the loop's;", end=" ")
    print(f"slice by slice {ratios[0]:.2f} to {ratios[-1]:.2f}, the middle one {ratios[len(ratios) // 2]:.2f}")


def parts(args: argparse.Namespace) -> None:
    """Milliseconds of processor time a page: the worker, the process that analyses pages, and what each does."""
    import tamis
    from tamis.crawl.read import read_slice
    from tamis.crawl.rows import _language

    archive = args.folder / "pages.warc.gz"
    last = plan([str(archive)], print)[-1]
    pages = [record.page for record in read_slice(last, 20_000_000) if record.page]
    texts = [tamis.extract(page.html, page.url) for page in pages]
    with Sandbox(Settings()) as sandbox, tempfile.TemporaryDirectory() as scratch:
        sandbox.analyse(pages[:2])

        def whole(turn: int) -> None:
            _by_tamis(last, f"{scratch}/{turn}", sandbox)

        whole(-1)  # what is imported once a run is not a page's
        number = sandbox._worker.pid
        assert number is not None
        measured = {
            "the worker: reading, handing over, writing": (whole, time.process_time),
            "the process that analyses pages": (whole, lambda: _processor_time(number)),
            "reading alone": (lambda _: list(read_slice(last, 20_000_000)), time.process_time),
            "telling the language alone": (lambda _: [_language(text) for text in texts], time.process_time),
            "the plain loop": (lambda _: _by_plain_loop(last, f"{scratch}/loop"), time.process_time),
            "tamis.extract() alone": (lambda _: [tamis.extract(p.html, p.url) for p in pages], time.process_time),
        }
        print(f"{len(pages)} pages; load average {os.getloadavg()[0]:.1f}\n")
        print("| | ms a page, least of five |\n| --- | ---: |")
        spent: dict[str, list[float]] = {name: [] for name in measured}
        for turn in range(5):  # in turn, since the machine has moods
            for name, (work, clock) in measured.items():
                before = clock()
                work(10 * len(name) + turn)
                spent[name].append(clock() - before)
        for name, seconds in spent.items():
            print(f"| {name} | {1000 * min(seconds) / len(pages):.2f} |")


def _by_tamis(part: Slice, folder: str, sandbox: Sandbox) -> int:
    output = Output.of(folder)
    output.prepare()
    return sum(note["rows"] for note in do_slice(Job(part, output, Settings()), sandbox))


def _by_plain_loop(part: Slice, folder: str) -> None:
    plain_loop(Path(part.path), part.start, part.end, Path(f"{folder}.parquet"))


def _processor_time(number: int) -> float:
    words = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("make")
    one.add_argument("folder", type=Path)
    one.add_argument("--pages", type=int, default=20_000)
    one.add_argument("--data", type=Path, default=os.environ.get("TAMIS_DATA"), required="TAMIS_DATA" not in os.environ)
    one.set_defaults(run=make)
    two = commands.add_parser("run")
    two.add_argument("folder", type=Path)
    two.add_argument("--workers", default="1,2", help="numbers of workers, the fewest first")
    two.add_argument("--strategy", default="auto")
    two.set_defaults(run=run)
    for name, command in (("turns", turns), ("parts", parts), ("plain", plain)):
        other = commands.add_parser(name)
        other.add_argument("folder", type=Path)
        other.set_defaults(run=command)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
