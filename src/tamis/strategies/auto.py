"""The default: a small network that has learned from several corpora what content looks like.

What it looks at is told in :mod:`tamis.model.features`, how it is run in :mod:`tamis.native.network`, how well it
does and on what it was trained in ``docs/model.md`` and in the model's card. This file turns its opinions into
decisions:

* chances are calibrated, and raised where nothing on the page has a good one;
* the blocks are kept that make the page's expected word F1 the highest, or with ``beta`` another F, in which recall
  counts so many times as much as precision;
* readers' comments, told by names, by a headline over them or by how they look, are dropped from what looks like an
  article, unless they are asked for;
* what is no part of the text by what it stands in, such as the page's footer or a dialog, is dropped
  (:mod:`tamis.rules.apart`), unless nothing else is left;
* on a product's page its description is kept where the page gives that as data, and cards of other products need better
  odds; on an article's so do summaries of other stories, and these themselves are dropped
  (:mod:`tamis.rules.by_type`);
* hidden parts that a reader can bring up, such as tabs, are judged like the rest; what is hidden for good is dropped;
* a page that has prose never goes empty-handed: when the network finds nothing, the shallow rule decides; where there
  is no prose either, as in a menu without its page, nothing is kept;
* what stands among kept blocks in the same kind of place as some of them is kept as well, unless it looks far worse;
* a passage that the page has twice is kept once (:mod:`tamis.rules.copies`);
* the page's title is kept with its text;
* what belongs together stays together (:mod:`tamis.rules.coherence`): a heading goes with what is under it;
* a page that shows nothing without its scripts is read from what it holds elsewhere (:mod:`tamis.blocks.embedded`),
  and the reasons say so.

>>> import tamis
>>> page = "<nav><a href=/>Home</a></nav><h1>Bread</h1><p>Mix flour, water and salt, and wait until it has risen."
>>> [block.kept for block in tamis.analyze(page).blocks]
[False, True, True]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.comments import MOST
from tamis.blocks.decisions import Decisions
from tamis.blocks.embedded import source_of, text_or_offered
from tamis.blocks.page import PROSE_WORDS, Page
from tamis.errors import UsageError
from tamis.model.compute import compute_features
from tamis.model.confidence import confidence, confidence_signals
from tamis.model.features import NUMBERS, TAGS, Features
from tamis.model.load import SHIPPED, Model, load
from tamis.model.reasons import reason_words
from tamis.native import decide as kernel
from tamis.native.network import Prediction, predict
from tamis.rules.apart import APART
from tamis.rules.by_type import ARTICLE, FEW_WORDS, LEAST, LOWERED, TOLD, by_type, with_odds
from tamis.rules.coherence import coherent
from tamis.rules.copies import copies_of
from tamis.strategies.base import Strategy, strategy, strategy_family
from tamis.strategies.shallow import shallow
from tamis.strategies.threshold import favor_side

_HIDDEN: Final = "hidden by the page"
_H1: Final = TAGS.index("h1") + 1
_OVERLAP: Final = NUMBERS.index("title overlap")
_LIKE_TITLE: Final = 0.2
_PROSE_SHARE: Final = 0.1
"""of the words that a page shows: with less in prose, such as a single notice, it is not a page with prose"""

_SURE: Final = 0.6
_SURE_WORDS: Final = 30
"""0.5 or 0.7, 20 or 50 words do as well, on unseen pages of wcxb-dev with three sets of networks"""
_SURE_SHARE: Final = 0.1
"""of the words that a page shows, if that is less"""
_SHOPS: Final = ("collection", "product")
"""types of pages whose content may be little and hard to tell from the rest: nothing is gained by raising there"""

_KIN_SHARE: Final = 0.3
"""0 has 0.001 more F1 on wcxb-dev and 0.001 to 0.003 less on andy, 0.5 half the gain"""
_KIN_CHANCE: Final = 0.4
"""of the fence; from 0.2 to 0.4 makes no difference"""
_LINK_SHARE: Final = NUMBERS.index("link share")
_ALL_LINK: Final = 0.9
_KIN: Final = "stands where other kept blocks stand"
_COPY: Final = "the page has it twice, and the other one is kept"
_UPRIGHT: Final = "as when precision and recall count the same"


@strategy("auto", segment=text_or_offered)
def auto(page: Page, *, beta: float = 1.0) -> Decisions:
    """The default: a learned model of what content looks like, with the shallow rule to fall back on."""
    return decide(page, load(str(SHIPPED)), beta)


@strategy_family("model")
def from_folder(path: str) -> Strategy:
    """The strategy ``model:path``: the same, with a model of the user's own."""
    model = load(path)
    by_model = partial(_decide_with, model)
    return Strategy(f"model:{path}", "page", "A model of your own.", text_or_offered, by_model, {"beta": 1.0})


