"""Other stories on the page of one, and what announces them."""

from __future__ import annotations

from dataclasses import replace
from time import process_time

import numpy as np
import pytest

from tamis.blocks.page import Page
from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.model.compute import compute_features
from tamis.rules.stories import other_stories
from tamis.rules.teasers import find_teasers

TEXT = "The bakers of the old town mix flour, water and salt, and wait until the dough has risen well. " * 3
TITLE = "<title>How rye bread came to town | The Daily Loaf</title>"
OWN, OTHER, THIRD = "How rye bread came to town", "Mills on the river are for sale", "A harbour wall falls into the sea"


def cut(html: str) -> Page:
    return text_flow(read(html, None, Limits()))


def story(headline: str, tag: str = "article", rank: str = "h1", text: str = TEXT) -> str:
    return f"<{tag} class=story><{rank}>{headline}</{rank}><p>{text}</p></{tag}>"


def others(html: str) -> set[str]:
    """The first words of what belongs to other stories, if all that the page has looks like text."""
    page = cut(html)
    found = other_stories(page, compute_features(page), np.ones(len(page)))
    return {page.texts[i][:40] for i in np.flatnonzero(found)}


def test_articles_that_come_after_the_one_of_the_title() -> None:
    assert others(TITLE + story(OWN) + story(OTHER) + story(THIRD)) == {OTHER[:40], THIRD[:40], TEXT[:40]}
    page = cut(TITLE + story(OWN) + "<p>Between" + story(OTHER) + "<p>Behind")
    found = other_stories(page, compute_features(page), np.ones(len(page))).tolist()
    assert found == [False, False, False, True, True, False]


def test_articles_without_a_tag_of_their_own_are_told_by_their_h1() -> None:
    assert others(TITLE + story(OWN, "div") + story(OTHER, "div")) == {OTHER[:40], TEXT[:40]}
    assert others(TITLE + story(OWN, "div", "h2") + story(OTHER, "div", "h2")) == set()  # chapters, more likely


def test_a_title_may_stand_over_its_article() -> None:
    over = f"{TITLE}<h1>{OWN}</h1><article><p>{TEXT}</article><h1>{OTHER}</h1><article><p>{TEXT}</article>"
    assert others(over) == set()  # h1 that are the body's own children have nothing around them
    wrapped = "".join(f"<div><h1>{name}</h1><article><p>{TEXT}</article></div>" for name in (OWN, OTHER))
    assert others(TITLE + wrapped) == {OTHER[:40], TEXT[:40]}
    headed = f"<h2>{OWN}</h2><article><p>{TEXT}</article>" + story(OTHER, rank="h2")
    assert others(TITLE + headed) == {OTHER[:40], TEXT[:40]}


@pytest.mark.parametrize(
    "html",
    [
        story(OWN) + story(OTHER),  # a page without a title
        f"{TITLE}{story('Mix and wait')}{story(OTHER)}",  # whose title is none of the headlines
        f"{TITLE}{story(OWN)}{story(OWN)}",  # the same story twice is the matter of copies
        f"{TITLE}{story(OWN)}{story(OTHER, text='Mix and wait.')}",  # a few words are no story
        f"{TITLE}{story(OWN, text='Mix and wait.')}{story(OTHER)}",  # nor are those of the page's own
        f"{TITLE}{story(OTHER)}{story(OWN)}",  # what comes before may well be its introduction
        f"{TITLE}{story(OWN)}<article><p>{TEXT}</article>",  # a reader's comment, say
        f"{TITLE}{story(OWN)}{story(OTHER, rank='h2')}",  # a headline of a lesser rank
        f"{TITLE}<h2>{OWN}</h2>{story('Flour', rank='h2')}{story('Water', rank='h2')}",  # chapters under a title
        f"{TITLE}<article><h1>{OWN}</h1><p>{TEXT}{story(OTHER)}</article>",  # one within the other
        f"{TITLE}{story(OWN, 'div')}<section><h1>{OTHER}</h1><p>{TEXT}</section>",  # h1 of two kinds of places
        f"{TITLE}{story(OWN, 'div')}{story(OTHER, 'div')}{story(THIRD, 'div', text='Mix.')}",  # not a story each
        TITLE + story(OWN, "section") + story("Mixing the dough", "section") + story("Storing it", "section"),
        f"{TITLE}<article>{story(OWN, 'div')}{story('Mixing the dough', 'div')}</article>",  # chapters of one article
        f"{TITLE}{story(OWN)}{story('What you need')}{story('Method')}",  # parts of a recipe
        f"{TITLE}<h2>{OWN}</h2><article><p>{TEXT}</article>{story('1. The mill', rank='h2')}",  # a list of the best
        "",
        TITLE,
        f"{TITLE}<article></article><article></article>",
    ],
)
def test_what_is_no_other_story(html: str) -> None:
    assert others(html) == set()


