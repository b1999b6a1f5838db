"""One table of what elements are called, and code that looks for the same names."""

from collections import Counter

import pytest

from tamis.blocks.comments import in_comments
from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.model.compute import compute_features
from tamis.names.markup import _COMMENTS, _NAMES, _NOT_COMMENTS, ZONES, Meaning, meanings, zone_of


def test_each_name_has_one_zone() -> None:
    counts = Counter(name for meaning, names in _NAMES.items() if meaning & ZONES for name in names.split())
    assert max(counts.values()) == 1
    assert not _COMMENTS & _NOT_COMMENTS


@pytest.mark.parametrize("name", sorted(_COMMENTS))
def test_compiled_code_finds_all_names_of_comments(name: str) -> None:
    """It sorts out elements whose names need no closer look."""
    page = text_flow(
        read(f"<h1>Rye</h1><p>Mix.<div class={name}><p>Nice!</div><div id={name.title()}><p>No!</div>", None, Limits())
    )
    assert compute_features(page).comment.tolist() == [False, False, True, True]
    assert in_comments(page).tolist() == [False, False, True, True]


@pytest.mark.parametrize(
    ("names", "are"),
    [
        ("comments comment-list", True),
        ("comment-81135", True),
        ("commentBody", True),
        ("wp-comments", True),
        ("comment__button button--large", False),
        ("widget_recent_comments", False),
        ("shareComment", False),
        ("comments comments-off", False),
        ("comments-area comment-form-position-below", True),
    ],
)
def test_names_about_comments_are_no_names_of_comments(names: str, are: bool) -> None:
    assert bool(meanings(names) & Meaning.COMMENTS) == are


def test_names_are_cut_where_capitals_begin_but_for_those_of_comments() -> None:
    assert meanings("relatedPosts") == Meaning.RELATED
    assert meanings("mostRead") == meanings("most-read") == Meaning.RELATED
    assert meanings("headroom") == meanings("subtitles") == 0


def test_of_several_zones_the_clearest_holds() -> None:
    assert zone_of(meanings("related share ad")) == Meaning.ADVERTISEMENT
    assert zone_of(meanings("teaser")) == Meaning.RELATED
    assert zone_of(meanings("byline sidebar")) == Meaning.NONE
