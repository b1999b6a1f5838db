"""What a long-lived process grows by over 10,000 pages, one after another; the aim is less than 5 MB.

    [TAMIS_DATA=…] python benchmarks/memory.py [--pages 10000]

Twice, each in a process of its own: on generated pages, all of them different, and, where TAMIS_DATA is set, on 500
pages of wcxb-dev over and over. Resident memory (Linux) is read after a warm-up of 1,000 pages and at each quarter of
the way.
Prints a Markdown table.
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
from collections.abc import Iterator
from itertools import count, cycle, islice
from pathlib import Path

from generated_site import Site

import tamis

WARM_UP = 1000
QUARTERS = 4


def resident() -> float:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


def kept() -> list[str]:
    with lzma.open(Path(os.environ["TAMIS_DATA"]) / "wcxb-dev.jsonl.xz", "rt", encoding="utf-8") as lines:
        return [json.loads(line)["html"] for line in islice(lines, 500)]


def measure(kind: str, wanted: int) -> None:
    """In a process of its own: resident memory after the warm-up and each quarter."""
    made = Site()
    pages: Iterator[str] = (made.page(i).html for i in count()) if kind == "generated" else cycle(kept())
    found = []
    for amount in (WARM_UP, *[wanted // QUARTERS] * QUARTERS):
        for page in islice(pages, amount):
            tamis.extract(page)
        found.append(resident())
    growth = max(found[1:]) - found[0]
    print(f"| {kind} | " + " | ".join(f"{size:.1f}" for size in found) + f" | {growth:.1f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--kind", choices=("generated", "wcxb-dev"), help="one kind of page, in this process")
    args = parser.parse_args()
    if args.kind:
        measure(args.kind, args.pages)
        return
    steps = [f"after {args.pages * part // QUARTERS:,} more, MB" for part in range(1, QUARTERS + 1)]
    print(f"| pages | resident after {WARM_UP:,}, MB | {' | '.join(steps)} | most growth, MB |", flush=True)
    print("| --- |" + " --- |" * (QUARTERS + 2), flush=True)
    for kind in ("generated", *(["wcxb-dev"] if os.environ.get("TAMIS_DATA") else [])):
        subprocess.run([sys.executable, __file__, "--kind", kind, "--pages", str(args.pages)], check=True)


if __name__ == "__main__":
    main()
