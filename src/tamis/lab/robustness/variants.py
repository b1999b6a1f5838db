"""The variants of a page. Each keeps the page's gold text, or changes it along with the page.

The strengths are fixed: they were set before any network learned from such variants, and no figure has moved them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from html import escape
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.comments import in_comments, outermost_areas
from tamis.blocks.page import Page
from tamis.lab.corpora import GoldPage
from tamis.lab.labels import label_blocks
from tamis.lab.robustness.scripts import SCRIPTS, written_in
from tamis.lab.robustness.source import changed_text, opening, renamed, without_names
from tamis.model.title import title_blocks

Random = np.random.Generator

SHORT: Final = (60, 200)
"""words that are left of an article that is cut short"""
SUMMARIES: Final = (5, 60)
"""of other pages, that stand under the text"""
SUMMARY_WORDS: Final = (10, 40)
SIDEBAR: Final = (8, 25)
"""headlines of other pages in the sidebar"""
CONSENT: Final = (4, 10)
"""sentences of a cookie wall"""
_PROSE: Final = 8
"""words of a block that counts as prose"""
_FEW_COMMENTS: Final = 40
_LARGEST: Final = 200_000
_TAG: Final = re.compile(r"<[^<>]{0,2000}>")
_SEMANTIC: Final = ("article", "section", "main", "header", "footer", "nav", "aside")
_DIVS: Final = {name: f"<{'/' * (name[0] == '/')}div>" for tag in _SEMANTIC for name in (tag, f"/{tag}")}
_TABLES: Final = (
    dict.fromkeys(_SEMANTIC, "<table><tr><td>")
    | {f"/{tag}": "</td></tr></table>" for tag in _SEMANTIC}
    | {f"h{n}": "<br><font size=+2><b>" for n in range(1, 7)}
    | {f"/h{n}": "</b></font><br>" for n in range(1, 7)}
    | {"p": "<font>", "/p": "</font><br><br>"}
)
_BREAKS: Final = {"p": "", "/p": "<br><br>"}
CONSENT_TEXT: Final = tuple(
    """We value your privacy
    We and our partners store information on a device, such as cookies, and process personal data.
    You can change your choices at any time in the privacy settings of this site.
    Some partners process your data on the ground of legitimate interest, to which you may object.
    With your permission we use precise location data and identify devices by scanning them.
    Cookies that are strictly necessary make the site work and cannot be switched off.
    Measurement cookies let us count visits, so that we can improve how the site performs.
    Advertising cookies build a profile of your interests and show you relevant adverts elsewhere.
    Your preferences apply to this website only and are kept for twelve months.
    Press the button to agree, or go to the settings for a detailed description of the purposes.
    By closing this message you continue without accepting.
    Read more about it in our privacy policy and in the list of our partners.
    Content and adverts can be personalised, measured and developed further from this data.""".split("\n    ")
)


@dataclass(frozen=True)
class Labelled:
    """A page in its blocks, and the share of each block's words that the gold text has."""

    page: GoldPage
    cut: Page
    share: NDArray[np.float32]

    @classmethod
    def of(cls, page: GoldPage) -> Labelled:
        """The page, cut and labelled."""
        cut = page.cut()
        return cls(page, cut, label_blocks(cut.texts, page.gold))

    @property
    def source(self) -> str:
        """The page's HTML as it was decoded."""
        return self.cut.tree.source

    @cached_property
    def wanted(self) -> NDArray[np.int64]:
        """The blocks of the gold text that have a place of their own in the source, in order."""
        spans = self.cut.spans
        return np.flatnonzero((self.share > 0.5) & (spans.start >= 0) & ~spans.moved & ~self.cut.hidden)

    @cached_property
    def prose(self) -> NDArray[np.int64]:
        """Those of them that are prose."""
        return self.wanted[self.cut.words[self.wanted] >= _PROSE]


@dataclass(frozen=True, slots=True)
class Others:
    """What other pages give to a variant."""

    summaries: Sequence[tuple[str, str]]
    """headline and first words"""
    comments: Sequence[str]
    """markup"""
    consent: Sequence[str] = CONSENT_TEXT
    """the headline of a cookie wall, and its sentences"""
    latest: str = "Latest"
    """the headline of a sidebar"""


