from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tamis.lab.evaluation import evaluate, plan
from tamis.lab.tables import tables
from tests.lab.samples import GOLD, corpus, first_words, says, says_how_sure


def test_figures_of_each_competitor(tmp_path: Path) -> None:
    half = first_words(5, "half")
    evaluation = evaluate(corpus(tmp_path), [half, says("all", lambda page: GOLD)])
    first, second = evaluation.results
    assert first.summary.metrics["recall"].value == 0.5
    assert first.summary.metrics["precision"].value == 1
    assert second.summary.metrics["completeness"].value == 1
    row = first.to_dict()
    assert (row["corpus"], row["competitor"], row["pages"], row["errors"]) == ("small", "half", 8, 0)
    assert row["metrics"]["word_f1"] == pytest.approx(2 / 3, abs=1e-5)
    assert row["ms_per_page"] >= 0
    assert evaluation.whole


def test_figures_by_page_type(tmp_path: Path) -> None:
    pages = corpus(tmp_path, 6, page_type=["article", "forum", "article"])
    only_articles = says("c", lambda page: "" if page.id in ("p1", "p4") else GOLD)
    (result,) = evaluate(pages, [only_articles]).results
    assert {t: (s.pages, s.metrics["word_f1"].value) for t, s in result.by_type.items()} == {
        "article": (4, 1.0), "forum": (2, 0.0),
    }  # fmt: skip
    assert result.to_dict()["by_type"]["forum"]["metrics"]["word_f1"] == 0


def test_a_part_of_the_corpus_is_spread_over_it(tmp_path: Path) -> None:
    pages = corpus(tmp_path, 9)
    chosen = plan(pages, limit=3)
    assert chosen.only == {0, 4, 8}
    evaluation = evaluate(pages, [first_words(1)], chosen)
    assert (evaluation.pages, evaluation.whole) == (3, False)
    assert plan(pages, limit=99).only is None, "all pages are the whole corpus"


def test_folds_keep_hosts_together(tmp_path: Path) -> None:
    pages = corpus(tmp_path, 8, host=["a.example", "a.example", "b.example", None])
    chosen = plan(pages, folds=2)
    (result,) = evaluate(pages, [first_words(1)], chosen).results
    assert sum(s.pages for s in result.by_fold) == 8
    by_host: dict[object, set[int]] = {}
    for page, fold in zip(pages, chosen.fold_of, strict=True):
        by_host.setdefault(page.host or page.id, set()).add(fold)
    assert all(len(folds) == 1 for folds in by_host.values())
    one = plan(pages, folds=2, fold=1)
    assert one.only == {i for i, fold in enumerate(chosen.fold_of) if fold == 1}


def test_the_worst_pages_come_first(tmp_path: Path) -> None:
    pages = corpus(tmp_path, 25)
    better_by_page = says("c", lambda page: " ".join(GOLD.split()[: int(page.id[1:]) % 10]))
    worst = evaluate(pages, [better_by_page]).worst
    f1s = [scored.score.word.f1 for scored in worst]
    assert len(worst) == 20
    assert f1s == sorted(f1s)
    assert f1s[:3] == [0, 0, 0]
    assert all("nine" not in scored.answer for scored in worst)


def test_tables_say_what_was_measured(tmp_path: Path) -> None:
    def fails(page: object) -> str:
        raise ValueError("no\nsuch page")

    pages = corpus(tmp_path, 4, page_type=["article", "forum"], host=["a.example", "b.example"])
    with (tmp_path / "small.jsonl").open("a") as file:
        file.write("{broken\n")
    competitors = [first_words(5, "half"), says("peer", lambda page: GOLD), says("bad", fails)]
    main, by_type, by_fold = tables(evaluate(pages, competitors, plan(pages, folds=2)))
    assert main.title == "small: 4 pages, 1 unreadable"
    rows = {row[0]: dict(zip(main.header, row, strict=True)) for row in main.rows}
    assert rows["half"]["F1"] == "0.667"
    assert rows["half"]["× half"] == "1.0"
    assert rows["peer 1.2"]["complete"] == "100.0 %"
    assert rows["bad 1.2"]["errors"] == "4"
    assert main.notes == ["bad: 4 × ValueError: no such page"]
    assert by_type.header == ["F1 by page type", "article (2)", "forum (2)"]
    assert by_fold.header[1:] == ["fold 0 (2)", "fold 1 (2)"]


def test_a_note_tells_who_gave_no_answer(tmp_path: Path) -> None:
    silent = says("silent", lambda page: "" if page.id in ("p1", "p2") else GOLD)
    run = evaluate(corpus(tmp_path, 4), [first_words(5), silent])
    assert tables(run)[0].notes == ["pages with a gold text and no answer: silent 2"]
    assert [result.to_dict()["empty"] for result in run.results] == [0, 2]


def test_a_table_shows_what_dropping_unsure_pages_gains(tmp_path: Path) -> None:
    knows = says_how_sure("knows", lambda page: (GOLD, 0.9) if page.id in ("p1", "p2") else ("no", 0.2))
    _, by_confidence = tables(evaluate(corpus(tmp_path, 4), [first_words(5), knows]))
    assert by_confidence.header == ["F1 of the surest", "100 %", "90 %", "80 %", "50 %"]
    assert by_confidence.rows == [["knows", "0.500", "0.500", "0.500", "1.000"]], "who does not say is left out"


def test_only_large_hosts(tmp_path: Path) -> None:
    pages = corpus(tmp_path, 5, host=["a.example", "b.example", "a.example", None, "a.example"])
    assert plan(pages, hosts=3).only == {0, 2, 4}
    assert plan(pages, hosts=3, limit=2).only == {0, 4}


def test_a_site_competitor_on_fewer_pages_is_said_to_be(tmp_path: Path) -> None:
    pages = corpus(tmp_path, 4, host=["a.example", "a.example", None], page_type=["article", "article", "forum"])
    site = replace(first_words(10, "site"), scope="site")
    main, by_type = tables(evaluate(pages, [first_words(10), site]))
    assert main.title == "small: 4 pages"
    assert main.notes == ["site: on the 3 pages of hosts with two pages or more"]
    assert by_type.rows[1] == ["site", "1.000", "–"]
    alone = tables(evaluate(corpus(tmp_path, 2), [first_words(1), site]))[0]
    assert alone.notes == ["site: on no page: no host has two"]


def test_an_empty_corpus_has_no_figures(tmp_path: Path) -> None:
    evaluation = evaluate(corpus(tmp_path, 0), [first_words(1)])
    assert evaluation.pages == 0
    assert tables(evaluation)[0].rows[0][:5] == ["ours", "–", "–", "–", "–"]
