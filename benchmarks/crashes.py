"""Pages that nest formatting, tables, links and foreign content as nobody would, in children that are watched.

    python benchmarks/crashes.py --minutes 60

`benchmarks/fuzz.py` looks for exceptions; a parser can also end the process, or never return. So each batch of pages
goes through a child of its own, which notes the number of the page before it reads it. A child that dies, or needs more
than 20 minutes, is a find: the page is made again from its number and saved. Exits with 1 if there was one.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

BATCH = 200
SLOW = 1200.0
FORMATTING = "a b big code em font i nobr s small strike strong tt u".split()
TABLES = "table caption colgroup col tbody thead tfoot tr td th".split()
BLOCKS = "div p ul li dl dt dd h1 form center button pre address".split()
FOREIGN = "svg math mi mtext annotation-xml foreignObject title desc".split()
OTHERS = "select option optgroup template ruby rt object".split()
RAW = "script style textarea title noscript iframe plaintext xmp noframes".split()
SCOPED = "applet marquee object template html body head frameset input br img hr".split()
PLAIN = ("", "", "", " x", " /", "\n")
ATTRIBUTES = (*PLAIN, ' x="<a>"', " x='>'", " type=hidden", ' encoding="text/html"', " color=1", " x=y/")
TEXTS = ("", "text", "<p>A line of text.", "\0", "&lt", "<!-- -->", "<!-- ", "<![CDATA[", "]]>")
GROUPS = (FORMATTING, TABLES, BLOCKS, FOREIGN, OTHERS, RAW, SCOPED)


def page_of(number: int) -> str:
    """Write the page with this number: runs of repeated units, with other tags strewn among them."""
    rng = random.Random(number)
    page = (rng.choice((near_the_known, anything)))(rng)
    return (page.upper() if rng.random() < 0.1 else page)[:200_000]


def near_the_known(rng: random.Random) -> str:
    """Formatting around tables, deeper than the parser goes, and a few tags: where the first crash was found."""
    parts = []
    for _ in range(rng.randint(1, 2)):
        rows = rng.choice((["td"], ["tr", "td"], ["caption"], []))
        unit = [*rng.sample(FORMATTING, rng.randint(1, 4)), "table", *rows]
        attributes, times = rng.choice(ATTRIBUTES), rng.randint(500, 1200) // len(unit)
        parts.append("".join(f"<{name}{attributes}>" for name in unit) * times)
        strewn = ["a", "a", "div", rng.choice(FORMATTING), *rng.choices(TABLES + BLOCKS, k=3)]
        parts.extend(tag_of(rng, strewn, 0.35) for _ in range(rng.randint(2, 12)))
    return "".join(parts)


def anything(rng: random.Random) -> str:
    """Repeated units of any elements, foreign, raw and unknown to their place."""
    names = [name for group in GROUPS for name in group if rng.random() < rng.choice((0.1, 0.4, 0.9))] or ["a"]
    parts = [rng.choice(("", "<!doctype html>", "<html><body>", "<!>"))]
    for _ in range(rng.randint(1, 6)):
        unit = "".join(tag_of(rng, names, 0.2) for _ in range(rng.randint(1, 8)))
        parts.append(unit * rng.choice((1, 1, 2, 7, 40, 90, 200, 600)))
        parts.extend(tag_of(rng, names, 0.5) for _ in range(rng.randint(0, 6)))
        parts.append(rng.choice(TEXTS))
    return "".join(parts)


def tag_of(rng: random.Random, names: list[str], closing: float) -> str:
    """Write one start tag or end tag."""
    name = rng.choice(names)
    if rng.random() < closing:
        return f"</{name}>"
    return f"<{name}{rng.choice(ATTRIBUTES)}>"


def read_all(first: int, note: Path) -> None:
    """Run by the child: the pages from a number on, each through every output."""
    import tamis

    with note.open("r+b", buffering=0) as file:
        for number in range(first, first + BATCH):
            file.seek(0)
            file.write(b"%020d" % number)
            document = tamis.analyze(page_of(number))
            document.markdown(links=True, media=True)
            tamis.extract(page_of(number), include_media=True)
            document.html()
            document.to_dict(metadata=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--first", type=int, default=0, help="number of the first page; another one gives other pages")
    parser.add_argument("--finds", type=Path, default=Path(tempfile.gettempdir()), help="folder for the pages found")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        read_all(int(args.child[0]), Path(args.child[1]))
        return 0
    until, number, finds = perf_counter() + 60 * args.minutes, args.first, 0
    with tempfile.NamedTemporaryFile() as file:
        note = Path(file.name)
        while perf_counter() < until:
            note.write_bytes(b"%020d" % number)
            command = [sys.executable, __file__, "--child", str(number), file.name]
            try:
                run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SLOW)
                trouble = f"exit {run.returncode}\n{run.stderr[-1500:]}" if run.returncode else ""
            except subprocess.TimeoutExpired:
                trouble = "took too long"
            number += BATCH
            if trouble:
                finds += 1
                number = int(note.read_bytes()) + 1
                page = args.finds / f"tamis-crash-{number - 1}.html"
                page.write_text(page_of(number - 1), encoding="utf-8", errors="surrogatepass")
                print(f"{page}: {trouble}", flush=True)
    print(f"{number - args.first:,} pages in {args.minutes:g} minutes, finds: {finds}")
    return int(finds > 0)


if __name__ == "__main__":
    sys.exit(main())
