# ruff: noqa: E501 - markup reads better in one line
"""All formats say the same, and none of them is ever malformed."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import turbohtml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import tamis
from tamis.model.load import SHIPPED as AUTO
from tamis.papers.svm2013.support_vectors import SHIPPED as SVM
from tests.golden import PAGES, slugs
from tests.html_pages import pages
from tests.render.samples import structured
from tests.render.test_markdown import everything, squeeze

SCHEMA = json.loads(files("tamis").joinpath("schema/document.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
HTML = st.one_of(structured, pages)
DATA = dict.fromkeys(("metadata", "items", "records", "entity", "comments"), True)
NO_XML = str.maketrans(dict.fromkeys([*range(32), 0xFFFE, 0xFFFF, 0xFFFD], ""))


@settings(max_examples=80, deadline=None)
@given(HTML, st.booleans(), st.booleans())
def test_html_holds_the_text_and_nothing_that_runs(html: str, links: bool, images: bool) -> None:
    document = everything(html)
    written = turbohtml.parse(document.html(links=links, images=images))
    assert written.root is not None
    for label in written.select(".footnote-ref, .footnote > sup"):
        label.decompose()
    for formula in written.select("span.math"):
        formula.set_text(formula.text[2:-2])
    assert squeeze(written.root.text) == squeeze(document.text)
    assert not written.select("script, style, iframe, form, input, object, [onclick], [style], a[href^=javascript]")


@settings(max_examples=80, deadline=None)
@given(HTML)
@example("<p>a\x0bb \ufffe &#x1F; \x00 c")
@example("<title>\x01<</title><meta name=author content='&quot;<&#1;'><p>x")
def test_xml_is_well_formed_and_holds_the_text(html: str) -> None:
    document = everything(html)
    for written in (document.xml(images=False), document.tei(images=False)):
        root = ElementTree.fromstring(written.encode())
        body = root.find("main") if root.tag == "doc" else root.find("{*}text")
        assert body is not None
        for reference in (*body.iter("noteref"), *body.iterfind(".//{*}ref[@type='note']")):
            reference.text = ""
        text = "".join(body.itertext())
        assert squeeze(text).translate(NO_XML) == squeeze(document.text).translate(NO_XML)


@settings(max_examples=60, deadline=None)
@given(HTML)
def test_json_is_what_its_schema_says(html: str) -> None:
    form = json.loads(json.dumps(everything(html).to_dict(**DATA)))
    VALIDATOR.validate(form)


def test_sample_pages_are_what_the_schema_says() -> None:
    for slug in slugs():
        document = tamis.analyze((PAGES / slug / "source.html").read_bytes(), "https://example.com/", "shallow")
        VALIDATOR.validate(document.to_dict(**DATA))


def test_the_schema_is_one_and_says_no() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    form = tamis.analyze("<p>x", strategy="eniw").to_dict()
    assert VALIDATOR.is_valid(form)
    assert VALIDATOR.is_valid({name: value for name, value in form.items() if name != "blocks"})
    assert not VALIDATOR.is_valid({name: value for name, value in form.items() if name != "page_type"})
    assert not VALIDATOR.is_valid({**form, "page_type": "blog"})
    assert not VALIDATOR.is_valid({**form, "confidence": 2})
    assert not VALIDATOR.is_valid({**form, "surprise": 1})


@settings(max_examples=50, deadline=None)
@given(HTML, st.booleans(), st.booleans(), st.booleans(), st.booleans())
def test_no_rendering_option_changes_what_is_kept(
    html: str, links: bool, images: bool, tables: bool, media: bool
) -> None:
    document = everything(html)
    before = [(block.kept, block.reason) for block in document.blocks]
    for write in (document.markdown, document.html, document.xml, document.tei):
        write(links=links, images=images, tables=tables, media=media)
    assert [(block.kept, block.reason) for block in document.blocks] == before


def test_tei_names_things_by_tei() -> None:
    html = (
        "<title>Rye</title><meta name=author content='Ann Baker'><h2>Rye</h2><ol><li>one</ol><p>a<br>b <a href=/c>d</a></p>"
        "<table><tr><th>x<th>y<tr><td colspan=2>z</table><pre class=language-c>int x;</pre>"
    )
    written = everything(html).tei()
    assert '<ab type="header" rend="h2">Rye</ab>' in written
    assert '<list rend="numbered"><item>one</item>' in written
    assert 'a<lb/>b <ref target="https://example.com/c">d</ref>' in written
    assert '<cell role="label">x</cell>' in written and '<cell role="data" cols="2">z</cell>' in written
    assert '<code rend="block" lang="c">int x;</code>' in written
    assert "<author>Ann Baker</author>" in written


def test_deep_pages_are_written_flat() -> None:
    html = "<blockquote>" * 3000 + "deep" + "</blockquote>" * 3000 + "<b>" * 400 + "bold"
    document = everything(html)
    for written in (document.markdown(), document.html(), document.tei()):
        assert "deep" in written and "bold" in written and len(written) < 20_000


def test_the_schema_has_every_page_type_that_a_model_knows() -> None:
    card = json.loads((AUTO / "card.json").read_text())
    assert SCHEMA["properties"]["page_type"]["enum"] == [*card["page_types"], None]


def test_the_json_form_names_the_weights_that_decided(tmp_path: Path) -> None:
    shipped = {"auto": AUTO, "svm": SVM}
    weights = {name: json.loads((path / "card.json").read_text())["weights_sha256"] for name, path in shipped.items()}
    for name, sha256 in weights.items():
        assert tamis.analyze("<p>x", strategy=name).to_dict()["model"] == sha256
    assert tamis.analyze("<p>x", strategy="eniw").to_dict()["model"] is None
    own = tmp_path / "own"
    own.mkdir()
    for file in AUTO.glob("*.*"):
        (own / file.name).write_bytes(file.read_bytes())
    assert tamis.analyze("<p>x", strategy=f"model:{own}").to_dict()["model"] == weights["auto"]


def test_the_attributes_of_xml_are_the_metadata_in_the_order_of_json() -> None:
    document = tamis.analyze("<html lang=en><title>Rye</title><meta name=author content='Ann Baker'><h1>Rye</h1>")
    given = document.metadata.to_dict()
    found = [name for name, value in given.items() if value and name not in ("authors", "sources")]
    assert list(ElementTree.fromstring(document.xml()).attrib) == [*found, "strategy", "generator"]