def _decide_with(model: Model, page: Page, *, beta: float = 1.0) -> Decisions:
    return decide(page, model, beta)


def decide(page: Page, model: Model, beta: float = 1.0) -> Decisions:
    """What a model decides on a page; recall counts ``beta`` times as much as precision."""
    if beta <= 0:
        raise UsageError(f"beta, how much recall counts against precision, is above 0, not {beta:g}")
    if not len(page):
        return shallow(page)
    card = model.card
    seen = compute_features(page)
    outcome = predict(model.layers, seen, (len(card["conventions"]) - 2, len(card["conventions"]) - 1))
    comment = told_comments(outcome, seen)
    chance = _chances(outcome, seen, comment, card["decision"])
    page_type = card["page_types"][int(np.argmax(outcome.types))]
    ruled = by_type(page, seen, chance, page_type, outcome.article)
    chance = ruled.chance
    if ruled.told.any():
        seen = replace(seen, outside_main=np.where(ruled.told, 0, seen.outside_main).astype(np.uint8))
    apart = left_out(chance, seen)
    chance[apart > 0] = 0.0
    least = _SURE if chance @ seen.word_counts < FEW_WORDS and _is_mostly(apart > 0, seen) else LEAST
    found = bool(chance.max() >= least or 0 < seen.word_counts[~seen.never_shown].sum() < FEW_WORDS)
    fence = fence_of(chance, seen.word_counts)
    signs = confidence_signals(chance, seen.word_counts, fence)
    if found and not is_sure(chance, seen) and not _looks_like(_SHOPS, outcome, card["page_types"]):
        chance = raised(chance, seen)
        fence = fence_of(chance, seen.word_counts)
    if not found and (seen.never_shown.all() or _has_prose(page)):
        rule = favor_side(page, shallow(page), precision=beta < 1, recall=beta > 1)
        return replace(
            rule, why=lambda i: f"{_from(page, i)}the model finds no content; by the shallow rule: {rule.why(i)}"
        )
    answer = _Answer(np.zeros(len(page), np.bool_), chance, 0.5, {})
    if found:
        answer = _choose(page, seen, chance, fence, seen.never_shown | (apart > 0), beta)
    score = np.empty(len(page))
    kernel.score(answer.chance, answer.fence, answer.kept.view(np.uint8), seen.never_shown.view(np.uint8), score)

    def why(i: int) -> str:
        if seen.never_shown[i]:
            return _HIDDEN
        source = _from(page, i)
        if page.hidden[i]:
            source += "hidden, but can be opened; "
        if apart[i]:
            source += f"{APART[apart[i]]}; "
        if comment[i] and not apart[i] and outcome.article > ARTICLE:
            source += "a reader's comment on an article; "
        own = float(calibrated(outcome.logits[i : i + 1], card["decision"])[0])
        if ruled.told[i]:
            source += f"{TOLD}; "
        elif ruled.lowered[i] and not apart[i] and not answer.kept[i]:
            source += f"{LOWERED[ruled.lowered[i]]}; "
        words = reason_words(page, seen, model, i, bool(answer.kept[i]), own)
        return source + words + (f"; {answer.changed[i]}" if i in answer.changed else "")

    return Decisions(
        answer.kept, score, why, confidence(signs, card["decision"]["confidence"]), page_type,
        card.get("weights_sha256"), comment & (apart == 0),
    )  # fmt: skip


class _Answer(NamedTuple):
    """Which blocks are kept, by which fence on which chances, and the reasons of those that are so for another one."""

    kept: NDArray[np.bool_]
    chance: NDArray[np.float64]
    """of copies none"""
    fence: float
    changed: dict[int, str]
    title: int = -1


