"""Places, names and layouts."""

import numpy as np
import pytest

from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.site.layouts import LIKE, MOST, Layout, Structure, join, most_like
from tamis.site.pages import as_pairs, by_site, own_address
from tamis.site.places import DEEPEST, UNKNOWN, Places, name_of


def flow(html):
    return text_flow(read(html, None, Limits()))


@pytest.mark.parametrize(
    ("tag", "own", "classes", "name"),
    [
        ("p", None, None, "p"),
        ("p", "", "  ", "p"),
        ("div", "post-1234", "post odd", "div#post-0"),
        ("div", None, "post odd last", "div.post"),
        ("li", None, "\n item-7 ", "li.item-0"),
        ("div", "x" * 99, None, "div#" + "x" * 40),
    ],
)
def test_names(tag, own, classes, name):
    assert name_of(tag, own, classes) == name


def test_the_same_place_on_two_pages():
    places = Places()
    first = places.find(flow("<div id=a><p>x<p>y</div><div id=b>z</div>"), add=True)
    second = places.find(flow("<div id=a><p>1</div><div id=b>2</div><div id=c>3</div>"))
    assert first.tolist() == [2, 2, 3]
    assert second.tolist() == [2, 3, UNKNOWN]
    assert [places.path(place) for place in (0, 2, 3)] == ["body", "div#a > p", "div#b"]


def test_what_is_deeper_stands_at_the_deepest_place():
    places = Places()
    found = places.find(flow("<div>" * 3000 + "deep<p>down"), add=True)
    assert len(places) == DEEPEST + 1
    assert found.tolist() == [DEEPEST, DEEPEST]


def test_sums_and_highest_are_over_all_that_a_place_holds():
    places = Places(["body", "div", "p", "ul"], [-1, 0, 1, 0])
    column = np.array([1.0, 2.0, 4.0, 8.0])
    assert places.sums(column).tolist() == [15.0, 6.0, 4.0, 8.0]
    assert places.highest(column).tolist() == [8.0, 4.0, 4.0, 8.0]
    assert places.with_ancestors(np.array([2])).tolist() == [0, 1, 2]


def test_likeness_of_places():
    layout = Layout()
    layout.add(Structure((0, 1, 2), {}))
    assert layout.likeness(Structure((0, 1, 2), {})) == 1.0
    assert layout.likeness(Structure((0, 1, 3), {})) == 0.5
    assert layout.likeness(Structure((), {})) == 0.0
    assert Layout().likeness(Structure((), {})) == 0.0


def test_likeness_of_own_words():
    layout = Layout()
    layout.add(Structure((0, 1), {1: 1.0}))
    assert layout.likeness(Structure((0, 1), {1: 0.75, 0: 0.25})) == pytest.approx((1 + 0.75) / 2)
    assert layout.likeness(Structure((0, 1), {0: 1.0})) == pytest.approx(0.5)


def test_pages_join_what_they_are_like():
    layouts = []
    numbers = [join(layouts, Structure(tuple(range(a, a + 10)), {})) for a in (0, 1, 50, 0, 51)]
    assert numbers == [0, 0, 1, 0, 1]
    assert most_like(layouts, Structure((50, 51), {}))[0] == 1
    assert most_like([], Structure((1,), {})) == (-1, 0.0)


def test_layouts_are_bounded():
    layouts = []
    for i in range(3 * MOST):
        join(layouts, Structure((0, 100 + i), {}))
    assert len(layouts) <= MOST
    assert sum(layout.pages for layout in layouts) == 3 * MOST
    assert 0 < LIKE < 1


def test_own_addresses():
    def address(html):
        return own_address(read(html, None, Limits()))

    assert address('<meta property="og:url" content="https://example.org/a"><p>x') == "https://example.org/a"
    assert address("<base href=https://example.org/><p>x") == "https://example.org/"
    assert address("<link rel=canonical href=/a><p>x") is None
    assert address("") is None


def test_groups_by_site():
    pairs = as_pairs(
        [("https://a.example.org", "1"), ("https://b.github.io/", "2"), ("https://example.org:80/x", "3"), "4"]
    )
    assert by_site((url, html) for url, html in pairs) == {"example.org": ["1", "3"], "b.github.io": ["2"], "": ["4"]}
