"""Repetitions and key patterns (Key patterns 2013, section 3.4)."""

import random
from collections.abc import Hashable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamis.papers.key_patterns2013.repetitions import Pattern, key_patterns
from tests.work import steps

PRINTED = "h2 p p ul p p h2 p p p p p p div".split()


def words(sequence: Sequence[str]) -> set[str]:
    """The key patterns of a sequence as they are written."""
    return {" ".join(sequence[p.places[0] :][: p.length]) for p in key_patterns(sequence)}


def test_section_3_4_repetitions_of_the_printed_sequence():
    found, _ = by_definition(PRINTED)
    assert {" ".join(repetition) for repetition in found} == {"h2 p", "p p", "h2 p p", "p p p"}


def test_section_3_4_key_patterns_of_the_printed_sequence():
    assert words(PRINTED) == {"h2 p p", "p p p"}


def test_section_3_5_the_matches_are_at_places_1_and_7():
    assert [place + 1 for place in key_patterns(PRINTED)[0].places] == [1, 7]


def test_figure_2_the_only_repetition_is_the_one_that_occurs_twice():
    assert words("A B C A B D".split()) == {"A B"}


def test_figure_3_equal_elements_do_not_overlap():
    assert words("aaaa") == {"a a"}  # twice, not three times; "aaa" would overlap itself
    assert words("aaa") == set()
    assert words("aabaa") == {"a a"}


def test_a_repetition_is_at_most_half_as_long_as_the_sequence():
    assert [p.length for p in key_patterns("abababab")] == [4, 4]


def test_unequal_elements_may_overlap():
    assert words("ababac") == {"a b a"}


def test_longest_first_then_leftmost():
    patterns = key_patterns("p q x r s y p q z r s t u v w t u v".split())
    assert [(p.length, p.places) for p in patterns] == [(3, [11, 15]), (2, [0, 6]), (2, [3, 9])]


def by_definition(sequence: Sequence[Hashable]) -> tuple[set[tuple], list[Pattern]]:
    """The repetitions and key patterns of section 3.4, literally: all stretches against all stretches."""
    places: dict[tuple, list[int]] = {}
    for length in range(2, len(sequence) // 2 + 1):
        for start in range(len(sequence) - length + 1):
            places.setdefault(tuple(sequence[start : start + length]), []).append(start)
    found = {stretch for stretch in places if occurrences(stretch, places[stretch]) > 1}
    keys = [r for r in found if not any(len(r) < len(other) and is_part(r, other) for other in found)]
    patterns = [Pattern(len(key), places[key], len(set(key)) == 1) for key in keys]
    return found, sorted(patterns, key=lambda p: (-p.length, p.places[0]))


def occurrences(stretch: tuple, places: list[int]) -> int:
    if len(set(stretch)) > 1:
        return len(places)
    count, free = 0, 0
    for place in places:
        if place >= free:
            count, free = count + 1, place + len(stretch)
    return count


def is_part(part: tuple, whole: tuple) -> bool:
    return any(whole[i : i + len(part)] == part for i in range(len(whole) - len(part) + 1))


@settings(deadline=None)
@given(st.integers(1, 4).flatmap(lambda kinds: st.lists(st.integers(1, kinds), max_size=18)))
def test_the_same_as_by_comparing_all_stretches(sequence: list[int]):
    _, patterns = by_definition(sequence)
    assert key_patterns(sequence) == patterns


def fibonacci(count: int) -> str:
    one, two = "a", "ab"
    while len(two) < count:
        one, two = two, two + one
    return two[:count]


SEQUENCES = {
    "all equal": lambda n: ["p"] * n,
    "all different": lambda n: list(range(n)),
    "random": lambda n: random.Random(7).choices("abcdefgh", k=n),
    "periodic": lambda n: ["dt", "dd"] * (n // 2),
    "three times the same": lambda n: list(range(n // 3)) * 3,
    "runs": lambda n: [tag for i in range(n // 4) for tag in ["p"] * (i % 7) + ["h2"]][:n],
    "fibonacci": fibonacci,
}


@pytest.mark.parametrize("kind", SEQUENCES)
def test_four_times_the_children_are_little_more_than_four_times_the_work(kind: str):
    small, large = (steps(lambda count=count: key_patterns(SEQUENCES[kind](count))) for count in (2000, 8000))
    assert large < 5 * small
