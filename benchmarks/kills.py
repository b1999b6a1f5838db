"""Workers that are killed, a thousand times: does anything stay behind?

    python benchmarks/kills.py [--kills 1000]

Half of the workers are forked, half are new programs; each is killed with SIGKILL before, between or behind its
answers. Every item has to have its answer. Descriptors, threads, processes and files are counted before and after;
exits with 1 if there are more.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.workers.kills import held, kill_workers, marked, settled


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    kills = parser.parse_args().kills
    left = False
    with tempfile.TemporaryDirectory() as scratch, marked(Path(scratch)):
        folder = Path(scratch)
        print("| workers | kills | answers | before: descriptors, threads, processes, files | after | seconds |")
        print("| --- | ---: | ---: | --- | --- | ---: |")
        for fork in (True, False):
            kill_workers(2, fork)  # what is imported late is there
            before, start = held(folder), perf_counter()
            answers = kill_workers(kills // 2, fork)
            after = settled(folder, before)
            left |= after != before
            counts = [f"{h.descriptors}, {h.threads}, {h.processes}, {len(h.files)}" for h in (before, after)]
            name = "forked" if fork else "new programs"
            took = perf_counter() - start
            print(f"| {name} | {kills // 2:,} | {answers:,} | {counts[0]} | {counts[1]} | {took:.0f} |", flush=True)
    return int(left)


if __name__ == "__main__":
    sys.exit(main())