Make = Callable[[Labelled, Others, Random], GoldPage | None]


def others_of(pages: Sequence[Labelled]) -> Others:
    """What these pages give to the variants of other ones."""
    summaries, comments = [], []
    for each in pages:
        if len(each.prose):
            first = each.cut.texts[each.prose[0]]
            title = each.cut.texts[each.wanted[0]]
            summaries.append((" ".join(title.split()[:15]), first))
        comments += _discussions(each)
    return Others(summaries, comments)


def _discussions(each: Labelled) -> list[str]:
    """The markup of the page's areas of comments of which nothing is gold."""
    cut, found = each.cut, []
    for area in outermost_areas(cut.tree):
        inside = (cut.elements >= area) & (cut.elements < int(cut.tree.ends[area])) & (cut.spans.start >= 0)
        if cut.words[inside].sum() >= _FEW_COMMENTS and (cut.words * each.share)[inside].sum() < 1:
            found.append(each.source[int(cut.spans.start[inside].min()) : int(cut.spans.end[inside].max())])
    return [markup for markup in found if len(markup) <= _LARGEST]


def in_script(script: str, each: Labelled, _: Others, __: Random) -> GoldPage:
    """The page with all its text in another script."""
    source = changed_text(each.source, partial(written_in, script))
    return replace(each.page, html=source, gold=written_in(script, each.page.gold))


def unnamed(each: Labelled, _: Others, __: Random) -> GoldPage:
    """The page without classes and ids."""
    return replace(each.page, html=without_names(each.source))


def flattened(tags: Mapping[str, str], each: Labelled, _: Others, __: Random) -> GoldPage:
    """The page with other markup in place of some tags."""
    return replace(each.page, html=renamed(each.source, tags))


def shortened(each: Labelled, _: Others, rng: Random, words: tuple[int, int] = SHORT) -> GoldPage | None:
    """The page with the first words of its text alone; ``None`` if it has hardly more."""
    if (kept := _shortened(each, rng, words)) is None:
        return None
    return replace(each.page, html="".join(_without(each, kept)), gold=_text(each, kept))


def above_summaries(shape: str, each: Labelled, others: Others, rng: Random) -> GoldPage | None:
    """The page cut short, and under it linked summaries of other pages."""
    if (kept := _shortened(each, rng, SHORT)) is None or not others.summaries:
        return None
    before, behind = _without(each, kept)
    return replace(each.page, html=f"{before}{_summaries(shape, others, rng)}{behind}", gold=_text(each, kept))


def commented(each: Labelled, others: Others, rng: Random) -> GoldPage | None:
    """The page with another page's comments under its text; ``None`` if it has its own."""
    if not others.comments or not len(each.wanted) or outermost_areas(each.cut.tree):
        return None
    at = int(each.cut.spans.end[each.wanted].max())
    comments = others.comments[int(rng.integers(len(others.comments)))]
    return replace(each.page, html=f"{each.source[:at]}<div>{comments}</div>{each.source[at:]}")


def behind_sidebar(each: Labelled, others: Others, rng: Random) -> GoldPage | None:
    """The page with a sidebar before all else in the source: headlines of other pages, and some first words."""
    if not others.summaries:
        return None
    chosen = _drawn(others, int(rng.integers(*SIDEBAR)), rng)
    links = "".join(f"<li><a href=/{i}>{escape(title)}</a></li>" for i, (title, _) in enumerate(chosen))
    blurbs = "".join(f"<h4><a href=/{i}>{escape(t)}</a></h4><p>{escape(_first(w, rng))}</p>" for i, (t, w) in
                     enumerate(chosen[:3]))  # fmt: skip
    markup = f"<div><h3>{others.latest}</h3><ul>{links}</ul>{blurbs}</div>"
    return replace(each.page, html=_at_the_top(each.source, markup))


def behind_cookie_wall(each: Labelled, others: Others, rng: Random) -> GoldPage:
    """The page with a request for consent before all else."""
    headline, *sentences = others.consent
    chosen = rng.permutation(len(sentences))[: int(rng.integers(*CONSENT))]
    text = "".join(f"<p>{sentences[i]}</p>" for i in chosen)
    markup = f"<div><div><h2>{headline}</h2>{text}<button>Accept</button><button>Settings</button></div></div>"
    return replace(each.page, html=_at_the_top(each.source, markup))


