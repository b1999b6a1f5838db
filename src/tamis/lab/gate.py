"""Floors under the figures: quality that was reached once is not lost unnoticed.

A gate file pins, for each corpus, the hash of its pages and the least value of each figure of each strategy::

    {"pages": {"sha256": "…", "floors": {"auto": {"word_f1": 0.9}}}}

After trafilatura's ``eval_gate``. A corpus whose hash differs fails, since its figures cannot be compared.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tamis.errors import UsageError
from tamis.lab.evaluation import Evaluation

PINNED = ("word_f1", "lcs_f1", "completeness")
"""What ``--update`` pins for a strategy that has no floors yet. Precision and recall trade against each other, so that
a step forward may lower one of them; who wants them pinned adds them to the file, and updates keep them.
"""
_STEPS = 10_000.0

Floors = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class Pin:
    """A corpus's hash, and its floors by strategy and figure."""

    sha256: str
    floors: Floors


Gate = Mapping[str, Pin]


def read_gate(path: Path, *, may_be_new: bool = False) -> Gate:
    """The gate in a file; an empty gate if the file is missing and may be new."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return {corpus: Pin(str(pin["sha256"]), _as_floors(pin["floors"])) for corpus, pin in data.items()}
    except FileNotFoundError:
        if may_be_new:
            return {}
        raise UsageError(f"there is no gate at {path}; --update makes one") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UsageError(f"{path} is not a gate file: {type(error).__name__}: {error}") from None


def write_gate(path: Path, gate: Gate) -> None:
    """Write a gate, sorted, so that its history in version control shows what moved."""
    data: dict[str, Any] = {c: {"sha256": pin.sha256, "floors": pin.floors} for c, pin in gate.items()}
    path.write_text(json.dumps(data, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def failures(gate: Gate, evaluations: Sequence[Evaluation]) -> list[str]:
    """What is wrong, a line for each figure that is below its floor and each corpus that is not the one pinned."""
    found = []
    for evaluation in evaluations:
        pin = gate.get(evaluation.corpus)
        if pin is None:
            found.append(f"{evaluation.corpus}: no floors for this corpus; --update sets them")
            continue
        if pin.sha256 != evaluation.sha256:
            found.append(
                f"{evaluation.corpus}: not the pages that the floors were measured on "
                f"(hash {evaluation.sha256[:12]}…, pinned {pin.sha256[:12]}…)"
            )
            continue
        for strategy, figures in _figures(evaluation).items():
            floors = pin.floors.get(strategy)
            if floors is None:
                found.append(f"{evaluation.corpus}: no floors for {strategy}; --update sets them")
            else:
                found += _below(f"{evaluation.corpus}: {strategy}", floors, figures)
    return found


def updated(gate: Gate, evaluations: Sequence[Evaluation], *, slack: float = 0.0, allow_lower: bool = False) -> Gate:
    """The gate with floors at what was measured less ``slack``: raised, never lowered unless that is allowed.

    A floor that the new figure still reaches stays where it is if it is the higher one; a figure below its floor is a
    :class:`tamis.UsageError`. A changed corpus gets its new hash.
    """
    result = dict(gate)
    refused = []
    for evaluation in evaluations:
        pin = gate.get(evaluation.corpus)
        floors = dict(pin.floors) if pin else {}
        for strategy, figures in _figures(evaluation).items():
            old = floors.get(strategy, {})
            if not allow_lower:
                refused += _below(f"{evaluation.corpus}: {strategy}", old, figures)
            new = {m: _floor(figures[m] - slack) for m in {*PINNED, *old} if m in figures}
            floors[strategy] = new if allow_lower else {m: max(v, old.get(m, 0.0)) for m, v in new.items()}
        result[evaluation.corpus] = Pin(evaluation.sha256, floors)
    if refused:
        raise UsageError("the gate stays as it was; --allow-lower would lower it: " + "; ".join(refused))
    return result


def _figures(evaluation: Evaluation) -> dict[str, dict[str, float]]:
    """Our strategies' figures; peers are not ours to hold to a floor."""
    return {
        result.competitor.name: {name: estimate.value for name, estimate in result.summary.metrics.items()}
        for result in evaluation.results
        if result.competitor.ours
    }


def _as_floors(data: Any) -> Floors:
    return {strategy: {m: float(v) for m, v in floors.items()} for strategy, floors in data.items()}


def _below(place: str, floors: Mapping[str, float], figures: Mapping[str, float]) -> list[str]:
    return [
        f"{place} {metric} {figures.get(metric, math.nan):.4f} is below its floor {floor:.4f}"
        for metric, floor in floors.items()
        if not figures.get(metric, math.nan) >= floor
    ]


def _floor(value: float) -> float:
    """Rounded down, so that the figure it was made from reaches it."""
    return max(0.0, math.floor(value * _STEPS) / _STEPS)
