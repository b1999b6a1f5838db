"""What a long-lived process grows by, and how long it takes to start.

    TAMIS_DATA=… python benchmarks/memory.py [--pages 10000]

Extracts pages of wcxb-dev one after the other, over and over, and prints the resident memory before and after (Linux);
then the times of `import tamis`, of the first `extract()` after it and of `tamis extract` from the shell, best of 5.
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
from time import perf_counter

import tamis

START = """
from time import perf_counter
begin = perf_counter()
import tamis
imported = perf_counter()
tamis.extract("<p>One line of text, and no more than that.")
print(imported - begin, perf_counter() - imported)
"""
SAMPLE = Path(__file__).parent.parent / "examples/pages/article.html"


def resident() -> float:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


def pages(folder: str, most: int) -> list[str]:
    with lzma.open(Path(folder) / "wcxb-dev.jsonl.xz", "rt", encoding="utf-8") as lines:
        return [json.loads(line)["html"] for line in islice(lines, most)]


def shell() -> float:
    begin = perf_counter()
    subprocess.run([sys.executable, "-m", "tamis", "extract", str(SAMPLE)], capture_output=True, check=True)
    return perf_counter() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=10_000)
    folder = os.environ.get("TAMIS_DATA")
    if not folder:
        sys.exit("set TAMIS_DATA to the folder with wcxb-dev.jsonl.xz")
    wanted = parser.parse_args().pages
    known = pages(folder, 500)
    for page in known:
        tamis.extract(page)
    before = resident()
    for page in islice(cycle(known), wanted):
        tamis.extract(page)
    print(f"resident after {len(known)} pages {before:.1f} MB, after {wanted:,} more {resident():.1f} MB")
    runs = [subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=True) for _ in range(5)]
    imported, first = zip(*(map(float, run.stdout.split()) for run in runs), strict=True)
    print(f"import tamis {1000 * min(imported):.0f} ms, the first extract() {1000 * min(first):.0f} ms more")
    print(f"tamis extract of a small page, from the shell, {1000 * min(shell() for _ in range(5)):.0f} ms")


if __name__ == "__main__":
    main()
