# ruff: noqa: E501 - markup reads better in one line
"""Metadata: which source wins, and that it is said."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings

import tamis
from tamis.html.parser import parse
from tamis.metadata import Metadata
from tamis.metadata.author import byline, split_names
from tamis.metadata.date import read_day
from tamis.metadata.structured import structured
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
        (
            "<title>The Mill: home</title><h1>The Mill</h1><meta property=og:site_name content='The Mill'>",
            "The Mill: home",
        ),
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
        ("<title>Rye, a grass</title>", "Rye, a grass", "page: title"),
        ("<meta name=DC.title content=Rye>", "Rye", "dublin core: dc.title"),
        ("<meta name=twitter:title content=Rye>", "Rye", "opengraph: twitter:title"),
    ],
)
def test_a_headline_is_the_title_where_the_head_names_the_site_alone(html: str, title: str, source: str) -> None:
    article = ld(**{"@type": "Article", "headline": "Rye &amp; oats", "publisher": {"name": "The Mill"}})
    fact = read(html + article).facts["title"]
    assert (fact.value, fact.source) == (title, source)


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
    assert (found.date, found.modified, found.site) == ("2024-05-03", "2024-06-01", "The Mill")
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
    assert found.date == "2021-01-02" and found.image == "https://example.com/a.png"


def test_items_of_microdata_inside_others_are_read_as_nested_json_ld() -> None:
    person = "<div itemprop=author itemscope itemtype='https://schema.org/Person'><b itemprop=name>Ann Baker</b></div>"
    html = f"<article itemscope itemtype='https://schema.org/Article'>{person}<i itemprop=headline>Rye</i></article>"
    records = structured(parse(html)).records
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