def in_one_division(each: Labelled, _: Others, __: Random) -> GoldPage | None:
    """The page with line breaks in place of paragraphs from the first of its text to the last."""
    if len(each.prose) < 2:
        return None
    begin, end = int(each.cut.spans.start[each.prose[0]]), int(each.cut.spans.end[each.prose].max())
    source = each.source
    begin = source.rfind("<", 0, begin) if source[:begin].rstrip().endswith(">") else begin
    return replace(each.page, html=f"{source[:begin]}{renamed(source[begin:end], _BREAKS)}{source[end:]}")


def _shortened(each: Labelled, rng: Random, between: tuple[int, int]) -> NDArray[np.int64] | None:
    """The blocks of the text that stay: whole ones, until there are enough words."""
    words = each.cut.words[each.wanted]
    left = rng.integers(*between)
    if words.sum() < 2 * left:
        return None
    return each.wanted[np.cumsum(words) - words < left]


def _without(each: Labelled, kept: NDArray[np.int64]) -> tuple[str, str]:
    """The source up to the end of the text that stays and from there on, without the other words of the gold text."""
    spans = each.cut.spans
    gone = np.setdiff1d(each.wanted, kept)
    places = sorted(zip(spans.start[gone].tolist(), spans.end[gone].tolist(), strict=True))
    end = int(spans.end[kept].max())
    return _emptied(each.source, places, 0, end), _emptied(each.source, places, end, len(each.source))


def _emptied(source: str, places: Sequence[tuple[int, int]], at: int, end: int) -> str:
    """A part of the source without what stands at these places but tags."""
    parts = []
    for first, last in places:
        if at <= first and last <= end:
            parts += [source[at:first], *_TAG.findall(source[first:last])]
            at = last
    return "".join((*parts, source[at:end]))


def _text(each: Labelled, kept: NDArray[np.int64]) -> str:
    """The gold text of a page that is cut short: its title, whose share annotators disagree on, and what stays."""
    chosen = np.zeros(len(each.cut), np.bool_)
    chosen[kept] = True
    chosen |= title_blocks(each.cut, chosen, in_comments(each.cut))
    return "\n".join(each.cut.texts[i] for i in np.flatnonzero(chosen))


def _drawn(others: Others, count: int, rng: Random) -> list[tuple[str, str]]:
    return [others.summaries[int(i)] for i in rng.integers(len(others.summaries), size=count)]


def _first(text: str, rng: Random) -> str:
    return " ".join(text.split()[: int(rng.integers(*SUMMARY_WORDS))])


def _summaries(shape: str, others: Others, rng: Random) -> str:
    """Summaries of other pages, each one link: in a list, a table or divs."""
    chosen = _drawn(others, int(rng.integers(*SUMMARIES)), rng)
    items = [f"<a href=/{i}>{escape(_first(words, rng))}</a>" for i, (_, words) in enumerate(chosen)]
    if shape == "list":
        return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"
    if shape == "table":
        return f"<table>{''.join(f'<tr><td>{item}</td></tr>' for item in items)}</table>"
    return f"<div>{''.join(f'<div>{item}</div>' for item in items)}</div>"


def _at_the_top(source: str, markup: str) -> str:
    at = opening(source)
    return f"{source[:at]}{markup}{source[at:]}"


VARIANTS: Final[Mapping[str, Make]] = {
    **{f"script: {script}": partial(in_script, script) for script in SCRIPTS},
    "no classes and ids": unnamed,
    "semantic tags as div": partial(flattened, _DIVS),
    "tables and font": partial(flattened, _TABLES),
    "cut short": shortened,
    **{f"short above summaries: {shape}": partial(above_summaries, shape) for shape in ("list", "table", "divs")},
    "comments of another page": commented,
    "sidebar first": behind_sidebar,
    "cookie wall first": behind_cookie_wall,
    "one div with br": in_one_division,
}
"""by name; each gives ``None`` for a page that cannot be changed so"""
ARTICLES_ONLY: Final = frozenset(name for name in VARIANTS if "short" in name or "comments" in name)
"""variants that only articles have"""
