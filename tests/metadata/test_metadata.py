# ruff: noqa: E501 - markup reads better in one line
"""Metadata: which source wins, and that it is said."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings

import tamis
from tamis.html.tree import read as read_tree
from tamis.limits import Limits
from tamis.metadata import Metadata
from tamis.metadata.structured import structured
from tamis.text.dates import read_day
from tamis.text.people import byline, split_names
from tests.html_pages import pages


def read(html: str, url: str | None = None) -> Metadata:
    return tamis.analyze(html, url, "shallow").metadata


def ld(**values: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(values)}</script>'


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title>Rye bread | The Mill</title><h1>Rye bread</h1>", "Rye bread"),
        ("<title>Rye bread - The Mill</title><meta property=og:site_name content='The Mill'>", "Rye bread"),
        ("<title>Auth | Docs of Things</title><h1>Auth¶</h1>", "Auth"),
        ("<h1>Only a heading</h1>", "Only a heading"),
        ("<title>Rye and oats</title><h1>Rye<br>and <span>oats</span></h1>", "Rye and oats"),
        ("<title>Rye</title><h1 hidden>Wheat</h1>", "Rye"),
        ("<p>nothing", None),
    ],
)
def test_title(html: str, title: str | None) -> None:
    assert read(html).title == title


@pytest.mark.parametrize(
    ("html", "title", "source"),
    [
        ("", "Rye & oats", "json-ld: headline"),
        ("<title>The Mill</title>", "Rye & oats", "json-ld: headline"),
        ("<title>Rye | The Mill</title>", "Rye & oats", "json-ld: headline"),
        ("<title>Rye, a grass</title><h1>Rye, a grass</h1>", "Rye, a grass", "page: h1"),
    ],
)
def test_a_headline_is_the_title_unless_heading_and_head_agree(html: str, title: str, source: str) -> None:
    article = ld(**{"@type": "Article", "headline": "Rye &amp; oats", "publisher": {"name": "The Mill"}})
    fact = read(html + article).facts["title"]
    assert (fact.value, fact.source) == (title, source)


@pytest.mark.parametrize(
    ("html", "source"),
    [
        ("<meta name=DC.title content=Rye>", "dublin core: dc.title"),
        ("<meta name=twitter:title content=Rye>", "opengraph: twitter:title"),
        ("<title>Rye</title>", "page: title"),
    ],
)
def test_the_title_may_stand_in_the_head_alone(html: str, source: str) -> None:
    fact = read(html).facts["title"]
    assert (fact.value, fact.source) == ("Rye", source)


def test_json_ld_knows_authors_and_dates() -> None:
    html = ld(**{
        "@context": "https://schema.org", "@graph": [
            {"@type": "Person", "@id": "#ann", "name": "Ann Baker"},
            {"@type": "NewsArticle", "headline": "Rye", "author": [{"@id": "#ann"}, {"@type": "Person", "name": "Bo Miller"}],
             "datePublished": "2024-05-03T10:00:00Z", "dateModified": "2024-06-01", "license": "https://creativecommons.org/licenses/by/4.0/"},
            {"@type": "WebSite", "name": "The Mill"},
        ],
    })  # fmt: skip
    found = read(html + "<p>Rye.")
    assert found.authors == ("Ann Baker", "Bo Miller") and found.author == "Ann Baker, Bo Miller"
    assert (found.date, found.modified, found.site) == ("2024-05-03T10:00:00Z", "2024-06-01", "The Mill")
    assert found.licence == "https://creativecommons.org/licenses/by/4.0/"
    assert found.facts["author"].source == "json-ld: author" and 0 < found.facts["author"].confidence <= 1


def test_microdata_dublin_core_and_opengraph() -> None:
    html = (
        "<div itemscope itemtype='https://schema.org/BlogPosting'><span itemprop=author>Ann Baker</span>"
        "<time itemprop=datePublished datetime=2020-02-01></time></div>"
    )
    assert read(html).facts["author"].source == "microdata: author"
    assert read(html).date == "2020-02-01"
    dublin = "<meta name=DC.creator content='Bo Miller'><meta name=dc.date content='2019-03-04'>"
    assert (read(dublin).author, read(dublin).date) == ("Bo Miller", "2019-03-04")
    assert read(dublin).facts["date"].source == "dublin core: dc.date"
    modified = read("<meta name=dcterms.modified content='2019-03-05'><meta name=lastmod content='2019-03-06'>")
    assert (modified.modified, modified.facts["modified"].source) == ("2019-03-05", "dublin core: dcterms.modified")
    graph = "<meta property=article:published_time content='2021-01-02T00:00'><meta property=og:image content=/a.png>"
    found = read(graph, "https://example.com/x")
    assert found.date == "2021-01-02T00:00" and found.image == "https://example.com/a.png"


def test_items_of_microdata_inside_others_are_read_as_nested_json_ld() -> None:
    person = "<div itemprop=author itemscope itemtype='https://schema.org/Person'><b itemprop=name>Ann Baker</b></div>"
    html = f"<article itemscope itemtype='https://schema.org/Article'>{person}<i itemprop=headline>Rye</i></article>"
    records = structured(read_tree(html, None, Limits())).records
    assert [(record.types, record.top) for record in records] == [(("Article",), True), (("Person",), False)]
    assert records[0].values == {"author": [{"name": ["Ann Baker"]}], "headline": ["Rye"]}
    assert read(html).authors == ("Ann Baker",)


def test_the_page_itself_is_asked_last() -> None:
    found = read("<h1>Rye</h1><p class=byline>By <a href=/a>Ann Baker</a> | 3 May 2024</p><p>Rye is a grass.")
    assert (found.author, found.date) == ("Ann Baker", "2024-05-03")
    assert read("<p>x", "https://example.com/2023/04/05/rye").date == "2023-04-05"
    assert read("<nav class=author>Ann Baker</nav><div class=comments><b class=author>Bo</b></div>").author is None


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024-05-03", "2024-05-03"), ("20240503", "2024-05-03"), ("2024/5/3", "2024-05-03"), ("May 3, 2024", "2024-05-03"),
        ("3. Mai 2024", "2024-05-03"), ("2023 Jan 7", "2023-01-07"), ("11-29-2024, 3:12 AM", "2024-11-29"),
        ("2024-13-45", None), ("yesterday", None), ("", None), ("99999", None),
    ],
)  # fmt: skip
def test_days(text: str, day: str | None) -> None:
    assert read_day(text) == day


def test_names() -> None:
    assert split_names("Ann Baker, Bo Miller & Cy Dow") == ("Ann Baker", "Bo Miller", "Cy Dow")
    assert byline("By Ann Baker on May 3, 2024") == "Ann Baker"
    assert byline("archuser38013") == "archuser38013"
    assert byline("View all posts") == "" and byline("https://facebook.com/x") == "" and byline("") == ""


def test_language_comes_from_the_text_and_is_checked_against_lang() -> None:
    german = (
        "<p>" + "Der Teig muss eine Stunde lang ruhen, bevor er in den Ofen kommt, und das Brot wird sehr gut. " * 3
    )
    agreed, contradicted = read(f"<html lang=de-AT>{german}"), read(f"<html lang=en>{german}")
    assert agreed.language == "de-AT" and agreed.facts["language"].confidence > 0.9
    assert contradicted.language == "de" and contradicted.facts["language"].source == "page: text"
    assert read("<html lang=fr><p>Oui").language == "fr"


def test_tags_description_canonical() -> None:
    html = (
        "<meta name=keywords content='rye, bread,, rye'><meta property=article:tag content=mill>"
        "<meta name=description content='  About \n rye '><link rel=canonical href=/rye>"
    )
    found = read(html, "https://example.com/rye?x=1")
    assert found.tags == ("mill", "rye", "bread")
    assert found.description == "About rye" and found.url == "https://example.com/rye"


@settings(max_examples=60, deadline=None)
@given(pages)
def test_any_page_has_metadata_that_can_be_written(html: str) -> None:
    form = read(html).to_dict()
    json.dumps(form)
    assert set(form["sources"]) <= set(form) - {"sources"}


def test_broken_json_ld_is_no_harm() -> None:
    nested = '{"@graph":' * 500 + "[]" + "}" * 500
    for bad in ("{", "[1, 2", "null", '{"@type": 3, "author": {"@id": "#a"}, "@id": "#a"}', nested):
        assert read(f'<script type="application/ld+json">{bad}</script><title>Rye</title>').title == "Rye"


def test_all_fields_and_their_earlier_names() -> None:
    head = (
        "<meta property=og:site_name content='The Mill'><meta property=article:section content=Bread>"
        "<meta property=og:image content=/a.png><base href=https://mill.example/news/><link rel=canonical href=rye>"
    )
    article = ld(**{
        "@type": "NewsArticle", "headline": "Rye", "isAccessibleForFree": "False", "keywords": ["rye", "Bread"],
        "image": ["b.png", {"@type": "ImageObject", "url": "https://mill.example/c.png"}],
        "author": [{"@type": "Person", "name": "Ann Baker"}, {"@type": "Person", "name": "Bo Miller"}],
    })  # fmt: skip
    found = read(f"<head>{head}{article}</head><h1>Rye</h1><p>Rye is a grass.", "https://www.mill.example/x")
    assert found.canonical_url == found.url == "https://mill.example/news/rye"
    assert (found.site_name, found.site, found.hostname) == ("The Mill", "The Mill", "mill.example")
    assert found.images == (
        "https://mill.example/a.png",
        "https://mill.example/news/b.png",
        "https://mill.example/c.png",
    )
    assert (found.image, found.paywall) == ("https://mill.example/a.png", True)
    assert (found.categories, found.tags) == (("Bread",), ("rye", "Bread"))
    form = found.to_dict()
    for name, earlier in (("canonical_url", "url"), ("site_name", "site")):
        assert form[name] == form[earlier]
    assert form["image"] == form["images"][0] and form["author"] == "Ann Baker, Bo Miller"
    assert form["sources"]["paywall"]["source"] == "json-ld: isAccessibleForFree"


@pytest.mark.parametrize(
    ("html", "paywall"),
    [
        ("<p>Rye.", None),
        (ld(**{"@type": "NewsArticle", "isAccessibleForFree": True}), False),
        (ld(**{"@type": "NewsArticle", "hasPart": {"@type": "WebPageElement", "isAccessibleForFree": False}}), True),
        (ld(**{"@type": "NewsArticle", "hasPart": {"@type": "WebPageElement", "isAccessibleForFree": True}}), None),
        ("<meta property=article:content_tier content=locked>", True),
        ("<meta property=article:content_tier content=free>", False),
    ],
)
def test_paywall(html: str, paywall: bool | None) -> None:
    assert read(html).paywall is paywall


def test_categories_come_from_breadcrumbs_where_nothing_else_names_them() -> None:
    steps = [{"@type": "ListItem", "position": i, "name": name} for i, name in enumerate(("Home", "Bread", "Rye"))]
    assert read(ld(**{"@type": "BreadcrumbList", "itemListElement": steps})).categories == ("Bread",)
    html = "<nav><a rel='category tag' href=/n>News</a></nav><p><a rel='category tag' href=/b>Bread</a> <a rel=tag href=/r>#rye</a>"
    found = read(html)
    assert (found.categories, found.tags) == (("Bread",), ("rye",))


@pytest.mark.parametrize(
    ("line", "stamp"),
    [
        ("Publié le 1er février 2020 à 10h30", "2020-02-01T10:30"), ("Opublikowano 5 września 2021, 08:15", "2021-09-05T08:15"),
        ("Veröffentlicht am 3. März 2022 um 14.05 Uhr", "2022-03-03T14:05"), ("Posted: March 4th, 2023 9:05 PM EST", "2023-03-04T21:05-05:00"),
        ("Опубликовано 7 декабря 2019", "2019-12-07"), ("2018. október 23.", "2018-10-23"), ("2024年1月5日", "2024-01-05"),
        ("31/12/2019", "2019-12-31"), ("02.12.19", "2019-12-02"), ("5 Aralık 2022", "2022-12-05"), ("12 de mayo de 2021", "2021-05-12"),
    ],
)  # fmt: skip
def test_dates_beside_the_heading_in_many_languages(line: str, stamp: str) -> None:
    assert read(f"<h1>Rye bread</h1><p>{line}</p><p>{'Rye is a grass. ' * 9}</p>").date == stamp


def test_the_language_decides_how_numbers_are_read() -> None:
    page = "<html lang={}><h1>Rye</h1><p>03/04/2021</p><p>Rye is a grass."
    assert [read(page.format(lang)).date for lang in ("en-US", "en-GB", "fr")] == [
        "2021-03-04",
        "2021-04-03",
        "2021-04-03",
    ]


def test_what_was_published_is_not_what_was_changed_registered_or_copied() -> None:
    found = read(
        "<h1>Rye bread at home</h1><p>Published 4 May 2021. Updated 6 June 2022</p><p>Rye is a grass.</p>"
        "<footer>© 1 January 2015</footer>"
    )
    assert found.date == "2021-05-04"


def test_names_of_authors_come_without_by_roles_and_brackets() -> None:
    page = "<h1>Rye bread at home</h1><p class=byline>By {}</p><p>Rye is a grass that grows in the north."
    for line in (
        "Ann Baker",
        "Ann Baker, Staff Writer",
        "Ann Baker (aba)",
        "Ann Baker Senior Editor",
        "Ann Baker a@b.example",
    ):
        assert read(page.format(line)).authors == ("Ann Baker",)
    assert read(page.format("Ann Baker and Bo Miller")).authors == ("Ann Baker", "Bo Miller")


@pytest.mark.parametrize(
    "html",
    [
        "<h1>Rye</h1>" * 3000,
        "<title>" + "Rye | " * 20_000 + "</title>",
        "<p class=author>Ann Baker</p>" * 5000,
        "<div class=date>3 May 2020</div>" * 5000,
        "<time>2020-01-01</time>" * 5000,
        "<p>" + "3 May 2020, " * 20_000,
        "<p>By " + "Ann Baker and " * 20_000,
        "<div class=byline>" * 2000 + "By Ann Baker",
        "<meta name=author content='" + "Ann Baker, " * 20_000 + "'>",
        "<div itemscope itemtype=https://schema.org/Article itemprop=author>" * 1000 + "<b itemprop=name>Ann",
        "<script type=application/ld+json>{}</script>" * 3000,
        "<script type=application/ld+json>" + '{"@type":"Article","author":' * 3000,
        "<!--" * 5000 + "<html lang=de>",
        "<a rel=tag href=/>rye</a>" * 5000,
    ],
    ids=range(14),
)
def test_hostile_pages_have_metadata_within_bounds(html: str) -> None:
    found = read(html, "https://example.com/" + "2020/" * 2000)
    assert len(json.dumps(found.to_dict())) < 200_000
    assert len(found.authors) <= 60 and len(found.tags) <= 100


def test_json_ld_in_comments_and_in_broken_forms() -> None:
    inside = '{"@type": "Article", "headline": "Rye\nbread", "author": "Ann Baker",}'
    assert read(f"<script type=application/ld+json>//<![CDATA[\n{inside}\n//]]></script>").authors == ("Ann Baker",)
    assert read(f"<!-- <script type=application/ld+json>{inside}</script> --><p>x").authors == ()


def test_the_root_is_read_behind_conditional_comments() -> None:
    page = "<!--[if IE 8]><html lang=en><![endif]--><!--[if gt IE 8]><!--><html lang=fr><!--<![endif]--><p>Oui"
    assert read(page).language == "fr"


def test_days_in_comments_are_no_dates_of_publication() -> None:
    text = "<title>Rye bread at home</title><h1>Rye bread at home</h1><p>" + "Rye is a grass that grows. " * 5
    comment = "<div class=comments><div class=comment>Zed <time datetime=2021-01-01>x</time><p>Nice bread</div></div>"
    assert read(text + comment).date is None
