"""The report on a training, as one HTML page: the loss, figures on unseen pages, calibration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tamis.lab.training.examples import Example, kept_f1
from tamis.native.network import Prediction
from tamis.report.page import page, safe
from tamis.report.svg import BLUE, GOLD, GREEN, GREY, ORANGE, PURPLE, histogram, lines, shares
from tamis.report.table import Table
from tamis.rules import apply_rules_by_features
from tamis.rules.opinion import opinion_of

_PALETTE = (BLUE, ORANGE, GREEN, PURPLE, GOLD, GREY)
_BINS = 15


def write_report(
    path: Path, card: Mapping[str, Any], losses: Sequence[Sequence[float]], unseen: Sequence[tuple[Example, Prediction]]
) -> None:
    """Write the page."""
    lead = (
        "Every figure here is of pages that the network in question did not learn from: of other hosts, or of a corpus "
        "that was left out as a whole."
    )
    names = [f"fold {i + 1}" for i in range(len(losses) - 1)] + ["all pages"]
    curves = {
        name: [(float(i + 1), loss) for i, loss in enumerate(row)] for name, row in zip(names, losses, strict=True)
    }
    colors = {name: _PALETTE[i % len(_PALETTE)] for i, name in enumerate(names)}
    parts = [
        "<h2>Loss</h2>", lines(curves, colors, x_label="epoch", y_label="mean loss"),
        "<h2>Word F1 on unseen pages</h2>", _table(card["unseen"]), _types(card["unseen"]),
        _distributions(card, unseen),
        "<h2>Calibration</h2>",
        f"<p>Expected error {card['calibration_error']:.4f}: the mean distance of probability and share.</p>",
        _reliability(card, unseen),
    ]  # fmt: skip
    path.write_text(page("Training report", lead, "".join(parts)), encoding="utf-8")


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


def _distributions(card: Mapping[str, Any], unseen: Sequence[tuple[Example, Prediction]]) -> str:
    """How the F1 of pages is spread, a histogram a corpus."""
    of_corpus: dict[str, list[float]] = {}
    for e, outcome in unseen:
        opinion = apply_rules_by_features(e.columns, opinion_of(outcome, e.columns, card))
        of_corpus.setdefault(e.corpus, []).append(kept_f1(e, opinion.likely))
    top = max(map(shares, of_corpus.values()), default=1.0)
    return "".join(
        f"<figure><figcaption>{safe(name)}</figcaption>{histogram(values, BLUE, top=top)}</figure>"
        for name, values in sorted(of_corpus.items())
    )


def _reliability(card: Mapping[str, Any], unseen: Sequence[tuple[Example, Prediction]]) -> str:
    """Mean share of gold words against mean probability, in bins; a calibrated model is on the diagonal."""
    probability = np.concatenate([opinion_of(outcome, e.columns, card).probability for e, outcome in unseen])
    share = np.concatenate([e.share for e, _ in unseen]).astype(np.float64)
    known = np.concatenate([e.known for e, _ in unseen])
    places = np.minimum((probability[known] * _BINS).astype(np.int64), _BINS - 1)
    counts = np.bincount(places, minlength=_BINS)
    some = counts > 0
    means = [np.bincount(places, column[known], _BINS)[some] / counts[some] for column in (probability, share)]
    curves = {
        "ideal": [(0.0, 0.0), (1.0, 1.0)],
        "blocks": list(zip(means[0].tolist(), means[1].tolist(), strict=True)),
    }
    colors = {"ideal": GREY, "blocks": BLUE}
    return lines(curves, colors, x_label="probability", y_label="share of gold words")
