"""The same pages through every entry of tamis, and what became of each: used by tests and by ``benchmarks/entries.py``.

An entry is a function of a folder of pages, a strategy and a number of workers. It returns the status of each page by
its file's name: that of its result, or what was reported in its place. A page that is missing there was lost.
"""

from __future__ import annotations

import base64
import gzip
import json
import os
import random
import re
import sqlite3
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from time import sleep
from typing import Final
from urllib.parse import urlsplit

import tamis
from tests.service.running import Running
from tests.workers.misbehave import ASKING

Statuses = dict[str, str]
Entry = Callable[[Path, str, int], Statuses]
_MOST: Final = 300_000
"""bytes of a page: deep pages cost seconds beyond that, which is what limits are for, and not what is asked here"""
_HOSTILE: Final = (
    b"\0", b"\xff\xfe", b"\xed\xa0\x80", b"<!--", b"-->", b"<![CDATA[", b"]]>", b"</body>", b"</html>", b"<plaintext>",
    b"<script>", b"</script>", b"<style>", b"<template>", b"<svg><title>", b"<math><mi>", b"<select><option>",
    b"<table><td><table>", b"<frameset>", b"<p hidden>", b"<base href='http://['>", b"<meta charset=utf-16>",
    b"<meta charset=utf-7>", b"&#0;&#x110000;&notanentity;", b"<a href='javascript:1'>", b'<p class="', b"<p style='",
    b"<div>" * 3000, b"<b><p>" * 700, b"<table><tr><td>" * 500, b"</p>" * 5000, b"<li>" * 5000, b"\xe2\x80\xae" * 200,
    b'<script type="application/ld+json">{"articleBody": "' + b"x " * 2000, b"{" * 5000, b"<p>" + b"a" * 50_000,
)  # fmt: skip
_ASKED: Final = ("CRASH", "EXIT", "RAISE", "SIGKILL")


def mutated(pages: Sequence[bytes], number: int) -> bytes:
    """One of the pages with one to four changes as crawls bring them, or attackers; the same for the same number."""
    chance = random.Random(number)
    page = chance.choice(pages)
    for _ in range(chance.randint(1, 4)):
        page = chance.choice(_CHANGES)(page, pages, chance)[:_MOST]
    return page


def _cut(page: bytes, _: Sequence[bytes], chance: random.Random) -> bytes:
    start, end = sorted(chance.randrange(len(page) + 1) for _ in range(2))
    return page[:start] + page[end:]


def _double(page: bytes, _: Sequence[bytes], chance: random.Random) -> bytes:
    start = chance.randrange(len(page) + 1)
    piece = page[start : start + chance.randint(1, 2000)]
    return page[:start] + piece * chance.choice((2, 3, 50)) + page[start:]


def _splice(page: bytes, pages: Sequence[bytes], chance: random.Random) -> bytes:
    other = chance.choice(pages)
    return page[: chance.randrange(len(page) + 1)] + other[chance.randrange(len(other) + 1) :]


def _flip(page: bytes, _: Sequence[bytes], chance: random.Random) -> bytes:
    changed = bytearray(page)
    for _turn in range(min(len(page), chance.choice((1, 20, 500)))):
        changed[chance.randrange(len(page))] = chance.randrange(256)
    return bytes(changed)


def _insert(page: bytes, _: Sequence[bytes], chance: random.Random) -> bytes:
    for _turn in range(chance.choice((1, 1, 8))):
        at = chance.randrange(len(page) + 1)
        page = page[:at] + chance.choice(_HOSTILE) + page[at:]
    return page


def _end_early(page: bytes, _: Sequence[bytes], chance: random.Random) -> bytes:
    return page[: chance.randrange(len(page) + 1)]


def _as_something_else(page: bytes, _: Sequence[bytes], chance: random.Random) -> bytes:
    forms: tuple[Callable[[], bytes], ...] = (
        lambda: gzip.compress(page, 1, mtime=0),
        lambda: page.decode("latin-1").encode("utf-16"),
        lambda: page.replace(b"<", b"&lt;"),
        lambda: page.replace(b"\n", b"\r"),
        page.upper,
        lambda: b"%PDF-1.7\n" + page,
        lambda: b" \n\t" * 20,
        lambda: b"",
    )
    return chance.choice(forms)()


_CHANGES: Final = (_cut, _double, _splice, _flip, _flip, _insert, _insert, _insert, _end_early, _as_something_else)


def write_pages(folder: Path, pages: Sequence[bytes], count: int, every: int) -> list[str]:
    """Mutated pages as files; each ``every``-th asks the strategy that misbehaves to do so. Returns their names."""
    names = []
    for number in range(count):
        page = mutated(pages, number)
        if number % every == every - 1:
            page = f"<p>{_ASKED[number // every % len(_ASKED)]} {ASKING}, in a sentence.".encode()
        names.append(f"{number:05d}.html")
        (folder / names[-1]).write_bytes(page)
    return names


