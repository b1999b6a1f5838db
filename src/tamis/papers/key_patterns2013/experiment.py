"""Key patterns 2013: table 1, precision, recall and F of the segmentation (its eq. 3–5).

The paper ran on pages of Cornell University and let experts judge; ours are the sample pages we wrote, with the blocks
a person would cut. A block is right if its text is that of a hand-cut block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from json import loads
from pathlib import Path

from tamis.api import analyze
from tamis.errors import InputError
from tamis.lab.experiments import Setting, column_means, shown
from tamis.lab.metrics import segment_counts, word_counts
from tamis.papers.key_patterns2013.strategy import THRESHOLD
from tamis.report.table import Table

_STRATEGY = "key-patterns"

# Table 1: precision, recall and F of its nineteen pages.
_TABLE_1 = (
    (0.666667, 1, 0.8),
    (1, 1, 1),
    (0.75, 0.333333, 0.461538),
    (1, 1, 1),
    (0.666667, 0.5, 0.571429),
    (0.75, 1, 0.857143),
    (0.666667, 0.5, 0.571429),
    (0.666667, 1, 0.8),
    (0.333333, 0.5, 0.4),
    (0.666667, 0.666667, 0.666667),
    (0.666667, 0.666667, 0.666667),
    (0.75, 1, 0.857143),
    (1, 1, 1),
    (1, 0.4, 0.571429),
    (0.5, 1, 0.666667),
    (0.5, 1, 0.666667),
    (0.666667, 0.666667, 0.666667),
    (0.666667, 1, 0.8),
    (1, 1, 1),
)


def experiments(setting: Setting) -> Iterator[Table]:
    """Table 1, and the words of the kept blocks against the content, which the paper does not measure."""
    folders = sorted(path.parent for path in setting.pages.glob("*/blocks.json"))
    if not folders:
        raise InputError(f"no pages with hand-cut blocks in {setting.pages}; name their folder with --pages")
    found = {folder.name: _page(folder) for folder in folders[: setting.limit]}
    cut = _rows({name: segmented for name, (segmented, _) in found.items()}, "average")
    kept = _rows({name: chosen for name, (_, chosen) in found.items()}, "average")
    paper = _rows({f"paper: {number}": row for number, row in enumerate(_TABLE_1, start=1)}, "paper: average")
    header = ["page", "precision", "recall", "F"]
    note = "Ours: the sample pages we wrote, right means the very text of a hand-cut block; the paper's pages are gone."
    title = "Key patterns 2013, table 1: blocks as segmented against blocks as cut by hand"
    yield Table(title, header, [*cut, *paper], [note])
    every = f"Ours: the same {len(found)} pages; a block is kept from {THRESHOLD} important tags, set on wcxb-dev."
    title = "Words of the blocks that are kept against those of the content (not in the paper)"
    yield Table(title, header, kept, [every])


def _page(folder: Path) -> tuple[Sequence[float], Sequence[float]]:
    """Precision, recall and F of the blocks of a page, and of the words of those that are kept."""
    record = loads((folder / "blocks.json").read_bytes())
    document = analyze((folder / "source.html").read_bytes(), record.get("url"), _STRATEGY)
    blocks = [block for block in record["blocks"] if block["role"] != "hidden"]
    visible = [b.text for b in document.blocks if not b.hidden]
    gold = "\n".join(block["text"] for block in blocks if block["content"])
    counts = segment_counts(visible, [block["text"] for block in blocks]), word_counts(document.text, gold)
    segmented, chosen = ((c.rates.precision, c.rates.recall, c.rates.f1) for c in counts)
    return segmented, chosen


def _rows(found: dict[str, Sequence[float]], average: str) -> list[Sequence[str]]:
    """A row a page, and the means of the columns."""
    return [[name, *map(shown, row)] for name, row in (found | {average: column_means(found.values())}).items()]
