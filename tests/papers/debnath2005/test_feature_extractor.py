"""FeatureExtractor (Debnath 2005, section 3.2)."""

import pytest

import tamis
from tamis.errors import UsageError

NAV = "<ul>" + "<li><a href=/x>Some section of the site</a>" * 6 + "</ul>"
STORY = "<div>" + "A story is told in many plain words. " * 20 + "</div>"


def judge(html: str, **params: object) -> tuple[tamis.Block, ...]:
    return tamis.analyze(html, strategy="feature-extractor", params=params).blocks


def winner(html: str, **params: object) -> str | None:
    kept = [block.text for block in judge(html, **params) if block.kept]
    assert len(kept) <= 1
    return kept[0] if kept else None


def test_the_worked_example_of_section_3_2_1_stays_out_of_the_basket():
    """1000/2000 of the words against 2/4 of the images, 3/50 of the links and 1/3 of the applets."""
    html = (
        "<div>" + "word " * 1000 + "<img src=x>" * 2 + "<a href=x></a>" * 3 + "<applet></applet></div>"
        "<div>" + "term " * 2000 + "<a href=x></a>" * 50 + "</div>"
        "<div>" + "img " * 7 + "<img src=x>" * 4 + "<applet></applet>" * 3 + "</div>"
    )  # fmt: skip
    block = judge(html)[0]
    assert block.reason == "text 0.50, the rest 0.89 (link 0.06, image 0.50, object 0.33): not in the winner basket"
    assert not block.kept
    assert block.score < 0.25
    # With images desired as well, it has more of what is desired: 1.00 against 0.39.
    assert "basket of" in judge(html, desired=("text", "image"))[0].reason


def test_the_longest_of_the_text_blocks_wins():
    assert winner(NAV + STORY + "<p>Short.</p>") == " ".join(("A story is told in many plain words. " * 20).split())


def test_values_are_computed_anew_inside_the_basket():
    """The largest block of words is full of links and stays out, so the next one has all the words there are."""
    html = (
        "<div>"
        + "<a href=/x>link words abound here</a> " * 50
        + "</div>"
        + "<p>ten plain words</p>" * 1
        + "<p>two words</p>"
    )
    assert winner(html.replace("<a", "<b></b><img src=x><a")) == "ten plain words"
    kept = next(b for b in judge(html.replace("<a", "<b></b><img src=x><a")) if b.kept)
    assert kept.reason == "text 1.00 (3 words), the highest in a basket of 2"


def test_the_one_word_winner():
    """ "A block with a single word and nothing else would be the obvious winner" if it is alone in the basket."""
    crowded = "<p>Long text with <a href=/x>a link</a> and <b>bold</b> words</p>"
    assert winner(crowded + "<p>Share</p>") == "Share"
    # It has all of what is desired and nothing else, as has the story; the larger amount decides.
    assert winner("<p>Share</p>" + STORY) != "Share"
    assert winner("word") == "word"


def test_ties_go_to_the_larger_amount_then_to_the_first():
    tie = "<div><img src=x><img src=x>a</div><div><img src=x>a b</div>"  # 1/2 + 1 against 1 + 1/2, of 3 and 3
    assert winner(tie, desired=("text", "image")) == "a"
    amounts = "<div><img src=x><img src=x>a b</div><div><img src=x>a b c d</div>"  # 1/2 + 1 each, of 4 and 5
    assert winner(amounts, desired=("text", "image")) == "a b c d"
    assert winner("<p>one two</p><p>first wins</p>") == "one two"
    loser = judge("<p>one two</p><p>first wins</p>")[1]
    assert loser.reason == (
        "text 1.00 (2 words), as much as, but no larger or earlier than the winner's 1.00 (2 words) in a basket of 2"
    )
    assert loser.score < 0.5


@pytest.mark.parametrize(
    ("desired", "text"),
    [
        ("link,list", "Some section of the site"),
        ("form", "Find"),
        ("image", "Rye"),
        ("table", "cell"),
    ],
)
def test_any_features_can_be_desired(desired: str, text: str):
    html = (
        NAV + STORY + "<div><label></label><input><select></select><button>Find</button></div>"
        "<div><img src=x><img src=y>Rye</div><p><img src=z></p><table><tr><td>cell</table>"
    )  # fmt: skip
    found = winner(html, desired=desired)
    assert found is not None
    assert found.startswith(text)


def test_a_block_without_text_that_wins_is_answered_by_the_text_beside_it():
    html = "<p>Far</p><p>A story</p><p><img src=1><img src=2></p><p>Its caption</p><p>More</p><div>x<img src=5></div>"
    blocks = judge(html, desired="image")
    assert [block.text for block in blocks if block.kept] == ["Its caption"]
    assert blocks[2].reason.startswith("the nearest text of a block without words: image 1.00 (2 counted)")
    form = "<p>Far</p><div>Your name</div><div><input name=a><input name=b></div>"
    assert [block.text for block in judge(form, desired="form") if block.kept] == ["Your name"]
    assert not judge("<p><img src=1></p><p hidden>no</p>", desired="image")[0].kept


@pytest.mark.parametrize("desired", [(), ("words",), ("text", "pictures")])
def test_unknown_features_are_refused(desired: tuple[str, ...]):
    with pytest.raises(UsageError, match="text-tag"):
        judge(STORY, desired=desired)


def test_the_tag_set_can_be_set():
    html = "<h1>Head</h1><p>one</p><p>two</p>"
    assert winner(html) == "one"
    assert winner("<section>a b<p>c</section><section>d</section>", tags="section") == "a b\nc"


def test_hidden_text_is_dropped_out_of_the_winner():
    shown, hidden, more = judge("<div>Shown words <span hidden>and not</span> more</div>")
    assert (shown.kept, hidden.kept, more.kept) == (True, False, True)
    assert hidden.reason.startswith("hidden")
    assert hidden.score == 0.0
    (block,) = judge("<p hidden>all of it")
    assert not block.kept


def test_scores_part_kept_from_dropped():
    blocks = judge(NAV + STORY + "<p>Short.</p>" + "<p>A little longer than that.</p>")
    assert all(block.kept == (block.score >= 0.5) and 0 <= block.score <= 1 for block in blocks)
    nav, story, short, longer = (block.score for block in blocks)
    assert nav <= 0.25
    assert story >= 0.75
    assert short < longer < 0.5
