"""SVM 2013: figures 2 and 3, three feature sets by two measures, five folds of 600 random documents.

Its baseline, dragnet's own extractor, no longer installs; trafilatura and readability stand in, on the same documents.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tamis.errors import InputError
from tamis.lab.competitors import PageInput, peer_competitor
from tamis.lab.corpora import GoldPage
from tamis.lab.experiments import Setting, shown
from tamis.papers.svm2013.training import FEATURE_SETS, Recipe, Scores, cross_validate, some_pages
from tamis.report.table import Table

_DOCUMENTS = 600
_FOLDS = 5
_SEED = 0
_STAND_INS = ("trafilatura", "readability-lxml")

# The figures are lost; this is what the text says of them (section IV-D).
_SETS: Mapping[str, tuple[str, str]] = {
    "L3S-GN1": ("figure 2", '"both F1 measures are close to 0.9"; the feature sets differ very little'),
    "dragnet": ("figure 3", '"around 0.8"; id and class tokens give "a non-trivial increase"'),
}


def experiments(setting: Setting) -> Iterator[Table]:
    """A table for each of the paper's two sets that is there."""
    for name, (figure, said) in _SETS.items():
        title = f"SVM 2013, {figure}: feature sets on {name}"
        try:
            pages = _pages(setting, name)
        except InputError as error:
            yield Table(
                title, _HEADER, [], [f"{error}; the loader is there for those who have the set", f"paper: {said}"]
            )
        else:
            yield Table(title, _HEADER, [*_ours(pages), *_stand_ins(pages)], _notes(pages, said))


_HEADER = ["", "token F1", "LCS F1", "complete"]


def _pages(setting: Setting, name: str) -> list[GoldPage]:
    return some_pages(list(setting.corpus(name)), min(_DOCUMENTS, setting.limit or _DOCUMENTS), _SEED)


def _ours(pages: Sequence[GoldPage]) -> Iterator[list[str]]:
    found = cross_validate(pages, FEATURE_SETS, _FOLDS, Recipe(seed=_SEED))
    for features, scores in found.items():
        yield [features, *_shown(scores)]


def _stand_ins(pages: Sequence[GoldPage]) -> Iterator[list[str]]:
    for name in _STAND_INS:
        peer = peer_competitor(name)
        if peer is None:
            yield [f"{name}: not installed", "–", "–", "–"]
            continue
        extract = peer.prepare()
        answers = [extract([PageInput(page.id, page.html, page.url, page.encoding)])[0].text for page in pages]
        pairs = [(answer, page.gold) for answer, page in zip(answers, pages, strict=True)]
        yield [f"{name} {peer.version}", *_shown(Scores.of(pairs))]


def _shown(scores: Scores) -> list[str]:
    return [shown(scores.token_f1), shown(scores.lcs_f1), f"{100 * scores.complete:.1f} %"]


def _notes(pages: Sequence[GoldPage], said: str) -> list[str]:
    return [
        f"{len(pages)} random documents, {_FOLDS} folds that keep a host's pages together (the paper does not say).",
        f"paper: {said}",
        f"The machine learns from {Recipe().blocks:,} blocks drawn by their words, content weighing "
        f"{Recipe().content_weight:g} times as much (the paper says neither).",
        "What a block's tokens are the paper leaves open: ours are the words in the names of all elements around it.",
        "The paper's baseline no longer installs; the last rows stand in. Completeness is the measure it wishes for.",
    ]
