"""The default: never empty-handed, headings with their sections, reasons in words."""

from __future__ import annotations

import sys

import pytest

import tamis

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


def test_a_preference_never_turns_blocks_the_other_way() -> None:
    items = "".join(f"<li>Item {i}, which is one of a list" for i in range(9))
    page = f"<h1>Bread</h1><p>{SENTENCE * 2}<h2>List</h2><ul>{items}</ul><p>{SENTENCE}<p>Read <a href=/>more of it</a>"
    balanced = [block.kept for block in tamis.analyze(page).blocks]
    for beta in (0.1, 0.5, 2, 10):
        kept = [block.kept for block in tamis.analyze(page, params={"beta": beta}).blocks]
        less, more = (kept, balanced) if beta < 1 else (balanced, kept)
        assert all(b or not a for a, b in zip(less, more, strict=True)) and kept[0]
    with pytest.raises(tamis.UsageError, match="above 0"):
        tamis.analyze(page, params={"beta": 0})


def test_the_shallow_rule_decides_where_nothing_looks_like_content(monkeypatch: pytest.MonkeyPatch) -> None:
    page = f"<h1>Bread</h1><p>{SENTENCE}<p>Some more words about it<ul><li><a href=/>Home</a></ul><p>{SENTENCE * 2}"
    for least in ("LEAST", "SURE"):
        monkeypatch.setattr(sys.modules["tamis.rules.empty"], least, 2.0)
    for favor in ({}, {"favor_precision": True}, {"favor_recall": True}):
        by_rule = [b.kept for b in tamis.analyze(page, strategy="shallow", **favor).blocks]  # type: ignore[arg-type]
        assert [b.kept for b in tamis.analyze(page, **favor).blocks] == by_rule  # type: ignore[arg-type]
    assert "by the shallow rule" in tamis.analyze(page).blocks[0].reason


def test_what_can_be_opened_is_judged_and_the_rest_hidden_is_not() -> None:
    panel = f"<h2>Details</h2><p>{SENTENCE * 2}</p><p>{SENTENCE * 3}</p>"
    page = f"<h1>Bread</h1><p>{SENTENCE * 3}</p><p hidden>{SENTENCE}</p><div id=more hidden>{panel}</div>"
    _, _, never, *opened = tamis.analyze(page).blocks
    assert never.hidden and not never.kept and never.reason == "hidden: the attribute hidden"
    assert all(block.hidden and "can be opened" in block.reason for block in opened)


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
