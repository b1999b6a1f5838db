"""Every paper's experiments run, on tiny sets made here, and say what they are measured on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tamis.cli import main
from tamis.lab.experiments import Setting
from tamis.lab.reproduce import PAPERS, reproduce
from tamis.papers.pab2015.experiment import naive_bayes, search, standard_error, word_counts

PAGES = Path(__file__).parent.parent / "pages"
SETS = ("wcxb-dev", "dragnet", "andy", "google-trends-2017", "canola")
TYPES = ("article", "forum", "product")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Each set has 24 pages of two hosts: a menu that all share, and prose of their own about a computer."""
    folder = tmp_path_factory.mktemp("data")
    for name in SETS:
        lines = []
        for i in range(24):
            prose = f"Page {i} of {name} tells of computer number {i}, which word{i} has mended like {TYPES[i % 3]}."
            menu = "<ul class=menu><li><a href=/>Home</a><li><a href=/all>All pages of this place</a></ul>"
            html = (
                f"<title>{i}</title><body>{menu}<div><h1>Title {i}</h1><p>{prose}</p></div><div>Copyright us all</div>"
            )
            page = {"id": str(i), "html": html, "gold": f"Title {i}\n{prose}", "page_type": TYPES[i % 3]}
            lines.append(json.dumps({**page, "host": f"host{i % 2}.example", "url": f"http://host{i % 2}.example/{i}"}))
        (folder / f"{name}.jsonl").write_text("\n".join(lines))
    return folder


def tables(paper: str, data: Path) -> dict[str, list[dict[str, str]]]:
    setting = Setting(data, PAGES, limit=12)
    return {t.title: [dict(zip(t.header, row, strict=True)) for row in t.rows] for t in reproduce(paper, setting)}


def test_debnath(data: Path) -> None:
    sites, by_words, times, kinds = tables("debnath", data).values()
    assert [row["site"] for row in sites][:3] == ["host0.example (12)", "host1.example (12)", "mean"]
    assert sites[3] == {
        "site": "paper: ABC", "P LH": "0.811", "R LH": "0.990", "P ContentExtractor": "0.915",
        "R ContentExtractor": "0.990", "P FeatureExtractor": "1.000", "R FeatureExtractor": "1.000",
    }  # fmt: skip
    assert sites[-1]["P ContentExtractor"] == "0.960", "the mean of table 2"
    assert float(sites[0]["R FeatureExtractor"]) > 0
    assert 0 < float(by_words[2]["F1"]) <= 1
    assert [row["method"] for row in times] == ["LH", "ContentExtractor", "FeatureExtractor"]
    assert float(times[2]["ms a page"]) > 0
    ours = [row["site"] for row in kinds if not row["site"].startswith(("paper", "mean"))]
    assert ours == ["product (5)", "article (4)", "forum (3)"], "of twelve pages, spread over the set"


def test_lbda(data: Path) -> None:
    found = tables("lbda", data)
    *of_paper, ads = [title.split(":")[0] for title in found]
    assert of_paper == [f"LBDA 2015, table {n}" for n in range(1, 6)]
    assert ads == "LBDA 2015"
    recall = next(iter(found.values()))
    assert [row["set"] for row in recall] == [f"{n} {name}" for n, name in enumerate(SETS, start=1)]
    assert (recall[0]["paper: heuristic"], recall[0]["paper: LBDA"]) == ("73", "82")
    assert 0 < float(recall[0]["heuristic, %"]) <= 100
    assert float(list(found.values())[4][0]["heuristic, KB a page"]) > 0


def test_pab(data: Path) -> None:
    blocks, sizes, accuracy, error, one, many, relevance = tables("pab", data).values()
    assert [row["method"] for row in blocks] == ["pab", "eniw", "paper: pab", "paper: eniw"]
    assert all(
        int(row["informative"].replace(",", "")) + int(row["noisy"].replace(",", ""))
        == int(row["blocks"].replace(",", ""))
        for row in blocks
    )
    assert [row["store"] for row in sizes] == ["raw", "pab", "eniw"]
    assert [row["paper: pab"] for row in accuracy] == ["80.0", "80.0", "83.0", "86.0", "88.0", "88.3", "90.0"]
    assert [row["paper: SE"] for row in error] == ["0.1496", "0.20396"]
    assert {row["store"]: row["pages found"] for row in one} == {"raw": "12", "pab": "12", "eniw": "12"}
    assert len(many) == 3
    assert all(0 <= float(row["MAP"]) <= 1 for row in relevance)


def test_key_patterns(data: Path) -> None:
    cut, kept = tables("key-patterns", data).values()
    assert len([row for row in cut if not row["page"].startswith("paper")]) == len(list(PAGES.glob("*/"))) + 1
    assert cut[-1] == {"page": "paper: average", "precision": "0.732", "recall": "0.802", "F": "0.738"}
    assert kept[-1]["page"] == "average"


def test_svm(data: Path) -> None:
    absent, figure = tables("svm", data).items()
    assert absent == ("SVM 2013, figure 2: feature sets on L3S-GN1", [])
    assert figure[0] == "SVM 2013, figure 3: feature sets on dragnet"
    assert [row[""].partition(" ")[0] for row in figure[1]] == [
        "text", "text+position", "text+position+tokens", "trafilatura", "readability-lxml",
    ]  # fmt: skip
    assert all(0 < float(row["token F1"]) <= 1 for row in figure[1])


def test_the_data_comes_from_the_environment(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAMIS_DATA", str(data))
    command = ["reproduce", "lbda", "--limit", "2", "--markdown"]
    assert main(command) == 0
    out = capsys.readouterr().out
    assert out.startswith(PAPERS["lbda"]) and "| 1 wcxb-dev |" in out
    monkeypatch.delenv("TAMIS_DATA")
    assert main(command) == 1
    assert "Set TAMIS_DATA" in capsys.readouterr().err
    assert main([*command, "--data", str(data / "none")]) == 1
    assert main(["reproduce", "key-patterns", "--pages", str(data)]) == 1
    assert main(["reproduce", "nope"]) == 2
    assert "there are: debnath, lbda, pab, key-patterns, svm" in capsys.readouterr().err


def test_naive_bayes_against_numbers_by_hand() -> None:
    """Manning, Raghavan and Schütze, Introduction to Information Retrieval, example 13.1."""
    training = ["Chinese Beijing Chinese", "Chinese Chinese Shanghai", "Chinese Macao", "Tokyo Japan Chinese"]
    labels = ["yes", "yes", "yes", "no", "yes"]
    texts = word_counts([*training, "Chinese Chinese Chinese Tokyo Japan"])
    assert naive_bayes(texts, labels, [0, 1, 2, 3], [4]) == 1
    assert naive_bayes(texts, [*labels[:4], "no"], [0, 1, 2, 3], [4]) == 0


def test_pab_equation_3() -> None:
    assert standard_error([0.8, 0.8]) == pytest.approx((0.16 + 0.16) ** 0.5 / 2)


def test_pab_search_ranks_by_priority_times_density() -> None:
    import sqlite3

    store = sqlite3.connect(":memory:")
    store.execute("CREATE TABLE blocks (page INTEGER, priority REAL, text TEXT)")
    rows = [(0, 0.1, "rye bread"), (1, 1.0, "rye and wheat and oats"), (2, 1.0, "wheat"), (3, 9.0, "ryegrass")]
    store.executemany("INSERT INTO blocks VALUES (?, ?, ?)", rows)
    assert search(store, "rye") == [1, 0]
    store.close()
