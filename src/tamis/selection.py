"""The selection options, applied to the decisions of any strategy before anything is rendered."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.comments import comment_section, comments
from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page
from tamis.errors import UsageError
from tamis.model.title import title_blocks
from tamis.options import Selection, excluded
from tamis.strategies.base import Strategy
from tamis.strategies.threshold import favor_side

if TYPE_CHECKING:
    from tamis.roles import Extras

_BETA_PRECISION: Final = 0.5
_BETA_RECALL: Final = 2.0
"""the usual ones beside F1"""
_LITTLE_PROSE: Final = 0.1
"""of what is kept; a page with less running text is a list with a remark"""
_REPEATED_WORDS: Final = 4
"""words; shorter texts, such as cells and bylines, may rightly occur twice on a page"""
_EXTRAS: Final = {
    "byline": "who wrote it, or when", "date": "when it was written", "caption": "what a picture shows"
}  # fmt: skip
"""what stands beside a text, in words; of two that name a block the later one decides"""
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8}){0,4}")
"""BCP 47, near enough"""


def check_selection(options: Selection) -> None:
    """Refuse options that exclude each other, and a language that is not a code."""
    if pair := excluded(options):
        raise UsageError(f"{' and '.join(pair)} exclude each other: choose one")
    language = options.get("target_language")
    if language and not _LANGUAGE.fullmatch(language):
        raise UsageError(f"a language is a code such as en, pt-BR or yue, not {language!r}")


def favored(strategy: Strategy, params: Mapping[str, Any], options: Selection) -> tuple[Mapping[str, Any], Selection]:
    """Parameters and options for a strategy that has a ``beta`` for precision or recall, as ``auto`` has.

    Any other strategy gets what was given: :func:`select` moves the threshold on its scores.
    """
    precision, recall = options.get("favor_precision"), options.get("favor_recall")
    if "beta" not in strategy.params or not (precision or recall):
        return params, options
    if "beta" in params:
        raise UsageError("beta says how much recall counts, and so does favoring a side: choose one")
    rest = options.copy()
    rest.pop("favor_precision", None)
    if rest.pop("favor_recall", False):
        rest = _with_extras(rest)
    return {"beta": _BETA_PRECISION if precision else _BETA_RECALL, **params}, rest


def select(page: Page, decisions: Decisions, options: Selection) -> Decisions:
    """Apply the options to a strategy's decisions; a block that changes sides gets a reason that says so."""
    if not options:
        return decisions
    precision, recall = options.get("favor_precision", False), options.get("favor_recall", False)
    decisions = favor_side(page, decisions, precision=precision, recall=recall)
    options = _with_extras(options) if recall else options
    kept = decisions.kept.copy()
    overruled: dict[int, str] = {}
    title = None if options.get("include_title", True) else _title(page, decisions)
    wanted = options.get("include_comments")
    if wanted is not None:
        _settle_comments(page, decisions, wanted, kept, overruled)
    _settle_extras(page, decisions, options, kept, overruled)
    if title is not None:
        _drop_title(title, kept, overruled)
    ruled = _obey_rules(page, options, kept, overruled)
    if options.get("prose_only"):
        _keep_prose(page, decisions, ruled, options, kept, overruled)
    if options.get("deduplicate"):
        _drop_repeated(page, kept, overruled)
    if language := options.get("target_language"):
        _ask_for_language(page, language, kept, overruled)

    def why(i: int) -> str:
        return overruled.get(i) or decisions.why(i)

    return replace(decisions, kept=kept, why=why)


def _with_extras(options: Selection) -> Selection:
    """The options with all that stands beside a text, unless they say otherwise."""
    return {"include_byline": True, "include_captions": True, **options}


def _settle_comments(
    page: Page, decisions: Decisions, wanted: bool, kept: NDArray[np.bool_], overruled: dict[int, str]
) -> None:
    # Without comments, the invitation to write one goes too. Hidden blocks stay dropped, unless the strategy kept them.
    found = comments(page, decisions.comment) & ~page.hidden if wanted else comment_section(page, decisions.comment)
    for i in np.flatnonzero(found & (kept != wanted)).tolist():
        kept[i] = wanted
        overruled[i] = "a reader's comment, wanted" if wanted else "a reader's comment, not wanted"


def _settle_extras(
    page: Page, decisions: Decisions, options: Selection, kept: NDArray[np.bool_], overruled: dict[int, str]
) -> None:
    """Keep or drop byline, date and captions; a date goes by its own option if both are given."""
    wanted = _extras_asked_for(options)
    if not wanted:
        return
    found = _all_extras(page, decisions, kept, wanted)
    for name, choice in wanted.items():
        for i in np.flatnonzero(getattr(found, name) & (kept != choice)).tolist():
            kept[i] = choice
            overruled[i] = f"{_EXTRAS[name]}, {'' if choice else 'not '}wanted"


