"""Records of 60 pages, judged by a person: ``python -m benchmarks.judged_records DATA/wcxb-dev.jsonl.xz``.

The pages are drawn at random from the listing, collection and forum pages of the set. A page is right if what it lists
or what was posted on it is one record each; where nothing is listed, if there is none. The judgements are in
``judged_records.tsv``. A page whose number of records has changed since has to be judged again, and is named.
"""

from __future__ import annotations

import csv
import json
import lzma
import random
import sys
from pathlib import Path
from typing import Any

import tamis

JUDGED = Path(__file__).with_suffix(".tsv")
TYPES = ("listing", "collection", "forum")
PAGES, SEED = 60, 31


def judgements() -> list[dict[str, str]]:
    """The judgements, in the order in which the pages were drawn."""
    with JUDGED.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def drawn(path: Path) -> list[dict[str, Any]]:
    """The pages that are judged."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        pages = [page for line in lines if (page := json.loads(line))["page_type"] in TYPES]
    return random.Random(SEED).sample(sorted(pages, key=lambda page: str(page["id"])), PAGES)


def main() -> None:
    """Print the share of right pages, and the pages that have to be judged again."""
    judged = judgements()
    print(f"{sum(row['verdict'] == 'right' for row in judged)} of {len(judged)} pages right")
    for row, page in zip(judged, drawn(Path(sys.argv[1])), strict=True):
        count = len(tamis.analyze(page["html"], page["url"] or None).records)
        if (row["page"], int(row["records"])) != (page["id"], count):
            print(f"{page['id']}: {count} records, judged with {row['records']}: judge it again")


if __name__ == "__main__":
    main()
