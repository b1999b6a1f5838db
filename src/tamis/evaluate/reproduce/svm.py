"""SVM 2013: figures 2 and 3, three feature sets by two measures, five folds of 600 documents."""

from __future__ import annotations

from collections.abc import Iterator

from tamis.evaluate.reproduce.common import Setting, lacking, not_there
from tamis.evaluate.tables import Table


def experiments(setting: Setting) -> Iterator[Table]:  # noqa: ARG001
    """Say that it is not there."""
    yield Table("SVM 2013, figures 2 and 3", ["feature set", "token F1", "LCS F1"], [], not_there(lacking("svm")))