def _choose(
    page: Page, seen: Features, chance: NDArray[np.float64], fence: float, never: NDArray[np.bool_], beta: float
) -> _Answer:
    """The blocks by the fence, with what belongs to them and without copies; but for the title some are ``never`` kept.

    Who leans to a side gets the same title, of two copies the same one, and never more of the page than without
    leaning if it is to precision, never less if it is to recall.
    """
    upright = _gather(page, seen, chance, never, fence)
    if beta == 1:
        return upright
    leaning = _gather(page, seen, upright.chance, never, fence_of(upright.chance, seen.word_counts, beta), upright)
    kept = leaning.kept & upright.kept if beta < 1 else leaning.kept | upright.kept
    told = leaning.changed | dict.fromkeys(np.flatnonzero(kept != leaning.kept).tolist(), _UPRIGHT)
    return leaning._replace(kept=kept, changed=told)


def _gather(
    page: Page,
    seen: Features,
    chance: NDArray[np.float64],
    never: NDArray[np.bool_],
    fence: float,
    upright: _Answer | None = None,
) -> _Answer:
    """What is kept by a fence. The title and the copies that are left out are those of an upright answer, if given."""
    kept = chance >= fence
    kin = kin_of(seen, kept, chance, _KIN_CHANCE * fence)
    if kin:
        kept[kin] = True
    copies = copies_of(seen, page.texts, kept, chance)
    if copies:
        kept[copies] = False
        chance = chance.copy()
        chance[copies] = 0.0
    kept, changed = coherent(page, kept, chance, fence, never)
    for block in kin:
        if kept[block]:
            changed.setdefault(block, _KIN)
    changed.update(dict.fromkeys(copies, _COPY))
    if upright is not None:
        changed.update((block, why) for block, why in upright.changed.items() if why is _COPY)
    title = title_of(seen, kept) if upright is None else upright.title
    if title >= 0 and not kept[title] and kept.any() and changed.get(title) is not _COPY:
        kept[title] = True
        changed[title] = "the page's title goes with its text"
    return _Answer(kept, chance, fence, changed, title)


def left_out(chance: NDArray[np.float64], seen: Features) -> NDArray[np.uint8]:
    """What is no part of the text by what it stands in, as the column says; none of it if hardly anything else looks
    like text, and some of it does, or is prose.
    """
    besides = np.where(seen.outside_main, 0.0, chance)
    some = besides.max() >= LEAST and besides @ seen.word_counts >= FEW_WORDS
    if some or not (
        is_sure(chance, seen) or _holds_prose(seen.word_counts, seen.numbers[:, _LINK_SHARE], ~seen.never_shown)
    ):
        return seen.outside_main
    return np.zeros_like(seen.outside_main)


def told_comments(outcome: Prediction, seen: Features) -> NDArray[np.bool_]:
    """Which blocks are readers' comments: by names or a headline over them, on an article also by how they look."""
    look_like_one = outcome.comments > 0
    if outcome.article <= ARTICLE or not look_like_one.any():
        return seen.comment
    found: NDArray[np.bool_] = seen.comment | look_like_one
    seen_words = np.where(seen.never_shown, 0.0, seen.word_counts)
    return found if seen_words[found].sum() <= MOST * seen_words.sum() else seen.comment


def is_sure(chance: NDArray[np.float64], seen: Features) -> bool:
    """Whether a page has as much text with a good chance as the shortest of texts has words."""
    sure = seen.word_counts[chance >= _SURE].sum()
    return bool(sure >= _SURE_WORDS or sure >= _enough(seen))


def raised(chance: NDArray[np.float64], seen: Features) -> NDArray[np.float64]:
    """The chances with all odds raised by as much as makes the page's best text good.

    The network may have a poor opinion of a page as a whole; but pages have content, and which of its blocks are the
    likeliest it still tells well. Low chances lie close together, so the best few would be kept of a text, as if it
    were known that the others are worse.
    """
    order = np.argsort(-chance, kind="stable")
    words = np.cumsum(seen.word_counts[order])
    best = float(chance[order[min(int(np.searchsorted(words, _enough(seen))), len(order) - 1)]])
    if best <= 0:
        return chance
    return with_odds(chance, _SURE / (1 - _SURE) * (1 - best) / best)


def _is_mostly(blocks: NDArray[np.bool_], seen: Features) -> bool:
    """Whether these blocks have more than half of the words that a page shows."""
    words = np.where(seen.never_shown, 0.0, seen.word_counts)
    return bool(2 * words[blocks].sum() > words.sum())


def _enough(seen: Features) -> float:
    return float(min(_SURE_WORDS, _SURE_SHARE * seen.word_counts[~seen.never_shown].sum()))


