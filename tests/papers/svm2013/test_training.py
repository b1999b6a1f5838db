"""Training the support vector machine, small: on the sample pages, whose blocks were labelled by hand."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import tamis
from tamis.cli import main
from tamis.errors import UsageError
from tamis.lab.corpora import GoldPage, load
from tamis.papers.svm2013.features import NUMBERS, tokens_in
from tamis.papers.svm2013.support_vectors import SupportVectors
from tamis.papers.svm2013.training import (
    FEATURE_SETS,
    Recipe,
    cross_validate,
    example,
    exported,
    fit,
    fit_slope,
    some_pages,
    train,
    trained,
)

SAMPLES = load("tests/pages")
SMALL = Recipe(blocks=250)
EXAMPLES = [example(page, "pages") for page in SAMPLES]


def test_numpy_runs_what_scikit_learn_trained() -> None:
    rng = np.random.default_rng(0)
    table, content = rng.random((400, 18)), rng.random(400) > 0.5
    empty = SupportVectors(np.zeros(18), np.ones(18), np.empty((0, 18)), np.empty(0), 0, 1, 1, np.zeros((2, 18)))
    machine = trained(empty.scaled(table), content, SMALL)
    model = exported(machine, empty)
    unseen = rng.random((300, 18)) * 1.2 - 0.1
    expected = machine.decision_function(model.scaled(unseen))
    assert 100 < len(model.vectors) < 400
    assert np.abs(model.margins(unseen) - expected).max() < 1e-6


def test_a_written_model_says_the_same(tmp_path: Path) -> None:
    from tamis.papers.svm2013.support_vectors import load as load_model
    from tamis.papers.svm2013.support_vectors import save

    model = fit(EXAMPLES, SMALL)
    save(tmp_path, model, {})
    again = load_model(tmp_path)
    for e in EXAMPLES:
        table = e.features(model.tokens, len(model.low))
        assert np.abs(again.margins(table) - model.margins(table)).max() < 1e-6


def test_it_learns() -> None:
    model = fit(EXAMPLES, Recipe(blocks=2000))
    right = weight = 0.0
    for e in EXAMPLES:
        kept = model.margins(e.features(model.tokens, len(model.low))) >= 0
        right += e.words[e.known & (kept == e.content)].sum()
        weight += e.words[e.known].sum()
    assert right / weight > 0.9
    assert len(model.tokens) == 10 and len(model.vectors) < 1000


def test_the_number_of_blocks_bounds_the_support_vectors() -> None:
    assert len(fit(EXAMPLES, Recipe(blocks=60)).vectors) <= 60
    with pytest.raises(UsageError, match="take some thousands"):
        Recipe(blocks=0)


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    for name, seed in (("a", 0), ("b", 0), ("c", 1)):
        train([SAMPLES], tmp_path / name, Recipe(blocks=150, seed=seed), folds=2)
    a, b, c = ((tmp_path / name / "weights.npz").read_bytes() for name in "abc")
    assert a == b != c
    assert (tmp_path / "a" / "card.json").read_bytes() == (tmp_path / "b" / "card.json").read_bytes()


def test_feature_sets_have_their_widths() -> None:
    widths = [len(fit(EXAMPLES, SMALL, features).low) for features in FEATURE_SETS]
    assert widths == [7, 8, 18] and len(NUMBERS) == 8


def test_cross_validation_scores_every_page_once_for_each_feature_set() -> None:
    eight = some_pages(list(SAMPLES), 8, SMALL.seed)
    scores = cross_validate(eight, FEATURE_SETS, 3, SMALL)
    assert tuple(scores) == FEATURE_SETS
    for found in scores.values():
        assert found.pages == 8 and 0.4 < found.token_f1 <= 1 and 0 < found.support_vectors <= 250
        assert found.lcs_f1 <= found.token_f1 + 0.05  # "consistently lower", section IV.D; sets forgive repeated words
    assert scores == cross_validate(eight, FEATURE_SETS, 3, SMALL)
    with pytest.raises(UsageError, match=r"sets of features are: text, text.*; not tokens"):
        cross_validate(eight, ["tokens"])


def test_a_page_without_text_counts_as_a_miss() -> None:
    nothing = GoldPage("empty", "<img src=x>", "Words that are in a picture.", host="empty.example")
    pages = list(SAMPLES)
    with_it = cross_validate([*pages, nothing], ["text"], 3, SMALL)["text"]
    assert with_it.pages == len(pages) + 1 and with_it.token_f1 < 0.95


def test_what_annotators_left_undecided_is_not_learned_from() -> None:
    page = GoldPage("x", "<p>By Jo<p>The text of it<p hidden>no<p>Home", "The text of it", undecided="By Jo")
    made = example(page, "made")
    assert made.known.tolist() == [False, True, False, True]
    assert made.content.tolist() == [False, True, False, False]


def test_slopes() -> None:
    margins = np.array([-2.0, -1.0, 1.0, 2.0])
    content = np.array([False, False, True, True])
    assert fit_slope(margins, content, np.ones(4)) == 20.0  # told apart without a fault: as steep as it gets
    assert fit_slope(margins, ~content, np.ones(4)) == 0.1
    some = fit_slope(margins, np.array([False, True, True, True]), np.ones(4))
    losses = {
        s: np.log1p(np.exp(-s * margins * np.array([-1, 1, 1, 1]))).sum() for s in (some - 0.05, some, some + 0.05)
    }
    assert min(losses, key=lambda s: losses[s]) == some
    assert fit_slope(margins, np.array([False, True, True, True]), np.array([1.0, 0.1, 1.0, 1.0])) > some


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = tmp_path / "model"
    assert main(["train", "svm", "tests/pages", "-o", str(model), "--folds", "2", "--blocks", "200"]) == 0
    out = capsys.readouterr().out
    card = json.loads((model / "card.json").read_text(encoding="utf-8"))
    assert "pages: token F1 0." in out and f"--strategy svm --set model={model}" in out
    assert ", ".join(tokens_in(card["features"])) in out
    assert card["training"] == [
        {"corpus": "pages", "pages": len(EXAMPLES), "sha256": SAMPLES.sha256,
         "licence": "not known to tamis", "credit": "pages"}
    ]  # fmt: skip
    document = tamis.analyze("<p>" + "Some words of prose. " * 20, strategy="svm", params={"model": str(model)})
    assert document.blocks[0].reason.startswith("margin")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["svm", "nowhere", "-o", "x"], 1, "no corpus at nowhere"),
        (["svm", "tests/pages", "-o", "x", "--folds", "1"], 2, "at least two folds"),
        (["svm", "tests/pages", "-o", "x", "--blocks", "1"], 2, "too few to learn from"),
    ],
)
def test_wrong_use(arguments: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", *arguments]) == code
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1


def test_pages_of_one_kind_of_block_are_refused() -> None:
    page = GoldPage("x", "<p>All of it<p>is content", "All of it is content")
    with pytest.raises(UsageError, match="blocks that are content and blocks that are not"):
        fit([example(page, "made")], SMALL)
    with pytest.raises(UsageError, match="no pages with text"):
        fit([example(GoldPage("y", "", ""), "made")], SMALL)
