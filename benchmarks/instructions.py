"""How many instructions `extract()` takes, which does not depend on the machine's mood as times do.

    python benchmarks/instructions.py

Needs valgrind with its headers and a C compiler (``apt-get install valgrind gcc``), and takes a minute or two. The
pages are those in examples/pages, which are small, and a generated one, which has the size and the markup of today's.
Each goes through tamis, resiliparse and the bare parser in one process under callgrind; counting begins after every
one of them has seen every page, so that imports, the model's loading and what is made on first use are not in it.
Prints three Markdown tables: by page, by stage of tamis, and by function, of which the compiled ones have names.

The processor that valgrind plays has AVX2 at most, hash seeds and threads are fixed. What remains to differ between
two runs is under two per cent.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

PAGES = sorted((Path(__file__).parent.parent / "examples/pages").glob("*.html"))
ROUNDS = 3
RUNS = TAMIS, PEER, PARSER = "tamis", "resiliparse", "turbohtml, parse alone"
SMALL, LARGE = "examples", "generated"
MARKS = """
#include <valgrind/callgrind.h>
void begin(void) { CALLGRIND_START_INSTRUMENTATION; }
void mark(const char *name) { CALLGRIND_DUMP_STATS_AT(name); }
"""
FEWEST = 0.01
"""of all instructions: functions with less are not told"""
PARTS = {
    "_multiarray_umath": "NumPy", "umath_linalg": "NumPy", "openblas": "OpenBLAS", "python3": "Python",
    "libc.so": "C library", "libc-": "C library", "libm": "C library", "turbohtml": "turbohtml",
    "ld-linux": "C library",
}  # fmt: skip


def generated() -> str:
    """A page of some 200 KB, most of which is not text: styles, scripts, attributes; links, an article and cards."""
    style = "".join(f".c{i}-module__root--{i * 7919 % 9973:x}{{margin:0 {i % 9}px;display:flex}}" for i in range(700))
    state = ",".join(f'{{"id":{i},"slug":"/part/{i}","tags":["a{i % 7}","b{i % 5}"],"show":true}}' for i in range(700))

    def element(tag: str, i: int, inside: str) -> str:
        return (
            f'<{tag} class="c{i % 700}-module__root--{i * 7919 % 9973:x} mx-2 md:px-4" data-id="n{i}">{inside}</{tag}>'
        )

    links = "".join(element("li", i, f'<a href="/part/{i}?from=menu&amp;n={i}">Part {i}</a>') for i in range(150))
    words = "the dough is folded and rested until it holds its shape nobody should hurry what takes a night".split()
    texts = [
        " ".join(words[(i * 7 + j * 5) % len(words)] for j in range(20 + i * 13 % 60)).capitalize() + f", {i} times."
        for i in range(160)
    ]
    article = "".join(element("p", i, text) for i, text in enumerate(texts[:60]))
    cards = "".join(
        element("div", i, element("div", i + 1, f'<a href="/c/{i}"><img src="/{i}.jpg" alt=""><h3>Card {i}</h3></a>')
                + element("div", i + 2, f"<p>{text}</p><span>{i} min</span>"))
        for i, text in enumerate(texts[60:])
    )  # fmt: skip
    return (
        f"<!DOCTYPE html><html lang=en><head><title>Bread &amp; salt</title><style>{style}</style></head><body>"
        f"<header><nav><ul>{links}</ul></nav></header><main><h1>Bread &amp; salt</h1><article>{article}</article>"
        f"<section><h2>More</h2>{cards}</section></main><footer><p>All rights reserved.</p></footer>"
        f"<script type=application/json>[{state}]</script></body></html>"
    )


def page_set() -> dict[str, str]:
    """Names and texts."""
    import tamis

    return {path.stem: tamis.analyze(path.read_bytes()).page.tree.source for path in PAGES} | {LARGE: generated()}


def kind_of(name: str) -> str:
    return LARGE if name == LARGE else SMALL


def count(folder: Path) -> None:
    """Under valgrind: run everything, and leave a mark after each part."""
    from speed import STAGES
    from turbohtml import parse

    import tamis
    from tamis.lab.peers import PEERS

    marks = ctypes.CDLL(str(folder / "marks.so"))

    def mark(name: str) -> None:
        marks.mark(name.encode())

    pages = page_set()
    runs: dict[str, Callable[[str], Any]] = {TAMIS: tamis.extract, PEER: PEERS[PEER].prepare(), PARSER: parse}
    for run in runs.values():
        for html in pages.values():
            run(html)
    marks.begin()
    for who, run in runs.items():
        for name, html in pages.items():
            run(html)
            mark("-")
            for _ in range(ROUNDS):
                run(html)
            mark(f"page {who}/{name}")
    kind = ""
    in_stages(STAGES, lambda stage: mark(f"stage {kind}/{stage}"))
    for name, html in pages.items():
        kind = kind_of(name)
        mark("-")
        tamis.extract(html)
        mark(f"stage {kind}/rest")


def in_stages(places: tuple[str, ...], mark: Callable[[str], None]) -> None:
    """Have a mark left wherever a stage of tamis begins or ends; what it calls of other stages is not its own."""
    within = ["rest"]
    for place in places:
        module_name, name = place.split(":")
        module = importlib.import_module(module_name)
        run = getattr(module, name)

        def marked(*args: Any, _run: Any = run, _name: str = name, **options: Any) -> Any:
            mark(within[-1])
            within.append(_name)
            try:
                return _run(*args, **options)
            finally:
                mark(within.pop())

        setattr(module, name, marked)


def dumped(folder: Path) -> tuple[Counter[str], dict[str, Counter[str]]]:
    """Instructions by mark, and those of tamis by kind of page and function."""
    by_mark: Counter[str] = Counter()
    by_function: dict[str, Counter[str]] = {SMALL: Counter(), LARGE: Counter()}
    for path in folder.glob("counts.out.*"):
        trigger = re.search(
            r"^desc: Trigger: Client Request: (.*)$", text := path.read_text(errors="replace"), re.MULTILINE
        )
        if trigger is None:
            continue
        total = re.search(r"^(?:totals|summary): (\d+)", text, re.MULTILINE)
        by_mark[trigger[1]] += int(total[1]) if total else 0
        if trigger[1].startswith(f"page {TAMIS}/"):
            by_function[kind_of(trigger[1].partition("/")[2])].update(functions(text))
    return by_mark, by_function


def functions(text: str) -> Counter[str]:
    """The instructions of each function by itself: the lines under ``fn=`` but for those that tell of calls."""
    found: Counter[str] = Counter()
    names: dict[str, str] = {}
    here, called = {"ob": "", "fn": ""}, False
    for line in text.splitlines():
        if match := re.match(r"(c?)(ob|fn|fi|fe|fl)=(\(\d+\))(?: (.*))?$", line):
            kind = "file" if match[2] in ("fi", "fe", "fl") else match[2]
            name = names.setdefault(kind + match[3], match[4] or "")
            if not match[1] and kind in here:
                here[kind] = name
        elif line.startswith("calls="):
            called = True
        elif re.match(r"[0-9+*-]", line):
            if not called:
                found[function_name(here["ob"], here["fn"])] += int(line.split()[-1])
            called = False
    return found


def function_name(library: str, symbol: str) -> str:
    """``tamis.native.reader: Reader.read`` for what Cython made of it, the library's name for what is not ours."""
    file = Path(library).name
    if "/tamis/" in library:
        module = library.rpartition("/tamis/")[2].partition(".")[0].replace("/", ".")
        parts = re.findall(r"\d+([A-Za-z_]\w*?)(?=_\d|$)", symbol) if symbol.startswith("__pyx_") else []
        own = symbol.split(f"{len(module.rpartition('.')[2])}{module.rpartition('.')[2]}_", 1)
        if symbol.startswith(("__pyx_f_", "__pyx_pf_", "__pyx_pw_")) and parts and len(own) == 2:
            return f"`tamis.{module}`: `{re.sub(r'^_*[0-9]+(?=[A-Za-z_])', '', own[1])}`"
        return f"`tamis.{module}`: " + ("Cython's own" if symbol.lower().startswith("__pyx") else f"`{symbol}`")
    return next((part for piece, part in PARTS.items() if piece in file), file or "?")


