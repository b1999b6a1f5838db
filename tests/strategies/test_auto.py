"""The default: never empty-handed, headings with their sections, reasons in words."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import pytest

import tamis
from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.model.compute import compute_features
from tamis.native.network import Prediction
from tamis.strategies.auto import _choose, fence_of, is_sure, kin_of, raised, told_comments

SENTENCE = "The baker of the old town mixes flour, water and salt, and waits until the dough has risen well. "


def test_a_page_of_prose_is_never_empty() -> None:
    for html in (f"<p>{SENTENCE}", f"<table><tr><td><font>{SENTENCE}</table>", f"<aside>{SENTENCE}</aside>", SENTENCE):
        assert tamis.extract(html).strip()


def test_a_menu_without_its_page_has_no_content() -> None:
    words = "Home Shop Sale Shoes Shirts Hats Bags Help Account Cart Stores Gifts".split()
    links = "".join(f"<li><a href=/{word}>{word}</a>" for word in words)
    document = tamis.analyze(f"<nav><ul>{links * 8}</ul></nav><div id=app></div><footer>© 2024 Shoes Ltd</footer>")
    assert not document.text and all(block.score < 0.5 for block in document.blocks)
    assert tamis.extract(f"<nav><ul>{links}</ul></nav><p>{SENTENCE}").strip() == SENTENCE.strip()


def test_a_few_words_are_kept_whatever_they_are() -> None:
    assert tamis.extract('<a href="/">Home</a> <a href="/donate">Donate</a>') == "Home Donate"
    assert tamis.extract("<div hidden>Never shown</div>") == ""


def test_noscript_is_read_when_there_is_nothing_else() -> None:
    prose = (SENTENCE * 2).strip()
    page = f"<title>x</title><div id=app></div><noscript><p>{prose}</p></noscript>"
    document = tamis.analyze(page)
    assert document.text == prose and "noscript" in document.blocks[0].reason
    assert page[slice(*document.blocks[0].span or ())] == prose
    assert document.title == "x"
    assert not tamis.analyze("<div></div><noscript>Please turn your scripts on.</noscript>").blocks


def test_noscript_beside_text_is_left_alone() -> None:
    blocks = tamis.analyze(f"<p>{SENTENCE}</p><noscript><p>Please turn your scripts on.</p></noscript>").blocks
    assert [block.text for block in blocks] == [SENTENCE.strip()]


def test_reasons_name_signals() -> None:
    document = tamis.analyze(f"<nav><a href=/>Home</a></nav><h1>Bread</h1><p>{SENTENCE * 3}")
    for block in document.blocks:
        assert "words, link share" in block.reason
    assert document.page_type in ("article", "documentation", "service", "product", "listing", "collection", "forum")
    assert 0 <= document.confidence <= 1


def test_the_fence_makes_the_expected_f1_highest() -> None:
    rng = np.random.default_rng(0)
    for _ in range(50):
        chance, words = rng.random(12), rng.integers(1, 80, 12).astype(np.float64)
        fence = fence_of(chance, words)

        expected = [
            2 * (chance * words)[chance >= other].sum() / (words[chance >= other].sum() + (chance * words).sum())
            for other in (fence, *chance)
        ]
        assert expected[0] == max(expected)


def test_the_fence_leans_to_recall_as_far_as_it_is_told() -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        chance, words = rng.random(12), rng.integers(1, 80, 12).astype(np.float64)
        fences = [fence_of(chance, words, beta) for beta in (0.25, 0.5, 1, 2, 4)]
        assert fences == sorted(fences, reverse=True)
    assert fences[0] > fences[-1]


def test_leaning_never_turns_the_other_way() -> None:
    items = "".join(f"<li>Item {i}, which is one of a list" for i in range(9))
    page = f"<h1>Bread</h1><p>{SENTENCE * 2}<h2>List</h2><ul>{items}</ul><p>{SENTENCE}<p>Read <a href=/>more of it</a>"
    upright = [block.kept for block in tamis.analyze(page).blocks]
    for beta in (0.1, 0.5, 2, 10):
        kept = [block.kept for block in tamis.analyze(page, params={"beta": beta}).blocks]
        less, more = (kept, upright) if beta < 1 else (upright, kept)
        assert all(b or not a for a, b in zip(less, more, strict=True)) and kept[0]
    with pytest.raises(tamis.UsageError, match="above 0"):
        tamis.analyze(page, params={"beta": 0})


def test_who_leans_gets_one_title_and_one_of_two_copies() -> None:
    line = f"<p>{SENTENCE}"
    source = (
        f"<h1>Bakers</h1><h1>Bread</h1><div>{line}<p>Bake it.</div><blockquote>{line}<p>How?</blockquote><p>{SENTENCE}!"
    )
    page = text_flow(read(source, None, Limits()))
    seen, rng = compute_features(page), np.random.default_rng(0)
    for _ in range(300):
        chance = rng.random(len(page))
        upright = _choose(page, seen, chance, fence_of(chance, seen.word_counts), seen.never_shown, 1.0)
        for beta in (0.25, 0.5, 2, 4):
            leaning = _choose(page, seen, chance, fence_of(chance, seen.word_counts), seen.never_shown, beta)
            assert not (leaning.kept[2] and leaning.kept[4])
            if leaning.kept[2:].any() and upright.kept[:2].any():
                assert leaning.kept[:2].any()


def test_the_shallow_rule_leans_where_it_has_to_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    page = f"<h1>Bread</h1><p>{SENTENCE}<p>Some more words about it<ul><li><a href=/>Home</a></ul><p>{SENTENCE * 2}"
    monkeypatch.setattr(sys.modules["tamis.strategies.auto"], "LEAST", 2.0)
    for favor in ({"favor_precision": True}, {"favor_recall": True}):
        by_rule = [b.kept for b in tamis.analyze(page, strategy="shallow", **favor).blocks]  # type: ignore[arg-type]
        assert [b.kept for b in tamis.analyze(page, **favor).blocks] == by_rule  # type: ignore[arg-type]


def test_comments_on_an_article_are_told_by_how_they_look() -> None:
    page = text_flow(read(f"<h1>Bread</h1><p>{SENTENCE * 3}<p>Ann says: {SENTENCE}", None, Limits()))
    seen, logits = compute_features(page), np.zeros(3)
    looks = Prediction(logits, np.array([-3.0, -2.0, 1.0]), np.zeros(7), article=0.9)
    assert told_comments(looks, seen).tolist() == [False, False, True]
    assert not told_comments(replace(looks, article=0.4), seen).any()  # a post in a forum looks like that
    assert not told_comments(replace(looks, comments=np.ones(3)), seen).any()  # not a whole page


def test_chances_are_raised_where_none_is_good() -> None:
    page = text_flow(read(f"<p>{SENTENCE * 3}<p>{SENTENCE}<p>More<p hidden>{SENTENCE * 3}", None, Limits()))
    seen, poor = compute_features(page), np.array([0.2, 0.1, 0.02, 0.0])
    assert not is_sure(poor, seen) and is_sure(np.array([0.6, 0.1, 0.02, 0.0]), seen)
    assert not is_sure(np.array([0.2, 0.1, 0.9, 0.0]), seen)  # a single word
    better = raised(poor, seen)
    assert is_sure(better, seen) and np.allclose(better[0], 0.6) and better[3] == 0
    odds = better[:3] / (1 - better[:3]) / (poor[:3] / (1 - poor[:3]))
    assert np.allclose(odds, odds[0])  # so their order is the same


def test_what_can_be_opened_is_judged_and_the_rest_hidden_is_not() -> None:
    panel = f"<h2>Details</h2><p>{SENTENCE * 2}</p><p>{SENTENCE * 3}</p>"
    page = f"<h1>Bread</h1><p>{SENTENCE * 3}</p><p hidden>{SENTENCE}</p><div id=more hidden>{panel}</div>"
    _, _, never, *opened = tamis.analyze(page).blocks
    assert never.hidden and not never.kept and never.reason == "hidden by the page"
    assert all(block.hidden and "can be opened" in block.reason for block in opened)


def test_blocks_in_the_same_kind_of_place_are_kin() -> None:
    items = "".join(f"<li class=card>Item number {i} of a list of ten" for i in range(10))
    seen = compute_features(text_flow(read(f"<p>Before<ul>{items}</ul><p>After", None, Limits())))
    kept, chance = np.zeros(12, bool), np.full(12, 0.4)
    kept[[2, 4, 6, 7]] = True
    assert kin_of(seen, kept, chance, 0.3) == [3, 5, 8, 9, 10]  # not those before the first
    chance[[5, 9]] = 0.2
    assert kin_of(seen, kept, chance, 0.3) == [3, 8]  # nor behind a gap after the last
    kept[[4, 6]] = False
    assert not kin_of(seen, kept, chance, 0.3)  # too few of them are kept
    assert not kin_of(seen, np.zeros(12, bool), chance, 0.3)


def test_links_among_kept_links_have_a_fate_of_their_own() -> None:
    items = "".join(f"<li class=card><a href=/{i}>Headline number {i} of a list of ten</a>" for i in range(10))
    seen = compute_features(text_flow(read(f"<p>Before<ul>{items}</ul><p>After", None, Limits())))
    kept = np.arange(12) % 2 == 0
    assert not set(kin_of(seen, kept, np.ones(12), 0.3)) & set(range(1, 11))


def test_a_control_among_comments_is_no_comment() -> None:
    said = "".join(
        f"<div class=comment><b>Anna {hour}</b><p>I baked it in {hour} hours, and it tasted wonderful to all of us."
        "</p><button>Reply</button></div>"
        for hour in range(3)
    )
    story = f"<p>{SENTENCE * 3}</p>" * 4
    page = f"<title>Bread</title><article><h1>Bread</h1>{story}</article><section class=comments-list>{said}</section>"
    document = tamis.analyze(page, include_comments=True)
    assert "I baked it in 2 hours" in document.text and "Anna 2" in document.text and "Reply" not in document.text
    assert [comment.text.splitlines()[0] for comment in document.comments] == ["Anna 0", "Anna 1", "Anna 2"]
    assert not any("Reply" in comment.text for comment in document.comments)