def _looks_like(types: Sequence[str], outcome: Prediction, names: Sequence[str]) -> bool:
    """Whether the chance that a page is of one of these types is above a half."""
    chance = np.exp(outcome.types - outcome.types.max())
    return bool(2 * chance[[name in types for name in names]].sum() > chance.sum())


def kin_of(seen: Features, kept: NDArray[np.bool_], chance: NDArray[np.float64], least: float) -> list[int]:
    """The blocks between the first and the last kept one, or directly behind it, that are not kept, but likely enough
    and stand in a kind of place (the same tags and names around them) of whose words a good part is kept.

    The items of a list, the cards of a collection, the paragraphs of an article are content together or not at all,
    whatever the words of each look like; but what is nothing but a link has a fate of its own, as among the headlines
    of other stories.
    """
    return kernel.find_same_template(
        seen.templates, seen.word_counts, seen.never_shown.view(np.uint8), seen.numbers, _LINK_SHARE, _ALL_LINK,
        _KIN_SHARE, chance, least, kept.view(np.uint8), np.zeros((len(seen), 2)),
    )  # fmt: skip


def title_of(seen: Features, kept: NDArray[np.bool_]) -> int:
    """The block of the page's title: of its h1 the one nearest to the head's title, or the last before kept text.
    Where there is no h1, an h2 will do; -1 if there is neither.

    Corpora disagree on whether it is content; readers do not, and who wants none says ``include_title=False``.
    """
    return kernel.find_title(
        seen.tags, _H1, seen.never_shown.view(np.uint8), seen.comment.view(np.uint8), seen.numbers, _OVERLAP,
        _LIKE_TITLE, kept.view(np.uint8),
    )  # fmt: skip


def _from(page: Page, block: int) -> str:
    source = source_of(page, block)
    return f"from {source}; " if source else ""


def chances(outcome: Prediction, seen: Features, settings: Mapping[str, Any]) -> NDArray[np.float64]:
    """The chance of each block to be what is wanted of the page: less than its own for a comment on an article, and
    none for what is hidden for good or no part of the text by what it stands in.
    """
    chance = _chances(outcome, seen, told_comments(outcome, seen), settings)
    chance[left_out(chance, seen) > 0] = 0.0
    return chance


def _chances(
    outcome: Prediction, seen: Features, comment: NDArray[np.bool_], settings: Mapping[str, Any]
) -> NDArray[np.float64]:
    less = 1 - outcome.article if outcome.article > ARTICLE else 1.0
    chance = np.empty(len(outcome.logits))
    kernel.calibrate(
        outcome.logits, settings["slope"], settings["shift"], seen.never_shown.view(np.uint8), comment.view(np.uint8),
        less, chance,
    )  # fmt: skip
    return chance


def calibrated(logits: NDArray[np.float64], settings: Mapping[str, Any]) -> NDArray[np.float64]:
    """The chances that blocks are content, as fitted on pages that the network had not seen."""
    chance: NDArray[np.float64] = 1 / (1 + np.exp(-np.clip(settings["slope"] * logits + settings["shift"], -30, 30)))
    return chance


def fence_of(chance: NDArray[np.float64], words: NDArray[np.float64], beta: float = 1.0) -> float:
    """The chance that a block needs to stay, such that the expected word F1 of what is kept is highest, or another F:
    recall counts ``beta`` times as much as precision.

    Kept are the likeliest blocks. Of k kept words with the chances p, sum(p) are expected to be right; of all words of
    the page, sum of all p are wanted; so the expected F1 is about 2 sum(p of kept) / (k + sum of all p).

    >>> fence_of(np.array([0.9, 0.4, 0.1]), np.array([20.0, 80.0, 80.0]))
    0.4
    >>> fence_of(np.array([0.9, 0.4, 0.1]), np.array([80.0, 20.0, 80.0]))
    0.9
    """
    return max(kernel.best_threshold(chance, words, np.argsort(-chance, kind="stable"), beta * beta), 1e-6)


def _has_prose(page: Page) -> bool:
    return _holds_prose(page.words, page.link_words / np.maximum(page.words, 1), ~page.hidden)


def _holds_prose(words: NDArray[Any], link_share: NDArray[Any], shown: NDArray[np.bool_]) -> bool:
    prose = (words >= PROSE_WORDS) & (link_share < 0.5) & shown
    return bool(prose.any()) and bool(words[prose].sum() >= _PROSE_SHARE * words[shown].sum())
