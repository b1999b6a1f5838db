"""Training for SVM 2013: pages with gold texts in, support vectors out (section III.C), and the paper's experiment.

A block is content if more than half of its words are in the gold text. The machine learns from a sample of the blocks
that are not hidden: their number bounds the support vectors, and with them the time a page takes. A block is drawn by
its words over the number of blocks of its page: short blocks are labelled badly (:mod:`tamis.lab.labels` tells why) and
matter little, and no page should weigh more than another because it has a long menu.

Content weighs half as much again as the rest. What is measured is F1, and the threshold with the best F1 is half of
that F1 (Lipton et al. 2014), which at 0.8 is a probability of 0.4: odds of 1.5 for the content.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.text_flow import text_flow
from tamis.errors import MissingExtraError, UsageError
from tamis.html.tree import read
from tamis.lab.corpora import Corpus, GoldPage, folds_by_host
from tamis.lab.labels import label_blocks
from tamis.lab.metrics import is_complete, lcs_counts, token_set_counts
from tamis.lab.training.licences import licence
from tamis.limits import Limits
from tamis.papers.svm2013.features import TEXT, TOKENS, numbers
from tamis.papers.svm2013.support_vectors import SupportVectors, save
from tamis.papers.svm2013.tokens import TokenCounts, TokenSpans, token_columns, token_spans
from tamis.version import __version__

Floats = NDArray[np.float64]
FEATURE_SETS: Final = ("text", "text+position", "text+position+tokens")
"""the three that the paper compares"""
_T = TypeVar("_T")
_MOST_WORDS: Final = 200
"""a block's words count up to here when blocks are drawn, so that one long block does not outweigh a page"""
_RANGE: Final = (1, 99)
"""percentiles between which a feature is scaled"""


class Progress(Protocol):
    """Passes items on and shows how many have come; :func:`tamis.cli.progress.progress` is one."""

    def __call__(self, items: Iterable[_T], total: int | None, label: str) -> Iterator[_T]:
        """Pass on."""
        ...


def silent(items: Iterable[_T], total: int | None, label: str) -> Iterator[_T]:  # noqa: ARG001
    """Show nothing."""
    return iter(items)


@dataclass(frozen=True, slots=True)
class Recipe:
    """Options of training. C and γ are scikit-learn's defaults, as the paper takes its library's."""

    blocks: int = 4000
    content_weight: float = 1.5
    c: float = 1.0
    seed: int = 0

    def __post_init__(self) -> None:
        if self.blocks < 2:
            raise UsageError(f"{self.blocks} blocks are too few to learn from: take some thousands")


@dataclass(frozen=True, slots=True)
class Example:
    """A page in columns, with its labels and what its answer is measured by."""

    corpus: str
    numbers: Floats
    spans: TokenSpans
    counts: TokenCounts
    words: NDArray[np.int64]
    content: NDArray[np.bool_]
    known: NDArray[np.bool_]
    """blocks to learn from: what the page hides and what its annotators left undecided is not among them"""
    hidden: NDArray[np.bool_]
    texts: list[str]
    gold: str

    def features(self, tokens: Sequence[str], width: int) -> Floats:
        """The first ``width`` columns of the features."""
        return np.hstack([self.numbers, token_columns(self.spans, len(self.texts), tokens)])[:, :width]


def example(page: GoldPage, corpus: str) -> Example:
    """Cut, measure and label a page."""
    cut = text_flow(read(page.html, page.encoding, Limits()), page.url)
    content = label_blocks(cut.texts, page.gold) > 0.5
    known = ~cut.hidden
    if page.undecided:
        known &= content | (label_blocks(cut.texts, page.undecided) <= 0.5)
    spans = token_spans(cut)
    counts = TokenCounts()
    counts.add(spans, content, known)
    return Example(corpus, numbers(cut), spans, counts, cut.words, content, known, cut.hidden, cut.texts, page.gold)


