"""``tamis index``, ``search``, ``stats`` and ``forget``, as they are typed."""

from __future__ import annotations

import base64
import gzip
import json
import lzma
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

from tamis.cli import main
from tests.site.samples import stories
from tests.store.samples import CHINESE, RYE, WHEAT

PAGES = Path(__file__).parents[2] / "examples" / "pages"
SHALLOW = ("--strategy", "shallow")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *command: str, code: int = 0) -> str:
    assert main(list(command)) == code, capsys.readouterr().err
    return capsys.readouterr().out


def test_a_row_that_has_nothing_but_an_address_in_it_is_a_page(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        {"id": "odd", "html": "https://example.org/rye"},
        {"id": "path", "html": "rye.html"},
        {"id": "c", "html": RYE},
    ]
    Path("rye.html").write_text("<p>Rye")
    Path("rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert said(capsys, "index", "rows.jsonl", *SHALLOW).startswith("3 pages in tamis.db: 3 new")


def test_the_sample_pages(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = said(capsys, "index", str(PAGES), *SHALLOW)
    assert first.startswith("10 pages in tamis.db: 10 new, 0 changed, 0 unchanged; ")
    assert "10 unchanged; 0 blocks written" in said(capsys, "index", str(PAGES), *SHALLOW)
    found = said(capsys, "search", "the", "--limit", "3", "--rank", "priority")
    assert found.count("[the]") + found.count("[The]") >= 3 and "/html/body[1]/" in found
    table = said(capsys, "stats", "--check").splitlines()
    assert table[0].split() == ["site", "pages", "blocks", "unique", "raw", "kept", "stored", "dropped", "once"]
    assert table[1].split()[:2] == ["all", "10"]


def test_every_kind_of_input(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = home / "in"
    folder.mkdir()
    (folder / "rye.html").write_text(RYE)
    rows = [
        {"id": "w", "html": WHEAT, "url": "https://wheat.example/"},
        {"id": "z", "html_base64": None, "html": CHINESE},
    ]
    (folder / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    packed = {"id": "b", "html_base64": base64.b64encode(CHINESE.encode("gb18030")).decode(), "encoding": "gb18030"}
    (folder / "b.jsonl.gz").write_bytes(gzip.compress(json.dumps(packed).encode()))
    (folder / "c.jsonl.xz").write_bytes(lzma.compress(json.dumps({"html": RYE, "host": "www.rye.example"}).encode()))
    table = pyarrow.table({"url": ["https://p.example/1", None], "html": [WHEAT, RYE], "other": [1, 2]})
    pyarrow.parquet.write_table(table, folder / "d.parquet")
    assert "7 pages in tamis.db: 7 new" in said(capsys, "index", str(folder), *SHALLOW)
    hits = [json.loads(line) for line in said(capsys, "search", "forage", "--json", "--pages").splitlines()]
    assert {hit["url"] for hit in hits} == {f"{folder}/{name}" for name in ("rye.html", "c.jsonl.xz#1", "d.parquet#2")}
    assert {hit["site"] for hit in hits} == {"", "rye.example"}
    by_page = said(capsys, "search", "黑麦面包", "--json", "--pages").splitlines()
    assert {json.loads(line)["url"] for line in by_page} == {f"{folder}/a.jsonl#z", f"{folder}/b.jsonl.gz#b"}


def test_what_cannot_be_read_is_named_and_the_rest_stored(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [json.dumps({"html": RYE, "url": "https://r.example/"}), "{broken", "[1]", json.dumps({"url": "x"}), ""]
    (home / "pages.jsonl").write_text("\n".join(lines))
    (home / "cut.jsonl.gz").write_bytes(gzip.compress(json.dumps({"html": WHEAT}).encode() * 50)[:-30])
    (home / "no.parquet").write_bytes(b"PAR1 this is none")
    (home / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    names = ["pages.jsonl", "cut.jsonl.gz", "no.parquet", "gone.html", "picture.html"]
    assert main(["index", *names, *SHALLOW]) == 1
    out, err = capsys.readouterr()
    assert "1 new" in out
    for sign in ("row 2: not JSON", "row 3: not a JSON object", "row 4: it has no html", "cut.jsonl.gz", "no.parquet"):
        assert sign in err
    assert "gone.html: No such file" in err and "picture.html: not html: png" in err.lower()


def test_of_an_address_that_comes_twice_the_last_page_stays(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{"url": "https://grain.example/", "html": html} for html in (RYE, WHEAT)]
    Path("crawl.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert "1 new, 0 changed" in said(capsys, "index", "crawl.jsonl", *SHALLOW)
    for _ in range(2):
        assert "0 new, 0 changed, 1 unchanged" in said(capsys, "index", "crawl.jsonl", *SHALLOW)
        assert "[cereal]" in said(capsys, "search", "cereal") and not said(capsys, "search", "forage")


@pytest.mark.parametrize("command", [["index"], ["run", "-o", "tamis.db", "--workers", "1"]])
def test_half_of_a_surrogate_pair_in_a_host(home: Path, capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    row = {"url": "https://gra\ud800in.example/", "html": RYE}
    Path("crawl.jsonl").write_text(json.dumps(row))
    said(capsys, *command, "crawl.jsonl", *SHALLOW)
    assert "[forage]" in said(capsys, "search", "forage", "--site", "gra?in.example")


def test_a_table_whose_name_is_no_utf8(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = "caf\udce9.parquet"
    with Path(name).open("wb") as file:
        pyarrow.parquet.write_table(pyarrow.table({"html": [RYE]}), file)
    assert "1 new" in said(capsys, "index", name, *SHALLOW)


@pytest.mark.parametrize("command", [["index", "crawl"], ["run", "crawl", "-o", "tamis.db", "--workers", "1"]])
def test_files_of_one_name_in_two_folders(home: Path, capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    for folder, html in (("2023", RYE), ("2024", WHEAT)):
        Path("crawl", folder).mkdir(parents=True)
        Path("crawl", folder, "part.jsonl").write_text(json.dumps({"html": html}))
    said(capsys, *command, *SHALLOW)
    assert json.loads(said(capsys, "stats", "--json"))["pages"] == 2


def test_archives_go_another_way(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "crawl").mkdir()
    (home / "crawl" / "a.warc.gz").write_bytes(b"")
    (home / "crawl" / "rye.html").write_text(RYE)
    for name, stored in (("crawl", 1), ("crawl/a.warc.gz", 0)):
        assert main(["index", name, *SHALLOW]) == 1
        told = capsys.readouterr()
        assert "tamis run FILE -o STORE" in told.err and f": {stored} new" in told.out


def test_another_strategy_on_request(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "rye.html").write_text(RYE)
    said(capsys, "index", "rye.html", *SHALLOW)
    assert "0 changed, 1 unchanged" in said(capsys, "index", "rye.html", "--strategy", "pab")
    assert "1 changed, 0 unchanged" in said(capsys, "index", "rye.html", "--strategy", "pab", "--renew")
    assert "0 changed, 1 unchanged" in said(capsys, "index", "rye.html", "--strategy", "pab", "--renew")
    assert "1 changed" in said(capsys, "index", "rye.html", "--strategy", "pab", "--renew", "--set", "threshold=0.05")
    assert json.loads(said(capsys, "search", "rye", "--json", "--limit", "1"))["strategy"] == "pab"


def test_stats_as_json_and_plot(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "p.jsonl").write_text(json.dumps({"html": RYE, "url": "https://<b>.example/"}) + "\n")
    said(capsys, "index", "p.jsonl", *SHALLOW)
    stats = json.loads(said(capsys, "stats", "--json", "--plot", "p.svg"))
    assert stats["pages"] == 1 and stats["raw_bytes"] == len(RYE) and len(stats["sites"]) == 1
    assert set(stats) == {
        "pages", "blocks", "unique_blocks", "raw_bytes", "text_bytes", "kept_bytes", "stored_bytes",
        "saved_by_dropping", "saved_by_storing_once", "sites",
    }  # fmt: skip
    plot = (home / "p.svg").read_text()
    assert plot.startswith("<svg ") and "<b>" not in plot
    assert main(["stats", "--plot", "no/such/folder.svg"]) == 2


def test_forget(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "p.jsonl").write_text(
        json.dumps({"html": RYE, "url": "https://a.example/"}) + "\n" + json.dumps({"html": WHEAT})
    )
    said(capsys, "index", "p.jsonl", *SHALLOW)
    assert said(capsys, "forget", "p.jsonl#2") == "1 page forgotten\n"
    assert main(["forget", "p.jsonl#2"]) == 1
    assert "not in the store: p.jsonl#2" in capsys.readouterr().err
    assert said(capsys, "forget", "--site", "a.example") == "1 page forgotten\n"
    assert json.loads(said(capsys, "stats", "--json"))["pages"] == 0
    assert main(["forget"]) == 2


def test_wrong_use(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["search", "x"], ["stats"], ["forget", "x"]):
        assert main(command) == 1
        assert "there is no store tamis.db: `tamis index` makes one" in capsys.readouterr().err
    (home / "rye.html").write_text(RYE)
    assert main(["index", "rye.html", "--batch", "0"]) == 2
    assert main(["index", "rye.html", "--strategy", "shallow", "--set", "nonsense=1"]) == 2
    assert main(["index", "rye.html", "--keep", "["]) == 2
    assert main(["index", "rye.html", "rye.html", "--url", "https://x.example/"]) == 2
    assert not (home / "tamis.db").exists()
    assert main(["index", "rye.html", "--store", "no/folder/x.db"]) == 1


def test_a_page_does_not_steer_the_terminal(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "evil.html").write_text(
        "<p>Twelve words of a page &#27;[2J that would clear\x07 the screen of its reader.</p>"
    )
    said(capsys, "index", "evil.html", *SHALLOW)
    found = said(capsys, "search", "--", "clear")
    assert "\x1b" not in found and "\x07" not in found and "[clear]" in found


def test_pages_are_corrected_by_the_templates_of_their_sites(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = home / "mill"
    folder.mkdir()
    for number, page in enumerate(stories(5)):
        (folder / f"{number}.html").write_text(f"<link rel=canonical href=https://mill.example/{number}>{page}")
    eniw = ("--strategy", "eniw")
    said(capsys, "index", str(folder), *eniw)
    assert "[friends] of [bread]" in said(capsys, "search", "friends bread")
    learned = said(capsys, "site", "learn", str(folder), *eniw, "--store", "tamis.db")
    assert learned == "mill.example in tamis.db: 5 pages, 1 layout\n"
    # What is stored is left as it is, unless it is asked for anew; then once.
    assert "5 unchanged" in said(capsys, "index", str(folder), *eniw, "--site-templates")
    assert "5 changed" in said(capsys, "index", str(folder), *eniw, "--site-templates", "--renew")
    assert "5 unchanged" in said(capsys, "index", str(folder), *eniw, "--site-templates", "--renew")
    assert "[friends]" not in said(capsys, "search", "friends bread")
    assert "[Rye] is a grass" in said(capsys, "search", "Rye")
    assert said(capsys, "stats", "--check")
    # Pages of other sites are not touched, and without the option neither are these.
    (home / "other.html").write_text(f"<link rel=canonical href=https://other.example/>{stories(1)[0]}")
    said(capsys, "index", "other.html", *eniw, "--site-templates")
    assert "other.html" in said(capsys, "search", "friends bread")
    assert "5 changed" in said(capsys, "index", str(folder), *eniw, "--renew")


def test_templates_in_a_store(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["index", str(PAGES), *SHALLOW, "--site-templates"]) == 2
    assert "tamis.db has no site templates: `tamis site learn PAGES… --store` puts" in capsys.readouterr().err
    pages = []
    for number, page in enumerate(stories(3)):
        pages.append(f"{number}.html")
        Path(pages[-1]).write_text(f"<link rel=canonical href=https://mill.example/{number}>{page}")
    said(capsys, "site", "learn", *pages, "--store", "tamis.db", "-o", "mill.json")
    shown = said(capsys, "site", "show", "mill.example", "--store", "tamis.db")
    assert shown == said(capsys, "site", "show", "mill.json")
    applied = said(capsys, "site", "apply", "mill.example", "1.html", "--store", "tamis.db")
    assert applied == said(capsys, "site", "apply", "mill.json", "1.html")
    assert main(["site", "show", "rye.example", "--store", "tamis.db"]) == 1
    assert "tamis.db has no template of rye.example: it has those of mill.example" in capsys.readouterr().err
    said(capsys, "forget", "--site", "mill.example")
    assert main(["site", "show", "mill.example", "--store", "tamis.db"]) == 1
    assert "it has none at all" in capsys.readouterr().err


def test_a_template_needs_a_place_and_a_site(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, page in enumerate(stories(2)):
        Path(f"{number}.html").write_text(page)
    assert main(["site", "learn", "0.html", "1.html"]) == 2
    assert "name a file for the template with -o, or a store with --store" in capsys.readouterr().err
    assert main(["site", "learn", "0.html", "1.html", "--store", "tamis.db"]) == 2
    assert "these pages name none: write a file with -o instead" in capsys.readouterr().err


def test_records_of_a_store(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    card = "<li><h3><a href=/{0}>Loaf {0}</a></h3><p>Brand: Hestia</p><b>{0}.50 €</b>"
    page = f"<h1>All loaves</h1><p>What we bake today.</p><ul>{''.join(map(card.format, range(1, 6)))}</ul>"
    (home / "loaves.html").write_text(page, encoding="utf-8")
    said(capsys, "index", "loaves.html")
    assert main(["search", "--where", "price < 3"]) == 0
    assert "tamis index --records" in capsys.readouterr().err
    assert "1 changed" in said(capsys, "index", "loaves.html", "--records")
    assert "1 unchanged" in said(capsys, "index", "loaves.html", "--records")
    assert "1 unchanged" in said(capsys, "index", "loaves.html")
    shown = said(capsys, "search", "--where", "price < 3 AND brand = hestia")
    assert shown.startswith("1. loaves.html\n   name: Loaf 1\n") and "   price: 2.50\n" in shown
    assert "Loaf 3" not in shown
    lines = said(capsys, "search", "loaf", "--records", "--json", "--limit", "2", "--offset", "1")
    assert [json.loads(line)["number"] for line in lines.splitlines()] == [1, 2]
    assert said(capsys, "search", "--records", "-o", "all.parquet") == "5 records in all.parquet\n"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ((), "name words to look for"),
        (("rye", "-o", "x.parquet"), "-o writes records"),
        (("--where", "price <"), "where a number or a text is expected"),
        (("--records", "-o", "all.xls"), "ends in .parquet or .jsonl"),
    ],
)
def test_wrong_use_of_records(
    home: Path, capsys: pytest.CaptureFixture[str], command: tuple[str, ...], words: str
) -> None:
    (home / "rye.html").write_text(RYE, encoding="utf-8")
    said(capsys, "index", "rye.html")
    assert main(["search", *command]) == 2
    assert words in capsys.readouterr().err