def tables(by_mark: Counter[str], by_function: dict[str, Counter[str]]) -> None:
    from speed import NAMES

    names = [mark.partition("/")[2] for mark in by_mark if mark.startswith(f"page {TAMIS}/")]
    whole = {SMALL: [0.0] * len(RUNS), LARGE: [0.0] * len(RUNS)}
    print(f"| page | {' | '.join(RUNS)} | ratio to {PEER} |\n| --- |" + " --- |" * (len(RUNS) + 1))
    for kind in (SMALL, LARGE):
        for name in sorted(name for name in names if kind_of(name) == kind):
            took = [by_mark[f"page {who}/{name}"] / ROUNDS / 1e6 for who in RUNS]
            whole[kind] = [a + b for a, b in zip(whole[kind], took, strict=True)]
            print_row(name, took)
    print_row(f"all {SMALL}", whole[SMALL])
    print(f"\n| stage | {SMALL} | share of {PEER}'s | {LARGE} | share of {PEER}'s |\n| --- | --- | --- | --- | --- |")
    for stage, label in {**NAMES, "rest": "the rest"}.items():
        cells = []
        for kind, (_, of_peer, _) in whole.items():
            count = by_mark[f"stage {kind}/{stage}"] / 1e6
            cells += [f"{count:.2f}", f"{count / of_peer:.2f}"]
        print(f"| {label} | " + " | ".join(cells) + " |")
    print(f"\n| function, without what it calls | {SMALL} | share | {LARGE} | share |\n| --- | --- | --- | --- | --- |")
    totals = {kind: sum(found.values()) for kind, found in by_function.items()}
    order = sorted({*by_function[SMALL], *by_function[LARGE]}, key=lambda name: -by_function[LARGE][name])
    for name in order:
        if any(by_function[kind][name] > FEWEST * totals[kind] for kind in totals):
            parts = [
                (found[name] / ROUNDS / 1e6, 100 * found[name] / totals[kind]) for kind, found in by_function.items()
            ]
            print(f"| {name} | " + " | ".join(f"{count:.2f} | {share:.1f} %" for count, share in parts) + " |")


def print_row(name: str, took: list[float]) -> None:
    print(f"| {name} | " + " | ".join(f"{count:.2f}" for count in took) + f" | {took[0] / took[1]:.2f} |")


def main() -> None:
    if len(sys.argv) > 1:
        count(Path(sys.argv[1]))
        return
    if not shutil.which("valgrind"):
        sys.exit("valgrind is not installed: apt-get install valgrind")
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "marks.c").write_text(MARKS)
        subprocess.run(
            [os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O1", "-o", folder / "marks.so", folder / "marks.c"],
            check=True,
        )
        valgrind = [
            "valgrind",
            "-q",
            "--tool=callgrind",
            "--instr-atstart=no",
            f"--callgrind-out-file={folder}/counts.out",
        ]
        fixed = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "PYTHONMALLOC": "pymalloc"}
        subprocess.run([*valgrind, sys.executable, __file__, name], env=fixed, check=True)
        tables(*dumped(folder))


if __name__ == "__main__":
    main()
