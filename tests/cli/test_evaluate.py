from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tamis.cli import main

TESTS = Path(__file__).parent.parent
PROSE = "Mix flour, water and salt in a bowl, cover it and wait until the dough has risen to twice its size."


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "bread.jsonl"
    html = f"<form><p>Search</p></form><p>{PROSE}</p>"  # eniw drops the form, and nothing else
    records = [
        {
            "id": str(i),
            "html": html,
            "gold": PROSE,
            "page_type": ("article", "forum")[i % 2],
            "host": f"{i % 3}.example",
        }
        for i in range(6)
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def test_table_json_and_report(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = corpus.parent
    options = ["--peers", "turbohtml", "--json", str(folder / "o.json"), "--report", str(folder / "o.html"), "--blocks"]
    assert main(["evaluate", str(corpus), "--strategies", "eniw,auto", *options]) == 0
    out = capsys.readouterr().out
    assert out.startswith("bread: 6 pages\n")
    assert re.search(r"^eniw +1\.000 +1\.000 +1\.000 +0\.000 +100\.0 %", out, re.MULTILINE)
    assert "F1 by page type  article (3)  forum (3)" in out
    rows = json.loads((folder / "o.json").read_text())
    assert [(row["corpus"], row["competitor"], row["pages"], row["errors"]) for row in rows] == [
        ("bread", "eniw", 6, 0), ("bread", "auto", 6, 0), ("bread", "turbohtml", 6, 0),
    ]  # fmt: skip
    assert rows[0]["metrics"]["word_f1"] == 1
    assert {"precision", "recall", "lcs_f1", "completeness", "block_f1"} <= rows[0]["metrics"].keys()
    assert rows[0]["ms_per_page"] > 0
    assert (folder / "o.html").read_text().startswith("<!doctype html>")


def test_halves_of_surrogate_pairs_are_written_by_their_numbers(
    corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = corpus.with_name("br\udce9ad.jsonl")  # as a name in Latin-1 reads
    lines = map(json.loads, corpus.read_text().splitlines())
    rows = [{**row, "id": "\ud800", "url": "https://a.example/\ud800", "page_type": "\ud800"} for row in lines]
    odd.write_text("".join(json.dumps(row) + "\n" for row in rows))
    figures, report = corpus.with_name("o.json"), corpus.with_name("o.html")
    assert main(["evaluate", str(odd), "--json", str(figures), "--report", str(report)]) == 0
    (row,) = json.loads(figures.read_text(encoding="utf-8"))
    assert (row["corpus"], list(row["by_type"])) == ("br\udce9ad", ["\ud800"])
    assert "https://a.example/\ufffd" in report.read_text(encoding="utf-8")


def test_markdown_limit_and_folds(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", str(corpus), "--markdown", "--limit", "4", "--folds", "2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("**bread: 4 pages (a part of the set)**\n\n|  | P | R | F1 |")
    assert "| F1 by fold |" in out
    assert main(["evaluate", str(corpus), "--folds", "3:0"]) == 0
    assert "bread: 2 pages (a part of the set)" in capsys.readouterr().out


def test_peers_alone(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", str(corpus), "--strategies", "none", "--peers", "turbohtml,resiliparse"]) == 0
    assert "× turbohtml" in capsys.readouterr().out
    assert main(["evaluate", str(corpus), "--strategies", "none"]) == 2
    assert "nothing to measure" in capsys.readouterr().err


def test_every_strategy(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import tamis

    assert main(["evaluate", str(corpus), "--strategies", "all", "--hosts", "2"]) == 0
    out = capsys.readouterr().out
    assert all(re.search(rf"^{strategy.name} .* 0$", out, re.MULTILINE) for strategy in tamis.available_strategies()), (
        out
    )


def test_the_gate_holds(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gate = corpus.parent / "gate.json"
    command = ["evaluate", str(corpus), "--gate", str(gate)]
    assert main(command) == 2, "there is none yet"
    assert main([*command, "--update", "--strategies", "eniw"]) == 0
    assert main(command) == 0
    assert "all figures reach their floors" in capsys.readouterr().out
    pinned = json.loads(gate.read_text())
    pinned["bread"]["floors"]["eniw"]["word_f1"] = 1.01
    gate.write_text(json.dumps(pinned))
    assert main(command) == 1
    assert "gate: bread: eniw word_f1 1.0000 is below its floor 1.0100" in capsys.readouterr().err
    assert main([*command, "--update"]) == 1
    assert "--allow-lower" in capsys.readouterr().err
    assert json.loads(gate.read_text()) == pinned
    assert main([*command, "--update", "--allow-lower", "--slack", "0.1"]) == 0
    assert json.loads(gate.read_text())["bread"]["floors"]["eniw"]["word_f1"] == 0.9


def test_our_own_pages_reach_their_floors(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["evaluate", str(TESTS / "pages"), "--gate", str(TESTS / "gate.json")])
    assert code == 0, capsys.readouterr()


def test_an_unreadable_page_is_named(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with corpus.open("a") as file:
        file.write("{broken\n")
    assert main(["evaluate", str(corpus)]) == 1
    streams = capsys.readouterr()
    assert "bread: 6 pages, 1 unreadable" in streams.out
    assert "bread: line 7: not JSON" in streams.err


def test_a_gate_that_knows_a_page_as_unreadable_holds(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with corpus.open("a") as file:
        file.write("{broken\n")
    command = ["evaluate", str(corpus), "--gate", str(corpus.parent / "gate.json")]
    assert main([*command, "--update"]) == 1, "whoever sets the floors learns of it"
    assert "floors are up to date" in capsys.readouterr().out
    assert main(command) == 0
    with corpus.open("a") as file:
        file.write("{broken\n")
    assert main(command) == 1, "one more"


def test_a_corpus_without_pages_is_said_to_be_empty(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty, figures = corpus.parent / "empty.jsonl", corpus.parent / "o.json"
    empty.write_text("\n")
    assert main(["evaluate", str(empty), "--json", str(figures)]) == 1
    assert capsys.readouterr() == ("", "tamis evaluate: empty: no pages in this corpus\n")
    assert not figures.exists(), "nor are the figures of an earlier run lost to an empty corpus"
    assert main(["evaluate", str(empty), str(corpus), "--json", str(figures)]) == 1
    assert capsys.readouterr().out.startswith("bread: 6 pages\n"), "the rest goes through"
    assert [row["corpus"] for row in json.loads(figures.read_text())] == ["bread"]


def test_a_set_without_gold_texts_is_skipped_with_a_note(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts = corpus.parent / "facts.jsonl"
    records = [{"id": str(i), "html": "<p>Rye", "host": "a.example", "attributes": {"price": ["3"]}} for i in range(3)]
    facts.write_text("".join(json.dumps({**record, "date": None}) + "\n" for record in records))
    note = "tamis evaluate: facts: skipped: its pages have no gold text, but attributes; `--records` compares"
    gate = corpus.parent / "gate.json"
    assert main(["evaluate", str(facts), str(corpus), "--gate", str(gate), "--update"]) == 0
    out, err = capsys.readouterr()
    assert err.startswith(note) and len(err.splitlines()) == 1 and out.startswith("bread: 6 pages\n")
    assert list(json.loads(gate.read_text())) == ["bread"]
    assert main(["evaluate", str(corpus), str(facts), "--gate", str(gate)]) == 0
    capsys.readouterr()
    assert main(["evaluate", str(facts)]) == 1, "nothing was measured"
    assert capsys.readouterr().err.startswith(note)


def test_gold_texts_that_are_gone_are_not_skipped(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gate = corpus.parent / "gate.json"
    assert main(["evaluate", str(corpus), "--gate", str(gate), "--update"]) == 0
    records = [json.loads(line) for line in corpus.read_text().splitlines()]
    for record in records:
        del record["gold"]
    corpus.write_text("".join(json.dumps(record) + "\n" for record in records))
    assert main(["evaluate", str(corpus), "--gate", str(gate)]) == 1, "the gate has floors for it"
    assert "bread: none of its pages could be read" in capsys.readouterr().err
    corpus.write_text('{"id": "1", "html": "<p>Rye"}\n')
    assert main(["evaluate", str(corpus)]) == 1, "it tells nothing else either"
    assert "bread: 1: it has no gold" in capsys.readouterr().err


def test_a_corpus_of_which_no_page_can_be_measured_says_why(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", str(corpus), "--hosts", "3"]) == 1
    assert capsys.readouterr() == ("", "tamis evaluate: bread: --hosts and --folds leave none of its pages\n")
    assert main(["evaluate", str(corpus), "--strategies", "entropy", "--limit", "1"]) == 1
    assert "no host has two among those to measure" in capsys.readouterr().err
    corpus.write_text("{broken\n")
    assert main(["evaluate", str(corpus)]) == 1
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 2)
    assert "bread: line 1: not JSON" in err and "bread: none of its pages could be read" in err


def test_no_floors_are_made_of_an_empty_corpus(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gate = corpus.parent / "gate.json"
    command = ["evaluate", str(corpus), "--gate", str(gate)]
    assert main([*command, "--update"]) == 0
    pinned = gate.read_text()
    corpus.write_text("")
    assert main([*command, "--update", "--allow-lower"]) == 1
    assert main(command) == 1
    assert "no pages in this corpus" in capsys.readouterr().err
    assert gate.read_text() == pinned


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--strategies", "nope"], "no strategy 'nope'"),
        (["--peers", "nope"], "no peer 'nope'"),
        (["--update"], "go with --gate"),
        (["--gate", "g.json", "--limit", "3"], "whole corpora as they are"),
        (["--gate", "g.json"], "there is no gate at g.json"),
        (["--report", "/no/such/folder/r.html"], "cannot write"),
        (["--json", "/no/such/folder/r.json"], "there is no folder /no/such/folder"),
        (["--gate", "g.json", "--update", "--slack", "-0.1"], "--slack is from 0"),
        (["--gate", "g.json", "--update", "--slack", "nan"], "--slack is from 0"),
        (["--timeout", "0"], "--timeout is above 0"),
        (["--timeout", "nan"], "--timeout is above 0"),
        (["--timeout", "inf"], "a day at most"),
    ],
)
def test_wrong_use_is_one_line(
    corpus: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", str(corpus), *options]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("options", [["--limit", "0"], ["--folds", "1"], ["--folds", "3:3"], ["--limit", "x"]])
def test_wrong_numbers(corpus: Path, options: list[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["evaluate", str(corpus), *options])
    assert stop.value.code == 2


def test_no_such_corpus(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", str(tmp_path / "none.jsonl")]) == 1
    assert main(["evaluate", str(tmp_path)]) == 1
    assert "no corpus at" in capsys.readouterr().err
