"""The report on a training, as one HTML page: the loss, figures on unseen pages, calibration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np

from tamis.lab.training.examples import Example
from tamis.native.network import Prediction
from tamis.report.page import page
from tamis.report.table import Table
from tamis.rules.opinion import opinion_of

_BINS = 15


def write_report(
    path: Path, card: Mapping[str, Any], losses: Sequence[Sequence[float]], unseen: Sequence[tuple[Example, Prediction]]
) -> None:
    """Write the page."""
    lead = (
        "Every figure here is of pages that the network in question did not learn from: of other hosts, or of a corpus "
        "that was left out as a whole."
    )
    parts = [
        "<h2>Loss</h2>", _losses(losses),
        "<h2>Word F1 on unseen pages</h2>", _table(card["unseen"]), _types(card["unseen"]),
        "<h2>Calibration</h2>",
        f"<p>Expected error {card['calibration_error']:.4f}: the mean distance of probability and share.</p>",
        _reliability(card, unseen),
    ]  # fmt: skip
    path.write_text(page("Training report", lead, "".join(parts)), encoding="utf-8")


def _losses(losses: Sequence[Sequence[float]]) -> str:
    """The mean loss, a row an epoch."""
    names = [f"fold {i + 1}" for i in range(len(losses) - 1)] + ["all pages"]
    rows = [
        [str(epoch), *("" if loss is None else f"{loss:.4f}" for loss in row)]
        for epoch, row in enumerate(zip_longest(*losses), 1)
    ]
    return Table("", ["epoch", *names], rows).html()


def _table(unseen: Mapping[str, Mapping[str, Any]]) -> str:
    """A row a corpus, a column a figure."""
    names = list(dict.fromkeys(name for row in unseen.values() for name in row if name != "by type"))
    rows = [[corpus, *(str(row.get(name, "")) for name in names)] for corpus, row in unseen.items()]
    return Table("", ["corpus", *names], rows).html()


def _types(unseen: Mapping[str, Mapping[str, Any]]) -> str:
    """Word F1 by page type, of corpora that name types."""
    rows = [
        [corpus, kind, str(score)] for corpus, row in unseen.items() for kind, score in row.get("by type", {}).items()
    ]
    return Table("", ["corpus", "page type", "word F1"], rows).html() if rows else ""


def _reliability(card: Mapping[str, Any], unseen: Sequence[tuple[Example, Prediction]]) -> str:
    """Mean share of gold words against mean probability, in bins; of a calibrated model they are equal."""
    probability = np.concatenate([opinion_of(outcome, e.columns, card).probability for e, outcome in unseen])
    share = np.concatenate([e.share for e, _ in unseen]).astype(np.float64)
    known = np.concatenate([e.known for e, _ in unseen])
    places = np.minimum((probability[known] * _BINS).astype(np.int64), _BINS - 1)
    counts = np.bincount(places, minlength=_BINS)
    some = counts > 0
    means = [np.bincount(places, column[known], _BINS)[some] / counts[some] for column in (probability, share)]
    rows = [
        [f"{sure:.3f}", f"{right:.3f}", f"{count:,}"]
        for sure, right, count in zip(*(mean.tolist() for mean in means), counts[some].tolist(), strict=True)
    ]
    return Table("", ["probability", "share of gold words", "blocks"], rows).html()
