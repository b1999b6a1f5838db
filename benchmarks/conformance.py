"""Holds the reader against html5lib's tests of tree construction.

    python benchmarks/conformance.py

Fetches html5lib's source archive from PyPI, which has them, or reads the folder that is given. Of each whole page the
reader's body is compared, elements and texts in document order, with what the test expects. What the columns leave out
is left out there too: comments, the content of what is not visible text, white space between blocks. Tests of fragments
and those that run scripts are not for a reader of pages. Prints each difference with its explanation, from a list by
what the page holds; exits with 1 if one has none.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
import tarfile
import urllib.request
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import tamis
from tamis.html.tags import SKIP, TRAITS
from tamis.html.tree import Tree, read

ADDRESS = (
    "https://files.pythonhosted.org/packages/ac/b6/b55c3f49042f1df3dcd422b7f224f939892ee94f22abcf503a9b7339eaf2/"
    "html5lib-1.1.tar.gz"
)
EXPLAINED = (
    (r"<select", "a select holds any elements since 2025; the tests are of 2020"),
    (r"<noscript", "a noscript out of which something would reach is read as text"),
)


class Case(NamedTuple):
    """One test."""

    name: str
    page: str
    expected: str


def cases(texts: dict[str, str]) -> Iterator[Case]:
    """The tests of whole pages in files of html5lib's form."""
    for file, text in sorted(texts.items()):
        for number, test in enumerate(re.split(r"(?:^|\n)#data\n", text)[1:]):
            page, _, rest = f"\n{test}".partition("\n#errors")
            if "\n#document-fragment" in rest or "\n#script-on" in rest:
                continue
            yield Case(f"{file}:{number}", page[1:], rest.partition("\n#document\n")[2])


def expected_lines(dump: str) -> list[str]:
    """Elements and texts of the body in a test's form, each with its depth."""
    nodes: list[list[str | int]] = []
    for line in dump.split("\n"):
        if line.startswith("| "):
            inside = line[2:]
            nodes.append([(len(inside) - len(inside.lstrip(" "))) // 2, inside.lstrip(" ")])
        elif nodes and line:
            nodes[-1][1] = f"{nodes[-1][1]}\n{line}"
        elif nodes:
            nodes[-1][1] = f"{nodes[-1][1]}\n"
    found: list[str] = []
    top, skip = None, 99
    for depth, text in (
        (int(depth), str(text).rstrip("\n") if str(text)[0] != '"' else str(text)) for depth, text in nodes
    ):
        if top is None:
            top = depth if depth == 1 and re.fullmatch(r"<(body|frameset)>", text) else None
            if top is not None:
                found.append(f"0 {text}")
            continue
        if depth <= top:
            top = 99 if depth <= top else top
            continue
        if depth > skip:
            continue
        skip = 99
        if text.startswith('"'):
            found.append(f"{depth - 1} {text.rstrip(chr(10))[1:-1]}")
        elif text.startswith("<") and text.endswith(">") and not text.startswith("<!"):
            name = text[1:-1].split(" ")[-1].lower()
            found.append(f"{depth - 1} <{name}>")
            if TRAITS.get(name, 0) & SKIP:
                skip = depth
    return found


def read_lines(tree: Tree) -> list[str]:
    """The same of what was read."""
    depths: list[int] = []
    found = []
    runs = list(zip(tree.run_seen, tree.run_parents, tree.runs, strict=True))[::-1]
    for row in range(len(tree.tags) + 1):
        while runs and runs[-1][0] <= row:
            _, parent, text = runs.pop()
            found.append(f"{depths[parent] + 1} {text}")
        if row < len(tree.tags):
            depths.append(depths[tree.parents[row]] + 1 if row else 0)
            found.append(f"{depths[row]} <{tree.tags[row]}>")
    return found


def without_space(lines: list[str]) -> list[str]:
    """Without white space, some of which the columns leave out."""
    squeezed = (re.sub(r"\s+", "", line.partition(" ")[2]) for line in lines)
    return [f"{line.partition(' ')[0]} {text}" for line, text in zip(lines, squeezed, strict=True) if text]


def fetch(folder: Path | None) -> dict[str, str]:
    """The files of tests by their names."""
    if folder is not None:
        return {path.name: path.read_text("utf-8") for path in folder.glob("*.dat")}
    with urllib.request.urlopen(ADDRESS, timeout=60) as answer:
        packed = io.BytesIO(answer.read())
    with tarfile.open(fileobj=packed) as archive:
        members = [m for m in archive.getmembers() if re.search(r"tree-construction/[^/]*\.dat$", m.name)]
        files = [(Path(member.name).name, archive.extractfile(member)) for member in members]
        return {name: file.read().decode("utf-8") for name, file in files if file is not None}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, help="of files of tests, instead of fetching them")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    unexplained = 0
    for case in cases(fetch(options.folder)):
        counts["pages"] += 1
        wanted = without_space(expected_lines(case.expected))
        got = without_space(read_lines(read(case.page, None, tamis.Limits())))
        if wanted == got or (not wanted and len(got) == 1):
            counts["equal"] += 1
            continue
        why = next((why for pattern, why in EXPLAINED if re.search(pattern, case.page, re.IGNORECASE)), "")
        counts[why or "without an explanation"] += 1
        unexplained += not why
        print(f"{case.name}: {why or 'WITHOUT AN EXPLANATION'}\n  {case.page!r}\n  {wanted}\n  {got}")
    print("\n".join(f"{count} {name}" for name, count in counts.items()))
    sys.exit(unexplained > 0)


if __name__ == "__main__":
    main()
