# ruff: noqa: E501 - markup reads better in one line
"""Who wrote which post, and when: kept one way on boards that are built differently, as ``include_byline`` says."""

from __future__ import annotations

import numpy as np
import pytest

import tamis
from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page
from tamis.options import Selection
from tamis.records.posts import post_bylines
from tamis.selection import select

NAMES = ("Mara Quist", "otto_weld", "Quill99", "Mara Quist")
DAYS = ("3 May 2024", "4 May 2024", "4 May 2024", "6 May 2024")
SAID = (
    "My rye starter does not rise any more since I keep it in the cold pantry, what can I do about it?",
    "Feed it twice a day with whole rye flour, and keep it at a warm place beside the oven for some days.",
    "I had the same with mine last winter, and a spoon of honey in the water brought it back to life.",
    "Thank you both, it rises again, and the loaf of this morning was the best one that I ever baked.",
)
BOARDS = {
    "lists": (
        "<ol>",
        "<li class=message id=p{i}><h4 class=username>{name}</h4><em>Baker, posts: 12</em><div class=meta><time datetime={iso}>{day}</time> #{i}</div><div class=body><p>{said}</div></li>",
        "</ol>",
    ),
    "tables": (
        "<table>",
        "<tr class=post><td><b class=author>{name}</b><br>Posts: 11</td><td class=cell><div class=date>Posted: {day}</div><div class=body>{said}</div></td></tr>",
        "</table>",
    ),
    "ages": (
        "<div class=topic>",
        "<article class=topic-post><div class=names><a href=/u/{i}>{name}</a></div><span class=post-date><span title='{iso}'>{i} d</span></span><div class=cooked><p>{said}</div></article>",
        "</div>",
    ),
}


def thread(board: str) -> str:
    """A page with a thread of four posts by three."""
    begin, post, end = BOARDS[board]
    rows = enumerate(zip(NAMES, DAYS, SAID, strict=True), 1)
    posts = "".join(post.format(i=i, name=n, day=day, iso=f"2024-05-0{day[0]}", said=s) for i, (n, day, s) in rows)
    return f"<title>Rye starter</title><h1>Rye starter</h1>{begin}{posts}{end}<footer>The board of bakers</footer>"


def chosen(page: Page, kept: list[bool], **options: bool) -> list[str]:
    """What the options leave of a page whose kept blocks are given."""
    column = np.array(kept)
    decisions = Decisions(column, column * 1.0, lambda i: "", page_type="forum")
    found = select(page, decisions, Selection(**options))  # type: ignore[typeddict-item]
    return [page.texts[i] for i in np.flatnonzero(found.kept).tolist()]


@pytest.mark.parametrize("board", BOARDS)
def test_each_kept_post_has_its_name_and_its_date(board: str) -> None:
    page = tamis.analyze(thread(board)).page
    prose = [text in SAID for text in page.texts]
    texts = chosen(page, prose, include_byline=True)
    places = [texts.index(said) for said in SAID]
    for before, place, name in zip([-1, *places], places, NAMES, strict=False):
        byline = texts[before + 1 : place]
        assert len(byline) == 2 and any(name in text for text in byline), byline
    everything = [True] * len(page)
    assert not any(name in text for name in NAMES for text in chosen(page, everything, include_byline=False))
    assert set(SAID) < set(chosen(page, everything, include_byline=False))
    assert chosen(page, everything) == page.texts


@pytest.mark.parametrize("board", BOARDS)
def test_the_default_strategy_obeys(board: str) -> None:
    with_names = tamis.extract(thread(board), include_byline=True)
    assert [with_names.count(name) for name in set(NAMES)] == [NAMES.count(name) for name in set(NAMES)]
    without = tamis.extract(thread(board), include_byline=False)
    assert not any(name in without for name in NAMES) and all(said in without for said in SAID)


def test_the_byline_of_a_dropped_post_stays_dropped() -> None:
    page = tamis.analyze(thread("lists")).page
    names, dates = post_bylines(page, np.array([text in SAID[1:3] for text in page.texts]))
    assert [page.texts[i] for i in np.flatnonzero(names).tolist()] == ["otto_weld", "Quill99"]
    assert [page.texts[i] for i in np.flatnonzero(dates).tolist()] == ["4 May 2024 #2", "4 May 2024 #3"]


def test_the_date_alone() -> None:
    page = tamis.analyze(thread("tables")).page
    texts = chosen(page, [text in SAID for text in page.texts], include_date=True)
    assert [text for text in texts if "Posted" in text] == [f"Posted: {day}" for day in DAYS]
    assert not any(name in text for name in NAMES for text in texts)


def test_an_article_has_no_posts() -> None:
    page = tamis.analyze("<h1>Rye</h1><p>By Ann Baker" + "".join(f"<p>{said}<p>3 May 2024" for said in SAID)).page
    assert not np.any(post_bylines(page, np.ones(len(page), np.bool_)))
