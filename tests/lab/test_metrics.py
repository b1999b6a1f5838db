"""Each measure against numbers worked out by hand."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.lab import metrics
from tamis.lab.corpora import GoldPage
from tamis.lab.metrics import Counts, Rates, score_page, summarise, surest_first

WORDS = st.lists(st.sampled_from("abcd"), max_size=12)
TEXTS = st.text(alphabet="aAbé 今,\n?", max_size=30)


def page(gold: str, **more: object) -> GoldPage:
    return GoldPage(id="p", html="", gold=gold, **more)  # type: ignore[arg-type]


def test_rates_of_counts() -> None:
    # 6 right of 8 found: 3/4. 6 of 12 wanted: 1/2. F = 2 * 3/4 * 1/2 / (3/4 + 1/2) = 3/5.
    assert Counts(6, 2, 6).rates == Rates(0.75, 0.5, 0.6)


def test_counts_of_a_site_are_the_sum_of_its_pages() -> None:
    # One page 1 of 1, one page 0 of 1 with a wrong one beside: 1 right, 1 wrong, 1 missed.
    assert (Counts(1, 0, 0) + Counts(0, 1, 1)).rates == Rates(0.5, 0.5, 0.5)


MEASURES = [
    metrics.word_counts,
    metrics.token_set_counts,
    metrics.lcs_counts,
    metrics.character_counts,
    metrics.shingle_counts,
]


@pytest.mark.parametrize("measure", MEASURES)
def test_empty_texts(measure: Callable[[str, str], Counts]) -> None:
    assert measure("", " \n").rates == Rates(1.0, 1.0, 1.0)
    assert measure("word", "").rates == Rates(0.0, 0.0, 0.0)
    assert measure("", "word").rates == Rates(0.0, 0.0, 0.0)


@pytest.mark.parametrize("measure", MEASURES)
@given(answer=TEXTS, gold=TEXTS)
def test_swapping_the_texts_swaps_precision_and_recall(
    measure: Callable[[str, str], Counts], answer: str, gold: str
) -> None:
    there, back = measure(answer, gold), measure(gold, answer)
    assert (there.found, there.wrong, there.missed) == (back.found, back.missed, back.wrong)
    assert measure(gold, gold).rates == Rates(1.0, 1.0, 1.0)


def test_word_f1_counts_a_word_as_often_as_it_occurs() -> None:
    # Answer: a a a b. Gold: a a c. Both have a twice. P = 2/4, R = 2/3, F = 4/7.
    rates = metrics.word_counts("A a, a: b", "a a c").rates
    assert rates.precision == 0.5
    assert rates.recall == pytest.approx(2 / 3)
    assert rates.f1 == pytest.approx(4 / 7)


def test_token_f1_counts_a_word_once() -> None:
    # Answer {a, b}, gold {a, c}: one common of two each.
    assert metrics.token_set_counts("A a, a: b", "a a c").rates == Rates(0.5, 0.5, 0.5)


def test_lcs_f1_wants_the_order() -> None:
    # "d e a b c" against "a b c d e": a b c is the longest in order, 3 of 5, though all words are there.
    assert metrics.lcs_counts("d e a b c", "a b c d e").rates == Rates(0.6, 0.6, 0.6)
    assert metrics.word_counts("d e a b c", "a b c d e").rates.f1 == 1.0


@given(WORDS, WORDS)
def test_lcs_is_that_of_the_textbook(a: list[str], b: list[str]) -> None:
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            table[i + 1][j + 1] = table[i][j] + 1 if x == y else max(table[i][j + 1], table[i + 1][j])
    assert metrics.lcs_counts(" ".join(a), " ".join(b)).found == table[-1][-1]


def test_character_f1() -> None:
    # Answer 北京天气, gold 北京 天 好: 北 京 天 of four each. As words they would have nothing in common.
    assert metrics.character_counts("北京天气", "北京天\n好").rates == Rates(0.75, 0.75, 0.75)
    assert metrics.word_counts("北京天气", "北京天好").rates.f1 == 0.0


def test_shingles_are_runs_of_four_words() -> None:
    # Answer a b c d e: abcd, bcde. Gold a b c d f: abcd, bcdf. One of two each.
    assert metrics.shingle_counts("a b c d e", "a b c d f") == Counts(1, 1, 1)
    # Case is kept, as in the benchmark; three words make one short shingle.
    assert metrics.shingle_counts("a b c", "a b C") == Counts(0, 1, 1)
    assert metrics.shingle_counts("a b c", "a, b. c!") == Counts(1, 0, 0)
    # A shingle counts as often as it occurs: a a a a a has two, a a a a has one.
    assert metrics.shingle_counts("a a a a a", "a a a a") == Counts(1, 1, 0)


def test_block_rates_of_debnath() -> None:
    # Found 3 blocks, 2 of them content: precision 2/3. 4 are content: recall 2/4.
    counts = metrics.block_counts([True, True, True, False, False], [True, True, False, True, True])
    assert counts == Counts(2, 1, 2)
    with pytest.raises(ValueError, match=r"shorter|longer"):
        metrics.block_counts([True], [True, False])


def test_segment_rates_of_key_patterns() -> None:
    # Four blocks cut, three ideal ones, two cut rightly: P = 2/4, R = 2/3, F = 4/7. A block counts once.
    rates = metrics.segment_counts(["a  b", "c", "c", "d"], ["a\nb", "c", "e"]).rates
    assert rates.precision == 0.5
    assert rates.recall == pytest.approx(2 / 3)
    assert rates.f1 == pytest.approx(4 / 7)


def test_complete_is_99_of_100_words() -> None:
    gold = " ".join(f"w{i}" for i in range(200))
    assert metrics.is_complete(gold + " more and more", gold)
    assert metrics.is_complete(" ".join(gold.split()[2:]), gold)  # 198 of 200
    assert not metrics.is_complete(" ".join(gold.split()[3:]), gold)  # 197 of 200
    assert metrics.is_complete("anything", "")


def test_snippets() -> None:
    assert metrics.snippet_rate("One\n two three", ["one two", "four"]) == 0.5
    assert metrics.snippet_rate("One", []) is None


def test_score_page_agrees_with_each_measure() -> None:
    gold = page("the cat sat on the mat", page_type="forum", must_have=("cat sat",), must_not_have=("home",))
    score = score_page(gold, "home the cat sat on the hat", milliseconds=2.0)
    assert score.word == metrics.word_counts("home the cat sat on the hat", gold.gold).rates
    assert score.lcs == metrics.lcs_counts("home the cat sat on the hat", gold.gold).rates
    assert (score.must_have, score.must_not_have) == (1.0, 1.0)
    assert (score.complete, score.page_type, score.milliseconds) == (False, "forum", 2.0)


def test_summary_is_the_mean_over_pages() -> None:
    scores = [
        score_page(page("a b", must_have=("a",)), "a b", milliseconds=1.0),  # 1, 1, 1
        score_page(page("a b c d"), "a", milliseconds=3.0),  # precision 1, recall 1/4, F 2/5
        score_page(page("a b"), "", error="TimeoutError: 10 s"),
    ]
    summary = summarise(scores)
    assert (summary.pages, summary.errors, summary.empty, summary.ms_per_page) == (3, 1, 0, 2.0)
    assert summary.metrics["word_f1"].value == pytest.approx((1 + 0.4 + 0) / 3)
    assert summary.metrics["recall"].value == pytest.approx((1 + 0.25 + 0) / 3)
    assert summary.metrics["completeness"].value == pytest.approx(1 / 3)
    assert summary.metrics["must_have"].value == 1.0  # one page has snippets
    assert "must_not_have" not in summary.metrics  # none has
    assert "block_f1" not in summary.metrics


def test_pages_without_an_answer_are_counted_where_there_is_a_gold_text() -> None:
    answered = [(page("a b"), " \n"), (page("a b"), "c"), (page(""), ""), (page(" "), "c"), (page("a"), "")]
    assert summarise([score_page(*pair) for pair in answered]).empty == 2


def test_the_surest_pages_are_measured_apart() -> None:
    scores = [score_page(page("a"), "b", confidence=0.4)]
    scores += [score_page(page("a"), "a", confidence=0.5 + i / 20) for i in range(4)]
    scores += [score_page(page("a"), "", error="TimeoutError: 10 s")]  # does not say, so comes last
    assert surest_first(scores) == [4, 3, 2, 1, 0, 5]
    figures = summarise(scores).metrics
    assert figures["word_f1"].value == pytest.approx(4 / 6)
    assert figures["word_f1_surest_90"].value == pytest.approx(4 / 6)  # six pages: 5.4 are rounded up
    assert figures["word_f1_surest_80"].value == pytest.approx(4 / 5)
    assert figures["word_f1_surest_50"].value == 1


def test_who_never_says_how_sure_it_is_has_no_such_figure() -> None:
    scores = [score_page(page("a"), "a"), score_page(page("a"), "")]
    assert surest_first(scores) == []
    assert not [name for name in summarise(scores).metrics if "surest" in name]


def test_shingle_f1_is_that_of_the_benchmark() -> None:
    scores = [
        score_page(page("a b c d e"), "a b c d"),  # one shingle of two: precision 1, recall 1/2
        score_page(page("a b c d"), "v w x y z"),  # two wrong, one missed: 0 and 0
        score_page(page("a b c d"), ""),  # no answer: not in precision, 0 in recall
    ]
    figures = summarise(scores).metrics
    assert figures["shingle_precision"].value == pytest.approx(1 / 2)  # (1 + 0) / 2
    assert figures["shingle_recall"].value == pytest.approx(1 / 6)  # (1/2 + 0 + 0) / 3
    assert figures["shingle_f1"].value == pytest.approx(2 * (1 / 2) * (1 / 6) / (1 / 2 + 1 / 6))


def test_confidence_interval_is_seeded_and_as_wide_as_theory_says() -> None:
    # 100 pages, half of them 1 and half 0: the mean's standard error is 0.5 / sqrt(100) = 0.05.
    scores = [score_page(page("a"), "a" if i % 2 else "b") for i in range(100)]
    estimate = summarise(scores, resamples=2000, seed=1).metrics["word_f1"]
    assert estimate.value == 0.5
    assert estimate.error == pytest.approx(0.05, abs=0.005)
    assert estimate.low == pytest.approx(0.5 - 1.96 * 0.05, abs=0.02)
    assert estimate.high == pytest.approx(0.5 + 1.96 * 0.05, abs=0.02)
    assert summarise(scores, resamples=2000, seed=1).metrics["word_f1"] == estimate
    assert summarise(scores, resamples=2000, seed=2).metrics["word_f1"] != estimate


def test_summary_of_one_page_and_of_none() -> None:
    one = summarise([score_page(page("a"), "a")]).metrics["word_f1"]
    assert (one.value, one.low, one.high, one.error) == (1.0, 1.0, 1.0, 0.0)
    nothing = summarise([])
    assert (nothing.pages, nothing.ms_per_page, dict(nothing.metrics)) == (0, None, {})


def test_a_missing_rapidfuzz_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rapidfuzz.distance", None)
    with pytest.raises(ImportError, match=r"pip install .*\[evaluate\]"):
        metrics.lcs_counts("a", "a")


def test_importing_does_not_import_rapidfuzz() -> None:
    code = "import sys, tamis.lab.metrics, tamis.lab.labels; assert 'rapidfuzz' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
