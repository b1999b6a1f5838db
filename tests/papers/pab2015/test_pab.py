"""PAB 2015: priorities, the outer-link rule, duplicates."""

import pytest

import tamis
from tamis.document import Block, Document
from tamis.errors import UsageError

URL = "https://www.example.com/articles/rye.html"


def judge(html: str, url: str | None = URL, **params: object) -> Document:
    return tamis.analyze(html, url, strategy="pab", params=params)


def only(html: str, url: str | None = URL, **params: object) -> Block:
    (block,) = judge(html, url, **params).blocks
    return block


def priority(block: Block) -> float:
    """What the reason says: it is what the decision was made on."""
    assert block.reason.startswith("priority "), block.reason
    return float(block.reason.split()[1].rstrip(":"))


def kept(html: str, url: str | None = URL, **params: object) -> list[str]:
    return [block.text for block in judge(html, url, **params).blocks if block.kept]


OUT = "<a href=https://elsewhere.org/{}>out {}</a> "
IN = "<a href=/in/{}>in {}</a> "


@pytest.mark.parametrize(
    ("html", "value"),
    [
        ("<h1>Block one</h1>", 1.0),
        ("<p>Block <b>three</b> has <b>two</b></p>", 0.9),
        ("<p>Block <i>four</i> has <b>both</b></p>", 0.7),
        ("<p>Block <b>five</b></p>", 0.5),
        ("<p>Block six</p>", 0.1),
        ("<p>Block <i>seven</i> " + "".join(IN.format(i, i) for i in range(4)) + "</p>", 1.1),
    ],
    ids=["block-1", "block-3", "block-4", "block-5", "block-6", "block-7"],
)
def test_table_3_2(html: str, value: float):
    block = only(html)
    assert block.kept
    assert priority(block) == pytest.approx(value)


def test_table_3_2_block_2_of_outer_links_alone():
    block = only("<b>" + "".join(OUT.format(i, i) for i in range(10)) + "</b>")
    assert not block.kept
    assert block.score == 0.0
    assert block.reason == "10 of 10 links leave example.com, so priority 0, else priority 2.40: b 0.4 + 10 × a 0.2"


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        ("h1", 1.0), ("h2", 0.9), ("h3", 0.8), ("h4", 0.7), ("h5", 0.6), ("h6", 0.5),
        ("b", 0.4), ("strong", 0.4), ("a", 0.2), ("i", 0.2), ("em", 0.2), ("p", 0.1),
    ],
)  # fmt: skip
def test_table_3_1(tag: str, value: float):
    assert priority(only(f"<{tag}>words</{tag}>")) == pytest.approx(value)


def test_table_3_1_title_and_image_with_alternative_text():
    title, paragraph = judge("<title>Rye</title><p>x <img src=y alt='A field'><img src=z>").blocks
    assert title.kept
    assert title.span is None
    assert title.reason == "priority 1.00: the head's title"
    assert paragraph.reason == "priority 0.40: p 0.1 + img 0.3"


@pytest.mark.parametrize("html", ["<ul><li>a<li>b</ul>", "<table><tr><td>a<td>b</table>", "plain text", "<div>x</div>"])
def test_zero_is_noise(html: str):
    block = only(html)
    assert not block.kept
    assert block.reason.startswith("priority 0.00: ")
    assert block.reason.endswith(", not above 0")


def test_hundreds_of_zeros_sum_to_zero_exactly():
    # With sums of floats the list, behind so many tenths, would be worth 1e-14.
    assert kept("<p>x <i>y</i></p>" * 997 + "<ul><li>plain</ul>") == ["x y"]


def test_text_outside_any_tag_has_the_priority_that_is_set():
    html = "<div>Some text <b>bold</b> and more</div>"
    assert kept(html) == ["bold"]
    assert kept(html, outside=0.1) == ["Some text", "bold", "and more"]


def test_settable_threshold_and_table():
    html = "<h2>Head</h2><p>text <b>b</b></p><p>plain</p>"
    assert kept(html) == ["Head", "text b", "plain"]
    assert kept(html, threshold=0.5) == ["Head"]
    assert kept(html, priorities=("p:2", "B:0")) == ["text b", "plain"]
    assert kept(html, priorities="h2:1") == ["Head"]
    for wrong in ("h1", "h1:high", "h1:nan"):
        with pytest.raises(UsageError, match="h1"):
            judge(html, priorities=(wrong,))


