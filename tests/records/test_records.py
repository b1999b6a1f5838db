# ruff: noqa: E501 - markup reads better in one line
"""Records of threads, listings and specifications."""

from __future__ import annotations

import json

from hypothesis import given, settings

import tamis
from tamis.records import Item
from tests.golden import PAGES
from tests.html_pages import pages

POST = (
    "<article class='post p{0}'><div class=username>user{0}</div><time datetime=2024-05-0{0}>then</time>"
    "<p>This is post number {0} of the thread, and it says a good deal about bread, flour, ovens and patience.</p></article>"
)
CARD = "<div class='card c{0}'><h3><a href=/p/{0}>Loaf {0}</a></h3><img data-src=/{0}.jpg><p>Fresh rye, day {0}</p><b>€ {0}.50</b></div>"


def items(html: str, url: str | None = "https://mill.example/") -> tuple[Item, ...]:
    return tamis.analyze(html, url, "shallow").items


def test_posts_have_author_date_and_text() -> None:
    found = items(
        "<h1>Bread</h1><div>" + "<div class=ad>Buy</div>".join(POST.format(i) for i in range(1, 6)) + "</div>"
    )
    assert [(i.kind, i.author, i.date) for i in found] == [("post", f"user{n}", f"2024-05-0{n}") for n in range(1, 6)]
    assert all("post number" in item.text for item in found)


def test_cards_have_title_link_price_and_image() -> None:
    rows = "".join(f"<div class=row>{CARD.format(i)}{CARD.format(i + 1)}</div>" for i in (1, 3, 5))
    found = items(f"<nav><ul><li><a href=/>Home</a><li>x<li>y</ul></nav><main>{rows}</main>")
    assert [item.title for item in found] == [f"Loaf {i}" for i in range(1, 7)]
    first = found[0]
    assert (first.link, first.price, first.image) == (
        "https://mill.example/p/1",
        "€ 1.50",
        "https://mill.example/1.jpg",
    )


def test_items_point_to_their_blocks() -> None:
    document = tamis.analyze("".join(CARD.format(i) for i in range(1, 5)), None, "shallow")
    for item in document.items:
        assert item.text == "\n".join(document.blocks[i].text for i in item.blocks)


def test_rows_of_a_specification() -> None:
    table = "<table><tr><th>Width<td>30 cm<tr><th>Height<td>20 cm</table><dl><dt>Weight<dd>1.5 kg<dt>Colour<dd>red</dl>"
    assert [(i.kind, i.title, i.text) for i in items(table)] == [
        ("row", "Width", "30 cm"), ("row", "Height", "20 cm"), ("row", "Weight", "1.5 kg"), ("row", "Colour", "red"),
    ]  # fmt: skip


def test_rows_of_a_table_are_named_by_its_header() -> None:
    rows = "".join(f"<tr><td>Loaf {i}</td><td>made of rye flour</td><td>{i} pieces</td></tr>" for i in range(5))
    found = items(f"<table><tr><th>Name</th><th>Of</th><th>Count</th></tr>{rows}</table>")
    assert [i.fields for i in found][:1] == [{"Name": "Loaf 0", "Of": "made of rye flour", "Count": "0 pieces"}]


def test_what_the_page_states_comes_first() -> None:
    stated = {"@type": "Product", "name": "Kettle", "sku": "K1", "offers": {"price": 64, "priceCurrency": "GBP"}}
    (found,) = items(f'<script type="application/ld+json">{json.dumps(stated)}</script><p>A kettle.')
    assert (found.kind, found.source, found.title, found.price, found.fields["sku"]) == (
        "Product",
        "json-ld",
        "Kettle",
        "64 GBP",
        "K1",
    )


def test_an_article_and_its_navigation_are_no_records() -> None:
    paragraphs = "<p>A paragraph of an article that says something about bread and then goes on for a while.</p>" * 6
    links = "".join(f"<li><a href=/{i}>Section {i}</a></li>" for i in range(9))
    assert (
        items(
            f"<nav><ul>{links}</ul></nav><article><h1>Bread</h1>{paragraphs}</article><footer><ul>{links}</ul></footer>"
        )
        == ()
    )


def test_our_own_thread_and_listing() -> None:
    thread = tamis.analyze((PAGES / "forum-thread" / "source.html").read_bytes(), None, "shallow").items
    assert sum(item.kind == "post" for item in thread) >= 4
    listing = tamis.analyze((PAGES / "listing" / "source.html").read_bytes(), None, "shallow").items
    assert sum(item.title is not None for item in listing) >= 10


@settings(max_examples=60, deadline=None)
@given(pages)
def test_any_page_has_items_or_none(html: str) -> None:
    document = tamis.analyze(html, None, "shallow")
    for item in document.items:
        json.dumps(item.to_dict())
        assert all(0 <= block < len(document.blocks) for block in item.blocks)


def test_an_author_is_the_name_not_the_initials_in_a_drawing_nor_the_rank() -> None:
    posts = "".join(
        f"<article class=post-box><div class=post-box-byline><a href=/member/{n}><svg><text>{' ' * 300}{n[0]}</text></svg></a>"
        f"<a href=/member/{n}>{n}</a><span>Member</span></div><time datetime=2024-05-0{d}>May {d}</time>"
        f"<p>{n} bakes rye bread on Sundays, with sour dough and little salt, since {d} years ago.</p></article>"
        for d, n in enumerate(("Annabel", "Benedict", "Cyril", "Dorothea"), 1)
    )
    document = tamis.analyze(f"<h1>Who bakes?</h1><div id=thread>{posts}</div>", "https://example.org/")
    assert [item.author for item in document.items] == ["Annabel", "Benedict", "Cyril", "Dorothea"]
