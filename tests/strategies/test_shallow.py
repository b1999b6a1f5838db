from __future__ import annotations

import pytest

import tamis

PROSE = "Mix flour, water and salt, and wait until the dough has risen well."
LINKS = "<a href=/a>Ovens and mills</a>, <a href=/b>grain and flour of all kinds</a>"


def ledger(html: str, **params: object) -> list[tuple[bool, str]]:
    blocks = tamis.analyze(html, strategy="shallow", params=params).blocks
    assert all(block.kept == (block.score >= 0.5) and 0 <= block.score <= 1 for block in blocks)
    return [(block.kept, block.reason) for block in blocks]


def test_prose_stays_and_every_other_block_says_why_not() -> None:
    recipe = f"<h2>Bread</h2><p>{PROSE}<p>Salt to your taste<p>{PROSE}<p>{LINKS}<p hidden>{PROSE}"
    page = f"<nav><p>{PROSE}</nav><div>{recipe}</div><p>End"
    assert ledger(page) == [
        (False, "stands in nav"),
        (True, "a heading over a kept block"),
        (True, "prose: 13 words, link share 0.00"),
        (True, "between kept blocks of the same part of the page, link share 0.00"),
        (True, "prose: 13 words, link share 0.00"),
        (False, "link share 1.00"),
        (False, "hidden: the attribute hidden"),
        (False, "outside the part of the page that holds most of its prose"),
    ]


def test_roles_set_aside_as_tags_do() -> None:
    assert ledger(f"<div role=Navigation><p>{PROSE}</div><p>{PROSE}")[0] == (False, "stands in role=Navigation")


def test_the_main_part_is_the_smallest_with_most_of_the_prose() -> None:
    page = f"<div><p>{PROSE}</div><div>{f'<p>{PROSE}' * 4}</div>"
    assert [kept for kept, _ in ledger(page)] == [False, True, True, True, True]
    assert [kept for kept, _ in ledger(page, main_share=0.9)] == [True] * 5


def test_a_page_of_short_texts_gives_the_best_it_has() -> None:
    page = "<p>Closed on all Sundays, sorry.<p>Menu<p><a href=/>Everything about our small shop</a>"
    assert [kept for kept, _ in ledger(page)] == [True, False, False]


def test_parameters_move_the_rule() -> None:
    page = f"<p>{PROSE}<p>One<p>Two<p>{PROSE}<p>Four words of text"
    assert [kept for kept, _ in ledger(page)] == [True, False, False, True, False]
    assert [kept for kept, _ in ledger(page, min_words=4)] == [True, False, False, True, True]
    assert [kept for kept, _ in ledger(f"<p>{LINKS}<p>{PROSE}", max_link_share=1.0)] == [True, True]


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"main_share": 2}, "above 0 and at most 1, not 2"),
        ({"main_share": 0}, "above 0 and at most 1, not 0"),
        ({"main_share": "nan"}, "takes a number, not 'nan'"),
        ({"min_words": 0}, "min_words is at least 1, not 0"),
        ({"gap": 10**20}, "takes a whole number, not 100000000000000000000"),
    ],
)
def test_a_parameter_that_makes_no_sense_is_wrong_use(params: dict[str, object], said: str) -> None:
    with pytest.raises(tamis.UsageError, match=said):
        ledger(f"<p>{PROSE}", **params)


def test_nothing_in_nothing_out() -> None:
    assert ledger("") == ledger("<img src=x>") == []
