"""What a strategy is, and the table of all of them."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal, Protocol, TypeVar

from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page
from tamis.blocks.text_flow import text_flow
from tamis.errors import UsageError
from tamis.html.tree import Tree

_F = TypeVar("_F", bound=Callable[..., Any])
_Family = TypeVar("_Family", bound="Callable[[str], Strategy]")
Scope = Literal["page", "site"]


class Segmenter(Protocol):
    """Cuts a tree into blocks; the blocks' texts, joined, are the page's visible text in order.

    It may have keyword-only arguments of its own; they are parameters of the strategies that use it.
    """

    def __call__(self, tree: Tree, url: str | None = None) -> Page:
        """Cut."""
        ...


@dataclass(frozen=True, slots=True)
class Strategy:
    """A named way to decide which blocks of a page stay.

    The contract, which ``tests/test_contract.py`` checks for every registered strategy:

    * each block gets a decision: kept or not, a score in 0–1 (0.5 or more exactly if kept) and a reason in words;
    * hidden blocks are dropped, and the reason says so; ``auto`` may keep those that a reader can reveal (collapsible);
    * the same page and parameters give the same decisions, and nothing that was handed in is changed;
    * a page of no blocks, of one word or of 200,000 nested elements is a page like any other;
    * time grows with the page, never with its square;
    * a parameter that is called ``beta`` says how many times as much recall counts as precision; favoring a side sets
      it (:func:`tamis.selection.favored`).
    """

    name: str
    scope: Scope
    """``page``: decides on one page alone; ``site``: needs several pages of one site"""
    summary: str
    segment: Segmenter
    decide: Callable[..., Any]
    """``(page, **params) -> Decisions``, or for a site ``(pages, **params) -> list[Decisions]``"""
    params: Mapping[str, Any]
    """the parameters' names and defaults, those of the segmenter included"""

    def to_dict(self) -> dict[str, Any]:
        """What users have to know of it, as plain data."""
        return {"name": self.name, "scope": self.scope, "summary": self.summary, "params": dict(self.params)}

    def cut(self, tree: Tree, url: str | None, params: Mapping[str, Any]) -> Page:
        """Segment a page, with those of the parameters that are the segmenter's."""
        return self.segment(tree, url, **_for(self.segment, self.settings(params)))

    def settings(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters to run with: defaults, overridden by ``params``, whose names and types are checked."""
        chosen = dict(self.params)
        for name, value in params.items():
            if name not in chosen:
                known = ", ".join(sorted(chosen)) or "none"
                raise UsageError(f"strategy {self.name!r} has no parameter {name!r}; it has: {known}")
            chosen[name] = _as_type_of(chosen[name], name, value)
        return chosen

    def decide_page(self, page: Page, params: Mapping[str, Any]) -> Decisions:
        """Decide on one page."""
        if self.scope != "page":
            advice = "`tamis site extract`, or tamis.analyze_site()"
            raise UsageError(f"strategy {self.name!r} needs several pages of one site: {advice}")
        decisions: Decisions = self.decide(page, **_for(self.decide, self.settings(params)))
        return decisions

    def decide_site(self, pages: Sequence[Page], params: Mapping[str, Any]) -> list[Decisions]:
        """Decide on the pages of one site; a page strategy takes them one at a time."""
        if self.scope == "page":
            return [self.decide_page(page, params) for page in pages]
        if len(pages) < 2:
            raise UsageError(f"{self.name} compares the pages of a site and needs two or more, not {len(pages)}")
        decisions: list[Decisions] = self.decide(pages, **_for(self.decide, self.settings(params)))
        return decisions


STRATEGIES: Final[Mapping[str, str]] = {
    "auto": "tamis.strategies.auto",
    "content-extractor": "tamis.papers.debnath2005.content_extractor",
    "eniw": "tamis.papers.pab2015.eniw",
    "entropy": "tamis.papers.debnath2005.entropy",
    "feature-extractor": "tamis.papers.debnath2005.feature_extractor",
    "k-feature-extractor": "tamis.papers.debnath2005.k_feature_extractor",
    "key-patterns": "tamis.papers.key_patterns2013.strategy",
    "lbda": "tamis.papers.lbda2015.lbda",
    "lbda-site": "tamis.papers.lbda2015.lbda_site",
    "pab": "tamis.papers.pab2015.pab",
    "shallow": "tamis.strategies.shallow",
    "style-tree": "tamis.strategies.style_tree",
    "svm": "tamis.papers.svm2013.strategy",
}
"""the module that registers each strategy; it is imported when the strategy is first asked for"""
FAMILIES: Final[Mapping[str, str]] = {"model": "tamis.strategies.auto"}
"""the same for strategies of which there is one for each folder, such as ``model:FOLDER``"""
_REGISTER: dict[str, Strategy] = {}
_FAMILIES: dict[str, Callable[[str], Strategy]] = {}


def strategy(name: str, *, scope: Scope = "page", segment: Segmenter = text_flow) -> Callable[[_F], _F]:
    """Register a function as a strategy.

    Its keyword-only arguments are the strategy's parameters, with their defaults; the first line of its docstring is
    the summary.
    """

    def register(function: _F) -> _F:
        if name in _REGISTER:
            raise UsageError(f"there is a strategy {name!r} already")
        parts: tuple[Callable[..., Any], ...] = (segment, function)
        params = {key: default for part in parts for key, default in _parameters(part).items()}
        summary = (inspect.getdoc(function) or "").partition("\n")[0]
        _REGISTER[name] = Strategy(name, scope, summary, segment, function, params)
        return function

    return register


def strategy_family(name: str) -> Callable[[_Family], _Family]:
    """Register a function that makes the strategy ``name:FOLDER`` of a folder."""

    def register(function: _Family) -> _Family:
        _FAMILIES[name] = function
        return function

    return register


@cache
def _parameters(function: Callable[..., Any]) -> Mapping[str, Any]:
    """The keyword-only arguments of a function and their defaults."""
    arguments = inspect.signature(function).parameters.values()
    return {a.name: a.default for a in arguments if a.kind is inspect.Parameter.KEYWORD_ONLY}


def _for(function: Callable[..., Any], settings: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the settings that a function takes."""
    return {name: settings[name] for name in _parameters(function)}


def available_strategies() -> tuple[Strategy, ...]:
    """All strategies, as objects with ``name``, ``scope``, ``summary`` and ``params``."""
    for module in STRATEGIES.values():
        importlib.import_module(module)
    return tuple(sorted(_REGISTER.values(), key=lambda s: (s.name != "auto", s.name)))


def get_strategy(name: str) -> Strategy:
    """The strategy of that name; its module is imported if it was not yet. ``model:FOLDER`` is a user's own model."""
    family, colon, folder = name.partition(":")
    if colon and family in FAMILIES:
        importlib.import_module(FAMILIES[family])
        return _FAMILIES[family](folder)
    if name not in _REGISTER and name in STRATEGIES:
        importlib.import_module(STRATEGIES[name])
    try:
        return _REGISTER[name]
    except KeyError:
        known = ", ".join(s.name for s in available_strategies())
        raise UsageError(f"there is no strategy {name!r}; there are: {known}") from None


_MOST: Final = 1e9
"""no parameter counts or weighs anything so large; infinities would become no numbers further on"""
_TYPES: Final = {bool: "true or false", int: "a whole number", float: "a number", tuple: "names, by comma"}


def _as_type_of(default: Any, name: str, value: Any) -> Any:
    """Check a parameter against its default's type; text (from ``--set``) is read as that type."""
    is_number = isinstance(default, int | float) and not isinstance(default, bool)
    if default is None or (isinstance(value, type(default)) and not is_number and not isinstance(value, tuple)):
        return value
    if isinstance(default, bool):
        if str(value).lower() in ("true", "yes", "1", "on"):
            return True
        if str(value).lower() in ("false", "no", "0", "off"):
            return False
    elif is_number:
        try:
            given = value if isinstance(value, int | float) and not isinstance(value, bool) else str(value)
            number = type(default)(given)
            if (isinstance(given, str) or number == given) and abs(number) <= _MOST:
                return number
        except (ValueError, OverflowError):
            pass
    elif isinstance(default, tuple) and isinstance(value, str):
        return tuple(part.strip() for part in value.split(",") if part.strip())
    elif isinstance(default, tuple) and isinstance(value, Sequence) and _may_stand_for(value, default):
        return tuple(value)
    raise UsageError(f"parameter {name!r} takes {_TYPES.get(type(default), 'text')}, not {value!r}")


def _may_stand_for(values: Sequence[Any], defaults: tuple[Any, ...]) -> bool:
    """Whether the values are texts where the defaults are; a strategy that takes others looks at them itself."""
    return not all(isinstance(default, str) for default in defaults) or all(isinstance(value, str) for value in values)
