"""The relevance benchmark: queries, measures and the rankings of one run."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tamis.cli import main
from tamis.errors import InputError
from tamis.lab.corpora import load
from tamis.lab.evaluation import Plan
from tamis.lab.rankings import evaluate_search
from tamis.lab.search import Query, known_items, measure, read_topics

TOPICS = Path(__file__).parents[2] / "benchmarks" / "topics-wcxb-dev.jsonl"


def _words(seed: int) -> list[str]:
    rng = random.Random(seed)
    return ["".join(rng.choices("abcdefghij", k=7)) for _ in range(60)]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "made.jsonl"
    rows = []
    for number in range(6):
        text = f"The miller {number} says: {' '.join(_words(number))}."
        html = f"<title>Mill</title><nav><a href=/>Home</a></nav><article><h1>Mill {number}</h1><p>{text}</article>"
        rows.append({"id": str(number), "html": html, "gold": text, "host": f"{number}.example"})
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_queries_are_the_same_each_time_and_leave_the_title_out() -> None:
    pages = [(str(number), " ".join(_words(number)), " ".join(_words(number)[:10])) for number in range(5)]
    queries = known_items(pages, 3)
    assert queries == known_items(pages, 3) and len(queries) == 3
    for query in queries:
        (page,) = query.grades
        assert set(query.text.split()) < set(_words(int(page))[10:]) and len(set(query.text.split())) == 4
    assert known_items([("short", "a few words", "")], 3) == []


def test_measures() -> None:
    queries = [Query("a", {"1": 2, "2": 1}), Query("b", {"3": 2})]
    perfect = measure(lambda query: ["1", "2"] if query == "a" else ["3"], queries, topical=True)
    assert (perfect.mrr, perfect.ndcg, perfect.missed) == (1, 1, 0)
    swapped = measure(lambda query: ["2", "1"] if query == "a" else [], queries, topical=True)
    assert swapped.mrr == 0.5 and swapped.missed == 1
    assert swapped.ndcg == pytest.approx((1 + 3 / 1.58496) / (3 + 1 / 1.58496) / 2, abs=1e-4)
    late = measure(lambda query: [*"xyzuvwrstq", "1", "3"], queries, topical=True)  # the eleventh does not count
    assert late.mrr == late.ndcg == 0


def test_one_run_compares_all_rankings(corpus: Path) -> None:
    topics = [Query("miller mill", {"0": 1, "gone": 2}), Query("elsewhere", {"gone": 1})]
    run = evaluate_search(load(corpus), "shallow", topics, Plan(), 5)
    assert run.pages == 6 and run.queries == (5, 1)
    assert len(run.scores) == 7 and run.scores["FTS5, visible text, all words"][0].mrr == 1
    assert run.scores["tamis (shallow)"][0].mrr == 1
    assert "nDCG@10" in run.table().header


def test_the_command(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    topics = tmp_path / "topics.jsonl"
    topics.write_text('{"query": "mill", "grades": {"1": 2}}\n')
    assert main(["evaluate", str(corpus), "--search", "--topics", str(topics), "--strategies", "shallow"]) == 0
    assert "made: 6 pages, 6 known-item queries, 1 topical" in capsys.readouterr().out
    assert main(["evaluate", str(corpus), "--topics", str(topics)]) == 2


def test_judged_queries_are_read_or_refused(tmp_path: Path) -> None:
    topics = read_topics(TOPICS)
    assert len(topics) == 50 == len({query.text for query in topics})
    broken = tmp_path / "broken.jsonl"
    for text in ('{"query": "a"}', '{"query": "a", "grades": {}}', '{"query": "a", "grades": {"1": 0}}', "[1]", "{"):
        broken.write_text(text)
        with pytest.raises(InputError):
            read_topics(broken)
