"""Who takes part in an evaluation: our strategies and other people's extractors, behind one small interface."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from tamis.api import analyze_content
from tamis.document import Document
from tamis.errors import UsageError
from tamis.html.tree import read
from tamis.lab.peers import PEERS, installed_version
from tamis.limits import Limits
from tamis.model.unseen import read_unseen
from tamis.options import SELECTION, Selection
from tamis.selection import check_selection, select
from tamis.strategies.base import Scope, Strategy, available_strategies, get_strategy
from tamis.version import __version__

_UNSEEN = "unseen"
_SWITCHES: Mapping[str, bool] = {"true": True, "false": False}
_NO_PARAMS: Mapping[str, Any] = MappingProxyType({})
_NO_OPTIONS = Selection()


@dataclass(frozen=True, slots=True)
class PageInput:
    """What a competitor gets to see of a page: everything but the gold."""

    id: str
    html: str | bytes
    url: str | None = None
    encoding: str | None = None
    corpus: str = ""
    host: str | None = None
    """with corpus and id it shows which model has not learned from the page or its site"""


@dataclass(frozen=True, slots=True)
class Answer:
    """A competitor's answer to a page; ``confidence`` is the F1 that it expects."""

    text: str
    blocks: tuple[list[str], list[bool]] | None = None
    """texts, and which of them are kept"""
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Competitor:
    """A name and a way to answer.

    ``prepare`` imports what is needed and returns the function that is measured. It runs in the worker process, so
    that a package that crashes when it is imported costs its own pages and not the run. The function gets one page, or
    with scope ``site`` all pages of a host, and gives an answer for each.
    """

    name: str
    version: str
    prepare: Callable[[], Callable[[Sequence[PageInput]], Sequence[Answer]]]
    scope: Scope = "page"
    ours: bool = False


def strategy_competitor(spec: str, *, blocks: bool = False) -> Competitor:
    """One of our strategies, called as users call it; ``blocks`` hands on the ledger, for measures on blocks.

    ``unseen:FOLDER`` is the model in that folder as it would be, had it not learned from the page: each is answered by
    the network of the fold that left it out, or for a new page by one that knows nothing of its site.
    """
    chosen, analyze_page = page_analyzer(spec)
    params, options = split_settings(parse_spec(spec)[1])

    def answer(pages: Sequence[PageInput]) -> list[Answer]:
        if chosen.scope == "site":
            documents = decide_site(chosen, pages, params, options)
        else:
            documents = [analyze_page(page) for page in pages]
        return [_answer(document, blocks) for document in documents]

    return Competitor(spec, __version__, lambda: answer, chosen.scope, ours=True)


def page_analyzer(spec: str) -> tuple[Strategy, Callable[[PageInput], Document]]:
    """The strategy of a specification, and how it analyses a page, if its scope is one page."""
    name, settings = parse_spec(spec)
    kind, _, folder = name.partition(":")
    if kind == _UNSEEN and not folder:
        raise UsageError("whose pages are unseen? name the folder of a model: unseen:FOLDER")
    unseen = read_unseen(Path(folder)) if kind == _UNSEEN else None
    chosen = get_strategy(f"model:{folder}" if unseen else name)
    params, options = split_settings(settings)
    chosen.settings(params)  # a wrong parameter is wrong use, not an error on every page
    check_selection(options)

    def analyze_page(p: PageInput) -> Document:
        model = f"model:{unseen.model_for(p.corpus, p.id, p.host)}" if unseen else chosen.name
        return analyze_content(p.html, p.url, model, params, charset=p.encoding, **options)

    return chosen, analyze_page


def split_settings(settings: Mapping[str, str]) -> tuple[dict[str, str], Selection]:
    """The parameters of a strategy, and the page options.

    >>> split_settings({"min_words": "8", "include_title": "false"})
    ({'min_words': '8'}, {'include_title': False})
    """
    params = {name: text for name, text in settings.items() if name not in SELECTION}
    options = {name: SELECTION[name].parse(text) for name, text in settings.items() if name in SELECTION}
    return params, cast("Selection", options)


def parse_spec(spec: str) -> tuple[str, dict[str, str]]:
    """A name with settings.

    >>> parse_spec("shallow:min_words=8:max_link_share=0.5")
    ('shallow', {'min_words': '8', 'max_link_share': '0.5'})
    """
    name, *settings = spec.split(":")
    if name in ("model", _UNSEEN) and settings:  # a model's name is its folder
        name = f"{name}:{settings.pop(0)}"
    params = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise UsageError(f"settings are NAME:KEY=VALUE:KEY=VALUE, not {spec!r}")
        params[key] = value
    return name, params


def decide_site(
    chosen: Strategy,
    pages: Sequence[PageInput],
    params: Mapping[str, Any] = _NO_PARAMS,
    options: Selection = _NO_OPTIONS,
) -> list[Document]:
    """What a site strategy makes of the pages of one site."""
    if not pages:
        return []
    cut = [chosen.cut(read(p.html, p.encoding, Limits()), p.url, params) for p in pages]
    decided = zip(cut, chosen.decide_site(cut, params), strict=True)
    return [Document(page, select(page, decisions, options), chosen.name) for page, decisions in decided]


def _answer(document: Document, blocks: bool) -> Answer:
    columns = (document.page.texts, document.decisions.kept.tolist()) if blocks else None
    return Answer(document.text, columns, document.decisions.confidence)


def peer_competitor(spec: str) -> Competitor | None:
    """A peer, with settings of its own if any are named, or ``None`` if it is not installed."""
    name, settings = parse_spec(spec)
    if name not in PEERS:
        raise UsageError(f"there is no peer {name!r}; there are: {', '.join(PEERS)}")
    peer = PEERS[name]
    version = installed_version(peer)
    if version is None:
        return None
    if unknown := [key for key in settings if key not in peer.settings]:
        known = ", ".join(peer.settings) or "none"
        raise UsageError(f"peer {name!r} has no setting {unknown[0]!r} here; it has: {known}")
    typed = {key: _SWITCHES.get(value.lower(), value) for key, value in settings.items()}

    def prepare() -> Callable[[Sequence[PageInput]], Sequence[Answer]]:
        extract = peer.prepare(**typed)
        return lambda pages: [Answer(extract(peer.readable(p.html, p.encoding))) for p in pages]

    return Competitor(spec, version, prepare)


def choose(names: Sequence[str], peers: Sequence[str], *, blocks: bool = False) -> tuple[list[Competitor], list[str]]:
    """The competitors by name, ours first, and the names of peers that are not installed.

    ``all`` is all of them, ``none`` is none.
    """
    ours = (
        [s.name for s in available_strategies()] if "all" in names else dict.fromkeys(n for n in names if n != "none")
    )
    theirs = PEERS if "all" in peers else dict.fromkeys(peers)
    found = {name: peer_competitor(name) for name in theirs}
    chosen = [strategy_competitor(name, blocks=blocks) for name in ours]
    chosen += [peer for peer in found.values() if peer is not None]
    return chosen, [name for name, peer in found.items() if peer is None]
