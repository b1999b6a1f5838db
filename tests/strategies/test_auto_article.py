"""The default on articles' pages that have other stories on them."""

from __future__ import annotations

import tamis

PARAGRAPHS = [
    "The bakers of the old town mix flour, water and salt in a wooden trough, and wait until the dough has risen.",
    "It takes a night and half of a morning, they say, and nobody who has tried to hurry it was content with the loaf.",
    "When the first ovens were built on the river, rye was what grew there, and so it was rye that went into them.",
    "Wheat came with the railway, a hundred years later, and with it the white rolls that are sold on Sundays.",
]
OTHERS = [
    "The owner of the three mills said on Monday that nobody had offered him as much as a new roof costs.",
    "Two of them have not turned since the flood, and the third one grinds for a single shop at the end of the bridge.",
    "The council, which would rather see flats there, has asked what the wheels and the stones are worth.",
    "A group of neighbours wants to keep the largest as a museum, and has gathered signatures at the market since May.",
]
HEAD = "<title>How rye bread came to town</title><meta property=og:type content=article>"
MENU = "<nav><ul><li><a href=/>Home</a><li><a href=/town>Town</a></ul></nav>"


def story(headline: str, paragraphs: list[str]) -> str:
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return f"<article class=post><h1>{headline}</h1><div class=text>{text}</div></article>"


def test_a_story_that_the_page_goes_on_with_is_not_its_own() -> None:
    html = HEAD + MENU + story("How rye bread came to town", PARAGRAPHS) + story("Mills on the river for sale", OTHERS)
    for options in ({}, {"favor_recall": True}, {"favor_precision": True}):
        document = tamis.analyze(html, **options)
        assert document.page_type == "article"
        kept = {block.text for block in document.blocks if block.kept}
        assert set(PARAGRAPHS) <= kept and not set(OTHERS) & kept
    dropped = [block for block in document.blocks if block.text in OTHERS]
    assert all("part of another story on the page" in block.reason and block.score < 0.5 for block in dropped)
    alone = tamis.analyze(html.replace("Mills on the river for sale", "How rye bread came to town, part two"))
    assert set(OTHERS) <= {block.text for block in alone.blocks if block.kept}


def test_summaries_of_other_stories_need_better_odds() -> None:
    names = ["mills", "wells", "walls", "quays"]
    listed = "".join(
        f"<li><h3><a href=/{name}>What becomes of the old {name} of our town</a></h3>"
        f"<div>The {name} have stood since the flood, and nobody knows who is to pay for them now.</div>"
        for name in names
    )
    article = f"<h1>How rye bread came to town</h1>{''.join(f'<p>{text}</p>' for text in PARAGRAPHS)}"
    document = tamis.analyze(f"{HEAD}{MENU}<div>{article}<ul>{listed}</ul></div>")
    summaries = [block for block in document.blocks if block.text.startswith("The ") and "flood" in block.text]
    assert len(summaries) == 4
    assert not any(block.kept for block in summaries)
    assert "announces another story" in summaries[0].reason


def test_a_live_report_is_one_story() -> None:
    html = HEAD + MENU + story("How rye bread came to town", PARAGRAPHS) + story("Mills on the river for sale", OTHERS)
    live = '<script type="application/ld+json">{"@type":"LiveBlogPosting"}</script>'
    kept = {block.text for block in tamis.analyze(live + html).blocks if block.kept}
    assert set(PARAGRAPHS + OTHERS) <= kept


def test_chapters_are_no_other_stories() -> None:
    named = ["How rye bread came to town", "The mills", "The ovens of the poor"]
    chapters = "".join(story(name, PARAGRAPHS if i == 0 else OTHERS[i - 1 : i + 2]) for i, name in enumerate(named))
    for tag in ("article", "section"):
        document = tamis.analyze(HEAD + MENU + chapters.replace("article", tag))
        kept = {block.text for block in document.blocks if block.kept}
        assert set(PARAGRAPHS + OTHERS) <= kept
