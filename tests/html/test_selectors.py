"""Selectors find what turbohtml's find, and what is none of them is an error."""

from __future__ import annotations

import pytest
import turbohtml

import tamis
from tamis.html.nodes import read_markup
from tamis.native.selectors import SelectorError

PAGE = """<!doctype html><html lang=en-GB><head><title>T</title><meta name=author content="A B"></head>
<body class="home page"><div id=top data-x="One two"><p class=a>1<p class="a b">2<span>3</span><p hidden>4</div>
<ul><li>1<li class=b>2<li>3<li class=b>4<li>5</ul><svg><g id=g1></g></svg><a href="/x.pdf">l</a><a name=n>m</a>
<table><tr><td>x<td lang=en>y</table><template><p class=t>u</template><i></i><x-y class=Ab>z</x-y></body></html>"""
SELECTORS = (
    "*", "p", "P", "li", ".a", ".b", "p.a.b", "#top", "[hidden]", "[data-x]", "[data-x='One two']", '[data-x~="two"]',
    "[data-x*=ne]", "[data-x^='One']", "[data-x$=two]", "[data-x*=ONE i]", "[lang|=en]", "[lang=en]", "div p",
    "div > p",
    "body p", "p + p", "p ~ p", "p ~ p span", "ul li:first-child", "li:last-child", "li:nth-child(2n+1)",
    "li:nth-child(even)", "li:nth-child(odd)", "li:nth-child(3)", "li:nth-child(-n+2)", "li:nth-last-child(2)",
    "li:nth-of-type(2n)", "li:not(.b)", "p:not(.a, [hidden])", ":is(td, li.b)", ":where(p) > span", "td:only-child",
    "i:empty", "html:root", "a:link", "p:has(span)", "div:has(p.b) span", "head > title", "li, p, td", "svg g",
    "x-y.Ab",
    "html body div#top p.a", "*:first-child", "table td + td", "a[href$='.pdf'], a[name]", "template p", "body > *",
)  # fmt: skip


@pytest.mark.parametrize("selector", SELECTORS)
def test_what_is_found(selector: str) -> None:
    found = [element.xpath_path() for element in read_markup(PAGE).select(selector)]
    parsed = turbohtml.parse(PAGE)
    assert len(found) == len(parsed.select(selector))
    if "template" not in selector and ".t" not in selector:
        inside = {element.xpath_path() for element in parsed.select("template *")}
        assert {p for p in found if "/template/" not in p} == {e.xpath_path() for e in parsed.select(selector)} - inside
    first = read_markup(PAGE).select_one(selector)
    assert (None if first is None else first.xpath_path()) == (found[0] if found else None)


@pytest.mark.parametrize(
    "selector",
    ["", "p,", "p >", "> p", "..", "#1", "p:foo", "::before", "p::text", "[a", "[a=", "p:nth-child()", ":not(", "p)",
     "!", ":is(" * 50 + "p" + ")" * 50, "p " * 10_000],
)  # fmt: skip
def test_what_is_no_selector(selector: str) -> None:
    with pytest.raises(SelectorError):
        read_markup(PAGE).select(selector)
    with pytest.raises(tamis.UsageError, match="not a CSS selector"):
        tamis.extract(PAGE, keep=selector)


def test_closest_is_the_element_itself_or_one_around_it() -> None:
    span = read_markup(PAGE).select_one("span")
    assert span is not None
    found = [span.closest(selector) for selector in ("span", "p", "div", "ul")]
    assert [None if element is None else element.tag for element in found] == ["span", "p", "div", None]


def test_many_combinators_take_no_time_by_the_square() -> None:
    page = read_markup("<div>" * 300 + "<p>x" + "<b>y</b>" * 2_000)
    assert page.select("div " * 60 + "i") == []
    assert len(page.select("b ~ b ~ b")) == 1_998
    assert len(page.select("b:nth-child(2n+1)")) == 1_000
