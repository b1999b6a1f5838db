"""SVM 2013: the shipped machine, its card, its decisions and its reasons."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tamis
from tamis.document import Block
from tamis.errors import InputError
from tamis.papers.svm2013.support_vectors import SHIPPED, load, save

PROSE = "Mix flour, water and salt. Wait until the dough has risen to twice its size, then fold it, and wait again. "
PAGE = (
    "<div class=main-nav><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul></div>"
    f"<h1>Bread</h1><p>{PROSE * 3}<p>{PROSE * 2}<p hidden>{PROSE}<div id=footer>Imprint</div>"
)


def blocks(html: str, **params: object) -> list[Block]:
    return list(tamis.analyze(html, strategy="svm", params=params).blocks)


def test_prose_is_kept_and_menus_are_dropped() -> None:
    kept = {block.text.split()[0]: block.kept for block in blocks(PAGE) if not block.hidden}
    assert kept["Mix"] and not kept["Home"] and not kept["News"] and not kept["Imprint"]


def test_the_score_is_the_margin_through_a_sigmoid() -> None:
    slope = load().slope
    for block in blocks(PAGE):
        if not block.hidden:
            margin = float(block.reason.split()[1].rstrip(":"))
            assert block.score == pytest.approx(1 / (1 + np.exp(-slope * margin)), abs=0.01)
            assert block.kept == (block.score >= 0.5) == (margin > 0)


def test_reasons_name_what_speaks_for_the_decision() -> None:
    home, prose, imprint = (next(b for b in blocks(PAGE) if b.text.startswith(t)) for t in ("Home", "Mix", "Imprint"))
    assert "link density 1.00" in home.reason and "inside “nav”" in home.reason
    assert re.fullmatch(r"margin \+\d\.\d\d: .*", prose.reason) and "inside" not in prose.reason
    assert "link density 0.00" in prose.reason
    assert "inside “footer”" in imprint.reason


def test_hidden_blocks_go_whatever_the_machine_says() -> None:
    (hidden,) = (block for block in blocks(PAGE) if block.hidden)
    assert (hidden.kept, hidden.score, hidden.reason) == (False, 0.0, "hidden: the page does not show it")


def test_tokens_decide_where_the_text_does_not() -> None:
    """The same words at the same place: only the name of what is around them differs."""
    page = f"<p>{PROSE}<div class={{}}><p>Some ten words that could be a caption or a note.</div><p>{PROSE}"
    token = load().tokens[0]
    plain, named = blocks(page.format("xyz"))[1], blocks(page.format(token))[1]
    assert named.score < plain.score
    assert f"inside “{token}”" in named.reason if not named.kept else "inside" not in named.reason


def test_a_model_of_ones_own(tmp_path: Path) -> None:
    machine = load()
    save(tmp_path / "contrary", type(machine)(
        machine.low, machine.high, machine.vectors, -machine.weights, -machine.intercept,
        machine.gamma, machine.slope, machine.typical, machine.tokens,
    ), {})  # fmt: skip
    ours, contrary = blocks(PAGE), blocks(PAGE, model=str(tmp_path / "contrary"))
    assert all(a.kept != b.kept for a, b in zip(ours, contrary, strict=True) if not a.hidden)
    with pytest.raises(InputError, match="no model in"):
        blocks(PAGE, model=str(tmp_path / "nowhere"))


def test_the_card_says_what_the_weights_are() -> None:
    card = json.loads((SHIPPED / "card.json").read_text(encoding="utf-8"))
    notice = Path("NOTICE").read_text(encoding="utf-8")
    assert len(card["features"]) == 18
    assert card["support_vectors"] == len(load().weights) <= card["recipe"]["blocks"]
    assert {t["corpus"] for t in card["training"]} == card["scores"].keys() - {"how"}
    for trained in card["training"]:
        assert trained["corpus"] != "dragnet" and trained["pages"] > 0 and len(trained["sha256"]) == 64
        assert trained["credit"] in " ".join(notice.split()) and trained["licence"] in notice
        assert card["scores"][trained["corpus"]]["token_f1"] > 0.8
    assert "papers/svm2013/weights" in notice
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) < 500_000


def test_it_needs_no_scikit_learn() -> None:
    code = "import sys, tamis; tamis.analyze('<p>x', strategy='svm'); sys.exit('sklearn' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
