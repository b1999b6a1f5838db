"""What finding hidden text costs a page, in milliseconds of processor time: style sheets, cascade, colours.

    TAMIS_DATA=… python benchmarks/hidden.py SET [SET …] [--pages 60] [--rounds 5]

Each page is read anew for each round, so that nothing is known of it; the best round counts.
Prints a Markdown table, with the share in the time of text.
"""

from __future__ import annotations

import argparse
from time import process_time

from speed import page_set, pages_of

import tamis
from tamis.html import tree
from tamis.html.hidden import find_hidden


def cost(page: str | bytes, rounds: int) -> tuple[float, float]:
    """The best times of finding what a page hides, and of its text."""
    spent = [float("inf")]

    def timed(of: tree.Tree) -> None:
        begin = process_time()
        find_hidden(of)
        spent.append(process_time() - begin)

    tree.find_hidden = timed
    texts = []
    for _ in range(rounds):
        begin = process_time()
        tamis.extract(page)
        texts.append(process_time() - begin)
    return 1000 * min(spent), 1000 * min(texts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+", metavar="SET", help="a page set: a path, or a name in TAMIS_DATA")
    parser.add_argument("--pages", type=int, default=60, help="of each set; 0 for all (default: 60)")
    parser.add_argument("--rounds", type=int, default=5, help="on each page (default: 5)")
    options = parser.parse_args()
    print("| set | pages | hidden text, ms | text, ms | share |\n| --- | ---: | ---: | ---: | ---: |")
    means = []
    for corpus in map(page_set, options.sets):
        found = [cost(page, options.rounds) for page in pages_of(corpus, options.pages)]
        hidden, text = (sum(part) / len(found) for part in zip(*found, strict=True))
        means.append(hidden)
        print(f"| {corpus.name} | {len(found)} | {hidden:.3f} | {text:.2f} | {hidden / text:.2f} |", flush=True)
    print(f"\nmean over the sets: {sum(means) / len(means):.3f} ms")


if __name__ == "__main__":
    main()