@pytest.mark.parametrize(("inner", "outer", "stays"), [(0, 1, False), (1, 1, True), (1, 2, False), (2, 1, True)])
def test_more_than_half_of_the_links_must_leave(inner: int, outer: int, stays: bool):
    links = "".join(IN.format(i, i) for i in range(inner)) + "".join(OUT.format(i, i) for i in range(outer))
    assert only(f"<p>{links}</p>").kept is stays


@pytest.mark.parametrize(
    ("href", "stays"),
    [
        ("https://m.example.com/x", True),
        ("//example.com/x", True),
        ("HTTP://EXAMPLE.COM", True),
        ("x.html", True),
        ("?page=2", True),
        ("#top", True),
        ("mailto:me@elsewhere.org", True),
        ("javascript:go('http://elsewhere.org')", True),
        ("http://[broken", True),
        ("https://example.com.elsewhere.org/", False),  # a prefix is not a site
        ("https://www.example.co/", False),
        ("//elsewhere.org/x", False),
    ],
)
def test_a_link_leaves_if_the_registrable_domain_differs(href: str, stays: bool):
    assert only(f'<p>x <a href="{href}">y</a>').kept is stays


def test_a_base_element_says_where_relative_links_lead():
    assert kept("<base href=https://elsewhere.org/><p><a href=x>one</a><p><a href=mailto:y>two</a>") == ["two"]


def test_public_suffixes_part_sites():
    html = "<p><a href=https://b.github.io/>x</a>"
    assert not only(html, "https://a.github.io/").kept
    assert only(html, "https://b.github.io/y").kept


def test_without_url_no_link_is_judged_and_the_reason_says_so():
    block = only("<p>" + OUT.format(1, 1) + OUT.format(2, 2), None)
    assert block.kept
    assert block.reason == (
        "priority 0.50: p 0.1 + 2 × a 0.2; without the page's url none of 2 links counts as leaving the site"
    )


def test_links_of_a_kept_block_are_told():
    assert only("<p>" + IN.format(1, 1) + OUT.format(2, 2)).reason.endswith("; 1 of 2 links leave example.com")


def test_duplicates_of_a_kept_block_are_merged():
    first, other, again = judge("<p>Read more</p><p>Text</p><h2>Read\n more</h2>").blocks
    assert (first.kept, other.kept, again.kept) == (True, True, False)
    assert again.reason == "says the same as block 0, which is kept"


def test_a_duplicate_of_a_dropped_block_stays():
    assert kept("<form><p>Search</p></form><p hidden>Search</p><p>Search</p>") == ["Search"]


def test_the_title_gives_way_to_a_heading_that_says_the_same():
    title, heading = judge("<title>Rye</title><h1>Rye</h1>").blocks
    assert not title.kept
    assert title.reason == "says the same as block 1, which is kept"
    assert heading.kept
    assert heading.span is not None


def test_a_form_is_removed_from_its_block_with_its_tags():
    before, form, after = judge("<table><tr><td>a <b>b</b><form><h1>c</h1></form>d</table>").blocks
    assert (before.kept, form.kept, after.kept) == (True, False, True)
    assert before.reason == after.reason == "priority 0.40: b 0.4"
    assert form.reason == "inside form, which is removed"
    assert kept("<form><h1>c</h1></form>", drop=()) == ["c"]


def test_hidden_text_is_dropped_and_its_tags_do_not_count():
    shown, hidden = judge("<p>shown <b hidden>not</b></p>").blocks
    assert shown.reason == "priority 0.10: p 0.1"
    assert not hidden.kept
    assert hidden.reason.startswith("hidden")


def test_scores_grow_with_priority_and_part_kept_from_dropped():
    blocks = judge("<p>a</p><p>b <b>c</b></p><h1>d</h1>e<ul><li>f</ul><form>g</form>").blocks
    scores = [block.score for block in blocks]
    assert 0.5 <= scores[0] < scores[1] < scores[2] == 0.75
    assert scores[3:] == [0.25, 0.25, 0.0]
    assert all(block.kept == (block.score >= 0.5) for block in blocks)


def test_a_long_article_gives_blocks_by_the_hundred():
    html = "<h1>T</h1>" + "".join(
        f"<div><p>Paragraph {i} of <b>it</b></p><a href=/{i}>{i}</a></div>" for i in range(120)
    )
    blocks = judge(html).blocks
    assert len(blocks) == 241
    assert all(block.kept for block in blocks)
