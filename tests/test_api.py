"""What users import."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tamis
from tamis.web.fetch import Fetched
from tests.html_pages import pages

ARTICLE = Path("examples/pages/article.html").read_bytes()


def test_all_is_what_is_there() -> None:
    """The stable names, each of which is there; what is added or taken away is so on purpose."""
    assert tamis.__all__ == [
        "Block", "Decision", "Document", "FetchError", "InputError", "Limits", "MissingExtraError", "Page",
        "SiteTable", "SiteTemplate", "Strategy", "TamisError", "UsageError", "__version__", "analyze",
        "analyze_many",
        "analyze_site", "available_strategies", "extract", "extract_many", "fetch",
    ]  # fmt: skip
    for name in tamis.__all__:
        assert hasattr(tamis, name), name


@pytest.mark.parametrize(
    "address", ["http://[", "http://[::1", "//[x]:y/", "http://a:b:c/", "\ud800", "?", "http://" + "a" * 9999]
)
def test_a_broken_address_costs_the_page_nothing(address: str) -> None:
    head = f"<base href='{address}'><link rel=canonical href='{address}'><meta property=og:url content='{address}'>"
    body = f"<h1>Bread</h1><p>Mix flour, <a href='{address}'>water</a> and salt, and wait.<img src='{address}'>"
    for url in (address, "https://example.com/", None):
        for form in tamis.api.FORMATS:
            written = tamis.extract(head + body, url, form, include_links=True, include_images=True, with_metadata=True)
            assert "Mix flour" in written
        for strategy in tamis.available_strategies():
            if strategy.scope == "page":
                assert tamis.analyze(head + body, url, strategy.name).blocks


def test_a_page_is_text_or_bytes() -> None:
    page = b"<h1>Bread</h1><p>Mix flour, water and salt, and wait."
    assert tamis.extract(bytearray(page)) == tamis.extract(memoryview(page)) == tamis.extract(page)
    for wrong in (None, 5, ["<p>Bread"]):
        with pytest.raises(tamis.UsageError, match=f"a page is text or bytes, not {type(wrong).__name__}"):
            tamis.extract(wrong)  # type: ignore[arg-type]


def test_a_page_is_a_file_or_what_was_fetched_or_a_tree_of_lxml(tmp_path: Path) -> None:
    page = "<h1>Bread</h1><p>Mix flour, <a href=/water>water</a> and salt, and wait until it has risen. Öl!"
    file = tmp_path / "bread.html"
    file.write_bytes(page.encode("cp1252"))
    fetched = Fetched("https://mill.example/bread", file.read_bytes(), "cp1252", 200)
    assert tamis.extract(file, charset="cp1252") == tamis.extract(fetched) == tamis.extract(page)
    assert tamis.analyze(fetched).url == "https://mill.example/bread"
    assert tamis.analyze(fetched, "https://other.example/").url == "https://other.example/"
    assert "(https://mill.example/water)" in tamis.extract(fetched, output_format="markdown", include_links=True)
    with pytest.raises(tamis.InputError, match=r"none\.html: No such file"):
        tamis.extract(tmp_path / "none.html")
    html = pytest.importorskip("lxml.html")
    tree = html.document_fromstring(page)
    assert tamis.extract(tree) == tamis.extract(tree.getroottree()) == tamis.extract(page)


def test_extract_takes_what_analyze_takes() -> None:
    page = "<p>Brot, Öl und Salz, dazu Wasser, und warten, bis es gegangen ist.".encode("cp1252")
    assert "Öl" in tamis.extract(page, charset="cp1252")
    told = tamis.extract("<p>Привет, мир, это длинная строка о хлебе и соли.".encode("koi8-r"), charset="koi8-r")
    assert told.startswith("Привет")
    page_of_site = "<p>Printed in Utopia, all rights reserved.<h1>{0}</h1><p>{0} is a grass, and makes good bread."
    pages = [page_of_site.format(name) for name in ("Rye", "Oat", "Wheat")]
    template = tamis.SiteTemplate.learn(pages)
    assert tamis.extract(pages[0], template=template) == tamis.analyze(pages[0], template=template).text


def test_import_pulls_in_numpy_and_nothing_else() -> None:
    code = (
        "import sys; import tamis; "
        "names = {m.partition('.')[0] for m in sys.modules}; "
        "print(sorted(names - set(sys.stdlib_module_names) - set(sys.builtin_module_names)))"
    )
    loaded = subprocess.run(
        [sys.executable, "-S", "-c", f"import site; site.main(); {code}"], capture_output=True, text=True, check=True
    )
    third_party = {name for name in json.loads(loaded.stdout.replace("'", '"')) if not name.startswith(("_", "cython"))}
    assert third_party <= {"tamis", "numpy", "site", "sitecustomize", "usercustomize"}, third_party


def test_extract_formats() -> None:
    text = tamis.extract(ARTICLE)
    assert tamis.extract(ARTICLE, output_format="txt") == text
    assert tamis.extract(ARTICLE, output_format="markdown").startswith("# ")
    assert "<h1>" in tamis.extract(ARTICLE, output_format="html")
    form = json.loads(tamis.extract(ARTICLE, output_format="json", with_metadata=True))
    assert form["text"] == text and form["metadata"]["title"] and form["tamis"] == tamis.__version__
    assert tamis.extract(ARTICLE, with_metadata=True).startswith("---\ntitle: ")
    with pytest.raises(tamis.UsageError, match="output_format is one of"):
        tamis.extract(ARTICLE, output_format="pdf")


def test_empty_pages_give_an_empty_string() -> None:
    for output_format in ("text", "markdown", "html"):
        assert tamis.extract("", output_format=output_format) == ""
        assert tamis.extract(b"<html></html>", output_format=output_format, with_metadata=True) == ""


def test_title_is_a_matter_of_selection() -> None:
    with_title, without = tamis.analyze(ARTICLE), tamis.analyze(ARTICLE, include_title=False)
    (title,) = [b for b in with_title.blocks if b.tag == "h1"]
    assert title.kept and not without.blocks[title.index].kept
    assert "not wanted" in without.blocks[title.index].reason


@settings(max_examples=60, deadline=None)
@given(pages, st.booleans(), st.booleans(), st.booleans())
def test_rendering_never_changes_what_is_kept(html: str, links: bool, images: bool, tables: bool) -> None:
    document = tamis.analyze(html)
    before = [b.to_dict() for b in document.blocks]
    document.markdown(links=links, images=images, tables=tables)
    document.html(links=links, images=images, tables=tables)
    document.to_dict(metadata=True)
    json.dumps(document.to_dict(metadata=True))
    assert [b.to_dict() for b in document.blocks] == before
    plain = tamis.extract(html, include_links=links, include_images=images)
    assert plain == document.text


@settings(max_examples=60, deadline=None)
@given(pages)
def test_precision_keeps_less_and_recall_more(html: str) -> None:
    kept = [
        {b.index for b in tamis.analyze(html, **favor).blocks if b.kept}  # type: ignore[arg-type]
        for favor in ({"favor_precision": True}, {}, {"favor_recall": True})
    ]
    assert kept[0] <= kept[1] <= kept[2]


def test_wrong_use_says_what_to_do() -> None:
    with pytest.raises(tamis.UsageError, match="there is no strategy 'x'; there are: "):
        tamis.analyze("", strategy="x")
    with pytest.raises(tamis.UsageError, match="exclude each other"):
        tamis.analyze("", favor_precision=True, favor_recall=True)
    with pytest.raises(tamis.UsageError, match="takes a whole number, not 'many'"):
        tamis.analyze("", strategy="shallow", params={"min_words": "many"})
    for wrong in (2.5, "2.5", "inf"):
        with pytest.raises(tamis.UsageError, match="takes a whole number"):
            tamis.analyze("", strategy="shallow", params={"min_words": wrong})
    assert tamis.analyze("", strategy="shallow", params={"min_words": "12"}).status


def test_strategies_describe_themselves() -> None:
    names = [s.name for s in tamis.available_strategies()]
    assert names[0] == "auto" and "shallow" in names
    assert all(s.summary.endswith(".") and s.scope in ("page", "site") for s in tamis.available_strategies())


PAGE = "<h1>Bread</h1><p>Mix flour, water and salt, and wait until it has risen."


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda **k: tamis.extract(PAGE, **k), "extract"),
        (lambda **k: tamis.analyze(PAGE, **k), "analyze"),
        (lambda **k: tamis.analyze_site([PAGE, PAGE], **k), "analyze_site"),
        (lambda **k: tamis.extract_many([PAGE], **k), "extract_many"),
        (lambda **k: tamis.analyze_many([PAGE], **k), "analyze_many"),
    ],
)
def test_an_unknown_keyword_is_named_with_its_nearest_neighbour(call: Callable[..., object], said: str) -> None:
    for wrong, nearest in (
        ("favour_recall", "favor_recall"),
        ("include_titel", "include_title"),
        ("language", "target_language"),
    ):
        with pytest.raises(tamis.UsageError) as raised:
            call(**{wrong: True})
        assert isinstance(raised.value, TypeError)  # what Python raises itself, for those who catch that
        assert str(raised.value) == f"{said}() has no keyword {wrong!r}; did you mean {nearest!r}?"
    with pytest.raises(tamis.UsageError, match=r"has no keyword 'zzz'; it takes: .*favor_recall.*target_language"):
        call(zzz=1)


def test_a_keyword_of_extract_alone_is_named_as_that() -> None:
    with pytest.raises(tamis.UsageError, match=r"did you mean 'output_format'\?$"):
        tamis.extract(PAGE, output="json")  # type: ignore[call-arg]
    for wrong in ("output", "include_link", "with_metadata"):
        with pytest.raises(tamis.UsageError, match=r"extract\(\) takes it, analyze\(\) does not"):
            tamis.analyze(PAGE, **{wrong: True})  # type: ignore[arg-type]


def test_an_address_or_a_path_is_no_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("page.html").write_text(PAGE)
    for wrong, said in (
        ("https://example.org/rye", r"is an address, not a page: fetch it first, tamis\.fetch"),
        (" HTTP://example.org/a?b=c#d\n", r"is an address, not a page: fetch it first, tamis\.fetch"),
        ("page.html", r"is a file, not a page: read it first, pathlib\.Path\('page\.html'\)\.read_bytes\(\)"),
        (str(tmp_path / "page.html"), "is a file, not a page"),
    ):
        for call in (
            tamis.extract, tamis.analyze, lambda page: tamis.analyze_site([page, PAGE]),
            lambda page: list(tamis.extract_many([page], workers=1)),
            lambda page: tamis.SiteTemplate.learn([page, PAGE]),
        ):  # fmt: skip
            with pytest.raises(tamis.UsageError, match=said):
                call(wrong)


@pytest.mark.parametrize(
    "text",
    ["Rye is a grass.", "https://example.org/ is a site.", "https://example.org/<br>", "none.html",
     "page.html and more", "example.org", "//example.org/page.html", "\0.html", "a" * 3000 + ".html"],
)  # fmt: skip
def test_other_texts_are_pages(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("page.html").write_text(PAGE)
    assert tamis.extract(text)


def test_a_page_that_has_nothing_but_an_address_in_it_ends_no_run() -> None:
    odd = "https://example.org/rye"
    assert tamis.extract(odd, url="https://example.org/") == tamis.extract(odd.encode()) == odd
    assert list(tamis.extract_many([PAGE, odd, (None, odd)], workers=1))[1:] == [odd, odd]
    assert len(tamis.analyze_site([PAGE, odd])) == 2


def test_json_without_the_ledger() -> None:
    whole = json.loads(tamis.extract(ARTICLE, output_format="json", with_metadata=True))
    small = json.loads(tamis.extract(ARTICLE, output_format="json", with_metadata=True, ledger=False))
    assert whole.pop("blocks") and whole.pop("suspicious") == [] and small == whole
    assert tamis.analyze(ARTICLE).to_dict(metadata=True, ledger=False) == whole
    (many,) = tamis.extract_many([ARTICLE], workers=1, output_format="json", with_metadata=True, ledger=False)
    assert json.loads(many) == whole
    with pytest.raises(tamis.UsageError, match="json and jsonl alone: markdown has no place for it"):
        tamis.extract(ARTICLE, output_format="markdown", ledger=False)


def test_the_json_form_says_what_kind_of_page_it_is() -> None:
    document = tamis.analyze(ARTICLE)
    assert document.to_dict()["page_type"] == document.page_type == "article"
    assert tamis.analyze(ARTICLE, strategy="shallow").to_dict()["page_type"] is None
