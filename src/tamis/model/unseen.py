"""The networks of a model's folds, kept beside it: each left some pages out, and can be asked about those later on.

A model is measured on pages that it did not learn from, by networks that were trained in the same way without them. In
the folder ``unseen`` of the model's own there is one folder for each of these. ``pages.json`` says which page of which
corpus was left out of which; ``sites.json`` how many pages of each site each of them left out, to tell who has learned
nothing of the site of a new page.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tamis.errors import InputError
from tamis.model.folder import Arrays, write_model
from tamis.web.domains import site_of_host

_FOLDER: Final = "unseen"
_PAGES: Final = "pages.json"
_SITES: Final = "sites.json"
_AGAIN: Final = "copy or train the model again"

Folds = Mapping[str, Mapping[str, int]]
"""by corpus and the page's id: the fold that left it out"""
Sites = Mapping[str, Sequence[int]]
"""by site: how many of its pages each fold left out; the others learned from them, and the model itself from all"""


@dataclass(frozen=True, slots=True)
class Unseen:
    """Which of a model's networks has not seen a page."""

    folder: Path
    folds: Folds
    sites: Sites

    def model_for(self, corpus: str, page: str, host: str | None = None) -> Path:
        """The folder of the network to ask about a page: the one that left it out.

        About a page that none of them learned from it is the one that learned from the fewest pages of its site, which
        is none if there is such a network; of those the one that left out most of the corpus; of those the model
        itself first. So new pages of a corpus are answered as the old ones were, and other corpora by the model itself
        as far as it does not know their sites.

        >>> unseen = Unseen(Path("mine"), {"shops": {"1": 0, "2": 3}}, {"rye.org": [0, 0, 0, 1]})
        >>> unseen.model_for("shops", "2").as_posix(), unseen.model_for("news", "2").as_posix()
        ('mine/unseen/3', 'mine')
        >>> unseen.model_for("news", "3", "www.rye.org").as_posix(), unseen.model_for("shops", "4", "x.org").as_posix()
        ('mine/unseen/3', 'mine/unseen/0')
        """
        of_corpus = self.folds.get(corpus, {})
        if page in of_corpus:
            return _fold(self.folder, of_corpus[page])
        if of_corpus and not host:
            raise InputError(
                f"page {page} is none of those of {corpus} that {self.folder} was trained on, or has the id of another,"
                " and it has no host that would tell who has not learned from its site: give the page a host, or a"
                " corpus of other pages another name"
            )
        left_out = self.sites.get(site_of_host(host), ()) if host else ()
        of_fold = Counter(of_corpus.values())
        choices = [(sum(left_out), 0, -1)]  # the model itself
        for fold in self.numbers:
            choices.append((sum(left_out) - left_out[fold] if left_out else 0, -of_fold[fold], fold))
        *_, best = min(choices)
        return self.folder if best < 0 else _fold(self.folder, best)

    @property
    def numbers(self) -> set[int]:
        """The folds that left out pages."""
        return {fold for pages in self.folds.values() for fold in pages.values()}


def count_sites(pages: Iterable[tuple[str | None, int]], folds: int) -> Sites:
    """How many pages of each site each fold left out, from the pages' hosts and folds.

    >>> count_sites([("www.rye.org", 1), ("rye.org", 0), (None, 0), ("rye.org", 1)], folds=2)
    {'rye.org': [1, 2]}
    """
    found: dict[str, list[int]] = {}
    for host, fold in pages:
        if host:
            found.setdefault(site_of_host(host), [0] * folds)[fold] += 1
    return found


def write_unseen(
    folder: Path, networks: Sequence[tuple[Arrays, Mapping[str, Any]]], folds: Folds, sites: Sites
) -> None:
    """Write the weights and cards of the folds' networks, in their order, the fold of each page, and what each left
    out of each site.
    """
    for fold, (weights, card) in enumerate(networks):
        write_model(_fold(folder, fold), weights, card)
    (folder / _FOLDER / _PAGES).write_text(json.dumps(folds, indent=0) + "\n", encoding="utf-8")
    lines = ",\n".join(f"{json.dumps(site)}: {json.dumps(list(sites[site]))}" for site in sorted(sites))
    (folder / _FOLDER / _SITES).write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def read_unseen(folder: Path) -> Unseen:
    """What :func:`write_unseen` wrote into a model's folder."""
    folds, sites = (_read(folder, name) for name in (_PAGES, _SITES))
    if not all(isinstance(pages, dict) for pages in folds.values()):
        raise InputError(f"{folder / _FOLDER / _PAGES} does not say which pages were left out of which fold: {_AGAIN}")
    unseen = Unseen(folder, folds, sites)
    if missing := [n for n in unseen.numbers if type(n) is not int or not _fold(folder, n).is_dir()]:
        raise InputError(f"{folder / _FOLDER / _PAGES} names a fold {missing[0]!r} that has no network: {_AGAIN}")
    most = max(unseen.numbers, default=0)
    if not all(isinstance(counts, list) and len(counts) > most for counts in sites.values()):
        raise InputError(f"{folder / _FOLDER / _SITES} does not say how many pages each fold left out: {_AGAIN}")
    return unseen


def _read(folder: Path, name: str) -> dict[str, Any]:
    path = folder / _FOLDER / name
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(
            f"no networks of folds in {folder}: {error}; `tamis train auto … -o FOLDER` writes them with a model"
        ) from None
    if not isinstance(found, dict):
        raise InputError(f"{path} is not what training wrote: {_AGAIN}")
    return found


def _fold(folder: Path, number: int) -> Path:
    return folder / _FOLDER / str(number)
