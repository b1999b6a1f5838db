"""A digest of every output of many pages, to prove that a change of the code changes no output.

    python benchmarks/digests.py write BEFORE [--sets wcxb-dev,samples] [--pages 150] [--workers 2]
    PYTHONPATH=../other/src python benchmarks/digests.py write AFTER     # another checkout, by the same script
    python benchmarks/digests.py compare BEFORE AFTER                    # exit code 1 if anything differs
    python benchmarks/digests.py show wcxb-dev 0123 markdown             # an output itself, to diff it

Page sets are the files NAME.jsonl.xz in the folder TAMIS_DATA (default: ../shared/data), and `samples`, the pages of
this repository. Of each set come the pages whose ids have the lowest hashes (--pages 0: all), and an eighth as many
groups of up to eight pages of one host, for what needs several pages. A digest is the start of a hash, or the name of
the error that was raised. Child processes make the outputs; what ends its process or exceeds two minutes is `crashed`.

Reasons, the version of tamis and the hash of the weights are not part of a digest. Only public names of tamis are used,
so that one script serves checkouts whose modules differ.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import re
import subprocess
import sys
from base64 import b64decode, b64encode
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import blake2b
from pathlib import Path
from threading import Lock, Timer
from time import monotonic
from typing import Any

import tamis

Record = dict[str, Any]
"""a page as the sets have it, or a job: ``set``, ``id``, ``pages`` and the names of the ``formats``"""
Format = Callable[[Sequence[Record]], str]

SCRIPT = Path(__file__).resolve()
ROOT = SCRIPT.parent.parent
DATA = Path(os.environ.get("TAMIS_DATA", "../shared/data"))
SECONDS = 120.0
"""for one output; no page of the sets needs a tenth of it, on a busy machine either"""
LIMITS = tamis.Limits(seconds=SECONDS)
"""so that no page is cut off because the machine is busy"""
GROUP = range(3, 8 + 1)
"""the fewest and the most pages of one host in a group"""
CRASHED = "crashed"
SHAPE = {"include_links": True, "include_images": True, "include_media": True}
EXTRACTS: Mapping[str, Mapping[str, Any]] = {
    "text": {},
    "markdown": {"output_format": "markdown", **SHAPE},
    "html": {"output_format": "html", **SHAPE},
    "json": {"output_format": "json", "with_metadata": True, "with_items": True, "with_comments": True},
    "data": {"output_format": "json", "with_records": True, "with_entity": True, "ledger": False},
    "tei": {"output_format": "tei", **SHAPE},
    "xml": {"output_format": "xml", **SHAPE},
    "precision": {"favor_precision": True},
    "recall": {"favor_recall": True},
    "no-title": {"include_title": False},
    "no-comments": {"include_comments": False},
    "prose": {"prose_only": True},
    "deduplicate": {"deduplicate": True},
}
"""keywords of extract(), by the format's name"""
LEFT_OUT = ("reason", "tamis", "model")
"""keys of the JSON form"""
VERSION = re.compile(r'(ident="tamis" version|generator)="[^"]*"')


def html_of(page: Record) -> str | bytes:
    """The page as text, or as bytes where the set has bytes."""
    html: str | bytes = page["html"] if "html" in page else b64decode(page["html_base64"])
    return html


def extracted(pages: Sequence[Record], options: Mapping[str, Any]) -> str:
    """An output of extract(), without what is left out."""
    text = tamis.extract(html_of(pages[0]), pages[0].get("url"), limits=LIMITS, **options)
    if options.get("output_format") == "json":
        return json.dumps(without(json.loads(text)), ensure_ascii=False, indent=1)
    return VERSION.sub(r'\1=""', text) if options.get("output_format") in ("tei", "xml") else text


def without(value: Any) -> Any:
    """A JSON value without the keys that are left out.

    >>> without({"blocks": [{"text": "Rye", "reason": "prose"}], "tamis": "0.1.0"})
    {'blocks': [{'text': 'Rye'}]}
    """
    if isinstance(value, dict):
        return {key: without(part) for key, part in value.items() if key not in LEFT_OUT}
    return [without(part) for part in value] if isinstance(value, list) else value


def decided(pages: Sequence[Record], strategy: str) -> list[tamis.Document]:
    """What a strategy makes of a page or a group; ``template`` is the default with the site template of the group."""
    inputs: list[Any] = [(page.get("url"), html_of(page)) for page in pages]
    if strategy != "template":
        return tamis.analyze_site(inputs, strategy, limits=LIMITS)
    template = tamis.SiteTemplate.learn(inputs)
    return [tamis.analyze(html, url, limits=LIMITS, template=template) for url, html in inputs]


def texts(pages: Sequence[Record], strategy: str) -> str:
    """The main texts by a strategy."""
    return "\n\f\n".join(document.text for document in decided(pages, strategy))


