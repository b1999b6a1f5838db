"""Multinomial Naive Bayes on words, with Laplace smoothing: the yardstick of PAB 2015, section 4.3."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tamis.lab.metrics import words


class Texts:
    """Texts as counts of words, prepared once for any number of splits."""

    def __init__(self, texts: Sequence[str]) -> None:
        numbers: dict[str, int] = {}
        self.columns: list[NDArray[np.intp]] = []
        self.counts: list[NDArray[np.float64]] = []
        for text in texts:
            counted = Counter(words(text))
            self.columns.append(np.array([numbers.setdefault(word, len(numbers)) for word in counted], np.intp))
            self.counts.append(np.array(list(counted.values()), np.float64))
        self.width = len(numbers)

    def accuracy(self, labels: Sequence[str], train: Sequence[int], test: Sequence[int]) -> float:
        """The share of the test texts whose label is found from the training texts.

        >>> texts = Texts(["rye bread", "wheat bread", "red car", "fast car", "old car", "rye"])
        >>> texts.accuracy(["food", "food", "cars", "cars", "cars", "food"], [0, 1, 2, 3], [4, 5])
        1.0
        """
        classes = sorted({labels[i] for i in train})
        counts = np.ones((len(classes), self.width))
        sizes = np.zeros(len(classes))
        for i in train:
            row = classes.index(labels[i])
            counts[row, self.columns[i]] += self.counts[i]
            sizes[row] += 1
        likelihood = np.log(counts / counts.sum(axis=1, keepdims=True))
        prior = np.log(sizes / sizes.sum())
        scores = (prior + likelihood[:, self.columns[i]] @ self.counts[i] for i in test)
        right = [classes[int(np.argmax(score))] == labels[i] for i, score in zip(test, scores, strict=True)]
        return sum(right) / len(right)
