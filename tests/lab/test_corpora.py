"""Every layout, on tiny corpora made here; what is broken is named, never skipped."""

from __future__ import annotations

import base64
import gzip
import json
import lzma
from pathlib import Path

import pytest

from tamis.errors import InputError
from tamis.lab.corpora import LAYOUTS, Corpus, GoldPage, folds_by_host, load
from tamis.lab.corpora.markup import labelled_pieces

HTML = "<html><body><p>Text</p></body></html>"


def write(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    data = content.encode() if isinstance(content, str) else content
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)


def only(corpus: Corpus) -> GoldPage:
    (page,) = corpus
    assert corpus.unreadable == ()
    return page


def lines(*records: object) -> bytes:
    return "".join(json.dumps(record) + "\n" for record in records).encode()


RECORD = {"id": "1", "host": "example.org", "url": None, "html": HTML, "gold": "Text"}


# JSON lines


@pytest.mark.parametrize(("ending", "pack"), [("", bytes), (".gz", gzip.compress), (".xz", lzma.compress)])
def test_json_lines(tmp_path: Path, ending: str, pack: type[bytes]) -> None:
    path = tmp_path / f"small.jsonl{ending}"
    more = {"page_type": "forum", "author": ["A. B.", "C. D."], "must_have": ["x"], "undecided": "Byline"}
    path.write_bytes(pack(lines(RECORD, {**RECORD, "id": "2", **more})))
    corpus = load(path)
    first, second = corpus
    assert (corpus.name, corpus.layout.name) == ("small", "json-lines")
    assert first == GoldPage(id="1", html=HTML, gold="Text", host="example.org")
    assert (second.page_type, second.author, second.must_have) == ("forum", "A. B.; C. D.", ("x",))
    assert (second.undecided, second.must_not_have) == ("Byline", ())


def test_json_lines_raw_bytes(tmp_path: Path) -> None:
    raw = "<p>中文</p>".encode("gbk")
    record = {"id": "z", "html_base64": base64.b64encode(raw).decode(), "gold": "中文", "encoding": "gb18030"}
    write(tmp_path / "zh.jsonl", lines(record))
    page = only(load(tmp_path / "zh.jsonl"))
    assert (page.html, page.encoding) == (raw, "gb18030")


