"""How well comments are told from the article: words of ``doc.comments`` against the gold comments.

    python benchmarks/comments.py "$TAMIS_DATA/dragnet.jsonl.xz"

Words are counted with their repetitions, over all pages that have comments in the gold; pages without are counted
apart, by how many of them get comments all the same.
"""

from __future__ import annotations

import argparse
import json
import lzma
from collections import Counter

import tamis


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus")
    parser.add_argument("--limit", type=int)
    args = parser.parse_args()
    scores: list[tuple[float, float, float]] = []
    without = wrong = 0
    with lzma.open(args.corpus, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if args.limit and number >= args.limit:
                break
            page = json.loads(line)
            gold = Counter((page.get("comments") or "").split())
            found = Counter(
                word for c in tamis.analyze(page["html"], page["url"], "shallow").comments for word in c.text.split()
            )
            if not gold:
                without += 1
                wrong += bool(found)
                continue
            shared = sum((gold & found).values())
            precision = shared / max(1, sum(found.values()))
            recall = shared / sum(gold.values())
            scores.append((precision, recall, 2 * precision * recall / max(1e-9, precision + recall)))
    means = [sum(column) / len(scores) for column in zip(*scores, strict=True)]
    print(f"{len(scores)} pages with comments: precision {means[0]:.3f}, recall {means[1]:.3f}, F1 {means[2]:.3f}")
    print(f"{without} pages without: comments found on {wrong}")


if __name__ == "__main__":
    main()
