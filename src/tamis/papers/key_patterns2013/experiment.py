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
from tamis.lab.experiments import Setting, mean, shown
from tamis.lab.metrics import Counts, Rates, segment_counts, word_counts
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
    """Table 1, and how well what it keeps fits, which the paper does not tell."""
    folders = sorted(path.parent for path in setting.pages.glob("*/blocks.json"))
    if not folders:
        raise InputError(f"no pages with hand-cut blocks in {setting.pages}; name their folder with --pages")
    cut: dict[str, Rates] = {}
    kept: dict[str, Rates] = {}
    for folder in folders[: setting.limit]:
        segmented, chosen = _page(folder)
        cut[folder.name], kept[folder.name] = segmented.rates, chosen.rates
    header = ["page", "precision", "recall", "F"]
    paper = [[f"paper: {number}", *map(shown, row)] for number, row in enumerate(_TABLE_1, start=1)]
    average = ["paper: average", *(shown(mean(column)) for column in zip(*_TABLE_1, strict=True))]
    note = "Ours: the sample pages we wrote, right means the very text of a hand-cut block; the paper's pages are gone."
    yield Table(
        "Key patterns 2013, table 1: blocks as segmented against blocks as cut by hand",
        header,
        [*_rows(cut), *paper, average],
        [note],
    )
    title = "Words of the blocks that are kept against those of the content (not in the paper)"
    yield Table(title, header, _rows(kept))


def _page(folder: Path) -> tuple[Counts, Counts]:
    record = loads((folder / "blocks.json").read_bytes())
    document = analyze((folder / "source.html").read_bytes(), record.get("url"), _STRATEGY)
    blocks = [block for block in record["blocks"] if block["role"] != "hidden"]
    shown_texts = [b.text for b in document.blocks if not b.hidden]
    gold = "\n".join(block["text"] for block in blocks if block["content"])
    return segment_counts(shown_texts, [block["text"] for block in blocks]), word_counts(document.text, gold)


def _rows(found: dict[str, Rates]) -> list[Sequence[str]]:
    rows: list[Sequence[str]] = [[n, shown(r.precision), shown(r.recall), shown(r.f1)] for n, r in found.items()]
    columns = (
        [r.precision for r in found.values()],
        [r.recall for r in found.values()],
        [r.f1 for r in found.values()],
    )
    return [*rows, ["average", *(shown(mean(column)) for column in columns)]]
