"""How soon tamis answers: the time of `import tamis`, of the first `extract()` and of `tamis extract` from the shell.

    python benchmarks/start.py [--rounds 20] [--times]

Each in fresh interpreters, by turns with `import numpy`, without which tamis cannot be, and with Python's own start, so
that a busy machine is busy for all of them. Told are the least and the median of the time on the clock and of the
processor's (user and system), and where there is valgrind how many instructions each takes.
Python's compiled files are made first, as `pip install` does.
"""

from __future__ import annotations

import argparse
import compileall
import os
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

import tamis

SAMPLE = Path(__file__).parent.parent / "examples/pages/article.html"
CLOCK = "from time import perf_counter as now, process_time as spent; "
TIMED = CLOCK + "{}; at, of = now(), spent(); {}; print(now() - at, spent() - of)"
INSIDE = {
    "`import numpy`": ("pass", "import numpy"),
    "`import numpy, turbohtml`": ("pass", "import numpy, turbohtml"),
    "`import tamis`": ("pass", "import tamis"),
    "the first `extract()` after it, of one line": (
        "import tamis", "tamis.extract('<p>One line of text, and no more than that.')"
    ),
    "the first `extract()` after it, of a small page": (
        f"import tamis; page = open({str(SAMPLE)!r}).read()", "tamis.extract(page)"
    ),
}  # fmt: skip
SHELL = {
    "`python -c pass`, from the shell": ["-c", "pass"],
    "`tamis extract` of a small page, from the shell": ["-m", "tamis", "extract", str(SAMPLE)],
}
BOUNDS = {"`import tamis`": 150, "`tamis extract` of a small page, from the shell": 400} | {
    name: 50 for name in INSIDE if name.startswith("the first")
}


def inside(prepare: str, run: str) -> tuple[float, float]:
    """Seconds on the clock and of the processor that a statement takes in a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", TIMED.format(prepare, run)], capture_output=True, text=True, check=True
    )
    at, of = done.stdout.split()
    return float(at), float(of)


def whole(arguments: list[str]) -> tuple[float, float]:
    """The same for a whole process."""
    begin = perf_counter()
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return perf_counter() - begin, used.ru_utime + used.ru_stime


def instructions(arguments: list[str]) -> int:
    """Of a whole process."""
    valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    fixed = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        [*valgrind, sys.executable, *arguments], capture_output=True, text=True, check=True, env=fixed
    )
    return int(next(line for line in done.stderr.splitlines() if "refs:" in line).split()[-1].replace(",", ""))


def counts() -> dict[str, float]:
    """Million instructions of each, less those of what comes before it."""
    found = {}
    for name, (prepare, run) in INSIDE.items():
        before, after = instructions(["-c", prepare]), instructions(["-c", f"{prepare}; {run}"])
        found[name] = (after - before) / 1e6
    return found | {name: instructions(arguments) / 1e6 for name, arguments in SHELL.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--times", action="store_true", help="do not count instructions, which takes a minute")
    args = parser.parse_args()
    compileall.compile_dir(Path(tamis.__file__).parent, quiet=1)
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in [*INSIDE, *SHELL]}
    for _ in range(args.rounds):
        for name, (prepare, run) in INSIDE.items():
            found[name].append(inside(prepare, run))
        for name, arguments in SHELL.items():
            found[name].append(whole(arguments))
    counted = counts() if shutil.which("valgrind") and not args.times else {}
    print(
        "| | least ms | median ms | processor, least ms | processor, median ms |"
        + (" million instructions |" if counted else "") + " aim, ms |\n| --- | --- | --- | --- | --- |"
        + (" --- |" if counted else "") + " --- |"
    )  # fmt: skip
    for name, times in found.items():
        cells = [f"{1000 * of(column):.0f}" for column in zip(*times, strict=True) for of in (min, median)]
        cells += [f"{counted[name]:.0f}"] if counted else []
        print(f"| {name} | " + " | ".join(cells) + f" | {BOUNDS.get(name, '')} |")


if __name__ == "__main__":
    main()
