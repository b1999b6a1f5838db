"""Elements say of themselves what turbohtml's say."""

from __future__ import annotations

import pytest
import turbohtml
from hypothesis import given, settings

import tamis
from tamis.html.nodes import children, read_markup
from tamis.html.tree import read
from tests.html_pages import pages
from tests.oracle import parsed


@settings(max_examples=300, deadline=None)
@given(pages)
def test_the_text_is_that_of_the_parser(html: str) -> None:
    ours = read(html, None, tamis.Limits()).document
    assert ours.text == "".join(node.data for node in parsed(html).descendants if isinstance(node, turbohtml.Text))


@pytest.mark.parametrize(
    "html",
    ["<p a='1 &amp; 2' b>x &lt; y&nbsp;z<br>é", "<script>a < b</script><style>c > d</style>",
     "<svg><g/><path d=x /></svg>", "<body class=a><p>b<body id=c class=d>", "<table>x<tr><td>y",
     "<b><p>x</b>y", "<textarea>\n\nx</textarea>"],
)  # fmt: skip
def test_markup(html: str) -> None:
    root, expected = read_markup(html).root, turbohtml.parse(html).root
    assert root is not None and expected is not None
    assert root.html == expected.html


def test_a_shadow_is_no_part_of_its_host() -> None:
    host = read_markup("<x-y>a<template shadowrootmode=open><p>b</template>c</x-y>").select_one("x-y")
    assert host is not None and host.shadow_root is not None
    assert (list(host), host.text, host.shadow_root.inner_html) == (["ac"], "ac", "<p>b</p>")


def test_elements_are_equal_if_they_are_the_same() -> None:
    page = read_markup("<p>a<p>b")
    first, second = page.select("p")
    assert {first, page.select("p")[0]} == {first} and first != second
    assert first != read_markup("<p>a<p>b").select_one("p")
    assert [element.tag for element in children(page)] == ["html"]


@pytest.mark.parametrize(
    ("html", "fallback", "expected"),
    [("<base href=/x/>", "http://e.org/a/b", "http://e.org/x/"), ("<base href='http://x.y/q'>", "", "http://x.y/q"),
     ("<p>", "http://q", "http://q"), ("<base href='http://[x'>", "http://q", "http://q"), ("<base>", "", "")],
)  # fmt: skip
def test_base_url(html: str, fallback: str, expected: str) -> None:
    assert read_markup(html).base_url(fallback) == expected
