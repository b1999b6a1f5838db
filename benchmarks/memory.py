"""What a long-lived process grows by, and how long it takes to start.

    TAMIS_DATA=… python benchmarks/memory.py [--pages 10000]
    python benchmarks/memory.py --start

Extracts pages of wcxb-dev one after the other, over and over, and prints the resident memory before and after (Linux);
then, or with --start alone, the times of `import tamis`, of the first `extract()` after it and of `tamis extract` from
the shell, twenty of each, beside that of importing NumPy and turbohtml alone, below which nothing can be.
"""

from __future__ import annotations

import argparse
import gc
import json
import lzma
import os
import resource
import subprocess
import sys
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from time import perf_counter

import tamis

IMPORT = "from time import perf_counter as now; begin = now(); import {}; print(now() - begin)"
STARTS = {
    "`import numpy, turbohtml`, the floor": ["-c", IMPORT.format("numpy, turbohtml")],
    "`import tamis`": ["-c", IMPORT.format("tamis")],
    "the first `extract()` after it": [
        "-c",
        "from time import perf_counter as now; import tamis; begin = now(); "
        "tamis.extract('<p>One line of text, and no more than that.'); print(now() - begin)",
    ],
}
SHELL = "`tamis extract` of a small page, from the shell"
SAMPLE = Path(__file__).parent.parent / "examples/pages/article.html"


def resident() -> float:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


def pages(folder: str, most: int) -> list[str]:
    with lzma.open(Path(folder) / "wcxb-dev.jsonl.xz", "rt", encoding="utf-8") as lines:
        return [json.loads(line)["html"] for line in islice(lines, most)]


def start(rounds: int = 20) -> None:
    """One after the other, so that the machine's moods meet all of them."""
    found: dict[str, list[float]] = {name: [] for name in [*STARTS, SHELL]}
    for _ in range(rounds):
        for name, arguments in STARTS.items():
            run = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True)
            found[name].append(float(run.stdout))
        begin = perf_counter()
        subprocess.run([sys.executable, "-m", "tamis", "extract", str(SAMPLE)], capture_output=True, check=True)
        found[SHELL].append(perf_counter() - begin)
    print("| | least ms | median ms |\n| --- | --- | --- |")
    for name, times in found.items():
        print(f"| {name} | {1000 * min(times):.0f} | {1000 * median(times):.0f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--start", action="store_true", help="the times of starting alone")
    args = parser.parse_args()
    if not args.start:
        memory(args.pages)
    start()


def memory(wanted: int) -> None:
    """What a process grows by over so many pages."""
    folder = os.environ.get("TAMIS_DATA")
    if not folder:
        sys.exit("set TAMIS_DATA to the folder with wcxb-dev.jsonl.xz")
    known = pages(folder, 500)
    for page in known:
        tamis.extract(page)
    before = resident()
    for page in islice(cycle(known), wanted):
        tamis.extract(page)
    print(f"resident after {len(known)} pages {before:.1f} MB, after {wanted:,} more {resident():.1f} MB")


if __name__ == "__main__":
    main()
