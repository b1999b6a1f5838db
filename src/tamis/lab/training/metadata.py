"""Fit the weights by which metadata chooses among candidates.

    python -m tamis.lab.training.metadata ../shared/data --folds 4 -o src/tamis/metadata/weights.json

The model is the one of :mod:`tamis.metadata.score`: on each page the probability of a candidate is its share among all
and of "none of them". The weights make the annotated values likeliest, with a penalty on their squares. Folds are cut
by host; the figures printed are those of pages whose host the weights had not seen.
"""

from __future__ import annotations

import argparse
import json
import lzma
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.embedded import text_or_embedded
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.metadata.author import author_candidates
from tamis.metadata.date import date_candidates
from tamis.metadata.reading import Reading
from tamis.metadata.score import THRESHOLDS, Candidate, best
from tamis.metadata.title import plain, title_candidates
from tamis.web.domains import site_of_host

SETS: Final = ("wcxb-dev", "andy", "fundus", "dates-dev")
_PENALTY: Final = {"date": 2.0, "title": 10.0, "authors": 2.0}
"""0.3 to 10 were tried; more of it for dates helps fundus and costs dates-dev"""
_SILENT: Final = {"date": 0.25, "authors": 0.6}
"""weight of a page whose annotation lacks the field: annotators often leave out what is there"""
_WEIGHTS: Final = {("date", "fundus"): 3.0, ("date", "dates-dev"): 3.0}
"""of the pages of smaller sets, so that no convention of a large one decides"""
_BETWEEN_NAMES: Final = re.compile(r"\s*(?:;|,|&|\band\b)\s*")
FIELDS: Final[Mapping[str, Callable[[Reading], list[Candidate]]]] = {
    "date": date_candidates,
    "title": title_candidates,
    "authors": author_candidates,
}


class Example(NamedTuple):
    """A page's candidates for one field."""

    set: str
    id: str
    host: str
    wanted: str
    candidates: list[Candidate]
    right: list[bool]


def comparable(field: str, value: str | Sequence[str] | None) -> str:
    """A value in the form in which it is compared with the annotation.

    >>> comparable("authors", ["Bo Miller", "ANN BAKER"]), comparable("title", "The  mill’s")
    ('ann baker; bo miller', "the mill's")
    """
    if field == "authors":
        parts = [value] if isinstance(value, str) else value or []
        names = [name for part in parts for name in _BETWEEN_NAMES.split(comparable("", part))]
        return "; ".join(sorted({name for name in names if name}))
    text = plain(str(value or ""))
    if field == "date":
        return text[:10] if text[:4].isdigit() else ""
    return text


def pages(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    """The pages of a set."""
    with lzma.open(folder / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def gather(folder: Path, sets: Sequence[str], fields: Sequence[str]) -> dict[str, list[Example]]:
    """The candidates of all pages, by field."""
    found: dict[str, list[Example]] = {field: [] for field in fields}
    for name in sets:
        for page in pages(folder, name):
            reading = Reading(text_or_embedded(read(page["html"], None, Limits()), page["url"]))
            for field in fields:
                key = "author" if field == "authors" else field
                if key not in page and field != "date" and name == "dates-dev":
                    continue
                wanted = comparable(field, page.get(key))
                candidates = FIELDS[field](reading)
                right = [bool(wanted) and comparable(field, each.values or each.value) == wanted for each in candidates]
                found[field].append(Example(name, page["id"], page["host"] or page["id"], wanted, candidates, right))
    return found


def fit(field: str, examples: Sequence[Example]) -> dict[str, float]:
    """The weights of a field's signs."""
    from scipy.optimize import minimize

    used = [each for each in examples if each.candidates and (any(each.right) or not each.wanted)]
    names = sorted({sign for each in used for candidate in each.candidates for sign in candidate.signs})
    number = {name: i for i, name in enumerate(names)}
    rows = [candidate.signs for each in used for candidate in each.candidates]
    matrix = np.zeros((len(rows), len(names)))
    for row, signs in enumerate(rows):
        for sign, amount in signs.items():
            matrix[row, number[sign]] = amount
    starts = np.cumsum([0, *(len(each.candidates) for each in used)])[:-1]
    right = np.array([one for each in used for one in each.right], np.float64)
    none = np.array([0.0 if any(each.right) else 1.0 for each in used])
    silent, penalty = _SILENT.get(field, 1.0), _PENALTY[field]
    weight = np.array([_WEIGHTS.get((field, each.set), 1.0) if any(each.right) else silent for each in used])
    owner = np.repeat(np.arange(len(used)), [len(each.candidates) for each in used])

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        scores = matrix @ weights
        top = np.maximum(np.maximum.reduceat(scores, starts), 0)
        every = np.exp(scores - top[owner])
        total = np.add.reduceat(every, starts) + np.exp(-top)
        good = np.add.reduceat(every * right, starts) + none * np.exp(-top)
        of_right = every * right / good[owner]
        gradient = matrix.T @ (weight[owner] * (every / total[owner] - of_right)) + 2 * penalty * weights
        return float((weight * (np.log(total) - np.log(good))).sum() + penalty * (weights**2).sum()), gradient

    found = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B", options={"maxiter": 500}).x
    return {name: round(float(value), 3) for name, value in zip(names, found, strict=True) if abs(value) >= 0.0005}


def fold_of(host: str, folds: int) -> int:
    """The fold of a host: that of its site, by a checksum, so that it does not depend on the other pages."""
    return zlib.crc32(site_of_host(host).encode()) % folds


def crossed(field: str, examples: Sequence[Example], folds: int) -> list[int]:
    """For each page the choice by weights that have not seen its host."""
    fold = [fold_of(each.host, folds) for each in examples]
    weights = [fit(field, [e for e, own in zip(examples, fold, strict=True) if own != one]) for one in range(folds)]
    found = [best(each.candidates, weights[own]) for each, own in zip(examples, fold, strict=True)]
    return [at if probability >= THRESHOLDS.get(field, 0.0) else -1 for at, probability in found]


def figures(examples: Sequence[Example], chosen_at: Sequence[int]) -> Iterator[str]:
    """For each set: pages with an annotation, the share that has it among its candidates, and that got it."""
    for name in dict.fromkeys(each.set for each in examples):
        own = [(e, at) for e, at in zip(examples, chosen_at, strict=True) if e.set == name and e.wanted]
        if own:
            among = sum(any(e.right) for e, _ in own) / len(own)
            right = sum(at >= 0 and e.right[at] for e, at in own) / len(own)
            yield f"{name}: {len(own)} pages, among the candidates on {among:.3f}, right on {right:.3f}"


def main() -> None:
    """Fit all fields, print figures of unseen folds, and write the weights."""
    parser = argparse.ArgumentParser(description="Fit the weights by which metadata chooses among candidates.")
    parser.add_argument("data", type=Path, help="folder of the annotated sets")
    parser.add_argument("--folds", type=int, default=4)
    parser.add_argument("-o", "--output", type=Path, help="where the weights go")
    args = parser.parse_args()
    found = gather(args.data, SETS, list(FIELDS))
    weights: dict[str, dict[str, float]] = {}
    for field, examples in found.items():
        print(field)
        for line in figures(examples, crossed(field, examples, args.folds)):
            print(f"  {line}")
        weights[field] = fit(field, examples)
    if args.output:
        command = "python -m tamis.lab.training.metadata ../shared/data -o src/tamis/metadata/weights.json"
        form = {"fitted_by": command, "on": SETS, "weights": weights}
        args.output.write_text(json.dumps(form, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
