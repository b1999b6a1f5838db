"""Word F1 of each variant of a corpus's pages, beside that of the same pages as they are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from zlib import crc32

import numpy as np

from tamis.errors import InputError, TamisError
from tamis.lab.corpora import Corpus, GoldPage
from tamis.lab.metrics import overlap
from tamis.lab.robustness.variants import ARTICLES_ONLY, VARIANTS, Labelled, Others, others_of
from tamis.model.load import Model
from tamis.report.table import Table
from tamis.strategies.auto import decide
from tamis.text.words import words

ModelOf = Callable[[str, GoldPage], Model]
ARTICLE, OTHER = "articles", "other kinds"


@dataclass(frozen=True, slots=True)
class _Measured:
    """A variant of a page and the page itself."""

    kind: str
    plain: float
    f1: float
    empty: bool


@dataclass(frozen=True, slots=True)
class Robustness:
    """The figures of a corpus by variant."""

    corpus: str
    pages: int
    variants: dict[str, list[_Measured]]

    def table(self) -> Table:
        """A row a variant: pages, F1 of the plain page and of the variant for each kind, and the cost."""
        rows = []
        for name, found in self.variants.items():
            row = [name]
            for kind in (ARTICLE, OTHER):
                of_kind = [(m.plain, m.f1) for m in found if m.kind == kind]
                plain, f1 = np.mean(of_kind or [(0, 0)], axis=0)
                row += [str(len(of_kind)), f"{plain:.4f}", f"{f1:.4f}", f"{f1 - plain:+.4f}"] if of_kind else ["–"] * 4
            rows.append([*row, str(sum(m.empty for m in found))])
        columns = [
            "variant",
            *(f"{kind}: {name}" for kind in (ARTICLE, OTHER) for name in ("pages", "plain", "F1", "change")),
        ]
        notes = ["Pages without a type count as articles.", "Words of scripts without spaces are characters."]
        return Table(f"{self.corpus}: {self.pages:,} pages", [*columns, "empty"], rows, notes)


def robustness(
    corpus: Corpus, model_of: ModelOf, only: Collection[int] | None = None, chosen: Sequence[str] = tuple(VARIANTS)
) -> Robustness:
    """Measure the variants of a corpus's pages; ``model_of`` gives the network that decides on a page."""
    pages = []
    for position, page in enumerate(corpus):
        if only is None or position in only:
            try:
                pages.append(Labelled.of(page))
            except TamisError:
                continue
    if not pages:
        raise InputError(f"none of the pages of {corpus.name} could be read")
    others, found = others_of(pages), {name: list[_Measured]() for name in chosen}
    for each in pages:
        model = model_of(corpus.name, each.page)
        kind = ARTICLE if each.page.page_type in ("article", None) else OTHER
        plain = _f1(each.page, model)[0]
        for name in chosen:
            made = variant(name, each, others) if kind == ARTICLE or name not in ARTICLES_ONLY else None
            if made is not None:
                found[name].append(_Measured(kind, plain, *_f1(made, model)))
    return Robustness(corpus.name, len(pages), found)


def variant(name: str, each: Labelled, others: Others, seed: int = 0) -> GoldPage | None:
    """A variant of a page, always the same one for a seed; its gold text counts characters where these are words."""
    rng = np.random.default_rng((seed, crc32(f"{name} {each.page.id}".encode())))
    page = VARIANTS[name](each, others, rng)
    return page and replace(page, encoding=None)


def _f1(page: GoldPage, model: Model) -> tuple[float, bool]:
    """Word F1 of a network's answer, and whether that is empty though there is a gold text."""
    cut = page.cut()
    kept = decide(cut, model).kept
    answer, gold = (words(text) for text in ("\n".join(cut.texts[i] for i in np.flatnonzero(kept)), page.gold))
    return overlap(answer, gold).rates.f1, bool(gold and not answer)
