"""What is fitted after training, on unseen pages: probabilities, confidence, and the surrogate that explains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.lab.training.examples import Example
from tamis.model.features import NUMBERS
from tamis.native.network import CLIP
from tamis.rules.opinion import Opinion, best_threshold

Floats = NDArray[np.float64]
_SHARED: Final = (0.25, 0.5, 0.75, 1.0)
_LEAST_GAIN: Final = 1e-5
_ROUNDS: Final = 3


def fit_probabilities(logits: Sequence[Floats], examples: Sequence[Example]) -> tuple[float, float]:
    """Slope and shift that make probabilities of logits (Platt scaling), each block weighed by its words^0.5.

    >>> from types import SimpleNamespace as Page
    >>> page = Page(share=np.array([0.9, 0.1]), known=np.array([True, True]), columns=Page(word_counts=np.ones(2)))
    >>> slope, shift = fit_probabilities([np.array([5.0, -5.0])], [page])
    >>> round(slope, 2), abs(round(shift, 2))
    (0.44, 0.0)
    """
    x = np.concatenate(logits)
    y = np.concatenate([e.share for e in examples]).astype(np.float64)
    weight = np.concatenate([np.sqrt(e.columns.word_counts) * e.known for e in examples])
    theta = np.array([1.0, 0.0])
    design = np.column_stack((x, np.ones(len(x))))

    def loss(theta: Floats) -> float:
        z = design @ theta
        return float((weight * (np.logaddexp(0, z) - y * z)).sum())

    for _ in range(25):  # Newton's method, each step halved until it helps: two parameters and a convex loss
        p = 1 / (1 + np.exp(-np.clip(design @ theta, -30, 30)))
        gradient = design.T @ (weight * (p - y))
        hessian = (design * (weight * np.maximum(p * (1 - p), 1e-6))[:, None]).T @ design + 1e-9 * np.eye(2)
        step = np.linalg.solve(hessian, gradient)
        while loss(theta - step) > loss(theta) and np.abs(step).max() > 1e-7:
            step = step / 2
        theta = theta - step
    return float(theta[0]), float(theta[1])


def calibration_error(probabilities: Sequence[Floats], examples: Sequence[Example], bins: int = 15) -> float:
    """The expected calibration error: the distance of mean probability and mean share in bins."""
    p = np.concatenate(probabilities)
    y = np.concatenate([e.share for e in examples]).astype(np.float64)
    known = np.concatenate([e.known for e in examples])
    places = np.minimum((p[known] * bins).astype(np.int64), bins - 1)
    distance = np.bincount(places, p[known] - y[known], bins)
    return float(np.abs(distance).sum() / max(int(known.sum()), 1))


def fit_surrogate(
    logits: Sequence[Floats], examples: Sequence[Example], mean: NDArray[np.float32], scale: NDArray[np.float32]
) -> NDArray[np.float32]:
    """The linear model of the standardised numbers that is nearest to the network: ridge regression."""
    gram, moment = np.zeros((len(NUMBERS), len(NUMBERS))), np.zeros(len(NUMBERS))
    centre = np.mean(np.concatenate(logits))
    rows = 0
    for logit, e in zip(logits, examples, strict=True):
        x = np.clip((e.columns.numbers - mean) / scale, -CLIP, CLIP).astype(np.float64)
        gram += x.T @ x
        moment += x.T @ (np.clip(logit, -8, 8) - centre)
        rows += len(x)
    return np.linalg.solve(gram + 0.05 * rows * np.eye(len(NUMBERS)), moment).astype(np.float32)


def fit_shared(opinions: Sequence[Opinion], examples: Sequence[Example]) -> dict[str, float]:
    """For each page type the probability that blocks of such a page share one fate.

    It is what gives the highest word F1, as a mean over corpora of the means over their pages: one type after the other
    is set to the best of a few values, until none changes, those with little effect to the lower.
    """
    types = list(opinions[0].types)
    likelihood = np.array([[opinion.types[name] for name in types] for opinion in opinions])
    counts = Counter(e.corpus for e in examples)
    weight = np.array([1 / (len(counts) * counts[e.corpus]) for e in examples])
    found = np.zeros(len(types))

    def gain(values: Floats) -> float:
        shared = likelihood @ values
        f1 = [_f1_by_shares(o, e, s) for o, e, s in zip(opinions, examples, shared.tolist(), strict=True)]
        return float(weight @ np.array(f1))

    best = gain(found)
    for _ in range(_ROUNDS):
        before = found.copy()
        for place in range(len(types)):
            for value in _SHARED:
                tried = found.copy()
                tried[place] = value
                reached = gain(tried)
                if reached > best + _LEAST_GAIN:
                    found, best = tried, reached
        if (found == before).all():
            break
    return dict(zip(types, found.tolist(), strict=True))


def _f1_by_shares(opinion: Opinion, e: Example, shared: float) -> float:
    """Word F1 of the blocks that are kept, by the shares of their words that are gold."""
    words = opinion.words
    kept = opinion.probability >= best_threshold(opinion.probability, words, shared=shared)
    wanted = float(words @ e.share)
    return 2 * float(words[kept] @ e.share[kept]) / max(float(words[kept].sum()) + wanted, 1.0)


def fit_confidence(signals: Floats, f1: Floats) -> list[float]:
    """The linear estimate of a page's F1 from its confidence signals: least squares with a little ridge."""
    weights = np.linalg.solve(signals.T @ signals + 0.1 * np.eye(signals.shape[1]), signals.T @ f1)
    return [round(float(w), 5) for w in weights]