def ledger(pages: Sequence[Record], strategy: str) -> str:
    """A line for each block: whether it is kept, score, whether it is hidden, role and text."""
    blocks = (block for document in decided(pages, strategy) for block in document.blocks)
    return "\n".join(f"{b.kept:d} {b.score:.4f} {b.hidden:d} {b.role} {b.text}" for b in blocks)


def strategies() -> dict[str, str]:
    """The scope of each strategy, ``page`` or ``site``, by its name."""
    listing = getattr(tamis, "available_strategies", None) or tamis.strategies
    return {**{strategy.name: strategy.scope for strategy in listing()}, "template": "site"}


def formats() -> dict[str, dict[str, Format]]:
    """All formats by scope and name; a strategy has two, its texts and its blocks."""
    page: dict[str, Format] = {name: partial(extracted, options=options) for name, options in EXTRACTS.items()}
    found: dict[str, dict[str, Format]] = {"page": page, "site": {}}
    for name, scope in strategies().items():
        if name != "auto":  # its blocks are in the JSON form
            found[scope] |= {name: partial(texts, strategy=name), f"{name}-blocks": partial(ledger, strategy=name)}
    return found


def short_hash(text: str) -> str:
    """Twelve hex characters of a hash."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def digest(make: Format, pages: Sequence[Record]) -> str:
    """The hash of an output, or the name of the error that was raised."""
    try:
        return short_hash(make(pages))
    except Exception as error:
        return type(error).__name__


def read_set(name: str) -> Iterator[Record]:
    """The pages of a set, one at a time."""
    if name == "samples":
        for path in sorted([*ROOT.glob("examples/pages/*.html"), *ROOT.glob("tests/pages/*/source.html")]):
            html = b64encode(path.read_bytes()).decode()
            yield {"id": path.relative_to(ROOT).as_posix(), "host": "samples", "html_base64": html}
        return
    with lzma.open(DATA / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            yield {key: record[key] for key in ("id", "host", "site", "url", "html", "html_base64") if key in record}


def jobs_of(name: str, most: int) -> Iterator[Record]:
    """The sample of a set: single pages and then groups of one host's pages, so many at most (0: all)."""
    hosts: dict[str, list[str]] = defaultdict(list)
    for page in read_set(name):  # read twice, rather than hold a whole set in memory
        hosts[page.get("host") or page.get("site") or ""].append(page["id"])
    chosen = set(sorted((page for ids in hosts.values() for page in ids), key=short_hash)[: most or None])
    large = sorted((host for host, ids in hosts.items() if host and len(ids) >= GROUP[0]), key=short_hash)
    groups: dict[str, list[Record]] = {host: [] for host in large[: -(-most // GROUP[-1]) or None]}
    members = {page for host in groups for page in sorted(hosts[host], key=short_hash)[: GROUP[-1]]}
    for page in read_set(name):
        if page["id"] in chosen:
            yield {"set": name, "id": page["id"], "scope": "page", "pages": [page]}
        if page["id"] in members:
            groups[page.get("host") or page["site"]].append(page)
    yield from ({"set": name, "id": f"host:{host}", "scope": "site", "pages": groups[host]} for host in groups)


def answer_jobs() -> None:
    """The child process: for each job on standard input a line with the digest of each of its formats, in order."""
    makers = {name: make for of_scope in formats().values() for name, make in of_scope.items()}
    for job in map(json.loads, sys.stdin):
        for name in job["formats"]:
            print(digest(makers[name], job["pages"]), flush=True)


class Worker:
    """A child process that makes digests, and is started anew when it ends."""

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Start the child, with one thread for linear algebra, since workers share the cores."""
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        command = [sys.executable, str(SCRIPT), "child"]
        pipe = subprocess.PIPE
        self.child = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, encoding="utf-8", env=environment)
        assert self.child.stdin and self.child.stdout
        self.ask, self.answers = self.child.stdin, self.child.stdout

    def stop(self) -> None:
        """End the child and close its pipes."""
        self.child.kill()
        self.child.communicate()

    def digests(self, job: Record) -> dict[str, str]:
        """The digest of each of a job's formats."""
        found: dict[str, str] = {}
        while rest := [name for name in job["formats"] if name not in found]:
            self.ask.write(json.dumps({**job, "formats": rest}) + "\n")
            self.ask.flush()
            for name in rest:
                found[name] = self.next_answer()
                if found[name] == CRASHED:
                    self.stop()
                    self.start()
                    break
        return found

    def next_answer(self) -> str:
        """The child's next line, or ``crashed`` if it ends or has to be ended before."""
        timer = Timer(SECONDS, self.child.kill)
        timer.start()
        line = self.answers.readline()
        timer.cancel()
        return line.strip() or CRASHED


def write(path: Path, sets: Sequence[str], most: int, workers: int, chosen: Mapping[str, Sequence[str]]) -> None:
    """Write the digests of the sample of all sets, a line for each page or group, in order of set and id."""
    started, lock, lines = monotonic(), Lock(), []
    counts: Counter[str] = Counter()
    jobs = ({**job, "formats": chosen[job["scope"]]} for name in sets for job in jobs_of(name, most))

    def work() -> None:
        worker = Worker()
        while True:
            with lock:
                job = next(jobs, None)
            if job is None:
                return worker.stop()
            if found := worker.digests(job):
                lines.append({"set": job["set"], "id": job["id"], "digests": found})
                counts.update(found.values())

    with ThreadPoolExecutor(workers) as pool:
        for running in [pool.submit(work) for _ in range(workers)]:
            running.result()
    lines.sort(key=lambda line: (line["set"], line["id"]))
    path.write_text("".join(json.dumps(line, sort_keys=True) + "\n" for line in lines), encoding="utf-8")
    print(f"{counts.total()} digests of {len(lines)} pages and groups in {monotonic() - started:.0f} s")
    for name, count in counts.items():
        if not re.fullmatch("[0-9a-f]{12}", name):
            print(f"{count} of them: {name}")


def read_digests(path: Path) -> dict[tuple[str, str, str], str]:
    """The digests of a file, by set, format and id."""
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {(line["set"], name, line["id"]): found for line in lines for name, found in line["digests"].items()}


def compare(one: Path, other: Path, names: int) -> bool:
    """Print how many digests differ by set and format, with the ids of the first; whether none does."""
    before, after = read_digests(one), read_digests(other)
    both = before.keys() | after.keys()
    totals = Counter(key[:2] for key in both)
    differing: dict[tuple[str, str], list[str]] = defaultdict(list)
    for key in sorted(key for key in both if before.get(key) != after.get(key)):
        missing = "" if key in before and key in after else f" (not in {other if key in before else one})"
        differing[key[:2]].append(key[2] + missing)
    for (name, format_name), ids in sorted(differing.items()):
        more = ", …" if len(ids) > names else ""
        print(f"{name} {format_name}: {len(ids)} of {totals[name, format_name]} differ: {', '.join(ids[:names])}{more}")
    print(f"{sum(map(len, differing.values()))} of {len(both)} digests differ")
    return not differing


def show(name: str, wanted: str, format_name: str) -> None:
    """Print the output whose digest is compared."""
    for job in jobs_of(name, 0):
        if job["id"] == wanted:
            print(formats()[job["scope"]][format_name](job["pages"]))
            return
    sys.exit(f"{name} has no page {wanted}; a group is called host:NAME")


def chosen_formats(extracts: str | None, of_strategies: str | None) -> dict[str, list[str]]:
    """The names of the formats to write, by scope: all, or those that are named and those of the named strategies."""
    every = formats()
    wanted = list(EXTRACTS) if extracts is None else extracts.split(",")
    named = list(strategies()) if of_strategies is None else of_strategies.split(",")
    wanted += [name for strategy in named for name in (strategy, f"{strategy}-blocks")]
    known = {"", "-blocks", "auto", "auto-blocks", *every["page"], *every["site"]}
    if unknown := [name for name in wanted if name not in known]:
        sys.exit(f"there is no format or strategy {unknown[0]!r}; there are: {', '.join(sorted(known))}")
    return {scope: [name for name in found if name in wanted] for scope, found in every.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser("write", help="write the digests of a sample")
    writing.add_argument("out", type=Path)
    writing.add_argument("--sets", help="NAME,… (default: samples and all in TAMIS_DATA)")
    writing.add_argument("--pages", type=int, default=150, help="of each set; 0 for all (default: 150)")
    writing.add_argument("--workers", type=int, default=2, help="processes (default: 2)")
    writing.add_argument("--formats", help=f"of the default strategy, NAME,… or '' (default: {','.join(EXTRACTS)})")
    writing.add_argument("--strategies", help="NAME,… or '' (default: all, and template)")
    comparing = commands.add_parser("compare", help="compare two files")
    comparing.add_argument("one", type=Path)
    comparing.add_argument("other", type=Path)
    comparing.add_argument("--names", type=int, default=3, help="ids that are named (default: 3)")
    showing = commands.add_parser("show", help="print one output")
    for name in ("set", "id", "format"):
        showing.add_argument(name)
    commands.add_parser("child", help="what `write` starts")
    options = parser.parse_args()
    if options.command == "child":
        answer_jobs()
    elif options.command == "compare":
        sys.exit(not compare(options.one, options.other, options.names))
    elif options.command == "show":
        show(options.set, options.id, options.format)
    else:
        found = sorted(path.name.removesuffix(".jsonl.xz") for path in DATA.glob("*.jsonl.xz"))
        if not (options.sets or found):
            sys.exit(f"no page sets in {DATA}: set TAMIS_DATA to their folder, or take --sets samples")
        sets = options.sets.split(",") if options.sets else ["samples", *found]
        chosen = chosen_formats(options.formats, options.strategies)
        write(options.out, sets, options.pages, options.workers, chosen)


if __name__ == "__main__":
    main()
