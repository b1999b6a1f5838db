"""The experiments of the five papers, run on our page sets, each as a table beside the paper's own figures.

The papers' pages are gone, so no figure can be expected to be the same. The tables show whether the methods keep their
order, and how far ours are from the claims.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Final

from tamis.errors import UsageError
from tamis.lab.experiments import Setting
from tamis.report.table import Table

PAPERS: Mapping[str, str] = {
    "debnath": "Debnath, Mitra, Giles: Automatic Extraction of Informative Blocks from Webpages (2005)",
    "lbda": "Chandran, Vijendran: A Layout Based Detachment Approach for Extracting Content from Webpages (2015)",
    "pab": "Kabir, Kabir, Amin: informative blocks by HTML tag priority, PAB (2015)",
    "key-patterns": "informative blocks by key patterns in the one-depth tag sequence (2013)",
    "svm": "Yao, Zuo: A Machine Learning Approach to Webpage Content Extraction (2013)",
}
_FOLDERS: Final = {
    "debnath": "debnath2005", "lbda": "lbda2015", "pab": "pab2015", "key-patterns": "key_patterns2013",
    "svm": "svm2013",
}  # fmt: skip


def reproduce(paper: str, setting: Setting) -> Iterator[Table]:
    """The tables of a paper's experiments, each as soon as it is made."""
    if paper not in PAPERS:
        raise UsageError(f"there is no paper {paper!r}; there are: {', '.join(PAPERS)}")
    experiments: Callable[[Setting], Iterator[Table]]
    experiments = import_module(f"tamis.papers.{_FOLDERS[paper]}.experiment").experiments
    return experiments(setting)
