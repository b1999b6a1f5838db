"""The caller's say in what is kept, whatever the strategy: applied once, before anything is rendered."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypedDict

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page
from tamis.errors import UsageError

if TYPE_CHECKING:
    from tamis.strategies.base import Strategy

PRECISE: Final = 0.75
RECALLING: Final = 0.25
"""Half-way from the fence at 0.5 to certainty."""
_BETA_PRECISE: Final = 0.5
_BETA_RECALLING: Final = 2.0
"""the usual ones beside F1"""

_LITTLE_PROSE: Final = 0.1
"""of what is kept; a page with less running text is a list with a remark"""

_REPEATED_WORDS: Final = 4
"""shorter texts (a table's cells, bylines) may well stand twice on a page and mean it"""


class Rules(TypedDict, total=False):
    """Options that are seldom needed, and cost nothing unless they are set."""

    include_comments: bool | None
    """``True`` keeps readers' comments, ``False`` drops them; ``None`` leaves them to the strategy"""
    include_byline: bool | None
    """the same for the lines beside the title and the text that say who wrote it, and when"""
    prose_only: bool
    """drops headings, labels, captions, short items: all but running text, the title, unless ``include_title=False``,
    and a byline that is asked for; and everything where there is hardly any, as on a page of search results"""
    target_language: str | None
    """drops everything if the text is in another language; a code such as ``en``"""
    deduplicate: bool
    """drops what stood on the page before, word for word"""
    keep: str | Sequence[str]
    drop: str | Sequence[str]
    """CSS selectors of elements to keep or drop, whatever the strategy thinks"""


_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8}){0,4}")
"""BCP 47, near enough"""


@dataclass(frozen=True, slots=True)
class Selection:
    """Options that change which blocks are kept."""

    favor_precision: bool = False
    favor_recall: bool = False
    include_title: bool = True
    include_comments: bool | None = None
    include_byline: bool | None = None
    prose_only: bool = False
    target_language: str | None = None
    deduplicate: bool = False
    keep: str | Sequence[str] = ()
    drop: str | Sequence[str] = ()

    def __post_init__(self) -> None:
        if self.favor_precision and self.favor_recall:
            raise UsageError("favor_precision and favor_recall exclude each other: choose one")
        if self.target_language and not _LANGUAGE.fullmatch(self.target_language):
            raise UsageError(f"a language is a code such as en, pt-BR or yue, not {self.target_language!r}")


_NO_WISHES: Final = Selection()


def lean(chosen: Strategy, params: Mapping[str, Any], selection: Selection) -> tuple[Mapping[str, Any], Selection]:
    """Parameters and options of a strategy that leans by itself, as ``auto`` does by its ``beta``, to the side that is
    favored; for any other, what was given: :func:`select` moves the fence on its scores.
    """
    if "beta" not in chosen.params or not (selection.favor_precision or selection.favor_recall):
        return params, selection
    if "beta" in params:
        raise UsageError("beta says how much recall counts, and so does favoring a side: choose one")
    beta = _BETA_PRECISE if selection.favor_precision else _BETA_RECALLING
    return {"beta": beta, **params}, replace(selection, favor_precision=False, favor_recall=False)


def select(page: Page, decisions: Decisions, selection: Selection) -> Decisions:
    """Apply the options to a strategy's decisions; a block that changes sides gets a reason that says so."""
    if selection == _NO_WISHES:
        return decisions
    decisions = _move_fence(page, decisions, selection)
    kept = decisions.kept.copy()
    overruled: dict[int, str] = {}
    title = None if selection.include_title else _title(page, decisions)
    if selection.include_comments is not None:
        _settle_comments(page, decisions, selection.include_comments, kept, overruled)
    if selection.include_byline is not None:
        _settle_bylines(page, decisions, selection.include_byline, kept, overruled)
    if title is not None:
        _drop_title(title, kept, overruled)
    ruled = _obey_rules(page, selection, kept, overruled)
    if selection.prose_only:
        _keep_prose(page, decisions, selection, ruled, kept, overruled)
    if selection.deduplicate:
        _drop_repeated(page, kept, overruled)
    if selection.target_language:
        _ask_for_language(page, selection.target_language, kept, overruled)

    def why(i: int) -> str:
        return overruled.get(i) or decisions.why(i)

    return replace(decisions, kept=kept, why=why)


