# ruff: noqa: E501 - markup reads better in one line
"""What each block is, by its markup, its place and its words."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from importlib.resources import files

import numpy as np
import pytest
from hypothesis import given, settings

import tamis
from tamis.blocks.decisions import Decisions
from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.roles import CONTENT_ROLES, ROLES, roles
from tests.golden import PAGES, slugs
from tests.html_pages import pages
from tests.reference import ROOT

PROSE = "Rye is a grass that is grown for its grain, for bread, for beer and for its straw, mostly in the north."
HEAD = "<title>Rye bread at home - The Bakers</title>"
LINKS = "".join(
    f"<li><a href=/{n}>{text}</a></li>"
    for n, text in enumerate(
        ("How the mill was saved again", "Why oats are not for everybody", "A loaf that outlived its baker")
    )
)


def told(html: str, kept: str = ".kept, .kept *") -> dict[str, str]:
    """The role of each text; kept is what a selector names, so that no model has a say."""
    document = tamis.analyze(HEAD + html, "https://bakers.example/rye", "shallow", drop="body", keep=kept)
    return {block.text: block.role for block in document.blocks}


ARTICLE = f"<h1>Rye bread at home</h1><p class=kept>{PROSE}</p>"


@pytest.mark.parametrize(
    ("html", "text", "role"),
    [
        (f"<h1 class=kept>Rye bread at home</h1><p class=kept>{PROSE}", "Rye bread at home", "title"),
        (ARTICLE, "Rye bread at home", "title"),
        (f"<h1>The Bakers</h1><h1>Rye bread at home</h1><p class=kept>{PROSE}", "Rye bread at home", "title"),
        (f"<h2>Rye bread at home</h2><p class=kept>{PROSE}", "Rye bread at home", "title"),
        (f"<h2>Of oats</h2><p class=kept>{PROSE}", "Of oats", "title"),
        (f"<div itemprop=headline>Rye bread at home</div><p class=kept>{PROSE}", "Rye bread at home", "title"),
        ("<h1>Rye</h1><p>By Ann Baker", "By Ann Baker", "byline"),
        ("<h1>Rye</h1><p>Von Anna Bäcker", "Von Anna Bäcker", "byline"),
        ("<h1>Rye</h1><p>作者：林喆", "作者：林喆", "byline"),
        (ARTICLE + "<p>words <a rel=author href=/ann>Ann Baker</a>", "words Ann Baker", "byline"),
        (ARTICLE + "<div class=post-byline>Ann Baker</div>", "Ann Baker", "byline"),
        (ARTICLE + "<div itemprop=author><span>Ann Baker</span></div>", "Ann Baker", "byline"),
        ("<h1>Rye</h1><p>3 May 2024", "3 May 2024", "date"),
        (ARTICLE + "<p><time datetime=2024-05-03>May 3</time>", "May 3", "date"),
        (ARTICLE + "<div class=entry-date>May 3</div>", "May 3", "date"),
        (ARTICLE + "<h2 class=kept>Flour</h2>", "Flour", "heading"),
        (ARTICLE, PROSE, "body"),
        (ARTICLE + "<figure><figcaption class=kept>A loaf</figcaption></figure>", "A loaf", "caption"),
        (ARTICLE + "<figure><figcaption>A loaf</figcaption></figure>", "A loaf", "caption"),
        (ARTICLE + "<div class='wp-caption kept'>A loaf</div>", "A loaf", "caption"),
        (ARTICLE + "<table class=kept><tr><th>Flour<th>Grams<tr><td>Rye<td>500</table>", "Rye", "table"),
        (ARTICLE + "<table><tr><th>Flour<th>Grams<tr><td>Rye<td>500</table>", "500", "table"),
        (ARTICLE + "<table class=kept><tr><td>Only a frame for the page</table>", "Only a frame for the page", "body"),
        (ARTICLE + "<ul class=kept><li>Flour<li>Water</ul>", "Flour", "list"),
        (ARTICLE + f"<ol class=kept><li><p>{PROSE * 5}</ol>", PROSE * 5, "body"),
        (ARTICLE + "<pre class=kept>bake()</pre>", "bake()", "code"),
        (ARTICLE + "<blockquote class=kept><p>Bread is life</blockquote>", "Bread is life", "quote"),
        (ARTICLE + "<div id=comments><p>I disagree</div>", "I disagree", "comment"),
        (ARTICLE + "<div id=comments><p class=kept>I disagree</div>", "I disagree", "comment"),
        (ARTICLE + "<div id=comments><p>No!<form><p>Your name</form></div>", "Your name", "form"),
        (ARTICLE + f"<h2>You may also like</h2><ul>{LINKS}</ul>", "You may also like", "related"),
        (ARTICLE + f"<h2>Lesen Sie auch</h2><ul>{LINKS}</ul>", "How the mill was saved again", "related"),
        (ARTICLE + "<h2>相关阅读</h2><ul><li>新书</ul>", "新书", "related"),
        (ARTICLE + f"<ul>{LINKS}</ul>", "How the mill was saved again", "related"),
        (ARTICLE + "<div class=relatedPosts><p>Oats</div>", "Oats", "related"),
        ("<nav><p>Everything</nav>" + ARTICLE, "Everything", "navigation"),
        ("<div role=navigation><p>Everything</div>" + ARTICLE, "Everything", "navigation"),
        ("<div class=breadcrumbs>Home / Bread</div>" + ARTICLE, "Home / Bread", "navigation"),
        ("<a href=#main>Skip to the text of the page</a>" + ARTICLE, "Skip to the text of the page", "navigation"),
        (ARTICLE + "<ul><li><a href=/>Home</a></ul>", "Home", "navigation"),
        ("<h3>Sections</h3><ul><li><a href=/>Home</a></ul>" + ARTICLE, "Sections", "navigation"),
        (ARTICLE + "<p>© 2024 The Bakers", "© 2024 The Bakers", "legal"),
        (ARTICLE + "<footer><p>Registered in Rye</footer>", "Registered in Rye", "legal"),
        (ARTICLE + "<div><a href=/p>Datenschutzerklärung</a></div>", "Datenschutzerklärung", "legal"),
        ("<div class=cookie-banner><p>We bake them<button>Fine</button></div>" + ARTICLE, "Fine", "legal"),
        (ARTICLE + "<div class=ad-slot><p>Buy flour</div>", "Buy flour", "advertisement"),
        (ARTICLE + "<div><small>Anzeige</small><p>Buy flour</div>", "Buy flour", "advertisement"),
        (ARTICLE + "<p><a href=https://ad.doubleclick.net/x>Buy flour</a>", "Buy flour", "advertisement"),
        (ARTICLE + "<p><a rel='sponsored' href=/x>Buy flour</a>", "Buy flour", "advertisement"),
        (ARTICLE + "<form><label>Your name</label></form>", "Your name", "form"),
        (ARTICLE + "<button>Send</button>", "Send", "form"),
        (ARTICLE + "<p hidden>Not for you", "Not for you", "hidden"),
        (ARTICLE + "<div class=share-links><a href=/x>Post it</a></div>", "Post it", "other"),
        (ARTICLE + "<p>Something else", "Something else", "other"),
    ],
)
def test_role(html: str, text: str, role: str) -> None:
    assert told(html)[text] == role


def test_all_roles_are_tested() -> None:
    (cases,) = [mark for mark in test_role.pytestmark if mark.name == "parametrize"]  # type: ignore[attr-defined]
    assert {role for _, _, role in cases.args[1]} == set(ROLES)


def test_a_name_on_what_holds_the_content_says_nothing() -> None:
    """Wrappers are called all sorts of things: ``has-ads``, ``with-menu``; and some sites put a form around it all."""
    found = told(
        f"<form class='has-ads with-menu'><h1>Rye bread at home</h1><p class=kept>{PROSE}</p><p>So it goes.</form>"
    )
    assert found["So it goes."] == "other"


def test_what_follows_a_list_of_related_pages_is_not_related() -> None:
    found = told(
        ARTICLE
        + f"<h2>Related</h2><ul>{LINKS}</ul><h2>On oats</h2><p>Oats too.<h2>Read next</h2><p>x<p class=kept>y<p>z"
    )
    assert (found["Oats too."], found["x"], found["z"]) == ("other", "related", "other")


def test_the_title_of_a_drawing_is_not_the_pages() -> None:
    page = f"<svg><title>Menu of oats</title></svg><h1>Rye</h1><p>{PROSE}</p><h1>Menu of oats</h1>"
    document = tamis.analyze(page, strategy="shallow", drop="body", keep="p")
    assert [block.text for block in document.blocks if block.role == "title"] == ["Rye"]


def test_prose_that_mentions_terms_is_not_legal() -> None:
    prose = f"{PROSE} The privacy of the baker is another matter, and not one for this page at all."
    assert told(ARTICLE + f"<p>{prose}")[prose] == "other"


def test_an_advertisement_does_not_spread_to_its_neighbours() -> None:
    found = told(ARTICLE + "<aside><div><p>Sponsored<p>Buy flour</div><div><p>Opening hours</div></aside>")
    assert (found["Sponsored"], found["Buy flour"], found["Opening hours"]) == (
        "advertisement",
        "advertisement",
        "other",
    )


def test_the_title_is_the_title_whether_it_is_kept_or_not() -> None:
    page = f"{HEAD}<h1>Rye bread at home</h1><p>{PROSE}</p><h1>Another day</h1><p>{PROSE} Again."
    kept, dropped = (tamis.analyze(page, strategy="eniw", include_title=wanted) for wanted in (True, False))
    assert [b.role for b in kept.blocks] == [b.role for b in dropped.blocks] == [
        "title", "title", "body", "heading", "body",
    ]  # fmt: skip
    assert [b.kept for b in kept.blocks] == [True] * 5
    assert [b.kept for b in dropped.blocks] == [False, False, True, True, True]


def test_a_title_made_from_the_head_goes_too() -> None:
    page = f"{HEAD}<body><h1>Rye bread at home</h1><p>{PROSE}</p><p>{PROSE} Again."
    rows = tamis.analyze(page, strategy="pab", include_title=False).blocks
    assert any(block.span is None for block in rows) and rows[0].role == "title"
    assert not any(block.kept for block in rows if block.role == "title")


def test_a_page_of_nothing_but_a_title() -> None:
    (block,) = tamis.analyze("<title>Rye bread keeps</title>", strategy="eniw").blocks
    assert block.role == "title"


@pytest.mark.parametrize("wanted", [True, False])
def test_comments_are_chosen_by_role(wanted: bool) -> None:
    page = f"{HEAD}<article>{ARTICLE}</article><div id=comments><p>{PROSE} I disagree.<p>So do I.<form><p>{PROSE} Write!</form></div>"
    rows = tamis.analyze(page, strategy="shallow", include_comments=wanted).blocks
    assert {block.kept for block in rows if block.role == "comment"} == {wanted}
    assert sum(block.role == "comment" for block in rows) == 2


@pytest.mark.parametrize("name", [s.name for s in tamis.available_strategies() if s.scope == "page"])
@pytest.mark.parametrize("slug", slugs())
def test_sample_pages(slug: str, name: str) -> None:
    document = tamis.analyze((PAGES / slug / "source.html").read_bytes(), strategy=name)
    for block in document.blocks:
        assert block.role in (CONTENT_ROLES if block.kept else ROLES)


def by_hand(slug: str) -> list[str]:
    """For each letter of a sample page the role that it was given by hand."""
    cut = json.loads((PAGES / slug / "blocks.json").read_text(encoding="utf-8"))["blocks"]
    return [block["role"] for block in cut for _ in re.sub(r"\s+", "", block["text"])]


# By hand whole parts were labelled, so that a section's headings and lists are body, its dates bylines, footer's links legal.
WITHIN: dict[str, set[str]] = {
    "body": {"heading", "list", "quote", "code"}, "byline": {"date"}, "legal": {"navigation"}, "comment": {"quote", "code"},
    "item": set(CONTENT_ROLES), "table": {"heading"},
}  # fmt: skip


def test_agreement_with_labels_by_hand() -> None:
    right, all_of, dropped_prose = Counter[str](), Counter[str](), 0
    for slug in slugs():
        at, letters = 0, by_hand(slug)
        for block in tamis.analyze((PAGES / slug / "source.html").read_bytes()).blocks:
            size = len(re.sub(r"\s+", "", block.text))
            wanted = Counter(letters[at : at + size]).most_common(1)[0][0]
            at += size
            if wanted in ("body", "item", "comment") and not block.kept and block.role == "other":
                dropped_prose += 1  # the strategy's opinion, not the role's
                continue
            all_of[wanted] += 1
            right[wanted] += block.role == wanted or block.role in WITHIN.get(wanted, ())
    assert dropped_prose < 60
    assert sum(right.values()) >= 0.8 * sum(all_of.values())
    # Each with some room, for what is kept is the model's say, and that changes with every model.
    least_of = {"navigation": 0.85, "related": 0.85, "form": 0.85, "table": 0.9, "legal": 0.85, "title": 0.8}
    for role, least in least_of.items():
        assert right[role] >= least * all_of[role], (role, right[role], all_of[role])


@settings(max_examples=100, deadline=None)
@given(pages)
def test_every_block_of_any_page_has_one_role(html: str) -> None:
    document = tamis.analyze(html, strategy="shallow")
    found = [block.role for block in document.blocks]
    assert len(found) == len(document.page) and set(found) <= set(ROLES)
    assert found == [block["role"] for block in document.to_dict()["blocks"]]
    for block in document.blocks:
        assert not block.kept or block.role in CONTENT_ROLES
    nothing, everything = (Decisions(np.full(len(found), kept), np.zeros(len(found)), str) for kept in (False, True))
    assert set(roles(document.page, nothing)) <= set(ROLES)
    assert set(roles(document.page, everything)) <= set(CONTENT_ROLES)


def test_they_are_told_when_read_and_not_before() -> None:
    code = "import sys, tamis; d = tamis.analyze('<h1>Rye</h1><p>Bread'); d.text; d.blocks[0].reason; print('tamis.roles' in sys.modules); d.blocks[0].role; print('tamis.roles' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_a_document_keeps_them() -> None:
    first, second = tamis.analyze(ARTICLE).blocks
    assert first._roles is second._roles and first._roles.of_blocks is second._roles.of_blocks


def test_schema_and_docs_name_them_all() -> None:
    table = re.search(r"\| (`title`.*) \|", (ROOT / "docs/roles.md").read_text(encoding="utf-8"))
    assert table and re.findall(r"`(\w+)`", table[1]) == list(ROLES)
    schema = json.loads(files("tamis").joinpath("schema/document.schema.json").read_text(encoding="utf-8"))
    assert schema["$defs"]["block"]["properties"]["role"]["enum"] == list(ROLES)


@pytest.mark.parametrize(
    "part",
    [
        "<div>",
        "<p>Anzeige",
        "<h2>Related</h2><p>x",
        "<div id=comments><p>x",
        "<li class=menu><a href=/>x</a>",
        "<div><p>Ad",
    ],
)
def test_large_pages_are_done(part: str) -> None:
    page = text_flow(read(part * 20_000 + PROSE, None, Limits()))  # by the square that takes minutes
    decisions = Decisions(np.zeros(len(page), np.bool_), np.zeros(len(page)), str)
    assert len(roles(page, decisions)) == len(page)
