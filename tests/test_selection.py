# ruff: noqa: E501 - markup reads better in one line
"""The caller's say: rules, comments, language, duplicates."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

import tamis
from tamis.blocks.decisions import Decisions
from tamis.options import Selection
from tamis.selection import favored, select
from tamis.strategies.base import get_strategy
from tests.html_pages import pages

PROSE = "Rye is a grass that is grown for its grain, for bread, for beer and for its straw, mostly in the north."
PAGE = (
    f"<nav class=menu>Home and away</nav><article><h1>Rye</h1><p class=lead>{PROSE}</p><p>{PROSE} It is hardy.</p></article>"
    "<div id=comments><div class=comment id=comment-1><b class=author>Ann</b><time datetime=2024-05-03>May</time>"
    f"<p>I disagree with all of this. {PROSE}</p></div><div class=comment id=comment-2><b class=author>Bo</b><p>So do I, said Bo.</p></div></div>"
)


def analyze(html: str = PAGE, **options: object) -> tamis.Document:
    return tamis.analyze(html, None, "shallow", **options)  # type: ignore[arg-type]


def test_rules_win_and_say_so() -> None:
    document = analyze(keep="nav.menu", drop=["p.lead"])
    rows = {block.text: block for block in document.blocks}
    assert rows["Home and away"].kept and rows["Home and away"].reason == "your rule keep='nav.menu'"
    assert not rows[PROSE].kept and rows[PROSE].reason == "your rule drop='p.lead'"


def test_the_nearest_rule_wins() -> None:
    document = analyze(drop="article", keep="h1")
    assert [block.text for block in document.blocks if block.kept and block.path[1] == "article"] == ["Rye"]


@pytest.mark.parametrize("selector", ["html", ":root", "body", "[lang=en]"])
def test_a_rule_on_the_root_speaks_of_all_blocks(selector: str) -> None:
    page = f"<html lang=en><body>{PAGE}"
    assert all(block.kept and selector in block.reason for block in analyze(page, keep=selector).blocks)
    assert not any(block.kept for block in analyze(page, drop=selector).blocks)
    assert [block.text for block in analyze(page, drop=selector, keep="h1").blocks if block.kept] == ["Rye"]
    assert all(block.kept for block in analyze(page, drop="html", keep="body").blocks)


def test_a_rule_can_name_an_inline_element() -> None:
    document = analyze(f"<p><span class=x>{PROSE}</span></p><p>{PROSE} And more.", drop=".x")
    assert [block.kept for block in document.blocks] == [False, True]


def test_a_selector_that_is_none_is_an_error_that_says_so() -> None:
    with pytest.raises(tamis.UsageError, match="not a CSS selector: 'p:::x'"):
        analyze(keep="p:::x")


@pytest.mark.parametrize("side", ["favor_precision", "favor_recall"])
def test_a_moved_fence_gives_its_reasons_when_they_are_read(side: str) -> None:
    page = analyze("<p>a</p><p>b</p>").page
    asked: list[int] = []

    def why(i: int) -> str:
        asked.append(i)
        return "as good as any"

    score = np.array([0.6, 0.4])
    decisions = select(page, Decisions(score >= 0.5, score, why), Selection(**{side: True}))
    assert decisions.kept.tolist() == ([False, False] if side == "favor_precision" else [True, True]) and not asked
    moved, threshold = (0, 0.75) if side == "favor_precision" else (1, 0.25)
    said = (
        f"score {score[moved]:.2f}, threshold {threshold} to favor {side.removeprefix('favor_')}; else: as good as any"
    )
    assert decisions.why(moved) == said and decisions.why(1 - moved) == "as good as any"
    assert asked == [moved, 1 - moved]


def test_a_strategy_that_leans_by_itself_is_told_how_far() -> None:
    auto, shallow = get_strategy("auto"), get_strategy("shallow")
    precise, recalling = Selection(favor_precision=True, include_title=False), Selection(favor_recall=True)
    assert favored(auto, {}, precise) == ({"beta": 0.5}, Selection(include_title=False))
    assert favored(auto, {}, recalling) == ({"beta": 2.0}, Selection(include_byline=True, include_captions=True))
    silent = Selection(favor_recall=True, include_byline=False)
    assert favored(auto, {}, silent)[1] == Selection(include_byline=False, include_captions=True)
    with pytest.raises(tamis.UsageError, match="choose one"):
        favored(auto, {"beta": 4}, recalling)
    assert favored(auto, {}, Selection()) == ({}, Selection())
    assert favored(shallow, {}, precise) == ({}, precise)


def test_precision_keeps_the_title() -> None:
    blocks = tamis.analyze(PAGE, favor_precision=True).blocks
    assert next(block.text for block in blocks if block.kept) == "Rye"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("By Ann Baker", True),
        ("Posted by Ann at 6:01 PM", True),
        ("May 3, 2024", True),
        ("<span class=author>Ann Baker</span>", True),
        ("<div class=author-tools><button>Follow</button></div>", False),
        ("<div class=byline><i class=share>Share</i></div>", False),
        ("Bywords are words, too.", False),
    ],
)
@pytest.mark.parametrize("place", ["before", "behind"])
def test_who_wrote_it_and_when_is_a_matter_of_choice(line: str, told: bool, place: str) -> None:
    line, text = f"<div class=x>{line}</div>", f"<p>{PROSE}</p><p>{PROSE} It is hardy.</p>"
    page = f"<h1>Rye</h1>{line}{text}" if place == "before" else f"<h1>Rye</h1>{text}{line}"
    page = f"{page}<div class=related><p>By Bo Miller</div>"

    with_it, without = analyze(page, include_byline=True), analyze(page, include_byline=False)
    added = [b for b, other in zip(with_it.blocks, without.blocks, strict=True) if b.kept and not other.kept]
    assert len(added) == told
    for block in added:
        assert block.reason == "who wrote it, or when, wanted" or analyze(page).blocks[block.index].kept


def test_a_date_is_a_matter_of_its_own_choice() -> None:
    page = f"<h1>Rye</h1><p>By Ann Baker</p><p>May 3, 2024</p><p>{PROSE}</p><p>{PROSE} It is hardy."
    for options, wanted in (
        ({"include_date": True}, (None, True)),
        ({"include_date": False}, (None, False)),
        ({"include_byline": True, "include_date": False}, (True, False)),
        ({"include_byline": False, "include_date": True}, (False, True)),
    ):
        texts = [b.text for b in tamis.analyze(page, strategy="eniw", **options).blocks if b.kept]  # type: ignore[arg-type]
        for text, choice in zip(("By Ann Baker", "May 3, 2024"), wanted, strict=True):
            assert choice is None or (text in texts) is choice


def test_captions_are_a_matter_of_choice() -> None:
    figure = "<figure><img src=rye.png><figcaption>Rye in June</figcaption></figure>"
    far = "<div class=related><figure><figcaption>Oats in May</figcaption></figure></div>"
    page = f"<h1>Rye</h1><p>{PROSE}</p>{figure}<p>{PROSE} It is hardy.</p>{'<p>Menu' * 9}{far}"
    for choice in (True, False):
        document = analyze(page, include_captions=choice)
        caption = next(block for block in document.blocks if block.text == "Rye in June")
        assert caption.kept is choice and "Oats" not in document.text
        assert caption.reason.startswith("what a picture shows") or analyze(page).blocks[caption.index].kept is choice
    assert "Rye in June" in analyze(page, favor_recall=True).text
    assert "Rye in June" not in analyze(page, favor_recall=True, include_captions=False).text


def test_dates_within_a_text_are_part_of_it() -> None:
    lines = ["3 May 2024, 8 pm", "By car: take the road to Ouse", f"{PROSE} It is on 4 May 2024.", "5 May 2024, 9 am"]
    page = (
        f"<h1>Rye</h1><p>May 1, 2024</p><p>{PROSE}</p>" + "".join(f"<p>{line}</p>" for line in lines) + f"<p>{PROSE}!"
    )
    document = analyze(page, include_byline=False, keep="p")
    assert all(block.kept for block in document.blocks if block.tag == "p")  # a rule goes first
    without = tamis.analyze(page, strategy="eniw", include_byline=False)
    assert [block.text for block in without.blocks if not block.kept] == ["May 1, 2024"]


def test_a_byline_without_a_text_is_none() -> None:
    page = "<h1>Rye</h1><p>May 1, 2024</p><nav><a href=/>Home</a></nav>"
    assert analyze(page, include_byline=True, drop="h1, p, nav").text == ""
    assert "May" not in analyze(page, include_byline=True).text


def test_the_title_goes_though_a_byline_above_it_stays() -> None:
    page = analyze(f"<p>May 1, 2024</p><h2>Rye</h2><p>{PROSE}<p>{PROSE} It is hardy.").page
    kept = np.array([False, True, True, True])
    chosen = select(
        page, Decisions(kept, kept * 1.0, lambda i: ""), Selection(include_byline=True, include_title=False)
    )
    assert chosen.kept.tolist() == [True, False, True, True]


LIST = "".join(f"<li>Loaf {i}, 500 g" for i in range(40))


def test_running_text_alone_is_a_matter_of_choice() -> None:
    page = f"<h1>Rye</h1><p>By Ann Baker</p><h2>What it is</h2><p>{PROSE}</p><p>{PROSE} It is hardy.</p><ul><li>Flour<li>Salt</ul><p>Mix it well!"
    document = analyze(page, prose_only=True, keep="h1, h2, p, li")
    assert all(block.kept for block in document.blocks), "a rule goes first"
    chosen = tamis.analyze(page, strategy="eniw", prose_only=True)
    assert [block.text for block in chosen.blocks if block.kept] == ["Rye", PROSE, f"{PROSE} It is hardy."]
    dropped = [block for block in chosen.blocks if block.text == "What it is"]
    assert [block.reason for block in dropped] == ["no running text"]
    assert tamis.analyze(page, strategy="eniw", prose_only=True, include_title=False).text.startswith(PROSE)
    with_byline = tamis.analyze(page, strategy="eniw", prose_only=True, include_byline=True)
    assert "Ann Baker" in with_byline.text and "Salt" not in with_byline.text


def test_running_text_is_what_the_rules_leave() -> None:
    page = f"<h1>Rye</h1><p>{PROSE}</p><ul>{LIST * 3}</ul>"
    assert analyze(page, prose_only=True, keep="li").text.count("Loaf") == 120
    assert analyze(page, prose_only=True, drop="ul", keep="h1").text.split("\n") == ["Rye", PROSE]


def test_a_list_in_one_block_is_no_running_text() -> None:
    page = (
        f"<h1>Rye</h1><p>{PROSE}</p><p>{PROSE}</p><ul>{LIST}</ul><figure><figcaption><p>{PROSE}</figcaption></figure>"
    )
    text = tamis.analyze(page, strategy="eniw", prose_only=True).text
    assert "Loaf" not in text and text.count(PROSE) == 2


def test_a_page_of_hardly_any_running_text_has_none() -> None:
    page = f"<h1>Loaves</h1><p>All of our loaves are baked with care.</p><ul>{LIST}</ul>"
    everything = Selection(prose_only=True)
    page_of = analyze(page).page
    kept = np.ones(len(page_of), np.bool_)
    chosen = select(page_of, Decisions(kept, kept * 1.0, lambda i: ""), everything)
    assert not chosen.kept.any()
    assert chosen.why(0) == "the page has hardly any running text"


@pytest.mark.parametrize(
    "text",
    [
        "我们今天去买面包和黄油。",
        "यह रोटी आज सुबह बहुत अच्छी तरह से बनी है।",
        "هل هذا الخبز من الفرن الذي في آخر الشارع؟",
        "It was first grown there ten thousand years ago.[12]",
    ],
)
def test_sentences_of_other_scripts_are_running_text(text: str) -> None:
    assert tamis.analyze(f"<h1>Rye</h1><p>{text}", strategy="eniw", prose_only=True, include_title=False).text == text


def test_a_template_and_a_favored_side_go_together() -> None:
    pages = [
        f"<h1>Rye {i}</h1><p>{PROSE} Number {i}.<p>Some words of page {i}<footer>The bakers</footer>" for i in range(6)
    ]
    template = tamis.SiteTemplate.learn(pages)
    kept = [
        {b.index for b in tamis.analyze(pages[0], template=template, **favor).blocks if b.kept}  # type: ignore[arg-type]
        for favor in ({"favor_precision": True}, {}, {"favor_recall": True})
    ]
    assert kept[0] <= kept[1] <= kept[2]


@pytest.mark.parametrize("title", ["Comment: why rye is best", "Comments: a rant", "Comment – rye"])
@pytest.mark.parametrize("rank", ["h1", "h2"])
def test_a_title_that_begins_with_comment_makes_no_comments(title: str, rank: str) -> None:
    menu = "".join(f"<li><a href=/{i}>Item number {i} of the menu</a>" for i in range(25))
    page = f"<ul>{menu}</ul><{rank}>{title}</{rank}><p>{PROSE}<p>{PROSE} It is hardy."
    assert "It is hardy" in tamis.extract(page, include_comments=False)


@pytest.mark.parametrize(
    ("names", "are"),
    [
        ('id=comments class="comments-area comment-form-position-below"', True),
        ("id=gigyaComments", True),
        ("id=blogcomments", True),
        ('class="widget recent-comments"', False),
        ("id=recentcomments", False),
        ("class=no-comments", False),
        ("class=latest-comments", False),
        ("class=hascomments", False),
        ("class=comment-form", False),
    ],
)
def test_names_of_areas_of_comments(names: str, are: bool) -> None:
    page = f"<h1>Rye</h1><p>{PROSE * 2}</p><div {names}><p>{PROSE}</div>"
    assert analyze(page, include_comments=False).blocks[-1].kept != are


def test_comments_are_apart() -> None:
    first, second = analyze().comments
    assert (first.author, first.date, second.author) == ("Ann", "2024-05-03", "Bo")
    assert "I disagree" in first.text and "So do I" in second.text
    assert "I disagree" not in analyze(include_comments=False).text
    assert "So do I" in analyze(include_comments=True).text
    reasons = [b.reason for b in analyze(include_comments=False).blocks if b.index in first.blocks]
    assert any("comment, not wanted" in reason for reason in reasons)


@pytest.mark.parametrize(
    "headline",
    [
        "3 Responses to “Rye”",
        "Comments (2)",
        "12 comments:",
        "COMMENTS",
        "Kommentare",
        "Two",
        "5 thoughts on Rye",
        "评论",
    ],
)
def test_comments_without_a_name_are_told_by_their_headline(headline: str) -> None:
    said = f"<ol><li><p>Ann says: I disagree with all of this. {PROSE}</li><li><p>Bo says: So do I.</li></ol>"
    page = f"<h1>Rye</h1><div><p>{PROSE * 3}</p><div><h3>{headline}</h3></div>{said}<h3>Elsewhere</h3><p>{PROSE}</div>"
    blocks = analyze(page, include_comments=False).blocks
    dropped = [b.text[:8] for b in blocks if "comment, not wanted" in b.reason or "reader's comment" in b.reason]
    assert ("Ann says" in dropped) == (headline != "Two")
    assert blocks[1].kept and not any(b.text.startswith(("Rye", "Elsewhere")) and "reader" in b.reason for b in blocks)


@pytest.mark.parametrize(
    "headline", ["Comments", "Commentary on Rye", "Responses to rye", "Comment policy", "Comments on rye"]
)
def test_a_headline_over_the_whole_page_or_of_another_kind_tells_none(headline: str) -> None:
    page = f"<h2>{headline}</h2><p>{PROSE}<p>{PROSE}"
    assert not any("reader" in block.reason for block in analyze(page).blocks)
    assert analyze(page).comments == ()


def test_thousands_of_headlines_of_comments() -> None:
    page = f"<h1>Rye</h1><p>{PROSE}" + "<h3>Comments</h3><h4>Replies</h4><p>Yes." * 20_000
    assert PROSE in analyze(page, include_comments=False).text  # by the square that took minutes


FORM = "<form><p>Your email address will not be published.<p>Comment *<p>Name *</form>"


@pytest.mark.parametrize(
    "section",
    [
        f"<h3>Leave a Reply</h3>{FORM}",
        f"<h2>No comments yet</h2>{FORM}",
        "<div>0 Comments</div>",
        "<h3>37 comments</h3><p><a href=/login>Show all of them</a>",
        "<p>This site uses Akismet to reduce spam. Learn how your comment data is processed.",
        "<h3>发表评论</h3><p>暂无评论",
    ],
)
@pytest.mark.parametrize("strategy", ["auto", "shallow"])
def test_a_section_in_which_nobody_wrote_has_no_comments(section: str, strategy: str) -> None:
    page = f"<h1>Rye</h1><p>{PROSE}<p>{PROSE}<div id=comments>{section}</div>"
    document = tamis.analyze(page, strategy=strategy, include_comments=True)
    assert document.comments == ()
    assert [b.text for b in document.blocks if "wanted" in b.reason] == []


def test_what_a_page_says_about_comments_is_none() -> None:
    said = "<h3>1 Comment</h3><p>Ann: I left a comment before, and bake it still.<p>You must be logged in to comment."
    page = f"<h1>Rye</h1><p>{PROSE}<p>{PROSE}<div id=comments>{said}<h3>Leave a Reply</h3>{FORM}</div>"
    (comment,) = analyze(page).comments
    assert comment.text == "1 Comment\nAnn: I left a comment before, and bake it still."
    assert "Leave a Reply" not in analyze(page, include_comments=True).text
    assert "bake it still" in analyze(page, include_comments=True).text


def test_a_form_around_the_whole_page_holds_its_comments() -> None:
    comments = f"<div id=comments><p>I disagree with that.{FORM.replace('form>', 'fieldset>')}</div>"
    page = f"<form><h1>Rye</h1><p>{PROSE}<p>{PROSE}{comments}</form>"
    assert "I disagree" in analyze(page, include_comments=True).text


def test_who_wants_no_comments_is_not_asked_for_one() -> None:
    asked = f"<div id=comments><p>Leave a comment if you know better. {PROSE}</div>"
    page = f"<h1>Rye</h1><p>{PROSE}<p>{PROSE}{asked}"
    assert "know better" in analyze(page).text
    assert "know better" not in analyze(page, include_comments=False).text


def test_a_page_without_comments_has_none() -> None:
    assert analyze(f"<body class=comments-open><p>{PROSE}").comments == ()


def test_language() -> None:
    assert analyze(target_language="en").text
    other = analyze(target_language="de")
    assert other.text == ""
    assert "the text's language is en, not de" in {block.reason for block in other.blocks}
    assert analyze(target_language="eng").text and analyze(target_language="en_GB").text
    for wrong in ("english", "e", "en-", "xx-muchtoolong"):
        with pytest.raises(tamis.UsageError, match="a language is a code such as en"):
            analyze(target_language=wrong)


def test_duplicates() -> None:
    document = analyze(
        f"<p>{PROSE}</p><p>Something else that is said in between, at some length too.</p><p>{PROSE}</p>",
        deduplicate=True,
    )
    assert [block.kept for block in document.blocks] == [True, True, False]
    assert document.blocks[2].reason == "the same as block 0"


@settings(max_examples=50, deadline=None)
@given(pages)
def test_options_change_only_what_they_name(html: str) -> None:
    plain = analyze(html)
    same = analyze(html, keep=".no-such-class", drop="#nor-such-an-id")
    assert [b.to_dict() for b in plain.blocks] == [b.to_dict() for b in same.blocks]
    everything = analyze(html, keep="*")
    assert all(block.kept for block in everything.blocks if block.tag != "body")
    assert not any(block.kept for block in analyze(html, drop="*").blocks if block.tag != "body")
