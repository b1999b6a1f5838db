"""Generated and mutated pages through every strategy and every format, for a given time.

    python benchmarks/fuzz.py --minutes 10

Side by side, Hypothesis writes pages (`tests/html_pages.py`) and atheris, guided by the coverage of tamis's own code,
mutates the sample pages. Any exception, any page that takes ten seconds of processor time and any
ledger that breaks its rules counts as a find; the page is saved beside the report. Meanwhile the property tests of the
suite, which there try the same examples every time, look for new ones. Exits with 1 if there was a find.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import traceback
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter, process_time

ROOT = Path(__file__).parent.parent
SLOW = 10.0
PROPERTIES = (
    "tests/test_ledger.py",
    "tests/native/test_tree.py",
    "tests/test_selection.py",
    "tests/render/test_formats.py",
)


def check(data: bytes) -> None:
    """One page through everything; raises if something is wrong."""
    import tamis
    from tamis.html.tree import read

    tree, parsed = (read(data, None, tamis.Limits(), document=document) for document in (False, True))
    for column in ("tags", "parents", "traits", "flags", "runs", "run_parents", "run_cuts", "run_seen"):
        assert getattr(tree, column) == getattr(parsed, column), f"the reader and the parser differ in {column}"
    for strategy in tamis.available_strategies():
        start = process_time()
        if strategy.scope == "page":
            documents = [tamis.analyze(data, "https://example.com/a", strategy.name)]
        else:
            pages = [("https://example.com/a", data), ("https://example.com/b", data[: len(data) // 2])]
            documents = tamis.analyze_site(pages, strategy=strategy.name)
        for document in documents:
            assert len(document.blocks) == len(document.page)
            assert all(0 <= b.score <= 1 and (b.score >= 0.5) == b.kept and b.reason for b in document.blocks)
            # auto may keep what is hidden and can be opened
            assert strategy.name == "auto" or not any(b.kept and b.hidden for b in document.blocks)
            json.dumps(document.to_dict(metadata=True)).encode()
            document.markdown(links=True, images=True).encode()
            document.html().encode()
        taken = process_time() - start
        assert taken < SLOW, f"{strategy.name} took {taken:.1f} s"


def search(until: float, finds: Path) -> int:
    """The suite's property tests with examples of their own, round after round; returns how many rounds."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--hypothesis-profile", "random"]
    rounds = 0
    while perf_counter() < until:
        run = subprocess.run([*command, *PROPERTIES], cwd=ROOT, capture_output=True, text=True, check=False)
        rounds += 1
        if run.returncode:
            (finds / f"property-{rounds}.txt").write_text(run.stdout[-5000:], encoding="utf-8")
            break
    return rounds


def generate(until: float, finds: Path) -> int:
    """Pages that Hypothesis writes, until the time is over; returns how many."""
    sys.path.insert(0, str(ROOT))
    from hypothesis import HealthCheck, Phase, given, settings
    from tests.html_pages import pages

    count = 0

    @settings(
        max_examples=200, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )
    @given(pages)
    def one(html: str) -> None:
        nonlocal count
        if perf_counter() > until:
            return
        count += 1
        guarded(html.encode("utf-8", "replace"), finds)

    while perf_counter() < until:
        one()
    return count


def guarded(data: bytes, finds: Path) -> None:
    """Check a page, and write it down if something is wrong."""
    try:
        check(data)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        key = hashlib.sha256(f"{type(error).__name__}{place.filename}{place.lineno}".encode()).hexdigest()[:12]
        (finds / f"{key}.html").write_bytes(data)
        (finds / f"{key}.txt").write_text(traceback.format_exc(), encoding="utf-8")


def mutate(seconds: float, finds: Path, corpus: Path) -> None:
    """Run by the child process: atheris never returns."""
    import atheris

    with atheris.instrument_imports(include=["tamis"]):
        import tamis  # noqa: F401 - imported to be instrumented

    count = 0

    def one(data: bytes) -> None:
        nonlocal count
        count += 1
        (finds / "count").write_text(str(count))
        guarded(data, finds)

    options = [f"-max_total_time={int(seconds)}", "-max_len=30000", "-verbosity=0", f"-artifact_prefix={finds}/"]
    atheris.Setup([sys.argv[0], *options, str(corpus)], one)
    atheris.Fuzz()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--mutate", nargs=3, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.mutate:
        mutate(float(args.mutate[0]), Path(args.mutate[1]), Path(args.mutate[2]))
        return 0
    if find_spec("atheris") is None:
        sys.exit("atheris is not installed: run `make fuzz`, which installs it")
    seconds = args.minutes * 60
    with tempfile.TemporaryDirectory() as scratch:
        finds, corpus = Path(scratch) / "finds", Path(scratch) / "corpus"
        finds.mkdir()
        corpus.mkdir()
        for page in (ROOT / "examples/pages").glob("*.html"):
            (corpus / page.name).write_bytes(page.read_bytes())
        child = subprocess.Popen(
            [sys.executable, __file__, "--mutate", str(seconds), str(finds), str(corpus)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )  # fmt: skip
        until = perf_counter() + seconds
        with ThreadPoolExecutor(1) as pool:  # the tests run in processes of their own
            rounds = pool.submit(search, until, finds)
            generated = generate(until, finds)
            searched = rounds.result()
        child.wait()
        mutated = int((finds / "count").read_text()) if (finds / "count").exists() else 0
        found = sorted(finds.glob("*.txt"))
        print(
            f"generated by Hypothesis: {generated:,} pages; mutated by atheris: {mutated:,} pages; "
            f"rounds of the property tests: {searched}; finds: {len(found)}"
        )
        for text in found:
            page = text.with_suffix(".html")
            if page.exists():  # a property test prints its example
                target = Path(tempfile.gettempdir()) / f"tamis-fuzz-{text.stem}.html"
                target.write_bytes(page.read_bytes())
                print(f"\n{target}")
            print(f"\n{text.read_text()}")
        return bool(found) or not mutated or not generated


if __name__ == "__main__":
    sys.exit(main())