def _all_extras(page: Page, decisions: Decisions, kept: NDArray[np.bool_], wanted: Collection[str]) -> Extras:
    """What stands beside the page's text, and in a thread beside each kept post."""
    from tamis.roles import extras

    found = extras(page, kept, decisions.comment, captions="caption" in wanted)
    if not {"byline", "date"}.isdisjoint(wanted):
        from tamis.records.posts import post_bylines

        names, dates = post_bylines(page, kept)
        found = found._replace(byline=found.byline | names | dates, date=found.date | dates)
    return found


def _extras_asked_for(options: Selection) -> dict[str, bool]:
    """What stands beside a text and is asked for, or asked to go."""
    given = options.get("include_byline"), options.get("include_date"), options.get("include_captions")
    return {name: choice for name, choice in zip(_EXTRAS, given, strict=True) if choice is not None}


def _keep_prose(
    page: Page,
    decisions: Decisions,
    ruled: NDArray[np.bool_],
    options: Selection,
    kept: NDArray[np.bool_],
    overruled: dict[int, str],
) -> None:
    """Drop all but running text, title, wanted extras and what a rule keeps; of a page with hardly any, everything."""
    from tamis.blocks.running_text import running_text

    title = _title(page, decisions)
    text = kept & ~title
    prose = text & running_text(page)
    if not ruled.any() and page.words[prose].sum() <= _LITTLE_PROSE * page.words[text].sum():
        stays, why = ruled, "the page has hardly any running text"
    else:
        stays, why = prose | title | ruled, "no running text"
        asked_for = _extras_asked_for(options)
        found = _all_extras(page, decisions, kept, asked_for)
        for name, wanted in asked_for.items():
            stays |= wanted & getattr(found, name)
    for i in np.flatnonzero(kept & ~stays).tolist():
        kept[i] = False
        overruled[i] = why


def _title(page: Page, decisions: Decisions) -> NDArray[np.bool_]:
    return title_blocks(page, decisions.kept, comment_section(page, decisions.comment))


def _drop_title(title: NDArray[np.bool_], kept: NDArray[np.bool_], overruled: dict[int, str]) -> None:
    for i in np.flatnonzero(kept & title).tolist():
        kept[i] = False
        overruled[i] = "the page's title, not wanted"


def _obey_rules(
    page: Page, options: Selection, kept: NDArray[np.bool_], overruled: dict[int, str]
) -> NDArray[np.bool_]:
    """Keep and drop what the caller's selectors name; what they keep is returned."""
    kept_by_rule = np.zeros(len(page), np.bool_)
    keep, drop = _selectors(options.get("keep", ())), _selectors(options.get("drop", ()))
    if keep or drop:
        for i, (wanted, selector) in ruled_blocks(page, keep, drop).items():
            kept[i] = kept_by_rule[i] = wanted
            overruled[i] = f"your rule {'keep' if wanted else 'drop'}={selector!r}"
    return kept_by_rule


def _selectors(given: str | Sequence[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


def ruled_blocks(page: Page, keep: Sequence[str], drop: Sequence[str]) -> dict[int, tuple[bool, str]]:
    """The blocks that a CSS selector names: whether they are kept, and by which selector.

    The rule of the nearest element around a block wins; of two on one element, the one that drops.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> page = text_flow(read("<div class=a>x<p class=b>y</div>", None, Limits()))
    >>> ruled_blocks(page, [".a"], [".b"])
    {0: (True, '.a'), 1: (False, '.b')}
    """
    tree = page.tree
    place = {tree.document.root: -1} | {node: element for element, node in enumerate(tree.nodes)}
    rules: dict[int, tuple[bool, str]] = {}
    for selectors, kept in ((keep, True), (drop, False)):
        for selector in selectors:
            try:
                matched = tree.document.select(selector)
            except ValueError as error:
                raise UsageError(f"not a CSS selector: {selector!r} ({error})") from None
            rules |= {place[node]: (kept, selector) for node in matched if node in place}
    if not rules:
        return {}
    nearest: list[tuple[bool, str] | None] = []
    for element, parent in enumerate(tree.parents):
        nearest.append(rules.get(element) or (nearest[parent] if parent >= 0 else rules.get(-1)))
    found = {}
    for block, (run, element) in enumerate(zip(page.first_run.tolist(), page.elements.tolist(), strict=True)):
        # the run's own element may be an inline one that a rule names; a block of several lines goes by its element
        same_line = run >= 0 and tree.run_cuts[run] == tree.run_cuts[int(page.last_run[block])]
        rule = nearest[tree.run_parents[run] if same_line else element]
        if rule is not None:
            found[block] = rule
    return found


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