def fit(examples: Sequence[Example], recipe: Recipe, features: str = FEATURE_SETS[-1]) -> SupportVectors:
    """Choose the tokens, scale, draw the blocks and train.

    The slope of the scores is 1: :func:`fit_slope` needs the margins of pages that were not learned from.
    """
    if not any(e.known.any() for e in examples):
        raise UsageError("there are no pages with text to learn from; folds need pages of several hosts")
    width = {"text": TEXT, "text+position": TEXT + 1}.get(features, TEXT + 1 + TOKENS)
    tokens = TokenCounts().update(e.counts for e in examples).best(TOKENS) if width > TEXT + 1 else ()
    width = min(width, TEXT + 1 + len(tokens))  # a handful of pages may not have ten tokens
    table = np.vstack([e.features(tokens, width)[e.known] for e in examples])
    content = np.concatenate([e.content[e.known] for e in examples])
    drawn = _draw(examples, recipe)
    if content[drawn].all() or not content[drawn].any():
        raise UsageError("training needs pages with blocks that are content and blocks that are not")
    low, high = _range(table, len(tokens))
    typical = np.vstack([np.median(table[~content], axis=0), np.median(table[content], axis=0)])
    empty = SupportVectors(low, high, np.empty((0, width)), np.empty(0), 0.0, 1.0, 1.0, typical, tokens)
    return exported(trained(empty.scaled(table[drawn]), content[drawn], recipe), empty)


def trained(scaled: Floats, content: NDArray[np.bool_], recipe: Recipe) -> Any:
    """scikit-learn's machine, trained on scaled blocks."""
    try:
        from sklearn.svm import SVC
    except ImportError:
        raise MissingExtraError("scikit-learn", "train") from None
    gamma = 1 / (scaled.shape[1] * (float(scaled.var()) or 1.0))  # its default, "scale", as a number
    weights = {True: recipe.content_weight, False: 1.0}
    return SVC(C=recipe.c, gamma=gamma, class_weight=weights, cache_size=500).fit(scaled, content)


def exported(machine: Any, empty: SupportVectors) -> SupportVectors:
    """The machine as plain arrays, with the scaling of ``empty``."""
    return replace(
        empty, vectors=machine.support_vectors_, weights=machine.dual_coef_[0],
        intercept=float(machine.intercept_[0]), gamma=float(machine.gamma),
    )  # fmt: skip


def _range(table: Floats, tokens: int) -> tuple[Floats, Floats]:
    low, high = np.percentile(table, _RANGE, axis=0)
    if tokens:
        low[-tokens:], high[-tokens:] = 0.0, 1.0
    return low, np.where(high > low, high, low + 1)


def _draw(examples: Sequence[Example], recipe: Recipe) -> NDArray[np.int64]:
    """Places of the drawn blocks among all known ones: without putting back, by weight (Efraimidis, Spirakis 2006)."""
    words = np.concatenate([np.clip(e.words[e.known], 1, _MOST_WORDS) for e in examples])
    blocks = np.concatenate([np.full(np.count_nonzero(e.known), len(e.known)) for e in examples])
    keys = np.log(words / blocks) + np.random.default_rng(recipe.seed).gumbel(size=len(words))
    return np.sort(np.argsort(-keys, kind="stable")[: recipe.blocks])


def fit_slope(margins: Floats, content: NDArray[np.bool_], weights: Floats) -> float:
    """The slope of the sigmoid through 0.5 at margin 0 that fits best: Platt's, without his shift.

    Newton's method on the log loss, which is convex in the slope; ``weights`` say how much each block counts.

    >>> margins = np.array([-2.0, -1.0, 1.0, 2.0])
    >>> round(fit_slope(margins, np.array([False, True, True, True]), np.ones(4)), 2)
    1.01
    """
    slope = 1.0
    for _ in range(50):
        probability = 1 / (1 + np.exp(-np.clip(slope * margins, -30, 30)))
        first = float((weights * (probability - content) * margins).sum())
        second = float((weights * probability * (1 - probability) * margins**2).sum())
        step = float(np.clip(first / max(second, 1e-12), -1, 1))
        slope = min(max(slope - step, 0.1), 20.0)  # margins that separate nothing, or all, still give scores
        if abs(step) < 1e-9:
            break
    return slope


@dataclass(frozen=True, slots=True)
class Scores:
    """Means over pages."""

    pages: int
    token_f1: float
    lcs_f1: float
    complete: float
    """the share of the pages that kept 99 % of the gold text's words: the measure that section IV.D wishes for"""
    support_vectors: int
    """the most of any fold"""

    @classmethod
    def of(cls, pairs: Sequence[tuple[str, str]], support_vectors: int = 0) -> Scores:
        """The scores of answers, each with its gold text."""
        return cls(
            pages=len(pairs),
            token_f1=_mean(token_set_counts(*pair).rates.f1 for pair in pairs),
            lcs_f1=_mean(lcs_counts(*pair).rates.f1 for pair in pairs),
            complete=_mean(is_complete(*pair) for pair in pairs),
            support_vectors=support_vectors,
        )