def by_extract(folder: Path, strategy: str, workers: int) -> Statuses:
    """``tamis extract`` on the folder."""
    out = folder.parent / "extracted.jsonl"
    said = _tamis("extract", str(folder), "-o", str(out), "-f", "jsonl", "--no-ledger", "--strategy", strategy)
    rows = [json.loads(line) for line in out.read_bytes().splitlines()]  # of text it would cut at U+2028, too
    return _reported("extract", folder, said) | {Path(row["source"]).name: row["status"] for row in rows}


def by_library(folder: Path, strategy: str, workers: int) -> Statuses:
    """``extract_many()`` with workers."""
    names = sorted(path.name for path in folder.iterdir())
    pages = ((folder / name).read_bytes() for name in names)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        found = tamis.extract_many(pages, workers, "json", strategy=strategy, ledger=False)
        return dict(zip(names, (json.loads(text)["status"] for text in found), strict=True))


def by_run(folder: Path, strategy: str, workers: int) -> Statuses:
    """``tamis run`` into Parquet; what is no page there is counted in its report."""
    import pyarrow.parquet

    out = folder.parent / "rows"
    said = _tamis("run", str(folder), "-o", str(out), "--workers", str(workers), "--strategy", strategy)
    rows = pyarrow.parquet.read_table(out, columns=["url", "status"]).to_pylist()
    statuses = {Path(row["url"]).name: str(row["status"]) for row in rows}
    records = json.loads((out / "_report.json").read_text())["all"]["records"]
    empty = [path.name for path in folder.iterdir() if not path.read_bytes().strip()]
    assert records == {"page": len(rows)} | ({"empty": len(empty)} if empty else {}), said
    return statuses | dict.fromkeys(empty, "empty")


def by_index(folder: Path, strategy: str, workers: int) -> Statuses:
    """``tamis index`` into a store."""
    store = folder.parent / "pages.db"
    said = _tamis("index", str(folder), "--store", str(store), "--strategy", strategy)
    with sqlite3.connect(store) as database:
        rows = database.execute("SELECT url, status FROM pages").fetchall()
    return _reported("index", folder, said) | {Path(url).name: status for url, status in rows}


def by_service(folder: Path, strategy: str, workers: int) -> Statuses:
    """``tamis serve``, asked by as many clients at once as twice its workers."""
    server = Running(folder.parent / "service.log", "--workers", str(workers))
    try:
        names = sorted(path.name for path in folder.iterdir())
        with ThreadPoolExecutor(2 * workers) as clients:
            ask = [clients.submit(_ask, server.url, folder / name, strategy) for name in names]
            return {name: answer.result() for name, answer in zip(names, ask, strict=True)}
    finally:
        server.stop()


ENTRIES: Final[Mapping[str, Entry]] = {
    "extract": by_extract, "extract_many": by_library, "run": by_run, "index": by_index, "service": by_service,
}  # fmt: skip


def kind(status: str) -> str:
    """A status without its details, to count it by.

    >>> kind("crashed: SIGSEGV"), kind("truncated: nesting"), kind("422 the page could not be processed")
    ('crashed', 'truncated', '422')
    """
    return re.split(r"[:; ]", status, maxsplit=1)[0]


def missing(names: Iterable[str], statuses: Statuses) -> list[str]:
    """The pages that were lost: without a status."""
    return [name for name in names if not statuses.get(name)]


def _tamis(*arguments: str) -> str:
    """Run a command; what it said on standard error. It may end with 1, as some pages cannot be processed."""
    command = [sys.executable, "-m", "tamis", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "COLUMNS": "500"})
    assert done.returncode in (0, 1), done.stderr[-2000:]
    return done.stderr


def _reported(command: str, folder: Path, said: str) -> Statuses:
    """What a command said of single pages: ``tamis index: FOLDER/00001.html: not html: pdf``."""
    line = re.compile(rf"^tamis {command}: {re.escape(folder.as_posix())}/([^:\s]+): (.+)$", re.MULTILINE)
    return dict(line.findall(said))


def _ask(address: str, page: Path, strategy: str) -> str:
    body = {"html_base64": base64.b64encode(page.read_bytes()).decode(), "strategy": strategy}
    while True:
        line = HTTPConnection(urlsplit(address).netloc, timeout=120)
        line.request("POST", "/v1/extract", json.dumps(body), {"content-type": "application/json"})
        answer = line.getresponse()
        form = json.loads(answer.read())
        line.close()
        if answer.status != 503:
            return str(form["status"]) if answer.status == 200 else f"{answer.status} {form['detail']}"
        sleep(float(answer.headers["retry-after"]))
