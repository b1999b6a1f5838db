"""The networks of a model's folds, kept beside it: each left some pages out, and can be asked about those later on.

A model is measured on pages that it did not learn from, by networks that were trained in the same way without them. In
the folder ``unseen`` of the model's own there is one folder for each of these, and ``pages.json`` says which page of
which corpus was left out of which.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tamis.errors import InputError
from tamis.models.folder import Arrays, write_model

_FOLDER: Final = "unseen"
_PAGES: Final = "pages.json"
_AGAIN: Final = "copy or train the model again"


@dataclass(frozen=True, slots=True)
class Unseen:
    """Which of a model's networks has not seen a page."""

    folder: Path
    folds: Mapping[str, Mapping[str, int]]
    """by corpus and the page's id"""

    def model_for(self, corpus: str, page: str) -> Path:
        """The folder of the network that left this page out; of a corpus that was never learned from, the model's own.

        >>> unseen = Unseen(Path("mine"), {"shops": {"1": 0, "2": 3}})
        >>> unseen.model_for("shops", "2").as_posix(), unseen.model_for("news", "2").as_posix()
        ('mine/unseen/3', 'mine')
        """
        if corpus not in self.folds:
            return self.folder
        fold = self.folds[corpus].get(page)
        if fold is None:
            raise InputError(
                f"page {page} is none of those of {corpus} that {self.folder} was trained on, or has the id of another:"
                " give a corpus of other pages another name"
            )
        return _fold(self.folder, fold)


def write_unseen(
    folder: Path, networks: Sequence[tuple[Arrays, Mapping[str, Any]]], folds: Mapping[str, Mapping[str, int]]
) -> None:
    """Write the weights and cards of the folds' networks, in their order, and the fold of each page."""
    for fold, (weights, card) in enumerate(networks):
        write_model(_fold(folder, fold), weights, card)
    text = json.dumps(folds, indent=0) + "\n"
    (folder / _FOLDER / _PAGES).write_text(text, encoding="utf-8")


def read_unseen(folder: Path) -> Unseen:
    """What :func:`write_unseen` wrote into a model's folder."""
    path = folder / _FOLDER / _PAGES
    try:
        folds = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(
            f"no networks of folds in {folder}: {error}; `tamis train auto … -o FOLDER` writes them with a model"
        ) from None
    if not isinstance(folds, dict) or not all(isinstance(pages, dict) for pages in folds.values()):
        raise InputError(f"{path} does not say which pages were left out of which fold: {_AGAIN}")
    numbers = {fold for pages in folds.values() for fold in pages.values()}
    if missing := [number for number in numbers if type(number) is not int or not _fold(folder, number).is_dir()]:
        raise InputError(f"{path} names a fold {missing[0]!r} that has no network: {_AGAIN}")
    return Unseen(folder, folds)


def _fold(folder: Path, number: int) -> Path:
    return folder / _FOLDER / str(number)