def test_what_does_not_look_like_text_is_no_story() -> None:
    page = cut(TITLE + story(OWN) + story(OTHER))
    assert not other_stories(page, compute_features(page), np.full(len(page), 0.1)).any()


def test_many_stories_take_no_longer_than_their_words() -> None:
    def seconds(count: int) -> float:
        html = TITLE + story(OWN, "div") + "".join(story(OTHER, "div") for _ in range(count)) + "<article>" * count
        page = cut(html)
        seen = compute_features(page)
        began = process_time()
        found = other_stories(page, seen, np.ones(len(page)))
        spent = process_time() - began
        assert found.sum() == 2 * count
        return spent

    small = max(min(seconds(300) for _ in range(3)), 1e-3)
    assert seconds(6000) < 60 * small


LINK = "<h3><a href=/x>{} bread is baked by the bakers of town</a></h3>"
SUMMARY = "<div class=summary>Flour, water and salt are all they need for {}.</div>"
LOAVES = "Rye Spelt Oat".split()
ARTICLE = f"<p>{TEXT}</p>" * 3


def announced(html: str, probability: float = 1.0) -> list[str]:
    page = cut(html)
    found = find_teasers(page, compute_features(page), np.full(len(page), probability))
    return [page.texts[i] for i in np.flatnonzero(found)]


def test_summaries_behind_headlines_that_are_links() -> None:
    wanted = [f"Flour, water and salt are all they need for {loaf}." for loaf in LOAVES]
    assert announced(ARTICLE + "".join((LINK + SUMMARY).format(loaf, loaf) for loaf in LOAVES)) == wanted
    dated = "".join(f"{LINK}<div>3 May</div>{SUMMARY}".format(loaf, loaf) for loaf in LOAVES)
    assert announced(ARTICLE + dated) == wanted


@pytest.mark.parametrize(
    "html",
    [
        ARTICLE + "".join((LINK + SUMMARY).format(loaf, loaf) for loaf in LOAVES[:2]),  # too few
        "".join((LINK + SUMMARY).format(loaf, loaf) for loaf in LOAVES),  # the page's own text
        ARTICLE + "".join(f"<h3>{loaf} bread is baked by the bakers of town</h3>{SUMMARY}" for loaf in LOAVES),
        ARTICLE + "".join(f"<h3><a href=/x>{loaf} bread</a></h3>{SUMMARY}" for loaf in LOAVES),  # a product's name
        ARTICLE + "".join(f"{LINK}<p>{TEXT * 2}".format(loaf) for loaf in LOAVES),  # no summaries
        ARTICLE + "".join(LINK.format(loaf) for loaf in LOAVES),  # headlines alone
        ARTICLE + "".join((LINK.replace("/x", "#x") + SUMMARY).format(loaf, loaf) for loaf in LOAVES),  # chapters
        "",
    ],
)
def test_what_is_no_summary_of_another_story(html: str) -> None:
    assert announced(html) == []


def test_what_is_hidden_for_good_announces_nothing() -> None:
    page = cut(ARTICLE + "".join((LINK + SUMMARY).format(loaf, loaf) for loaf in LOAVES))
    seen = compute_features(page)
    assert not find_teasers(page, replace(seen, never_shown=np.arange(len(page)) >= 3), np.ones(len(page))).any()