def test_json_lines_host_comes_from_the_address(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", lines({**RECORD, "host": None, "url": "https://News.example.org/a"}))
    assert only(load(tmp_path / "a.jsonl")).host == "news.example.org"


def test_json_lines_broken_pages_are_named(tmp_path: Path) -> None:
    bad = [
        b"{not json\n",
        b"[1]\n",
        b"[" * 99_999 + b"\n",
        lines({"id": "no gold", "html": HTML}),
        lines({"id": "no html", "gold": "x"}),
        lines({**RECORD, "id": "odd", "title": {"a": 1}}),
        lines({"id": "not base64", "html_base64": "*", "gold": ""}),
        b"\n",  # an empty line is no page
    ]
    write(tmp_path / "bad.jsonl", b"".join(bad) + lines(RECORD))
    corpus = load(tmp_path / "bad.jsonl")
    assert [page.id for page in corpus] == ["1"]
    names = [page.id for page in corpus.unreadable]
    assert names == ["line 1", "line 2", "line 3", "no gold", "no html", "odd", "not base64"]
    assert "no gold" in corpus.unreadable[3].reason
    assert corpus.instead_of_gold() == ()


def test_json_lines_a_set_without_gold_texts_says_what_it_has(tmp_path: Path) -> None:
    facts = [{"id": "1", "html": HTML, "url": None, "date": "2024-05-03"}, {"id": "2", "html": HTML, "attributes": {}}]
    write(tmp_path / "facts.jsonl", lines(*facts) + b"{broken\n")
    assert load(tmp_path / "facts.jsonl").instead_of_gold() == ("attributes", "date")
    write(tmp_path / "mixed.jsonl", lines(*facts, RECORD))
    assert load(tmp_path / "mixed.jsonl").instead_of_gold() == ()


@pytest.mark.parametrize(("ending", "pack"), [(".gz", gzip.compress), (".xz", lzma.compress)])
def test_json_lines_a_cut_archive_is_named(tmp_path: Path, ending: str, pack: type[bytes]) -> None:
    records = lines(*({**RECORD, "id": str(i), "gold": "".join(map(chr, range(99 + i, 4000)))} for i in range(99)))
    path = tmp_path / f"cut.jsonl{ending}"
    path.write_bytes(pack(records)[:-200])
    corpus = load(path)
    read = len(list(corpus))
    assert read < 99
    assert len(corpus.unreadable) == 1
    assert corpus.unreadable[0].id.startswith(f"from line {read + 1}")


# WCXB


def wcxb_truth(**more: object) -> str:
    truth: dict[str, object] = {"main_content": "Text", "with": ["Te"], "without": ["Home"]}
    truth |= {"title": "T", "author": None, "publish_date": "2025-01-02"}
    kind = {"page_type": {"primary": "category"}}
    return json.dumps({"url": "https://shop.example/x", "_internal": kind, "ground_truth": truth, **more})


def test_wcxb(tmp_path: Path) -> None:
    write(tmp_path / "html/0001.html.gz", HTML)
    write(tmp_path / "ground-truth/0001.json", wcxb_truth())
    corpus = load(tmp_path)
    page = only(corpus)
    assert corpus.layout.name == "wcxb"
    assert (page.id, page.html, page.gold, page.host) == ("0001", HTML, "Text", "shop.example")
    assert (page.page_type, page.title, page.author, page.date) == ("collection", "T", None, "2025-01-02")
    assert (page.must_have, page.must_not_have) == (("Te",), ("Home",))


def test_wcxb_broken_pages_are_named(tmp_path: Path) -> None:
    write(tmp_path / "html/1.html", HTML)  # plain HTML is fine too
    write(tmp_path / "ground-truth/1.json", wcxb_truth())
    write(tmp_path / "html/2.html", HTML)
    write(tmp_path / "ground-truth/3.json", wcxb_truth())
    write(tmp_path / "html/4.html", HTML)
    write(tmp_path / "ground-truth/4.json", "{")
    (tmp_path / "html/5.html.gz").write_bytes(b"not gzip")
    write(tmp_path / "ground-truth/5.json", wcxb_truth())
    write(tmp_path / "html/6.html", HTML)
    write(tmp_path / "ground-truth/6.json", wcxb_truth(ground_truth="text"))
    corpus = load(tmp_path)
    assert [page.id for page in corpus] == ["1"]
    assert [page.id for page in corpus.unreadable] == ["2", "3", "4", "5", "6"]
    assert "no gold text" in corpus.unreadable[0].reason
    assert "no page" in corpus.unreadable[1].reason


def test_wcxb_halves_are_not_mixed(tmp_path: Path) -> None:
    for half in ("dev", "test"):
        write(tmp_path / half / "html/1.html", HTML)
        write(tmp_path / half / "ground-truth/1.json", wcxb_truth())
    with pytest.raises(InputError, match="dev, test"):
        load(tmp_path)
    assert only(load(tmp_path / "dev")).id == "1"


# article-extraction-benchmark


def test_article_benchmark(tmp_path: Path) -> None:
    write(tmp_path / "html/ab.html.gz", HTML)
    write(tmp_path / "html/cd.html.gz", HTML)
    write(tmp_path / "html/ef.html.gz", HTML)
    truth = {"ab": {"articleBody": "Text", "url": "http://a.example/1"}, "cd": {"url": "http://a.example/2"}}
    write(tmp_path / "ground-truth.json", json.dumps(truth | {"gone": {"articleBody": "Text"}}))
    corpus = load(tmp_path)
    first, second = corpus
    assert corpus.layout.name == "article-extraction-benchmark"
    assert (first.id, first.gold, first.host, first.html) == ("ab", "Text", "a.example", HTML)
    assert second.gold == ""
    assert [page.id for page in corpus.unreadable] == ["ef", "gone"]


# Dragnet


def test_dragnet(tmp_path: Path) -> None:
    canonical = '<link rel="canonical" href="http://blog.example/a"><p>Text</p>'
    write(tmp_path / "HTML/1.html", canonical)
    write(tmp_path / "Corrected/1.html.corrected.txt", "Café\r\n\r\n!@#$%^&*()  COMMENTS\r\n\r\nNice!\r\n")
    write(tmp_path / "HTML/2.html", "<p>naïve</p>".encode("latin-1"))
    write(tmp_path / "Corrected/2.html.corrected.txt", "“naïve”".encode("cp1252"))
    write(tmp_path / "HTML/3.html", HTML)
    write(tmp_path / "Corrected/3.html.corrected.txt", "Ünicode".encode("utf-16"))
    write(tmp_path / "HTML/4.html", HTML)
    corpus = load(tmp_path)
    one, two, three = corpus
    assert corpus.layout.name == "dragnet"
    assert (one.gold, one.comments, one.host, one.url) == (
        "Café",
        "Nice!",
        "blog.example",
        "http://blog.example/a",
    )
    assert (two.html, two.gold, two.comments) == ("<p>naïve</p>".encode("latin-1"), "“naïve”", "")
    assert (three.gold, three.host) == ("Ünicode", None)
    assert [page.id for page in corpus.unreadable] == ["4"]


# L3S-GN1

L3S_ID = "00000000-1111-2222-3333-444444444444"


def test_l3s_gn1(tmp_path: Path) -> None:
    original = "<body>Menu<h1>Big “News”</h1><p>It’s <b>café</b> time? <i>ad</i> yes</p><p>More</p><div>First!</div>"
    annotated = (
        '<body>Menu<h1><span class="x-nc-sel1">Big ?News?</span></h1><p><span class="x-nc-sel2">It?s '
        '<b>caf?</b> time? <i><span class="x-nc-sel0">ad</span></i> yes</span></p>'
        '<p><span class="x-nc-sel4">More</span></p>'
        '<div><span class="other x-nc-sel5">First!</span></div>'
    )
    write(tmp_path / f"original/{L3S_ID}.html", original)
    write(tmp_path / f"annotated/{L3S_ID}.html", annotated)
    write(tmp_path / "url-mapping.txt", f"<urn:uuid:{L3S_ID}> http://news.example/1\n")
    corpus = load(tmp_path)
    page = only(corpus)
    assert corpus.layout.name == "l3s-gn1"
    assert page.html == original
    assert page.gold == "Big “News”\nIt’s café time? yes"
    assert (page.title, page.comments, page.host) == ("Big “News”", "First!", "news.example")


def test_l3s_gn1_without_its_original_text_keeps_the_question_marks(tmp_path: Path) -> None:
    write(tmp_path / "original/a.html", "<p>Something else")
    write(tmp_path / "annotated/a.html", '<p><span class="x-nc-sel2">It?s so</span>')
    write(tmp_path / "original/b.html", HTML)
    write(tmp_path / "annotated/b.html", HTML)
    corpus = load(tmp_path)
    (page,) = corpus
    assert page.gold == "It?s so"
    assert [(bad.id, bad.reason) for bad in corpus.unreadable] == [("b", "ValueError: no text is annotated")]


# Google-Trends-2017

PREPARED = (
    '<html><head><title><span __boilernet_label="0">T</span></title></head><body>'
    '<div><span __boilernet_label="0">Menu</span></div>'
    '<p><span __boilernet_label="1">Body ???text??? and '
    '<b __boilernet_label="1">more</b></span></p></body></html>'
)


def test_boilernet_with_the_raw_pages(tmp_path: Path) -> None:
    meta = '<meta property="og:url" content="https://trend.example/x">'
    raw = f"{meta}<div>Menu</div><p>Body “text” and <b>more</b>"
    write(tmp_path / "raw_html/gt_1.html", raw)
    write(tmp_path / "prepared_html/gt_1.html", PREPARED)
    corpus = load(tmp_path)
    page = only(corpus)
    assert corpus.layout.name == "boilernet"
    assert (page.id, page.html, page.host) == ("gt_1", raw, "trend.example")
    assert page.gold == "Body “text” and more"


def test_boilernet_without_them_the_labels_are_taken_out(tmp_path: Path) -> None:
    write(tmp_path / "prepared_html/gt_1.html", PREPARED)
    write(tmp_path / "prepared_html/gt_2.html", HTML)
    corpus = load(tmp_path)
    (page,) = corpus
    assert isinstance(page.html, str)
    assert "boilernet" not in page.html
    assert "<b>more</b>" in page.html
    assert page.gold == "Body ???text??? and more"
    assert [bad.id for bad in corpus.unreadable] == ["gt_2"]


def test_labels_reach_down_a_very_deep_page() -> None:
    html = '<div class="x">' + "<div>" * 50_000 + "deep"
    (piece,) = labelled_pieces(html, lambda element: element.attr("class"))
    assert (piece.text, piece.label) == ("deep", "x")


# CleanEval


def test_cleaneval(tmp_path: Path) -> None:
    page = '<text id="http://old.example/a?b=1&amp;c=2" title="A > B" encoding="gb2312">\n<p>中文</p>\n</text>\n'
    write(tmp_path / "en_original/1.html", page.encode("gbk"))
    gold = "URL: http://old.example/a\n\n<h>Head\n\n<p>One < two</p>\n<l>Item <L>Next\n"
    write(tmp_path / "en_cleaned/1-cleaned.txt", gold)
    corpus = load(tmp_path)
    read = only(corpus)
    assert corpus.layout.name == "cleaneval"
    assert (read.html, read.url) == ("<p>中文</p>", "http://old.example/a?b=1&c=2")
    assert (read.host, read.gold.split()) == ("old.example", ["Head", "One", "<", "two", "Item", "Next"])


def test_cleaneval_other_folders_and_no_wrapper(tmp_path: Path) -> None:
    write(tmp_path / "input/7.html", HTML)
    write(tmp_path / "GoldStandard/7.txt", "URL: http://old.example/7\n<p>URLs are text")
    write(tmp_path / "input/8.html", HTML)
    corpus = load(tmp_path)
    (page,) = corpus
    assert (page.id, page.html, page.gold, page.host) == ("7", HTML, "URLs are text", "old.example")
    assert [bad.id for bad in corpus.unreadable] == ["8"]


# What holds for all


def test_the_layout_can_be_named(tmp_path: Path) -> None:
    write(tmp_path / "original/1.html", HTML)
    write(tmp_path / "annotated/1.html", '<p class="x-nc-sel2">Text')
    write(tmp_path / "cleaned/1.txt", "<p>Other")
    assert only(load(tmp_path)).gold == "Text"
    assert only(load(tmp_path, "cleaneval")).gold == "Other"
    with pytest.raises(InputError, match=", ".join(LAYOUTS)):
        load(tmp_path, "cleanevil")


def test_a_path_that_is_no_corpus(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no known layout"):
        load(tmp_path)
    with pytest.raises(InputError, match="no corpus"):
        load(tmp_path / "nothing")


def test_hash_is_of_the_content_not_of_the_packing(tmp_path: Path) -> None:
    second = {**RECORD, "id": "2"}
    write(tmp_path / "a.jsonl", lines(RECORD, second))
    (tmp_path / "b.jsonl.xz").write_bytes(lzma.compress(lines(second, RECORD)))
    write(tmp_path / "c.jsonl", lines(RECORD, {**second, "gold": "Text."}))
    write(tmp_path / "d.jsonl", lines(RECORD, second) + b"broken\n")
    a, b, c, d = (load(tmp_path / name).sha256 for name in ("a.jsonl", "b.jsonl.xz", "c.jsonl", "d.jsonl"))
    assert len(a) == 64
    assert a == b
    assert len({a, c, d}) == 3


def test_each_pass_counts_anew(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", lines(RECORD) + b"broken\n")
    corpus = load(tmp_path / "a.jsonl")
    assert len(corpus.unreadable) == 1  # starts a pass of its own
    assert len(list(corpus)) == len(list(corpus)) == 1
    assert len(corpus.unreadable) == 1


def gold_page(number: int, host: str | None) -> GoldPage:
    return GoldPage(id=str(number), html="", gold="", host=host)


def test_folds_keep_hosts_together_and_are_even() -> None:
    hosts = ["a.example", "www.a.example", "A.example", "b.example", "b.example", None, None, "c.example"]
    pages = [gold_page(i, host) for i, host in enumerate(hosts)]
    folds = folds_by_host(pages, k=3)
    assert len(set(folds[:3])) == 1
    assert folds[3] == folds[4]
    assert sorted((folds == fold).sum() for fold in range(3)) == [2, 3, 3]


def test_folds_depend_on_the_seed_and_not_on_the_order() -> None:
    pages = [gold_page(i, f"h{i % 20}.example") for i in range(60)]
    folds = folds_by_host(pages, k=4, seed=1)
    assert (folds_by_host(pages[::-1], k=4, seed=1)[::-1] == folds).all()
    assert (folds_by_host(pages, k=4, seed=2) != folds).any()
    with pytest.raises(ValueError, match="two folds"):
        folds_by_host(pages, k=1)


# Page folders


def test_page_folders(tmp_path: Path) -> None:
    blocks = [
        {"content": False, "role": "navigation", "text": "Home"},
        {"content": True, "role": "title", "text": "Bread"},
        {"content": True, "role": "body", "text": "Mix and wait."},
    ]
    record = {"url": "https://bakery.example/bread", "page_type": "article", "title": "Bread", "blocks": blocks}
    write(tmp_path / "bread" / "source.html", "<p>Bröt".encode("latin-1"))
    write(tmp_path / "bread" / "blocks.json", json.dumps(record))
    write(tmp_path / "lost" / "source.html", "<p>")
    write(tmp_path / "odd" / "source.html", "<p>")
    write(tmp_path / "odd" / "blocks.json", "[]")
    corpus = load(tmp_path)
    (page,) = corpus
    assert corpus.layout.name == "page-folders"
    assert (page.id, page.gold, page.html) == ("bread", "Bread\nMix and wait.", b"<p>Br\xf6t")
    assert (page.host, page.page_type, page.title) == ("bakery.example", "article", "Bread")
    assert [p.id for p in corpus.unreadable] == ["lost", "odd"]
