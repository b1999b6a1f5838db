"""The learned default with the options that fit a corpus, as with or without title, byline and readers' comments.

Corpora disagree on what counts, and so do callers; that is what the options are for. Where a corpus has its pages'
comments apart (dragnet), the article with its comments is measured as well.

    python benchmarks/options.py $TAMIS_DATA/dragnet.jsonl.xz [--every N]
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

import tamis
from tamis.lab.corpora import load
from tamis.lab.metrics import is_complete, lcs_counts, word_counts

OPTIONS: dict[str, dict[str, bool]] = {
    "as it is": {},
    "without title": {"include_title": False},
    "without comments": {"include_comments": False},
    "without both": {"include_title": False, "include_comments": False},
    "with comments": {"include_comments": True},
    "with byline, without comments": {"include_byline": True, "include_comments": False},
    "with byline and comments": {"include_byline": True, "include_comments": True},
    "with byline, without comments, favoring recall": {
        "include_byline": True, "include_comments": False, "favor_recall": True,
    },
    "with byline and comments, favoring recall": {
        "include_byline": True, "include_comments": True, "favor_recall": True,
    },
}  # fmt: skip


def main() -> None:
    """Print a row for each set of options."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--every", type=int, default=1)
    args = parser.parse_args()
    rows: dict[tuple[str, str], list[tuple[float, ...]]] = {}
    for number, page in enumerate(load(args.corpus)):
        if number % args.every:
            continue
        golds = {"article": page.gold, "article and comments": f"{page.gold}\n{page.comments or ''}"}
        for name, options in OPTIONS.items():
            text = tamis.analyze(page.html, page.url, charset=page.encoding, **options).text  # type: ignore[arg-type]
            for what, gold in golds.items():
                rates = word_counts(text, gold).rates
                lcs = lcs_counts(text, gold).rates.f1
                found = (rates.precision, rates.recall, rates.f1, lcs, float(is_complete(text, gold)), float(not text))
                rows.setdefault((what, name), []).append(found)
    print("| gold | options | P | R | word F1 | LCS F1 | complete | empty |\n| --- | --- | " + "---: | " * 6)
    for (what, name), figures in sorted(rows.items()):
        *means, empty = np.array(figures).T
        cells = " | ".join(f"{np.mean(column):.3f}" for column in means)
        print(f"| {what} | {name} | {cells} | {int(empty.sum())} |")


if __name__ == "__main__":
    main()