def _move_fence(page: Page, decisions: Decisions, selection: Selection) -> Decisions:
    fence = PRECISE if selection.favor_precision else RECALLING if selection.favor_recall else None
    if fence is None:
        return decisions
    kept = (decisions.score >= fence) & (~page.hidden | decisions.kept)
    side = "precision" if selection.favor_precision else "recall"

    def why(i: int) -> str:
        reason = decisions.why(i)
        if kept[i] == decisions.kept[i]:
            return reason
        return f"score {decisions.score[i]:.2f}, fence {fence} to favor {side}; else: {reason}"

    return replace(decisions, kept=kept, why=why)


def _settle_comments(
    page: Page, decisions: Decisions, wanted: bool, kept: NDArray[np.bool_], overruled: dict[int, str]
) -> None:
    from tamis.roles import comment_section, comments

    # Who wants none is not asked for one either. What is hidden stays so, but for what the strategy has opened.
    found = comments(page, decisions.comment) & ~page.hidden if wanted else comment_section(page, decisions.comment)
    for i in np.flatnonzero(found & (kept != wanted)).tolist():
        kept[i] = wanted
        overruled[i] = "a reader's comment, wanted" if wanted else "a reader's comment, not wanted"


def _settle_bylines(
    page: Page, decisions: Decisions, wanted: bool, kept: NDArray[np.bool_], overruled: dict[int, str]
) -> None:
    from tamis.roles import bylines

    for i in np.flatnonzero(bylines(page, kept, decisions.comment) & (kept != wanted)).tolist():
        kept[i] = wanted
        overruled[i] = "who wrote it, or when, wanted" if wanted else "who wrote it, or when, not wanted"


def _keep_prose(
    page: Page,
    decisions: Decisions,
    selection: Selection,
    ruled: NDArray[np.bool_],
    kept: NDArray[np.bool_],
    overruled: dict[int, str],
) -> None:
    """Drop what is no running text, but for the title and a byline that is wanted; all of it where there is little.
    What a rule keeps stays.
    """
    from tamis.papers.svm2013.text_features import running_text
    from tamis.roles import bylines

    title = _title(page, decisions)
    text = kept & ~title
    prose = text & running_text(page)
    if not ruled.any() and page.words[prose].sum() <= _LITTLE_PROSE * page.words[text].sum():
        stays, why = ruled, "the page has hardly any running text"
    else:
        stays, why = prose | title | ruled, "no running text"
        if selection.include_byline:
            stays |= bylines(page, kept, decisions.comment)
    for i in np.flatnonzero(kept & ~stays).tolist():
        kept[i] = False
        overruled[i] = why


def _title(page: Page, decisions: Decisions) -> NDArray[np.bool_]:
    from tamis.roles import comment_section, title_blocks

    return title_blocks(page, decisions.kept, comment_section(page, decisions.comment))


def _drop_title(title: NDArray[np.bool_], kept: NDArray[np.bool_], overruled: dict[int, str]) -> None:
    for i in np.flatnonzero(kept & title).tolist():
        kept[i] = False
        overruled[i] = "the page's title, not wanted"


def _obey_rules(
    page: Page, selection: Selection, kept: NDArray[np.bool_], overruled: dict[int, str]
) -> NDArray[np.bool_]:
    """Gives what the rules keep."""
    wanted_blocks = np.zeros(len(page), np.bool_)
    keep = (selection.keep,) if isinstance(selection.keep, str) else tuple(selection.keep)
    drop = (selection.drop,) if isinstance(selection.drop, str) else tuple(selection.drop)
    if not keep and not drop:
        return wanted_blocks
    from tamis.strategies.selectors import ruled

    for i, (wanted, selector) in ruled(page, keep, drop).items():
        kept[i] = wanted_blocks[i] = wanted
        overruled[i] = f"your rule {'keep' if wanted else 'drop'}={selector!r}"
    return wanted_blocks


def _drop_repeated(page: Page, kept: NDArray[np.bool_], overruled: dict[int, str]) -> None:
    seen: dict[str, int] = {}
    for i in np.flatnonzero(kept & (page.words >= _REPEATED_WORDS)).tolist():
        text = " ".join(page.texts[i].split())
        if text in seen:
            kept[i] = False
            overruled[i] = f"the same as block {seen[text]}"
        else:
            seen[text] = i


def _ask_for_language(page: Page, wanted: str, kept: NDArray[np.bool_], overruled: dict[int, str]) -> None:
    from tamis.text.language import language_of, same_language

    blocks = np.flatnonzero(kept).tolist()
    found = language_of("\n".join(page.texts[i] for i in blocks))
    if found is None or same_language(found[0], wanted):
        return
    kept[:] = False
    for i in blocks:
        overruled[i] = f"the text's language is {found[0]}, not {wanted}"
