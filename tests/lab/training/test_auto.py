"""Training, small: it learns, it repeats itself, and NumPy runs what PyTorch trained."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

import tamis
from tamis.cli import main
from tamis.errors import InputError
from tamis.lab.corpora import GoldPage, load
from tamis.lab.training.auto import Best, Recipe, noisy, train
from tamis.lab.training.examples import Example, example
from tamis.lab.training.fit import Plan, blend, fit
from tamis.lab.training.network import exported, pack
from tamis.model.features import NUMBERS
from tamis.model.unseen import Unseen, read_unseen
from tamis.native.network import predict
from tamis.service.labels import add_label

SENTENCE = "The baker of the town of {} mixes flour, water and salt, and waits until the dough has risen."


def made(count: int) -> list[GoldPage]:
    pages = []
    for i in range(count):
        body = [SENTENCE.format(f"number {i}, street {j}") for j in range(3)]
        menu = "".join(f"<li><a href=/{j}>Item {i} {j}</a>" for j in range(6))
        html = f"<nav class=menu><ul>{menu}</ul></nav><h1>Bread {i}</h1>" + "".join(f"<p>{line}" for line in body)
        gold = "\n".join([f"Bread {i}", *body])
        pages.append(GoldPage(f"p{i}", html, gold, host=f"h{i % 8}.example", page_type="article"))
    return pages


def samples(count: int = 12) -> list[Example]:
    found = [example(page, "made", i % 2) for i, page in enumerate(made(count))]
    return [e for e in found if e is not None]


def write_corpus(path: Path, page_type: str | None = "article") -> Path:
    lines = [{"id": p.id, "html": p.html, "gold": p.gold, "host": p.host, "page_type": page_type} for p in made(16)]
    path.write_text("\n".join(json.dumps(line) for line in lines))
    return path


def test_numpy_runs_what_pytorch_trained() -> None:
    lines = "\n".join(SENTENCE.format(f"number {i}") for i in range(2500))  # more than go through the layers at a time
    large = example(GoldPage("large", "<p>".join(lines.split("\n")), lines, host="large.example"), "made", 0)
    assert large is not None
    chosen = samples()
    network = train(chosen, ["made", "other"], Recipe(epochs=1))
    chosen.append(large)
    batch = pack([e.columns for e in chosen], [0] * len(chosen))
    with torch.no_grad():
        said = network(batch)
    real = batch.real[:, 0] > 0
    outcomes = [predict(exported(network), e.columns, (0, 0)) for e in chosen]
    assert np.abs(np.concatenate([o.logits for o in outcomes]) - said.content[real].numpy()).max() < 1e-5
    assert np.abs(np.array([o.types for o in outcomes]) - said.types.numpy()).max() < 1e-5


def test_a_page_does_not_see_its_neighbours_in_a_batch() -> None:
    chosen = samples()
    network = train(chosen, ["made"], Recipe(epochs=1))
    with torch.no_grad():
        together = network(pack([e.columns for e in chosen[:3]], [0] * 3)).content
        alone = network(pack([chosen[0].columns], [0])).content
    rows = len(chosen[0].columns)
    assert torch.allclose(together[:rows], alone[:rows], atol=1e-6)


def test_the_same_seed_gives_the_same_weights() -> None:
    torch.set_num_threads(1)
    first, second = (exported(train(samples(), ["made"], Recipe(epochs=2, seed=3))) for _ in range(2))
    assert all(np.array_equal(first[name], second[name]) for name in first)


def test_the_model_is_the_mean_of_several_networks() -> None:
    heard: list[tuple[int, int]] = []
    recipe = Recipe(epochs=3, shared=1, networks=2)
    both = exported(train(samples(), ["made"], recipe, lambda network, epoch, loss: heard.append((network, epoch))))
    assert heard == [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2)]
    first = exported(train(samples(), ["made"], replace(recipe, networks=1)))
    assert not np.allclose(both["dense.weight"], first["dense.weight"])
    # as long as no network goes on by itself, all of them are the same
    shared = replace(recipe, shared=3)
    alike, alone = (exported(train(samples(), ["made"], replace(shared, networks=n))) for n in (3, 1))
    assert all(np.allclose(alike[name], alone[name], atol=1e-7) for name in alone)


def test_pages_that_lose_their_names_may_lose_what_marks_their_comments() -> None:
    html = f"<h1>Bread</h1><p>{SENTENCE}<div id=comments><p>{SENTENCE}</div>"
    e = example(GoldPage("p", html, f"Bread\n{SENTENCE}"), "made")
    assert e is not None
    marks = [NUMBERS.index("comment"), NUMBERS.index("page comments")]
    rng = np.random.default_rng(0)
    bare = noisy(e.columns, Recipe(drop_page_names=1, drop_comment=1), rng)
    assert not bare.numbers[:, marks].any() and bare.comment.tolist() == [False, False, True]
    assert noisy(e.columns, Recipe(drop_page_names=1, drop_comment=0), rng).numbers[:, marks].any()
    assert noisy(e.columns, Recipe(drop_page_names=0, drop_name=0, drop_comment=1), rng).numbers[:, marks].any()
    assert e.columns.numbers[:, marks].any()


def test_two_conventions_are_added() -> None:
    weights = exported(train(samples(), ["made", "body"], Recipe(epochs=1)))
    rows = weights["convention.weight"].copy()
    assert blend(weights, ["made", "body"], ["body"]) == ["made", "body", "general", "article"]
    assert np.allclose(weights["convention.weight"][2], rows[0])
    assert np.allclose(weights["convention.weight"][3], rows.mean(axis=0))


def test_a_model_of_the_users_own(tmp_path: Path) -> None:
    corpus = load(write_corpus(tmp_path / "made.jsonl"))
    lines: list[str] = []
    card = fit([corpus], tmp_path / "model", Plan(Recipe(epochs=20), folds=2), say=lines.append)
    assert card["training"][0]["sha256"] == corpus.sha256 and lines
    document = tamis.analyze(made(1)[0].html, strategy=f"model:{tmp_path / 'model'}")
    assert [b.kept for b in document.blocks if b.tag == "p"] == [True] * 3
    assert not any(b.kept for b in document.blocks if b.tag == "li")
    report = (tmp_path / "model" / "report.html").read_text()
    assert "Calibration" in report and "<th>epoch</th>" in report
    assert document.page_type == "article" and 0 <= document.confidence <= 1


def test_the_label_file_that_the_inspector_saves(tmp_path: Path) -> None:
    corpus, address = tmp_path / "corpus.jsonl", "https://bread.example.org/{}"  # all pages of one site, as most are
    for i, page in enumerate(made(4)):
        line = {"html": page.html, "gold": page.gold, "must_have": [], "must_not_have": [f"Item {i} 0"]}
        add_label(corpus, {"id": address.format(i), "url": address.format(i), **line})
        if not i:
            assert main(["train", "auto", str(corpus), "-o", str(tmp_path / "model")]) == 2  # one page is too few
    assert main(["train", "auto", str(corpus), "-o", str(tmp_path / "model"), "--epochs", "1", "--folds", "2"]) == 0
    assert tamis.analyze(made(1)[0].html, strategy=f"model:{tmp_path / 'model'}").blocks


def test_a_damaged_model_is_refused(tmp_path: Path) -> None:
    fit(
        [load(write_corpus(tmp_path / "made.jsonl"))],
        tmp_path / "model",
        Plan(Recipe(epochs=1), 2),
        say=lambda line: None,
    )
    weights = tmp_path / "model" / "weights.npz"
    weights.write_bytes(weights.read_bytes()[:-10])
    with pytest.raises(InputError, match="not the file that its card describes"):
        tamis.analyze("<p>x", strategy=f"model:{tmp_path / 'model'}")


def test_pages_of_a_corpus_of_articles_teach_what_an_article_is(tmp_path: Path) -> None:
    untyped = load(write_corpus(tmp_path / "news.jsonl", page_type=None))
    typed = load(write_corpus(tmp_path / "forum.jsonl", page_type="forum"))
    plan = Plan(Recipe(epochs=1, networks=1), folds=2, articles=["news", "forum"])
    card = fit([untyped, typed], tmp_path / "model", plan, say=lambda line: None)
    assert card["all_articles"] == ["news", "forum"]
    assert card["unseen"]["news"]["by type"].keys() == {"article"}
    assert card["unseen"]["forum"]["by type"].keys() == {"forum"}  # what a page says of itself goes first


def test_a_corpus_left_out_whole_is_measured_by_a_network_that_never_saw_it(tmp_path: Path) -> None:
    corpora = [load(write_corpus(tmp_path / f"{name}.jsonl")) for name in ("first", "second")]
    plan = Plan(Recipe(epochs=1), folds=2, whole=["second"])
    card = fit(corpora, tmp_path / "model", plan, say=lambda line: None)
    assert card["left_out_whole"] == ["second"] and card["unseen"]["second"]["pages"] == 16
    assert card["unseen"]["first"]["by type"].keys() == {"article"}


def test_evaluate_asks_the_network_that_left_a_page_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second, new = (write_corpus(tmp_path / f"{name}.jsonl") for name in ("first", "second", "new"))
    folder = tmp_path / "model"
    card = fit([load(first), load(second)], folder, Plan(Recipe(epochs=1), 2, whole=["second"]), say=lambda line: None)
    unseen = read_unseen(folder)
    left_out_of = {unseen.model_for("second", f"p{i}") for i in range(16)}
    assert left_out_of == {folder / "unseen" / "0"}  # left out as a whole
    assert {unseen.model_for("first", f"p{i}") for i in range(16)} == {folder / "unseen" / str(i) for i in (0, 1)}
    assert unseen.model_for("new", "p0") == folder  # nobody has learned from it
    assert unseen.model_for("second", "new", "new.example") == folder / "unseen" / "0"
    assert sum(map(sum, unseen.sites.values())) == sum(page.host is not None for page in (*load(first), *load(second)))
    conventions = json.loads((folder / "unseen" / "0" / "card.json").read_text())["conventions"]
    assert conventions == ["first", "general", "article"]
    assert tamis.analyze(made(1)[0].html, strategy=f"model:{folder / 'unseen' / '1'}").blocks[0].reason

    figures = tmp_path / "figures.json"
    asked = f"unseen:{folder},unseen:{folder}:include_title=false,model:{folder}"
    assert main(["evaluate", str(first), str(second), str(new), "--strategies", asked, "--json", str(figures)]) == 0
    rows = {(row["corpus"], row["competitor"]): row["metrics"] for row in json.loads(figures.read_text())}
    for name in ("first", "second"):
        told = card["unseen"][name]
        assert rows[name, f"unseen:{folder}"]["word_f1"] == pytest.approx(told["word F1"], abs=1e-4)
        without_title = rows[name, f"unseen:{folder}:include_title=false"]
        assert without_title["word_f1"] == pytest.approx(told["word F1 without title"], abs=1e-4)
    assert rows["new", f"unseen:{folder}"] == rows["new", f"model:{folder}"]


def test_evaluate_says_what_is_missing_for_unseen_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpus = write_corpus(tmp_path / "made.jsonl")
    assert main(["evaluate", str(corpus), "--strategies", f"unseen:{tmp_path}"]) == 1
    assert "tamis train auto" in capsys.readouterr().err
    for incomplete in ("unseen", "unseen:"):
        assert main(["evaluate", str(corpus), "--strategies", incomplete]) == 2
        assert "unseen:FOLDER" in capsys.readouterr().err
    (tmp_path / "unseen" / "0").mkdir(parents=True)
    (tmp_path / "unseen" / "sites.json").write_text("{}")
    for wrong, said in (
        ('["p0"]', "is not what training wrote"),
        ('{"made": ["p0"]}', "does not say which pages"),
        ('{"made": {"p0": "../.."}}', "has no network"),
    ):
        (tmp_path / "unseen" / "pages.json").write_text(wrong)
        with pytest.raises(InputError, match=said):
            read_unseen(tmp_path)
    (tmp_path / "unseen" / "pages.json").write_text('{"made": {"p0": 0, "p1": 1}}')
    with pytest.raises(InputError, match="a fold 1 that has no network"):
        read_unseen(tmp_path)
    with pytest.raises(InputError, match="page p17 is none of those of made"):
        Unseen(tmp_path, {"made": {"p0": 0}}, {}).model_for("made", "p17")


def test_pages_that_share_an_id_are_not_told_apart(tmp_path: Path) -> None:
    path = write_corpus(tmp_path / "made.jsonl")
    path.write_text(path.read_text().replace('"id": "p3"', '"id": "p2"'))
    fit([load(path)], tmp_path / "model", Plan(Recipe(epochs=1, networks=1), 2), say=lambda line: None)
    assert read_unseen(tmp_path / "model").folds["made"].keys() == {f"p{i}" for i in range(16)} - {"p2", "p3"}


def test_folds_at_once_give_the_same_model(tmp_path: Path) -> None:
    corpus = load(write_corpus(tmp_path / "made.jsonl"))
    cards = [
        fit([corpus], tmp_path / str(jobs), Plan(Recipe(epochs=1), 2, jobs=jobs), say=lambda line: None)
        for jobs in (1, 2)
    ]
    assert cards[0] == cards[1]


def test_training_stops_early_and_takes_the_best_epoch() -> None:
    losses: list[float] = []
    recipe = Recipe(epochs=9, patience=2, rate=0.0)
    train(samples(30), ["made"], recipe, lambda network, epoch, loss: losses.append(loss))
    assert len(losses) == 3  # with nothing learned, two epochs after the first bring nothing
    best = Best(patience=2)
    networks = [train(samples(), ["made"], Recipe(epochs=1, seed=seed)) for seed in range(4)]
    assert [best.done(network, loss) for network, loss in zip(networks, (0.5, 0.4, 0.45, 0.6), strict=True)] == [
        False, False, False, True
    ]  # fmt: skip
    assert torch.equal(best.weights["last.bias"], networks[1].state_dict()["last.bias"])
