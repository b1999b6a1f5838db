"""A passage that a page has twice is kept once."""

from __future__ import annotations

import numpy as np

import tamis
from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.model.compute import compute_features
from tamis.rules.copies import copies_of

FIRST = "The baker of the old town mixes flour, water and salt, and waits until the dough has risen well."
SECOND = "Then she lights the oven, and while it gets hot she shapes the loaves and cuts them with a sharp knife."
THIRD = "Half an hour later the first loaves come out, and the neighbours stand in a line that ends in the next street."
STORY = f"<h1>The baker</h1><p>{FIRST}</p><p>{SECOND}</p><p>{THIRD}</p>"


def test_a_quotation_of_the_text_is_a_copy() -> None:
    quotation = f"<blockquote><p>{FIRST}</p><p>{SECOND}</p></blockquote>"
    document = tamis.analyze(
        f"<article>{STORY}{quotation}<p>She sells all of them before noon, every day.</p></article>"
    )
    assert document.text.count(FIRST) == document.text.count(SECOND) == 1
    copies = [block for block in document.blocks if "the page has it twice" in block.reason]
    assert [block.text for block in copies] == [FIRST, SECOND]
    assert not any(block.kept for block in copies) and all(block.score < 0.5 for block in copies)


def test_a_refrain_is_none() -> None:
    song = "".join(f"<p>{line}</p><p>{FIRST}</p>" for line in (SECOND, THIRD))
    assert tamis.extract(f"<article><h1>The baker's song</h1>{song}</article>").count(FIRST) == 2


def test_items_that_say_the_same_are_none() -> None:
    offers = "".join(f"<section><h2>{name}</h2><p>{line}</p><p>{FIRST}</p></section>" for name, line in
                     (("Rye", SECOND), ("Wheat", THIRD)))  # fmt: skip
    assert tamis.extract(f"<article><h1>Our bread</h1>{offers}</article>").count(FIRST) == 2


def test_code_is_none() -> None:
    code = (
        "def bake(flour, water):\n    dough = mix(flour, water, salt=2)\n    return oven.bake(dough, hours=1, heat=220)"
    )
    first = f"<div><p>One way:</p><pre>{code}</pre></div>"
    second = f"<section><p>Or, if you have the time:</p><pre>{code}</pre></section>"
    tree = read(f"<article>{STORY}{first}{second}</article>", None, Limits())
    page = text_flow(tree)
    every = np.ones(len(page), np.bool_)
    assert not copies_of(compute_features(page), page.texts, every, np.full(len(page), 0.9))


def test_what_is_dropped_is_kept_elsewhere() -> None:
    rng = np.random.default_rng(0)
    lines = [
        FIRST,
        SECOND,
        THIRD,
        "Not today.",
        "The shop opens at seven in the morning, but for Sundays and the feast.",
    ]
    for _ in range(40):
        parts = "".join(
            f"<{tag}>" + "".join(f"<p>{lines[i]}</p>" for i in rng.integers(0, len(lines), 4)) + f"</{tag}>"
            for tag in rng.choice(["div", "section", "blockquote", "aside"], 6)
        )
        page = text_flow(read(parts, None, Limits()))
        kept = rng.random(len(page)) < 0.8
        copies = copies_of(compute_features(page), page.texts, kept, rng.random(len(page)))
        assert copies and kept[copies].all()
        left = {page.texts[i] for i in np.flatnonzero(kept) if i not in copies}
        assert left == {page.texts[i] for i in np.flatnonzero(kept)}
