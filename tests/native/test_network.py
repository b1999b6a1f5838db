"""The probability of an article; ``tests/lab/training/test_auto.py`` compares the network with PyTorch's."""

from __future__ import annotations

import numpy as np

from tamis.native import network


def test_a_page_that_could_be_anything_is_as_much_an_article_as_any_of_them() -> None:
    assert network.article_probability(np.zeros(4)) == 0.25
    assert network.article_probability(np.array([1000.0, 0.0])) == 1
