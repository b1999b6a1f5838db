"""Mutated pages through every entry: the command line, the library, runs, the store, the service. Is any lost?

    python benchmarks/entries.py [--pages 10000] [--every 500] [--entries extract,run] [--data $TAMIS_DATA]

The pages are those of examples/pages and, with --data, 200 of wcxb-dev, each cut, spliced, flipped or changed in other
ways (tests/entries.py). Each --every-th asks its worker to crash, to end, to raise or to be killed. Every entry has to
give each page a status. Prints how many pages have which, by entry; exits with 1 if one is lost, or if one failed that
did not ask for it.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import sys
import tempfile
from collections import Counter
from itertools import islice
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.entries import ENTRIES, kind, missing, write_pages  # noqa: E402
from tests.workers.misbehave import python_path, register  # noqa: E402

FAILURES = ("crashed", "failed", "hung", "out", "422")


def samples(data: Path | None) -> list[bytes]:
    """Pages to change."""
    pages = [path.read_bytes() for path in sorted((ROOT / "examples/pages").glob("*.html"))]
    if data is not None:
        with lzma.open(data / "wcxb-dev.jsonl.xz", "rt", encoding="utf-8") as lines:
            pages += [json.loads(line)["html"].encode("utf-8", "replace") for line in islice(lines, 0, 1000, 5)]
    return pages


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--every", type=int, default=500)
    parser.add_argument("--entries", default=",".join(ENTRIES))
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--data", type=Path, default=os.environ.get("TAMIS_DATA"))
    args = parser.parse_args()
    os.environ["PYTHONPATH"] = python_path()
    register()
    wrong = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "pages"
        folder.mkdir()
        names = write_pages(folder, samples(args.data), args.pages, args.every)
        asked = {name for number, name in enumerate(names) if number % args.every == args.every - 1}
        print(f"{len(names):,} pages, {len(asked)} of which ask for trouble; {os.cpu_count()} cores\n")
        print("| entry | lost | failed, though not asked to | seconds | statuses |\n| --- | ---: | ---: | ---: | --- |")
        for name in args.entries.split(","):
            start = perf_counter()
            statuses = ENTRIES[name](folder, "misbehave-auto", args.workers)
            took = perf_counter() - start
            lost = missing(names, statuses)
            failed = [page for page, status in statuses.items() if kind(status) in FAILURES and page not in asked]
            wrong += len(lost) + len(failed)
            counts = ", ".join(f"{word} {n:,}" for word, n in Counter(map(kind, statuses.values())).most_common())
            print(f"| {name} | {len(lost)} | {len(failed)} | {took:.0f} | {counts} |", flush=True)
            for page in (*lost[:5], *failed[:5]):
                print(f"{name}: {page}: {statuses.get(page, 'lost')}", file=sys.stderr)
                Path(tempfile.gettempdir(), f"tamis-entry-{page}").write_bytes((folder / page).read_bytes())
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