def cross_validate(
    pages: Sequence[GoldPage], feature_sets: Sequence[str], folds: int = 5, recipe: Recipe = Recipe()
) -> dict[str, Scores]:
    """The experiment of section IV.C: folds by host, scores for each set of features.

    Folds keep the pages of a host together, which the paper does not say it did.
    """
    if not {*feature_sets} <= {*FEATURE_SETS}:
        raise UsageError(f"sets of features are: {', '.join(FEATURE_SETS)}; not {', '.join(feature_sets)}")
    parts = folds_by_host(pages, folds, recipe.seed)
    examples = [example(page, "") for page in pages]
    return {name: _scores(_unseen(examples, parts, recipe, name)) for name in feature_sets}


def some_pages(pages: Sequence[GoldPage], most: int, seed: int) -> list[GoldPage]:
    """Random pages, in their order."""
    chosen = np.random.default_rng(seed).permutation(len(pages))[:most]
    return [pages[i] for i in np.sort(chosen).tolist()]


class Unseen(NamedTuple):
    """A page, and the margins by a machine that did not learn from its fold."""

    example: Example
    margins: Floats
    support_vectors: int

    @property
    def answer(self) -> str:
        """The text of the blocks that are kept."""
        return "\n".join(self.example.texts[i] for i in np.flatnonzero((self.margins >= 0) & ~self.example.hidden))


def _unseen(
    examples: Sequence[Example],
    parts: NDArray[np.intp],
    recipe: Recipe,
    features: str = FEATURE_SETS[-1],
    progress: Progress = silent,
) -> list[Unseen]:
    folds = sorted(set(parts.tolist()))
    found = []
    for fold in progress(folds, len(folds), f"folds: {features}"):
        machine = fit([e for e, part in zip(examples, parts, strict=True) if part != fold], recipe, features)
        for e, part in zip(examples, parts, strict=True):
            if part == fold:
                margins = machine.margins(e.features(machine.tokens, len(machine.low)))
                found.append(Unseen(e, margins, len(machine.vectors)))
    return found


def _scores(unseen: Sequence[Unseen]) -> Scores:
    return Scores.of([(u.answer, u.example.gold) for u in unseen], max(u.support_vectors for u in unseen))


def _mean(values: Iterable[float]) -> float:
    return round(float(np.mean([*values])), 4)


def train(
    corpora: Sequence[Corpus], folder: Path, recipe: Recipe, folds: int = 5, progress: Progress = silent
) -> dict[str, Any]:
    """Measure by cross-validation, train on all pages, write the model with its card, and return the card."""
    if folds < 2:
        raise UsageError(f"cross-validation needs at least two folds, not {folds}")
    examples: list[Example] = []
    pages: list[GoldPage] = []
    for corpus in corpora:
        for page in progress(corpus, None, f"reading {corpus.name}"):
            examples.append(example(page, corpus.name))
            pages.append(replace(page, html=""))  # the folds need its host; a thousand pages' markup is a lot to keep
    unseen = _unseen(examples, folds_by_host(pages, folds, recipe.seed), recipe, progress=progress)
    machine = replace(fit(examples, recipe), slope=_slope(unseen))
    counts = Counter(e.corpus for e in examples)
    card = {
        "tamis": __version__,
        "paper": "Yao, Zuo: A Machine Learning Approach to Webpage Content Extraction (2013)",
        "recipe": asdict(recipe),
        "training": [
            {"corpus": c.name, "pages": counts[c.name], "sha256": c.sha256, **licence(c.name)} for c in corpora
        ],
        "support_vectors": len(machine.vectors),
        "scored_by": f"{folds} folds by host, each page by a machine that did not learn from its fold; means of pages",
        "scores": {name: asdict(_scores([u for u in unseen if u.example.corpus == name])) for name in counts},
    }
    return save(folder, machine, card)


def _slope(unseen: Sequence[Unseen]) -> float:
    """The slope for margins of pages that were not learned from, a page as much as another and a word as much too."""
    known = [(u, u.example.known) for u in unseen if u.example.words[u.example.known].sum()]
    weights = [u.example.words[k] / u.example.words[k].sum() for u, k in known]
    return round(
        fit_slope(
            np.concatenate([u.margins[k] for u, k in known]),
            np.concatenate([u.example.content[k] for u, k in known]),
            np.concatenate(weights),
        ),
        4,
    )
