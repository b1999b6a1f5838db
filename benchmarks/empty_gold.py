"""Pages whose gold text is empty: how many a set has, who answers nothing there, and the word F1 of the others.

Such a page gives the full mark for no answer and none for any, so a few of them decide who leads on a small set.

    python benchmarks/empty_gold.py $TAMIS_DATA/canola.jsonl.xz [--peers justext,trafilatura]
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from tamis.lab.corpora import load
from tamis.lab.metrics import word_counts
from tamis.lab.peers import PEERS, Extract


def answer(extract: Extract, html: str | bytes) -> str:
    """What a peer says; an error is no answer."""
    try:
        return extract(html)
    except Exception:
        return ""


def main() -> None:
    """Print a row for each peer."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--peers", default="justext")
    args = parser.parse_args()
    pages = list(load(args.corpus))
    empty = np.array([not page.gold.strip() for page in pages])
    print(f"{args.corpus.name}: {len(pages)} pages, {int(empty.sum())} with an empty gold text\n")
    print("| | word F1 | where there is gold | answers nothing where there is none |\n| --- | ---: | ---: | ---: |")
    for name in args.peers.split(","):
        peer = PEERS[name]
        extract = peer.prepare()
        answers = [answer(extract, peer.readable(page.html, page.encoding)) for page in pages]
        f1 = np.array([word_counts(text, page.gold).rates.f1 for text, page in zip(answers, pages, strict=True)])
        print(f"| {name} | {f1.mean():.4f} | {f1[~empty].mean():.4f} | {int(f1[empty].sum())} of {int(empty.sum())} |")


if __name__ == "__main__":
    main()
