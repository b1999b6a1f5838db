"""Training pages as they might have been: cut short, above other pages' summaries, in another script, without names.

Corpora of articles are full of long ones, in one script, on pages with well-named parts; so a network learns that what
there is most of is the article. The web has many other pages. The variants are those that the robustness of a model is
measured with (:mod:`tamis.lab.robustness.variants`), made of the training pages of a fold, with other texts put in. No
page is learned from more often than before, as a variant replaces its page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final
from zlib import crc32

import numpy as np

from tamis.lab.corpora import GoldPage
from tamis.lab.robustness.source import without_names
from tamis.lab.robustness.variants import ARTICLES_ONLY, VARIANTS, Labelled, Make, Others, others_of, shortened
from tamis.lab.training.examples import Example, example

_EACH: Final = 4
"""variants of a page, drawn by weight"""
_SHORTEST: Final = (12, 150)
"""words that are left of an article: fewer than in the suite, as the web has such"""
_MAKE: Final[Mapping[str, Make]] = {**VARIANTS, "cut short": partial(shortened, words=_SHORTEST)}
_WEIGHTS: Final = {"cut short": 3.0, "comments of another page": 2.0} | {
    name: 0.5 for name in VARIANTS if name.startswith("script")
}
"""of the draw; 1 for all others"""
_CONSENT: Final = tuple(
    """Cookies on this page
    This website needs cookies to remember what is in your basket.
    We ask you to allow analytics, so that we learn which pages are read and which are not.
    Third parties may set cookies when you play a video or look at a map.
    You may withdraw your consent whenever you like, with effect for the future.
    Choose which of the categories you accept, and save your selection.
    Some of the services transfer data to countries with another level of protection.
    Necessary ones remain active at all times.
    See the notice on data protection and the imprint for how to reach us.
    If you are under sixteen, please ask your parents before you agree.
    The tool that you see stores your decision for half a year.""".split("\n    ")
)
"""another wall than that of the suite, so that nothing is gained there by knowing its words"""


def with_variants(made: Sequence[Example], pages: Mapping[str, Sequence[GoldPage]], seed: int) -> list[Example]:
    """The examples with their variants.

    What is put into a page comes from pages of the same fold, so the networks that are tested on a fold have learned
    none of it.
    """
    of_page = {(name, page.id): page for name, found in pages.items() for page in found}
    others = {fold: _others(made, of_page, fold) for fold in {e.fold for e in made}}
    return [replace(e, variants=_variants(e, of_page[e.corpus, e.id], others[e.fold], seed)) for e in made]


def _others(made: Sequence[Example], of_page: Mapping[tuple[str, str], GoldPage], fold: int) -> Others:
    """What the pages of a fold give to each other; half of the comments have lost their names."""
    found = [others_of([_labelled(e, of_page[e.corpus, e.id])]) for e in made if e.fold == fold]
    comments = [markup for each in found for markup in each.comments]
    comments += [without_names(markup) for markup in comments]
    return Others([summary for each in found for summary in each.summaries], comments, _CONSENT, "More news")


def _labelled(e: Example, page: GoldPage) -> Labelled:
    return Labelled(page, page.cut(), e.share)


def _variants(e: Example, page: GoldPage, others: Others, seed: int) -> list[Example]:
    rng = np.random.default_rng((seed, crc32(f"{e.corpus} {e.id}".encode())))
    names = [name for name in VARIANTS if name not in ARTICLES_ONLY or e.page_type in ("article", None)]
    weights = np.array([_WEIGHTS.get(name, 1.0) for name in names])
    labelled, found = _labelled(e, page), []
    for name in rng.choice(names, _EACH, replace=False, p=weights / weights.sum()).tolist():
        varied = _MAKE[name](labelled, others, rng)
        made = example(replace(varied, undecided=None), e.corpus, e.fold) if varied else None
        if made is not None and made.share.any():
            found.append(replace(made, texts=[], gold=""))
    return found
