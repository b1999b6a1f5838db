"""Runs a benchmark and puts what it prints into benchmarks/README.md, between the marks of that name.

    python benchmarks/write.py memory benchmarks/memory.py --pages 10000

replaces what stands between ``<!-- memory -->`` and ``<!-- /memory -->``. If the benchmark fails, nothing is written.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parent / "README.md"


def main() -> None:
    name, *command = sys.argv[1:]
    between = re.compile(rf"(<!-- {re.escape(name)} -->\n).*?(<!-- /{re.escape(name)} -->)", re.DOTALL)
    if not between.search(README.read_text(encoding="utf-8")):
        sys.exit(f"{README} has no place marked {name}")
    lines = []
    with subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True, encoding="utf-8") as run:
        assert run.stdout is not None
        for line in run.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    if run.returncode:
        sys.exit(f"{' '.join(command)} failed; {README} is as it was")
    told = "".join(lines).strip("\n")
    text = README.read_text(encoding="utf-8")  # anew: benchmarks take long, and others write there too
    README.write_text(between.sub(lambda place: f"{place[1]}\n{told}\n\n{place[2]}", text), encoding="utf-8")


if __name__ == "__main__":
    main()
